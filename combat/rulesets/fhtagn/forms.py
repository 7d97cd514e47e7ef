"""Handlungen, FHT-3: which form of action is worked out where."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.form import Form, Forms
from combat.core.intent import Intent
from combat.rulesets.fhtagn import (
    air,
    disease,
    elements,
    escape,
    falls,
    handling,
    healing,
    moves,
    poison,
    radiation,
    simultaneous,
    skill_test,
    treatment,
)
from combat.rulesets.fhtagn import preview as attacks

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
            *air.ACTS,
            *elements.ACTS,
            *radiation.ACTS,
        )
    },
    **simultaneous.FORMS,
}


def _form(intent: Intent) -> Form | None:
    """The form of an intent: that of its first part; what several do at once has several parts. Rule: FHT-3.2."""
    return FORMS.get(intent.parts[0].form) if intent.parts else None


ACTIONS = Forms(FORMS, cite("FHT-3.20"), _form)
offers, preview, perform = ACTIONS.offers, ACTIONS.preview, ACTIONS.perform
