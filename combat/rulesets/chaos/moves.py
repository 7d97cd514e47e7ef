"""Bewegung und Wurfweite, CHA-2 and CHA-3: how many metres each move covers."""

from combat.core.bill import Bill, total
from combat.core.derived import DerivedStep
from combat.core.sheet import Sheet
from combat.core.standing import override
from combat.rulesets.chaos import person
from combat.rulesets.chaos.data import number, rules

MOVES = (("move_covered", "move_covered_factor"), ("move_quick", "move_quick_factor"), ("sprint", "sprint_factor"))


def _times(steps: Bill, factor: str) -> Bill:
    """A bill whose sum is taken several times, as one more step."""
    times = number(factor)
    if times == 1:
        return steps
    return (*steps, DerivedStep("times", (times - 1) * total(steps), rules(factor), {"factor": times}))


def move_bill(sheet: Sheet, factor: str) -> Bill:
    """Metres of a move: mobility bonus + 1, times the factor of the move.

    Rule: CHA-2.3.
    """
    rate = (
        DerivedStep("mobility_bonus", person.value(sheet, "mobility_bonus"), rules("bonus_divisor")),
        DerivedStep("move_base", number("move_base"), rules("move_base")),
    )
    return _times(rate, factor)


def throw_bill(sheet: Sheet) -> Bill:
    """How far a grenade flies, in metres.

    Rule: CHA-3.9.
    """
    reach = (DerivedStep("strength_bonus", person.value(sheet, "strength_bonus"), rules("bonus_divisor")),)
    return _times(reach, "throw_range_factor")


def throw_range(sheet: Sheet) -> int:
    """How far a grenade flies, in metres, as it counts.

    Rule: CHA-3.9.
    """
    found = override(sheet, "throw_range")
    return total(throw_bill(sheet)) if found is None else found
