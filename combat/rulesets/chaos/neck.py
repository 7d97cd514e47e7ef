"""Genickbruch, CHA-4.8: the deadly grip on someone who is held."""

from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.intent import Reason
from combat.core.value import Json
from combat.rulesets.chaos.damage import Victim
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.melee import Melee
from combat.rulesets.chaos.scene import Mark, Scene

NEEDED = number("neck_break_degrees")
NECK = cite("CHA-4.8")


def threatened(announced: bool) -> tuple[Reason, ...]:
    """What everybody is told who decides something about an attack that was announced to break a neck.

    Rule: CHA-4.8.
    """
    return (Reason("neck_breaks_from", {"degrees": NEEDED}, NECK),) if announced else ()


def breaks_neck(melee: Melee, mark: Mark) -> bool:
    """Whether an announced neck break comes off: degrees enough after action points and the reaction.

    Rule: CHA-4.8.
    """
    return melee.neck_break and mark.degrees >= NEEDED


def neck_broken(scene: Scene, mark: Mark) -> Happened:
    """Dead at once: neither zone nor damage is rolled.

    Rule: CHA-4.8.
    """
    victim = mark.victim
    before = victim.hit_points
    after = dead_at(victim)
    victim.lost, victim.hit_points, victim.struck = before - after, after, True
    data: dict[str, Json] = {"who": scene.actor, "target": victim.id, "hit_points": after}
    changes = (Change(victim.id, "pools.hit_points", before, after),) if after != before else ()
    return Happened("neck_broken", victim.id, data, changes, NECK)


def dead_at(victim: Victim) -> int:
    """The hit points of someone who is killed outright: one below minus his maximum, or what he has if that is less.

    Rule: CHA-4.8.
    """
    return min(victim.hit_points, -victim.maximum - 1)
