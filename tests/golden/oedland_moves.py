"""Moves, order, tests and turns given up in the Ödland cases. No rules."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from combat.core.intent import Part
from combat.core.ruleset import Moment
from combat.core.sheet import Item
from combat.rulesets.oedland.jump import longest_jump, sprint_way
from tests.golden import oedland_build as build
from tests.golden.cases import Case
from tests.golden.oedland_build import ACTOR, COVER, GUN, Person, known
from tests.golden.oedland_fire import cover_flags
from tests.golden.oedland_run import OEDLAND, Table, check, codes, intent, modifiers, tables
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


# --- sheets and the rest ------------------------------------------------------------------------------------


def sheet(case: Case) -> Played:
    """What follows from a sheet: values by their keys, and what is wrong with it."""
    given = known(case.given, {"actor", "tp"})
    table = Table(case=case, fight=build.fight(case, Person(sheet=given["actor"], tp=given.get("tp"))))
    found = OEDLAND.derive(table.fight.combatants[ACTOR].sheet, table.fight.options)
    values = {key: found.values[key].value for key in case.expect.get("values", {})}
    return table.done(values=values, problems=[reason.code for _, reason in found.problems])


def _handling(case: Case, part: Part) -> Table:
    given = case.given
    gun = build.gun(case, given)
    table = Table(case=case, fight=build.fight(case, Person(sheet=given["actor"], ap=given["ap"], items=(gun,))))
    table.perform(intent(part))
    return table


def reload(case: Case) -> Played:
    known(case.given, {"actor", "ap", "weapon", "ammo"})
    return _handling(case, Part(form="reload", item=GUN)).left()


def draw(case: Case) -> Played:
    """A weapon is drawn; what is in hand is another one."""
    given = known(case.given, {"actor", "ap", "weapon", "held"})
    table = Table(case=case, fight=build.fight(case, Person(sheet=given["actor"], ap=given["ap"], items=_arms(case))))
    if table.perform(intent(Part(form="draw_weapon", item=GUN))) is None:
        return table.refused()
    actor = table.fight.combatants[ACTOR]
    in_hand = [case.given["weapon" if item.id == GUN else "held"] for item in actor.sheet.items if item.body["readied"]]
    return table.done(legal=True, ap_left=actor.budget["action_points"], in_hand=in_hand)


def _arms(case: Case) -> tuple[Item, ...]:
    drawn = build.weapon(case, case.given["weapon"], GUN, readied=False)
    return (drawn, build.weapon(case, case.given["held"], "item:2")) if case.given.get("held") else (drawn,)


def other(case: Case) -> Played:
    given = known(case.given, {"actor", "ap", "price"})
    parameters = {"description": "as the case says", "points": given["price"]}
    return _handling(case, Part(form="other", parameters=parameters)).left()


ACTIONS = {
    "initiative": initiative,
    "turn_order": turn_order,
    "turn_start": turn_start,
    "move_cost": move_cost,
    "climb_cost": climb_cost,
    "turn_cost_table": turn_cost_table,
    "pose_cost_table": pose_cost_table,
    "action": action,
    "jump_max_table": jump_max_table,
    "jump_check": jump_check,
    "sprint_distance_table": sprint_distance_table,
    "sprint_check": sprint_check,
    "skill_check": skill_check,
    "stat_check_table": stat_check_table,
    "sheet": sheet,
    "reload": reload,
    "other": other,
    "draw": draw,
}
