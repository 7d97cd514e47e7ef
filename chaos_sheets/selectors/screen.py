"""What a game master's screen shows: the numbers of a system and the covers of a campaign, as it plays them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _

from chaos_sheets.models import Campaign
from chaos_sheets.policy import Viewer
from chaos_sheets.selectors.covers import cover_tables
from chaos_sheets.selectors.reference import reference
from chaos_sheets.selectors.reference_tables import HEADS
from chaos_sheets.selectors.reference_view import Row, Table
from chaos_sheets.words import listed

ORDER = (
    *("action", "form", "mode", "modifier", "bands", "wounds", "statuses"),
    *("zones", "ladder", "cover", "traits", "list", "number"),
)
"""What is looked for most often in a fight comes first, tables of other kinds last."""
WITH_MEANING = ("statuses", "traits")
SIDE_BY_SIDE = ("wounds", "cover")
WHOLE = 14
"""Tables up to so many rows stand in one column."""
PLAIN_FIRST = ("action", "modifier")
"""Their heading says what the first number is: a price, points on a roll."""
NARROW = 3
"""Columns whose words are so short stand side by side."""
PAIR = 36
"""Two columns of which every row has both do so up to so many letters of their words."""
MOST_BESIDE = 2
"""So many numbers of a row stand beside its word; more stand below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenRow:
    label: str
    text: str
    means: str
    marked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenTable:
    """A short table. ``columns`` are numbers side by side, as at wounds; else a row says its numbers in one text."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[ScreenRow, tuple[str, ...]], ...]

    @property
    def whole(self) -> bool:
        return len(self.rows) <= WHOLE

    @property
    def tells(self) -> bool:
        """Whether it says more than words that everybody knows."""
        return any(row.text or row.means or any(values) for row, values in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    campaign: str
    ruleset: str
    version: str
    tables: tuple[ScreenTable, ...]
    house_rules: tuple[str, ...]

    @property
    def lines(self) -> int:
        """About how many lines it takes: a heading counts for two."""
        rows = sum(
            2 + len(table.rows) + sum(len(row.means) // 45 for row, _values in table.rows) for table in self.tables
        )
        return rows + len(self.house_rules)


def screen(*, who: Viewer) -> Screen:
    """All of it in the language of the reader."""
    campaign = who.campaign
    book = reference(ruleset=campaign.ruleset, campaign=campaign)
    tables = sorted(
        (*book.tables, *cover_tables(who=who)),
        key=lambda table: ORDER.index(table.use) if table.use in ORDER else len(ORDER),
    )
    return Screen(
        campaign=campaign.name,
        ruleset=book.name,
        version=book.version,
        tables=tuple(shown for table in tables if (shown := _table(table)).tells),
        house_rules=tuple(_house_rules(campaign)),
    )


def _table(table: Table) -> ScreenTable:
    head = HEADS.get(table.use)
    named = table.use == "modifier" and str(head) != table.title
    title = f"{head}: {table.title}" if named else table.title
    names = [column.short for column in table.columns]
    is_narrow = len(names) > 1 and all(0 < len(name) <= NARROW for name in names)
    side_by_side = table.use in SIDE_BY_SIDE or is_narrow or _is_pair(table, names)
    is_long = not side_by_side and any(len(_named(row, names)) > MOST_BESIDE for row in table.rows)
    return ScreenTable(
        title=title,
        columns=tuple(names) if side_by_side else (),
        rows=tuple((_row(row, table, names, is_long), row.values if side_by_side else ()) for row in table.rows),
    )


def _is_pair(table: Table, names: list[str]) -> bool:
    """Whether every row has the same two values, under words that have room beside each other."""
    return (
        len(names) == 2
        and all(names)
        and len("".join(names)) <= PAIR
        and all(len(row.values) == 2 and all(row.values) for row in table.rows)
    )


def _named(row: Row, names: list[str]) -> list[str]:
    """The values of a row, each behind the word of its column."""
    return [
        f"{name} {value}".strip()
        for name, value in zip_longest(names[: len(row.values)], row.values, fillvalue="")
        if value
    ]


def _row(row: Row, table: Table, names: list[str], is_long: bool) -> ScreenRow:
    """The only number of a row stands alone; where a table has several columns, each with its word."""
    is_told = table.use in WITH_MEANING or (table.use in SIDE_BY_SIDE and not any(row.values))
    means = row.means if is_told else ""
    named = _named(row, names)
    plain = len(names) < 2 or table.use in PLAIN_FIRST
    text = "" if is_long else listed([*row.values[:1], *named[1:]] if plain else named)
    return ScreenRow(
        label=row.label, text=text, means=listed([*(named if is_long else ()), means]), marked=row.house_rule
    )


def _house_rules(campaign: Campaign) -> Iterable[str]:
    """The switches that this campaign plays otherwise, each once."""
    book = reference(ruleset=campaign.ruleset, campaign=campaign)
    notes = {
        note.key: note for chapter in book.chapters for rule in chapter.rules for note in rule.options if note.deviates
    }
    return (_("%(rule)s: %(setting)s") % {"rule": note.label, "setting": note.setting} for note in notes.values())
