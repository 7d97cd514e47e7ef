"""Strecken, wie Menschen sie schreiben: whole numbers, with a comma, or as a fraction; exact throughout."""

import re
from fractions import Fraction

from combat.core.value import Json

DECIMAL = re.compile(r"(\d{1,6})(?:[.,](\d{1,3}))?")
RATIO = re.compile(r"(\d{1,6})/([1-9]\d{0,3})")


def length(found: Json) -> Fraction | None:
    """A length above nothing: ``9``, ``4,5``, ``27/2``; None for anything else."""
    written = str(found).strip() if isinstance(found, int | str) and not isinstance(found, bool) else ""
    ratio, decimal = RATIO.fullmatch(written), DECIMAL.fullmatch(written)
    if ratio is not None:
        value = Fraction(int(ratio[1]), int(ratio[2]))
    elif decimal is not None:
        value = Fraction(f"{decimal[1]}.{decimal[2] or 0}")
    else:
        return None
    return value if value > 0 else None
