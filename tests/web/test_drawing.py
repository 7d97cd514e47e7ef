"""The scale below the line a roll falls on: each number stands once, whatever dice are rolled."""

from __future__ import annotations

import re

import pytest

from chaos_sheets.drawing import Line, roll_line

LABEL = re.compile(r'<text class="(l-scale[^"]*)" x="([^"]*)" y="86"[^>]*>(\d+)</text>')
TICK = re.compile(r'<line class="l-tick" x1="([^"]*)%"')


def labels(lowest: int, highest: int) -> list[tuple[str, int, bool]]:
    """Where each number of the scale stands, and whether a narrow screen leaves it out."""
    line = Line(lowest, highest, highest, (None, highest))
    return [(x, int(value), "minor" in kind) for kind, x, value in LABEL.findall(str(roll_line(line, title="Wurf")))]


def test_a_percentile_scale_counts_in_tens_and_names_its_lowest_face_at_the_left_edge() -> None:
    """W100: eleven numbers; of the tens every second one, and the two ends, stand on a narrow screen too."""
    shown = labels(1, 100)
    assert [value for _, value, _ in shown] == [1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    assert [x for x, _, _ in shown] == ["0", *(f"{at}%" for at in range(10, 101, 10))]
    assert [value for _, value, minor in shown if not minor] == [1, 20, 40, 60, 80, 100]


@pytest.mark.parametrize(("lowest", "highest"), [(1, 6), (1, 10), (2, 12), (1, 19)])
def test_a_scale_with_every_total_does_not_write_the_lowest_one_twice(lowest: int, highest: int) -> None:
    """W6, W10, 2W6: the lowest total has its own place; a second label at the left edge ran into it."""
    shown = labels(lowest, highest)
    assert [value for _, value, _ in shown] == list(range(lowest, highest + 1))
    assert shown[0][0] != "0"
    kept = [value for _, value, minor in shown if not minor]
    assert kept[0] == lowest
    assert kept[-1] == highest


@pytest.mark.parametrize(("lowest", "highest"), [(1, 6), (1, 20), (3, 18), (2, 40), (1, 100)])
def test_no_scale_has_two_numbers_in_one_place_or_more_than_it_has_room_for(lowest: int, highest: int) -> None:
    shown = labels(lowest, highest)
    assert len({value for _, value, _ in shown}) == len(shown) == len({x for x, _, _ in shown})
    assert len(shown) <= 20
    drawn = str(roll_line(Line(lowest, highest, highest, (None, highest)), title="Wurf"))
    places = [x.rstrip("%") for x, _, _ in shown]
    assert TICK.findall(drawn) == [x for x in places if x not in {"0", "100"}]
