"""Rows of sheets and things as the rules read them, and changes back into rows: the only place that does either."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import F, Model, QuerySet

from chaos_sheets.errors import Conflict
from chaos_sheets.models import ArmourZone, Campaign, Character, Item, Membership, Place
from chaos_sheets.prepared import made_from, table_of
from chaos_sheets.records import Bounds, Record, State, locked, normal_map, save_rows
from combat.core import sheet as core
from combat.core.description import ItemKind, RulesetInfo
from combat.core.event import Change
from combat.core.schema import Field, Schema
from combat.core.value import Json, thawed, value_at, with_value

CAMPAIGN_COLUMNS = ("name", "ruleset", "currency", "rate", "options", "switches", "retired")
CHARACTER_COLUMNS = (
    "ruleset", "owner", "template", "key", "name", "known", "public_name", "notes", "money", "retired",
)  # fmt: skip
ITEM_COLUMNS = (
    "ruleset", "kind", "place", "character", "source", "fitted_to", "key", "name", "price", "repair_cost",
    "quantity", "traits", "assumption", "retired",
)  # fmt: skip
ZONES = "zones"
# Numbers that are undone by difference; those in a body are marked by the ruleset's schema.
COUNTER_COLUMNS = {"money": None, "quantity": 0}
# Columns that hold a number of another table in the state and an object in the row.
_KEYS = {"owner": "owner_id", "character": "character_id", "source": "source_id", "fitted_to": "fitted_to_id"}


# --- rows as states -------------------------------------------------------------------------------------------


def character_state(row: Character) -> State:
    return normal_map({**row.body, **_columns(row, CHARACTER_COLUMNS)})


def item_state(row: Item, zones: Iterable[ArmourZone] = ()) -> State:
    found = {zone.zone: {"damage_points": zone.damage_points, "protection": zone.protection} for zone in zones}
    return normal_map({**row.body, **_columns(row, ITEM_COLUMNS), ZONES: found})


def campaign_state(row: Campaign) -> State:
    return normal_map({**_columns(row, CAMPAIGN_COLUMNS), "rate": format(Decimal(row.rate).normalize(), "f")})


def _columns(row: Model, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, _KEYS.get(name, name)) for name in names}


def _write(record: Record[Any], columns: tuple[str, ...]) -> set[str]:
    """Carry what is dirty from the state into the row's columns and body; returns the columns touched."""
    touched = set()
    for name in record.dirty - {ZONES}:
        if name not in columns:
            touched.add("body")
            continue
        touched.add(name)
        empty = record.row._meta.get_field(name).get_default()
        setattr(record.row, _KEYS.get(name, name), record.state.get(name, None if name in _KEYS else empty))
    if "body" in touched:
        record.row.body = {name: value for name, value in record.state.items() if name not in columns and name != ZONES}
    return touched


class ByThePath:
    """Defaults and bounds as the columns and the ruleset's schema give them; nothing is set anew by the way."""

    setting_anew: Collection[str] = ()

    def sets_anew(self, path: str, after: Json) -> bool:
        return False

    def settled(
        self, record: Record[Any], undone: Sequence[Change], left: Sequence[Conflict]
    ) -> tuple[Sequence[Change], Sequence[Conflict]]:
        return undone, left

    def whose(self, path: str) -> Collection[str]:
        return ()

    def default_of(self, record: Record[Any], path: str, info: RulesetInfo) -> Json:
        return default_of(record, path, info)

    def counter_bounds(self, record: Record[Any], path: str, info: RulesetInfo) -> Bounds | None:
        return counter_bounds(record, path, info)


class CampaignRecords(ByThePath):
    def load(self, ids: Collection[int], campaign: Campaign, *, lock: bool) -> list[Record[Campaign]]:
        rows = locked(Campaign.objects.filter(pk__in=ids).filter(pk=campaign.pk), lock=lock)
        return [Record(f"campaign:{row.pk}", row, campaign_state) for row in rows]

    def all_of(self, campaign: Campaign) -> list[Record[Campaign]]:
        return self.load([campaign.pk], campaign, lock=False)

    def save(self, records: list[Record[Campaign]]) -> None:
        for record in records:
            touched = _write(record, CAMPAIGN_COLUMNS)
            record.row.rate = Decimal(str(record.state["rate"]))
            record.row.save(update_fields=sorted(touched))


class CharacterRecords(ByThePath):
    def load(self, ids: Collection[int], campaign: Campaign, *, lock: bool) -> list[Record[Character]]:
        rows = Character.objects.filter(campaign=campaign, pk__in=ids)
        return [character_record(row) for row in locked(rows, lock=lock)]

    def all_of(self, campaign: Campaign) -> list[Record[Character]]:
        return [character_record(row) for row in Character.objects.filter(campaign=campaign)]

    def save(self, records: list[Record[Character]]) -> None:
        """Every record here gets a new version, also if only something he carries has changed."""
        touched = {"version"}
        for record in records:
            touched |= _write(record, CHARACTER_COLUMNS)
            record.row.version += 1
        save_rows(Character, [record.row for record in records], touched)


class ItemRecords(ByThePath):
    def load(self, ids: Collection[int], campaign: Campaign, *, lock: bool) -> list[Record[Item]]:
        rows = Item.objects.filter(campaign=campaign, pk__in=ids)
        if lock:
            # A lock cannot reach over the join to the zones.
            list(locked(rows, lock=True).values_list("pk"))
        return read_items(rows)

    def all_of(self, campaign: Campaign) -> list[Record[Item]]:
        return read_items(Item.objects.filter(campaign=campaign))

    def save(self, records: list[Record[Item]]) -> None:
        touched: set[str] = set()
        rows, old, new, gone = [], [], [], []
        for record in records:
            columns = _write(record, ITEM_COLUMNS)
            if record.row.place != Place.CARRIED:
                record.row.version += 1
                columns.add("version")
            if columns:
                touched |= columns
                rows.append(record.row)
            if ZONES in record.dirty:
                kept, made, lost = _write_zones(record)
                old += kept
                new += made
                gone += lost
        save_rows(Item, rows, touched)
        save_rows(ArmourZone, old, ("damage_points", "protection"))
        if new:
            ArmourZone.objects.bulk_create(new)
        if gone:
            ArmourZone.objects.filter(pk__in=gone).delete()


def _write_zones(record: Record[Item]) -> tuple[list[ArmourZone], list[ArmourZone], list[int]]:
    """Zones that differ, zones that are new, and the numbers of those that are gone."""
    stated = _map(record.state.get(ZONES))
    old, new = [], []
    for name, value in stated.items():
        zone = record.parts.get(name)
        if zone is None:
            zone = ArmourZone(item=record.row, zone=name)
            new.append(zone)
            record.parts[name] = zone
        before = (zone.damage_points, zone.protection)
        zone.damage_points = _whole(_map(value).get("damage_points"))
        zone.protection = _map(_map(value).get("protection"))
        if zone.pk and before != (zone.damage_points, zone.protection):
            old.append(zone)
    gone = [record.parts.pop(name).pk for name in list(record.parts) if name not in stated]
    return old, new, gone


def _whole(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _map(value: Json) -> dict[str, Json]:
    return dict(value) if isinstance(value, Mapping) else {}


def character_record(row: Character) -> Record[Character]:
    return Record(row.ref, row, character_state)


def item_record(row: Item, zones: Iterable[ArmourZone] = ()) -> Record[Item]:
    zones = list(zones)
    return Record(row.ref, row, lambda item: item_state(item, zones), {zone.zone: zone for zone in zones})


def read_items(rows: QuerySet[Item]) -> list[Record[Item]]:
    """Items with their zones, by one query: an armour comes back once for each zone."""
    joined = rows.order_by("pk", "zones__pk").annotate(
        zone_pk=F("zones__pk"),
        zone_name=F("zones__zone"),
        zone_points=F("zones__damage_points"),
        zone_protection=F("zones__protection"),
    )
    return _grouped(joined)


def _grouped(joined: Iterable[Any]) -> list[Record[Item]]:
    found: dict[int, tuple[Item, list[ArmourZone]]] = {}
    for row in joined:
        item, zones = found.setdefault(row.pk, (row, []))
        if row.zone_pk is not None:
            zones.append(_zone(item, row.zone_pk, row.zone_name, row.zone_points, row.zone_protection))
    return [item_record(item, zones) for item, zones in found.values()]


def _zone(item: Item, pk: int, name: str, points: int, protection: Any) -> ArmourZone:
    zone = ArmourZone(
        pk=pk,
        item=item,
        zone=name,
        damage_points=points,
        protection=json.loads(protection) if isinstance(protection, str) else protection,
    )
    zone._state.adding = False
    return zone


RECORDS: dict[str, Any] = {
    "campaign": CampaignRecords(),
    "character": CharacterRecords(),
    "item": ItemRecords(),
}


# --- rows as the rules read them ------------------------------------------------------------------------------


def core_item(record: Record[Item], kind: ItemKind | None, fitted: tuple[core.Item, ...] = ()) -> core.Item:
    """A thing as the rules read it, its body completed by the kind's schema."""
    row = record.row
    schema = kind.schema if kind else Schema()
    return core.Item(
        id=row.ref,
        kind=row.kind,
        key=row.key,
        quantity=row.quantity,
        repair_cost=row.repair_cost or 0,
        traits=row.traits,
        body=schema.complete(row.body),
        zones={
            name: core.Zone(protection=zone.protection, damage_points=zone.damage_points)
            for name, zone in record.parts.items()
        },
        fitted=fitted,
    )


def core_items(records: Iterable[Record[Item]], info: RulesetInfo) -> tuple[core.Item, ...]:
    """Things with what is fitted to them; what is fitted stands nowhere else."""
    records = [record for record in records if not record.row.retired]
    present = {record.row.pk for record in records}
    fittings: dict[int, list[core.Item]] = {}
    for record in records:
        if record.row.fitted_to_id in present:
            fitting = core_item(record, info.kind(record.row.kind))
            fittings.setdefault(record.row.fitted_to_id, []).append(fitting)
    return tuple(
        core_item(record, info.kind(record.row.kind), tuple(fittings.get(record.row.pk, ())))
        for record in records
        if record.row.fitted_to_id not in present
    )


def core_sheet(row: Character, items: Iterable[Record[Item]], info: RulesetInfo) -> core.Sheet:
    """A sheet as the rules read it: body completed by the ruleset's schema, things with zones and fittings."""
    return core.Sheet(body=info.sheet.complete(row.body), items=core_items(items, info))


def carried_items(characters: Collection[int]) -> dict[int, list[Record[Item]]]:
    """What each of the characters has, by one query."""
    found: dict[int, list[Record[Item]]] = {pk: [] for pk in characters}
    for record in items_in_play(characters):
        found.setdefault(record.row.character_id or 0, []).append(record)
    return found


@cache
def _items_sql() -> str:
    """Things with their zones; written out, because putting it together takes longer than running it."""
    item, zone = table_of(Item), table_of(ArmourZone)
    columns = ", ".join(f"i.{connection.ops.quote_name(name)}" for name in made_from(Item).columns)
    return (
        f"SELECT {columns}, z.id, z.zone, z.damage_points, z.protection"  # noqa: S608
        f" FROM {item} i LEFT JOIN {zone} z ON z.item_id = i.id WHERE "
    )


def _items(where: str, values: Sequence[Any]) -> list[Record[Item]]:
    """Things by one query; an armour comes back once for each zone and is made once."""
    with connection.cursor() as cursor:
        cursor.execute(f"{_items_sql()}{where} ORDER BY i.id, z.id", values)
        rows = cursor.fetchall()
    items = made_from(Item)
    found: dict[int, tuple[Item, list[ArmourZone]]] = {}
    for row in rows:
        known = found.get(row[0])
        if known is None:
            known = found[row[0]] = (items.of(row), [])
        item, zones = known
        pk, name, points, protection = row[-4:]
        if pk is not None:
            zones.append(_zone(item, pk, name, points, protection))
    return [item_record(item, zones) for item, zones in found.values()]


def _marks(numbers: Collection[int]) -> str:
    return ", ".join(["%s"] * len(numbers)) or "NULL"


def items_in_play(characters: Collection[int], things: Collection[int] = ()) -> list[Record[Item]]:
    """What the characters carry, and things on a table by their numbers, by one query."""
    if not characters and not things:
        return []
    carried, stands = f"i.character_id IN ({_marks(characters)})", f"i.id IN ({_marks(things)})"
    where = f"i.retired = %s AND (i.place = %s AND {carried} OR i.place = %s AND {stands})"
    return _items(where, [False, Place.CARRIED.value, *characters, Place.TABLE.value, *things])


def items_numbered(numbers: Collection[int]) -> list[Record[Item]]:
    """Things by their numbers, wherever they are."""
    return _items(f"i.id IN ({_marks(numbers)})", [*numbers]) if numbers else []


def sheet_of(character: Character, info: RulesetInfo) -> core.Sheet:
    """One character's sheet, read now."""
    return core_sheet(character, carried_items([character.pk])[character.pk], info)


# --- what the schema says of an address -----------------------------------------------------------------------


def schema_of(record: Record[Any], info: RulesetInfo) -> Schema:
    if isinstance(record.row, Character):
        return info.sheet
    kind = info.kind(record.row.kind) if isinstance(record.row, Item) else None
    return kind.schema if kind else Schema()


def field_of(record: Record[Any], path: str, info: RulesetInfo) -> Field | None:
    return schema_of(record, info).field(path)


def default_of(record: Record[Any], path: str, info: RulesetInfo) -> Json:
    """What counts where nothing is stored: the field's default, or what follows from the rest of the body."""
    if path in COUNTER_COLUMNS or path.endswith(".damage_points"):
        return 0
    known = field_of(record, path, info)
    if known is None:
        return None
    if known.default is None and (known.maximum_from or known.default_from):
        return value_at(schema_of(record, info).complete(with_value(record.state, path, None)), path)
    return thawed(known.default)


def counter_bounds(record: Record[Any], path: str, info: RulesetInfo) -> Bounds | None:
    """The bounds of a number that is undone by difference; None for every other field."""
    if path in COUNTER_COLUMNS:
        return (None if path == "money" else COUNTER_COLUMNS[path]), None
    if path.startswith(f"{ZONES}.") and path.endswith(".damage_points"):
        return 0, None
    known = field_of(record, path, info)
    if known is None or not known.counter:
        return None
    maximum = known.maximum
    if known.maximum_from:
        top = value_at(schema_of(record, info).complete(record.state), known.maximum_from)
        maximum = top if isinstance(top, int) else maximum
    return known.minimum, maximum


def may_stand(record: Record[Any], path: str, value: Json) -> bool:
    """Whether a value can be put back: an owner who has left the campaign cannot."""
    if path != "owner" or value is None:
        return True
    return isinstance(value, int) and Membership.objects.filter(pk=value, campaign=record.row.campaign_id).exists()
