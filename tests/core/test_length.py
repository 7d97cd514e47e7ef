"""Lengths as they are written at the table."""

from fractions import Fraction

import pytest

from combat.core.length import length, started
from combat.core.schema import Field, FieldKind
from combat.core.value import Json


def test_a_length_is_written_whole_with_a_comma_or_as_a_fraction() -> None:
    assert [str(length(each)) for each in ("9", 9, " 4,5 ", "4.5", "27/2", "0")] == [
        "9",
        "9",
        "9/2",
        "9/2",
        "27/2",
        "0",
    ]
    assert [length(each) for each in ("", "-3", "1/0", "x", "1.2.3", None, True)] == [None] * 7


def test_of_a_length_in_started_units_the_last_is_only_begun() -> None:
    assert [started(each) for each in ("2,5", "3", 4, "0", None, "x")] == [3, 3, 4, 0, 0, 0]


@pytest.mark.parametrize(
    ("value", "code"),
    [("2,5", None), (3, None), ("7/2", None), ("0,5", "too_small"), ("9,5", "too_large"), ("near", "not_a_length"),
     (True, "not_a_length")],
)  # fmt: skip
def test_a_field_of_a_length_has_bounds_like_any_number(value: Json, code: str | None) -> None:
    error = Field(path="way", kind=FieldKind.LENGTH, minimum=1, maximum=9).check(value)
    assert (error and error.code) == code


def test_exact_lengths_are_exact() -> None:
    assert length("0,1") == Fraction(1, 10)
