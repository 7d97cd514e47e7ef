"""How a FHTAGN case becomes sheets, things and a fight. It contains no rules."""

from collections.abc import Mapping
from typing import Any

from combat.core.fight import Combatant, Fight
from combat.core.sheet import Item, Sheet
from combat.core.value import JsonMap
from combat.registry import ruleset, ruleset_info
from tests.golden.cases import Case
from tests.golden.given import UnknownKey

RULES = "fhtagn"
ATTRIBUTES = {
    "st": "strength",
    "ko": "constitution",
    "ge": "dexterity",
    "in": "intelligence",
    "en": "determination",
    "ch": "charisma",
}
SKILLS = {
    "schusswaffen": "firearms",
    "nahkampfwaffen": "melee_weapons",
    "waffenloser_kampf": "unarmed_combat",
    "athletik": "athletics",
    "wachsamkeit": "alertness",
    "artillerie": "artillery",
    "erste_hilfe": "first_aid",
    "medizin": "medicine",
    "sprengstoffe": "explosives",
}
MODES = {
    "einzel": "single",
    "feuerstoss_kurz": "short_burst",
    "feuerstoss_lang": "long_burst",
    "salve_kurz": "short_spray",
    "salve_lang": "long_spray",
}
CONDITIONS = {
    "benommen": "dazed",
    "bewusstlos": "unconscious",
    "tot": "dead",
    "festgenagelt": "pinned",
    "liegend": "prone",
    "brennt": "burning",
    "bewegungsunfaehig": "immobilised",
    "zerstoert": "destroyed",
}
TRAITS = ("shot", "half_beyond_brw", "slug", "stun_on_hit", "needs_training", "strangles")
WEAPON_KEYS = {"class", "skill", "damage", "st_bonus", "brw", "t", "twb", "pb", "modes", "magazine", "blockable"}
WEAPON_KEYS |= {*TRAITS, "grants"}
PERSON_KEYS = {
    *ATTRIBUTES, *SKILLS, "ko_max", "tp", "tp_max", "wp", "sta", "worn", "cover", "cover_in_reach", "kind", "object",
    "conditions", "holds", "first_aid_used", "in_aftercare", "diseased", "latent", "abgehaertet_gewalt", "name",
    "helmet", "reaction", "aware", "in_doubt", "attitude", "coverage", "gear", "exhausted", "unnatuerliches_wissen",
}  # fmt: skip


def item_id(owner: str, weapon: str) -> str:
    """The id of somebody's copy of a weapon of the file."""
    return f"{owner}.{weapon}"


def weapon(owner: str, name: str, given: Mapping[str, Any], ammo: int | None = None) -> Item:
    """A weapon of the file in somebody's possession."""
    unknown = set(given) - WEAPON_KEYS
    if unknown:
        raise UnknownKey(f"weapons.{name}: {sorted(unknown)}")
    magazine = given.get("magazine") or ammo
    body: dict[str, Any] = {
        "weapon_class": given["class"],
        "skill": SKILLS[given["skill"]],
        "damage": given.get("damage"),
        "st_bonus": given.get("st_bonus", False),
        "base_range": given.get("brw"),
        "lethality": given.get("t"),
        "radius": given.get("twb", 0),
        "piercing": given.get("pb", 0),
        "modes": [MODES[mode] for mode in given.get("modes", ())] or ["single"],
        "magazine": magazine,
        "loaded": ammo if ammo is not None else magazine,
    }
    traits = {trait.removesuffix("_brw"): True for trait in TRAITS if given.get(trait)}
    if given.get("blockable") is False:
        traits["unblockable"] = True
    fitted = tuple(
        Item(id=f"{item_id(owner, name)}.{grant}", kind="modification", body={"grants": [grant]})
        for grant in given.get("grants", ())
    )
    known = {key: value for key, value in body.items() if value is not None}
    return Item(id=item_id(owner, name), kind="weapon", key=name, body=known, traits=traits, fitted=fitted)


def arms(case: Case, owner: str, ammo: int | None = None) -> tuple[Item, ...]:
    """All weapons of the file: whoever takes part has them at hand."""
    known = case.fixtures.get("weapons", {})
    return tuple(weapon(owner, name, given, ammo) for name, given in known.items())


def _body(given: Mapping[str, Any]) -> dict[str, Any]:
    attributes = {key: given.get(short, 10) for short, key in ATTRIBUTES.items()}
    lost = {}
    if "ko_max" in given:
        attributes["constitution"] = given["ko_max"]
        lost["constitution"] = given["ko_max"] - given["ko"]
    pools = {"hit_points": given.get("tp"), "willpower": given.get("wp"), "stability": given.get("sta")}
    statuses = {CONDITIONS[name]: True for name in given.get("conditions", ())}
    if statuses.pop("dead", False):
        pools["hit_points"] = 0
    statuses |= {key: True for key in ("diseased", "exhausted") if given.get(key)}
    if given.get("latent"):
        statuses["disease_latent"] = True
    body = {
        "attributes": attributes,
        "lost": lost,
        "pools": {key: value for key, value in pools.items() if value is not None},
        "skills": {skill: given[name] for name, skill in SKILLS.items() if name in given},
        "statuses": statuses,
        "kind": given.get("kind", "human"),
        "object": given.get("object", False),
        "first_aid_used": given.get("first_aid_used", False),
        "in_aftercare": given.get("in_aftercare", False),
        "hardened_violence": given.get("abgehaertet_gewalt", False),
        "unnatural_knowledge": given.get("unnatuerliches_wissen", 0),
    }
    return body | ({"attitude": given["attitude"]} if "attitude" in given else {})


def sheet(given: Mapping[str, Any], *items: Item, path: str = "person") -> Sheet:
    """Somebody's sheet; a maximum that his attributes do not give is one the game master has set."""
    unknown = set(given) - PERSON_KEYS
    if unknown:
        raise UnknownKey(f"{path}: {sorted(unknown)}")
    body = _body(given)
    if given.get("worn"):
        worn = {"protection": given["worn"], "worn": True}
        if given.get("coverage"):
            worn["coverage"] = given["coverage"]
        items += (Item(id=f"{path}.worn", kind="armour", body=worn),)
    if given.get("helmet"):
        helmet = {"protection": given["helmet"], "slot": "helmet", "against": "blows", "worn": True}
        items += (Item(id=f"{path}.helmet", kind="armour", body=helmet),)
    for grant in given.get("gear", ()):
        items += (Item(id=f"{path}.{grant}", kind="gear", body={"grants": [grant]}),)
    found = Sheet(body=body, items=items)
    most = given.get("tp_max")
    if most is not None and ruleset(RULES).derive(found, {}).values["hit_points_maximum"].value != most:
        body["overrides"] = {"hit_points_maximum": {"value": most, "reason": "as the case says"}}
    # The shell completes a body before the rules read it, and so does this.
    return Sheet(body=ruleset_info(RULES).sheet.complete(body), items=items)


def _covers(name: str, given: Mapping[str, Any]) -> dict[str, Item]:
    found = {}
    for flag in ("cover", "cover_in_reach"):
        if given.get(flag):
            body = {"value": given[flag]}
            if given.get("coverage"):
                body["coverage"] = given["coverage"]
            found[flag] = Item(id=f"{flag}:{name}", kind="cover", body=body)
    return found


def combatant(name: str, given: Mapping[str, Any], *items: Item, **flags: Any) -> tuple[Combatant, dict[str, Item]]:
    """Somebody in the fight and the covers about him."""
    covers = _covers(name, given)
    noted: dict[str, Any] = {flag: thing.id for flag, thing in covers.items()}
    if given.get("holds"):
        noted["holding"] = given["holds"]
    if given.get("aware") is False:
        noted["unaware"] = True
    if given.get("in_doubt"):
        noted["in_doubt"] = True
    person = sheet(given, *items, path=name)
    found = Combatant(id=name, sheet=person, budget={"action": 1}, flags=noted | flags)
    return found, {thing.id: thing for thing in covers.values()}


def fight(
    case: Case, people: list[tuple[Combatant, dict[str, Item]]], distances: Mapping[str, JsonMap] | None = None
) -> Fight:
    """A fight of those people under the case's house rules."""
    things = {name: thing for _, covers in people for name, thing in covers.items()}
    return Fight(
        ruleset=RULES,
        combatants={person.id: person for person, _ in people},
        things=things,
        options=case.options,
        pairs=distances or {},
        round=1,
    )
