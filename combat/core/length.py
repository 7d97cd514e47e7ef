"""Lengths as people write them: whole numbers, with a comma, or as a fraction; exact throughout."""

import re
from fractions import Fraction
from math import ceil

from combat.core.value import Json

DECIMAL = re.compile(r"(\d{1,15})(?:[.,](\d{1,3}))?")
RATIO = re.compile(r"(\d{1,6})/([1-9]\d{0,3})")


def length(found: Json) -> Fraction | None:
    """A length: ``9``, ``4,5``, ``4.5``, ``27/2``; None for anything else."""
    written = str(found).strip() if isinstance(found, int | str) and not isinstance(found, bool) else ""
    ratio, decimal = RATIO.fullmatch(written), DECIMAL.fullmatch(written)
    if ratio is not None:
        return Fraction(int(ratio[1]), int(ratio[2]))
    return None if decimal is None else Fraction(f"{decimal[1]}.{decimal[2] or 0}")


def started(found: Json) -> int:
    """A length in whole units of which the last is only begun; nothing where there is none."""
    return ceil(length(found) or 0)
