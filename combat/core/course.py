"""The course of a fight: what a ruleset does at each moment, and what all of them tell in the same way.

Pages call the moments in order: the fight starts, then each round starts; the turn of `Fight.current` starts and
ends, and its end names the next one ("" when everybody has had his turn); then the round ends.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from combat.core.citation import Citations
from combat.core.event import Change, Event, Happened
from combat.core.fight import FIGHT, Combatant, Fight
from combat.core.procedure import Procedure
from combat.core.ruleset import Moment
from combat.core.value import Json, JsonMap

ORDER_SET = "order_set"
"""The term of the event that tells the order of a round."""


class Course(NamedTuple):
    """What happens by itself at each moment; the fields are the moments."""

    fight_start: Callable[[Fight], Procedure]
    round_start: Callable[[Fight], Procedure]
    turn_start: Callable[[Fight], Procedure]
    turn_end: Callable[[Fight], Procedure]
    round_end: Callable[[Fight], Procedure]
    fight_end: Callable[[Fight], Procedure]

    def tick(self, fight: Fight, moment: Moment) -> Procedure:
        """What happens by itself at a moment."""
        happens: Callable[[Fight], Procedure] = getattr(self, moment)
        return happens(fight)


def round_started(fight: Fight, cited: Citations, changes: Iterable[Change] = ()) -> Happened:
    """The next round begins."""
    number = fight.round + 1
    return Happened(
        "round_started", FIGHT, {"round": number}, (Change(FIGHT, "round", fight.round, number), *changes), cited
    )


def round_ended(fight: Fight, cited: Citations, changes: Iterable[Change] = ()) -> Happened:
    """A round is over, with what lasted until its end."""
    return Happened("round_ended", FIGHT, {"round": fight.round}, tuple(changes), cited)


def fight_ended(fight: Fight, cited: Citations, changes: Iterable[Change] = ()) -> Happened:
    """The fight is over; what holds of the fighters stays with their sheets."""
    return Happened("fight_ended", FIGHT, {"round": fight.round}, tuple(changes), cited)


def order_set(
    fight: Fight,
    order: Sequence[str],
    cited: Citations,
    values: JsonMap,
    tied: Sequence[Sequence[str]] = (),
    *,
    level: JsonMap | None = None,
    first: str | None = None,
) -> Happened:
    """The order of a round and whose turn it is: the first one's, unless ``first`` names another ("" nobody's).

    ``values``: what put each in his place; ``tied``: those whom nothing tells apart; ``level``: of those with the same
    value what was looked at next (``by``) and what each has of it (``values``).
    """
    told: list[Json] = [*order]
    current = (order[0] if order else "") if first is None else first
    changes = [] if tuple(order) == fight.order else [Change(FIGHT, "order", list(fight.order), told)]
    if current != fight.current:
        changes.append(Change(FIGHT, "current", fight.current, current))
    data: dict[str, Json] = {"values": dict(values), "by": "order_value", "order": told, "tied": [*tied]}
    if level is not None:
        data["level"] = dict(level)
    return Happened(ORDER_SET, FIGHT, data, tuple(changes), cited)


def tells_order(events: Iterable[Event]) -> bool:
    """Whether the order of a round was worked out anew."""
    return any(isinstance(event, Happened) and event.term == ORDER_SET for event in events)


def later_in_order(fight: Fight) -> tuple[str, ...]:
    """Those whose turn is still to come this round, in order; one who has left the fight is not among them."""
    order = fight.order
    after = order[order.index(fight.current) + 1 :] if fight.current in order else ()
    return tuple([name for name in after if name in fight.combatants])


def next_in_order(fight: Fight, is_out: Callable[[Combatant], bool]) -> str:
    """The next who is not out of the fight; "" after the last."""
    return next((name for name in later_in_order(fight) if not is_out(fight.combatants[name])), "")
