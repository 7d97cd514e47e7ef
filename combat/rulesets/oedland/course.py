"""Der Ablauf, FAL-3.1 und 3.2: what happens by itself when a fight, a round or a turn begins or ends."""

from combat.core.citation import cite
from combat.core.course import Course, fight_ended, round_ended, round_started
from combat.core.event import Change, Happened
from combat.core.fight import FIGHT, Fight
from combat.core.procedure import Emit, Procedure
from combat.rulesets.oedland import turn
from combat.rulesets.oedland.fatigue import entries, left, written
from combat.rulesets.oedland.initiative import order_of_round, rolls
from combat.rulesets.oedland.pay import POINTS
from combat.rulesets.oedland.scene import Scene, flag

ROUND = cite("FAL-3.1")
BREATH = cite("FAL-1.10", "FAL-7.3")


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
    yield from turn.begin(Scene(fight))


def turn_end(fight: Fight) -> Procedure:
    """What is left of the action points is lost, and the next who lives comes to his turn.

    An interruption ends instead, and the interrupted turn goes on.

    Rule: FAL-3.1, FAL-3.2, FAL-3.19.
    """
    yield from turn.end(Scene(fight))


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
