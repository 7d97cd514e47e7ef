"""Deckungsfeuer, FHT-8.5 bis 8.10: whoever knows that he is in a deadly zone has to get down or pay."""

from combat.core.citation import cite
from combat.core.event import Happened
from combat.core.fight import Combatant
from combat.core.procedure import Step
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.modifiers import own_state
from combat.rulesets.fhtagn.plan import Plan
from combat.rulesets.fhtagn.roll import Goal, goal
from combat.rulesets.fhtagn.scene import Scene, flags
from combat.rulesets.fhtagn.turn import fears_fire

FIRE = cite("FHT-8.5", "FHT-8.10")
NOTICED = cite("FHT-8.7")


def alertness_goal(scene: Scene, who: str) -> Goal:
    """A test on alertness.

    Rule: FHT-8.7.
    """
    sheet = scene.sheet(who)
    return goal(person.skill_bill(sheet, "alertness"), own_state(sheet), scene.house)


def can_be_suppressed(target: Combatant) -> bool:
    """Whether fire can keep somebody down: a living, conscious person that knows of it and heeds it.

    Rule: FHT-8.7, FHT-8.10.
    """
    sheet = target.sheet
    if person.is_out(sheet) or person.is_object(sheet) or target.flags.get("unaware") is True:
        return False
    return fears_fire(target)


def suppress(scene: Scene, plan: Plan) -> Step[None]:
    """Everybody in the deadly zone that was meant, struck or not; in doubt an alertness test tells who noticed.

    Gas and light have a radius, but do not kill.

    Rule: FHT-8.4, FHT-8.5, FHT-8.7.
    """
    for name in plan.targets if plan.radius and plan.lethality else ():
        target = scene.who(name)
        if not can_be_suppressed(target):
            continue
        if target.flags.get("in_doubt") is True:
            die = yield from scene.test("alertness", name, alertness_goal(scene, name), NOTICED, {"target": name})
            if not die.succeeds:
                continue
        changes = flags(scene.who(name), suppressed=True)
        if changes:
            yield scene.tell(Happened("suppressed", name, {"target": name}, tuple(changes), FIRE))
