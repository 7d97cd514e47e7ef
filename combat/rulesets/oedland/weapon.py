"""Waffen und ihre Reichweiten, FAL-2: records read from items, range classes, field of fire, two-weapon columns."""

from typing import NamedTuple

from combat.core.body import dice, inner, optional, text, whole
from combat.core.dice import Dice
from combat.core.sheet import Item, Sheet
from combat.core.value import Json, JsonMap
from combat.rulesets.oedland.data import TABLES, number
from combat.rulesets.oedland.options import House
from combat.rulesets.oedland.person import attribute
from combat.rulesets.oedland.words import BANDS, TWO_HANDED_SKILLS, WEAPON_SKILLS

NO_DICE = Dice(1, number("zone_die"))


class Band(NamedTuple):
    """A range class of a weapon: up to which distance (centimetres, included), its modifier, damage of its own."""

    key: str
    up_to: int
    modifier: int
    damage: Dice | None = None


class Weapon(NamedTuple):
    """What the rules read off a weapon; ``loaded`` None: it needs no ammunition; ``ready``: it is in hand."""

    id: str
    key: str
    kind: str
    skill: str
    column: str
    hands: int
    strength: int
    costs: JsonMap
    full_auto: bool
    burst_length: int
    capacity: int | None
    loaded: int | None
    damage: Dice
    tuning: int
    critical: int
    reach: int
    ready: bool
    body: JsonMap

    @property
    def two_handed(self) -> bool:
        """Whether it is made for both hands: rifles, heavy weapons, or so noted. Rule: FAL-7.1."""
        return self.hands > 1 or self.skill in TWO_HANDED_SKILLS


def weapon_of(item: Item) -> Weapon:
    """A weapon as the rules read it. Rule: FAL-2.2."""
    body = item.body
    kind = text(body.get("weapon_kind"), "ranged")
    skill = text(body.get("skill"))
    capacity = optional(body.get("capacity")) if kind == "ranged" else None
    return Weapon(
        id=item.id,
        key=item.key,
        kind=kind,
        skill=skill if skill in WEAPON_SKILLS else WEAPON_SKILLS[0],
        column=text(body.get("column")),
        hands=whole(body.get("hands"), 1),
        strength=whole(body.get("minimum_strength")),
        costs=inner(body, "costs"),
        full_auto=body.get("full_auto") is True,
        burst_length=max(whole(body.get("burst_length"), TABLES.number("list.rounds.burst")), 1),
        capacity=capacity,
        loaded=None if capacity is None else max(whole(body.get("loaded"), capacity), 0),
        damage=dice(text(body.get("damage"))) or NO_DICE,
        tuning=whole(body.get("tuning")),
        critical=whole(body.get("critical_bonus")),
        reach=whole(body.get("reach"), number("reach")),
        ready=body.get("readied") is True or kind == "unarmed",
        body=body,
    )


def bare_hands() -> Weapon:
    """What everybody strikes with who holds nothing. Rule: FAL-2.2."""
    cost = TABLES.number("bare_hands.action_points")
    body: dict[str, Json] = {
        "weapon_kind": "unarmed",
        "skill": TABLES.text("bare_hands.skill"),
        "damage": TABLES.text("bare_hands.damage"),
        "costs": {"single": cost},
    }
    return weapon_of(Item(id="", kind="weapon", body=body))


def cost_of(weapon: Weapon, mode: str) -> int | None:
    """What a shot, a blow or reloading costs in action points; None if the weapon has no such mode. Rule: FAL-2.2."""
    usual = number("reload") if mode == "reload" else None
    found = weapon.costs.get(mode)
    return found if type(found) is int else usual


def band_limit(centimetres: int, per_perception: int, perception: int) -> int:
    """Up to which distance a range class goes; a limit may grow with perception. Rule: FAL-2.3."""
    return centimetres + per_perception * perception


def bands_of(weapon: Weapon, sheet: Sheet) -> tuple[Band, ...]:
    """The range classes of a weapon in somebody's hands, from near to far; one without a limit it does not have.

    Rule: FAL-2.3.
    """
    found = []
    ranges = inner(weapon.body, "ranges")
    for key in BANDS:
        row = inner(ranges, key)
        limit = optional(row.get("up_to"))
        if limit is not None:
            up_to = band_limit(limit, whole(row.get("per_perception")), attribute(sheet, "perception"))
            found.append(Band(key, up_to, whole(row.get("modifier")), dice(text(row.get("damage")))))
    return tuple(found)


def band_at(bands: tuple[Band, ...], centimetres: int) -> Band | None:
    """The range class of a distance; None beyond the last one. Rule: FAL-2.3."""
    return next((band for band in bands if centimetres <= band.up_to), None)


def _ranked(bands: tuple[Band, ...]) -> tuple[tuple[Band, ...], tuple[Band, ...]]:
    """The range classes with the highest modifiers, and the others, the best of them first.

    Rule: FAL-2.4, FAL-9.5.
    """
    found = sorted(bands, key=lambda band: -band.modifier)
    return tuple(found[: number("best_classes")]), tuple(found[number("best_classes") :])


def best_bands(bands: tuple[Band, ...]) -> tuple[str, ...]:
    """The two range classes with the highest modifiers, the nearer one first where two are alike.

    Rule: FAL-2.4, FAL-9.5.
    """
    best, _ = _ranked(bands)
    return tuple([band.key for band in bands if band in best])


def is_tied(bands: tuple[Band, ...]) -> bool:
    """Whether a class was only left out of the best two for being farther. Rule: FAL-9.5."""
    best, others = _ranked(bands)
    return bool(others) and best[-1].modifier == others[0].modifier


def in_field_of_fire(bands: tuple[Band, ...], centimetres: int, bearing: int, house: House) -> bool:
    """Whether a point lies in the field of fire: in one of the two best classes, inside the cone (degrees).

    Rule: FAL-2.5, FAL-9.4.
    """
    band = band_at(bands, centimetres)
    sides = 1 if house.side45 else number("halves")
    return band is not None and band.key in best_bands(bands) and sides * abs(bearing) <= number("cone")


def relation(one: Weapon, other: Weapon) -> str:
    """How alike two weapons are: the same model, the same column, or different.

    Rule: FAL-2.6.
    """
    if one.key and one.key == other.key:
        return "same"
    alike = one.column and one.column == other.column and one.two_handed == other.two_handed
    return "similar" if alike else "different"


def dual_strength(weapon: Weapon) -> int:
    """The minimum strength of a weapon fired in one hand beside another: one more, or twice as much.

    Rule: FAL-7.1, FAL-9.22.
    """
    if weapon.two_handed:
        return number("dual_two_handed") * weapon.strength
    return weapon.strength + number("dual_one_handed")


def weapons_of(sheet: Sheet, *kinds: str) -> tuple[Weapon, ...]:
    """The weapons somebody carries, of these kinds."""
    found = [weapon_of(item) for item in sheet.items if item.kind == "weapon"]
    return tuple([weapon for weapon in found if weapon.kind in kinds])


def held(sheet: Sheet) -> Weapon | None:
    """The weapon in somebody's hand: the first one readied; None: he is unarmed. Rule: FAL-2.2, FAL-5.15."""
    found = [item for item in sheet.items if item.kind == "weapon" and item.body.get("readied") is True]
    return weapon_of(found[0]) if found else None


def in_hands(sheet: Sheet) -> tuple[Weapon, ...]:
    """The weapons somebody has drawn, without those that are always at hand. Rule: FAL-2.2."""
    return tuple([weapon for weapon in weapons_of(sheet, "ranged", "melee") if weapon.ready])


def has_mode(weapon: Weapon, mode: str) -> bool:
    """Whether a weapon can be fired so: it has a price for it, and bursts need a full-auto weapon.

    Rule: FAL-3.12, FAL-3.13.
    """
    return cost_of(weapon, mode) is not None and (mode != "burst" or weapon.full_auto)
