"""From an Ödland case to records: sheets, weapons, armour, covers, a fight. No rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from combat.core.fight import Combatant, Fight
from combat.core.sheet import Item, Sheet, Zone
from tests.golden.cases import Case

ACTOR, TARGET = "character:1", "character:2"
COVER = "item:900"
GUN = "item:1"
MEDIUM = {"upto_cm": 55, "mod": 0, "key": "mittel"}
PLAIN = {
    "skill": "faustfeuerwaffen", "ap_single": 4, "ap_aimed": 5, "mag": 12, "damage": "2W6", "bands": [MEDIUM],
}  # fmt: skip
ATTRIBUTES = {
    "ST": "strength", "WA": "perception", "AU": "endurance", "CH": "charisma", "IN": "intelligence", "BE": "mobility",
    "GL": "luck", "MT": "courage",
}  # fmt: skip
SKILLS = {
    "faustfeuerwaffen": "handguns", "gewehre": "rifles", "schwere_waffen": "heavy_weapons",
    "nahkampfwaffen": "melee_weapons", "unbewaffnet": "unarmed_combat", "akrobatik": "acrobatics",
    "koerperbeherrschung": "body_control",
}  # fmt: skip
ZONES = {"kopf": "head", "torso": "torso", "arm": "arm", "bein": "leg", "waffe": "weapon"}
POSES = {"aufrecht": "upright", "kniend": "kneeling", "liegend": "prone"}
BANDS = {"cqc": "cqc", "nah": "near", "mittel": "medium", "weit": "far", "extrem": "extreme"}
HEIGHTS = {"knie": "knee", "hueft": "hip", "schulter": "shoulder", "voll": "full_height", "wandkante": "wall_edge"}
PERKS = {"beidhaendig": "ambidextrous"}
CHOICES = {"tot": "dead", "sterbend": "dying"}
WEAPON_KEYS = {
    "skill", "column", "hands", "min_st", "ap_single", "ap_aimed", "ap_burst", "ap_reload", "full_auto", "burst_len",
    "mag", "damage", "bands", "tuning", "crit", "reach_cm", "ap", "rounds",
}  # fmt: skip
PERSON_KEYS = {*ATTRIBUTES, "ap_max", "tp", "tp_max", "skills", "armour", "perks", "name"}


class UnknownKey(Exception):
    """A case says something that the runner does not understand."""


def known(given: Mapping[str, Any], keys: set[str], where: str = "given") -> Mapping[str, Any]:
    unknown = set(given) - keys
    if unknown:
        raise UnknownKey(f"{where}: {sorted(unknown)}")
    return given


def back(words: Mapping[str, str], found: Any) -> Any:
    """The word of a case for an id."""
    return next((word for word, one in words.items() if one == found), found)


def fixture(case: Case, kind: str, given: Any) -> Mapping[str, Any]:
    """A record that a case names, or states in place."""
    if isinstance(given, Mapping):
        return given
    found: Mapping[str, Any] = case.fixtures[kind][given]
    return found


def weapon(case: Case, given: Any, item_id: str, **more: Any) -> Item:
    """A weapon in hand by the keys of the cases; ``more`` is its state."""
    stated = known(fixture(case, "weapons", given), WEAPON_KEYS, "weapon")
    skill = SKILLS[stated.get("skill", "faustfeuerwaffen")]
    kind = {"melee_weapons": "melee", "unarmed_combat": "unarmed"}.get(skill, "ranged")
    ranges = {
        BANDS[band["key"]]: {
            "up_to": band["upto_cm"], "modifier": band["mod"], "per_perception": band.get("per_WA", 0),
            **({"damage": band["damage"]} if "damage" in band else {}),
        }
        for band in stated.get("bands", ())
    }  # fmt: skip
    prices = {"single": "ap_single", "aimed": "ap_aimed", "burst": "ap_burst", "reload": "ap_reload"}
    body: dict[str, Any] = {
        "weapon_kind": kind,
        "skill": skill,
        "column": stated.get("column", ""),
        "hands": stated.get("hands", 1),
        "minimum_strength": stated.get("min_st", 0),
        "costs": {mode: stated[key] for mode, key in prices.items() if key in stated},
        "full_auto": stated.get("full_auto", False),
        "burst_length": stated.get("burst_len", 3),
        "damage": stated.get("damage", "1W6"),
        "tuning": stated.get("tuning", 0),
        "critical_bonus": stated.get("crit", 0),
        "reach": stated.get("reach_cm", 3),
        "ranges": ranges,
        "readied": True,
        **more,
    }
    if "ap" in stated:
        body["costs"]["single"] = stated["ap"]
    if "mag" in stated:
        body["capacity"] = stated["mag"]
        body["loaded"] = more.get("loaded", stated.get("rounds", stated["mag"]))
    return Item(id=item_id, kind="weapon", key=given if isinstance(given, str) else "", body=body)


def gun(case: Case, given: Mapping[str, Any]) -> Item:
    """The weapon of whoever acts, a plain one if the case names none, with as many rounds as it states."""
    more = {"loaded": given["ammo"]} if "ammo" in given else {}
    return weapon(case, given.get("weapon", PLAIN), GUN, **more)


def in_hand(skill: str, item_id: str) -> Item:
    """Something of a skill, held in the hand."""
    kind = {"melee_weapons": "melee", "unarmed_combat": "unarmed"}.get(skill, "ranged")
    body: dict[str, Any] = {
        "weapon_kind": kind,
        "skill": skill,
        "readied": True,
        "costs": {"single": 3},
        "damage": "1W6",
    }
    return Item(id=item_id, kind="weapon", body=body)


def fatigue(given: Any) -> str | None:
    """Breath as a case states it: a malus, or entries of malus and rounds."""
    entries = given if isinstance(given, list) else [given] if given else []
    found = []
    for entry in entries:
        malus = abs(entry["malus"] if isinstance(entry, Mapping) else entry)
        rounds = entry.get("rounds", 1) if isinstance(entry, Mapping) else 1
        found.append(f"{malus}:1-{rounds}")
    return " ".join(found) or None


@dataclass(slots=True, kw_only=True)
class Person:
    """Somebody of a case, and what is stated of him beside his sheet."""

    sheet: Any = field(default_factory=dict)
    name: str = ACTOR
    party: str = "A"
    items: tuple[Item, ...] = ()
    flags: Mapping[str, Any] = field(default_factory=dict)
    ap: int | None = None
    tp: int | None = None
    perks: tuple[str, ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict)


def combatant(case: Case, person: Person) -> Combatant:
    given = known(fixture(case, "characters", person.sheet), PERSON_KEYS, "character")
    points = given.get("ap_max", 8)
    most = given.get("tp_max", given.get("tp", 30))
    now = person.tp if person.tp is not None else given.get("tp", most)
    body: dict[str, Any] = {
        "attributes": {ATTRIBUTES[key]: given[key] for key in ATTRIBUTES if key in given},
        "skills": {SKILLS[key]: {"value": value} for key, value in given.get("skills", {}).items()},
        "maxima": {"hit_points": most, "action_points": points},
        "pools": {"hit_points": now},
        "talents": {PERKS.get(perk, perk): {} for perk in (*given.get("perks", ()), *person.perks)},
        **person.body,
    }
    items = person.items
    if "armour" in given:
        zones = {ZONES[zone]: Zone(protection={"armour_value": value}) for zone, value in given["armour"].items()}
        items += (Item(id=f"{person.name.replace('character', 'item')}99", kind="armour", zones=zones),)
    flags = {key: value for key, value in person.flags.items() if value is not None}
    budget = {"action_points": (points or 0) if person.ap is None else person.ap}
    return Combatant(
        id=person.name, party=person.party, sheet=Sheet(body=body, items=items), budget=budget, flags=flags
    )


def options(case: Case) -> dict[str, Any]:
    """House rules as a case names them."""
    return {key: CHOICES.get(value, value) if isinstance(value, str) else value for key, value in case.options.items()}


def fight(
    case: Case,
    *people: Person,
    distance: int | None = None,
    bearing: int | None = None,
    height: str | None = None,
    things: tuple[str, ...] = (COVER,),
) -> Fight:
    """A fight in its first round, the first of the people acting."""
    combatants = [combatant(case, person) for person in people]
    stated = {"distance": distance, "bearing": bearing}
    pair = {key: value for key, value in stated.items() if value is not None}
    body = {"height": HEIGHTS.get(height or "hueft", height)}
    return Fight(
        ruleset="oedland",
        combatants={one.id: one for one in combatants},
        things={name: Item(id=name, kind="cover", body=body) for name in things},
        options=options(case),
        pairs={f"{combatants[0].id}>{one.id}": pair for one in combatants[1:]},
        round=1,
        order=tuple(one.id for one in combatants),
        current=combatants[0].id,
    )
