"""What the rules reference shows: rules by chapter, tables, words, and what a search finds in all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from django.utils.functional import Promise


class RulingNote(NamedTuple):
    """How an unclear passage is read; ``option`` is the word of its switch, if there is one."""

    key: str
    question: str
    reading: str
    option: str


class OptionNote(NamedTuple):
    """A house rule that rests on a rule: what it is set to, and whether that is the default."""

    key: str
    label: str
    setting: str
    deviates: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEntry:
    """A rule in our own words, with the readings and house rules that rest on it."""

    number: str
    title: str
    text: str
    rulings: tuple[RulingNote, ...] = ()
    options: tuple[OptionNote, ...] = ()
    assumption: bool = False


class SectionLine(NamedTuple):
    """A section of the rule text."""

    number: str
    title: str
    status: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    number: str
    title: str
    rules: tuple[RuleEntry, ...]

    @property
    def anchor(self) -> str:
        return f"kapitel-{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a table. ``mark``: an assumption, or the house rule that sets it."""

    anchor: str
    label: str
    values: tuple[str, ...] = ()
    means: str = ""
    cites: tuple[str, ...] = ()
    assumption: bool = False
    house_rule: bool = False


class Column(NamedTuple):
    """The heading of a column, short where there is an abbreviation."""

    label: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under one heading; ``columns`` names their values, empty where the heading says it. ``use``: see USES."""

    key: str
    title: str
    use: str
    rows: tuple[Row, ...]
    columns: tuple[Column, ...] = ()
    note: str = ""

    @property
    def lines(self) -> Iterator[tuple[Row, tuple[tuple[str, str], ...]]]:
        """Each row with its values, named by their columns."""
        names = [column.short for column in self.columns[-len(self.rows[0].values) :]] if self.columns else []
        for row in self.rows:
            yield row, tuple(zip_longest(names[: len(row.values)], row.values, fillvalue=""))


class Part(NamedTuple):
    """A part of the reference, in the order of the page."""

    key: str
    label: str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Something a search found, and where it stands."""

    kind: str
    title: str
    text: str
    cites: tuple[str, ...]
    part: str
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The whole reference of a ruleset in one language."""

    ruleset: str
    name: str
    version: str
    chapters: tuple[Chapter, ...]
    sections: tuple[SectionLine, ...]
    tables: tuple[Table, ...]
    words: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCard:
    """One rule with the numbers that rest on it."""

    ruleset: str
    rule: RuleEntry
    rows: tuple[tuple[str, Row], ...]
    chapter: str
