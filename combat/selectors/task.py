"""An action that needs no target, as one reader may know it: what it asks, what it would need, why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from chaos_sheets import policy
from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Character
from chaos_sheets.policy import Viewer
from chaos_sheets.selectors.fields import Desk
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.sheet_view import FieldView
from chaos_sheets.trace import CheckView, Reader, ReasonView, check_view, reason_views
from chaos_sheets.words import by_name
from combat.core.intent import Offer, Preview, Reason
from combat.core.value import Json, JsonMap
from combat.registry import ruleset_info
from combat.selectors.bill_view import BillView, bill_view

NO_BILLS: Mapping[str, Reason] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer:
    """Somebody who may pay: what he has, and whether that is enough."""

    ref: str
    name: str
    money: int
    enough: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskView:
    """A form, what it asks for, its bills and checks, and the reasons against it."""

    form: str
    label: str
    actor: str
    actor_name: str
    item: str
    item_name: str
    fields: tuple[FieldView, ...]
    bills: tuple[BillView, ...]
    checks: tuple[CheckView, ...]
    reasons: tuple[ReasonView, ...]
    price: int = 0
    """What it costs as it is shown: nothing else may be booked."""
    payers: tuple[Payer, ...] = ()
    payer: str = ""
    currency: str = ""
    short: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One choice: a character, or a thing of his; ``query`` leads on, ``reasons`` say why not."""

    name: str
    query: str
    reasons: tuple[ReasonView, ...] = ()
    price: str = ""
    is_free: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceView:
    """For whom, or with what thing of his, something is to be done."""

    label: str
    actor_name: str
    ways: tuple[Way, ...]
    closed: tuple[Way, ...]

    @property
    def nothing_to_pay(self) -> bool:
        """Whether it has a price, and none of it costs anything: all is whole."""
        return bool(self.ways) and all(way.is_free for way in self.ways)


def choice_view(
    known: Known, *, actor: str, form: str, offers: Iterable[Offer] | None, bills: Mapping[str, Reason] = NO_BILLS
) -> ChoiceView:
    """The things one of the viewer's may do it with, the dearest first; without ``offers`` his people.

    ``bills``: what it comes to with each of the things.
    """
    info = ruleset_info(known.who.campaign.ruleset)
    if form not in info.glossary.terms:
        raise NotVisible
    if offers is None:
        reader = known.reader()
        ways = [Way(name=row.name, query=urlencode({"actor": row.ref, "form": form})) for row in his_people(known)]
    else:
        found = tuple(offers)
        reader = known.reader({offer.item for offer in found})
        ways = [_way(reader, known.who, actor, offer, bills.get(offer.item)) for offer in found]
        ways.sort(key=lambda way: way.is_free)
    return ChoiceView(
        label=reader.words.word(form),
        actor_name=reader.name(actor) if actor else "",
        ways=tuple(way for way in ways if not way.reasons),
        closed=tuple(way for way in ways if way.reasons),
    )


def his_people(known: Known) -> list[Character]:
    """Whom he may act for, those that somebody plays first."""
    mine = [row for row in known.characters.values() if policy.may_act(known.who, row) and not row.retired]
    return sorted(mine, key=lambda row: (row.owner_id is None, by_name(row.name)))


def _way(reader: Reader, who: Viewer, actor: str, offer: Offer, warning: Reason | None) -> Way:
    bill = bill_view(reader, who, warning) if warning is not None else None
    return Way(
        name=reader.name(offer.item),
        query=urlencode({"actor": actor, "form": offer.form, "item": offer.item}),
        reasons=reason_views(reader, offer.reasons),
        price=bill.total if bill else "",
        is_free=bill is not None and bool(bill.total) and not bill.price,
    )


def task_view(
    *, who: Viewer, offer: Offer, actor: str, item: str, parameters: JsonMap, preview: Preview | None, payer: str = ""
) -> TaskView:
    """The action with what has been chosen of it so far."""
    known = Known.of(who)
    reader = known.reader({actor, item} - {""})
    desk = Desk(reader=reader, editable=True)
    shown = preview or Preview(reasons=offer.reasons)
    bills = tuple(bill_view(reader, who, warning) for warning in shown.warnings)
    price = sum(bill.price for bill in bills)
    payers = payers_of(known, actor, price, payer) if price and not shown.reasons else ()
    paying = next((one for one in payers if one.ref == (payer or actor)), None)
    return TaskView(
        form=offer.form,
        label=reader.words.word(offer.form),
        actor=actor,
        actor_name=reader.name(actor),
        item=item,
        item_name=reader.name(item) if item else "",
        fields=tuple(desk.field(actor, field, parameters.get(field.path)) for field in offer.parameters),
        bills=bills,
        checks=tuple(check_view(reader, check) for check in shown.checks),
        reasons=reason_views(reader, shown.reasons),
        price=price,
        payers=payers,
        payer=payer or actor,
        currency=who.campaign.currency or reader.info.currency,
        short=paying is not None and not paying.enough,
    )


def payers_of(known: Known, actor: str, price: int, chosen: str = "") -> tuple[Payer, ...]:
    """Whose money may be spent: the actor's first, then of everybody for whom the viewer may act and who has any."""
    rows = [(ref, row) for ref, row in known.characters.items() if policy.may_act(known.who, row) and not row.retired]
    rows = [(ref, row) for ref, row in rows if row.money > 0 or ref in (actor, chosen)]
    rows.sort(key=lambda pair: (pair[0] != actor, by_name(pair[1].name)))
    return tuple(Payer(ref=ref, name=row.name, money=row.money, enough=row.money >= price) for ref, row in rows)


def chosen(offer: Offer, typed: Mapping[str, Json]) -> dict[str, Json]:
    """The parameters that were chosen and that the form has; what was left empty is left out."""
    known = {field.path for field in offer.parameters}
    return {path: value for path, value in typed.items() if path in known and value not in (None, "", [], ())}
