"""The CHAOS adapter for the course of a fight: initiative, reloading, care, magic, the end of a round. No rules."""

from collections.abc import Callable, Mapping
from typing import Any

from combat.core.event import Event, Rolled
from combat.core.fight import Combatant, Fight
from combat.core.intent import Part
from combat.core.ruleset import Moment
from combat.core.sheet import Item, Sheet
from tests.golden import chaos_build as build
from tests.golden import chaos_read as read
from tests.golden import given as usual
from tests.golden.cases import Case
from tests.golden.chaos_run import announced, performed, ticked
from tests.golden.script import Played

PERSON = {
    "name": "",
    "side": "",
    "BE": 40,
    "IN": 40,
    "melee_fitness": 0,
    "cqb": False,
    "hip_shot": False,
    "tactics": None,
}
TACTICS = {"target_number": 0, "choice": "before"}
CONCENTRATE = {"target_number": 0, "same_round": False}
SPELL = {"grade": 3, "resist": "none", "damage": None, "heal": None}
SPENT = {"roll": 0, "effect": 0}
SPELL_KEY = "spell"


def _known(case: Case, *keys: str) -> None:
    unknown = set(case.given) - set(keys)
    if unknown:
        raise usual.UnknownKey(f"given: {sorted(unknown)}")


def _attacker(case: Case, *items: Item, **more: Any) -> Combatant:
    """The one who acts; ``more`` joins his body."""
    given = usual.filled(usual.ATTACKER, case.given.get("attacker"), "attacker")
    found = build.attacker(given, items)
    sheet = Sheet(body={**found.sheet.body, **more}, items=items)
    return Combatant(id=found.id, party=found.party, sheet=sheet, budget=found.budget, flags=found.flags)


def _practised(case: Case, key: str, target_number: int) -> dict[str, Any]:
    """A skill with this target number: learned, under an attribute that nothing else in the case asks for."""
    given = usual.filled(usual.ATTACKER, case.given.get("attacker"), "attacker")
    attributes = build.attributes(given["attributes"]) | {"marksmanship": target_number}
    return {"attributes": attributes, "skills": {key: {"rank": 1, "attribute": "marksmanship"}}}


def _target(case: Case) -> tuple[dict[str, Any], ...]:
    return (usual.target(case.given.get("target")),)


def _after(after: Fight) -> dict[str, Any]:
    found = {"attacker": read.person(after.combatants[build.ATTACKER])}
    target = after.combatants.get(build.target_id(0))
    if target is not None:
        found["target"] = read.person(target)
    item = after.combatants[build.ATTACKER].sheet.item(build.WEAPON)
    if item is not None:
        found["weapon"] = read.weapon(item)
    return found


def _simple(
    case: Case, form: str, parameters: Mapping[str, Any], targets: tuple[str, ...] = (), item: str = ""
) -> Played:
    """A form without dice."""
    weapon = build.weapon(usual.weapon(case.given.get("weapon")))
    people = [usual.target(case.given["target"])] if "target" in case.given else []
    fight = build.fight(case.options, _attacker(case, weapon), people, None)
    part = Part(form=form, item=item, targets=targets, parameters=parameters)
    played, _, after = performed(fight, part, case, {})
    played.actual = played.actual or _after(after)
    return played


def reload(case: Case) -> Played:
    _known(case, "attacker", "weapon")
    return _simple(case, "reload", {}, item=build.WEAPON)


def emp(case: Case) -> Played:
    _known(case, "weapon")
    return _simple(case, "emp", {}, item=build.WEAPON)


def handle_object(case: Case) -> Played:
    _known(case, "purpose", "attacker", "weapon", "target")
    purpose = case.given["purpose"]
    on_person = purpose == "put_out_fire"
    targets = (build.target_id(0),) if on_person and "target" in case.given else ()
    return _simple(case, "handle_object", {"purpose": purpose}, targets, "" if on_person else build.WEAPON)


def heal(case: Case) -> Played:
    _known(case, "attacker", "spend_spell_points")
    return _simple(case, "heal", {"spell_points": case.given["spend_spell_points"]})


def end_round(case: Case) -> Played:
    _known(case, "target", "weapon")
    weapon = (build.weapon(usual.weapon(case.given["weapon"])),) if "weapon" in case.given else ()
    people = list(_target(case)) if "target" in case.given else []
    fight = build.fight(case.options, _attacker(case, *weapon), people, None)
    put = people[0]["spend_spell_points"] if people else 0
    choices = {"resistance.1.spell_points": str(put)} if put else {}
    events, after = ticked(fight, [Moment.ROUND_END], case, choices)
    return Played(actual=_after(after), told=events)


def stabilise(case: Case) -> Played:
    _known(case, "target", "care", "medicine", "attacker")
    medicine = usual.filled({"target_number": 0}, case.given.get("medicine"), "medicine")
    helper = _attacker(case, **_practised(case, "medicine", medicine["target_number"]))
    fight = build.fight(case.options, helper, list(_target(case)), None)
    part = Part(form="stabilise", targets=(build.target_id(0),), parameters={"care": case.given["care"]})
    played, events, after = performed(fight, part, case, {})
    if not played.actual:
        played.actual = _after(after) | {"saved": bool(read.happened(events, "life_saved"))}
    return played


def cast(case: Case) -> Played:
    _known(case, "attacker", "spell", "spend_spell_points", "concentrate", "target")
    given = usual.filled(SPELL, case.given.get("spell"), "spell")
    spent = usual.filled(SPENT, case.given.get("spend_spell_points"), "spend_spell_points")
    attacker = usual.filled(usual.ATTACKER, case.given.get("attacker"), "attacker")
    spell = {"grade": given["grade"], "damage": given["damage"], "healing": given["heal"]}
    if given["resist"] != "none":
        spell["resistance"] = given["resist"]
    more: dict[str, Any] = {"spells": {SPELL_KEY: spell}}
    parameters = {
        "spell": SPELL_KEY,
        "spell_points_roll": spent["roll"],
        "spell_points_effect": spent["effect"],
        "spend": attacker["spend"],
    }
    gathered = case.given.get("concentrate")
    if gathered is not None:
        gathered = usual.filled(CONCENTRATE, gathered, "concentrate")
        more |= _practised(case, "concentration", gathered["target_number"])
        parameters["concentrate"] = True
    caster = _attacker(case, **more)
    if gathered is not None and not gathered["same_round"]:
        flags = {**caster.flags, "concentrating": 0}
        caster = Combatant(id=caster.id, party=caster.party, sheet=caster.sheet, budget=caster.budget, flags=flags)
    targets = list(_target(case))
    fight = build.fight(case.options, caster, targets, None)
    part = Part(form="cast", targets=(build.target_id(0),), parameters=parameters)
    played, events, after = performed(fight, part, case, announced(targets))
    if not played.actual:
        played.actual = _after(after) | _read_cast(events)
    return played


def _read_cast(events: tuple[Event, ...]) -> dict[str, Any]:
    (roll,) = read.rolled(events, "cast")
    gathered = read.rolled(events, "concentrate")
    resisting: list[Rolled] = read.rolled(events, "resist")
    amounts = [
        event.data.get("rolled_damage", event.data.get("rolled_healing"))
        for event in read.happened(events, "spell_damage", "healed")
    ]
    degrees = [event.data["degrees"] for event in read.happened(events, "spell_took_effect", "spell_resisted")]
    return {
        "target_number": roll.data["target_number"],
        "modifiers": read.modifiers(roll),
        "concentrated": gathered[0].outcome == "success" if gathered else None,
        "success": roll.outcome == "success",
        "degrees": degrees[0] if degrees else 0,
        "mishap": roll.outcome == "mishap",
        "resisted": resisting[0].outcome == "success" if resisting else None,
        "resistance_target": resisting[0].data["target_number"] if resisting else None,
        "rolled": amounts[0] if amounts else None,
    }


def initiative(case: Case) -> Played:
    _known(case, "combatants", "surprise")
    people = [usual.filled(PERSON, given, "combatants") for given in case.given["combatants"]]
    surprise = case.given.get("surprise")
    combatants = {each["name"]: _entered(each, surprise) for each in people}
    choices = {
        f"tactics.{n}.side": usual.filled(TACTICS, each["tactics"], "tactics")["choice"]
        for n, each in enumerate(people)
        if each["tactics"]
    }
    fight = Fight(ruleset="chaos", combatants=combatants, options=case.options)
    events, after = ticked(fight, [Moment.FIGHT_START, Moment.ROUND_START], case, choices)
    (order,) = read.happened(events, "order_set")
    won = read.happened(events, "tactics_decided")
    return Played(
        actual={
            "values": order.data["values"],
            "order": after.order,
            "tied": order.data["tied"],
            "tactics_winner": won[0].data["side"] if won else None,
        },
        told=events,
    )


def _entered(given: Mapping[str, Any], surprise: str | None) -> Combatant:
    traits = {"cqb": True} if given["cqb"] else {}
    body = {"weapon_kind": "firearm", "melee_fitness": given["melee_fitness"], "readied": True}
    weapon = Item(id=f"weapon of {given['name']}", kind="weapon", traits=traits, body=body)
    tactics = given["tactics"] and {"tactics": {"rank": 1, "attribute": "magic"}}
    attributes = {"mobility": given["BE"], "intelligence": given["IN"]}
    if tactics:
        attributes["magic"] = given["tactics"]["target_number"]
    flags = {"hip_shot": given["hip_shot"], "surprised": surprise not in {None, given["side"]}}
    sheet = Sheet(body={"attributes": attributes, "skills": tactics or {}}, items=(weapon,))
    return Combatant(id=given["name"], party=given["side"], sheet=sheet, flags=flags)


ACTIONS: Mapping[str, Callable[[Case], Played]] = {
    "reload": reload,
    "emp": emp,
    "handle_object": handle_object,
    "heal": heal,
    "end_round": end_round,
    "stabilise": stabilise,
    "cast": cast,
    "initiative": initiative,
}
