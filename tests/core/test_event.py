"""Events survive JSON, and the net of changes is what differs in the end."""

import json

from combat.core.citation import cite
from combat.core.dice import Dice
from combat.core.event import (
    Change,
    Happened,
    Modifier,
    Rolled,
    changes_in,
    event_to_json,
    modifier_from_json,
    modifier_to_json,
    net_changes,
)

WORD = Modifier("gm", -10, source="gm", note="Regen")


def test_a_modifier_reads_back_as_it_was_written() -> None:
    for modifier in (WORD, Modifier("half_range", 10, rules=cite("CHA-3.2"))):
        assert modifier_from_json(json.loads(json.dumps(modifier_to_json(modifier)))) == modifier


def test_a_roll_is_json_with_its_window_and_modifiers() -> None:
    rolled = Rolled(
        "attack", "a", Dice(1, 100), (37,), (WORD,), 37, (None, 59), "success", cite("CHA-0.1"), {"degrees": 2}
    )
    found = event_to_json(rolled)
    assert (found["kind"], found["dice"], found["window"]) == ("rolled", "W100", [None, 59])
    assert found["data"] == {"degrees": 2}
    assert event_to_json(rolled._replace(window=None))["window"] is None
    assert json.loads(json.dumps(found)) == found


def test_what_happened_is_json_with_its_changes() -> None:
    happened = Happened("hit", "a", {"zones": ("body",)}, (Change("a", "order", (), ("a",)),), cite("CHA-7.3"))
    found = event_to_json(happened)
    assert found["changes"] == [{"of": "a", "field": "order", "before": [], "after": ["a"]}]
    assert json.loads(json.dumps(found)) == found


def test_the_net_keeps_the_first_before_and_the_last_after_and_drops_what_came_back() -> None:
    changes = (
        Change("a", "pools.hit_points", 15, 10),
        Change("a", "flags.aim", "aim", None),
        Change("a", "pools.hit_points", 10, 4),
        Change("a", "flags.aim", None, "aim"),
    )
    assert net_changes(changes) == (Change("a", "pools.hit_points", 15, 4),)


def test_changes_come_from_what_happened_and_not_from_rolls() -> None:
    change = Change("a", "pools.hit_points", 15, 10)
    rolled = Rolled("attack", "a", Dice(1, 100), (37,), (), 37, None, "failure", ())
    assert changes_in((rolled, Happened("hit", "a", {}, (change,), ()))) == (change,)
