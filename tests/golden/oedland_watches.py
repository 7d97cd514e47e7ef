"""Turns given up, fields of fire and covering fire in the Ödland cases. No rules."""

from dataclasses import replace
from typing import Any

from combat.core.intent import Part
from combat.core.procedure import Question
from combat.rulesets.oedland.options import house_rules
from combat.rulesets.oedland.suppress import covering_hits, rounds_needed
from combat.rulesets.oedland.weapon import band_at, band_limit, bands_of, weapon_of
from tests.golden import oedland_build as build
from tests.golden.cases import Case
from tests.golden.oedland_build import ACTOR, COVER, GUN, PLAIN, TARGET, Person, known
from tests.golden.oedland_fire import cover_flags
from tests.golden.oedland_run import Table, intent, tables
from tests.golden.script import Played

# --- turns given up -----------------------------------------------------------------------------------------


def _declared(case: Case, given: dict[str, Any], form: str) -> Table:
    gun = build.gun(case, given)
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
    return _declared(case, dict(known(case.given, DECLARED)), form).left()


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
    inside, best, all_played = [], [], []
    for each in given["points"]:
        gun = build.weapon(case, given["weapon"], GUN)
        people = (Person(sheet=given.get("actor") or {}, items=(gun,)), Person(name=TARGET, party="B"))
        table = Table(case=case, fight=build.fight(case, *people, distance=each["distance_cm"]))
        table.perform(intent(Part(form="reaction_fight", item=GUN)))
        pairs = {f"{ACTOR}>{TARGET}": {"distance": each["distance_cm"], "bearing": each["bearing_deg"]}}
        table.fight = replace(table.fight, current=TARGET, pairs=pairs)
        table.perform(intent(Part(form="move", parameters={"centimetres": "3"}), TARGET), until=_is_field)
        inside.append(table.asked[0].default == "comes_inside")
        classes = table.happened("watch_begun")[0].data["range_class"]
        assert isinstance(classes, list)
        best = [build.back(build.BANDS, key) for key in classes]
        all_played.append(table.done())
    return tables(case, all_played, best_bands=best, inside=inside)


def _is_field(question: Question) -> bool:
    return question.name.endswith(".field")


def band_table(case: Case) -> Played:
    given = known(case.given, {"weapon", "distances_cm", "actor"})
    bands = _ranges(case, given.get("actor"))
    found = [band_at(bands, distance) for distance in given["distances_cm"]]
    return Played(actual={"bands": [None if band is None else build.back(build.BANDS, band.key) for band in found]})


def band_limit_of(case: Case) -> Played:
    given = known(case.given, {"base_cm", "per_WA", "WA"})
    return Played(actual={"upto_cm": band_limit(given["base_cm"], given["per_WA"], given["WA"])})


ACTIONS = {
    "declare_reaction": declare_reaction,
    "declare_reaction_table": declare_reaction_table,
    "declare_covering_fire": declare_covering_fire,
    "declare_covering_fire_table": declare_covering_fire_table,
    "reaction_sequence": reaction_sequence,
    "covering_fire_table": covering_fire_table,
    "covering_fire_sequence": covering_fire_sequence,
    "field_of_fire_table": field_of_fire_table,
    "band_table": band_table,
    "band_limit": band_limit_of,
}
