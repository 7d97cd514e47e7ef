"""Dice expressions, and chances that equal counting every face."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.core.dice import Dice, Window, chance, distribution, within

dice = st.builds(Dice, st.integers(1, 3), st.integers(1, 10), st.integers(-5, 9), st.sampled_from(["", "↑", "↓"]))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2W10+4", Dice(2, 10, 4)),
        ("W5", Dice(1, 5)),
        ("1w6-1", Dice(1, 6, -1)),
        ("2d8 − 3", Dice(2, 8, -3)),
        (" W100 ", Dice(1, 100)),
        ("2W20↑+3", Dice(2, 20, 3, "↑")),
        ("3w20 ↓", Dice(3, 20, 0, "↓")),
    ],
)
def test_w_notation_is_read(text: str, expected: Dice) -> None:
    assert Dice.parse(text) == expected


@pytest.mark.parametrize("text", ["", "W", "0W6", "2W0", "W6+", "x", "100W6", "2W6+1000", "W6;"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Dice.parse(text)


@given(dice)
def test_an_expression_reads_back_as_it_is_written(some: Dice) -> None:
    assert Dice.parse(str(some)) == some


def test_a_total_adds_faces_and_bonus_and_may_be_negative() -> None:
    assert Dice(2, 10, 4).total((3, 9)) == 16
    assert Dice(1, 4, -3).total((1,)) == -2


def test_of_dice_that_keep_one_only_the_highest_or_the_lowest_counts() -> None:
    assert Dice(2, 20, 9, "↑").total((5, 14)) == 23
    assert Dice(2, 20, 9, "↓").total((15, 9)) == 18


@given(dice)
def test_lowest_and_highest_are_the_ends_of_the_totals(some: Dice) -> None:
    totals = [total for total, _ways in distribution(some)]
    assert (some.lowest, some.highest) == (min(totals), max(totals))


def test_dice_allow_only_their_own_faces() -> None:
    assert Dice(2, 6).allows((1, 6))
    assert not Dice(2, 6).allows((1,))
    assert not Dice(2, 6).allows((0, 6))
    assert not Dice(2, 6).allows((1, 7))


def test_an_open_end_of_a_window_holds_everything() -> None:
    cases: list[tuple[Window, list[bool]]] = [
        ((None, 62), [True, True, False, False]),
        ((62, None), [False, True, True, True]),
        ((62, 63), [False, True, True, False]),
    ]
    for window, expected in cases:
        assert [within(window, total) for total in (1, 62, 63, 100)] == expected, window


@given(dice, st.integers(-10, 40) | st.none(), st.integers(-10, 40) | st.none())
def test_a_chance_equals_counting_every_roll(some: Dice, low: int | None, high: int | None) -> None:
    window: Window = (low, high)
    rolls = list(product(range(1, some.sides + 1), repeat=some.count))
    hits = sum(within(window, some.total(faces)) for faces in rolls)
    assert chance(some, window) == Fraction(hits, len(rolls))


def test_without_a_window_there_is_no_chance() -> None:
    assert chance(Dice(1, 100), None) == 0


@given(dice)
def test_a_distribution_counts_every_roll_once(some: Dice) -> None:
    assert sum(ways for _, ways in distribution(some)) == some.sides**some.count
