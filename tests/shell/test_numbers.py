"""Whole numbers as people and addresses write them, read in one place."""

import pytest
from django.utils.translation import override

from chaos_sheets.numbers import count_in, whole_in
from chaos_sheets.words import fraction_words


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12), ("+3", 3), ("-3", -3), ("−3", -3), ("– 3", -3), (" 7 ", 7), ("1.200", 1200), ("1,200", 1200),
        ("1 200", 1200), ("1\u202f200", 1200), ("-1.200.000", -1_200_000), ("1.5", None), ("1 2", None), ("--3", None),
        ("", None), ("-", None), ("drei", None), ("٣", None), ("1" * 19, None),
    ],
)  # fmt: skip
def test_a_number_however_it_is_written(text: str, number: int | None) -> None:
    assert whole_in(text) == number


@pytest.mark.parametrize(
    ("text", "number"), [("12", 12), (" 12 ", 12), ("-1", None), ("+1", None), ("1.200", None), ("²", None)]
)
def test_a_count_has_digits_alone(text: str, number: int | None) -> None:
    assert count_in(text) == number


def test_a_count_has_no_more_digits_than_allowed() -> None:
    assert (count_in("123", 3), count_in("1234", 3)) == (123, None)


def test_a_value_with_a_half_is_written_as_people_write_it() -> None:
    """FAL-1.5 with the house rule that keeps halves: 33/2 is 16,5 in German and 16.5 in English."""
    assert [fraction_words(value) for value in (33, "33/2", "-1/2", "4/1", None, True, "etwas")] == [
        *("33", "16,5", "−0,5", "4", "", "", ""),
    ]
    with override("en"):
        assert fraction_words("33/2") == "16.5"
