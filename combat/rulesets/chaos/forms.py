"""Handlungen: which form of action is worked out where."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Procedure
from combat.rulesets.chaos import (
    apply_hit,
    care,
    clinch,
    grapple,
    healing,
    magic,
    moves_made,
    objects,
    offer_shot,
    repair,
    skill_test,
    strike,
    talent,
)
from combat.rulesets.chaos.form import Form
from combat.rulesets.chaos.interrupt import may_be_stepped_into, stepped_into

FORMS: Mapping[str, Form] = {
    **offer_shot.FORMS,
    **strike.FORMS,
    **grapple.FORMS,
    **clinch.FORMS,
    skill_test.FORM: Form(skill_test.offers, skill_test.preview, skill_test.perform),
    repair.FORM: Form(repair.offers, repair.preview, repair.perform),
    apply_hit.FORM: Form(apply_hit.offers, apply_hit.preview, apply_hit.perform),
    **objects.FORMS,
    **care.FORMS,
    **magic.FORMS,
    **healing.FORMS,
    **moves_made.FORMS,
    **talent.FORMS,
}
UNKNOWN = Reason("no_such_action", {}, cite("CHA-2.7"))


def _form(intent: Intent) -> Form | None:
    """The form of an intent, which has exactly one part."""
    return FORMS.get(intent.parts[0].form) if len(intent.parts) == 1 else None


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """Everything a combatant may do, and what the game master may do with his things; nothing for a stranger."""
    if actor not in fight.combatants:
        return ()
    return tuple([offer for form in FORMS.values() for offer in form.offers(fight, actor)])


def preview(fight: Fight, intent: Intent) -> Preview:
    """What an intent would need."""
    form = _form(intent)
    return Preview(reasons=(UNKNOWN,)) if form is None else form.preview(fight, intent)


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Do it, once its enemies have stepped in or not. Raises Refused with all reasons before the first question.

    Rule: CHA-2.7, CHA-2.9.
    """
    form = _form(intent)
    if form is None:
        raise Refused((UNKNOWN,))
    procedure = form.perform(fight, intent)
    return stepped_into(fight, intent, FORMS, procedure) if may_be_stepped_into(fight, intent) else procedure
