"""Ringkampf, CHA-4.4 und 4.7: two rolls against each other, and who holds whom afterwards."""

from combat.core.bill import as_modifiers
from combat.core.body import inner
from combat.core.citation import cite
from combat.core.event import Change, Event, Happened
from combat.core.fight import Combatant, Fight
from combat.core.intent import Check, Intent, Offer, Reason
from combat.core.procedure import Ask, Emit, Procedure, Roll, Step
from combat.core.sheet import Item
from combat.core.standing import has_status
from combat.core.value import Json, JsonMap
from combat.rulesets.chaos import announce
from combat.rulesets.chaos.attack import attack_roll, paid
from combat.rulesets.chaos.attack_form import Attack, attack_form, attack_offer
from combat.rulesets.chaos.clinch import held, is_held_by
from combat.rulesets.chaos.legality import broken, cannot_act, payment, timing
from combat.rulesets.chaos.manner import GRAPPLE
from combat.rulesets.chaos.melee import Blow, Melee, melee_modifiers
from combat.rulesets.chaos.person import can_act, points, weapon_bill, wound_modifier
from combat.rulesets.chaos.plan import Plan, Words
from combat.rulesets.chaos.purse import LATER, Purse, after_points
from combat.rulesets.chaos.reaction import Answered, spend_choices
from combat.rulesets.chaos.roll import W100, Goal, check_of, degrees, goal, rolled
from combat.rulesets.chaos.strike_legality import out_of_reach, wrong_aim
from combat.rulesets.chaos.strike_plan import FIELDS, announced_of, plan_of
from combat.rulesets.chaos.weapon import Weapon, weapon_of

FORM = GRAPPLE.form
BARE = Item(id="", kind="weapon", body={"weapon_kind": "unarmed", "skill": "unarmed_combat"})
"""What somebody grapples with whose sheet names no unarmed attack."""
CARRIED = ("give_up_aim", "as_reaction", "modifiers", "spend", LATER)
CARRIED_FIELDS = tuple([field for field in FIELDS if field.path in CARRIED])
OPPOSING = cite("CHA-4.4", "CHA-4.7")
FAILED = -1
"""Degrees of a roll that failed or was not made: fewer than those of any success."""


def grappling_with(actor: Combatant, item_id: str) -> tuple[Weapon | None, tuple[Reason, ...]]:
    """The bare hands of an actor, or what is wrong with what he named instead."""
    if not item_id:
        return weapon_of(BARE), ()
    item = actor.sheet.item(item_id)
    wrong = announce.weapon_reasons(item, GRAPPLE.kinds, item_id)
    return (None, wrong) if item is None or wrong else (weapon_of(item), ())


def read(fight: Fight, intent: Intent) -> tuple[Plan | None, tuple[Reason, ...]]:
    """The plan of a grapple, or everything that keeps it from being tried."""
    actor, part, missing = announce.opening(fight, intent)
    if actor is None:
        return None, missing
    weapon, wrong = grappling_with(actor, part.item)
    wrong += announce.target_reasons(fight, actor.id, part.targets)
    if len(part.targets) > 1:
        wrong += (Reason("too_many_targets", {}, cite("CHA-4.4")),)
    given, bad = announce.checked(CARRIED_FIELDS, part.parameters)
    wrong += bad
    if weapon is None or wrong:
        return None, wrong
    targets = tuple([fight.combatants[name] for name in part.targets])
    return _plan(fight, actor, targets, given, weapon, intent.gm_modifiers), ()


def _plan(
    fight: Fight, actor: Combatant, targets: tuple[Combatant, ...], given: JsonMap, weapon: Weapon, gm: Words = ()
) -> Plan:
    """A grapple worked out like a blow."""
    plan = plan_of(fight, actor, targets, announced_of(given), Melee(weapon, weapon, FORM), gm)
    return plan._replace(manner=GRAPPLE)


def illegal(plan: Plan) -> tuple[Reason, ...]:
    """All reasons that refuse a grapple; none: it is legal.

    Rule: CHA-2.7.
    """
    found = [reason for check in (cannot_act, broken, wrong_aim) if (reason := check(plan)) is not None]
    return (*found, *out_of_reach(plan), *timing(plan), *payment(plan))


def opposing_goal(plan: Plan) -> Goal:
    """What the one who is seized has to stay under: only what concerns himself counts.

    Rule: CHA-4.7.
    """
    sheet = plan.targets[0].sheet
    blow = Blow(weapon_of(BARE), has_status(sheet, "irritated"), wound_modifier(sheet))
    base = as_modifiers(weapon_bill(sheet, "strength", plan.weapon.skill))
    return goal(base, melee_modifiers(blow), plan.house.strict_under)


def helpless(target: Combatant) -> str:
    """Why someone does not grapple back, "" if he does.

    Rule: CHA-4.7.
    """
    if not can_act(target.sheet):
        return "unconscious"
    return next((flag for flag in ("surprised", "unaware") if target.flags.get(flag) is True), "")


def _checks(plan: Plan) -> tuple[Check, ...]:
    own = check_of("grapple_roll", plan.actor.id, plan.goal, GRAPPLE.attack)
    if helpless(plan.targets[0]):
        return (own,)
    return own, check_of("opposing_grapple", plan.targets[0].id, opposing_goal(plan), OPPOSING)


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """Grappling is open to everyone: with each unarmed attack of the sheet, else with bare hands.

    Rule: CHA-4.4.
    """
    person = fight.combatants[actor]
    items = [item for item in person.sheet.items if not announce.weapon_reasons(item, GRAPPLE.kinds, item.id)]
    return tuple([_offer(fight, person, weapon_of(item)) for item in items or [BARE]])


def _offer(fight: Fight, actor: Combatant, weapon: Weapon) -> Offer:
    plan = _plan(fight, actor, (), {}, weapon)
    return attack_offer(plan, illegal(plan), CARRIED_FIELDS, announce.out_of_place(fight, actor))


def _grapple(plan: Plan) -> Procedure:
    """Both roll, action points change their degrees, and more of them win.

    Rule: CHA-4.7.
    """
    target = plan.targets[0]
    choices = spend_choices(points(target.sheet, "action_points"))
    spend = yield Ask("reaction.0.spend", target.id, choices, "none", cite("CHA-8.4"))
    purse, other = plan.purse(), Answered(spend=tuple(spend.choice.split("+"))).purse(target)
    yield Emit(*paid(plan, purse))
    shown = yield from attack_roll(plan, term="grapple_roll")
    own = FAILED
    if shown.success:
        own, _ = yield from after_points(shown.degrees, "attack", purse, other)
    theirs = yield from _opposing(plan, other, purse)
    yield Emit(decided(plan, own, theirs))


def _opposing(plan: Plan, own: Purse, other: Purse) -> Step[int]:
    """The roll of the one who is seized, which costs him no action units; whoever is helpless counts as failed.

    Rule: CHA-4.7.
    """
    target, found = plan.targets[0], opposing_goal(plan)
    because = helpless(target)
    if because:
        data: dict[str, Json] = {"who": target.id, "target_number": found.target_number, "because": because}
        yield Emit(Happened("no_opposing_grapple", target.id, data, (), OPPOSING))
        return FAILED
    face = (yield Roll("opposing", target.id, W100, found.window)).faces[0]
    yield Emit(rolled("opposing_grapple", target.id, found, face, OPPOSING, {"target": target.id}))
    if not found.is_reached(face):
        return FAILED
    left, _ = yield from after_points(degrees(found.target_number, face), "opposing", own, other)
    return left


def decided(plan: Plan, own: int, theirs: int) -> Event:
    """What more degrees bring: a hold, a throw, or freedom; equal ones change nothing.

    Rule: CHA-4.4, CHA-4.7.
    """
    actor, target = plan.actor, plan.targets[0]
    data: dict[str, Json] = {"who": actor.id, "target": target.id}
    if own == theirs:
        return Happened("grapple_tied", actor.id, data, (), OPPOSING)
    winner, loser = (actor, target) if own > theirs else (target, actor)
    told: dict[str, Json] = {"who": winner.id, "target": loser.id}
    if has_status(winner.sheet, "clinched"):
        return Happened("broke_free", winner.id, told, held(winner, None), OPPOSING)
    if winner is target:
        return Happened("grapple_fended_off", winner.id, told, (), OPPOSING)
    if not is_held_by(target, actor.id):
        return Happened("grappled", actor.id, told, held(target, actor.id), OPPOSING)
    lies = inner(target.sheet.body, "statuses").get("prone")
    down = () if lies is True else (Change(target.id, "statuses.prone", lies, True),)
    return Happened("thrown_down", actor.id, told, down, OPPOSING)


FORMS = {FORM: attack_form(offers, Attack(read, illegal, _checks, _grapple))}
"""Grapples, by form."""
