"""Treffer und Erfolgsgrade, CHA-3.5 bis 3.8: what of an attack is left after the reaction of each target."""

from typing import NamedTuple

from combat.core.citation import Citations, cite
from combat.core.event import Happened
from combat.core.procedure import Emit, Step
from combat.core.value import Json
from combat.rulesets.chaos.critical import Criticals, critical_dice
from combat.rulesets.chaos.damage import Steps, step
from combat.rulesets.chaos.data import rules
from combat.rulesets.chaos.mode import Landed, hits_of
from combat.rulesets.chaos.options import House
from combat.rulesets.chaos.plan import Plan
from combat.rulesets.chaos.purse import ADDED, CANCELLED, PAID, Purse
from combat.rulesets.chaos.reaction import NONE, Answered, Reacted, react
from combat.rulesets.chaos.scene import Mark, Scene

DEGREES = cite("CHA-0.2")
SHRAPNEL = rules("shrapnel_hits_per_degree")
REACTION = cite("CHA-3.8", "CHA-3.12")
FLAMES = cite("CHA-3.17")
AMOUNTS = {"extra_degree": ADDED, "cancel_degree": -CANCELLED}


class Strike(NamedTuple):
    """An attack that reaches someone: its degrees so far with the steps to them, what the targets announced, and the
    purses of both sides. ``success`` false: a grenade that deviated and still catches its target. ``first``: the number
    that dice of the first target carry.
    """

    plan: Plan
    scene: Scene
    success: bool
    degrees: int
    steps: Steps
    answers: list[Answered]
    own: Purse
    others: list[Purse]
    first: int = 0


def opening_steps(rolled: int, events: list[Happened]) -> Steps:
    """The bill of an attack's degrees: those of the roll, then what action points changed.

    Rule: CHA-3.12.
    """
    steps: Steps = [step("degrees", rolled, DEGREES)]
    for event in events:
        key = str(event.data["spend"])
        steps.append(step(key, AMOUNTS[key], PAID))
    return steps


def degrees_left(degrees: int, reacted: Reacted | None, flame: bool, house: House) -> tuple[int, bool]:
    """Degrees after a reaction, and whether it avoided the attack: below 0, or at 0 where the house plays it so.

    Flames are lowered, never avoided.

    Rule: CHA-3.8.
    """
    if reacted is None or not reacted.success:
        return degrees, False
    left = degrees - reacted.degrees
    if flame:
        return max(left, 0), False
    avoided = left < 0 or (left == 0 and house.evade)
    return max(left, 0), avoided


def volley(strike: Strike) -> Step[list[Mark]]:
    """Every target on its own: its reaction, the degrees left, its hits. In blast and cone there are several.

    Returns for each hit whom it is meant for, target by target.

    Rule: CHA-3.15.
    """
    plan, scene, order = strike.plan, strike.scene, []
    for index, answer in enumerate(strike.answers):
        mark, reacted = Mark(scene, plan.targets[index], strike.first + index), None
        if answer.reaction != NONE:
            purses = (strike.others[index], strike.own)
            reacted = yield from react(plan.fight, mark, answer.reaction, purses, scene.explosive, plan.house)
            mark.dodged = scene.flame and reacted.success
        event, hits = _scored(strike, mark, reacted)
        yield Emit(event)
        order += [mark] * hits
    return order


def _scored(strike: Strike, mark: Mark, reacted: Reacted | None) -> tuple[Happened, int]:
    """The hits on one target, with the critical dice they have earned.

    Rule: CHA-3.8.
    """
    plan, house = strike.plan, strike.plan.house
    left, avoided = degrees_left(strike.degrees, reacted, strike.scene.flame, house)
    dice: tuple[int, ...] = ()
    if avoided:
        landed = Landed(0, 0)
    elif strike.success:
        landed = hits_of(plan.mode, plan.shots, left, plan.shrapnel)
        dice = critical_dice(left, landed.surplus, landed.hits, house)
    else:
        landed = Landed(1, 0)
    mark.criticals, mark.degrees = Criticals(dice, strike.own), left
    steps = strike.steps
    if reacted is not None and reacted.success:
        steps = [*steps, step("reaction", -reacted.degrees, FLAMES if strike.scene.flame else REACTION)]
    data = counted(strike, left, landed, dice, steps)
    data["target"] = mark.victim.id
    if reacted is not None and reacted.success and reacted.degrees == strike.degrees and not strike.scene.flame:
        data["equal_and_avoided" if avoided else "equal_and_hit"] = True
    options = _options(strike, reacted)
    if options:
        data["option"] = options
    if avoided:
        return Happened("attack_avoided", mark.victim.id, data, (), plan.manner.scored), 0
    return Happened("hits_scored", mark.victim.id, data, (), scored_by(plan)), landed.hits


def scored_by(plan: Plan) -> Citations:
    """Where it is written how many hits an attack brings: shrapnel adds its own.

    Rule: CHA-3.6, CHA-3.7.
    """
    return (*plan.manner.scored, *SHRAPNEL) if plan.shrapnel else plan.manner.scored


def counted(strike: Strike, degrees: int, landed: Landed, dice: tuple[int, ...], steps: Steps) -> dict[str, Json]:
    """The numbers of an attack that reached someone."""
    return {
        "degrees": degrees,
        "hits": landed.hits,
        "surplus_degrees": landed.surplus,
        "critical_dice": sum(dice),
        "shots_fired": strike.plan.shots,
        "steps": steps,
    }


def _options(strike: Strike, reacted: Reacted | None) -> list[str]:
    """The house rules that deviate and decided here.

    Rule: CHA-8.1.
    """
    house = strike.plan.house
    found = ["critical_rule"] if house.surplus2 and strike.success else []
    if house.evade and reacted is not None and reacted.success and reacted.degrees == strike.degrees:
        found.append("dodge_equal")
    return found
