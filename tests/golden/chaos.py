"""The CHAOS adapter: `given` becomes a request, `expect` is read off events and changes. It contains no rules."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from combat.core.bill import total
from combat.core.event import Event
from combat.core.fight import Combatant, Fight
from combat.core.intent import Part
from combat.core.sheet import Item, Sheet
from combat.registry import ruleset
from combat.rulesets.chaos.cost import price_bill
from combat.rulesets.chaos.weapon_bills import recoil_bill, reload_bill
from tests.golden import chaos_build as build
from tests.golden import chaos_read as read
from tests.golden import given as usual
from tests.golden.cases import Case
from tests.golden.chaos_rounds import ACTIONS as ROUNDS
from tests.golden.chaos_run import announced, performed
from tests.golden.script import Played

FIXTURES = Path(__file__).parents[2] / "fixtures" / "chaos"


def _opening(case: Case, kind: str | None = None) -> tuple[dict[str, Any], list[dict[str, Any]], Fight, dict[str, Any]]:
    known = {"attacker", "weapon", "situation", "target", "targets"} | ({"off_weapon"} if kind == "melee" else set())
    unknown = set(case.given) - known
    if unknown:
        raise usual.UnknownKey(f"given: {sorted(unknown)}")
    situation = usual.filled(usual.SITUATION, case.given.get("situation"), "situation")
    several = case.given.get("targets")
    targets = [usual.target(given) for given in (several if several is not None else [case.given.get("target")])]
    weapon = usual.weapon(_of_kind(case.given.get("weapon"), kind))
    items = [build.weapon(weapon)]
    if case.given.get("off_weapon"):
        items.append(build.weapon(usual.weapon(_of_kind(case.given["off_weapon"], kind)), build.OFF_WEAPON))
    shooter = usual.filled(usual.ATTACKER, case.given.get("attacker"), "attacker")
    # The usual distance is one for shots; a blow has none unless the case names it.
    is_near = kind in ("melee", "unarmed") and "distance" not in (case.given.get("situation") or {})
    distance = None if is_near else situation["distance"]
    fight = build.fight(case.options, build.attacker(shooter, tuple(items)), targets, distance)
    return situation, targets, fight, weapon


def _of_kind(given: dict[str, Any] | None, kind: str | None) -> dict[str, Any] | None:
    """A weapon of the kind that the action is about, unless the case names one."""
    return given if kind is None else {"kind": kind} | (given or {})


def _hit_alike(case: Case, part: Part, fight: Fight, targets: list[dict[str, Any]], gm: int) -> Played:
    played, events, after = performed(fight, part, case, announced(targets), gm)
    if played.actual:
        return played
    several = "targets" in case.given
    played.actual = {
        "hits": len(read.hit_log(events)) + len(read.happened(events, "neck_broken")),
        "hit_log": read.hit_log(events, several),
        "attacker": read.person(after.combatants[build.ATTACKER]),
        "weapon": read.weapon(_weapon_in(after)),
    }
    people = [_target(events, after, given, index, several) for index, given in enumerate(targets)]
    if several:
        played.actual["targets"] = people
    else:
        played.actual |= {key: people[0].pop(key) for key in ("cover", "hostage", "reaction")}
        played.actual["target"] = people[0]
    _read_attack(played.actual, events, bool(several and not part.parameters.get("assign")))
    return played


def _weapon_in(fight: Fight) -> Item:
    found = fight.combatants[build.ATTACKER].sheet.item(build.WEAPON)
    assert found is not None
    return found


def _target(
    events: tuple[Event, ...], after: Fight, given: Mapping[str, Any], index: int, several: bool
) -> dict[str, Any]:
    who = build.target_id(index)
    found = read.person(after.combatants[who])
    found["cover"] = read.cover(after, given, index)
    hostage = after.combatants.get(build.hostage_id(index))
    found["hostage"] = read.person(hostage) if hostage else None
    found["reaction"] = read.reaction(events, who)
    if several:
        found["hits"] = sum(entry["target"] == index for entry in read.hit_log(events, several))
        found |= read.scored(events, who)
    return found


def _read_attack(actual: dict[str, Any], events: tuple[Event, ...], blast: bool) -> None:
    rolls = read.rolled(events, "attack", "second_attack")
    if not rolls:
        return
    actual |= {
        "target_number": rolls[0].data["target_number"],
        "modifiers": read.modifiers(rolls[0]),
        "success": rolls[-1].outcome == "success",
        "jam": rolls[0].outcome == "jam",
        "shots_fired": sum(int(str(event.data["shots_fired"])) for event in read.happened(events, "rounds_fired")),
        "burst": read.burst(events),
    }
    if not blast:
        actual |= read.scored(events, None)


def shoot(case: Case) -> Played:
    situation, targets, fight, weapon = _opening(case)
    action = situation["action"]
    if action not in {None, "fire_moving", "single_shot", "burst", "fire"}:
        raise usual.UnknownKey(f"situation.action: {action}")
    attacker = usual.filled(usual.ATTACKER, case.given.get("attacker"), "attacker")
    parameters: dict[str, Any] = {
        "mode": situation["mode"],
        "moving": action == "fire_moving",
        "modifiers": situation["modifiers"],
        "called_zone": situation["called_zone"],
        "spend": attacker["spend"],
        "assign": [str(index) for index in situation["assign"]],
    }
    if "fire_and_forget" in weapon["traits"]:
        parameters["guidance"] = situation["guidance"]
    part = Part(
        form="shoot",
        item=build.WEAPON,
        targets=tuple(build.target_id(index) for index in range(len(targets))),
        parameters=parameters,
    )
    return _hit_alike(case, part, fight, targets, situation["gm"])


def throw(case: Case) -> Played:
    situation, targets, fight, _ = _opening(case, "thrown")
    attacker = usual.filled(usual.ATTACKER, case.given.get("attacker"), "attacker")
    parameters: dict[str, Any] = {
        "modifiers": situation["modifiers"],
        "called_zone": situation["called_zone"],
        "spend": attacker["spend"],
    }
    names = tuple(build.target_id(index) for index in range(len(targets)))
    part = Part(form="throw", item=build.WEAPON, targets=names, parameters=parameters)
    return _hit_alike(case, part, fight, targets, situation["gm"])


def strike(case: Case) -> Played:
    situation, targets, fight, _ = _opening(case, "melee")
    attacker = usual.filled(usual.ATTACKER, case.given.get("attacker"), "attacker")
    parameters: dict[str, Any] = {
        "action": situation["action"] or "melee_attack",
        "grip": situation["grip"] or "one_handed",
        "charge_by": situation["charge_by"],
        "called_zone": situation["called_zone"],
        "as_reaction": situation["as_reaction"],
        "neck_break": situation["neck_break"],
        "modifiers": situation["modifiers"],
        "spend": attacker["spend"],
    }
    if "off_weapon" in case.given:
        parameters["off_weapon"] = build.OFF_WEAPON
    part = Part(form="strike", item=build.WEAPON, targets=(build.target_id(0),), parameters=parameters)
    played = _hit_alike(case, part, fight, targets, situation["gm"])
    if parameters["action"] == "full_melee" and "refused" not in played.actual:
        played.actual["attacks"] = read.attacks(played.events)
    return played


def grapple(case: Case) -> Played:
    given = dict(case.given)
    situation = dict(given.get("situation") or {})
    hold = situation.pop("hold", "none")
    if hold not in {"none", "attacker", "target"}:
        raise usual.UnknownKey(f"situation.hold: {hold}")
    case = replace(case, given=given | {"situation": situation})
    settled, targets, fight, _ = _opening(case, "unarmed")
    fight = build.holding(fight, hold)
    attacker = usual.filled(usual.ATTACKER, case.given.get("attacker"), "attacker")
    parameters: dict[str, Any] = {"modifiers": settled["modifiers"], "spend": attacker["spend"]}
    part = Part(form="grapple", item=build.WEAPON, targets=(build.target_id(0),), parameters=parameters)
    played, events, after = performed(fight, part, case, announced(targets), settled["gm"])
    if not played.actual:
        played.actual = {
            **read.grapple(events, after),
            "attacker": read.person(after.combatants[build.ATTACKER]),
            "target": read.person(after.combatants[build.target_id(0)]),
        }
    return played


def hit(case: Case) -> Played:
    situation, targets, fight, _ = _opening(case)
    part = Part(
        form="hit",
        item=build.WEAPON,
        targets=(build.target_id(0),),
        parameters={"hits": situation["hits"], "called_zone": situation["called_zone"]},
    )
    return _hit_alike(case, part, fight, targets, 0)


def derive(case: Case) -> Played:
    given = usual.filled({"attributes": usual.ATTACKER["attributes"], "overrides": None}, case.given, "given")
    overrides = {key: build.override(value) for key, value in (given["overrides"] or {}).items()}
    body: dict[str, Any] = {"attributes": build.attributes(given["attributes"]), "overrides": overrides}
    values = ruleset("chaos").derive(Sheet(body=body), case.options).values
    return Played(actual={"values": {key: value.value for key, value in values.items()}}, told=values)


def _alone(case: Case, body: Mapping[str, Any], items: tuple[Item, ...] = ()) -> Fight:
    combatant = Combatant(id=build.ATTACKER, sheet=Sheet(body=body, items=items))
    return Fight(ruleset="chaos", combatants={build.ATTACKER: combatant}, options=case.options)


def repair(case: Case) -> Played:
    unknown = set(case.given) - {"armour", "weapon", "zones"}
    if unknown:
        raise usual.UnknownKey(f"given: {sorted(unknown)}")
    if "weapon" in case.given:
        return _repair_weapon(case)
    item = build.armour(usual.armour(case.given["armour"]) or {}, build.armour_id(0))
    part = Part(form="repair", item=item.id, parameters={"zones": case.given.get("zones", [])})
    played, events, after = performed(_alone(case, {}, (item,)), part, case, {})
    for event in read.happened(events, "repaired"):
        repaired = after.combatants[build.ATTACKER].sheet.item(item.id)
        assert repaired is not None
        half_days = event.data["half_days"]
        assert isinstance(half_days, int)
        played.actual = {
            "days": half_days / 2,
            "cost_dkk": event.data["cost"],
            "destroyed_zones": event.data["destroyed_zones"],
            "armour": read.armour(repaired),
        }
    return played


def _repair_weapon(case: Case) -> Played:
    item = build.weapon(usual.weapon(case.given["weapon"]))
    played, events, after = performed(_alone(case, {}, (item,)), Part(form="repair", item=item.id), case, {})
    for event in read.happened(events, "repaired"):
        played.actual = {"cost": event.data["cost"], "weapon": read.weapon(_weapon_in(after))}
    return played


def test(case: Case) -> Played:
    given = usual.filled({"attribute": 40, "skill": "learned", "difficulty": 0}, case.given, "given")
    body = {
        "attributes": {"intelligence": given["attribute"]},
        "skills": build.skill(given["skill"], "intelligence"),
    }
    part = Part(form="test", parameters={"skill": build.SKILL, "difficulty": given["difficulty"]})
    played, events, _ = performed(_alone(case, body), part, case, {})
    for roll in read.rolled(events, "test"):
        success = roll.outcome == "success"
        played.actual = {
            "target_number": roll.data["target_number"],
            "success": success,
            "degrees": roll.data["degrees" if success else "degrees_of_failure"],
        }
    return played


def action_cost(case: Case) -> Played:
    given = usual.filled(
        {"of": "", "weapon": None, "grip": None, "charge_by": "quick_move", "reduction": 0}, case.given, "given"
    )
    item = build.weapon(usual.weapon(given["weapon"]))
    talent = {"reduction_action": given["of"], "reduction": given["reduction"]}
    steps = price_bill(
        given["of"],
        Sheet(body={"talents": {"quick": talent}}, items=(item,)),
        recoil=total(recoil_bill(item)),
        reload_rounds=total(reload_bill(item)),
        move=given["charge_by"] if given["of"] == "charge" else "",
        two_handed=given["grip"] == "two_handed",
    )
    return Played(actual={"action_units": total(steps)}, told=steps)


def stock_cover(case: Case) -> Played:
    usual.filled({}, case.given, "given")
    rows = json.loads((FIXTURES / "covers.json").read_text(encoding="utf-8"))
    covers = {
        row["fields"]["name"]: [row["fields"]["body"].get(key) for key in ("bonus", "integrity", "barrier_class")]
        for row in rows
    }
    return Played(actual={"covers": covers})


ACTIONS: Mapping[str, Callable[[Case], Played]] = {
    "shoot": shoot,
    "throw": throw,
    "strike": strike,
    "grapple": grapple,
    "hit": hit,
    "derive": derive,
    "repair": repair,
    "test": test,
    "action_cost": action_cost,
    "stock_cover": stock_cover,
    **ROUNDS,
}
