"""Was ein Angriff höchstens bringt, CHA-3.3, 3.7 und 4.8: shots, hits, what the magazine lacks, a broken neck."""

from combat.core.citation import cite
from combat.core.intent import Reason
from combat.rulesets.chaos.manner import SHOT, THROW
from combat.rulesets.chaos.mode import hits_of
from combat.rulesets.chaos.neck import threatened
from combat.rulesets.chaos.plan import Plan
from combat.rulesets.chaos.purse import ADDED
from combat.rulesets.chaos.roll import degrees
from combat.rulesets.chaos.weapon import shots_of

BEST = 1
"""The lowest face, which brings the most degrees."""
FIRED = cite("CHA-3.3", "CHA-3.7")


def most_hits(plan: Plan) -> int:
    """Hits of the best roll, with the degree that is announced for action points.

    Rule: CHA-3.7.
    """
    best = degrees(plan.goal.target_number, BEST) + ADDED * plan.announced.spend.get("extra_degree", 0)
    return hits_of(plan.mode, plan.shots, best, plan.shrapnel).hits if plan.goal.is_reached(BEST) else 0


def outlook(plan: Plan) -> tuple[Reason, ...]:
    """How many shots are fired and how many can hit at best; less than the mode wants where too few are loaded.

    Rule: CHA-3.3, CHA-4.8.
    """
    if plan.melee is not None:
        return threatened(plan.melee.neck_break)
    if plan.manner not in (SHOT, THROW):
        return ()
    most, wanted = most_hits(plan), shots_of(plan.weapon, plan.announced.mode) if plan.announced.mode else 0
    told = []
    if plan.shots > 1:
        told.append(Reason("shots_to_fire", {"shots": plan.shots, "hits": most}, FIRED))
    elif most > 1:
        told.append(Reason("most_hits", {"hits": most}, FIRED))
    if 0 < plan.shots < wanted:
        told.append(Reason("only_loaded", {"left": plan.shots, "needed": wanted}, cite("CHA-3.3")))
    return tuple(told)
