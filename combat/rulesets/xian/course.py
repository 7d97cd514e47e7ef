"""Der Lauf der Runden, XIAN-3: what happens by itself when rounds and turns begin and end."""

from collections.abc import Callable, Mapping

from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fight import FIGHT, Fight
from combat.core.procedure import Emit, Procedure
from combat.core.ruleset import Moment
from combat.core.value import Json
from combat.rulesets.xian.order import ORDER, next_after, order_of_round, worked_out

ROUND = cite("XIAN-3.1")
TURN = cite("XIAN-3.5")
OF_ONE_ROUND = ("defences", "recovered")
"""What is counted for a round."""
OF_ONE_TURN = ("declared", "moved")
"""What holds from one turn to the next."""


def fight_start(fight: Fight) -> Procedure:
    """Rule: XIAN-3.1."""
    yield Emit(Happened("fight_started", FIGHT, {}, (), ROUND))


def _cleared(fight: Fight, who: str, keys: tuple[str, ...]) -> tuple[Change, ...]:
    flags = fight.combatants[who].flags
    return tuple(Change(who, f"flags.{key}", flags[key], None) for key in keys if flags.get(key) is not None)


def round_start(fight: Fight) -> Procedure:
    """The next round: nobody has acted yet, and the order stands as it was.

    Rule: XIAN-3.1, XIAN-3.2, XIAN-3.3.
    """
    changes = [Change(FIGHT, "round", fight.round, fight.round + 1)]
    if fight.flags.get("begun") is not None:
        changes.append(Change(FIGHT, "flags.begun", fight.flags["begun"], None))
    for who in fight.combatants:
        changes += _cleared(fight, who, OF_ONE_ROUND)
    yield Emit(Happened("round_started", FIGHT, {"round": fight.round + 1}, tuple(changes), ROUND))
    yield Emit(_order_set(fight))


def _order_set(fight: Fight) -> Happened:
    order = order_of_round(fight)
    first = order[0] if order else ""
    changes = [Change(FIGHT, "order", fight.order, order)] if order != fight.order else []
    if first != fight.current:
        changes.append(Change(FIGHT, "current", fight.current, first))
    return Happened("order_set", FIGHT, worked_out(fight, order, {}), tuple(changes), ORDER)


def turn_start(fight: Fight) -> Procedure:
    """What was declared and moved in the last turn is over.

    Rule: XIAN-3.5.
    """
    if fight.current in fight.combatants:
        changes = _cleared(fight, fight.current, OF_ONE_TURN)
        yield Emit(Happened("turn_started", fight.current, {"who": fight.current}, changes, TURN))


def turn_end(fight: Fight) -> Procedure:
    """The next in the order comes to his turn.

    Rule: XIAN-3.2.
    """
    if fight.current in fight.combatants:
        change = Change(FIGHT, "current", fight.current, next_after(fight))
        yield Emit(Happened("turn_ended", fight.current, {"who": fight.current}, (change,), TURN))


def round_end(fight: Fight) -> Procedure:
    """Rule: XIAN-3.1."""
    yield Emit(Happened("round_ended", FIGHT, {"round": fight.round}, (), ROUND))


def fight_end(fight: Fight) -> Procedure:
    """Rule: XIAN-3.1."""
    data: dict[str, Json] = {"round": fight.round}
    yield Emit(Happened("fight_ended", FIGHT, data, (), ROUND))


MOMENTS: Mapping[Moment, Callable[[Fight], Procedure]] = {
    Moment.FIGHT_START: fight_start,
    Moment.ROUND_START: round_start,
    Moment.TURN_START: turn_start,
    Moment.TURN_END: turn_end,
    Moment.ROUND_END: round_end,
    Moment.FIGHT_END: fight_end,
}


def tick(fight: Fight, moment: Moment) -> Procedure:
    """What happens by itself at a moment.

    Rule: XIAN-3.1.
    """
    return MOMENTS[moment](fight)
