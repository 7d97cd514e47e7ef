"""Weapons on paper: their ready numbers, and empty lines for new ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from chaos_sheets.printing import ink
from chaos_sheets.selectors.sheet_view import ItemView, SheetView
from chaos_sheets.words import listed, number

NBSP = "\N{NO-BREAK SPACE}"
HALF = 89.7
"""Width of one of two columns, in millimetres."""
LABEL, LETTER, COLUMN = 21, 1.62, 17.17
"""Millimetres of a table: the least for the words before its numbers, a letter of them, a column of numbers."""
NAME, ROUNDS, CELL_GAP, CAPITAL = 36, 76, 1.4, 1.3
"""Millimetres of a blank weapon's line: its name, its rounds, what stays free beside a number, a letter of its word."""


class Single(NamedTuple):
    """The one number of a weapon: what is done with it, what the number is called, the number."""

    what: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon. ``rows``: label and numbers by column; a weapon with one number has it in ``single`` instead."""

    item: ItemView
    drawing: SafeString | None
    columns: tuple[tuple[str, str], ...] = ()
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()
    single: Single | None = None

    @property
    def label_width(self) -> str:
        """Of the words before the numbers: wide enough for the longest, as far as the numbers leave room."""
        longest = max((len(label) for label, _numbers in self.rows), default=0)
        return f"{min(max(LABEL, LETTER * longest), HALF - COLUMN * len(self.columns)):.2f}mm"

    @property
    def width(self) -> str:
        """Of the table: columns of one width, so that two tables can be read alike."""
        return f"{min(HALF, float(self.label_width.removesuffix('mm')) + COLUMN * len(self.columns)):.2f}mm"


@dataclass(frozen=True, slots=True)
class Cells:
    """Numbers to fill in on an empty line, all of one width."""

    labels: tuple[str, ...]
    width: str


def states_apart(sheet: SheetView) -> dict[str, str]:
    """States that take something off a roll; on paper they are left to the pencil, for they come and go."""
    return {status.key: f"{status.label} {status.effect}" for status in sheet.statuses if status.effect}


def arm_of(item: ItemView) -> Arm:
    drawing = None
    if item.magazine and item.magazine.capacity > 1:
        now, top = item.magazine.now, item.magazine.capacity
        title = _("%(now)s von %(top)s Schuss geladen") % {"now": now, "top": top}
        drawing = ink.magazine(now, top, width=HALF, title=title) or None
    if item.table is None:
        return Arm(item, drawing)
    rows = []
    for row in item.table.rows:
        numbers = ("–" if cell.value is None else number(cell.value) for cell in row.cells)
        rows.append((row.label, tuple(numbers)))
    if len(rows) == 1 and len(item.table.columns) == 1:
        column, (_label, (value,)) = item.table.columns[0], rows[0]
        what = listed([column.label, item.single_range, column.cost_text.replace(" ", NBSP)])
        return Arm(item, drawing, single=Single(what, item.table.number, value))
    columns = tuple((column.label, column.cost_text) for column in item.table.columns)
    return Arm(item, drawing, columns=columns, rows=tuple(rows))


def blank_cells(labels: Sequence[str], room: float) -> Cells:
    """The numbers of an empty line, without those whose words are too long to stand over their place."""
    fitting = list(labels)
    while fitting:
        longest, width = max(fitting, key=len), room / len(fitting) - CELL_GAP
        if width >= CAPITAL * len(longest):
            return Cells(tuple(fitting), f"{width:.2f}mm")
        fitting.remove(longest)
    return Cells((), "0mm")
