"""An action that needs no target, as one reader may know it: what it asks, what it would need, why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from chaos_sheets.policy import Viewer
from chaos_sheets.selectors.fields import Desk
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.sheet_view import FieldView, StepView
from chaos_sheets.services.common import price_in
from chaos_sheets.trace import CheckView, Reader, ReasonView, check_view, reason_views
from chaos_sheets.words import number
from combat.core.event import COST
from combat.core.intent import Offer, Preview, Reason
from combat.core.value import Json, JsonMap


@dataclass(frozen=True, slots=True, kw_only=True)
class BillView:
    """What an action would take that is no roll: a word for it, its lines, what it costs."""

    title: str
    lines: tuple[StepView, ...]
    total: str = ""


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


def task_view(
    *, who: Viewer, offer: Offer, actor: str, item: str, parameters: JsonMap, preview: Preview | None
) -> TaskView:
    """The action with what has been chosen of it so far."""
    known = Known.of(who)
    reader = known.reader({actor, item} - {""})
    desk = Desk(reader=reader, editable=True)
    shown = preview or Preview(reasons=offer.reasons)
    return TaskView(
        form=offer.form,
        label=reader.words.word(offer.form),
        actor=actor,
        actor_name=reader.name(actor),
        item=item,
        item_name=reader.name(item) if item else "",
        fields=tuple(desk.field(actor, field, parameters.get(field.path)) for field in offer.parameters),
        bills=tuple(_bill(reader, who, warning) for warning in shown.warnings),
        checks=tuple(check_view(reader, check) for check in shown.checks),
        reasons=reason_views(reader, shown.reasons),
    )


def _bill(reader: Reader, who: Viewer, warning: Reason) -> BillView:
    """The data of a warning line by line; its price in the campaign's money stands below."""
    lines = tuple(
        StepView(key=key, label=reader.words.word(key), cites=(), amount=_whole(value), text=reader.text(value))
        for key, value in warning.data.items()
        if key != COST and value not in (None, (), [], "") and not _is_thing(value)
    )
    lines = tuple(
        StepView(key=line.key, label=line.label, cites=tuple(warning.rules), amount=line.amount, text=line.text)
        if index == 0
        else line
        for index, line in enumerate(lines)
    )
    price = warning.data.get(COST)
    total = ""
    if isinstance(price, int):
        currency = who.campaign.currency or reader.info.currency
        total = _("frei") if price == 0 else f"{number(price_in(who.campaign, price))} {currency}".strip()
    return BillView(title=reader.words.word(warning.code), lines=lines, total=total)


def _whole(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _is_thing(value: Json) -> bool:
    return isinstance(value, str) and value.startswith("item:")


def chosen(offer: Offer, typed: Mapping[str, Json]) -> dict[str, Json]:
    """The parameters that were chosen and that the form has; what was left empty is left out."""
    known = {field.path for field in offer.parameters}
    return {path: value for path, value in typed.items() if path in known and value not in (None, "", [], ())}
