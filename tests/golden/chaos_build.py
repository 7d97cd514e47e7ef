"""From a CHAOS case to records: sheets, weapons, armours, covers, a fight. No rules."""

from collections.abc import Mapping
from typing import Any

from combat.core.event import Change
from combat.core.fight import Combatant, Fight, apply
from combat.core.sheet import Item, Sheet, Zone
from tests.golden.given import ZONES, UnknownKey

ATTACKER = "character:1"
WEAPON = "item:1"
OFF_WEAPON = "item:2"
ATTRIBUTES = {
    "ST": "strength",
    "BE": "mobility",
    "WG": "marksmanship",
    "WI": "toughness",
    "IN": "intelligence",
    "MA": "magic",
}
RANKS = ("unlearned", "learned", "focus", "specialised")
TYPES = ("kinetic", "explosive", "energy")
TRAITS = {
    "reliable", "accurate", "inaccurate", "shrapnel", "armour_piercing", "bunker_breaking", "explosive", "primitive",
    "cqb", "fire_and_forget", "flame", "heat_ray", "stun", "energy_field", "magnetic", "warp", "strength_damage",
}  # fmt: skip
STATUSES = {"irritated", "unconscious", "burning", "mortally_wounded", "clinched", "prone"}
FLAGS = {"in_motion", "hasty_used", "sprinted", "reckless", "surprised", "unaware", "guarding", "took_cover"}
SKILL = "practised"


def target_id(index: int) -> str:
    return f"character:{index + 2}"


def hostage_id(index: int) -> str:
    return f"character:{index + 102}"


def armour_id(index: int) -> str:
    return f"item:{index + 11}"


def cover_id(index: int) -> str:
    return f"item:{index + 201}"


def override(value: int) -> dict[str, Any]:
    return {"value": value, "reason": "as the case says"}


def skill(rank: str, attribute: str) -> dict[str, Any]:
    return {SKILL: {"rank": RANKS.index(rank), "attribute": attribute}}


def _states(names: list[str], path: str) -> tuple[dict[str, bool], dict[str, bool]]:
    unknown = set(names) - STATUSES - FLAGS - {"dead"}
    if unknown:
        raise UnknownKey(f"{path}.states: {sorted(unknown)}")
    return (
        {name: True for name in names if name in STATUSES},
        {name: True for name in names if name in FLAGS},
    )


def _pools(given: Mapping[str, Any]) -> dict[str, Any]:
    pools = {key: given.get(key, 0) for key in ("hit_points", "action_points", "spell_points")}
    maxima = {"hit_points": given["max_hit_points"]}
    maxima |= {key: pools[key] for key in ("action_points", "spell_points")}
    return {"maxima": maxima, "pools": pools}


def attributes(given: Mapping[str, int]) -> dict[str, int]:
    return {ATTRIBUTES[key]: value for key, value in given.items()}


def attacker(given: Mapping[str, Any], items: tuple[Item, ...]) -> Combatant:
    statuses, flags = _states(given["states"], "attacker")
    overrides = {} if given["strength_bonus"] is None else {"strength_bonus": override(given["strength_bonus"])}
    body = {
        "attributes": attributes(given["attributes"]),
        "skills": skill(given["skill"], "marksmanship"),
        "statuses": statuses,
        "overrides": overrides,
        "melee_attacks": given["attacks"],
        **_pools(given),
    }
    shooting = given["earlier_shooting_actions"]
    more: dict[str, Any] = {"shooting_actions": shooting, "bought_units": given["extra_action_units"]}
    if shooting and any("magnetic" in item.traits for item in items):
        more["fired"] = WEAPON
    if given["aim"] != "none":
        more |= {"aim": given["aim"], "aim_target": target_id(0) if given["aim_on"] == "target" else "character:99"}
    return Combatant(
        id=ATTACKER,
        party="A",
        sheet=Sheet(body=body, items=items),
        budget={"action_units": given["action_units"]},
        flags=flags | more,
    )


def weapon(given: Mapping[str, Any], item_id: str = WEAPON) -> Item:
    unknown = set(given["traits"]) - TRAITS
    if unknown:
        raise UnknownKey(f"weapon.traits: {sorted(unknown)}")
    body = {key: value for key, value in given.items() if key not in {"kind", "traits", "modifications", "repair_cost"}}
    body["weapon_kind"] = given["kind"]
    body["skill"] = SKILL
    fitted = tuple(
        Item(id=f"{item_id}{number + 301}", kind="modification", key=key, body={"grants": [key]})
        for number, key in enumerate(given["modifications"])
    )
    return Item(
        id=item_id, kind="weapon", traits=given["traits"], body=body, fitted=fitted, repair_cost=given["repair_cost"]
    )


def armour(given: Mapping[str, Any], item_id: str) -> Item:
    zones = {
        zone: Zone(
            protection=dict(zip(TYPES, given["zones"][zone], strict=True)),
            damage_points=given["damage_points"][zone],
        )
        for zone in ZONES
    }
    body = {"level": given["level"], "abc": given["abc"], "worn": True}
    return Item(id=item_id, kind="armour", body=body, zones=zones)


def cover(given: Mapping[str, Any], index: int) -> Item:
    body = {key: given[key] for key in ("bonus", "integrity", "barrier_class", "damage", "immune_to")}
    return Item(id=cover_id(index), kind="cover", body=body)


def _target_flags(given: Mapping[str, Any], index: int) -> dict[str, Any]:
    flags: dict[str, Any] = {}
    if given["aim"] != "none":
        flags |= {"aim": given["aim"], "aim_target": ATTACKER}
    if given["cover"]:
        flags["cover"] = hostage_id(index) if given["cover"]["hostage"] else cover_id(index)
        flags["moved_quickly"] = given["cover"]["halved"]
    return flags


def target(given: Mapping[str, Any], index: int) -> Combatant:
    statuses, flags = _states(given["states"], "target")
    overrides = {"toughness_bonus": override(given["toughness_bonus"])}
    if given["cover"]:
        overrides["cover_additions"] = override(given["cover"]["additions"])
    for reaction in ("dodge", "parry"):
        if given[reaction]:
            overrides[reaction] = override(given[reaction]["target_number"])
    body = {
        "attributes": attributes(given["attributes"]),
        "skills": skill(given["skill"], "strength"),
        "resistances": {"physical": given["physical_resistance"], "mental": given["mental_resistance"]},
        "overrides": overrides,
        "statuses": statuses,
        "shock_rounds": given["shock_rounds"],
        **_pools(given),
    }
    items = (armour(given["armour"], armour_id(index)),) if given["armour"] else ()
    return Combatant(
        id=target_id(index),
        party="B",
        sheet=Sheet(body=body, items=items),
        budget={"action_units": given["action_units"]},
        flags=flags | _target_flags(given, index),
    )


def hostage(given: Mapping[str, Any], index: int) -> Combatant:
    person = given["hostage"]
    statuses, flags = _states(person["states"], "hostage")
    body = {
        "overrides": {"toughness_bonus": override(person["toughness_bonus"])},
        "resistances": {"physical": person["physical_resistance"]},
        "statuses": statuses,
        **_pools(person),
    }
    shield: dict[str, Any] = {"shield_damage": given["damage"], "shield_bonus_lost": 50 - given["bonus"]}
    items = (armour(person["armour"], armour_id(index + 50)),) if person["armour"] else ()
    return Combatant(id=hostage_id(index), sheet=Sheet(body=body, items=items), flags=flags | shield)


def fight(options: Mapping[str, Any], shooter: Combatant, targets: list[dict[str, Any]], distance: int | None) -> Fight:
    people = [shooter, *(target(given, index) for index, given in enumerate(targets))]
    things = {}
    for index, given in enumerate(targets):
        if given["cover"] and given["cover"]["hostage"]:
            people.append(hostage(given["cover"], index))
        elif given["cover"]:
            things[cover_id(index)] = cover(given["cover"], index)
    pairs = {f"{ATTACKER}>{target_id(index)}": {"distance": distance} for index in range(len(targets))}
    return Fight(
        ruleset="chaos",
        combatants={person.id: person for person in people},
        things=things,
        options=options,
        pairs=pairs,
        round=1,
        order=tuple(person.id for person in people),
        current=ATTACKER,
    )


def holding(fight: Fight, hold: str) -> Fight:
    """The fight in which one of the two holds the other already."""
    if hold == "none":
        return fight
    holder, held = (ATTACKER, target_id(0)) if hold == "attacker" else (target_id(0), ATTACKER)
    changes = (Change(held, "statuses.clinched", None, True), Change(held, "flags.held_by", None, holder))
    return apply(fight, changes)
