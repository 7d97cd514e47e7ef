"""Handlungen, FHT-3: which form of action is worked out where."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Procedure
from combat.rulesets.fhtagn import (
    disease,
    elements,
    escape,
    falls,
    handling,
    healing,
    moves,
    poison,
    simultaneous,
    skill_test,
    treatment,
)
from combat.rulesets.fhtagn import preview as attacks
from combat.rulesets.fhtagn.form import Form

FORMS: Mapping[str, Form] = {
    **attacks.FORMS,
    **{
        act.key: act.form()
        for act in (
            escape.ESCAPE,
            *moves.ACTS,
            *handling.ACTS,
            *skill_test.ACTS,
            *healing.ACTS,
            *treatment.ACTS,
            *poison.ACTS,
            *disease.ACTS,
            *falls.ACTS,
            *elements.ACTS,
        )
    },
    **simultaneous.FORMS,
}
UNKNOWN = Reason("no_such_action", {}, cite("FHT-3.20"))


def _form(intent: Intent) -> Form | None:
    """The form of an intent: that of its first part."""
    return FORMS.get(intent.parts[0].form) if intent.parts else None


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """Everything a combatant may do, and what the game master may let happen to him; nothing for a stranger."""
    if actor not in fight.combatants:
        return ()
    return tuple([offer for form in FORMS.values() for offer in form.offers(fight, actor)])


def preview(fight: Fight, intent: Intent) -> Preview:
    """What an intent would need."""
    form = _form(intent)
    return Preview(reasons=(UNKNOWN,)) if form is None else form.preview(fight, intent)


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Do it. Raises Refused with all reasons before the first question.

    Rule: FHT-3.20.
    """
    form = _form(intent)
    if form is None:
        raise Refused((UNKNOWN,))
    return form.perform(fight, intent)
