"""What an action would take that is no roll, line by line: a repair and its price."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from chaos_sheets.policy import Viewer
from chaos_sheets.selectors.value_view import StepView
from chaos_sheets.services.common import price_in
from chaos_sheets.trace import Reader
from chaos_sheets.words import number
from combat.core.event import COST
from combat.core.intent import Reason
from combat.core.value import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class BillView:
    """What an action would take that is no roll: a word for it, its lines, what it costs; ``price`` as a number."""

    title: str
    lines: tuple[StepView, ...]
    total: str = ""
    price: int = 0


def bill_view(reader: Reader, who: Viewer, warning: Reason) -> BillView:
    """The data of a warning line by line; its price in the campaign's money stands below."""
    lines = tuple(
        StepView(key=key, label=reader.words.word(key), cites=(), amount=_whole(value), text=reader.text(value))
        for key, value in warning.data.items()
        if key != COST and value not in (None, (), [], "") and not _is_thing(value) and not isinstance(value, Mapping)
    )
    parts = (
        line for value in warning.data.values() if isinstance(value, Mapping) for line in _parts(reader, who, value)
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
    title = reader.words.word(warning.code)
    return BillView(title=title, lines=(*lines, *parts), total=total, price=price_of(who, warning))


def price_of(who: Viewer, warning: Reason) -> int:
    """What it costs in the campaign's money."""
    price = warning.data.get(COST)
    return price_in(who.campaign, price) if isinstance(price, int) else 0


def _parts(reader: Reader, who: Viewer, parts: Mapping[str, Json]) -> Iterable[StepView]:
    """What each part adds to the price, in the campaign's money: rounded so that the parts are the whole."""
    so_far = 0
    for key, part in parts.items():
        cost = part.get(COST) if isinstance(part, Mapping) else None
        if not isinstance(part, Mapping) or not isinstance(cost, int):
            continue
        amount = price_in(who.campaign, so_far + cost) - price_in(who.campaign, so_far)
        so_far += cost
        note = ", ".join(
            f"{reader.words.word(name)} {reader.text(value)}" for name, value in part.items() if name != COST
        )
        yield StepView(key=key, label=reader.words.word(key), cites=(), amount=amount, text=number(amount), note=note)


def _whole(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _is_thing(value: Json) -> bool:
    return isinstance(value, str) and value.startswith("item:")
