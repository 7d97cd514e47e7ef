"""What `given` may hold, with the value of everything that is left out; a key that is not here is an error."""

from collections.abc import Mapping
from typing import Any

ATTACKER: dict[str, Any] = {
    "attributes": {"ST": 40, "BE": 40, "WG": 50, "WI": 40, "IN": 40, "MA": 40},
    "strength_bonus": None,
    "hit_points": 15,
    "max_hit_points": 15,
    "skill": "learned",
    "action_points": 0,
    "action_units": 10,
    "extra_action_units": 0,
    "spend": [],
    "states": [],
    "aim": "none",
    "aim_on": "target",
    "earlier_shooting_actions": 0,
    "attacks": {"main_hand": 1, "off_hand": 0},
    "spell_points": 0,
}
WEAPON: dict[str, Any] = {
    "kind": "firearm",
    "shots": {"single": 1, "semi": None, "burst": None, "auto": None},
    "loaded": 30,
    "capacity": 30,
    "reload_rounds": 1,
    "reload_progress": 0,
    "base_range": 50,
    "damage": "2W10",
    "damage_type": "kinetic",
    "element": None,
    "penetration": 0,
    "recoil": 1,
    "melee_fitness": 0,
    "hands": 2,
    "traits": None,
    "modifications": [],
    "heat": 0,
    "shut_down": False,
    "jammed": False,
    "broken": False,
    "powered": True,
    "repair_cost": 0,
}
SITUATION: dict[str, Any] = {
    "distance": 30,
    "mode": "single",
    "action": None,
    "grip": None,
    "charge_by": "quick_move",
    "as_reaction": False,
    "neck_break": False,
    "guidance": "shooter",
    "modifiers": [],
    "gm": 0,
    "called_zone": None,
    "hits": 1,
    "assign": [],
}
ZONES = ("legs", "body", "arms", "head")
ARMOUR: dict[str, Any] = {
    "level": 2,
    "abc": False,
    "zones": None,
    "damage_points": dict.fromkeys(ZONES, 0),
}
ARMOUR_ZONES: dict[str, Any] = {"legs": [0, 0, 0], "body": [4, 3, 2], "arms": [0, 0, 0], "head": [0, 0, 0]}
HOSTAGE: dict[str, Any] = {
    "hit_points": 15,
    "max_hit_points": 15,
    "toughness_bonus": 4,
    "physical_resistance": 50,
    "states": [],
    "armour": None,
}
COVER: dict[str, Any] = {
    "bonus": 30,
    "integrity": 10,
    "barrier_class": 1,
    "damage": 0,
    "immune_to": [],
    "additions": 0,
    "halved": False,
    "hostage": None,
}
TARGET: dict[str, Any] = {
    "hit_points": 15,
    "max_hit_points": 15,
    "toughness_bonus": 4,
    "physical_resistance": 50,
    "mental_resistance": 50,
    "action_points": 0,
    "action_units": 10,
    "spell_points": 0,
    "spend_spell_points": 0,
    "states": [],
    "aim": "none",
    "shock_rounds": None,
    "dodge": None,
    "parry": None,
    "spend": [],
    "attributes": {"ST": 40},
    "skill": "learned",
    "armour": None,
    "cover": None,
}
REACTION: dict[str, Any] = {"target_number": None}


class UnknownKey(Exception):
    """A case says something that the runner does not understand."""


def filled(known: Mapping[str, Any], given: Mapping[str, Any] | None, path: str) -> dict[str, Any]:
    """The given values with the usual ones where none are given; inner maps are filled in the same way."""
    given = given or {}
    unknown = set(given) - set(known)
    if unknown:
        raise UnknownKey(f"{path}: {sorted(unknown)}")
    result = {}
    for key, usual in known.items():
        value = given.get(key, usual)
        result[key] = filled(usual, value, f"{path}.{key}") if isinstance(usual, Mapping) else value
    return result


def weapon(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """A weapon; a mode whose shots nobody names it lacks."""
    found = filled(WEAPON, given, "weapon")
    found["traits"] = found["traits"] or {}
    return found


def armour(given: Mapping[str, Any] | None, path: str = "armour") -> dict[str, Any] | None:
    """An armour, None if there is none; a zone left out of ``zones`` has no protection."""
    if given is None:
        return None
    found = filled(ARMOUR, given, path)
    zones = given.get("zones", ARMOUR_ZONES)
    filled(ARMOUR_ZONES, zones, f"{path}.zones")
    found["zones"] = {zone: zones.get(zone, [0, 0, 0]) for zone in ZONES}
    return found


def target(given: Mapping[str, Any] | None, path: str = "target") -> dict[str, Any]:
    """A target with his armour, his cover and the hostage in it."""
    found = filled(TARGET, given, path)
    found["armour"] = armour(found["armour"], f"{path}.armour")
    for reaction in ("dodge", "parry"):
        if found[reaction] is not None:
            filled(REACTION, found[reaction], f"{path}.{reaction}")
    if found["cover"] is not None:
        cover = filled(COVER, found["cover"], f"{path}.cover")
        if cover["hostage"] is not None:
            hostage = filled(HOSTAGE, cover["hostage"], f"{path}.cover.hostage")
            cover["hostage"] = hostage | {"armour": armour(hostage["armour"], f"{path}.cover.hostage.armour")}
        found["cover"] = cover
    return found
