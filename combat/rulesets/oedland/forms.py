"""Handlungen: which form of action is worked out where."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.form import Form, Forms
from combat.rulesets.oedland import cover, errand, fire, hands, jump, melee, moves, stand_by

FORMS: Mapping[str, Form] = {
    **fire.FORMS,
    **melee.FORMS,
    **errand.FORMS,
    **hands.FORMS,
    **moves.FORMS,
    **cover.FORMS,
    **jump.FORMS,
    **stand_by.FORMS,
}
SWITCHED = {"fire_dual": "dual", "change_pose": "pose", "jump": "jump", "sprint": "sprint"}
SWITCHED |= {"reaction_fight": "reaction", "covering_fire": "covering_fire"}


def _not_played(fight: Fight) -> frozenset[str]:
    """What the house does not play is not offered. Rule: FAL-3.3."""
    return frozenset([form for form, block in SWITCHED.items() if fight.options.get(f"opt_{block}") is False])


ACTIONS = Forms(FORMS, cite("FAL-3.3"), closed=_not_played)
offers, preview, perform = ACTIONS.offers, ACTIONS.preview, ACTIONS.perform
