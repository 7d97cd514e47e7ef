"""Entries of a campaign's catalogue with all their values by key, as programs want them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chaos_sheets import policy
from chaos_sheets.errors import NotVisible
from chaos_sheets.mapping import core_item, read_items
from chaos_sheets.models import Item, Place
from chaos_sheets.policy import Viewer
from chaos_sheets.records import Record
from combat.core.description import RulesetInfo
from combat.core.sheet import Trait
from combat.core.value import JsonMap
from combat.registry import ruleset_info


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneRecord:
    """Protection of one zone by damage type."""

    protection: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueRecord:
    """One entry. ``own``: the campaign made it; ``assumption``: its values are not from the rule text."""

    id: int
    kind: str
    key: str
    name: str
    price: int | None
    repair_cost: int | None
    traits: Mapping[str, Trait]
    body: JsonMap
    zones: Mapping[str, ZoneRecord]
    assumption: bool
    own: bool
    retired: bool


def catalogue_records(*, who: Viewer, kind: str = "", text: str = "") -> tuple[CatalogueRecord, ...]:
    """The entries of the campaign's catalogue, by kind and name."""
    info = ruleset_info(who.campaign.ruleset)
    rows = Item.objects.catalogue(ruleset=info.id, campaign=who.campaign).filter(fitted_to=None)
    if kind:
        rows = rows.filter(kind=kind)
    if text:
        rows = rows.filter(name__icontains=text)
    found = (_record(record, info) for record in read_items(rows))
    return tuple(sorted(found, key=lambda each: (each.kind, each.name.casefold(), each.id)))


def catalogue_record(*, who: Viewer, item: Item) -> CatalogueRecord:
    """One entry; raises NotVisible for what is not in this campaign's catalogue."""
    if item.place != Place.CATALOGUE or not policy.may_see_item(who, item):
        raise NotVisible
    records = read_items(Item.objects.filter(pk=item.pk))
    return _record(records[0], ruleset_info(who.campaign.ruleset))


def _record(record: Record[Item], info: RulesetInfo) -> CatalogueRecord:
    row = record.row
    kind = info.kind(row.kind)
    if kind is None:
        raise NotVisible
    item = core_item(record, kind)
    return CatalogueRecord(
        id=row.pk,
        kind=row.kind,
        key=row.key,
        name=row.name,
        price=row.price,
        repair_cost=row.repair_cost,
        traits=item.traits,
        body=item.body,
        zones={key: ZoneRecord(protection=zone.protection) for key, zone in item.zones.items()},
        assumption=row.assumption,
        own=row.campaign_id is not None,
        retired=row.retired,
    )
