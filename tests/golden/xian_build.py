"""From a XIAN case to records: sheets, weapons, a fight. No rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.core.fight import Combatant, Fight
from combat.core.sheet import Item, Sheet, Zone
from combat.registry import ruleset_info
from tests.golden.cases import Case

ZONES = {"kopf": "head", "ober": "upper_body", "unter": "lower_body"}
ATTRIBUTES = {"KO": "constitution", "ST": "strength", "IN": "instinct"}
KINDS = {"nahkampf": "melee", "fernkampf": "ranged"}
DISTANCES = {"nah": "near", "mittel": "middle", "fern": "far", "ueberfern": "very_far"}
SIGHTS = {"klar": "clear", "leicht": "light", "schwer": "severe"}
STATUSES = {"bewusstlos": "unconscious", "kampfunfaehig": "incapacitated", "tot": "dead"}
GERMAN = {english: german for known in (ZONES, DISTANCES, STATUSES) for german, english in known.items()}
ACTOR, TARGET = "character:1", "character:2"
WEAPON_KEYS = {"kind", "skill", "inertia", "damage", "reach", "load", "distance"}
CHARACTER_KEYS = {"aw", "verfassung", "armour", "ap", "initiative", "fokus", "weapon"}
REASON = "as the case says"


class UnknownKey(Exception):
    """A case says something that the runner does not understand."""


def only(given: Mapping[str, Any], known: set[str], where: str) -> None:
    """Refuse what nobody reads."""
    if set(given) - known:
        raise UnknownKey(f"{where}: {sorted(set(given) - known)}")


def _ascii(word: str) -> str:
    for letter, written in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), (" ", "_")):
        word = word.lower().replace(letter, written)
    return word


def skill(key: str) -> str:
    """The id of a skill by its German word, as the glossary has it."""
    terms = ruleset_info("xian").glossary.terms
    return next(name for name in SKILLS if _ascii(terms[name].word["de"]) == key)


SKILLS = (
    "brawling", "light_melee", "medium_melee", "heavy_melee", "pistols", "rifles", "heavy_guns", "projectile_weapons",
    "throwing", "dodge", "athletics", "pain_tolerance",
)  # fmt: skip


def german(key: str) -> str:
    """The key of a case for an id of ours."""
    return GERMAN.get(key) or _ascii(ruleset_info("xian").glossary.terms[key].word["de"])


def weapon(given: Mapping[str, Any], item_id: str, held: str | None = "main_hand") -> Item:
    only(given, WEAPON_KEYS, "weapon")
    limits = given.get("distance") or ()
    body: dict[str, Any] = {
        "weapon_kind": KINDS[given.get("kind", "nahkampf")],
        "skill": skill(given.get("skill", "leichte_nahkampfwaffen")),
        "inertia": given.get("inertia", 0),
        "damage_dice": given.get("damage", {}).get("n", 1),
        "penetration": given.get("damage", {}).get("k", 1),
        "distances": dict(zip(("near", "middle", "far"), limits, strict=False)),
        "load": given.get("load", 0),
    }
    body |= {"reach": given["reach"]} if "reach" in given else {}
    body |= {"held": held} if held else {}
    return Item(id=item_id, kind="weapon", body=body)


def _armour(given: Mapping[str, int], item_id: str) -> Item:
    zones = {ZONES[zone]: Zone(protection={"armour": points}) for zone, points in given.items()}
    return Item(id=item_id, kind="armour", body={"worn": True}, zones=zones)


def _pools(given: Mapping[str, Any]) -> dict[str, Any]:
    points = {f"{ZONES[zone]}_constitution": value for zone, value in given.get("verfassung", {}).items()}
    points |= {"action_points": given["ap"]} if "ap" in given else {}
    return {"maxima": points, "pools": dict(points)}


def character(case: Case, name: str, number: int) -> Combatant:
    """A character of the fixtures, with his weapon in his main hand."""
    given = case.fixtures["characters"][name]
    only(given, CHARACTER_KEYS, name)
    overrides = {skill(key): {"value": value, "reason": REASON} for key, value in given.get("aw", {}).items()}
    body: dict[str, Any] = {"overrides": overrides, **_pools(given)}
    body |= {
        key: given[german_key]
        for key, german_key in (("initiative", "initiative"), ("focus", "fokus"))
        if german_key in given
    }
    items = [weapon(case.fixtures["weapons"][given["weapon"]], f"item:{number}1")]
    if "armour" in given:
        items.append(_armour(given["armour"], f"item:{number}2"))
    return Combatant(id=f"character:{number}", party=name, sheet=Sheet(body=body, items=tuple(items)))


def anybody(number: int, **body: Any) -> Combatant:
    """Somebody of whom the case says nothing else; every zone is whole."""
    pools: dict[str, Any] = {f"{zone}_constitution": 9 for zone in ZONES.values()} | {"action_points": 9}
    return Combatant(id=f"character:{number}", sheet=Sheet(body={"maxima": dict(pools), "pools": pools, **body}))


def armed(person: Combatant, *items: Item) -> Combatant:
    """The same person with these things."""
    return replace(person, sheet=replace(person.sheet, items=items))


def changed(person: Combatant, **body: Any) -> Combatant:
    """The same person with other values on the sheet."""
    return replace(person, sheet=replace(person.sheet, body={**person.sheet.body, **body}))


def overridden(**values: int) -> dict[str, Any]:
    """Values that the game master has set."""
    return {key: {"value": value, "reason": REASON} for key, value in values.items()}


def fight(case: Case, *combatants: Combatant, **more: Any) -> Fight:
    return Fight(ruleset="xian", combatants={each.id: each for each in combatants}, options=case.options, **more)
