"""What happened, as data: the events are the trace, and only a `Change` alters state."""

from collections.abc import Mapping
from typing import NamedTuple

from combat.core.citation import Citation, Citations
from combat.core.dice import Dice, Faces, Window
from combat.core.value import Json, JsonMap, thawed

COST = "cost"
"""Reserved key in the data of a `Happened`: money that the actor pays for it, in the ruleset's currency.

Whoever stores the fight takes it from the actor; what is paid in points is a `Change` like any other.
"""


class Modifier(NamedTuple):
    """One reason why a number differs.

    ``kind`` is add, limit, factor, divisor, floor, bound, dice, target, degree or cap; a bound is no part of the number
    to reach but of the one that has to be exceeded; a limit takes off again what goes beyond it; ``source`` is rule,
    player or gm. A game master's modifier carries his words in ``note``; every other text is looked up by ``key``.
    """

    key: str
    value: int
    kind: str = "add"
    rules: Citations = ()
    source: str = "rule"
    note: str = ""


class Change(NamedTuple):
    """One value that is another afterwards: ``Change("character:12", "pools.hit_points", 15, 10)``; None: not there."""

    of: str
    field: str
    before: Json
    after: Json


class Rolled(NamedTuple):
    """Dice that were compared with something; ``window`` holds the totals that succeed, None if none can."""

    term: str
    who: str
    dice: Dice
    faces: Faces
    modifiers: tuple[Modifier, ...]
    total: int
    window: Window | None
    outcome: str
    rules: Citations
    data: JsonMap = {}


class Happened(NamedTuple):
    """A word of the ruleset's glossary that came true, with its numbers and what it changed; `COST` is its price."""

    term: str
    of: str
    data: JsonMap
    changes: tuple[Change, ...]
    rules: Citations


type Event = Rolled | Happened


def modifier_to_json(modifier: Modifier) -> dict[str, Json]:
    """A modifier as JSON: ``{"key": "half_range", "value": 10, "kind": "add", "rules": ["CHA-3.2"], …}``."""
    return {
        "key": modifier.key,
        "value": modifier.value,
        "kind": modifier.kind,
        "rules": list(modifier.rules),
        "source": modifier.source,
        "note": modifier.note,
    }


def change_to_json(change: Change) -> dict[str, Json]:
    """A change as JSON: ``{"of": …, "field": …, "before": …, "after": …}``."""
    of, field, before, after = change
    return {"of": of, "field": field, "before": thawed(before), "after": thawed(after)}


def event_to_json(event: Event) -> dict[str, Json]:
    """An event as JSON; ``kind`` tells the two apart."""
    if isinstance(event, Rolled):
        return {
            "kind": "rolled",
            "term": event.term,
            "who": event.who,
            "dice": str(event.dice),
            "faces": list(event.faces),
            "modifiers": [modifier_to_json(modifier) for modifier in event.modifiers],
            "total": event.total,
            "window": None if event.window is None else list(event.window),
            "outcome": event.outcome,
            "rules": list(event.rules),
            "data": thawed(event.data),
        }
    return {
        "kind": "happened",
        "term": event.term,
        "of": event.of,
        "data": thawed(event.data),
        "changes": [change_to_json(change) for change in event.changes],
        "rules": list(event.rules),
    }


def changes_in(events: tuple[Event, ...]) -> tuple[Change, ...]:
    """All changes of the events in order."""
    return tuple(change for event in events if isinstance(event, Happened) for change in event.changes)


def net_changes(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """One change per value: its first ``before`` and its last ``after``; what came back to its start is left out."""
    net: dict[tuple[str, str], Change] = {}
    for change in changes:
        key = (change.of, change.field)
        first = net.get(key)
        net[key] = change if first is None else first._replace(after=change.after)
    return tuple(change for change in net.values() if change.before != change.after)


def modifier_from_json(data: Mapping[str, Json]) -> Modifier:
    """The modifier that `modifier_to_json` wrote."""
    rules, value = data["rules"], data["value"]
    assert isinstance(rules, list | tuple) and isinstance(value, int)
    return Modifier(
        str(data["key"]),
        value,
        str(data["kind"]),
        tuple(Citation(str(rule)) for rule in rules),
        str(data["source"]),
        str(data["note"]),
    )
