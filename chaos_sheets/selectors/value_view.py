"""Values as a viewer reads them: a field with its place to write, a bill line by line, a derived value."""

from dataclasses import dataclass
from typing import NamedTuple

from combat.core.value import Json


class Choice(NamedTuple):
    """One value a field may take and its word."""

    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldView:
    """One value that stands on the sheet. ``of`` and ``field`` address it for an edit; ``text`` is how it reads.

    ``typed``: what stands in the place to write, where that is not the value as it is kept.
    """

    of: str
    field: str
    kind: str
    value: Json
    text: str
    label: str
    short: str
    means: str = ""
    unit: str = ""
    typed: str = ""
    minimum: int | None = None
    maximum: int | None = None
    max_length: int = 200
    optional: bool = False
    choices: tuple[Choice, ...] = ()
    assumption: bool = False
    state: bool = False
    kept: bool = False
    """A state that says how a thing is carried: nothing is out of order."""
    editable: bool = False
    group: str = ""
    rules: tuple[str, ...] = ()

    @property
    def width(self) -> str:
        """How wide the place to write is: digits of the largest number, or the whole line."""
        if self.kind != "integer":
            return "text"
        return str(max(1, min(6, len(self.typed or str(self.value if self.value is not None else 0)))))

    @property
    def is_set(self) -> bool:
        """Whether something stands there."""
        # A nought is something: penetration 0.
        return self.value is not None and self.value is not False and self.value not in ("", [], ())


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """One line of a bill: label, citation, amount."""

    key: str
    label: str
    cites: tuple[str, ...]
    amount: int
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueView:
    """A derived value with its bill. ``override`` holds the game master's reason where he set the value.

    ``kept_in``: the unit that ``value`` counts, which may be finer than the one ``text`` shows.
    """

    key: str
    label: str
    short: str
    value: int
    text: str
    steps: tuple[StepView, ...]
    unit: str = ""
    kept_in: str = ""
    override: str | None = None
    assumption: bool = False
    beside: bool = False
    """It is shown with a field of the sheet already: the bonus of an attribute, a maximum that can be entered."""

    @property
    def cites(self) -> tuple[str, ...]:
        """All rules the bill rests on, each once."""
        return tuple(dict.fromkeys(cite for step in self.steps for cite in step.cites))
