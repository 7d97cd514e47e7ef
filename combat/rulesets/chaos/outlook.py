"""Was ein Angriff höchstens bringt, CHA-3.3, 3.7 und 4.8: shots, hits, what the magazine lacks, a broken neck."""

from combat.core.citation import cite
from combat.core.intent import Reason
from combat.rulesets.chaos.mode import hits_of
from combat.rulesets.chaos.neck import NECK, NEEDED, threatened
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
    reached = plan.goal.is_reached(BEST)
    return hits_of(plan.mode, plan.shots, best_degrees(plan), plan.shrapnel).hits if reached else 0


def best_degrees(plan: Plan) -> int:
    """Degrees of the best roll, with the one that is announced for action points.

    Rule: CHA-8.2.
    """
    return degrees(plan.goal.target_number, BEST) + ADDED * plan.announced.spend.get("extra_degree", 0)


def _on_neck(plan: Plan) -> tuple[Reason, ...]:
    """What an announced neck break needs, and that no roll brings it where that is so.

    Rule: CHA-4.8.
    """
    best = best_degrees(plan) if plan.goal.is_reached(BEST) else 0
    return (*threatened(True), *([Reason("neck_out_of_reach", {"degrees": best}, NECK)] if best < NEEDED else []))


def outlook(plan: Plan) -> tuple[Reason, ...]:
    """How many shots are fired and how many can hit at best; less than the mode wants where too few are loaded.

    Rule: CHA-3.3, CHA-4.8.
    """
    if plan.melee is not None:
        return _on_neck(plan) if plan.melee.neck_break else ()
    most, wanted = most_hits(plan), shots_of(plan.weapon, plan.announced.mode) if plan.announced.mode else 0
    told = []
    if plan.shots > 1:
        told.append(Reason("shots_to_fire", {"shots": plan.shots, "hits": most}, FIRED))
    elif most > 1:
        told.append(Reason("most_hits", {"hits": most}, FIRED))
    if 0 < plan.shots < wanted:
        told.append(Reason("only_loaded", {"left": plan.shots, "needed": wanted}, cite("CHA-3.3")))
    return tuple(told)
