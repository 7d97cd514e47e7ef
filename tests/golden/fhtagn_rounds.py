"""Rounds of FHTAGN cases: several actions one after the other. It contains no rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.core.event import Event
from combat.core.intent import Intent, Part
from combat.core.ruleset import Moment
from tests.golden import fhtagn_build as build
from tests.golden.cases import Case
from tests.golden.fhtagn_run import Step, Table, attacked, conditions, happened, points, rolled
from tests.golden.given import UnknownKey
from tests.golden.script import Played

STEP_KEYS = {
    "actor", "action", "weapon", "target", "distance", "called", "fumble_choice", "speed", "obstacle", "reaction",
    "reaction_weapon", "counter", "counter_called", "faces", "parts", "mode", "touching", "special", "wrong_target",
    "item",
}  # fmt: skip
REACTIONS = ("dodge", "fight_back", "fight_back_armed", "escape")
PLAIN = ("move", "wait", "other", "stand_up", "shake_off", "aim", "dodge", "take_cover", "go_prone", "let_go")
THINGS = ("repair_weapon", "reload", "pick_up")


def _choices(step: Mapping[str, Any]) -> dict[str, str]:
    """What is announced by those who are asked."""
    found = {"fumble": step["fumble_choice"]} if "fumble_choice" in step else {}
    if "wrong_target" in step:
        found["wrong_target"] = step["wrong_target"]
    if "reaction" not in step:
        return found
    found["reaction.0.choice"] = step["reaction"]
    if "reaction_weapon" in step:
        found["reaction.0.weapon"] = build.item_id(step["target"], step["reaction_weapon"])
    if step.get("counter") in {"disarm", "pin"}:
        found["reaction.0.weapon"] = "unarmed"
    found |= {"reaction.0.counter": step["counter"]} if "counter" in step else {}
    return found | ({"reaction.0.called": f"called.{step['counter_called']}"} if "counter_called" in step else {})


def _part(step: Mapping[str, Any]) -> Part:
    """One action of somebody."""
    unknown = set(step) - STEP_KEYS
    if unknown:
        raise UnknownKey(f"steps: {sorted(unknown)}")
    action, actor = step["action"], step["actor"]
    targets = (step["target"],) if "target" in step else ()
    named = step.get("weapon") or (step.get("item") if action in THINGS else None)
    item = build.item_id(actor, named) if named and action not in {"disarm", "pin"} else ""
    given: dict[str, Any] = {key: step[key] for key in ("called", "speed", "obstacle", "touching", "special")
                             if key in step}  # fmt: skip
    if "mode" in step:
        given["mode"] = build.MODES[step["mode"]]
    if action not in {"attack", "disarm", "pin", "escape", *PLAIN, *THINGS}:
        raise UnknownKey(f"steps.action: {action}")
    return Part(form=action, item=item, targets=targets if action not in PLAIN else (), parameters=given)


def _together(step: Mapping[str, Any]) -> Intent:
    """A step of several who are tied."""
    parts = []
    for each in step["parts"]:
        part = _part(each)
        given = {**part.parameters, "by": each["actor"], "form": part.form}
        parts.append(Part(form="simultaneous", item=part.item, targets=part.targets, parameters=given))
    return Intent(actor=step["parts"][0]["actor"], parts=tuple(parts))


def _state(table: Table, who: str) -> str:
    return str(table.fight.combatants[who].flags.get("action_state") or "ready")


def _of_everybody(table: Table) -> dict[str, Any]:
    names = list(table.fight.combatants)
    flags = [each.flags for each in table.fight.combatants.values()]
    return {
        "tp": {name: points(table.fight, name) for name in names},
        "conditions": {name: conditions(table.fight, name) for name in names},
        "state": {name: _state(table, name) for name in names},
        "tokens": sum(1 for each in flags if each.get("token_die")),
        "holds": {name: flag.get("holding") for name, flag in zip(names, flags, strict=True)},
    }


def _counter(events: tuple[Event, ...], who: str, against: str) -> dict[str, Any] | None:
    if not happened(events, "counter_struck"):
        return None
    found = attacked(events, who, against)
    own = rolled(events, "counter")
    found |= {"outcome": own[0].outcome} if own else {}
    return found


def _read(table: Table, given: Mapping[str, Any], step: Step) -> dict[str, Any]:
    """What a step came to."""
    actual = _of_everybody(table)
    actor, target = given.get("actor"), given.get("target")
    if given["action"] in {"attack", "disarm", "pin"} and target:
        actual |= attacked(step.events, str(actor), target)
        answers = [event for event in rolled(step.events, *REACTIONS) if event.who == target]
        actual["reaction_outcome"] = answers[0].outcome if answers else None
        actual["counter"] = _counter(step.events, target, str(actor))
    elif given["action"] == "escape":
        held = rolled(step.events, "hold")
        own = rolled(step.events, "escape")[0]
        actual |= {"effective_target": own.data["target_number"], "outcome": own.outcome}
        actual["escaped"] = bool(happened(step.events, "came_free"))
        if held:
            actual |= {"hold_target": held[0].data["target_number"], "hold_outcome": held[0].outcome}
    elif rolled(step.events, "shake_off", "obstacle_test", "dodge"):
        own = rolled(step.events, "shake_off", "obstacle_test", "dodge")[0]
        actual |= {"effective_target": own.data["target_number"], "outcome": own.outcome}
    return actual


def _play(table: Table, given: Mapping[str, Any]) -> dict[str, Any]:
    if given["action"] == "end_round":
        step = table.tick(Moment.ROUND_END)
    elif given["action"] == "simultaneous":
        step = table.do(_together(given))
    else:
        part = _part(given)
        if "distance" in given:
            pairs = {**table.fight.pairs, f"{given['actor']}>{given['target']}": {"distance": given["distance"]}}
            table.fight = replace(table.fight, pairs=pairs)
        step = table.do(Intent(actor=given["actor"], parts=(part,)), _choices(given))
    assert step.used == given.get("faces", 0), f"{given['action']}: {step.used} dice used"
    if step.error:
        return {"error": step.error}
    found = _read(table, given, step)
    if given["action"] == "simultaneous":
        found["parts"] = [attacked(step.events, each["actor"], each["target"]) for each in given["parts"]]
    return found


def round_sequence(case: Case) -> Played:
    unknown = set(case.given) - {"combatants", "steps"}
    if unknown:
        raise UnknownKey(f"given: {sorted(unknown)}")
    people = [build.combatant(name, given, *build.arms(case, name)) for name, given in case.given["combatants"].items()]
    table = Table(case=case, fight=build.fight(case, people))
    steps = [_play(table, step) for step in case.given["steps"]]
    return table.played({"steps": steps})
