"""Proben, CHA-0: under a target number with one W100."""

from fractions import Fraction

from combat.core.citation import cite
from combat.core.dice import Dice, Window, chance
from combat.core.rounding import floor_div
from combat.rulesets.chaos.data import number

TEST_DIE = number("test_die")
W100 = Dice(1, TEST_DIE)
DEGREE = number("degree_step")
TEST = cite("CHA-0.1", "CHA-0.2")


def highest(target_number: int, strict: bool) -> int:
    """The highest roll that succeeds: below the target number, or up to it where the house plays it so.

    Rule: CHA-0.1.
    """
    return target_number - 1 if strict else target_number


def window(target_number: int, strict: bool, trouble: int | None = None) -> Window | None:
    """The rolls that succeed; from ``trouble`` on none does, whatever the target number. None: none can.

    Rule: CHA-0.1.
    """
    end = highest(target_number, strict)
    if trouble is not None and end >= trouble:
        end = trouble - 1
    return (None, end) if end >= 1 else None


def degrees(target_number: int, face: int) -> int:
    """Degrees of success, or of failure, in full tens by which a roll lies beside its target number.

    Rule: CHA-0.2.
    """
    return floor_div(abs(target_number - face), DEGREE)


def chance_of(found: Window | None) -> Fraction:
    """The exact chance of a test.

    Rule: CHA-0.1.
    """
    return chance(W100, found)
