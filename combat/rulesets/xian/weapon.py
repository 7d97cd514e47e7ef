"""Waffen, XIAN-2: what a weapon brings to an attack, as it stands in its record."""

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from combat.core.body import inner, optional, text, whole
from combat.core.sheet import Item, Sheet
from combat.rulesets.xian.data import TABLES, number
from combat.rulesets.xian.words import BRAWLING, DISTANCES, HANDS, MELEE, MELEE_SKILLS

HANDS_REACH = number("reach_of_hands")


class Weapon(NamedTuple):
    """A weapon as the rules read it; ``distances`` are the limits of near, middle and far in metres."""

    id: str
    kind: str
    skill: str
    inertia: int
    damage_dice: int
    penetration: int
    reach: int
    distances: tuple[int, ...]
    load: int

    @property
    def is_melee(self) -> bool:
        """Whether it strikes rather than shoots."""
        return self.kind == MELEE


BARE_HANDS = Weapon("", MELEE, BRAWLING, 0, 0, 0, HANDS_REACH, (), 0)
"""What somebody has in hand who has nothing in hand."""


def weapon_of(item: Item) -> Weapon:
    """The record of a weapon; a ranged weapon held in melee reaches no further than a hand.

    Rule: XIAN-2.1, XIAN-7.5.
    """
    limits = inner(item.body, "distances")
    kind = text(item.value("weapon_kind"), MELEE)
    reach = whole(item.value("reach"), HANDS_REACH) if kind == MELEE else HANDS_REACH
    return Weapon(
        id=item.id,
        kind=kind,
        skill=text(item.value("skill"), BRAWLING),
        inertia=whole(item.value("inertia")),
        damage_dice=whole(item.value("damage_dice"), 1),
        penetration=whole(item.value("penetration"), 1),
        reach=reach,
        distances=tuple(limit for key in DISTANCES[:3] if (limit := optional(limits.get(key))) is not None),
        load=whole(item.value("load")),
    )


def distance_class(distances: tuple[int, ...], metres: Fraction | int) -> str | None:
    """The class of a distance; limits are inclusive, what lies between two belongs to the farther one.

    Beyond twice the far limit there is no shot: None.

    Rule: XIAN-2.4, XIAN-8.3.
    """
    limits = (*distances, distances[-1] * number("very_far_factor")) if distances else ()
    started = ceil(metres)
    return next((key for key, limit in zip(DISTANCES, limits, strict=False) if started <= limit), None)


def strikes_as_far_as(weapon: Weapon, metres: int) -> int:
    """How far away somebody may stand whom a melee weapon strikes: its reach, and the way declared or free anyhow.

    The text names no metres: an assumption.

    Rule: XIAN-3.6, XIAN-2.3.
    """
    return weapon.reach * number("metres_per_reach") + max(metres, number("free_metres"))


def distance_points(key: str) -> int:
    """What a distance class adds to the difficulty.

    Rule: XIAN-5.5.
    """
    return TABLES.number(f"distance.{key}")


def weapons(sheet: Sheet) -> tuple[Weapon, ...]:
    """All weapons somebody carries."""
    return tuple(weapon_of(item) for item in sheet.items if item.kind == "weapon")


def in_hand(sheet: Sheet, hand: str) -> Weapon | None:
    """The weapon held in a hand; None if there is none."""
    for item in sheet.items:
        if item.kind == "weapon" and item.value("held") == hand:
            return weapon_of(item)
    return None


def main_weapon(sheet: Sheet) -> Weapon:
    """The weapon of the main hand; else the first one for close combat, else bare hands.

    Rule: XIAN-7.5.
    """
    found = in_hand(sheet, HANDS[0])
    return found or next((weapon for weapon in weapons(sheet) if weapon.is_melee), BARE_HANDS)


def defending(sheet: Sheet, skill: str) -> Weapon | None:
    """The weapon somebody defends himself with by a skill; bare hands for brawling, the main hand for the rest.

    None if he carries no weapon of that skill.

    Rule: XIAN-3.9, XIAN-7.5.
    """
    if skill == BRAWLING:
        return BARE_HANDS
    if skill not in MELEE_SKILLS:
        return main_weapon(sheet)
    main = in_hand(sheet, HANDS[0])
    if main is not None and main.skill == skill:
        return main
    return next((weapon for weapon in weapons(sheet) if weapon.skill == skill), None)
