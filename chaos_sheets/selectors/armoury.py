"""The catalogue of a campaign as its members read it: kinds, filters, rows, and one entry with all it means."""

from __future__ import annotations

from collections import Counter

from django.db.models import QuerySet

from chaos_sheets import policy
from chaos_sheets.errors import NotVisible
from chaos_sheets.mapping import read_items
from chaos_sheets.models import Campaign, Item, Place
from chaos_sheets.policy import Viewer
from chaos_sheets.records import Record
from chaos_sheets.selectors.armoury_reader import Reader, kind_label
from chaos_sheets.selectors.armoury_view import Armoury, CatalogueEntry, KindTab, Query
from chaos_sheets.words import Words
from combat.registry import ruleset_info


def armoury(*, who: Viewer, query: Query) -> Armoury:
    """The catalogue of one kind, searched and filtered, with how many there are of each."""
    info = ruleset_info(who.campaign.ruleset)
    words = Words.of(info.glossary)
    counts = Counter(_catalogue(who.campaign).values_list("kind", flat=True))
    tabs = tuple(
        KindTab(key=kind.key, label=kind_label(kind, words), count=counts[kind.key])
        for kind in info.kinds
        if counts[kind.key]
    )
    tab = next((tab for tab in tabs if tab.key == query.kind), tabs[0] if tabs else None)
    kind = info.kind(tab.key) if tab else None
    if tab is None or kind is None:
        return _nothing(who, query)
    reader = Reader(who.campaign, kind, info, words)
    records = read_items(_catalogue(who.campaign).filter(kind=kind.key))
    columns = reader.columns(records)
    found = sorted((record for record in records if reader.fits(record, query)), key=_by_name)
    return Armoury(
        kinds=tabs,
        kind=tab,
        columns=columns,
        rows=tuple(reader.row(record, columns) for record in found),
        filters=reader.filters(records, query),
        query=query,
        total=len(records),
        all_assumed=bool(records) and all(record.row.assumption for record in records),
        priced=any(record.row.price is not None for record in records),
        currency=who.campaign.currency,
    )


def entry(*, who: Viewer, item_id: int) -> CatalogueEntry:
    """One entry of the campaign's catalogue, also a retired one; NotVisible for everything else."""
    info = ruleset_info(who.campaign.ruleset)
    records = read_items(Item.objects.filter(pk=item_id, place=Place.CATALOGUE))
    kind = info.kind(records[0].row.kind) if records else None
    if not records or kind is None or not policy.may_see_item(who, records[0].row):
        raise NotVisible
    return Reader(who.campaign, kind, info, Words.of(info.glossary)).entry(records[0], who)


def _catalogue(campaign: Campaign) -> QuerySet[Item]:
    return Item.objects.catalogue(ruleset=campaign.ruleset, campaign=campaign).filter(fitted_to=None)


def _nothing(who: Viewer, query: Query) -> Armoury:
    return Armoury(
        kinds=(), kind=None, columns=(), rows=(), filters=(), query=query, total=0, all_assumed=False, priced=False,
        currency=who.campaign.currency,
    )  # fmt: skip


def _by_name(record: Record[Item]) -> tuple[str, int]:
    return record.row.name.casefold(), record.row.pk
