"""Forms of action: what can be asked of each, and how a ruleset answers for all of them together."""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from combat.core.citation import Citations
from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Part, Preview, Reason, Refused
from combat.core.procedure import Procedure


class Form(NamedTuple):
    """What can be asked of one form of action: the contract's three questions, for this form alone."""

    offers: Callable[[Fight, str], tuple[Offer, ...]]
    preview: Callable[[Fight, Intent], Preview]
    perform: Callable[[Fight, Intent], Procedure]


class Forms:
    """All forms of action of a ruleset by their glossary ids, in the order in which they are offered.

    ``unknown`` cites the rule on what may be announced at all. ``of`` finds the form of an intent, None for one that
    is no action here; without it an intent has exactly one part and is of that part's form.
    ``closed`` names the forms a fight does not play.
    """

    def __init__(
        self,
        known: Mapping[str, Form],
        unknown: Citations,
        of: Callable[[Intent], Form | None] | None = None,
        closed: Callable[[Fight], frozenset[str]] = lambda fight: frozenset(),
    ) -> None:
        self.known = known
        self.unknown = Reason("no_such_action", {}, unknown)
        self.of = of or self._of_single_part
        self.closed = closed

    def _of_single_part(self, intent: Intent) -> Form | None:
        return self.known.get(intent.parts[0].form) if len(intent.parts) == 1 else None

    def offers(self, fight: Fight, actor: str, forms: Collection[str] | None = None) -> tuple[Offer, ...]:
        """Everything a combatant may do, and what may be done for him, or only that of some forms.

        Nothing for a stranger.
        """
        if actor not in fight.combatants:
            return ()
        closed = self.closed(fight)
        asked = [form for name, form in self.known.items() if name not in closed]
        if forms is None:
            return tuple([offer for form in asked for offer in form.offers(fight, actor)])
        wanted = [self.of(Intent(actor=actor, parts=(Part(form=each),))) for each in forms]
        found = [form for form in asked if form in wanted]
        return tuple([offer for form in found for offer in form.offers(fight, actor) if offer.form in forms])

    def preview(self, fight: Fight, intent: Intent) -> Preview:
        """What an intent would need."""
        form = self.of(intent)
        return Preview(reasons=(self.unknown,)) if form is None else form.preview(fight, intent)

    def perform(self, fight: Fight, intent: Intent) -> Procedure:
        """Do it. Raises Refused with all reasons before the first question."""
        form = self.of(intent)
        if form is None:
            raise Refused((self.unknown,))
        return form.perform(fight, intent)
