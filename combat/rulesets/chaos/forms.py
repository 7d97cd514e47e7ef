"""Handlungen: which form of action is worked out where."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.form import Form, Forms
from combat.core.intent import Intent
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
ACTIONS = Forms(FORMS, cite("CHA-2.7"))
offers, preview = ACTIONS.offers, ACTIONS.preview


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Do it, once its enemies have stepped in or not. Raises Refused with all reasons before the first question.

    Rule: CHA-2.7, CHA-2.9.
    """
    procedure = ACTIONS.perform(fight, intent)
    return stepped_into(fight, intent, FORMS, procedure) if may_be_stepped_into(fight, intent) else procedure
