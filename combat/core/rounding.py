"""Named roundings. Every division in a rule uses one of them; there are no floats."""

from fractions import Fraction


def floor_div(number: int, divisor: int) -> int:
    """Rounded towards minus infinity: ``floor_div(-1, 10) == -1``."""
    return number // divisor


def ceil_div(number: int, divisor: int) -> int:
    """Rounded towards plus infinity: ``ceil_div(1, 2) == 1``."""
    return -(-number // divisor)


def half_up(number: Fraction) -> int:
    """To the nearest whole number, a half away from minus infinity: ``half_up(Fraction(5, 2)) == 3``."""
    return (number + Fraction(1, 2)).__floor__()
