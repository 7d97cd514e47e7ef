"""Tables hold every printed number with its citation and refuse gaps and overlaps."""

from fractions import Fraction

import pytest

from combat.core.citation import cite
from combat.core.table import TableError, Tables

GOOD = """
[number.wounded_below]
value = 66
unit = "per cent"
cite = "CHA-7.15"

[mode]
cite = "CHA-3.5"
[mode.semi]
hits = 1
split = true
action = "fire"
[mode.auto]
cite = ["CHA-3.5", "CHA-3.18"]
hits = 2

[list.cost]
cite = "CHA-7.8"
rows = [{key = "1", value = 100}, {key = "2", value = 500}]

[ladder.zone]
cite = "CHA-7.1"
rows = [{from = 1, to = 3, value = "legs"}, {from = 4, to = 10, value = "body"}]

[bands.range]
cite = "CHA-3.2"
rows = [{to = "1/2", value = "half"}, {to = 1, value = "base"}, {value = "beyond"}]
"""


@pytest.fixture
def tables() -> Tables:
    return Tables.load("t", GOOD)


def test_numbers_words_and_switches_are_found_by_name(tables: Tables) -> None:
    assert tables.number("number.wounded_below") == 66
    assert tables.number("list.cost.2") == 500
    assert (tables.number_or("mode.semi.hits", 0), tables.number_or("mode.semi.heat", 0)) == (1, 0)
    assert tables.text("mode.semi.action") == "fire"
    assert tables.switch("mode.semi.split") is True


def test_a_table_without_a_citation_takes_that_of_the_table_around_it(tables: Tables) -> None:
    assert tables.rules("mode.semi.hits") == cite("CHA-3.5")
    assert tables.rules("mode.auto.hits") == cite("CHA-3.5", "CHA-3.18")


def test_a_row_may_name_its_own_rule() -> None:
    """FAL-5.2, FAL-5.3: a list printed in several rules, a row in each."""
    rows = "rows = [{key = 'cqc', value = -20, cite = ['FAL-3.9', 'FAL-5.2']}, {key = 'near', value = -35}]"
    tables = Tables.load("t", f"[list.blind]\ncite = 'FAL-3.9'\n{rows}")
    assert tables.rules("list.blind.cqc") == cite("FAL-3.9", "FAL-5.2")
    assert tables.rules("list.blind.near") == cite("FAL-3.9")


def test_a_ladder_has_a_word_for_every_face_and_for_no_other(tables: Tables) -> None:
    zone = tables.ladder("ladder.zone")
    assert [zone.at(face) for face in (1, 3, 4, 10)] == ["legs", "legs", "body", "body"]
    assert zone.ranges() == ((1, 3, "legs"), (4, 10, "body"))
    for face in (0, 11):
        with pytest.raises(TableError, match="not within"):
            zone.at(face)


def test_a_band_holds_up_to_and_including_its_bound(tables: Tables) -> None:
    band = tables.band("bands.range")
    assert [band.at(Fraction(n, 4)) for n in (1, 2, 3, 4, 5)] == ["half", "half", "base", "base", "beyond"]


def test_what_no_table_holds_is_named(tables: Tables) -> None:
    with pytest.raises(TableError, match=r"number\.nothing"):
        tables.number("number.nothing")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[number.a]\nvalue = 1", "no citation"),
        ('[number.a]\nvalue = 1\ncite = "7.3"', "not a citation"),
        ("[number.a]\nvalue = 1\ncite = []", "no citation"),
        ("[number.a]\nvalue = 1\ncite = 3", "no citation"),
        ("[list.a]\nrows = [{key = 'x', value = 1}]", "rows and a citation"),
        ("[list.a]\ncite = 'CHA-1.1'\nrows = []", "rows and a citation"),
        ("[list.a]\ncite = 'CHA-1.1'\nrows = 3", "a list of tables"),
        ("[list.a]\ncite = 'CHA-1.1'\nrows = [3]", "a list of tables"),
        ("[list.a]\ncite = 'CHA-1.1'\nrows = [{key = 'x', value = 1, cite = '7.3'}]", "not a citation"),
        ("[ladder.a]\ncite = 'CHA-1.1'\nrows = [{from = 1, to = 3}]", "a word as its value"),
        (
            "[ladder.a]\ncite = 'CHA-1.1'\nrows = [{from = 1, to = 3, value = 'x'}, {from = 5, to = 6, value = 'y'}]",
            "gap",
        ),
        (
            "[ladder.a]\ncite = 'CHA-1.1'\nrows = [{from = 1, to = 3, value = 'x'}, {from = 3, to = 6, value = 'y'}]",
            "gap",
        ),
        ("[ladder.a]\ncite = 'CHA-1.1'\nrows = [{from = 3, to = 1, value = 'x'}]", "rising"),
        ("[ladder.a]\ncite = 'CHA-1.1'\nrows = [{from = 1, value = 'x'}]", "rising"),
        ("[bands.a]\ncite = 'CHA-1.1'\nrows = [{to = 2, value = 'x'}, {to = 1, value = 'y'}, {value = 'z'}]", "bounds"),
        ("[bands.a]\ncite = 'CHA-1.1'\nrows = [{to = 1, value = 'x'}, {to = 2, value = 'y'}]", "bounds"),
    ],
)
def test_a_broken_table_is_named(text: str, told: str) -> None:
    with pytest.raises(TableError, match=told):
        Tables.load("t", text)


def test_what_is_neither_number_word_nor_switch_is_left_alone() -> None:
    tables = Tables.load("t", "[modifier.a]\nvalue = 3\non = ['shoot']\ncite = 'CHA-3.2'")
    assert tables.number("modifier.a") == 3
