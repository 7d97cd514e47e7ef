"""Whole numbers as people and addresses write them, read in one place."""

import pytest

from chaos_sheets.numbers import count_in, whole_in


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
