"""The things a character carries, as views: weapons with their ready tables, armour with its zones, gear."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from chaos_sheets.figure import ZoneDrawing, zone_order
from chaos_sheets.models import Item
from chaos_sheets.records import Record
from chaos_sheets.selectors.fields import NOTHING, Desk, fields_by_path, plain_dice, trait_terms
from chaos_sheets.selectors.notation import notation_of, written
from chaos_sheets.selectors.sheet_view import (
    ArmourView,
    CellView,
    ColumnView,
    FieldView,
    ItemView,
    MagazineView,
    OfferView,
    ProtectionView,
    RowView,
    TableView,
    ZoneView,
)
from chaos_sheets.services.copies import differences
from chaos_sheets.words import MINUS, listed, measured, number, span
from combat.core import sheet as core
from combat.core.derived import ArmourValue, Derived, DerivedValue, ReadyTable, ZoneValue
from combat.core.description import ItemKind
from combat.core.schema import Field, FieldKind
from combat.core.value import Json


@dataclass(frozen=True, slots=True)
class Shelf:
    """Everything that is known of the things of one character."""

    desk: Desk
    ruleset: str
    rows: Mapping[str, Record[Item]]
    sources: Mapping[int, Record[Item]]
    derived: Derived
    offers: Mapping[str, tuple[OfferView, ...]]
    actor: str
    details: bool = False

    def view(self, item: core.Item) -> ItemView:
        """One thing with all that is fitted to it."""
        record = self.rows[item.id]
        row = record.row
        kind = self.desk.reader.info.kind(item.kind)
        values = self.derived.item_values.get(item.id, {})
        specs, sub = self._summary(item, kind, values)
        traits = self.desk.traits(item.traits, trait_terms(self.ruleset, item.kind))
        fitted = tuple(self.view(part) for part in item.fitted)
        names = [part.name for part in fitted]
        return ItemView(
            ref=item.id,
            id=row.pk,
            kind=item.kind,
            kind_label=self.desk.word(item.kind),
            use=kind.use if kind else "",
            key=item.key,
            name=row.name,
            title=self.desk.column(item.id, "name", _("Name"), row.name, length=120),
            sub=listed([*sub, ", ".join(names), ", ".join(trait.text for trait in traits)]),
            quantity=self.desk.column(item.id, "quantity", _("Anzahl"), row.quantity, maximum=10**6),
            count=row.quantity,
            price=row.price,
            repair_cost=row.repair_cost,
            assumption=row.assumption,
            differs=self._differs(record),
            source=row.source_id,
            specs=specs,
            fields=self._all_fields(item, kind) if self.details else (),
            states=self._states(item),
            traits=traits,
            values=tuple(self.desk.value(value) for value in values.values()) if self.details else (),
            fitted=fitted,
            magazine=self._magazine(item, kind, values),
            table=self._table(item),
            offers=self.offers.get(item.id, ()),
            worn=any(worn.item == item.id for worn in self.derived.armour),
        )

    def _differs(self, record: Record[Item]) -> bool:
        source = self.sources.get(record.row.source_id or 0)
        return source is not None and bool(differences(record, source, self.desk.reader.info))

    def _summary(
        self, item: core.Item, kind: ItemKind | None, values: Mapping[str, DerivedValue]
    ) -> tuple[tuple[FieldView, ...], list[str]]:
        """The short line: numbers and choices side by side, texts and what is true below the name."""
        known = fields_by_path(self.ruleset, item.kind)
        specs: list[FieldView] = []
        sub: list[str] = []
        for path in kind.summary if kind else ():
            field, derived, notation = known.get(path), values.get(path), notation_of(kind, path)
            if notation is not None:
                specs.append(self.desk.told(item.id, path, written(notation, item.value, self.desk.reader.words)))
                continue
            if field is None:
                _add_value(specs, derived, self.desk)
                continue
            value = derived.value if derived is not None else item.value(path)
            if field.kind is FieldKind.TEXT or field.kind is FieldKind.CHOICES:
                sub.append("" if not value else self.desk.text(field, value))
            elif field.kind is FieldKind.BOOLEAN:
                sub.append(self.desk.short(field.label) if value else "")
            elif field.kind is FieldKind.CHOICE and specs and specs[-1].kind == FieldKind.DICE and value:
                # What kind of damage dice do stands behind them: W10+4 K.
                specs[-1] = replace(specs[-1], unit=self.desk.short(field.choice_label(str(value))))
            else:
                specs.append(self.desk.field(item.id, field, value))
        return tuple(specs), sub

    def _states(self, item: core.Item) -> tuple[FieldView, ...]:
        """What is out of order or on: fields of state that are true, or have another number than usual."""
        known = fields_by_path(self.ruleset, item.kind)
        found = []
        for field in known.values():
            if not field.state or field.maximum_from:
                continue
            value = item.value(field.path)
            if field.kind is FieldKind.BOOLEAN and bool(value) == bool(field.default):
                continue
            if field.kind is not FieldKind.BOOLEAN and value in (None, 0, field.default):
                continue
            found.append(self.desk.field(item.id, field, value))
        return tuple(found)

    def _all_fields(self, item: core.Item, kind: ItemKind | None) -> tuple[FieldView, ...]:
        return self.desk.fields(item.id, kind.schema.fields, item.body) if kind else ()

    def _magazine(
        self, item: core.Item, kind: ItemKind | None, values: Mapping[str, DerivedValue]
    ) -> MagazineView | None:
        if kind is None or kind.magazine is None:
            return None
        loaded, capacity = kind.magazine
        derived = values.get(capacity)
        most = derived.value if derived is not None else item.value(capacity)
        if not isinstance(most, int) or most <= 0:
            return None
        now = item.value(loaded)
        rounds = now if isinstance(now, int) else most
        field = fields_by_path(self.ruleset, item.kind)[loaded]
        return MagazineView(loaded=self.desk.field(item.id, field, rounds, maximum=most), now=rounds, capacity=most)

    def _table(self, item: core.Item) -> TableView | None:
        found = next((table for table in self.derived.tables if table.item == item.id), None)
        return None if found is None else self._ready(found)

    def _ready(self, table: ReadyTable) -> TableView:
        budget = self.desk.reader.info.budgets
        unit = self.desk.short(budget[0].key) if budget else ""
        columns = tuple(
            ColumnView(
                key=column.term,
                label=self.desk.word(column.term),
                short=self.desk.short(column.term),
                cost=column.cost,
                amount=column.amount,
                cost_text=listed(
                    [
                        "" if column.cost is None else f"{column.cost} {unit}",
                        "" if column.amount is None else str(column.amount),
                    ]
                ),
            )
            for column in table.columns
        )
        number = self.desk.word(table.number)
        words = _("%(mode)s, %(range)s: %(number)s %(value)s")
        by_distance = any(row.up_to is not None for row in table.rows)
        start = urlencode({"actor": self.actor, "item": table.item, "form": table.form})
        rows = []
        for row in table.rows:
            if row.up_to is not None:
                label = _("bis %(distance)s") % {"distance": self._distance(row.up_to)}
            else:
                label = _("weiter") if by_distance else self.desk.word(row.term)
            name = self.desk.word(row.term) if row.named else ""
            label = f"{name} {label}".strip()
            distance = "" if row.up_to is None else f"&pair.distance={row.up_to}"
            cells = tuple(
                CellView(
                    value=cell.value,
                    label=words % {"mode": column.label, "range": label, "number": number, "value": cell.value},
                    query=f"{start}{_parameters(cell.parameters)}{distance}",
                    steps=self.desk.steps(cell.steps) if self.details else (),
                )
                for column, cell in zip(columns, row.cells, strict=True)
            )
            rows.append(RowView(key=row.term, label=label, up_to=row.up_to, cells=cells, name=name))
        offered = any(offer.form == table.form for offer in self.offers.get(table.item, ()))
        return TableView(
            form=table.form, number=number, open=offered, by_distance=by_distance, columns=columns, rows=tuple(rows)
        )

    def _distance(self, up_to: int) -> str:
        """A distance in the unit in which people state it, on the table or in the world."""
        info = self.desk.reader.info
        fields = (flag.field for flag in info.flags if flag.scope == "pair" and flag.stated)
        unit = next((known.unit for known in fields if known.kind is FieldKind.INTEGER and known.unit), "metres")
        return measured(info, self.desk.reader.words, up_to, unit)


def _add_value(specs: list[FieldView], derived: DerivedValue | None, desk: Desk) -> None:
    """A value that no field holds: what comes to the dice before it is added to them, others stand by themselves."""
    if derived is None:
        return
    if specs and specs[-1].kind == FieldKind.DICE:
        if specs[-1].is_set:
            specs[-1] = replace(specs[-1], text=plain_dice(str(specs[-1].value), more=derived.value))
        return
    known = Field(path=derived.key, unit=derived.unit)
    specs.append(desk.field("", known, derived.value))


def _parameters(parameters: Mapping[str, Json]) -> str:
    return "".join(f"&{urlencode({f'p.{name}': value})}" for name, value in parameters.items())


# --- armour -------------------------------------------------------------------------------------------------


def armour_views(shelf: Shelf, items: Mapping[str, ItemView]) -> tuple[ArmourView, ...]:
    """Every worn armour with its zones."""
    info = shelf.desk.reader.info
    return tuple(
        ArmourView(
            item=items[worn.item],
            zones=tuple(_zone(shelf, worn, zone) for zone in _in_order(worn.zones, info.figure)),
            sealed=worn.sealed,
            repair_price=worn.repair_price,
            seal_short=shelf.desk.short(info.sealed) if info.sealed else "",
            seal_word=_seal_word(worn.sealed, shelf.desk.short(info.sealed)) if info.sealed else "",
        )
        for worn in shelf.derived.armour
        if worn.item in items
    )


def body_zones(shelf: Shelf, armour: Iterable[ArmourView]) -> tuple[ZoneView, ...]:
    """Every zone of the body once: with the armour that protects it best, bare where none does."""
    info = shelf.desk.reader.info
    order = zone_order(info.figure) or tuple(zone.key for zone in info.zones)
    best: dict[str, ZoneView] = {}
    for worn in armour:
        for zone in worn.zones:
            other = best.get(zone.key)
            if other is None or sum(kind.now for kind in zone.protection) > sum(kind.now for kind in other.protection):
                best[zone.key] = zone
    bare = {zone.key: ZoneValue(key=zone.key, base={}, now={}, notches=0, lost=0, state="bare") for zone in info.zones}
    return tuple(best.get(key) or _zone(shelf, None, bare[key]) for key in order if key in bare)


def _in_order(zones: Iterable[ZoneValue], figure: str) -> list[ZoneValue]:
    order = {key: index for index, key in enumerate(zone_order(figure))}
    return sorted(zones, key=lambda zone: order.get(zone.key, len(order)))


def _seal_word(sealed: bool | None, short: str) -> str:
    if sealed is None:
        return _("ohne %(seal)s") % {"seal": short}
    return _("%(seal)s intakt") % {"seal": short} if sealed else _("%(seal)s gebrochen") % {"seal": short}


def notch_words(count: int) -> str:
    """How many damage points are noted."""
    return ngettext("%(count)s Kerbe", "%(count)s Kerben", count) % {"count": count}


def _zone_word(zone: ZoneValue, wears: bool) -> tuple[str, int]:
    if zone.state == "bare":
        return _("ungeschützt"), 0
    if not wears:
        return _("geschützt"), 0
    if zone.state == "destroyed":
        return _("zerstört"), 4
    if not zone.notches:
        return _("unversehrt"), 0
    if not zone.lost:
        return notch_words(zone.notches), 1
    return f"{notch_words(zone.notches)}, {MINUS}{zone.lost}", 2


def _zone(shelf: Shelf, worn: ArmourValue | None, zone: ZoneValue) -> ZoneView:
    info, desk = shelf.desk.reader.info, shelf.desk
    faces = next((known.faces for known in info.zones if known.key == zone.key), None)
    word, harm = _zone_word(zone, wears=bool(info.points_per_step))
    label = capfirst(desk.word(zone.key))
    plates = max(zone.base.values(), default=0)
    most = plates * info.points_per_step
    title = f"{label}: {word}"
    if most:
        title = _("%(zone)s: %(notches)s von %(most)s Kerben, %(lost)s Schutz verloren") % {
            "zone": label, "notches": zone.notches, "most": most, "lost": zone.lost,
        }  # fmt: skip
    notches = None
    if worn is not None:
        notches = desk.column(worn.item, f"zones.{zone.key}.damage_points", _("Kerben"), zone.notches)
    return ZoneView(
        key=zone.key,
        label=label,
        faces=span(*faces) if faces else "",
        state=zone.state,
        word=word,
        harm=harm,
        protection=tuple(
            ProtectionView(
                key=kind,
                label=desk.word(kind),
                short=desk.short(kind),
                base=zone.base.get(kind, 0),
                now=zone.now.get(kind, 0),
            )
            for kind in info.protections
        ),
        drawing=ZoneDrawing(
            key=zone.key, state=zone.state, plates=plates, notches=zone.notches, per_plate=info.points_per_step
        ),
        lost=zone.lost,
        title=title,
        notches=notches,
    )


def price_text(price: int | None, currency: str) -> str:
    """A price as it is written, a dash where there is none."""
    return NOTHING if price is None else f"{number(price)} {currency}".strip()


__all__ = ["Shelf", "armour_views", "body_zones", "notch_words", "price_text"]
