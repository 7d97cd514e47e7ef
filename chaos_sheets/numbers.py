"""Whole numbers as people and addresses write them: the one place that reads them."""

from __future__ import annotations

import re
from fractions import Fraction

MOST_DIGITS = 18
"""As many digits as a row's number may have."""
_MINUS = "−–"
_APART = (",", "\u202f", "\u00a0", " ")
_DECIMAL = re.compile(r"([+\-−–]?)\s?(\d{1,9})[.,](\d{1,2})")


def count_in(text: str, digits: int = MOST_DIGITS) -> int | None:
    """The number a text is, digits alone; None if it is none or has more digits than allowed."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def whole_in(text: str, digits: int = MOST_DIGITS) -> int | None:
    """A number with its sign, however the minus is written and thousands are set apart; None if it is none.

    1.200, 1,200 and 1 200 are a thousand and some; 1.5 is nothing that a whole number can be.
    """
    plain = text.strip()
    for minus in _MINUS:
        plain = plain.replace(minus, "-")
    sign, amount = (plain[:1], plain[1:].strip()) if plain[:1] in ("+", "-") else ("", plain)
    for apart in _APART:
        amount = amount.replace(apart, ".")
    groups = amount.split(".")
    if len(groups) > 1 and all(len(group) == 3 for group in groups[1:]):
        amount = "".join(groups)
    found = count_in(amount, digits)
    return -found if found is not None and sign == "-" else found


def parts_in(text: str, many: int, digits: int = MOST_DIGITS) -> int | None:
    """A number with a comma, counted in parts of which so many make one: 4,5 are 45 tenths; None if it is none."""
    decimal = _DECIMAL.fullmatch(text.strip())
    if decimal is None:
        whole = whole_in(text, digits)
        return None if whole is None else whole * many
    sign, whole_part, rest = decimal.groups()
    found = Fraction(f"{whole_part}.{rest}") * many
    if found.denominator != 1:
        return None
    return -found.numerator if sign and sign != "+" else found.numerator
