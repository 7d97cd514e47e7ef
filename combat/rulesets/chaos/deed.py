"""Handlungen ohne Wurf, CHA-2: who may do them, what they cost, how they are paid, and what then happens."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from combat.core.bill import Bill, total
from combat.core.body import words
from combat.core.citation import Citations, cite
from combat.core.event import Change, Event, Happened
from combat.core.fields import choices
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Intent, Offer, Part, Preview, Reason, Refused
from combat.core.procedure import Emit, Procedure
from combat.core.schema import Field
from combat.core.value import Json
from combat.rulesets.chaos.afford import UNIT, bought_in_reaction, out_of_action, out_of_turn, unaffordable
from combat.rulesets.chaos.announce import checked, counted, opening
from combat.rulesets.chaos.cost import UNITS, units_left
from combat.rulesets.chaos.gathering import scattered
from combat.rulesets.chaos.purse import PRICES, UNITS_EACH, Purse, units_bought

PAID = cite("CHA-2.3")
SPEND = choices(
    "spend", (UNIT,), group="action_points", pool="action_points", prices=((UNIT, PRICES[UNIT]),), rules=cite("CHA-2.1")
)
"""Everything that costs action units may be paid with units bought for action points."""


class Asked(NamedTuple):
    """An intent as it came: who acts, what the parameters say, what is wrong with them."""

    actor: Combatant | None
    part: Part
    given: Mapping[str, Json]
    reasons: tuple[Reason, ...]

    @property
    def spend(self) -> dict[str, int]:
        """How often each way of spending action points is announced."""
        return counted(words(self.given.get("spend")))


def asked(fight: Fight, intent: Intent, fields: tuple[Field, ...]) -> Asked:
    """Read an intent against the fields of its form."""
    actor, part, missing = opening(fight, intent)
    given, reasons = checked(fields, part.parameters)
    return Asked(actor, part, given, missing or reasons)


class Deed(NamedTuple):
    """What somebody does: the action that is paid for, its price, the units he has, the action points announced."""

    actor: Combatant
    action: str
    cost: int
    units: int
    spend: Mapping[str, int]
    later: bool = False

    def paid(self, purse: Purse, item: str = "", changes: tuple[Change, ...] = ()) -> list[Event]:
        """Units bought for action points first, then the price; ``changes`` are noted with it.

        Rule: CHA-2.3.
        """
        who, units, bought = self.actor, self.units, self.spend.get(UNIT, 0)
        events: list[Event] = []
        if bought:
            events.append(units_bought(who, purse, bought, units))
            units += bought * UNITS_EACH
        data: dict[str, Json] = {"who": who.id, "action": self.action, UNITS: self.cost}
        if item:
            data["item"] = item
        if self.cost:
            price = Change(who.id, f"budget.{UNITS}", units, units - self.cost)
            changes = (price, *scattered(who, self.action), *changes)
        if changes:
            events.append(Happened("cost_paid", who.id, data, changes, PAID))
        return events


def deed_of(fight: Fight, actor: Combatant, action: str, price: Bill, spend: Mapping[str, int]) -> Deed:
    """An action with what it costs and what its actor has.

    Rule: CHA-2.3.
    """
    return Deed(actor, action, total(price), units_left(fight, actor), spend)


def forbidden(fight: Fight, deed: Deed, *, reaction: bool = False) -> tuple[Reason, ...]:
    """Why somebody may not do this now: out of action, not his turn (unless it is a reaction), too dear.

    Rule: CHA-2.7.
    """
    actor, turn = deed.actor, out_of_turn(fight, deed.actor)
    if reaction and turn is not None:
        turn = bought_in_reaction(deed.spend)
    found = tuple([reason for reason in (out_of_action(actor), turn) if reason is not None])
    return found + unaffordable(actor, deed.spend, deed.cost, deed.units)


class Act(NamedTuple):
    """A deed as it would come out: why it is refused, what happens once it is paid, what of it is told beforehand."""

    deed: Deed | None
    reasons: tuple[Reason, ...] = ()
    happens: tuple[Event, ...] = ()
    item: str = ""
    notes: tuple[Reason, ...] = ()


type Reader = Callable[[Fight, Intent], Act]
type Candidates = Callable[[Fight, str], tuple[Part, ...]]


def act_form(
    name: str,
    read: Reader,
    candidates: Candidates,
    fields: Callable[[Fight, str, Part], tuple[Field, ...]],
    cited: Citations,
    *,
    by: str = "actor",
    needs_target: bool = False,
    takes_target: bool = False,
) -> Form:
    """A form without dice: offers for the candidates, whose targets are not named yet."""

    def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
        found = []
        for part in candidates(fight, actor):
            act = read(fight, Intent(actor=actor, parts=(part,)))
            reasons = tuple([reason for reason in act.reasons if reason.code != "no_target"])
            found.append(
                Offer(
                    form=name,
                    item=part.item,
                    by=by,
                    cost=_cost(act),
                    reasons=reasons,
                    parameters=fields(fight, actor, part),
                    needs_target=needs_target,
                    takes_target=takes_target,
                    rules=cited,
                )
            )
        return tuple(found)

    def preview(fight: Fight, intent: Intent) -> Preview:
        act = read(fight, intent)
        return Preview(cost=_cost(act), reasons=act.reasons, notes=() if act.reasons else act.notes)

    def perform(fight: Fight, intent: Intent) -> Procedure:
        act = read(fight, intent)
        if act.reasons:
            raise Refused(act.reasons)
        return _done(act)

    return Form(offers, preview, perform)


def _cost(act: Act) -> dict[str, int]:
    return {UNITS: act.deed.cost} if act.deed is not None and act.deed.cost else {}


def _done(act: Act) -> Procedure:
    """Pay, and let it happen.

    Rule: CHA-2.3.
    """
    if act.deed is not None:
        yield Emit(*act.deed.paid(Purse(act.deed.actor, {}), act.item))
    yield Emit(*act.happens)
