"""Feuern, FAL-3.9 bis 3.13, 3.18 und 6.8: offers, preview and performance of shots with one weapon or two."""

from dataclasses import replace

from combat.core.bill import Bill, as_modifiers, total
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.event import Change, Happened
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Check, Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Procedure, Step, roll
from combat.core.value import Json
from combat.rulesets.oedland import suppress, turn, watch
from combat.rulesets.oedland.data import TABLES
from combat.rulesets.oedland.hands import not_in_hand
from combat.rulesets.oedland.hit import Hit, land
from combat.rulesets.oedland.legality import illegal, warnings
from combat.rulesets.oedland.pay import POINTS, cannot_act, paid
from combat.rulesets.oedland.person import attribute, is_dead
from combat.rulesets.oedland.roll import W100, Goal, check_of, outcome_of, rolled
from combat.rulesets.oedland.scene import Scene, flag
from combat.rulesets.oedland.shot import (
    DUAL,
    RANGED,
    SHOOT,
    Plan,
    Volley,
    announced,
    others,
    plan_of,
    prepaid_as,
    read,
)
from combat.rulesets.oedland.shot_fields import dual_fields, fitting, modes_of, shot_fields
from combat.rulesets.oedland.weapon import Weapon, weapons_of

ATTACK = cite("FAL-4.1", "FAL-4.6", "FAL-6.2")
CRITICAL = cite("FAL-1.6", "FAL-4.3")
BOTH_FIRED = cite("FAL-3.18", "FAL-6.8")
LANDED = cite("FAL-6.3", "FAL-6.4", "FAL-6.5", "FAL-6.6")
OFFER = cite("FAL-3.9", "FAL-3.10", "FAL-3.11", "FAL-3.12", "FAL-3.13")
TWO = cite("FAL-3.18", "FAL-7.1")
TERMS = ("attack", "second_attack")


def critical_check(who: str, goal: Goal, chance: Bill) -> Check:
    """How often a round is critical: within the critical chance, and only if it hits at all. Rule: FAL-4.3."""
    missing = min(goal.value - total(chance), 0)
    capped = (*chance, DerivedStep("hit_chance", missing, CRITICAL)) if missing else chance
    told = as_modifiers(capped)
    found = check_of("critical_hit", who, Goal(told[:1], told[1:], max(total(capped), 0)), CRITICAL)
    return replace(found, same_die=True)


def preview(fight: Fight, intent: Intent) -> Preview:
    """The rolls of a shot, its price, and all reasons if it is refused. Rule: FAL-6.1."""
    plan, reasons = read(fight, intent)
    if plan is None:
        return Preview(reasons=reasons)
    wrong = illegal(plan)
    notes = () if wrong else tuple([_rounds_note(volley) for volley in plan.volleys])
    return Preview(checks=_checks(plan), cost={POINTS: plan.cost}, reasons=wrong, warnings=warnings(plan), notes=notes)


def _rounds_note(volley: Volley) -> Reason:
    """What a weapon fires, and what each hit does before armour. Rule: FAL-6.4, FAL-6.8."""
    weapon = volley.weapon
    data: dict[str, Json] = {"item": weapon.id, "shots_fired": volley.rounds, "damage": str(volley.damage)}
    return Reason("rounds_and_damage", data, cite("FAL-6.4", "FAL-6.8"))


def _checks(plan: Plan) -> tuple[Check, ...]:
    who = plan.actor.id
    found: list[Check] = []
    for term, volley in zip(TERMS, plan.volleys, strict=False):
        found.append(check_of(term, who, volley.goal, ATTACK))
        found.append(critical_check(who, volley.goal, volley.critical))
    if plan.way == "peek" and not plan.prepaid:
        found += suppress.checks(plan.fight, plan.actor, "peek")
        found += watch.checks(plan.fight, plan.actor) if plan.house.show_triggers else ()
    return tuple(found)


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """One offer for each weapon that fires. Rule: FAL-3.3."""
    shooter = fight.combatants[actor]
    return tuple([_offer(fight, shooter, (weapon,)) for weapon in weapons_of(shooter.sheet, *RANGED)])


def dual_offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """One offer for each weapon that may be fired beside another; in a fight for those in hand.

    Where he does not hold two, one offer says what is missing.

    Rule: FAL-7.1.
    """
    shooter = fight.combatants[actor]
    arms = {weapon.id: weapon for weapon in weapons_of(shooter.sheet, *RANGED)}
    pairs = [(weapon, others(shooter, weapon.id)) for weapon in sorted(arms.values(), key=lambda each: not each.ready)]
    found = [_offer(fight, shooter, (weapon, arms[more[0]])) for weapon, more in pairs if more]
    ready = [offer for offer in found if not not_in_hand(fight, arms[offer.item])]
    return tuple(ready or found[:1])


def _offer(fight: Fight, shooter: Combatant, weapons: tuple[Weapon, ...]) -> Offer:
    """Price and reasons are those of the defaults, whoever the target is."""
    first = weapons[0]
    dual = len(weapons) > 1
    fields = dual_fields(shooter, others(shooter, first.id)) if dual else shot_fields(shooter)
    fields = tuple([fitting(field, weapons) for field in fields])
    defaults = {field.path: field.default for field in fields}
    plan = plan_of(fight, shooter, weapons, announced(defaults))
    return Offer(
        form=plan.form,
        item=first.id,
        cost={POINTS: plan.cost},
        reasons=illegal(plan),
        parameters=tuple([field for field in fields if field.path not in _unused(shooter, first, dual)]),
        needs_target=True,
        rules=TWO if dual else OFFER,
    )


def _unused(shooter: Combatant, weapon: Weapon, dual: bool) -> set[str]:
    """Parameters that could never matter with this weapon."""
    if dual:
        return {"called_zone"}
    modes = modes_of(weapon)
    unused = set() if "aimed" in modes else {"called_zone", "extra_ap"}
    return unused | (set() if attribute(shooter.sheet, "strength") < weapon.strength else {"weakness"})


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Fire. Raises Refused with all reasons before it asks anything. Rule: FAL-6.1."""
    plan, reasons = read(fight, intent)
    reasons = reasons if plan is None else illegal(plan)
    if plan is None or reasons:
        raise Refused(reasons)
    return _fire(plan)


def _fire(plan: Plan) -> Procedure:
    """Pay; whoever leans out may meet covering fire or be noticed first; then round after round.

    Rule: FAL-3.10, FAL-3.20, FAL-6.8.
    """
    scene = Scene(plan.fight)
    action = plan.volleys[0].mode if plan.form == SHOOT else DUAL
    own = scene.who(plan.actor.id)
    yield scene.tell(paid(plan.fight, own, action, plan.cost, *flag(own, "leaning_out", None)))
    if plan.way == "peek" and not plan.prepaid:
        stopped = yield from _leant_out(scene, plan)
        if stopped:
            return
    yield scene.tell(*[_rounds_fired(scene, plan, volley) for volley in plan.volleys])
    for index, volley in enumerate(plan.volleys):
        yield from _volley(scene, plan, volley, index)


def _leant_out(scene: Scene, plan: Plan) -> Step[bool]:
    """What meets somebody who leans out: whether it keeps him from firing now.

    Interrupted, he stays leaning out, and his shot is paid when his turn goes on.

    Rule: FAL-3.10, FAL-3.20, FAL-9.21.
    """
    who = plan.actor.id
    yield from suppress.left_cover(scene, who, "peek")
    if cannot_act(scene.who(who)):
        yield from turn.over_if_dead(scene, who)
        return True
    if not (scene.house.show_triggers and (yield from watch.moved(scene, who, shown=True))):
        return False
    kept = prepaid_as(tuple([volley.weapon for volley in plan.volleys]), plan.cost)
    own = scene.who(who)
    changes = flag(own, "leaning_out", kept)
    yield scene.tell(Happened("shot_delayed", who, {"who": who}, changes, cite("FAL-3.10", "FAL-3.19")))
    return True


def _rounds_fired(scene: Scene, plan: Plan, volley: Volley) -> Happened:
    """The ammunition is gone whatever it hits. Rule: FAL-3.11, FAL-3.13, FAL-6.8."""
    weapon = volley.weapon
    changes: tuple[Change, ...] = ()
    data: dict[str, Json] = {"who": plan.actor.id, "item": weapon.id, "shots_fired": volley.rounds}
    if weapon.loaded is not None:
        left = weapon.loaded - volley.rounds
        changes = (Change(weapon.id, "loaded", weapon.loaded, left),)
        data["loaded"] = left
    cited = BOTH_FIRED if plan.dual else TABLES.rules(f"list.rounds.{volley.mode}")
    return Happened("rounds_fired", plan.actor.id, data, changes, cited)


def _volley(scene: Scene, plan: Plan, volley: Volley, index: int) -> Step[None]:
    """Round after round, each with its own roll, as long as the target lives. Rule: FAL-6.2, FAL-6.8."""
    assert plan.target is not None and volley.band is not None
    term, target, who = TERMS[index], plan.target.id, plan.actor.id
    for shot in range(volley.rounds):
        if is_dead(scene.who(target).sheet):
            return
        face = (yield from roll(f"{term}.{shot + 1}", who, W100, volley.goal.window))[0]
        outcome = outcome_of(volley.goal, face, total(volley.critical), "critical_hit")
        data: dict[str, Json] = {"target": target, "item": volley.weapon.id, "range_class": volley.band.key}
        data["critical_chance"] = total(volley.critical)
        scene.acted(*volley.acted)
        yield scene.tell(rolled(term, who, volley.goal, face, outcome, ATTACK, data))
        if outcome in ("success", "critical_hit"):
            zone = plan.zone if volley.mode == "aimed" else ""
            critical = outcome == "critical_hit"
            yield from land(scene, Hit(who, target, volley.weapon.id, volley.damage, LANDED, zone, critical))


FORMS = {
    SHOOT: Form(offers, preview, perform),
    DUAL: Form(dual_offers, preview, perform),
}
