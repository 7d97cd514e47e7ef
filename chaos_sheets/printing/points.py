"""Points on paper: a box for each, to be ticked with a pencil."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from chaos_sheets.printing import ink
from chaos_sheets.printing.origin import guessed
from chaos_sheets.selectors.printed import Tally
from chaos_sheets.selectors.sheet_view import FieldView, PoolView, SheetView
from chaos_sheets.words import number

PAGE, SMALL_POOL, POOL_GAP = 185.8, 33.1, 1.8
"""Widths in millimetres: of the text, of a pool beside the main ones, and what stays free after a track."""
SMALL_BOXES, LARGE_BOX, SMALL_BOX = 28, 7.4, 4.6
"""Widths in millimetres: of the boxes of a small pool, of one large box, and of a small one: five of them in a row."""
COUNTED = 10
"""A number without a maximum gets so many boxes, or a multiple of it."""


@dataclass(frozen=True, slots=True)
class Pool:
    label: str
    drawing: SafeString


def _pool(pool: PoolView, drawing: SafeString, assumed: Container[str]) -> Pool:
    name = guessed(pool.label if pool.health else pool.short, pool.label in assumed)
    told = (
        _("%(pool)s, Maximum %(top)s, heute %(now)s") if pool.left != pool.maximum else _("%(pool)s, Maximum %(top)s")
    )
    return Pool(told % {"pool": name, "top": number(pool.maximum), "now": number(pool.current)}, drawing)


def _pool_title(pool: PoolView) -> str:
    now, top = number(pool.current), number(pool.maximum)
    return _("%(pool)s %(now)s von %(top)s") % {"pool": pool.label, "now": now, "top": top}


def main_pool(pool: PoolView, width: float, assumed: Container[str]) -> Pool:
    title = _pool_title(pool)
    return _pool(pool, ink.track(pool.left, pool.maximum, marks=pool.marks, width=width, title=title), assumed)


def _small_pool(pool: PoolView, assumed: Container[str]) -> Pool:
    most = 6 if pool.maximum <= 8 else 4
    return _pool(
        pool, ink.points(pool.left, pool.maximum, width=SMALL_BOXES, most=most, title=_pool_title(pool)), assumed
    )


def _most(width: float) -> float:
    """How wide a box is at most: ten of them fill whole rows."""
    return SMALL_BOX if width <= SMALL_BOXES else LARGE_BOX


def _counter(field: FieldView, width: float) -> Pool:
    """A number of play without a maximum: boxes for it, and some more to tick."""
    now = field.value if isinstance(field.value, int) else 0
    boxes = now - now % COUNTED + COUNTED
    drawing = ink.points(boxes - now, boxes, width=width, most=_most(width), title=f"{field.label} {number(now)}")
    return Pool(
        _("%(pool)s, heute %(now)s") % {"pool": field.label, "now": number(now)} if now else field.label, drawing
    )


def _tally(tally: Tally, width: float) -> Pool:
    """What is counted while a fight lasts: it begins with empty boxes."""
    boxes, label = tally.each_round or COUNTED, tally.label
    if tally.each_round:
        label = _("%(pool)s, %(top)s je Runde") % {"pool": label, "top": number(boxes)}
    return Pool(label, ink.points(boxes, boxes, width=width, most=_most(width), title=label))


def lage(
    sheet: SheetView, pools: Iterable[PoolView], assumed: Container[str], tallies: Sequence[Tally] = ()
) -> tuple[float, list[Pool], list[Pool]]:
    """What stands in the first field: the width of a main pool, the main pools, and the others beside them.

    Pools of a zone stand with it; what is left then has the whole width.
    """
    large, small = list(pools), list(sheet.other_pools)
    counters = sheet.ticked
    count = len(small) + len(counters) + len(tallies)
    if large:
        width = (PAGE - SMALL_POOL * min(count, 2)) / len(large)
        beside = [_small_pool(pool, assumed) for pool in small] + [_counter(field, SMALL_BOXES) for field in counters]
        beside += [_tally(tally, SMALL_BOXES) for tally in tallies]
        return width, [main_pool(pool, width - POOL_GAP, assumed) for pool in large], beside
    # Each block of boxes is set apart from the next by as much as a box is wide.
    width = PAGE / max(count, 1)
    drawn = [main_pool(pool, width - LARGE_BOX, assumed) for pool in small]
    drawn += [_counter(field, width - LARGE_BOX) for field in counters]
    return width, drawn + [_tally(tally, width - LARGE_BOX) for tally in tallies], []
