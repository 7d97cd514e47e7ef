"""Roundings say what they do for negative numbers too."""

from fractions import Fraction

from combat.core.rounding import ceil_div, floor_div, half_up


def test_floor_goes_down_and_ceil_goes_up_below_zero_too() -> None:
    assert (floor_div(29, 10), floor_div(-1, 10)) == (2, -1)
    assert (ceil_div(21, 10), ceil_div(20, 10), ceil_div(-1, 10)) == (3, 2, 0)


def test_a_half_goes_up() -> None:
    assert [half_up(Fraction(n, 2)) for n in (-3, -1, 0, 1, 5)] == [-1, 0, 0, 1, 3]
