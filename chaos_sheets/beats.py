"""The story of an entry as data: its steps in order, the hits a figure shows, its headline."""

from __future__ import annotations

from dataclasses import dataclass

from chaos_sheets.drawing import Line
from chaos_sheets.happening import Amount, HouseRuleActed
from chaos_sheets.selectors.value_view import StepView


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """One step of the story. ``kind``: roll, hit (it struck somebody), held (a thing took it) or step."""

    kind: str
    title: str
    number: int = 0
    who: str = ""
    aside: str = ""
    cites: tuple[str, ...] = ()
    line: Line | None = None
    roll: int | None = None
    line_title: str = ""
    line_word: str = ""
    said: str = ""
    amounts: tuple[Amount, ...] = ()
    total: Amount | None = None
    turns: tuple[str, ...] = ()
    steps: tuple[StepView, ...] = ()
    result: StepView | None = None
    house_rules: tuple[HouseRuleActed, ...] = ()
    """House rules of the campaign that acted here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A hit that the figure of somebody shows: where it struck and its number in the story."""

    ref: str
    zone: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    beats: tuple[Beat, ...]
    marks: tuple[Mark, ...] = ()
    struck: tuple[str, ...] = ()
