"""Werte einer Person, XIAN-1: what a sheet says of the one who acts, each value as the bill that leads to it."""

from combat.core.bill import Bill, total
from combat.core.body import inner, optional, text, whole
from combat.core.citation import cite
from combat.core.derived import DerivedStep, DerivedValue
from combat.core.fight import Combatant
from combat.core.sheet import Item, Sheet
from combat.core.standing import has_status, override, override_reason
from combat.core.value import JsonMap, value_at
from combat.rulesets.xian.data import TABLES, number, rules
from combat.rulesets.xian.words import ATHLETICS, PROTECTION, SKILLS, ZONES

ATTRIBUTE_USUAL = number("attribute_usual")
ATTRIBUTE_HIGHEST = number("attribute_highest")
ATTRIBUTES_OF = {skill: tuple(TABLES.text(f"skill.{skill}.attributes").split()) for skill in SKILLS}
ATTRIBUTE = cite("XIAN-1.1")
SKILL = cite("XIAN-1.2")
STATED = cite("XIAN-1.2")


def attribute(body: JsonMap, key: str) -> int:
    """An attribute, 0 to 15.

    Rule: XIAN-1.1.
    """
    return whole(value_at(body, f"attributes.{key}"), ATTRIBUTE_USUAL)


def points_by_constitution(body: JsonMap, zone: str) -> int:
    """The points of a zone that follow from constitution.

    Rule: XIAN-1.3.
    """
    constitution = min(max(attribute(body, "constitution"), 0), ATTRIBUTE_HIGHEST)
    return TABLES.number(f"list.constitution.{constitution}.{zone}")


def skill_points(sheet: Sheet, skill: str) -> int | None:
    """The points learned in a skill, without its attribute; None where it is not learned.

    Rule: XIAN-1.2.
    """
    return optional(value_at(sheet.body, f"skills.{skill}.points"))


def _attributes_of(sheet: Sheet, skill: str) -> tuple[str, ...]:
    known = ATTRIBUTES_OF.get(skill)
    if known is not None:
        return known
    record = inner(inner(sheet.body, "skills"), skill)
    second = text(record.get("second_attribute"))
    return (text(record.get("attribute"), "intellect"), *((second,) if second else ()))


def skill_bill(sheet: Sheet, skill: str) -> Bill:
    """A skill's value: the higher of its attributes and the points learned, or twice the attribute.

    Rule: XIAN-1.2.
    """
    best = max(_attributes_of(sheet, skill), key=lambda key: attribute(sheet.body, key))
    value = attribute(sheet.body, best)
    points = skill_points(sheet, skill)
    if points is None:
        return (
            DerivedStep(best, value, ATTRIBUTE + SKILL),
            DerivedStep("untrained", value * (number("untrained_factor") - 1), rules("untrained_factor")),
        )
    return (DerivedStep(best, value, ATTRIBUTE + SKILL), DerivedStep("skill_points", points, SKILL))


def value_of(sheet: Sheet, key: str, steps: Bill, unit: str = "") -> DerivedValue:
    """A derived value with its bill; the game master's word stands in its place until he lifts it."""
    found = override(sheet, key)
    if found is None:
        return DerivedValue(key=key, value=total(steps), steps=steps, unit=unit)
    steps = (DerivedStep("override", found, STATED),)
    return DerivedValue(key=key, value=found, steps=steps, unit=unit, overridden=override_reason(sheet, key))


def skill_value(sheet: Sheet, skill: str) -> DerivedValue:
    """A skill's value as it counts now.

    Rule: XIAN-1.2.
    """
    return value_of(sheet, skill, skill_bill(sheet, skill))


def initiative(combatant: Combatant) -> int:
    """The sheet's value and what a Blitzaktion raised it by; it stays for the fight.

    Rule: XIAN-1.4, XIAN-3.4.
    """
    return whole(combatant.sheet.value("initiative")) + whole(combatant.flags.get("initiative_bonus"))


def pool(sheet: Sheet, key: str) -> int:
    """The points a pool holds now; one without a value of its own is full."""
    found = optional(sheet.value(f"pools.{key}"))
    return maximum(sheet, key) if found is None else found


def maximum(sheet: Sheet, key: str) -> int:
    """The most points a pool holds.

    Rule: XIAN-1.3, XIAN-1.6.
    """
    found = optional(sheet.value(f"maxima.{key}"))
    if found is not None:
        return found
    zone = key.removesuffix("_constitution")
    return points_by_constitution(sheet.body, zone) if zone in ZONES else 0


def trauma(sheet: Sheet) -> int:
    """The trauma of the whole body.

    Rule: XIAN-1.7.
    """
    return whole(sheet.value("trauma"))


def can_act(sheet: Sheet) -> bool:
    """Whether somebody is conscious, able and alive.

    Rule: XIAN-6.9, XIAN-6.10.
    """
    return not any(has_status(sheet, key) for key in ("unconscious", "incapacitated", "dead"))


def worn(sheet: Sheet) -> tuple[Item, ...]:
    """The pieces of armour that are worn."""
    return tuple(item for item in sheet.items if item.kind == "armour" and item.value("worn") is not False)


def armour_of(sheet: Sheet, zone: str) -> int:
    """The armour of a zone; of several pieces the strongest counts.

    Rule: XIAN-1.9.
    """
    zones = (item.zones.get(zone) for item in worn(sheet))
    return max((found.protection.get(PROTECTION, 0) for found in zones if found), default=0)


def stance_limit(sheet: Sheet) -> Bill:
    """The most points a stance or a cover may take.

    Rule: XIAN-7.3.
    """
    return (
        DerivedStep("focus", whole(sheet.value("focus")), cite("XIAN-1.5")),
        DerivedStep("stance", number("stance_above_focus"), rules("stance_above_focus")),
    )


def metres_limit(sheet: Sheet) -> DerivedValue:
    """How far somebody can move in a turn, in metres: his athletics.

    Rule: XIAN-7.8.
    """
    value = skill_value(sheet, ATHLETICS)
    return value_of(sheet, "move_limit", (DerivedStep(ATHLETICS, value.value, cite("XIAN-7.8")),), "metres")
