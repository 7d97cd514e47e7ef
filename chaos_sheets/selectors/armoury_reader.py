"""Reads the entries of one kind of a catalogue: its columns, filters, short lines and whole entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import pairwise

from django.apps import apps
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from chaos_sheets import policy
from chaos_sheets.models import ArmourZone, Campaign, Character, Item, Place
from chaos_sheets.policy import Viewer
from chaos_sheets.records import Record
from chaos_sheets.selectors.armoury_view import (
    CatalogueEntry,
    CatalogueRow,
    Cell,
    Column,
    Detail,
    DetailGroup,
    FilterChoice,
    FilterGroup,
    Query,
    ZoneRow,
)
from chaos_sheets.selectors.fields import NOTHING, Desk
from chaos_sheets.selectors.notation import paths_written, written
from chaos_sheets.services.common import price_in
from chaos_sheets.trace import Reader as Names
from chaos_sheets.words import Words, in_unit, listed, number
from combat.core.description import ItemKind, Notation, RulesetInfo, TraitInfo
from combat.core.schema import Field, FieldKind
from combat.core.value import Json, value_at

TRAIT = "trait"
SHORT = 200
MOST_WITH_A_USUAL_ONE = 6
"""Of so many choices one can go without saying."""
_NUMBERS = (FieldKind.INTEGER, FieldKind.DICE)


def kind_label(kind: ItemKind, words: Words) -> str:
    """The word for many of a kind, as the administration calls them; the ruleset's word for kinds of its own."""
    model = model_of(kind.key)
    return capfirst(words.word(kind.key)) if model is None else str(model._meta.verbose_name_plural)


def model_of(kind: str) -> type[Item] | None:
    """The model that holds this kind alone; None for a kind only its ruleset knows."""
    models = (model for model in apps.get_app_config("chaos_sheets").get_models() if issubclass(model, Item))
    return next((model for model in models if model.objects.kind == kind), None)


def assumed_paths(row: Item) -> tuple[str, ...]:
    """The values of an entry that are assumed where the rest of it is from the rule text: columns, then the body.

    Put in order here, because databases keep the keys of a body in orders of their own.
    """
    found = row.body.get("assumptions")
    if not isinstance(found, Mapping) or row.assumption:
        return ()
    columns = [path for path in ("name", "price", "repair_cost") if path in found]
    return (*columns, *sorted(found.keys() - set(columns)))


def refers_to_entry(field: Field, info: RulesetInfo) -> bool:
    """Whether a text is the key of an entry of another kind: a weapon's `skill` is one of the skills."""
    return field.kind is FieldKind.TEXT and info.kind(field.key) is not None


def entry_names(*, campaign: Campaign, kind: str) -> dict[str, str]:
    """The names of a kind's entries by their keys."""
    rows = Item.objects.catalogue(ruleset=campaign.ruleset, campaign=campaign).filter(kind=kind, fitted_to=None)
    return dict(rows.order_by("name").values_list("key", "name"))


class Reader:
    """Reads the entries of one kind in one language for one campaign."""

    def __init__(self, campaign: Campaign, kind: ItemKind, info: RulesetInfo, words: Words) -> None:
        self.campaign, self.kind, self.info, self.words = campaign, kind, info, words
        self.desk = Desk(Names(info=info, words=words, names={}), editable=False)
        self.fields = [known for known in kind.schema.fields if not known.state]
        self.by_path = {known.path: known for known in self.fields}
        by_key: dict[str, Field | Notation] = {**self.by_path, **{known.key: known for known in kind.notations}}
        self.line = [by_key[key] for key in kind.summary if key in by_key]
        self.summary = [known for known in self.line if isinstance(known, Field)]
        self.spoken = [known for known in kind.notations if known.key not in kind.summary]
        self.one_by_one = paths_written(kind.notations)
        self.behind = dict(_behind_dice(self.line))
        """The words that stand behind dice: what kind of damage they do."""
        self.stock = set(Item.objects.stock().filter(ruleset=info.id, kind=kind.key).values_list("key", flat=True))

        first = self.summary[0] if self.summary else None
        is_word = first is not None and first.kind is FieldKind.TEXT and first.max_length <= SHORT
        self.type = first if is_word else None
        self.entries = {
            known.path: entry_names(campaign=campaign, kind=known.key)
            for known in self.fields
            if refers_to_entry(known, info)
        }
        self.fittings: dict[int, list[str]] = {}
        for weapon, name in Item.objects.filter(
            fitted_to__kind=kind.key, retired=False, place=Place.CATALOGUE
        ).values_list("fitted_to", "name"):
            self.fittings.setdefault(weapon or 0, []).append(name)

    # --- what is looked for ---------------------------------------------------------------------------------

    def fits(self, record: Record[Item], query: Query) -> bool:
        row = record.row
        if query.price_to is not None and (row.price is None or price_in(self.campaign, row.price) > query.price_to):
            return False
        if any(chosen and not self._has(record, key, chosen) for key, chosen in query.picked.items()):
            return False
        return all(word in self._searched(record) for word in query.text.casefold().split())

    def _has(self, record: Record[Item], key: str, chosen: tuple[str, ...]) -> bool:
        """Any one of the chosen words of a filter, but every chosen trait."""
        if key == TRAIT:
            return all(trait in record.row.traits for trait in chosen)
        known = self.by_path.get(key)
        return known is None or self.value(record, known) in chosen

    def _searched(self, record: Record[Item]) -> str:
        texts = [record.row.name, *(self.words.word(self.trait(key).label) for key in record.row.traits)]
        for known in self.fields:
            if known.kind in (FieldKind.TEXT, FieldKind.CHOICE, FieldKind.CHOICES):
                texts.append(self.text(known, self.value(record, known)))
        return " ".join(texts).casefold()

    def filters(self, records: Sequence[Record[Item]], query: Query) -> tuple[FilterGroup, ...]:
        groups = []
        for known in self.fields:
            if known.kind is FieldKind.CHOICE:
                found = Counter(self.value(record, known) for record in records)
                labels = {choice: capfirst(self.words.choice(known, choice)) for choice in known.choices}
                groups.append(self._group(known.path, self.words.word(known.label), labels, found, query))
        traits = Counter(key for record in records for key in record.row.traits)
        labels = {trait.key: capfirst(self.words.word(trait.label)) for trait in self.kind.traits}
        groups.append(self._group(TRAIT, _("Eigenschaften"), labels, traits, query))
        most = max((len(group.choices) for group in groups if group.key != TRAIT), default=0)
        return tuple(
            FilterGroup(key=group.key, label=group.label, choices=group.choices, open=True)
            if group.picked or (len(group.choices) == most and group.key != TRAIT)
            else group
            for group in groups
            if len(group.choices) > 1 or group.picked
        )

    def _group(
        self, key: str, label: str, labels: Mapping[str, str], found: Mapping[Json, int], query: Query
    ) -> FilterGroup:
        picked = query.picked.get(key, ())
        choices = tuple(
            FilterChoice(value=value, label=word, count=found.get(value, 0), picked=value in picked)
            for value, word in labels.items()
            if found.get(value, 0) or value in picked
        )
        return FilterGroup(key=key, label=capfirst(label), choices=choices, open=False)

    # --- one line -------------------------------------------------------------------------------------------

    def columns(self, records: Sequence[Record[Item]]) -> tuple[Column, ...]:
        """The numbers of the kind's short line that any entry has; a word that follows dice stands behind them."""
        columns = [
            Column(of=_path(known), label=capfirst(self.words.word(_term(known))), short=self.words.short(_term(known)))
            for known in self.line
            if isinstance(known, Notation) or known.kind in _NUMBERS
            if any(self._cell(record, known) != (NOTHING, "") for record in records)
        ]
        if self.kind.zones:
            columns += [
                Column(of=zone.key, label=capfirst(self.words.word(zone.key)), short=self.words.word(zone.key))
                for zone in self.info.zones
            ]
        return tuple(columns)

    def row(self, record: Record[Item], columns: Sequence[Column]) -> CatalogueRow:
        row = record.row
        return CatalogueRow(
            id=row.pk,
            name=row.name,
            sub=self.sub(record),
            facts=listed(self._facts(record)),
            cells=tuple(self._cells(record, {column.of for column in columns})),
            price=self.money(row.price),
            assumption=row.assumption,
            assumed=tuple(self._assumed_words(record)),
            own=row.campaign_id is not None,
            replaces=self.replaces(row),
        )

    def sub(self, record: Record[Item]) -> str:
        """What it is in a word, where its short line begins with one that its name is not itself."""
        value = self.value(record, self.type) if self.type is not None else None
        said = capfirst(self.text(self.type, value)) if self.type is not None and value else ""
        return "" if said.casefold() == record.row.name.casefold() else said

    def _cells(self, record: Record[Item], shown: Container[str]) -> Iterable[Cell]:
        for known in self.line:
            if _path(known) in shown:
                text, unit = self._cell(record, known)
                yield Cell(text=text, unit=unit, short=self.words.short(_term(known)))
        if self.kind.zones:
            for zone in self.info.zones:
                protection = "/".join(map(str, self._protection(record, zone.key)))
                yield Cell(text=protection, unit="", short=self.words.word(zone.key))

    def _cell(self, record: Record[Item], known: Field | Notation) -> tuple[str, str]:
        """What stands in a cell, and what stands behind it in small."""
        if isinstance(known, Notation):
            return self.written(record, known) or NOTHING, ""
        value = self.value(record, known)
        text, unit = self.read(known, value)
        behind = self.behind.get(known.path)
        if behind is not None:
            word = self.value(record, behind)
            unit = self.words.short(behind.choice_label(str(word))) if word else ""
        return text, unit

    def _facts(self, record: Record[Item]) -> Iterable[str]:
        yield ", ".join(
            f"{capfirst(self._label(known))} {self.value(record, known)}"
            for known in self.fields
            if "." in known.path and known.kind is FieldKind.INTEGER and self._is_told(record, known)
        )
        yield from self._spoken(record)
        for known in self.summary:
            value = self.value(record, known)
            if known.kind in (FieldKind.TEXT, FieldKind.CHOICES) and value and known is not self.type:
                yield self.text(known, value)
            elif known.kind is FieldKind.BOOLEAN and value:
                yield capfirst(self.words.word(known.label))
            elif known.kind is FieldKind.CHOICE and self._is_odd(known, value):
                yield capfirst(self.text(known, value))
        yield ", ".join(self.fittings.get(record.row.pk, ()))
        yield ", ".join(self._trait_text(key, value) for key, value in record.row.traits.items())

    def _is_odd(self, known: Field, value: Json) -> bool:
        """Whether a choice is worth a word: not the usual one, one of many, or all there is to say; not behind dice."""
        is_told = value != known.default or len(known.choices) > MOST_WITH_A_USUAL_ONE or len(self.line) == 1
        return bool(value) and is_told and known not in self.behind.values()

    def _is_told(self, record: Record[Item], known: Field) -> bool:
        """Whether a number is worth a word: somebody set it, and no column shows it."""
        shown = known in self.summary or known.path in self.one_by_one or self._goes_without_saying(record, known)
        return self.value(record, known) is not None and not shown

    def written(self, record: Record[Item], notation: Notation) -> str:
        return written(notation, lambda path: self.value(record, self.by_path[path]), self.words)

    def _spoken(self, record: Record[Item]) -> Iterable[str]:
        """What the text writes as one and no column shows, each with its word."""
        for known in self.spoken:
            text = self.written(record, known)
            if text:
                yield f"{capfirst(self.words.word(known.key))} {text}"

    def _label(self, known: Field) -> str:
        """The word of a field; the one of its group before it where several fields share it."""
        word = self.words.word(known.label)
        shared = sum(other.label == known.label for other in self.fields) > 1
        return f"{self.words.word(known.group)} {word}" if shared and known.group else word

    # --- one entry ------------------------------------------------------------------------------------------

    def entry(self, record: Record[Item], who: Viewer) -> CatalogueEntry:
        row = record.row
        carried = self.kind.use != "sheet"
        return CatalogueEntry(
            id=row.pk,
            name=row.name,
            kind=self.kind.key,
            kind_label=kind_label(self.kind, self.words),
            admin_name=row.kind,
            sub=self.sub(record) or capfirst(self.words.word(self.kind.key)),
            price=self.money(row.price),
            repair_cost=self.money(row.repair_cost),
            currency=self.campaign.currency,
            assumption=row.assumption,
            assumed=tuple(self._assumed_words(record)),
            own=row.campaign_id is not None,
            replaces=self.replaces(row),
            retired=row.retired,
            carried=carried,
            groups=tuple(self._groups(record)),
            traits=tuple(self._traits(record)),
            protections=tuple(self.words.short(key) for key in self.info.protections) if self.kind.zones else (),
            zones=tuple(self._zone_rows(record)) if self.kind.zones else (),
            takers=tuple(self._takers(who)) if carried and not row.retired else (),
        )

    def _groups(self, record: Record[Item]) -> Iterable[DetailGroup]:
        groups: dict[str, list[Detail]] = {}
        for known in self.fields:
            value = self.value(record, known)
            if value in (None, "", False) or value == () or value == [] or self._goes_without_saying(record, known):
                continue
            groups.setdefault(known.group, []).append(
                Detail(
                    label=capfirst(self.words.word(known.label)),
                    text=" ".join(filter(None, self.read(known, value))),
                    means=self.words.means(known.label),
                    cites=tuple(str(rule) for rule in known.rules),
                    assumption=known.assumption or known.path in assumed_paths(record.row),
                )
            )
        for group, found in groups.items():
            label = capfirst(self.words.word(group)) if group else _("Werte")
            yield DetailGroup(label=label, fields=tuple(found))

    def _goes_without_saying(self, record: Record[Item], known: Field) -> bool:
        """A number nobody set, and which the short line does not show either."""
        is_default = value_at(record.row.body, known.path) in (None, known.default)
        return is_default and known.kind is FieldKind.INTEGER and known.path not in self.kind.summary

    def _assumed_words(self, record: Record[Item]) -> Iterable[str]:
        columns = {"name": _("Name"), "price": _("Preis"), "repair_cost": _("Reparaturkosten")}
        for path in assumed_paths(record.row):
            known = self.by_path.get(path)
            yield columns.get(path) or capfirst(self.words.word(known.label if known else path))

    def _traits(self, record: Record[Item]) -> Iterable[Detail]:
        for key, value in record.row.traits.items():
            trait = self.trait(key)
            yield Detail(
                label=capfirst(self._trait_text(key, value)),
                text="",
                means=self.words.means(trait.label),
                cites=tuple(str(rule) for rule in trait.rules),
            )

    def _zone_rows(self, record: Record[Item]) -> Iterable[ZoneRow]:
        for zone in self.info.zones:
            yield ZoneRow(label=capfirst(self.words.word(zone.key)), protection=self._protection(record, zone.key))

    def _takers(self, who: Viewer) -> Iterable[Character]:
        rows = Character.objects.in_play().filter(campaign=who.campaign).order_by("name")
        return [row for row in rows if policy.may_act(who, row)]

    # --- values ---------------------------------------------------------------------------------------------

    def value(self, record: Record[Item], known: Field) -> Json:
        value = value_at(record.row.body, known.path)
        return known.default if value is None else value

    def text(self, known: Field, value: Json) -> str:
        if known.path in self.entries and isinstance(value, str):
            return self.entries[known.path].get(value, value) or "–"
        return self.desk.text(known, value)

    def read(self, known: Field, value: Json) -> tuple[str, str]:
        """A value and its unit as they are read."""
        if not known.unit or not isinstance(value, int):
            return self.text(known, value), ""
        text, larger = in_unit(self.info, value, known.unit)
        return text, self.words.short(larger)

    def trait(self, key: str) -> TraitInfo:
        return next((trait for trait in self.kind.traits if trait.key == key), TraitInfo(key=key))

    def _trait_text(self, key: str, value: Json) -> str:
        trait = self.trait(key)
        word = self.words.word(trait.label)
        if isinstance(value, bool) or not isinstance(value, int):
            return word
        unit = f" {self.words.short(trait.value.unit)}" if trait.value is not None and trait.value.unit else ""
        return f"{word} {number(value)}{unit}"

    def _protection(self, record: Record[Item], zone: str) -> tuple[int, ...]:
        part = record.parts.get(zone)
        found = part.protection if isinstance(part, ArmourZone) else {}
        return tuple(found.get(damage, 0) for damage in self.info.protections)

    def money(self, price: int | None) -> str:
        return "" if price is None else number(price_in(self.campaign, price))

    def replaces(self, row: Item) -> bool:
        return row.campaign_id is not None and row.key in self.stock


def _term(known: Field | Notation) -> str:
    """The glossary id over a column."""
    return known.key if isinstance(known, Notation) else known.label


def _path(known: Field | Notation) -> str:
    return known.key if isinstance(known, Notation) else known.path


def _behind_dice(line: Sequence[Field | Notation]) -> Iterable[tuple[str, Field]]:
    """Choices that follow dice in a short line, by the path of the dice."""
    for known, after in pairwise(line):
        match known, after:
            case Field(kind=FieldKind.DICE), Field(kind=FieldKind.CHOICE):
                yield known.path, after
