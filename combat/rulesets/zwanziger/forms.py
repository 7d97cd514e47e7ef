"""Handlungen: which form of action is worked out where."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.form import Form, Forms
from combat.rulesets.zwanziger import ability, attack, feat, gm, leave, move, throw

FORMS: Mapping[str, Form] = {
    **attack.FORMS,
    **throw.FORMS,
    **ability.FORMS,
    **move.FORMS,
    **leave.FORMS,
    **feat.FORMS,
    **gm.FORMS,
}
ACTIONS = Forms(FORMS, cite("W20-3.2"))
offers, preview, perform = ACTIONS.offers, ACTIONS.preview, ACTIONS.perform
