"""Schießen und Werfen, CHA-3: one attack from the announcement to the last resistance test."""

from combat.core.citation import cite
from combat.core.event import Event, Happened
from combat.core.procedure import Emit, Procedure, Step
from combat.rulesets.chaos.attack import Shown, attack_roll, grenade_lands, missed, paid, weapon_after
from combat.rulesets.chaos.blow import blow
from combat.rulesets.chaos.manner import GRENADES
from combat.rulesets.chaos.neck import breaks_neck, neck_broken
from combat.rulesets.chaos.plan import Plan
from combat.rulesets.chaos.purse import Purse, after_points
from combat.rulesets.chaos.reaction import Answered, ask_reaction
from combat.rulesets.chaos.scene import Scene
from combat.rulesets.chaos.split import split_fire
from combat.rulesets.chaos.state import aftermath
from combat.rulesets.chaos.volley import Strike, opening_steps, volley

LEFT_OPEN = cite("CHA-3.16", "CHA-7.18")


def shoot(plan: Plan) -> Procedure:
    """Ask the targets, pay, roll, and work out every hit.

    Rule: CHA-3.12.
    """
    answers: list[Answered] = []
    for index, target in enumerate(plan.targets):
        answers.append((yield from ask_reaction(plan.fight, target, index, len(plan.targets) == 1)))
    purse = plan.purse()
    yield Emit(*paid(plan, purse))
    shown = yield from attack_roll(plan)
    yield Emit(*weapon_after(plan, shown))
    reached = answers if shown.success else []
    if plan.weapon.kind in GRENADES:
        metres = yield from grenade_lands(plan, shown)
        if metres is None:
            return
        if 0 < metres <= plan.weapon.traits.get("explosive", 0):
            reached = answers[:1]
        if metres:
            yield Emit(*left_open(plan))
    if reached:
        others = [answer.purse(plan.targets[index]) for index, answer in enumerate(reached)]
        yield from land(plan, shown, reached, purse, others)
    else:
        yield Emit(missed(plan))


def left_open(plan: Plan) -> list[Event]:
    """Nobody has said how far the others stand from where a grenade lands that deviated: the game master does.

    Rule: CHA-3.16, CHA-7.18.
    """
    who = plan.actor.id
    return [
        Happened("blast_left_open", each.id, {"who": who, "target": each.id}, (), LEFT_OPEN)
        for each in plan.targets[1:]
    ]


def scene_of(plan: Plan) -> Scene:
    """Everything the hits of this shot have in common.

    Rule: CHA-5.6.
    """
    return Scene(
        plan.fight,
        plan.actor.id,
        plan.weapon,
        distance=plan.distance,
        called=plan.announced.called_zone,
        clears=plan.announced.mode in ("semi", "auto"),
        house=plan.house,
    )


def land(
    plan: Plan, shown: Shown, answers: list[Answered], purse: Purse, others: list[Purse], first: int = 0
) -> Step[None]:
    """An attack that reaches someone: all reactions first, then the hits, then the resistance tests.

    A grenade that deviated and still catches the one on the aimed point counts as an attack without degrees.

    Rule: CHA-3.12.
    """
    found, steps = 0, opening_steps(0, [])
    if shown.success:
        name = f"attack.{first + 1}" if first else "attack"
        found, events = yield from after_points(
            shown.degrees, name, purse, others[0] if len(plan.targets) == 1 else None
        )
        steps = opening_steps(shown.degrees, events)
    scene = scene_of(plan)
    strike = Strike(plan, scene, shown.success, found, steps, answers, purse, others, first)
    order = yield from (split_fire(strike) if plan.split else volley(strike))
    for n, mark in enumerate(order, first + 1):
        if plan.melee is not None and breaks_neck(plan.melee, mark):
            yield Emit(neck_broken(scene, mark))
        else:
            yield from blow(scene, mark, n)
    spell_points = {first + index: answer.spell_points for index, answer in enumerate(answers)}
    yield from aftermath(scene, sorted(set(order), key=lambda mark: mark.index), spell_points)
