"""Fields in one line each, for the schemas of sheets and things."""

from typing import TypedDict, Unpack

from combat.core.citation import Citations
from combat.core.schema import Field, FieldKind
from combat.core.value import Json


class More(TypedDict, total=False):
    """What every field may say beside its path and its bounds; `Field` explains each."""

    optional: bool
    state: bool
    kept: bool
    counter: bool
    assumption: bool
    group: str
    term: str
    unit: str
    status: str
    by: str
    choice_terms: tuple[tuple[str, str], ...]
    choice_names: tuple[tuple[str, str], ...]
    pool: str
    prices: tuple[tuple[str, int], ...]
    only_with: tuple[str, str] | None
    rules: Citations


def number(
    path: str,
    *,
    default: int | None = None,
    low: int | None = 0,
    high: int | None = None,
    maximum_from: str = "",
    **more: Unpack[More],
) -> Field:
    """A whole number, never below ``low``."""
    return Field(path=path, default=default, minimum=low, maximum=high, maximum_from=maximum_from, **more)


def text(path: str, *, length: int = 120, **more: Unpack[More]) -> Field:
    """A line of text."""
    return Field(path=path, kind=FieldKind.TEXT, default="", max_length=length, **more)


def note(path: str, **more: Unpack[More]) -> Field:
    """Several lines of text."""
    return text(path, length=4000, **more)


def length(path: str, *, default: int | None = None, low: int = 0, high: int = 99_999, **more: Unpack[More]) -> Field:
    """A length, which need not be a whole number: `combat.core.length` says how it is written."""
    return Field(path=path, kind=FieldKind.LENGTH, default=default, minimum=low, maximum=high, **more)


def yes_no(path: str, *, default: bool = False, **more: Unpack[More]) -> Field:
    """A yes or no."""
    return Field(path=path, kind=FieldKind.BOOLEAN, default=default, **more)


def choice(path: str, known: tuple[str, ...], *, default: str | None = None, **more: Unpack[More]) -> Field:
    """One of several words."""
    return Field(path=path, kind=FieldKind.CHOICE, choices=known, default=default, **more)


def choices(path: str, known: tuple[str, ...], **more: Unpack[More]) -> Field:
    """Any number of several words."""
    nothing: Json = ()
    return Field(path=path, kind=FieldKind.CHOICES, choices=known, default=nothing, **more)


def dice(path: str, *, default: str | None = None, **more: Unpack[More]) -> Field:
    """Dice in W notation."""
    return Field(path=path, kind=FieldKind.DICE, default=default, **more)
