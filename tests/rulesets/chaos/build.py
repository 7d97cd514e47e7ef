"""People and things for tests, with only what the test is about written out."""

from collections.abc import Mapping
from typing import Any

from hypothesis import settings

from combat.core.fight import Combatant, Fight
from combat.core.sheet import Item, Sheet, Zone
from combat.core.value import Json

FEW = settings(max_examples=max(settings().max_examples // 2, 1))
"""For properties of whole attacks: each example is dear, so half as many do."""

ZONES = ("head", "arms", "body", "legs")


def weapon(
    item_id: str = "item:1", *, traits: dict[str, int] | None = None, grants: tuple[str, ...] = (), **body: Json
) -> Item:
    """A firearm with single shots and 30 rounds, unless said otherwise."""
    usual: dict[str, Json] = {
        "weapon_kind": "firearm",
        "damage": "2W10",
        "shots": {"single": 1},
        "capacity": 30,
        "base_range": 50,
    }
    fitted = tuple(Item(id=f"{item_id}.{key}", kind="modification", key=key, body={"grants": [key]}) for key in grants)
    return Item(id=item_id, kind="weapon", traits=traits or {}, body=usual | body, fitted=fitted)


def armour(
    item_id: str = "item:2",
    *,
    protection: tuple[int, int, int] = (4, 3, 2),
    damage_points: dict[str, int] | None = None,
    **body: Json,
) -> Item:
    """An armour with the same protection (kinetic, explosive, energy) in every zone."""
    points = dict(zip(("kinetic", "explosive", "energy"), protection, strict=True))
    notches = damage_points or {}
    zones = {zone: Zone(protection=points, damage_points=notches.get(zone, 0)) for zone in ZONES}
    return Item(id=item_id, kind="armour", body={"level": 2, "worn": True, **body}, zones=zones)


def sheet(*items: Item, **body: Any) -> Sheet:
    """A person with attributes of 40 and 15 hit points, unless said otherwise."""
    attributes = dict.fromkeys(("strength", "mobility", "marksmanship", "toughness", "intelligence", "magic"), 40)
    known: dict[str, Any] = {"attributes": attributes, "maxima": {"hit_points": 15}}
    return Sheet(body=known | body, items=items)


def alone(person: Sheet, options: Mapping[str, Json] | None = None) -> Fight:
    """Free play: one person, nobody has a turn."""
    return Fight(
        ruleset="chaos", combatants={"character:1": Combatant(id="character:1", sheet=person)}, options=options or {}
    )


def duel(shooter: Sheet, target: Sheet, distance: int | None = 30, options: Mapping[str, Json] | None = None) -> Fight:
    """Free play: character:1 and character:2 at a distance in metres."""
    people = {name: Combatant(id=name, sheet=one) for name, one in (("character:1", shooter), ("character:2", target))}
    pairs = {"character:1>character:2": {"distance": distance}}
    return Fight(ruleset="chaos", combatants=people, options=options or {}, pairs=pairs)
