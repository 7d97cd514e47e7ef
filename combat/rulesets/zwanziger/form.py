"""Die Form einer Handlung: how one that rolls or costs an action is put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from combat.core.citation import Citations
from combat.core.fight import Fight
from combat.core.form import Form
from combat.core.intent import Check, Intent, Offer, Part, Preview, Reason, Refused
from combat.core.procedure import Procedure, Step
from combat.core.schema import Field
from combat.rulesets.zwanziger.announce import SLOT, Asked, asked
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.turn import Price


class Act(NamedTuple):
    """An action as announced: its price, every reason against it, its first rolls, and how it goes.

    ``warnings``: what the table should think of; ``notes``: what is certain beforehand.
    """

    reasons: tuple[Reason, ...] = ()
    price: Price | None = None
    checks: tuple[Check, ...] = ()
    go: Callable[[Stage], Step[None]] | None = None
    warnings: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()

    @property
    def cost(self) -> dict[str, int]:
        """What it costs."""
        return {} if self.price is None else self.price.cost

    def also(self, reasons: tuple[Reason, ...]) -> Act:
        """With more that is wrong with it, told first."""
        return self._replace(reasons=reasons + self.reasons) if reasons else self


type Reader = Callable[[Asked], Act]
type Candidates = Callable[[Fight, str], tuple[Part, ...]]
type Fields = Callable[[Fight, str, Part], tuple[Field, ...]]
OF_TARGET = ("no_target", "distance_needed")
"""Reasons that an offer, which names no target yet, does not give."""


def _begun(fight: Fight, actor: str) -> Stage:
    """The fight as an action begins; who acts by his life points alone does so by the house."""
    stage = Stage(fight)
    stage.able(actor)
    return stage


def form_of(
    read: Reader,
    candidates: Candidates,
    fields: Fields,
    cited: Citations,
    *,
    by: str = "actor",
    needs_target: bool = False,
    several: bool = False,
) -> Form:
    """A form of action, offered with its defaults, previewed, performed; ``several``: aimed at more than one."""

    def act_of(fight: Fight, intent: Intent) -> Act:
        known = (*fields(fight, intent.actor, intent.parts[0]), SLOT)
        found = asked(fight, intent, known)
        if not isinstance(found, Asked):
            return Act(found)
        return read(found).also(found.reasons)

    def offer(fight: Fight, actor: str, part: Part) -> Offer:
        act = act_of(fight, Intent(actor=actor, parts=(part,)))
        return Offer(
            form=part.form,
            item=part.item,
            by=by,
            cost=act.cost,
            reasons=tuple([reason for reason in act.reasons if reason.code not in OF_TARGET]),
            parameters=fields(fight, actor, part),
            needs_target=needs_target,
            one_target=needs_target and not several,
            rules=cited,
        )

    def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
        return tuple([offer(fight, actor, part) for part in candidates(fight, actor)])

    def preview(fight: Fight, intent: Intent) -> Preview:
        act = act_of(fight, intent)
        return Preview(checks=act.checks, cost=act.cost, reasons=act.reasons, warnings=act.warnings, notes=act.notes)

    def perform(fight: Fight, intent: Intent) -> Procedure:
        act = act_of(fight, intent)
        if act.reasons or act.go is None:
            raise Refused(act.reasons)
        return act.go(_begun(fight, intent.actor))

    return Form(offers, preview, perform)
