"""Der Ablauf, FAL-3.1 und 3.2: what happens by itself when a fight, a round or a turn begins or ends."""

from combat.core.body import whole
from combat.core.citation import cite
from combat.core.course import Course, fight_ended, next_in_order, round_ended, round_started
from combat.core.event import Change, Happened
from combat.core.fight import FIGHT, Combatant, Fight
from combat.core.procedure import Emit, Procedure
from combat.core.value import Json
from combat.rulesets.oedland import watch
from combat.rulesets.oedland.fatigue import entries, left, written
from combat.rulesets.oedland.initiative import order_of_round, rolls
from combat.rulesets.oedland.pay import POINTS, REFRESH
from combat.rulesets.oedland.person import action_points, is_dead
from combat.rulesets.oedland.scene import Scene, flag
from combat.rulesets.oedland.shot import is_reacting

ROUND = cite("FAL-3.1")
BREATH = cite("FAL-1.10", "FAL-7.3")
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


def fight_start(fight: Fight) -> Procedure:
    """Before his first turn nobody has action points. Initiative is rolled once, and the order set.

    Rule: FAL-1.5, FAL-3.1.
    """
    scene = Scene(fight)
    changes = tuple(
        [
            Change(name, f"budget.{POINTS}", who.budget.get(POINTS), 0)
            for name, who in fight.combatants.items()
            if who.budget.get(POINTS) != 0
        ]
    )
    yield scene.tell(Happened("fight_started", FIGHT, {}, changes, ROUND))
    yield from rolls(scene)
    yield scene.tell(order_of_round(scene.fight, first=True))


def round_start(fight: Fight) -> Procedure:
    """The next round: newcomers roll their initiative, and the order begins anew. Rule: FAL-3.1."""
    scene = Scene(fight)
    yield scene.tell(round_started(fight, ROUND))
    yield from rolls(scene)
    yield scene.tell(order_of_round(scene.fight))


def turn_start(fight: Fight) -> Procedure:
    """All action points are there, and what was said of the last turn is over; an interrupted turn goes on.

    Rule: FAL-3.2, FAL-3.19.
    """
    who = fight.combatants.get(fight.current)
    if who is None or is_reacting(who):
        return
    if fight.round and who.flags.get("paused") == fight.round:
        yield Emit(Happened("turn_resumed", who.id, {"who": who.id}, flag(who, "paused", None), watch.RULES))
        return
    yield Emit(_turn_started(who))


def _turn_started(who: Combatant) -> Happened:
    before = who.budget.get(POINTS)
    points = max(action_points(who.sheet) - whole(who.flags.get("owed")), 0)
    changes: tuple[Change, ...] = (Change(who.id, f"budget.{POINTS}", before, points),) if before != points else ()
    for key in OF_ONE_TURN:
        changes += flag(who, key, None)
    return Happened("turn_started", who.id, {"who": who.id, POINTS: points}, changes, REFRESH)


def turn_end(fight: Fight) -> Procedure:
    """What is left of the action points is lost, and the next who lives comes to his turn.

    An interruption ends instead, and the interrupted turn goes on.

    Rule: FAL-3.1, FAL-3.2, FAL-3.19.
    """
    who = fight.combatants.get(fight.current)
    if who is None:
        return
    if is_reacting(who):
        yield Emit(watch.ended(fight, who, resumes=False))
        return
    left_over = who.budget.get(POINTS)
    changes: tuple[Change, ...] = (Change(who.id, f"budget.{POINTS}", left_over, 0),) if left_over else ()
    changes += flag(who, "leaning_out", None) + flag(who, "paused", None)
    changes += (Change(FIGHT, "current", who.id, next_in_order(fight, _is_out)),)
    data: dict[str, Json] = {"who": who.id, "lost_points": left_over or 0}
    yield Emit(Happened("turn_ended", who.id, data, changes, REFRESH))


def _is_out(combatant: Combatant) -> bool:
    return is_dead(combatant.sheet)


def round_end(fight: Fight) -> Procedure:
    """Whoever has his breath back has it back. Rule: FAL-1.10, FAL-7.3."""
    changes: tuple[Change, ...] = ()
    for who in fight.combatants.values():
        if entries(who):
            changes += flag(who, "fatigue", written(left(who, fight.round)))
    yield Emit(round_ended(fight, BREATH, changes))


def fight_end(fight: Fight) -> Procedure:
    """The fight is over; hit points, wounds and magazines stay as they are. Rule: FAL-3.1."""
    yield Emit(fight_ended(fight, ROUND))


tick = Course(fight_start, round_start, turn_start, turn_end, round_end, fight_end).tick
