"""Charaktermodell, FAL-1: what a sheet says of a person, each value as the bill that leads to it."""

from collections.abc import Mapping
from fractions import Fraction

from combat.core.bill import Bill, total
from combat.core.body import inner, optional, text, whole
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep, DerivedValue
from combat.core.event import Modifier
from combat.core.rounding import floor_div, half_up
from combat.core.sheet import Sheet
from combat.core.standing import has_status, override, override_reason
from combat.rulesets.oedland.data import TABLES, number, rules
from combat.rulesets.oedland.options import House
from combat.rulesets.oedland.words import SKILLS, TWO_HANDED_PERK

SKILL = cite("FAL-1.2")
INITIATIVE = cite("FAL-1.5", "FAL-8.1", "FAL-9.1")
LUCK_DIVISOR = number("luck_divisor")


def settled(sheet: Sheet, key: str, bill: Bill) -> Bill:
    """The bill of a value, or the game master's word in its place."""
    found = override(sheet, key)
    return bill if found is None else (DerivedStep("override", found, bill[0].rules),)


def derived(sheet: Sheet, key: str, bill: Bill, unit: str = "") -> DerivedValue:
    """A value with its bill, as sheets show it."""
    reason = override_reason(sheet, key)
    steps = settled(sheet, key, bill)
    set_by_hand = reason if override(sheet, key) is not None else None
    unit = "" if set_by_hand is not None and unit == "half_points" else unit
    return DerivedValue(key=key, value=total(steps), steps=steps, unit=unit, overridden=set_by_hand)


def attribute(sheet: Sheet, key: str) -> int:
    """A statistic as it stands on the sheet. Rule: FAL-1.1."""
    return whole(inner(sheet.body, "attributes").get(key), number("attribute_usual"))


def skill_bill(sheet: Sheet, skill: str) -> Bill:
    """A skill's percent value as typed in; rifles have a known start value, all others none.

    Rule: FAL-1.2.
    """
    typed = optional(inner(inner(sheet.body, "skills"), skill).get("value"))
    if typed is None and skill == "rifles":
        return (
            DerivedStep("start_value", number("rifles_base"), rules("rifles_base")),
            DerivedStep("mobility", number("rifles_mobility_factor") * attribute(sheet, "mobility"), SKILL),
            DerivedStep("strength", attribute(sheet, "strength"), SKILL),
            DerivedStep("perception", attribute(sheet, "perception"), SKILL),
        )
    return (DerivedStep(skill if skill in SKILLS else "skill", typed or 0, SKILL),)


def action_points_bill(sheet: Sheet) -> Bill:
    """The most action points of a turn: typed in, else 5 and half of mobility, rounded down.

    Rule: FAL-1.4.
    """
    typed = optional(inner(sheet.body, "maxima").get("action_points"))
    cited = rules("action_points_base")
    if typed is not None:
        return (DerivedStep("action_points", typed, cited),)
    half = floor_div(attribute(sheet, "mobility"), number("action_points_divisor"))
    return (DerivedStep("start_value", number("action_points_base"), cited), DerivedStep("mobility", half, cited))


def action_points(sheet: Sheet) -> int:
    """The most action points of a turn, or the game master's word. Rule: FAL-1.4."""
    return total(settled(sheet, "action_points", action_points_bill(sheet)))


def half_luck(sheet: Sheet, house: House) -> Fraction:
    """Half of luck, rounded as the house plays it.

    Rule: FAL-1.5, FAL-9.1.
    """
    half = Fraction(attribute(sheet, "luck"), LUCK_DIVISOR)
    if house.initiative_half == "exact":
        return half
    return Fraction(half_up(half) if house.initiative_half == "up" else half.__floor__())


def initiative_base(sheet: Sheet, house: House) -> Fraction:
    """Mobility, perception and half of luck, or the game master's word.

    Rule: FAL-1.5.
    """
    found = override(sheet, "initiative_base")
    if found is not None:
        return Fraction(found)
    return attribute(sheet, "mobility") + attribute(sheet, "perception") + half_luck(sheet, house)


def initiative_bill(sheet: Sheet, house: House) -> tuple[Bill, str]:
    """The base as a bill and its unit: in half points where a half is kept, else in whole ones.

    Rule: FAL-1.5, FAL-9.1.
    """
    half = half_luck(sheet, house)
    scale = half.denominator
    steps = tuple([DerivedStep(key, scale * attribute(sheet, key), INITIATIVE) for key in ("mobility", "perception")])
    luck = DerivedStep("half_luck", (half * scale).numerator, INITIATIVE)
    return (*steps, luck), "half_points" if scale > 1 else ""


def critical_bill(sheet: Sheet) -> Bill:
    """Luck, as the chance that a hit is critical, or the game master's word. Rule: FAL-1.6."""
    return settled(sheet, "critical_chance", (DerivedStep("luck", attribute(sheet, "luck"), cite("FAL-1.6")),))


def rate(sheet: Sheet, kind: str) -> int:
    """How far one action point takes somebody in a posture or sprinting, in millimetres on the table.

    Rule: FAL-1.13.
    """
    usual = TABLES.number(f"list.rate.{kind}")
    return max(whole(inner(sheet.body, "rates").get(kind), usual), 1)


def has_perk(sheet: Sheet, perk: str = TWO_HANDED_PERK) -> bool:
    """Whether somebody has a perk. Rule: FAL-1.11."""
    return isinstance(inner(sheet.body, "talents").get(perk), Mapping)


def hit_points(sheet: Sheet) -> int:
    """Hit points now; one who has none noted is unhurt. Rule: FAL-1.3."""
    return whole(inner(sheet.body, "pools").get("hit_points"), most_hit_points(sheet))


def most_hit_points(sheet: Sheet) -> int:
    """The most hit points. Rule: FAL-1.3."""
    return whole(inner(sheet.body, "maxima").get("hit_points"), number("hit_points_usual"))


def is_dying(sheet: Sheet) -> bool:
    """Without hit points, yet not dead by the game master's word. Rule: FAL-6.7."""
    return hit_points(sheet) <= 0 and has_status(sheet, "dying")


def is_dead(sheet: Sheet) -> bool:
    """Without hit points and not held to be dying. Rule: FAL-6.7."""
    return hit_points(sheet) <= 0 and not has_status(sheet, "dying")


def conditions(sheet: Sheet) -> tuple[Modifier, ...]:
    """States of the game master's own making that weigh on every roll, each with his words for it.

    Rule: FAL-6.9.
    """
    found = []
    for record in inner(sheet.body, "conditions").values():
        points = whole(record.get("value")) if isinstance(record, Mapping) else 0
        if points and isinstance(record, Mapping):
            cited: Citations = cite("FAL-6.9")
            found.append(Modifier("condition", points, "add", cited, "gm", text(record.get("label"))))
    return tuple(found)


def statuses(sheet: Sheet) -> tuple[str, ...]:
    """What holds of somebody: dead or dying, wounded. Rule: FAL-6.7, FAL-6.9."""
    found = ["dead"] if is_dead(sheet) else []
    found += [key for key in ("dying", "wound") if has_status(sheet, key)]
    return tuple(found)
