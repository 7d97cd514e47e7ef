"""Schuss und Wurf als Angebot und Vorschau: every roll they may ask for, by the same functions that perform uses."""

from combat.core.fight import Combatant, Fight
from combat.core.intent import Check, Offer
from combat.rulesets.chaos import announce
from combat.rulesets.chaos.attack import AGAIN, attack_rules, guided_goal, is_guided_again
from combat.rulesets.chaos.attack_form import Attack, attack_form, attack_offer
from combat.rulesets.chaos.checks import reaction_checks, struck_checks
from combat.rulesets.chaos.legality import illegal
from combat.rulesets.chaos.manner import SHOT, THROW, Manner
from combat.rulesets.chaos.mode import modes_of
from combat.rulesets.chaos.plan import Plan, announced_with, is_guided, plan_of, read
from combat.rulesets.chaos.roll import TEST_DIE, check_of
from combat.rulesets.chaos.shooting import scene_of, shoot
from combat.rulesets.chaos.weapon import Weapon, weapon_of


def checks_of(plan: Plan) -> tuple[Check, ...]:
    """The attack, the second roll of a weapon that guides itself, and those of each target.

    Rule: CHA-3.1.
    """
    trouble = None if plan.trouble is None else (plan.trouble, TEST_DIE)
    checks = [check_of("attack", plan.actor.id, plan.goal, attack_rules(plan), trouble)]
    if is_guided_again(plan):
        checks.append(check_of("second_attack", plan.actor.id, guided_goal(plan), AGAIN))
    scene = scene_of(plan)
    for target in plan.targets:
        checks += reaction_checks(scene, target, ("dodge",))
        checks += struck_checks(scene, target)
    return tuple(checks)


def shots(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """One offer for each weapon that shoots."""
    return _offers(fight, actor, SHOT)


def throws(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """One offer for each kind of grenade."""
    return _offers(fight, actor, THROW)


def _offers(fight: Fight, actor: str, manner: Manner) -> tuple[Offer, ...]:
    """One offer for each weapon of a manner; price and reasons are those of its defaults, whoever the target is.

    Rule: CHA-2.7.
    """
    shooter = fight.combatants[actor]
    weapons = [item for item in shooter.sheet.items if not announce.weapon_reasons(item, manner.kinds, item.id)]
    return tuple([_offer(fight, shooter, weapon_of(item)) for item in weapons])


def _offer(fight: Fight, shooter: Combatant, weapon: Weapon) -> Offer:
    found, _ = announced_with(shooter, weapon, {}, 0)
    plan = plan_of(fight, shooter, weapon, (), found)
    in_motion = shooter.flags.get("in_motion") is True
    targets = max(len(fight.combatants) - 1, 1)
    fields = announce.shooting_fields(modes_of(weapon), announce.GUIDANCE, targets, in_motion)
    return attack_offer(plan, illegal(plan), fields, unused(plan))


def unused(plan: Plan) -> set[str]:
    """What an attack with this weapon can never carry.

    Rule: CHA-3.18.
    """
    weapon, found = plan.weapon, announce.out_of_place(plan.fight, plan.actor)
    if plan.area or not {"semi", "auto"} & set(modes_of(weapon)):
        found.add("assign")
    if weapon.kind == "thrown":
        found |= {"mode", "moving", "called_zone", "assign"}
    if plan.area or weapon.kind == "launcher":
        found.add("called_zone")
    if not is_guided(weapon):
        found.add("guidance")
    return found


SHOOTING = Attack(read, illegal, checks_of, shoot)
FORMS = {SHOT.form: attack_form(shots, SHOOTING), THROW.form: attack_form(throws, SHOOTING)}
"""Shooting and throwing, by form."""
