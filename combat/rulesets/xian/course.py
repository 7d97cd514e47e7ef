"""Der Lauf der Runden, XIAN-3: what happens by itself when rounds and turns begin and end."""

from combat.core.citation import cite
from combat.core.course import Course, fight_ended, next_in_order, round_ended, round_started
from combat.core.event import Change, Happened
from combat.core.fight import FIGHT, Fight
from combat.core.procedure import Emit, Procedure
from combat.rulesets.xian.order import is_out, order_of_round, order_told

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
    changes: list[Change] = []
    if fight.flags.get("begun") is not None:
        changes.append(Change(FIGHT, "flags.begun", fight.flags["begun"], None))
    for who in fight.combatants:
        changes += _cleared(fight, who, OF_ONE_ROUND)
    yield Emit(round_started(fight, ROUND, changes))
    yield Emit(order_told(fight, order_of_round(fight), {}))


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
        change = Change(FIGHT, "current", fight.current, next_in_order(fight, is_out))
        yield Emit(Happened("turn_ended", fight.current, {"who": fight.current}, (change,), TURN))


def round_end(fight: Fight) -> Procedure:
    """Rule: XIAN-3.1."""
    yield Emit(round_ended(fight, ROUND))


def fight_end(fight: Fight) -> Procedure:
    """Rule: XIAN-3.1."""
    yield Emit(fight_ended(fight, ROUND))


tick = Course(fight_start, round_start, turn_start, turn_end, round_end, fight_end).tick
