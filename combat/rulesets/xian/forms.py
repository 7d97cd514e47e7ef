"""Handlungen, XIAN-3: which form of action is worked out where."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Procedure
from combat.rulesets.xian import opening, probe, recovery, turn
from combat.rulesets.xian.form import Form
from combat.rulesets.xian.plan import ATTACK, MOVE

TURN = Form(turn.offers, turn.preview, turn.perform)
ALONE: Mapping[str, Form] = {**opening.FORMS, recovery.RECOVER: recovery.FORM, probe.OTHER: probe.FORM}
"""What is declared by itself; attacks and moves stand together in one declaration."""
UNKNOWN = Reason("no_such_action", {}, cite("XIAN-3.5"))


def _form(intent: Intent) -> Form | None:
    """What an intent is: a turn of attacks and moves, or one action of another kind."""
    if intent.parts and all(part.form in {ATTACK, MOVE} for part in intent.parts):
        return TURN
    return ALONE.get(intent.parts[0].form) if len(intent.parts) == 1 else None


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """Everything a combatant may do, and why not; nothing for a stranger."""
    if actor not in fight.combatants:
        return ()
    return tuple(offer for form in (TURN, *ALONE.values()) for offer in form.offers(fight, actor))


def preview(fight: Fight, intent: Intent) -> Preview:
    """What an intent would need."""
    form = _form(intent)
    return Preview(reasons=(UNKNOWN,)) if form is None else form.preview(fight, intent)


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Do it. Raises Refused with all reasons before the first question.

    Rule: XIAN-3.5.
    """
    form = _form(intent)
    if form is None:
        raise Refused((UNKNOWN,))
    return form.perform(fight, intent)
