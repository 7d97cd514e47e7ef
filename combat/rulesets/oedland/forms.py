"""Handlungen: which form of action is worked out where."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Procedure
from combat.rulesets.oedland import cover, errand, fire, jump, melee, moves, stand_by
from combat.rulesets.oedland.form import Form

FORMS: Mapping[str, Form] = {
    **fire.FORMS,
    **melee.FORMS,
    **errand.FORMS,
    **moves.FORMS,
    **cover.FORMS,
    **jump.FORMS,
    **stand_by.FORMS,
}
UNKNOWN = Reason("no_such_action", {}, cite("FAL-3.3"))
SWITCHED = {"fire_dual": "dual", "change_pose": "pose", "jump": "jump", "sprint": "sprint"}
SWITCHED |= {"reaction_fight": "reaction", "covering_fire": "covering_fire"}


def _form(intent: Intent) -> Form | None:
    """The form of an intent, which has exactly one part."""
    return FORMS.get(intent.parts[0].form) if len(intent.parts) == 1 else None


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """Everything a combatant may do; what the house does not play is not offered, and nothing to a stranger."""
    if actor not in fight.combatants:
        return ()
    off = {form for form, block in SWITCHED.items() if fight.options.get(f"opt_{block}") is False}
    return tuple([offer for name, form in FORMS.items() if name not in off for offer in form.offers(fight, actor)])


def preview(fight: Fight, intent: Intent) -> Preview:
    """What an intent would need."""
    form = _form(intent)
    return Preview(reasons=(UNKNOWN,)) if form is None else form.preview(fight, intent)


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Do it. Raises Refused with all reasons before the first question. Rule: FAL-3.3."""
    form = _form(intent)
    if form is None:
        raise Refused((UNKNOWN,))
    return form.perform(fight, intent)
