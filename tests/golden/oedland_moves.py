"""Moves, order, tests and turns given up in the Ödland cases. No rules."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from combat.core.intent import Part
from combat.core.ruleset import Moment
from combat.rulesets.oedland.jump import longest_jump, sprint_way
from combat.rulesets.oedland.options import house_rules
from combat.rulesets.oedland.suppress import covering_hits, rounds_needed
from combat.rulesets.oedland.weapon import band_at, band_limit, bands_of, best_bands, in_field_of_fire, weapon_of
from tests.golden import oedland_build as build
from tests.golden.cases import Case
from tests.golden.oedland_build import ACTOR, COVER, TARGET, Person, known
from tests.golden.oedland_fire import GUN, PLAIN, cover_flags
from tests.golden.oedland_run import Table, check, codes, intent, modifiers, tables
from tests.golden.script import Played


def written(value: Any) -> str:
    return str(value)


# --- initiative and turns -----------------------------------------------------------------------------------


def initiative(case: Case) -> Played:
    given = known(case.given, {"BE", "WA", "GL", "gm_bonus"})
    sheet = {key: given[key] for key in ("BE", "WA", "GL")}
    person = Person(sheet=sheet, flags={"opening_bonus": given.get("gm_bonus", 0)})
    table = Table(case=case, fight=build.fight(case, person))
    table.tick(Moment.FIGHT_START)
    (event,) = table.happened("initiative_rolled")
    return table.done(base=event.data["initiative_base"], total=event.data["initiative"])


def turn_order(case: Case) -> Played:
    known(case.given, {"combatants"})
    people, faces = [], {}
    for number, each in enumerate(case.given["combatants"]):
        rest = Fraction(each["total"]) - Fraction(each["base"])
        face = max(1, min(6, int(rest)))
        body = {"overrides": {"initiative_base": {"value": each["base"], "reason": "as the case says"}}}
        name = f"character:{number + 1}"
        people.append(Person(name=name, flags={"opening_bonus": int(rest) - face}, body=body))
        faces[f"initiative.{number}"] = face
    table = Table(case=case, fight=build.fight(case, *people), own=faces)
    table.fight = replace(table.fight, order=())
    table.tick(Moment.FIGHT_START)
    names = {f"character:{number + 1}": each["name"] for number, each in enumerate(case.given["combatants"])}
    return table.done(order=[names[name] for name in table.fight.order])


def turn_start(case: Case) -> Played:
    given = known(case.given, {"ap_max", "ap_left"})
    spent = given["ap_max"] - given["ap_left"]
    person = Person(sheet={"ap_max": given["ap_max"]}, ap=given["ap_left"], flags={"ap_spent": spent})
    table = Table(case=case, fight=build.fight(case, person))
    table.tick(Moment.TURN_START)
    after = table.fight.combatants[ACTOR]
    return table.done(ap=after.budget["action_points"], ap_spent=after.flags.get("ap_spent") or 0)


# --- moves --------------------------------------------------------------------------------------------------


def _priced(case: Case, part: Part, **flags: Any) -> tuple[Table, int]:
    table = Table(case=case, fight=build.fight(case, Person(sheet={"ap_max": 99}, flags=flags)))
    found = table.preview(intent(part))
    assert not found.reasons, codes(found)
    return table, found.cost.get("action_points", 0)


def move_cost(case: Case) -> Played:
    given = known(case.given, {"cm", "pose"})
    part = Part(form="move", parameters={"centimetres": written(given["cm"])})
    table, cost = _priced(case, part, pose=build.POSES[given.get("pose", "aufrecht")])
    return table.done(ap=cost)


def climb_cost(case: Case) -> Played:
    known(case.given, {"cm"})
    table, cost = _priced(case, Part(form="climb", parameters={"centimetres": written(case.given["cm"])}))
    return table.done(ap=cost)


def turn_cost_table(case: Case) -> Played:
    known(case.given, {"degrees"})
    found = [_priced(case, Part(form="turn", parameters={"degrees": each})) for each in case.given["degrees"]]
    return tables(case, [table.done() for table, _ in found], ap=[cost for _, cost in found])


def pose_cost_table(case: Case) -> Played:
    known(case.given, {"changes"})
    found = []
    for before, after in case.given["changes"]:
        part = Part(form="change_pose", parameters={"pose": build.POSES[after]})
        found.append(_priced(case, part, pose=build.POSES[before]))
    return tables(case, [table.done() for table, _ in found], ap=[cost for _, cost in found])


def action(case: Case) -> Played:
    given = known(case.given, {"action", "actor", "ap", "cover_height", "cover", "pose"})
    flags = cover_flags(given.get("cover")) | {"cover": COVER}
    person = Person(sheet=given["actor"], ap=given.get("ap"), flags=flags)
    table = Table(case=case, fight=build.fight(case, person, height=given.get("cover_height")))
    if table.perform(intent(Part(form=given["action"]))) is None:
        return table.refused()
    after = table.fight.combatants[ACTOR]
    return table.done(legal=True, ap_left=after.budget["action_points"], cover=after.flags.get("cover_state") or "none")


# --- turns given up -----------------------------------------------------------------------------------------


def _declared(case: Case, given: dict[str, Any], form: str) -> Table:
    weapon = given.get("weapon", PLAIN)
    more = {"loaded": given["ammo"]} if "ammo" in given else {}
    gun = build.weapon(case, weapon, GUN, **more)
    flags = {"ap_spent": given.get("ap_spent", 0)}
    actor = Person(sheet=given.get("actor", {}), ap=given.get("ap"), items=(gun,), flags=flags)
    target = Person(name=TARGET, party="B", flags=cover_flags("full"))
    table = Table(case=case, fight=build.fight(case, actor, target))
    targets = (TARGET,) if form == "covering_fire" else ()
    parameters = {"sees_cover": given.get("sees_cover", True)} if targets else {}
    table.perform(intent(Part(form=form, item=GUN, targets=targets, parameters=parameters)))
    return table


DECLARED = {"actor", "ap", "ap_spent", "weapon", "ammo", "sees_cover"}


def _declare(case: Case, form: str) -> Played:
    table = _declared(case, dict(known(case.given, DECLARED)), form)
    if table.reasons:
        return table.refused()
    actor = table.fight.combatants[ACTOR]
    gun = actor.sheet.item(GUN)
    assert gun is not None
    return table.done(legal=True, ap_left=actor.budget["action_points"], ammo_left=gun.value("loaded"))


def _declare_table(case: Case, form: str) -> Played:
    known(case.given, {"tries", "actor"})
    shared = {key: value for key, value in case.given.items() if key != "tries"}
    found = [_declared(case, shared | dict(known(attempt, DECLARED)), form) for attempt in case.given["tries"]]
    reasons = [
        None if not each.reasons else each.reasons[0] if len(each.reasons) == 1 else each.reasons for each in found
    ]
    return tables(case, [each.done() for each in found], reasons=reasons)


def declare_reaction(case: Case) -> Played:
    return _declare(case, "reaction_fight")


def declare_reaction_table(case: Case) -> Played:
    return _declare_table(case, "reaction_fight")


def declare_covering_fire(case: Case) -> Played:
    return _declare(case, "covering_fire")


def declare_covering_fire_table(case: Case) -> Played:
    return _declare_table(case, "covering_fire")


def reaction_sequence(case: Case) -> Played:
    given = known(case.given, {"actor", "declared_ap", "triggers"})
    names = list(dict.fromkeys(each["enemy"] for each in given["triggers"]))
    refs = {name: f"character:{number + 2}" for number, name in enumerate(names)}
    gun = build.weapon(case, PLAIN, GUN)
    watcher = Person(sheet=given["actor"], ap=given["declared_ap"], items=(gun,))
    kneels = {each["enemy"] for each in given["triggers"] if each.get("how") == "rise"}
    enemies = [
        Person(
            name=ref,
            party="B",
            flags={"pose": "kneeling" if name in kneels else None},
            items=(build.weapon(case, PLAIN, f"item:{int(ref.partition(':')[2]) + 29}"),),
        )
        for name, ref in refs.items()
    ]
    table = Table(case=case, fight=build.fight(case, watcher, *enemies, distance=40))
    table.perform(intent(Part(form="reaction_fight", item=GUN)))
    noticed: list[bool | None] = []
    available = []
    for each in given["triggers"]:
        _hide_again(table, refs[each["enemy"]], hidden=each.get("how") in ("leave_cover", "peek"))
        table.choices = {"field": "comes_inside" if each["inside"] else "stays_outside"}
        before = len(table.rolled("perception_test"))
        table.perform(intent(_coming(refs[each["enemy"]], each.get("how", "move")), refs[each["enemy"]]))
        tests = table.rolled("perception_test")[before:]
        noticed.append(tests[0].outcome == "success" if tests else None)
        available.append(table.fight.combatants[ACTOR].budget["action_points"])
        if table.fight.current == ACTOR:
            table.perform(intent(Part(form="end_interruption")))
    return table.done(
        noticed=noticed,
        available_ap=available,
        shots=len(table.happened("rounds_fired")),
        final_state=table.fight.combatants[ACTOR].flags.get("watch", "idle"),
    )


def covering_fire_table(case: Case) -> Played:
    given = known(case.given, {"GL", "faces"})
    rounds = rounds_needed(house_rules(build.options(case)))
    return Played(actual={"hits": [covering_hits(given["GL"], face, rounds) for face in given["faces"]]})


def covering_fire_sequence(case: Case) -> Played:
    given = known(case.given, {"GL", "triggers"})
    names = list(dict.fromkeys(each["enemy"] for each in given["triggers"]))
    refs = {name: f"character:{number + 2}" for number, name in enumerate(names)}
    mp = build.weapon(case, "mp", GUN)
    shooter = Person(sheet={"GL": given["GL"]}, items=(mp,))
    people = [
        Person(
            name=ref,
            party="B",
            tp=999,
            sheet={"tp": 999},
            flags=cover_flags("full"),
            items=(build.weapon(case, PLAIN, f"item:{number + 31}"),),
        )
        for number, ref in enumerate(refs.values())
    ]
    own = {"attack": 100, "hit": 1}
    table = Table(case=case, fight=build.fight(case, shooter, *people, distance=40), own=own)
    table.perform(intent(Part(form="covering_fire", item=GUN, targets=(TARGET,))))
    hits: list[int | None] = []
    for each in given["triggers"]:
        ref = refs[each["enemy"]]
        _hide_again(table, ref)
        before = len(table.happened("covering_fire_met"))
        table.perform(intent(_leaving(ref, each["how"]), ref))
        met = table.happened("covering_fire_met")[before:]
        hits.append(int(str(met[0].data["hits"])) if met else None)
        landed = [event for event in table.happened("hit") if event.data["target"] == ref]
        assert len(landed) >= (hits[-1] or 0)
    return table.done(hits=hits)


def _hide_again(table: Table, ref: str, *, hidden: bool = True) -> None:
    """Each trigger finds the enemy behind the cover, in his turn, with all his points."""
    one = table.fight.combatants[ref]
    flags = {**one.flags, **(cover_flags("full") if hidden else {}), "cover": COVER}
    one = replace(one, flags=flags, budget={"action_points": 8})
    table.fight = replace(table.fight, current=ref, combatants={**table.fight.combatants, ref: one})


def _coming(ref: str, how: str) -> Part:
    """How an enemy comes into sight: walking, jumping to his feet, out of cover, leaning out of it."""
    if how == "move":
        return Part(form="move", parameters={"centimetres": "3"})
    return Part(form="change_pose", parameters={"pose": "upright"}) if how == "rise" else _leaving(ref, how)


def _leaving(ref: str, how: str) -> Part:
    if how == "leave_cover":
        return Part(form="leave_cover")
    item = f"item:{int(ref.partition(':')[2]) + 29}"
    return Part(form="shoot", item=item, targets=(ACTOR,), parameters={"mode": "single", "way": "peek"})


# --- weapons' ranges ----------------------------------------------------------------------------------------


def _ranges(case: Case, actor: Any = None) -> Any:
    item = build.weapon(case, case.given["weapon"], GUN)
    sheet = build.combatant(case, Person(sheet=actor or {}, items=(item,))).sheet
    return bands_of(weapon_of(item), sheet)


def field_of_fire_table(case: Case) -> Played:
    given = known(case.given, {"weapon", "points", "actor"})
    bands, house = _ranges(case, given.get("actor")), house_rules(build.options(case))
    inside = [in_field_of_fire(bands, each["distance_cm"], each["bearing_deg"], house) for each in given["points"]]
    return Played(actual={"best_bands": [build.back(build.BANDS, key) for key in best_bands(bands)], "inside": inside})


def band_table(case: Case) -> Played:
    given = known(case.given, {"weapon", "distances_cm", "actor"})
    bands = _ranges(case, given.get("actor"))
    found = [band_at(bands, distance) for distance in given["distances_cm"]]
    return Played(actual={"bands": [None if band is None else build.back(build.BANDS, band.key) for band in found]})


def band_limit_of(case: Case) -> Played:
    given = known(case.given, {"base_cm", "per_WA", "WA"})
    return Played(actual={"upto_cm": band_limit(given["base_cm"], given["per_WA"], given["WA"])})


# --- jumps and sprints --------------------------------------------------------------------------------------


def jump_max_table(case: Case) -> Played:
    known(case.given, {"pairs"})
    sheets = [build.combatant(case, Person(sheet=pair)).sheet for pair in case.given["pairs"]]
    found = {start: [str(longest_jump(sheet, start)) for sheet in sheets] for start in ("running", "standing")}
    return Played(actual={"running_m": found["running"], "standing_m": found["standing"]})


def jump_check(case: Case) -> Played:
    given = known(case.given, {"actor", "start", "distance_m", "gm", "fatigue", "ap"})
    flags = {"moved": given["start"] == "running", "fatigue": build.fatigue(given.get("fatigue"))}
    person = Person(sheet=given["actor"], flags=flags, ap=given.get("ap", 99))
    table = Table(case=case, fight=build.fight(case, person))
    parameters = {"metres": written(given["distance_m"]), "start": given["start"], "description": "as the case says"}
    request = intent(Part(form="jump", parameters=parameters), words=given.get("gm", 0))
    preview = table.preview(request)
    most = str(longest_jump(table.fight.combatants[ACTOR].sheet, given["start"]))
    if table.perform(request) is None:
        played = table.refused()
        played.actual["max_m"] = most
        return played
    jump = check(preview, "jump_test")
    return table.done(
        legal=True,
        max_m=most,
        bonus=modifiers(jump).get("jump_slack", 0),
        value=jump.target_number,
        success=bool(table.happened("jumped")),
        ap=preview.cost.get("action_points", 0),
    )


def sprint_distance_table(case: Case) -> Played:
    known(case.given, {"ap"})
    sheet = build.combatant(case, Person()).sheet
    return Played(actual={"cm": [str(sprint_way(sheet, points)) for points in case.given["ap"]]})


def sprint_check(case: Case) -> Played:
    given = known(case.given, {"actor", "sprinted_ap", "fatigue", "gm"})
    flags = {"fatigue": build.fatigue(given.get("fatigue"))}
    table = Table(case=case, fight=build.fight(case, Person(sheet=given["actor"], flags=flags, ap=99)))
    part = Part(form="sprint", parameters={"points": given["sprinted_ap"]})
    if table.perform(intent(part, words=given.get("gm", 0))) is None:
        return table.refused()
    (event,) = table.happened("breath_kept", "out_of_breath")
    return table.done(
        legal=True,
        outcome=table.rolled("sprint_test")[0].outcome,
        malus=event.data["fatigue"],
        rounds=event.data["rounds"],
        value=table.rolled("sprint_test")[0].data["target_number"],
        kept=table.fight.combatants[ACTOR].flags.get("fatigue"),
    )


# --- tests --------------------------------------------------------------------------------------------------


def skill_check(case: Case) -> Played:
    given = known(case.given, {"value", "GL", "rolls", "fatigue", "gm"})
    outcomes, all_played = [], []
    for face in given["rolls"]:
        sheet = {"GL": given["GL"], "skills": {"akrobatik": given["value"]}}
        person = Person(sheet=sheet, flags={"fatigue": build.fatigue(given.get("fatigue"))})
        table = Table(case=case, fight=build.fight(case, person), own={"test": face})
        request = Part(form="test", parameters={"skill": "acrobatics"})
        table.perform(intent(request, words=given.get("gm", 0)))
        outcomes.append(table.rolled("skill_test")[0].outcome)
        all_played.append(table.done())
    return tables(case, all_played, outcomes=outcomes)


def stat_check_table(case: Case) -> Played:
    given = known(case.given, {"statistic", "tries"})
    success, all_played = [], []
    for attempt in given["tries"]:
        table = Table(
            case=case,
            fight=build.fight(case, Person(sheet={"WA": given["statistic"]})),
            own={"test": attempt["face"]},
        )
        request = Part(form="test", parameters={"statistic": "perception"})
        table.perform(intent(request, words=attempt.get("gm", 0)))
        success.append(table.rolled("statistic_test")[0].outcome == "success")
        all_played.append(table.done())
    return tables(case, all_played, success=success)


ACTIONS = {
    "initiative": initiative, "turn_order": turn_order, "turn_start": turn_start, "move_cost": move_cost,
    "climb_cost": climb_cost, "turn_cost_table": turn_cost_table, "pose_cost_table": pose_cost_table, "action": action,
    "declare_reaction": declare_reaction, "declare_reaction_table": declare_reaction_table,
    "declare_covering_fire": declare_covering_fire, "declare_covering_fire_table": declare_covering_fire_table,
    "reaction_sequence": reaction_sequence, "covering_fire_table": covering_fire_table,
    "covering_fire_sequence": covering_fire_sequence, "field_of_fire_table": field_of_fire_table,
    "band_table": band_table, "band_limit": band_limit_of, "jump_max_table": jump_max_table, "jump_check": jump_check,
    "sprint_distance_table": sprint_distance_table, "sprint_check": sprint_check, "skill_check": skill_check,
    "stat_check_table": stat_check_table,
}  # fmt: skip
