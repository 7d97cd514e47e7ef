"""Records of the cases as the rules read them. German keys are words and abbreviations of the glossary."""

from collections.abc import Iterable, Mapping
from typing import Any

from combat.core.fight import Combatant, Fight
from combat.core.sheet import Item, Sheet, Zone
from combat.core.value import Json
from combat.registry import ruleset_info
from combat.rulesets.zwanziger.words import (
    ATTRIBUTES,
    DAMAGE_TYPES,
    KINDS,
    LEARNABLE,
    STORED_STATUSES,
    ZONES,
)
from tests.golden.cases import Case
from tests.golden.given import UnknownKey

ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", " ": "_"})
SKILLS = ("thrown_weapons", "grappling", "unarmed")
CHARACTER = {
    "WS", "WM", "BG", "skills", "weapon", "offhand", "learnt", "armour", "wounds", "LP", "states", "abilities",
    "can_grapple", "can_throw", "items", "burden", "damage_bonus", "extra_attack", "extra_utility", "exhaustion",
}  # fmt: skip
WEAPON = {
    "slot": "slot", "damage": "damage", "attack_value": "attack_value", "parry": "parry", "block": "block",
    "block_strength": "block_strength", "reach_m": "reach", "factor": "factor", "ranged": "ranged",
    "flat_bonus": "flat_bonus", "weapon_bonus": "weapon_bonus", "origin_value": "origin_value",
}  # fmt: skip
OTHERS = {"type", "attr", "weight_kg", "tags", "skill"}
FULL = {"attack": 1, "utility": 1, "reaction": 1}


def german(term: str) -> str:
    """The key by which cases name a term: its German word in ASCII lower case."""
    return ruleset_info("zwanziger").glossary.term(term).word["de"].lower().translate(ASCII)


def named(word: str, known: Iterable[str]) -> str:
    """The id of a German key or abbreviation; an unknown one fails."""
    glossary = ruleset_info("zwanziger").glossary
    for key in known:
        if word in (german(key), glossary.term(key).abbreviation.get("de")):
            return key
    raise UnknownKey(word)


def taken(given: Mapping[str, Any], *known: str) -> Mapping[str, Any]:
    """The given values; what the operation does not know fails."""
    if set(given) - set(known):
        raise UnknownKey(f"given: {sorted(set(given) - set(known))}")
    return given


def item(case: Case, name: str, of: str) -> Item:
    """A weapon or object of the case's file."""
    return item_of(case.fixtures["weapons"][name], f"{of}.{name}")


def item_of(given: Mapping[str, Any], item_id: str) -> Item:
    unknown = set(given) - set(WEAPON) - OTHERS
    if unknown:
        raise UnknownKey(f"weapon: {sorted(unknown)}")
    body: dict[str, Json] = {WEAPON[key]: value for key, value in given.items() if key in WEAPON}
    if "type" in given:
        body["damage_type"] = named(given["type"], DAMAGE_TYPES)
    if "attr" in given:
        body["attribute"] = named(given["attr"], ATTRIBUTES)
    if "weight_kg" in given:
        body["weight"] = round(given["weight_kg"] * 1000)
    if "skill" in given:
        body["skill"] = named(given["skill"], SKILLS)
    traits = {"throwable": True} if "WERFBAR" in given.get("tags", ()) else {}
    kind = "weapon" if "slot" in given else "gear"
    return Item(id=item_id, kind=kind, traits=traits, body=body)


def _armour(zones: Mapping[str, int], of: str) -> Item:
    protected = {named(zone, ZONES): Zone(protection={"armour_value": points}) for zone, points in zones.items()}
    return Item(id=f"{of}.armour", kind="armour", body={"worn": True}, zones=protected)


def body_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """A sheet's body from a character of the file."""
    attributes = {key: value for key, value in given.items() if key not in CHARACTER}
    found: dict[str, Any] = {
        "attributes": {named(key, ATTRIBUTES): value for key, value in attributes.items()},
        "skills": {named(key, SKILLS): {"value": value} for key, value in given.get("skills", {}).items()},
        "maxima": {"wounds": given.get("WM", 6), "life_points": given.get("LP", 0)},
        "pools": {"wounds": given.get("wounds", 0), "life_points": given.get("LP", 0)},
        "wound_threshold": given.get("WS", 10),
        "movement": given.get("BG", 6),
        "learnt": [named(key, LEARNABLE) for key in given.get("learnt", ())],
        "statuses": {named(key, STORED_STATUSES): True for key in given.get("states", ())},
        "burden": {named(key, STORED_STATUSES): points for key, points in given.get("burden", {}).items()},
        "abilities": {key: _ability(value) for key, value in given.get("abilities", {}).items()},
    }
    same = ("can_grapple", "can_throw", "damage_bonus", "extra_attack", "extra_utility")
    return found | {key: given[key] for key in same if key in given}


def _ability(given: Mapping[str, Any]) -> dict[str, Any]:
    found = {key: value for key, value in given.items() if key != "type"}
    assert found.get("kind", "offensive") in KINDS
    return found | ({"damage_type": named(given["type"], DAMAGE_TYPES)} if "type" in given else {})


def combatant(case: Case, name: str, who: str, *more: str, party: str = "") -> Combatant:
    """A character of the file with what he carries and the things named beside it."""
    return combatant_of(case, case.fixtures["characters"][name], who, *more, party=party)


def combatant_of(case: Case, given: Mapping[str, Any], who: str, *more: str, party: str = "") -> Combatant:
    names = [given[key] for key in ("weapon", "offhand") if key in given]
    names += given.get("items", [])
    names += [one for one in more if one]
    items = [item(case, one, who) for one in dict.fromkeys(names)]
    if "armour" in given:
        items.append(_armour(given["armour"], who))
    budget = FULL | {key: 1 + given.get(f"extra_{key}", 0) for key in ("attack", "utility")}
    flags: dict[str, Json] = {"exhaustion": given["exhaustion"]} if "exhaustion" in given else {}
    sheet = Sheet(body=body_of(given), items=tuple(items))
    return Combatant(id=who, sheet=sheet, party=party, budget=budget, flags=flags)


def fight_of(case: Case, *people: Combatant, **more: Any) -> Fight:
    """Free play of these people, with the house rules of the case."""
    known = {each.id: each for each in people}
    return Fight(ruleset="zwanziger", combatants=known, options=dict(case.options), **more)


def plain(who: str, party: str = "", **body: Any) -> Combatant:
    """Somebody of whom only what is named matters."""
    return Combatant(id=who, sheet=Sheet(body=body), party=party, budget=dict(FULL))
