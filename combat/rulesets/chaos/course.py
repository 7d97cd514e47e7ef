"""Der Ablauf, CHA-1 und CHA-2: what happens by itself when a fight, a round or a turn begins or ends."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from combat.core.body import optional
from combat.core.citation import cite
from combat.core.course import Course, fight_ended, later_in_order, next_in_order, round_started
from combat.core.event import Change, Event, Happened
from combat.core.fight import FIGHT, Combatant, Fight, apply
from combat.core.procedure import Emit, Procedure
from combat.core.value import Json
from combat.rulesets.chaos.cost import PER_ROUND, UNITS
from combat.rulesets.chaos.initiative import opening, order_of_round
from combat.rulesets.chaos.person import can_act, health, is_dead
from combat.rulesets.chaos.round_end import round_end

STARTED = cite("CHA-1.1")
NONE_KEPT = cite("CHA-2.2")
ROUND = cite("CHA-2.1", "CHA-1.2")
TURN = cite("CHA-2.1", "CHA-2.2", "CHA-2.11")
PASSED = cite("CHA-2.9", "CHA-2.11")
OVER = cite("CHA-2.11")
OF_ONE_TURN = (
    "in_motion",
    "moved_quickly",
    "sprinted",
    "took_cover",
    "guarding",
    "reckless",
    "hasty_used",
    "shooting_actions",
    "bought_units",
    "fired",
    "holds_back",
    "talents_in_use",
)
"""What is said of somebody's round: from the start of one turn to the start of his next."""


def fight_start(fight: Fight) -> Procedure:
    """Before his first turn nobody has kept action units.

    Rule: CHA-2.2.
    """
    changes = tuple(
        [
            Change(name, f"budget.{UNITS}", each.budget.get(UNITS), 0)
            for name, each in fight.combatants.items()
            if each.budget.get(UNITS) != 0
        ]
    )
    yield Emit(Happened("fight_started", FIGHT, {}, changes, (*STARTED, *NONE_KEPT)))


def round_start(fight: Fight) -> Procedure:
    """The next round: Taktik if it is still to come, and the order worked out anew.

    Rule: CHA-1.2.
    """
    yield Emit(round_started(fight, ROUND))
    flags = yield from opening(fight)
    placed = order_of_round(fight, flags)
    begun = apply(fight, placed.changes)
    yield Emit(placed, *_passed_over(begun, begun.order, begun.current))


def turn_start(fight: Fight) -> Procedure:
    """Kept action units lapse, the round's own are there, and what was said of his last round is over.

    Rule: CHA-2.2, CHA-2.11.
    """
    actor = fight.combatants.get(fight.current)
    if actor is not None:
        yield Emit(_turn_started(actor))


def _turn_started(actor: Combatant) -> Happened:
    data: dict[str, Json] = {"who": actor.id, UNITS: PER_ROUND}
    return Happened("turn_started", actor.id, data, _anew(actor, PER_ROUND), TURN)


def _anew(actor: Combatant, units: int) -> tuple[Change, ...]:
    """The units somebody has from his turn on, and the end of what was said of his last round."""
    left = actor.budget.get(UNITS)
    changes = [Change(actor.id, f"budget.{UNITS}", left, units)] if left != units else []
    for key in OF_ONE_TURN:
        if actor.flags.get(key) is not None:
            changes.append(Change(actor.id, f"flags.{key}", actor.flags[key], None))
    return tuple(changes)


def _passed_over(fight: Fight, names: Sequence[str], until: str) -> Iterator[Event]:
    """The unconscious whose turn is over as it comes: what was said of their last round ends, and nothing is kept.

    Rule: CHA-2.9, CHA-2.11.
    """
    for name in takewhile(lambda each: each != until, names):
        actor = fight.combatants[name]
        changes = () if is_dead(*health(actor.sheet)) else _anew(actor, 0)
        if changes:
            yield Happened("turn_passed_over", name, {"who": name}, changes, PASSED)


def turn_end(fight: Fight) -> Procedure:
    """What is left is kept for the enemies' turns; the next in the order who can act comes to his turn.

    Rule: CHA-2.2, CHA-2.9.
    """
    actor = fight.combatants.get(fight.current)
    if actor is not None:
        yield Emit(*_turn_ended(fight, actor))


def _turn_ended(fight: Fight, actor: Combatant) -> list[Event]:
    following = next_in_order(fight, _is_out)
    changes = [Change(FIGHT, "current", actor.id, following)]
    gathered = optional(actor.flags.get("concentrating"))
    if gathered is not None and gathered < fight.round:
        changes.append(Change(actor.id, "flags.concentrating", gathered, None))
    data: dict[str, Json] = {"who": actor.id, "kept_action_units": actor.budget.get(UNITS, 0)}
    ended = Happened("turn_ended", actor.id, data, tuple(changes), TURN)
    return [ended, *_passed_over(fight, later_in_order(fight), following)]


def _is_out(combatant: Combatant) -> bool:
    return not can_act(combatant.sheet)


def fight_end(fight: Fight) -> Procedure:
    """The fight is over; what holds of the fighters stays with their sheets.

    Rule: CHA-2.11.
    """
    yield Emit(fight_ended(fight, OVER))


tick = Course(fight_start, round_start, turn_start, turn_end, round_end, fight_end).tick
