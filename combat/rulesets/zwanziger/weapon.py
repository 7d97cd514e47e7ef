"""Waffen, W20-2: what a weapon brings to an attack, a defence and the damage."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from combat.core.bill import Bill
from combat.core.body import optional, text, whole
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.rounding import floor_div
from combat.core.sheet import Item, Sheet
from combat.rulesets.zwanziger.data import TABLES
from combat.rulesets.zwanziger.options import House
from combat.rulesets.zwanziger.person import SKILL, skill, value
from combat.rulesets.zwanziger.words import FACTORS

REACH = TABLES.number("usual.reach")
ATTACK = cite("W20-1.4")
SKILLED = (*ATTACK, *SKILL)
PART = cite("W20-6.8", "W20-8.1")
PERKS = cite("W20-6.8", "W20-1.12")
DEFENCE = {"parry": cite("W20-1.5", "W20-6.5"), "block": cite("W20-1.5", "W20-6.4")}
STRENGTH = cite("W20-1.5", "W20-6.4")


def is_weapon(item: Item | None) -> bool:
    """Whether a thing is one to attack with."""
    return item is not None and item.kind == "weapon"


def hand_of(item: Item) -> str:
    """The hand a weapon is led with: main or offhand.

    Rule: W20-2.1.
    """
    return text(item.body.get("slot"), "main")


def reach_of(item: Item) -> int:
    """How far a weapon reaches, in metres.

    Rule: W20-2.1.
    """
    return whole(item.body.get("reach"), REACH)


def is_ranged(item: Item) -> bool:
    """Whether a weapon shoots.

    Rule: W20-9.17.
    """
    return item.body.get("ranged") is True


def factor_of(item: Item) -> Fraction:
    """The share of the attribute's modifier that goes into the damage.

    Rule: W20-2.1.
    """
    found = text(item.body.get("factor"), "1")
    return Fraction(found if found in FACTORS else "1")


def attack_bill(sheet: Sheet, item: Item, house: House) -> Bill:
    """The attack value: as typed in, else skill, modifier of the weapon's attribute and bonus of the weapon.

    Rule: W20-1.4.
    """
    typed = optional(item.body.get("attack_value"))
    if typed is not None:
        return (DerivedStep("attack_value", typed, ATTACK),)
    steps = [DerivedStep("weapon_skill", skill(sheet, text(item.body.get("skill"))), SKILLED)]
    attribute = text(item.body.get("attribute"))
    if attribute:
        steps.append(DerivedStep(f"{attribute}_bonus", value(sheet, f"{attribute}_bonus", house), ATTACK))
    bonus = whole(item.body.get("weapon_bonus"))
    if bonus:
        steps.append(DerivedStep("weapon_bonus", bonus, ATTACK))
    return tuple(steps)


def damage_bill(sheet: Sheet, item: Item, house: House) -> Bill:
    """What comes to the weapon's dice: the modifier of its attribute times its factor, rounded down, and its bonus.

    Rule: W20-6.8, W20-8.1.
    """
    steps = []
    attribute = text(item.body.get("attribute"))
    if attribute:
        share = value(sheet, f"{attribute}_bonus", house) * factor_of(item)
        steps.append(DerivedStep("attribute_part", floor_div(share.numerator, share.denominator), PART))
    flat = whole(item.body.get("flat_bonus"))
    if flat:
        steps.append(DerivedStep("flat_bonus", flat, PART))
    return tuple(steps)


def perks_bill(sheet: Sheet) -> Bill:
    """What perks of the person add to every damage.

    Rule: W20-6.8, W20-1.12.
    """
    perks = whole(sheet.body.get("damage_bonus"))
    return (DerivedStep("damage_bonus", perks, PERKS),) if perks else ()


def defence_bill(item: Item, kind: str) -> Bill:
    """A weapon's parry or block value, no step at all if it has none.

    Rule: W20-1.5.
    """
    found = optional(item.body.get(kind))
    return () if found is None else (DerivedStep(kind, found, DEFENCE[kind]),)


def strength_bill(item: Item) -> Bill:
    """How much damage a block with this thing holds off.

    Rule: W20-6.4.
    """
    found = optional(item.body.get("block_strength"))
    return () if found is None else (DerivedStep("block_strength", found, STRENGTH),)


def defending_with(sheet: Sheet, kind: str) -> tuple[Item, ...]:
    """The things a person can block or parry with.

    Rule: W20-1.5.
    """
    return tuple([item for item in sheet.items if is_weapon(item) and defence_bill(item, kind)])


BILLS: Mapping[str, Callable[[Sheet, Item, House], Bill]] = {
    "attack_value": attack_bill,
    "damage_part": lambda sheet, item, house: (*damage_bill(sheet, item, house), *perks_bill(sheet)),
    "parry": lambda sheet, item, house: defence_bill(item, "parry"),
    "block": lambda sheet, item, house: defence_bill(item, "block"),
    "block_strength": lambda sheet, item, house: strength_bill(item),
}
"""Values of a weapon, by key."""
