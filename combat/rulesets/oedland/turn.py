"""Der Zug, FAL-3.2, 3.19 und 3.20: how a turn begins, how it ends, and when it is over by itself."""

from combat.core.body import whole
from combat.core.course import next_in_order
from combat.core.event import Change, Happened
from combat.core.fight import FIGHT, Combatant, Fight, apply
from combat.core.procedure import Step
from combat.core.value import Json
from combat.rulesets.oedland import watch
from combat.rulesets.oedland.pay import POINTS, REFRESH
from combat.rulesets.oedland.person import action_points, is_dead
from combat.rulesets.oedland.scene import Scene, flag
from combat.rulesets.oedland.shot import is_reacting

OF_ONE_TURN = (
    "ap_spent",
    "turned",
    "moved",
    "sprinted_points",
    "leaning_out",
    "watch",
    "watch_weapon",
    "watch_tried",
    "reserved",
    "interrupts",
    "suppressing",
    "suppress_weapon",
    "suppress_rounds",
    "suppressed",
    "owed",
    "paused",
)
"""What is said of somebody from the start of one turn to the start of his next."""


def begun(fight: Fight) -> Happened | None:
    """All action points are there, and what was said of the last turn is over; an interrupted turn goes on.

    Rule: FAL-3.2, FAL-3.19.
    """
    who = fight.combatants.get(fight.current)
    if who is None or is_reacting(who):
        return None
    if fight.round and who.flags.get("paused") == fight.round:
        return Happened("turn_resumed", who.id, {"who": who.id}, flag(who, "paused", None), watch.RULES)
    before = who.budget.get(POINTS)
    points = max(action_points(who.sheet) - whole(who.flags.get("owed")), 0)
    changes: tuple[Change, ...] = (Change(who.id, f"budget.{POINTS}", before, points),) if before != points else ()
    for key in OF_ONE_TURN:
        changes += flag(who, key, None)
    return Happened("turn_started", who.id, {"who": who.id, POINTS: points}, changes, REFRESH)


def ended(fight: Fight) -> Happened | None:
    """What is left of the action points is lost, and the next who lives comes to his turn.

    An interruption ends instead, and the interrupted turn goes on.

    Rule: FAL-3.1, FAL-3.2, FAL-3.19.
    """
    who = fight.combatants.get(fight.current)
    if who is None:
        return None
    if is_reacting(who):
        return watch.ended(fight, who, resumes=False)
    left_over = who.budget.get(POINTS)
    changes: tuple[Change, ...] = (Change(who.id, f"budget.{POINTS}", left_over, 0),) if left_over else ()
    changes += flag(who, "leaning_out", None) + flag(who, "paused", None)
    changes += (Change(FIGHT, "current", who.id, next_in_order(fight, is_out)),)
    data: dict[str, Json] = {"who": who.id, "lost_points": left_over or 0}
    return Happened("turn_ended", who.id, data, changes, REFRESH)


def is_out(combatant: Combatant) -> bool:
    """Who is dead has no turn. Rule: FAL-6.7."""
    return is_dead(combatant.sheet)


def begin(scene: Scene) -> Step[None]:
    """The turn of whoever has it now begins. Rule: FAL-3.2."""
    event = begun(scene.fight)
    if event is not None:
        yield scene.tell(event)


def end(scene: Scene) -> Step[None]:
    """The turn ends; an interrupted one goes on, unless its owner did not live through it.

    Rule: FAL-3.1, FAL-3.19, FAL-6.7.
    """
    event = ended(scene.fight)
    if event is not None:
        yield scene.tell(unless_dead(scene.fight, event))


def unless_dead(fight: Fight, event: Happened) -> Happened:
    """The end of an interruption, which is also that of the turn it broke into if its owner did not live through it.

    Rule: FAL-3.19, FAL-6.7.
    """
    after = apply(fight, event.changes)
    now = after.combatants.get(after.current)
    if event.term != "interruption_ended" or now is None or not is_out(now):
        return event
    closing = ended(after)
    assert closing is not None
    left_over = fight.combatants[event.of].budget.get(POINTS)
    data: dict[str, Json] = {"who": event.of, "lost_points": left_over or 0}
    return Happened("turn_ended", event.of, data, event.changes + closing.changes, event.rules)


def given_up(scene: Scene, event: Happened) -> Step[None]:
    """What a turn was given up for is told; with it the turn is over, and the next one's begins.

    Rule: FAL-3.19, FAL-3.20.
    """
    closing = ended(scene.fight) if scene.fight.current == event.of else None
    if closing is None:
        yield scene.tell(event)
    else:
        yield scene.tell(event._replace(changes=event.changes + closing.changes))
        yield from begin(scene)


def over_if_dead(scene: Scene, who: str) -> Step[None]:
    """The turn of somebody who died in it is over, and the next one's begins. Rule: FAL-6.7."""
    if scene.fight.current == who and is_dead(scene.who(who).sheet):
        yield from end(scene)
        yield from begin(scene)
