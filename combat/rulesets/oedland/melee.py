"""Nahkampf und Parade, FAL-3.21: a blow, the parry that may stop it, and what comes of one that is not stopped."""

from typing import NamedTuple

from combat.core.bill import Bill, total
from combat.core.body import whole
from combat.core.citation import Citations, cite
from combat.core.event import Happened, Modifier
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Ask, Choice, Procedure, Step, ask, roll
from combat.core.value import Json
from combat.rulesets.oedland.announce import asked, distance_between, target_reasons, weapon_named
from combat.rulesets.oedland.data import TABLES
from combat.rulesets.oedland.fire import critical_check
from combat.rulesets.oedland.hands import not_in_hand
from combat.rulesets.oedland.hit import Hit, land
from combat.rulesets.oedland.legality import too_weak
from combat.rulesets.oedland.modifiers import critical_chance, pose_of
from combat.rulesets.oedland.options import House, acted, house_rules
from combat.rulesets.oedland.pay import POINTS, cannot_act, not_now, paid, too_dear
from combat.rulesets.oedland.person import action_points, attribute
from combat.rulesets.oedland.roll import W100, Goal, check_of, outcome_of, rolled, skill_goal
from combat.rulesets.oedland.scene import Scene, flag
from combat.rulesets.oedland.shot_fields import weakness_field
from combat.rulesets.oedland.weapon import Weapon, cost_of, held, weapons_of

STRIKE = "strike"
KINDS = ("melee", "unarmed")
NONE, PARRY = "none", "parry"
ATTACK = cite("FAL-3.21", "FAL-4.1")
AT_THE_LOW = cite("FAL-3.21", "FAL-4.1", "FAL-9.23")
"""A blow at somebody low, whose posture would make a shot harder."""
PARRIED = cite("FAL-3.21", "FAL-5.15")
UNARMED = "unarmed_combat"
TOO_HEAVY = cite("FAL-5.18", "FAL-2.9")


class Plan(NamedTuple):
    """A blow as announced: the goal of the attack, the rolls that are critical, its price.

    ``weak``: the weapon asks for more strength than he has; ``acted``: the switches that decide the goal.
    """

    fight: Fight
    actor: Combatant
    target: Combatant | None
    house: House
    weapon: Weapon
    goal: Goal
    critical: Bill
    cost: int
    distance: int | None
    weak: bool = False
    acted: tuple[str, ...] = ()


def plan_of(
    fight: Fight, actor: Combatant, weapon: Weapon, target: Combatant | None, intent: Intent, weakness: int = 0
) -> Plan:
    """A blow worked out before the dice; range, cover and posture do not matter. Rule: FAL-3.21, FAL-9.23."""
    house = house_rules(fight.options)
    weak = attribute(actor.sheet, "strength") < weapon.strength
    too_heavy = (Modifier("min_strength", weakness, "add", TOO_HEAVY),) if weak and weakness else ()

    def goal_in(other: Fight) -> Goal:
        return skill_goal(other, actor, weapon.skill, intent.gm_modifiers, too_heavy)

    return Plan(
        fight=fight,
        actor=actor,
        target=target,
        house=house,
        weapon=weapon,
        goal=goal_in(fight),
        critical=critical_chance(actor.sheet, weapon, ""),
        cost=cost_of(weapon, "single") or 0,
        distance=None if target is None else distance_between(fight, actor.id, target.id),
        weak=weak,
        acted=acted(fight, goal_in),
    )


def illegal(plan: Plan) -> tuple[Reason, ...]:
    """All reasons that refuse a blow. Rule: FAL-3.21."""
    found: tuple[Reason, ...] = ()
    if plan.distance is not None and plan.distance > plan.weapon.reach:
        data: dict[str, Json] = {"limit": plan.weapon.reach, "distance": plan.distance}
        found = (Reason("out_of_reach", data, cite("FAL-3.21", "FAL-2.2")),)
    found = not_in_hand(plan.fight, plan.weapon) + found
    return not_now(plan.fight, plan.actor) + found + too_dear(plan.fight, plan.actor, plan.cost)


def attack_rules(plan: Plan) -> Citations:
    """The rules of the attack test; at somebody low also the one that leaves his posture out. Rule: FAL-9.23."""
    low = plan.target is not None and pose_of(plan.target, plan.house) != "upright"
    return AT_THE_LOW if low else ATTACK


def parry_malus(defender: str, attacker: str) -> int:
    """What parrying costs by what both sides hold: skills, bare hands included. Rule: FAL-5.15."""
    name = "list.parry_gear" if attacker == UNARMED else "list.parry_gear_armed"
    return TABLES.number(f"{name}.{defender}")


def parry_goal(fight: Fight, defender: Combatant, attacker: str) -> Goal:
    """The parry test: melee weapons for whoever holds any weapon, else unarmed combat.

    Rule: FAL-3.21, FAL-5.15.
    """
    weapon = held(defender.sheet)
    gear = UNARMED if weapon is None else weapon.skill
    malus = parry_malus(gear, attacker)
    found = (Modifier("parry_gear", malus, "add", cite("FAL-5.15")),) if malus else ()
    skill = UNARMED if gear == UNARMED else "melee_weapons"
    return skill_goal(fight, defender, skill, (), found)


def parry_closed(defender: Combatant, house: House) -> tuple[Reason, ...]:
    """Why somebody cannot parry: he does not stand upright, cannot act, or has nothing left to pay it with.

    Rule: FAL-3.21, FAL-9.17.
    """
    found = cannot_act(defender)
    if pose_of(defender, house) != "upright":
        found += (Reason("not_upright", {"who": defender.id}, cite("FAL-3.21", "FAL-1.8")),)
    left = action_points(defender.sheet) - whole(defender.flags.get("owed"))
    if house.parry_ap > left:
        found += (Reason("not_enough_ap", {"needed": house.parry_ap, "left": left}, cite("FAL-9.17")),)
    return found


def read(fight: Fight, intent: Intent) -> tuple[Plan | None, tuple[Reason, ...]]:
    """The plan of a blow, or everything that keeps one from being struck."""
    request = asked(fight, intent, (weakness_field(),))
    if request.actor is None or request.reasons:
        return None, request.reasons
    weapon, wrong = weapon_named(request.actor, request.part.item, KINDS)
    wrong += target_reasons(fight, request.actor.id, request.part.targets)
    if weapon is None or wrong:
        return None, wrong
    target, weakness = fight.combatants[request.part.targets[0]], whole(request.given.get("weakness"))
    return plan_of(fight, request.actor, weapon, target, intent, weakness), ()


def preview(fight: Fight, intent: Intent) -> Preview:
    """The attack and the parry it may meet. Rule: FAL-3.21."""
    plan, reasons = read(fight, intent)
    if plan is None or plan.target is None:
        return Preview(reasons=reasons)
    checks = [
        check_of("attack", plan.actor.id, plan.goal, attack_rules(plan)),
        critical_check(plan.actor.id, plan.goal, plan.critical),
    ]
    if not parry_closed(plan.target, plan.house):
        found = parry_goal(fight, plan.target, plan.weapon.skill)
        checks.append(check_of(PARRY, plan.target.id, found, PARRIED))
    warnings = (too_weak(plan.actor, plan.weapon),) if plan.weak else ()
    wrong = illegal(plan)
    hits: dict[str, Json] = {"damage": str(plan.weapon.damage)}
    notes = () if wrong else (Reason("blow_damage", hits, cite("FAL-6.4")),)
    return Preview(checks=tuple(checks), cost={POINTS: plan.cost}, reasons=wrong, warnings=warnings, notes=notes)


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """One offer for each weapon that strikes, and one for bare hands. Rule: FAL-3.21."""
    striker = fight.combatants[actor]
    carried = weapons_of(striker.sheet, *KINDS)
    hands, _ = weapon_named(striker, "", KINDS)
    if hands is not None and not any(weapon.kind == "unarmed" for weapon in carried):
        carried += (hands,)
    found = []
    for weapon in carried:
        plan = plan_of(fight, striker, weapon, None, Intent(actor=actor, parts=()))
        found.append(
            Offer(
                form=STRIKE,
                item=weapon.id,
                cost={POINTS: plan.cost},
                reasons=illegal(plan),
                parameters=(weakness_field(),) if plan.weak else (),
                needs_target=True,
                rules=cite("FAL-3.21"),
            )
        )
    return tuple(found)


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Strike. Raises Refused with all reasons before it asks anything. Rule: FAL-3.21."""
    plan, reasons = read(fight, intent)
    reasons = reasons if plan is None else illegal(plan)
    if plan is None or plan.target is None or reasons:
        raise Refused(reasons)
    return _strike(plan, plan.target)


def _strike(plan: Plan, target: Combatant) -> Procedure:
    """Pay, strike, let the target parry what would hit, and go on like a shot. Rule: FAL-3.21."""
    scene, who = Scene(plan.fight), plan.actor.id
    yield scene.tell(paid(plan.fight, scene.who(who), STRIKE, plan.cost))
    face = (yield from roll("attack", who, W100, plan.goal.window))[0]
    outcome = outcome_of(plan.goal, face, total(plan.critical), "critical_hit")
    data: dict[str, Json] = {"target": target.id, "critical_chance": total(plan.critical)}
    if plan.weapon.id:
        data["item"] = plan.weapon.id
    scene.acted(*plan.acted)
    yield scene.tell(rolled("attack", who, plan.goal, face, outcome, attack_rules(plan), data))
    if outcome not in ("success", "critical_hit") or (yield from _parried(scene, plan, target.id)):
        return
    rules = cite("FAL-3.21", "FAL-6.4", "FAL-6.5", "FAL-6.6")
    critical = outcome == "critical_hit"
    yield from land(scene, Hit(who, target.id, plan.weapon.id, plan.weapon.damage, rules, "", critical))


def _parried(scene: Scene, plan: Plan, name: str) -> Step[bool]:
    """The target is asked whether he parries, and whether that stops the blow. Rule: FAL-3.21."""
    target = scene.who(name)
    closed = parry_closed(target, scene.house)
    answer = yield from ask(Ask(PARRY, name, (Choice(NONE), Choice(PARRY, {}, closed)), NONE, PARRIED))
    if closed or answer == PARRY:
        scene.by_house(lambda other: bool(parry_closed(target, house_rules(other.options))))
    if answer == NONE:
        return False
    if scene.house.parry_ap and scene.fight.round:
        owed = whole(target.flags.get("owed")) + scene.house.parry_ap
        told: dict[str, Json] = {"who": name, "action": PARRY, POINTS: scene.house.parry_ap}
        scene.acted("parry_ap")
        yield scene.tell(Happened("cost_owed", name, told, flag(target, "owed", owed), cite("FAL-9.17")))
    found = parry_goal(scene.fight, target, plan.weapon.skill)
    face = (yield from roll(f"{PARRY}.roll", name, W100, found.window))[0]
    outcome = outcome_of(found, face, attribute(target.sheet, "luck"))
    data: dict[str, Json] = {"target": plan.actor.id}
    scene.by_house(lambda other: parry_goal(other, target, plan.weapon.skill))
    yield scene.tell(rolled(PARRY, name, found, face, outcome, PARRIED, data))
    return found.is_reached(face)


FORMS = {STRIKE: Form(offers, preview, perform)}
