"""Die Vorschau eines Schusses oder Wurfs: every roll it may ask for, by the same functions that perform uses."""

from combat.core.citation import cite
from combat.core.fight import Combatant, Fight
from combat.core.intent import Check, Intent, Offer, Preview, Reason
from combat.core.schema import Field
from combat.rulesets.chaos import announce
from combat.rulesets.chaos.afford import out_of_turn
from combat.rulesets.chaos.attack import AGAIN, guided_goal, is_guided_again
from combat.rulesets.chaos.checks import reaction_checks, struck_checks
from combat.rulesets.chaos.cost import UNITS
from combat.rulesets.chaos.legality import illegal
from combat.rulesets.chaos.manner import SHOT, THROW, Manner
from combat.rulesets.chaos.mode import modes_of
from combat.rulesets.chaos.person import can_act
from combat.rulesets.chaos.plan import Plan, announced_with, is_area, is_guided, plan_of, read
from combat.rulesets.chaos.roll import TEST_DIE, check_of
from combat.rulesets.chaos.shooting import scene_of
from combat.rulesets.chaos.weapon import Weapon, weapon_of

PROPOSED = cite("CHA-3.2")


def preview(fight: Fight, intent: Intent) -> Preview:
    """The rolls a shot or throw may ask for, its price, and all reasons if it is refused.

    Rule: CHA-3.1.
    """
    plan, reasons = read(fight, intent)
    if plan is None:
        return Preview(reasons=reasons)
    return Preview(checks=_checks(plan), cost={UNITS: plan.cost}, reasons=illegal(plan), warnings=warnings(plan))


def _checks(plan: Plan) -> tuple[Check, ...]:
    trouble = None if plan.trouble is None else (plan.trouble, TEST_DIE)
    checks = [check_of("attack", plan.actor.id, plan.goal, plan.manner.attack, trouble)]
    if is_guided_again(plan):
        checks.append(check_of("second_attack", plan.actor.id, guided_goal(plan), AGAIN))
    scene = scene_of(plan)
    for target in plan.targets:
        checks += reaction_checks(scene, target, ("dodge",))
        checks += struck_checks(scene, target)
    return tuple(checks)


def warnings(plan: Plan) -> tuple[Reason, ...]:
    """What the table should think of: someone who cannot act is easy to hit, if the game master says so.

    Rule: CHA-3.2.
    """
    return tuple(
        [
            Reason("target_immobile_proposed", {"target": target.id}, PROPOSED)
            for target in plan.targets
            if not can_act(target.sheet) and "target_immobile" not in plan.shot.stated
        ]
    )


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
    return Offer(
        form=plan.manner.form,
        item=weapon.id,
        cost={UNITS: plan.cost},
        reasons=illegal(plan),
        parameters=parameters(fight, shooter, weapon),
        needs_target=True,
        rules=plan.manner.attack,
    )


def parameters(fight: Fight, shooter: Combatant, weapon: Weapon) -> tuple[Field, ...]:
    """What an attack with this weapon may carry; fields that could never be used are left out.

    Rule: CHA-3.18.
    """
    modes, area = modes_of(weapon), is_area(weapon)
    unused = {"assign"} if area or not {"semi", "auto"} & set(modes) else set()
    if weapon.kind == "thrown":
        unused |= {"mode", "moving", "called_zone", "assign"}
    if area or weapon.kind == "launcher":
        unused.add("called_zone")
    if not is_guided(weapon):
        unused.add("guidance")
    if out_of_turn(fight, shooter) is None:
        unused.add("as_reaction")
    if not shooter.flags.get("aim"):
        unused.add("give_up_aim")
    in_motion = shooter.flags.get("in_motion") is True
    targets = max(len(fight.combatants) - 1, 1)
    fields = announce.shooting_fields(modes, announce.GUIDANCE, targets, in_motion)
    return tuple([field for field in fields if field.path not in unused])
