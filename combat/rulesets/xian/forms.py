"""Handlungen, XIAN-3: which form of action is worked out where."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.form import Form, Forms
from combat.core.intent import Intent
from combat.rulesets.xian import opening, probe, recovery, turn
from combat.rulesets.xian.plan import ATTACK, MOVE

TURN = Form(turn.offers, turn.preview, turn.perform)
ALONE: Mapping[str, Form] = {**opening.FORMS, recovery.RECOVER: recovery.FORM, probe.OTHER: probe.FORM}
"""What is declared by itself; attacks and moves stand together in one declaration."""


def _form(intent: Intent) -> Form | None:
    """What an intent is: a turn of attacks and moves, or one action of another kind. Rule: XIAN-3.5."""
    if intent.parts and all(part.form in {ATTACK, MOVE} for part in intent.parts):
        return TURN
    return ALONE.get(intent.parts[0].form) if len(intent.parts) == 1 else None


ACTIONS = Forms({"turn": TURN, **ALONE}, cite("XIAN-3.5"), _form)
offers, preview, perform = ACTIONS.offers, ACTIONS.preview, ACTIONS.perform
