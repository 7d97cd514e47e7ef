"""Die Form einer Handlung: what simple ones have in common."""

from collections.abc import Callable
from typing import NamedTuple

from combat.core.announce import checked
from combat.core.citation import Citations, cite
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Check, Intent, Offer, Part, Preview, Reason, Refused
from combat.core.procedure import Procedure
from combat.core.schema import Field
from combat.rulesets.xian.check import hopeless

ACTION = cite("XIAN-3.5")


class Deed(NamedTuple):
    """A simple action: its word, its parameters, why not, what is rolled for it and what it does.

    ``reasons`` is asked once for the offer, with a part that carries the defaults, and once for the announcement.
    """

    form: str
    parameters: Callable[[Combatant], tuple[Field, ...]]
    reasons: Callable[[Fight, Combatant, Part], tuple[Reason, ...]]
    checks: Callable[[Fight, Combatant, Intent], tuple[Check, ...]]
    does: Callable[[Fight, Combatant, Intent], Procedure]
    rules: Citations
    notes: Callable[[Fight, Combatant], tuple[Reason, ...]] = lambda fight, actor: ()
    """What is certain beforehand."""


def _refusals(deed: Deed, fight: Fight, intent: Intent) -> tuple[Reason, ...]:
    actor = fight.combatants.get(intent.actor)
    if actor is None:
        return (Reason("unknown_actor", {"actor": intent.actor}, ACTION),)
    part = intent.parts[0]
    _, wrong = checked(deed.parameters(actor), part.parameters, ACTION, defaults=True)
    return wrong or deed.reasons(fight, actor, part)


def form_of(deed: Deed) -> Form:
    """The three questions of a simple action."""

    def offers(fight: Fight, who: str) -> tuple[Offer, ...]:
        actor = fight.combatants[who]
        parameters = deed.parameters(actor)
        reasons = deed.reasons(fight, actor, Part(form=deed.form))
        return (Offer(form=deed.form, reasons=reasons, parameters=parameters, rules=deed.rules),)

    def preview(fight: Fight, intent: Intent) -> Preview:
        reasons = _refusals(deed, fight, intent)
        if reasons:
            return Preview(reasons=reasons)
        actor = fight.combatants[intent.actor]
        checks = deed.checks(fight, actor, intent)
        return Preview(checks=checks, warnings=hopeless(checks), notes=deed.notes(fight, actor))

    def perform(fight: Fight, intent: Intent) -> Procedure:
        reasons = _refusals(deed, fight, intent)
        if reasons:
            raise Refused(reasons)
        yield from deed.does(fight, fight.combatants[intent.actor], intent)

    return Form(offers, preview, perform)


def no_checks(fight: Fight, actor: Combatant, intent: Intent) -> tuple[Check, ...]:
    """For what needs no die."""
    return ()
