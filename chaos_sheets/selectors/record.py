"""One thing or one collection of a sheet with every field it has: the panel in which it is written."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from chaos_sheets import policy
from chaos_sheets.changes import ChangeView, change_views
from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Campaign, Character, Item
from chaos_sheets.policy import Sight, Viewer
from chaos_sheets.selectors.knowledge import Shelfmark, catalogue_of, learned_field
from chaos_sheets.selectors.sheet import Loaded, desk_for, load, offers_of, shelf_for
from chaos_sheets.selectors.sheet_view import Choice, FieldView, GroupView, ItemView, ValueView
from chaos_sheets.selectors.things import price_text
from chaos_sheets.services.common import price_in
from chaos_sheets.services.copies import differences
from chaos_sheets.words import Words, by_name
from combat.core.description import RulesetInfo
from combat.core.schema import Collection
from combat.core.value import value_at
from combat.registry import ruleset_info

MOST_OFFERED = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingPanel:
    """A thing with all its fields by group, its traits, what could be fitted to it, and how it differs."""

    item: ItemView
    groups: tuple[GroupView, ...]
    traits: tuple[FieldView, ...]
    fittable: tuple[Choice, ...]
    differences: tuple[ChangeView, ...]
    price: str
    columns: tuple[FieldView, ...]
    entry: int
    may_edit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPanel:
    """One entry of a collection, written field by field."""

    key: str
    name: str
    fields: tuple[FieldView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionPanel:
    """A collection with its entries and what the catalogue has to add."""

    path: str
    label: str
    own: bool
    entries: tuple[EntryPanel, ...]
    offered: tuple[Choice, ...]
    ref: str
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedThing:
    """A catalogue entry that can be put on a sheet."""

    id: int
    name: str
    sub: str
    price: int | None
    price_text: str
    affordable: bool


def _loaded(who: Viewer, character: Character) -> Loaded:
    if policy.sight(who, character) is not Sight.ALL:
        raise NotVisible
    return load(who, character, whole=True)


def thing_panel(*, who: Viewer, character: Character, ref: str) -> ThingPanel:
    """Everything about one thing on a sheet; raises NotVisible for a thing that is not there."""
    found = _loaded(who, character)
    words = Words.of(found.info.glossary)
    may_edit = policy.may_act(who, character) and not character.retired
    desk = desk_for(found, words, editable=may_edit)
    shelf = shelf_for(found, desk, details=True, offers=offers_of(found, desk) if may_edit else {})
    item = next((item for item in found.sheet.items if item.id == ref), None)
    if item is None:
        raise NotVisible
    view = shelf.view(item)
    record = shelf.rows[ref]
    kind = found.info.kind(item.kind)
    source = found.sources.get(record.row.source_id or 0)
    changes = differences(record, source, found.info) if source else []
    gathered: dict[str, list[FieldView]] = {}
    for field in view.fields:
        gathered.setdefault(field.group, []).append(field)
    traits = tuple(
        FieldView(
            of=ref,
            field=f"traits.{trait.key}",
            kind="integer" if trait.value else "boolean",
            value=item.traits.get(trait.key),
            text="",
            label=words.word(trait.label),
            short=words.short(trait.label),
            means=words.means(trait.label),
            optional=True,
            editable=may_edit,
        )
        for trait in (kind.traits if kind else ())
    )
    return ThingPanel(
        item=view,
        groups=tuple(
            GroupView(key=key, label=words.word(key) if key else "", fields=tuple(fields))
            for key, fields in gathered.items()
        ),
        traits=traits,
        fittable=_fittable(found, ref, kind.fits if kind else ()),
        differences=change_views(desk.reader, changes),
        price=price_text(record.row.price, found.info.currency),
        columns=(
            view.title,
            view.quantity,
            desk.column(ref, "price", _("Preis"), record.row.price or 0),
        ),
        entry=found.entry,
        may_edit=may_edit,
    )


def _fittable(found: Loaded, ref: str, kinds: tuple[str, ...]) -> tuple[Choice, ...]:
    """Carried things that may be fitted to this one and are fitted to nothing."""
    loose = (record.row for record in found.items if record.row.fitted_to_id is None)
    return tuple(Choice(row.ref, row.name) for row in loose if row.kind in kinds and row.ref != ref)


def collection_panel(*, who: Viewer, character: Character, path: str) -> CollectionPanel:
    """A collection of the body; raises NotVisible for one the ruleset does not have."""
    found = _loaded(who, character)
    collection = next((known for known in found.info.sheet.collections if known.path == path), None)
    if collection is None or not policy.may_act(who, character):
        raise NotVisible
    desk = desk_for(found, Words.of(found.info.glossary), editable=not character.retired)
    mark = Shelfmark(desk, character.ref, found.derived, found.catalogue, found.info)
    stored = value_at(found.info.sheet.complete(character.body), path)
    records = stored if isinstance(stored, dict) else {}
    entries = []
    for key in records:
        name, fields = mark.entry_fields(f"{path}.{key}", found.sheet.body)
        entries.append(EntryPanel(key=key, name=name, fields=fields))
    offered = tuple(
        Choice(key, name)
        for (kind, key), (name, _entry) in found.catalogue.items()
        if kind == collection.source and key not in records
    )
    return CollectionPanel(
        path=path,
        label=mark.label(collection),
        own=collection.own,
        entries=tuple(sorted(entries, key=lambda entry: by_name(entry.name))),
        offered=tuple(sorted(offered, key=lambda choice: by_name(choice.label))),
        ref=character.ref,
        entry=found.entry,
    )


def new_entry(info: RulesetInfo, campaign: Campaign, collection: Collection, key: str, name: str) -> dict[str, object]:
    """What a new entry holds: the catalogue's values, learned at the first rank; an own one carries its name."""
    known = catalogue_of(info, campaign).get((collection.source, key))
    fields = {field.path for field in collection.fields}
    entry: dict[str, object] = {}
    if known is not None:
        entry = {path: value for path, value in known[1].items() if path in fields}
    elif "label" in fields:
        entry = {"label": name}
    learned = learned_field(collection)
    if learned is not None:
        entry[learned.path] = 1
    return entry


def offered_things(*, who: Viewer, character: Character, use: str, search: str) -> tuple[OfferedThing, ...]:
    """Catalogue entries for a sheet: weapons, or everything else one can carry."""
    info = ruleset_info(character.ruleset)
    carried = [kind.key for kind in info.kinds if kind.use not in ("cover", "sheet")]
    weapons = [kind.key for kind in info.kinds if kind.use == "weapon"]
    kinds = weapons if use == "weapon" else [kind for kind in carried if kind not in weapons]
    rows = Item.objects.catalogue(ruleset=info.id, campaign=who.campaign).filter(kind__in=kinds, fitted_to=None)
    if search:
        rows = rows.filter(Q(name__icontains=search) | Q(key__icontains=search))
    words = Words.of(info.glossary)
    currency = who.campaign.currency or info.currency
    found = []
    for row in rows.order_by("kind", "name")[:MOST_OFFERED]:
        price = None if row.price is None else price_in(who.campaign, row.price)
        found.append(
            OfferedThing(
                id=row.pk,
                name=row.name,
                sub=words.word(row.kind),
                price=price,
                price_text=price_text(price, currency),
                affordable=price is not None and price <= character.money,
            )
        )
    return tuple(found)


def derived_values(*, who: Viewer, character: Character) -> tuple[ValueView, ...]:
    """The derived values a game master may set by hand."""
    found = _loaded(who, character)
    desk = desk_for(found, Words.of(found.info.glossary), editable=False)
    return tuple(desk.value(value) for key, value in found.derived.values.items() if "." not in key)


__all__ = [
    "CollectionPanel",
    "OfferedThing",
    "ThingPanel",
    "collection_panel",
    "derived_values",
    "new_entry",
    "offered_things",
    "thing_panel",
]
