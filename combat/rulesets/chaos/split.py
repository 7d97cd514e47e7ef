"""Aufgeteiltes Feuer, CHA-3.14: hits dealt out to several targets, each of whom may react for himself."""

from combat.core.citation import cite
from combat.core.event import Happened
from combat.core.procedure import Ask, Choice, Emit, Step
from combat.core.value import Json
from combat.rulesets.chaos.critical import Criticals, critical_dice
from combat.rulesets.chaos.mode import hits_of, hits_per_degree
from combat.rulesets.chaos.reaction import NONE, Reacted, react
from combat.rulesets.chaos.scene import Mark
from combat.rulesets.chaos.volley import Strike, counted, scored_by

ASSIGNED = cite("CHA-3.14")


def split_fire(strike: Strike) -> Step[list[Mark]]:
    """Deal the hits out, then let each target who is meant react; what his degrees take away are his last hits.

    Returns for each hit that is left whom it is meant for, in the order in which they were dealt out.

    Rule: CHA-3.14.
    """
    plan, scene = strike.plan, strike.scene
    landed = hits_of(plan.mode, plan.shots, strike.degrees, plan.shrapnel)
    dice = critical_dice(strike.degrees, landed.surplus, landed.hits, plan.house)
    data = counted(strike, strike.degrees, landed, dice, strike.steps)
    if plan.house.surplus2:
        data["option"] = ["critical_rule"]
    told: dict[str, Json] = {**data, "split": True, "target": None}
    yield Emit(Happened("hits_scored", plan.actor.id, told, (), scored_by(plan)))
    dealt = yield from _dealt_out(strike, landed.hits)
    marks = [Mark(scene, target, index) for index, target in enumerate(plan.targets)]
    criticals = Criticals(dice, strike.own)
    for mark in marks:
        mark.criticals = criticals
        if mark.index in dealt:
            yield from _reaction(strike, mark, dealt)
    return [marks[index] for index in dealt if index >= 0]


def _dealt_out(strike: Strike, hits: int) -> Step[list[int]]:
    """The index of the target of each hit: as announced, the last one repeating, else asked one by one.

    Rule: CHA-3.14.
    """
    announced = strike.plan.announced.assign
    if announced:
        return [announced[min(n, len(announced) - 1)] for n in range(hits)]
    choices = tuple([Choice(str(index), {"target": each.id}) for index, each in enumerate(strike.plan.targets)])
    dealt = []
    for n in range(1, hits + 1):
        dealt.append(int((yield Ask(f"assign.{n}", strike.plan.actor.id, choices, "0", ASSIGNED)).choice))
    return dealt


def _reaction(strike: Strike, mark: Mark, dealt: list[int]) -> Step[None]:
    """The reaction of one target; hits that it takes away are marked with -1 in ``dealt``, the last ones first.

    Rule: CHA-3.14.
    """
    plan, index = strike.plan, mark.index
    assigned = [n for n, meant in enumerate(dealt) if meant == index]
    taken = 0
    reaction = strike.answers[index].reaction
    if reaction != NONE:
        purses = (strike.others[index], strike.own)
        reacted = yield from react(plan.fight, mark, reaction, purses, strike.scene.explosive, plan.house)
        taken = _taken_away(strike, reacted, len(assigned))
    for n in assigned[len(assigned) - taken :]:
        dealt[n] = -1
    data: dict[str, Json] = {
        "target": mark.victim.id,
        "assigned": len(assigned),
        "hits": len(assigned) - taken,
        "taken_away": taken,
    }
    yield Emit(Happened("hits_assigned", mark.victim.id, data, (), ASSIGNED))


def _taken_away(strike: Strike, reacted: Reacted, assigned: int) -> int:
    """Hits that a reaction takes away: as many per degree as a degree brings; all of them where the house lets a
    reaction with at least the attack's degrees avoid it.

    Rule: CHA-3.14.
    """
    if not reacted.success:
        return 0
    if strike.plan.house.evade and reacted.degrees >= strike.degrees:
        return assigned
    return min(reacted.degrees * hits_per_degree(strike.plan.mode, strike.plan.shrapnel), assigned)
