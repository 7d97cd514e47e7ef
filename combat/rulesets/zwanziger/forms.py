"""Handlungen: which form of action is worked out where."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Procedure
from combat.rulesets.zwanziger import ability, attack, feat, gm, move, throw
from combat.rulesets.zwanziger.form import Form

FORMS: Mapping[str, Form] = {
    **attack.FORMS,
    **throw.FORMS,
    **ability.FORMS,
    **move.FORMS,
    **feat.FORMS,
    **gm.FORMS,
}
UNKNOWN = Reason("no_such_action", {}, cite("W20-3.2"))


def _form(intent: Intent) -> Form | None:
    """The form of an intent, which has exactly one part."""
    return FORMS.get(intent.parts[0].form) if len(intent.parts) == 1 else None


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """Everything a combatant may do, and what the game master may do to him; nothing for a stranger."""
    if actor not in fight.combatants:
        return ()
    return tuple([offer for form in FORMS.values() for offer in form.offers(fight, actor)])


def preview(fight: Fight, intent: Intent) -> Preview:
    """What an intent would need."""
    form = _form(intent)
    return Preview(reasons=(UNKNOWN,)) if form is None else form.preview(fight, intent)


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Do it. Raises Refused with all reasons before the first question.

    Rule: W20-3.2.
    """
    form = _form(intent)
    if form is None:
        raise Refused((UNKNOWN,))
    return form.perform(fight, intent)
