"""Strecken, wie Menschen sie schreiben: whole numbers, with a comma, or as a fraction; exact throughout."""

import re
from fractions import Fraction

from combat.core.citation import Citations
from combat.core.schema import Field, FieldKind
from combat.core.value import Json

DECIMAL = re.compile(r"(\d{1,6})(?:[.,](\d{1,3}))?")
LONGEST = 12
"""Signs that a length may have."""
RATIO = re.compile(r"(\d{1,6})/([1-9]\d{0,3})")


def length_field(path: str, term: str, unit: str, cited: Citations) -> Field:
    """Where a length is entered, as people write it."""
    return Field(path=path, kind=FieldKind.TEXT, optional=True, max_length=LONGEST, term=term, unit=unit, rules=cited)


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
