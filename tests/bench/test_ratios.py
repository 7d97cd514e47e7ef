"""The quick rows are held: ratios at one and a half times the goal, taken in processor time in one run, and counts.

A ratio whose goal is not reached yet is held where it is: it may come nearer, it may not go further away.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.bench import rows_core, rows_dice, rows_requests
from tests.bench.harness import KILO, Figure, Ratio, Row, measure
from tests.cast import Cast, cast, stock, stock_once

__all__ = ["cast", "stock", "stock_once"]

# A busy machine doubles some of them: what stands here is about one and a half times what it showed.
NOT_REACHED = {"G6": 160}
# Its yardstick begins a transaction of its own, which a test has begun already; `./dev bench` measures it.
LEFT_OUT = {"G13"}


@pytest.fixture(autouse=True)
def nothing_to_collect() -> Iterator[None]:
    """Everything is collected before each measurement: what the other tests have left is put aside for it."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def held(row: Ratio) -> float:
    return max(row.fault, NOT_REACHED.get(row.id, 0))


def assert_held(rows: Iterator[Row]) -> None:
    """One try more for what was disturbed: a ratio that is really worse is so again."""
    for row in rows:
        if isinstance(row, Ratio) and row.id not in LEFT_OUT:
            quick = replace(row, rounds=5, slot=0.04)
            assert any(measure(quick).measured <= held(row) for _ in range(2)), f"{row.id}: {row.title}"
        elif isinstance(row, Figure) and row.unit in {"queries", KILO}:
            assert (found := measure(row)).measured <= row.fault, found.line()


@pytest.mark.parametrize("rows", [rows_dice, rows_core], ids=["dice", "core"])
def test_the_ratios_of_the_rules_are_held(rows: object) -> None:
    assert_held(rows.rows())  # type: ignore[attr-defined]  # modules have no common type


def test_the_ratios_and_queries_of_requests_are_held(cast: Cast) -> None:
    assert_held(rows_requests.rows())
