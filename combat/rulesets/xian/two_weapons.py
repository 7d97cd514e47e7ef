"""Kampf mit zwei Waffen, XIAN-7.2: when the bonus applies, and what it does."""

from typing import NamedTuple

from combat.core.bill import Bill
from combat.core.body import whole
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.event import Modifier
from combat.core.sheet import Sheet
from combat.rulesets.xian.data import number, rules
from combat.rulesets.xian.options import BY_THE_BOOK, House
from combat.rulesets.xian.person import attribute, skill_points, skill_value, worn
from combat.rulesets.xian.weapon import Weapon, in_hand
from combat.rulesets.xian.words import HANDS, MELEE_SKILLS

BONUS = cite("XIAN-7.2")
SUMMED = cite("XIAN-9.16")
ON_ATTACK = Modifier("two_weapon", number("two_weapons_attack"), "add", rules("two_weapons_attack") + BONUS)
ON_DEFENCE = Modifier("two_weapon", number("two_weapons_defence"), "add", rules("two_weapons_defence") + BONUS)


type Pair = tuple[Weapon, Weapon] | None
"""Two weapons used together, None where there is one."""


class Burden(NamedTuple):
    """What decides about the bonus: hindrance, the load carried, skill points without attribute, instinct."""

    hindrance: int
    load: int
    skill: int
    instinct: int


def earns_bonus(burden: Burden, summed: bool) -> bool:
    """Whether two weapons help: unhindered, and the load below the skill points and below instinct.

    Each on its own, or below both together where the house plays it so.

    Rule: XIAN-7.2, XIAN-9.16.
    """
    if burden.hindrance:
        return False
    if summed:
        return burden.load < burden.skill + burden.instinct
    return burden.load < burden.skill and burden.load < burden.instinct


def burden_of(sheet: Sheet, pair: tuple[Weapon, Weapon]) -> Burden:
    """The load of both weapons and all armour, and what it is compared with; of two skills the lower one.

    Rule: XIAN-7.2.
    """
    load = sum(weapon.load for weapon in pair) + sum(whole(item.value("load")) for item in worn(sheet))
    skill = min(skill_points(sheet, weapon.skill) or 0 for weapon in pair)
    return Burden(whole(sheet.value("hindrance")), load, skill, attribute(sheet.body, "instinct"))


def pair_in_hands(sheet: Sheet) -> Pair:
    """The weapons of both hands; None unless there are two."""
    main, off = in_hand(sheet, HANDS[0]), in_hand(sheet, HANDS[1])
    return (main, off) if main and off else None


def has_bonus(sheet: Sheet, pair: Pair, house: House) -> bool:
    """Whether somebody fights with two weapons and has the bonus for it.

    Rule: XIAN-7.2.
    """
    return pair is not None and earns_bonus(burden_of(sheet, pair), house.summed_limit)


def bonus_by_house(sheet: Sheet, pair: Pair, house: House) -> bool:
    """Whether the bonus is there only because the house compares the load with both limits together.

    Rule: XIAN-9.16.
    """
    return has_bonus(sheet, pair, house) and not has_bonus(sheet, pair, BY_THE_BOOK)


def effect(change: Modifier, sheet: Sheet, pair: Pair, house: House) -> tuple[Modifier, ...]:
    """What the bonus does to a check, with the reading that gave it; nothing without the bonus.

    Rule: XIAN-7.2, XIAN-9.16.
    """
    if not has_bonus(sheet, pair, house):
        return ()
    return (change._replace(rules=change.rules + (SUMMED if bonus_by_house(sheet, pair, house) else ())),)


def inertia_of(weapon: Weapon, bonus: bool) -> int:
    """A weapon's inertia, one less with the bonus, never below 0.

    Rule: XIAN-7.2.
    """
    return max(weapon.inertia + number("two_weapons_inertia"), 0) if bonus else weapon.inertia


def skill_bill(sheet: Sheet, skill: str, bonus: bool) -> Bill:
    """The value with which a weapon of this skill attacks, one less with the bonus.

    Rule: XIAN-1.2, XIAN-7.2.
    """
    changes = (DerivedStep(ON_ATTACK.key, ON_ATTACK.value, ON_ATTACK.rules),) if bonus else ()
    return (*skill_value(sheet, skill).steps, *changes)


def helps_defence(skill: str) -> bool:
    """Whether the bonus acts on a defence: those with a weapon, and dodging.

    Rule: XIAN-7.2.
    """
    return skill in (*MELEE_SKILLS[1:], "dodge")
