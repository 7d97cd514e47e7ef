"""What a character knows, as views: the collections of his body, with what the catalogue says of each entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from chaos_sheets.models import Campaign, Item, Place
from chaos_sheets.selectors.fields import Desk
from chaos_sheets.selectors.sheet_view import CollectionView, EntryView, FieldView, ValueView
from chaos_sheets.words import by_name, listed
from combat.core.derived import Derived
from combat.core.description import RulesetInfo
from combat.core.schema import Collection, Field, FieldKind
from combat.core.value import Json, JsonMap, value_at, with_value

OVERRIDES = "overrides"
"""The game master's values; they stand with the derived value they replace, not as a collection of their own."""
HIGHEST_RANK = 5

type Catalogue = Mapping[tuple[str, str], tuple[str, JsonMap]]
"""Name and body of catalogue entries by kind and key."""


def catalogue_of(info: RulesetInfo, campaign: Campaign | None) -> dict[tuple[str, str], tuple[str, JsonMap]]:
    """The catalogue entries that feed the body's collections; a campaign's own stand for stock ones. One query."""
    kinds = {collection.source for collection in info.sheet.collections if collection.source}
    rows = Item.objects.filter(place=Place.CATALOGUE, ruleset=info.id, kind__in=kinds, retired=False)
    rows = rows.filter(Q(campaign=None) | Q(campaign=campaign) if campaign else Q(campaign=None))
    found: dict[tuple[str, str], tuple[str, JsonMap]] = {}
    # Stock comes first, so that the campaign's own version of an entry takes its place.
    listed_rows = rows.order_by("campaign_id", "name").values_list("kind", "key", "name", "body", "campaign_id")
    for kind, key, name, body, _owner in sorted(listed_rows, key=lambda row: (row[4] is not None, row[2])):
        found[(kind, key)] = (name, body)
    return found


def rank_field(collection: Collection) -> Field | None:
    """The field that counts how well something is known: a small whole number that starts at 0; None without one."""
    for field in collection.fields:
        small = field.maximum is not None and field.maximum <= HIGHEST_RANK
        if field.kind is FieldKind.INTEGER and small and field.default == 0 and field.minimum == 0:
            return field
    return None


def learned_field(collection: Collection) -> Field | None:
    """The number that says how far something was learned: its rank; where it can be tried without, the first number."""
    if not collection.untrained:
        return rank_field(collection)
    return next((field for field in collection.fields if field.kind is FieldKind.INTEGER), None)


def with_catalogue(body: JsonMap, info: RulesetInfo, catalogue: Catalogue) -> JsonMap:
    """The body with every catalogue entry of a collection whose entries can be tried untrained, where it was never
    learned: at rank 0, if it has ranks.

    So the rules say what an untrained attempt is worth too.
    """
    for collection in info.sheet.collections:
        learned = learned_field(collection)
        if learned is None or not collection.source:
            continue
        known = value_at(body, collection.path)
        records: dict[str, Json] = dict(known) if isinstance(known, Mapping) else {}
        for (kind, key), (_name, entry) in catalogue.items():
            if kind == collection.source and key not in records:
                records[key] = {**entry, learned.path: learned.default}
        body = with_value(body, collection.path, records)
    return body


@dataclass(frozen=True, slots=True)
class Shelfmark:
    """What is needed to show the collections of one body."""

    desk: Desk
    of: str
    derived: Derived
    catalogue: Catalogue
    info: RulesetInfo

    def collections(self, body: JsonMap) -> tuple[CollectionView, ...]:
        """All collections in the order of the schema."""
        return tuple(
            CollectionView(
                path=collection.path,
                label=self.label(collection),
                source=collection.source,
                own=collection.own,
                entries=tuple(sorted(self._entries(collection, body), key=_order)),
            )
            for collection in self.info.sheet.collections
            if collection.path != OVERRIDES
        )

    def label(self, collection: Collection) -> str:
        """What all its entries together are called, if there is a word for it."""
        key = collection.path.rpartition(".")[2]
        return self.desk.word(key if key in self.info.glossary.terms else collection.label)

    def _entries(self, collection: Collection, body: JsonMap) -> Iterable[EntryView]:
        records = value_at(body, collection.path)
        summary = self._summary(collection)
        for key, record in records.items() if isinstance(records, Mapping) else ():
            if isinstance(record, Mapping):
                yield self._entry(collection, key, record, summary)

    def _summary(self, collection: Collection) -> tuple[Field, ...]:
        """What stands beside an entry's name: what its kind says in short, and how far it was learned."""
        kind, learned, ranked = self.info.kind(collection.source), learned_field(collection), rank_field(collection)
        wanted = kind.summary if kind else tuple(field.path for field in collection.fields)
        by_path = {field.path: field for field in collection.fields}
        paths = dict.fromkeys((*wanted, learned.path) if learned else wanted)
        return tuple(by_path[path] for path in paths if path in by_path and by_path[path] is not ranked)

    def _entry(
        self,
        collection: Collection,
        key: str,
        record: JsonMap,
        summary: tuple[Field, ...],
    ) -> EntryView:
        ranked, learned = rank_field(collection), learned_field(collection)
        name, entry = self.catalogue.get((collection.source, key), ("", {}))
        known: dict[str, Json] = {**entry, **record}
        above = f"{collection.path}.{key}."
        rank = known.get(ranked.path, 0) if ranked else None
        label = known.get("label")
        value = self.derived.values.get(f"{collection.path}.{key}")
        return EntryView(
            key=key,
            name=str(label) if label else name or self.desk.word(key),
            fields=(),
            own=not name,
            main=self.desk.field(self.of, ranked, rank, path=f"{above}{ranked.path}") if ranked else None,
            rank=rank if isinstance(rank, int) else None,
            highest=ranked.maximum or 0 if ranked else 0,
            value=self.desk.value(value) if value else None,
            trained=learned is None or known.get(learned.path) not in (None, 0),
            text=listed(self._short(field, known.get(field.path, field.default)) for field in summary),
        )

    def _short(self, field: Field, value: Json) -> str:
        """A field of an entry on its short line; what says nothing is left out."""
        if value in (None, "", False, 0, [], ()) or field.path == "label":
            return ""
        if field.kind is FieldKind.CHOICE:
            return self.desk.short(field.choice_label(str(value)))
        if field.kind is FieldKind.BOOLEAN:
            return "" if value is field.default else self.desk.short(field.label)
        if field.kind is FieldKind.TEXT:
            return str(value)
        return f"{self.desk.short(field.label)} {self.desk.text(field, value)}"

    def entry_fields(self, path: str, body: JsonMap) -> tuple[str, tuple[FieldView, ...]]:
        """Name and all fields of one entry, for the panel in which it is written."""
        for collection in self.info.sheet.collections:
            key = path.removeprefix(f"{collection.path}.")
            record = value_at(body, path)
            if key != path and "." not in key and isinstance(record, Mapping):
                name, entry = self.catalogue.get((collection.source, key), ("", {}))
                known: dict[str, Json] = {**entry, **record}
                fields = self.desk.fields(self.of, collection.fields, known, above=f"{path}.")
                return str(known.get("label") or name or self.desk.word(key)), fields
        return "", ()


def _order(entry: EntryView) -> tuple[int, int, tuple[str, str]]:
    best = entry.value.value if entry.value else 0
    return (0 if entry.trained else 1, -best, by_name(entry.name))


__all__ = ["OVERRIDES", "Catalogue", "Shelfmark", "ValueView", "catalogue_of", "rank_field", "with_catalogue"]
