"""Fields in one line each, for the schemas of sheets and things."""

from combat.core.citation import Citations
from combat.core.schema import Field, FieldKind
from combat.core.value import Json


def number(
    path: str,
    *,
    default: int | None = None,
    low: int | None = 0,
    high: int | None = None,
    maximum_from: str = "",
    optional: bool = False,
    state: bool = False,
    counter: bool = False,
    assumption: bool = False,
    group: str = "",
    term: str = "",
    unit: str = "",
    rules: Citations = (),
) -> Field:
    """A whole number, never below ``low``."""
    return Field(
        path=path,
        default=default,
        minimum=low,
        maximum=high,
        maximum_from=maximum_from,
        optional=optional,
        state=state,
        counter=counter,
        assumption=assumption,
        group=group,
        term=term,
        unit=unit,
        rules=rules,
    )


def text(path: str, *, group: str = "", term: str = "", length: int = 120) -> Field:
    """A line of text."""
    return Field(path=path, kind=FieldKind.TEXT, default="", max_length=length, group=group, term=term)


def note(path: str, *, group: str = "", term: str = "") -> Field:
    """Several lines of text."""
    return text(path, group=group, term=term, length=4000)


def yes_no(
    path: str,
    *,
    default: bool = False,
    state: bool = False,
    assumption: bool = False,
    group: str = "",
    term: str = "",
    rules: Citations = (),
) -> Field:
    """A yes or no."""
    return Field(
        path=path,
        kind=FieldKind.BOOLEAN,
        default=default,
        state=state,
        assumption=assumption,
        group=group,
        term=term,
        rules=rules,
    )


def choice(
    path: str,
    known: tuple[str, ...],
    *,
    default: str | None = None,
    optional: bool = False,
    assumption: bool = False,
    group: str = "",
    term: str = "",
    choice_terms: tuple[tuple[str, str], ...] = (),
    rules: Citations = (),
) -> Field:
    """One of several words."""
    return Field(
        path=path,
        kind=FieldKind.CHOICE,
        choices=known,
        choice_terms=choice_terms,
        default=default,
        optional=optional,
        assumption=assumption,
        group=group,
        term=term,
        rules=rules,
    )


def choices(
    path: str,
    known: tuple[str, ...],
    *,
    group: str = "",
    term: str = "",
    choice_terms: tuple[tuple[str, str], ...] = (),
    rules: Citations = (),
) -> Field:
    """Any number of several words."""
    nothing: Json = ()
    return Field(
        path=path,
        kind=FieldKind.CHOICES,
        choices=known,
        choice_terms=choice_terms,
        default=nothing,
        group=group,
        term=term,
        rules=rules,
    )


def dice(
    path: str, *, default: str | None = None, optional: bool = False, group: str = "", rules: Citations = ()
) -> Field:
    """Dice in W notation."""
    return Field(path=path, kind=FieldKind.DICE, default=default, optional=optional, group=group, rules=rules)
