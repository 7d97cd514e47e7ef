"""Versorgung, CHA-7: saving the mortally wounded, and ending shock with medicine."""

from typing import NamedTuple

from combat.core.bill import as_modifiers, words_of_gm
from combat.core.body import optional, text
from combat.core.citation import cite
from combat.core.event import Change, Event, Happened, Modifier, Rolled, modifier_to_json
from combat.core.fields import choice
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Intent, Offer, Part, Preview, Reason, Refused
from combat.core.procedure import Emit, Procedure, Roll
from combat.core.standing import has_status
from combat.core.value import Json
from combat.rulesets.chaos.afford import out_of_action, out_of_turn
from combat.rulesets.chaos.cost import price_of
from combat.rulesets.chaos.data import number, rules
from combat.rulesets.chaos.deed import SPEND, Act, act_form, asked, deed_of, forbidden
from combat.rulesets.chaos.options import house_rules
from combat.rulesets.chaos.person import health, is_dead
from combat.rulesets.chaos.roll import W100, Goal, check_of, goal, rolled, window
from combat.rulesets.chaos.round_end import shock_ended
from combat.rulesets.chaos.skill_test import start

FORM = "stabilise"
MEDICINE = "medicine"
CARE = cite("CHA-7.10", "CHA-7.19")
TREATED = cite("CHA-7.9", "CHA-7.14")
FIELDS = (choice("care", ("mundane", "magic"), default="mundane", rules=cite("CHA-7.10")),)
NOT_IN_SHOCK = "not_in_shock"
EVEN = Modifier("saving_chance", number("saved_to"), "add", rules("saved_to"))


class Rescue(NamedTuple):
    """Care for somebody: who gives it, the Medizin test it needs (None: by magic)."""

    actor: Combatant
    target: Combatant
    medicine: Goal | None


def _target_reasons(fight: Fight, part: Part) -> tuple[Reason, ...]:
    """Rule: CHA-7.10."""
    if not part.targets:
        return (Reason("no_target", {}, CARE),)
    target = fight.combatants.get(part.targets[0])
    if target is None:
        return (Reason("unknown_target", {"target": part.targets[0]}, CARE),)
    mortal = has_status(target.sheet, "mortally_wounded") and not is_dead(*health(target.sheet))
    return () if mortal else (Reason("not_mortally_wounded", {"target": target.id}, CARE),)


def _medicine(fight: Fight, actor: Combatant, intent: Intent) -> Goal | None:
    """The Medizin test; None where it has to be learned first.

    Rule: CHA-7.19.
    """
    base = start(actor.sheet, "skill", MEDICINE)
    words = words_of_gm(intent.gm_modifiers, CARE)
    strict = house_rules(fight.options).strict_under
    return None if base is None else goal(as_modifiers(base), tuple(words), strict)


def _read(fight: Fight, intent: Intent) -> tuple[Rescue | None, tuple[Reason, ...]]:
    request = asked(fight, intent, FIELDS)
    actor, reasons = request.actor, request.reasons
    if actor is None or reasons:
        return None, reasons
    keeps = (out_of_action(actor), out_of_turn(fight, actor))
    reasons = (*_target_reasons(fight, request.part), *[reason for reason in keeps if reason is not None])
    mundane = text(request.given.get("care"), "mundane") == "mundane"
    found = _medicine(fight, actor, intent) if mundane else None
    if mundane and found is None:
        reasons += (Reason("not_learned", {"skill": MEDICINE}, CARE),)
    return (None, reasons) if reasons else (Rescue(actor, fight.combatants[request.part.targets[0]], found), ())


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """Care is offered while somebody else is mortally wounded.

    Rule: CHA-7.10.
    """
    down = [name for name, each in fight.combatants.items() if has_status(each.sheet, "mortally_wounded")]
    found = []
    for name in [name for name in down if name != actor][:1]:
        _, reasons = _read(fight, Intent(actor=actor, parts=(Part(form=FORM, targets=(name,)),)))
        told = tuple([reason for reason in reasons if reason.code != "not_mortally_wounded"])
        found.append(Offer(form=FORM, reasons=told, parameters=FIELDS, needs_target=True, rules=CARE))
    return tuple(found)


def preview(fight: Fight, intent: Intent) -> Preview:
    """The Medizin test where care is mundane, and the even chance.

    Rule: CHA-7.19.
    """
    rescue, reasons = _read(fight, intent)
    if rescue is None:
        return Preview(reasons=reasons)
    who = rescue.actor.id
    first = () if rescue.medicine is None else (check_of(MEDICINE, who, rescue.medicine, CARE),)
    return Preview(checks=(*first, check_of("saving_chance", who, _even(), CARE, graded=False)))


def _even() -> Goal:
    """50 % under every house rule.

    Rule: CHA-7.19.
    """
    return Goal((EVEN,), (), EVEN.value, window(EVEN.value, False), [modifier_to_json(EVEN)])


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Care for somebody. Raises Refused with all reasons before the first die.

    Rule: CHA-7.19.
    """
    rescue, reasons = _read(fight, intent)
    if rescue is None:
        raise Refused(reasons)
    return _rescue(rescue)


def _rescue(rescue: Rescue) -> Procedure:
    """The Medizin test first, then the even chance; whoever is not saved is dead.

    Rule: CHA-7.19.
    """
    who, target = rescue.actor.id, rescue.target
    if rescue.medicine is not None:
        face = (yield Roll(MEDICINE, who, W100, rescue.medicine.window)).faces[0]
        yield Emit(rolled(MEDICINE, who, rescue.medicine, face, CARE, {"target": target.id}))
        if not rescue.medicine.is_reached(face):
            yield Emit(_lost(target))
            return
    even = _even()
    face = (yield Roll("saving_chance", who, W100, even.window)).faces[0]
    saved = even.is_reached(face)
    data: dict[str, Json] = {"target": target.id, "target_number": even.target_number, "base": even.told}
    outcome = "success" if saved else "failure"
    yield Emit(Rolled("saving_chance", who, W100, (face,), (), face, even.window, outcome, CARE, data))
    yield Emit(_saved(target) if saved else _lost(target))


def _saved(target: Combatant) -> Happened:
    """No longer mortally wounded, still unconscious, with the hit points he has.

    Rule: CHA-7.19.
    """
    changes = [Change(target.id, "statuses.mortally_wounded", True, None)]
    if not has_status(target.sheet, "stabilised"):
        changes.append(Change(target.id, "statuses.stabilised", None, True))
    return Happened("life_saved", target.id, {"who": target.id}, tuple(changes), CARE)


def _lost(target: Combatant) -> Happened:
    """Rule: CHA-7.19."""
    before, most = health(target.sheet)
    change = Change(target.id, "pools.hit_points", before, -most - 1)
    return Happened("died", target.id, {"who": target.id}, (change,), CARE)


def _treat(fight: Fight, intent: Intent) -> Act:
    """Morphine or another painkiller ends the tests against falling unconscious; without a target, one's own.

    Rule: CHA-7.9.
    """
    request = asked(fight, intent, (SPEND,))
    actor, part = request.actor, request.part
    if actor is None or request.reasons:
        return Act(None, request.reasons)
    deed = deed_of(fight, actor, "treat", price_of(actor, "handle_object"), request.spend)
    target = fight.combatants.get(part.targets[0]) if part.targets else actor
    if target is None:
        return Act(deed, (Reason("unknown_target", {"target": part.targets[0]}, TREATED),))
    counted = optional(target.sheet.body.get("shock_rounds"))
    if counted is None:
        return Act(deed, (Reason(NOT_IN_SHOCK, {"target": target.id}, TREATED), *forbidden(fight, deed)))
    return Act(deed, forbidden(fight, deed), relieved(actor, target, counted))


def relieved(actor: Combatant, target: Combatant, counted: int) -> tuple[Event, ...]:
    """The tests against falling unconscious are over.

    Rule: CHA-7.9, CHA-7.14.
    """
    data: dict[str, Json] = {"who": actor.id, "target": target.id}
    return Happened("treated", target.id, data, (), TREATED), shock_ended(target.id, counted)


def _to_treat(fight: Fight, actor: str) -> tuple[Part, ...]:
    """Offered while somebody is in shock."""
    shocked = [
        name for name, each in fight.combatants.items() if optional(each.sheet.body.get("shock_rounds")) is not None
    ]
    return tuple([Part(form="treat", targets=(name,)) for name in shocked[:1]])


FORMS = {
    FORM: Form(offers, preview, perform),
    "treat": act_form("treat", _treat, _to_treat, lambda *_: (SPEND,), TREATED, takes_target=True),
}
"""What is done for the wounded, by form."""
