"""The form for one kind of catalogue entry, made from what the ruleset says of that kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from chaos_sheets.admin.fields import DiceField, EntryField, NumberField, control, one_line
from chaos_sheets.errors import FieldError, Invalid, ServiceError, StaleEdit, sentence
from chaos_sheets.models import Item
from chaos_sheets.models.text import NAME_LENGTH
from chaos_sheets.selectors.armoury_reader import assumed_paths
from chaos_sheets.services.common import Edit
from chaos_sheets.words import Words, listed
from combat.core.description import ItemKind, RulesetInfo, TraitInfo
from combat.core.schema import Field, FieldKind
from combat.core.value import Json, value_at

COLUMNS = ("name", "price", "repair_cost", "assumption")
MOST_MONEY = 999_999_999_999
MOST_PROTECTION = 99
MARK = "__"
VALUE = f"{MARK}value"
TRAITS, ZONES = "traits", "zones"


def control_name(address: str) -> str:
    """The form's name for an address: `shots.single` as `shots__single`."""
    return address.replace(".", MARK)


if TYPE_CHECKING:
    _ItemForm = forms.ModelForm[Item]
else:
    _ItemForm = forms.ModelForm


class CatalogueForm(_ItemForm):
    """Name and prices as columns, all else by the schema; `edits` holds what is to be saved, by address.

    Each control carries the value it showed, so that a save says what it replaces.
    """

    # A schema may have a field of any name, and fields are attributes of the class: ours begin with a line.
    _kind: ClassVar[ItemKind]
    _info: ClassVar[RulesetInfo]
    _words: ClassVar[Words]
    _refusal: ClassVar[ServiceError | None] = None

    class Meta:
        model = Item
        fields: ClassVar[list[str]] = []

    def __init__(self, *args: Any, **options: Any) -> None:
        instance = options.get("instance")
        item = instance if instance is not None else Item(kind=self._kind.key)
        options["initial"] = initial_values(item, self._kind, self._info) | (options.get("initial") or {})
        super().__init__(*args, **options)
        self.edits: dict[str, Edit] = {}
        for path in assumed_paths(item):
            field = self.fields.get(control_name(path))
            if field is not None:
                field.help_text = listed((str(field.help_text), _("Annahme, nicht aus dem Regelwerk")))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        shown = {name: self._shown(name) for name in self.fields}
        for address in addresses(self._kind, self._info):
            name = control_name(address)
            if name not in cleaned:
                continue
            edit = Edit(self._value(address, shown), self._value(address, cleaned))
            self._check(address, edit.value)
            if self.instance.pk is None or edit.shown != edit.value:
                self.edits[address] = edit
        if self._refusal is not None:
            self.refuse(self._refusal)
        return cleaned

    def _value(self, address: str, values: Mapping[str, Any]) -> Json:
        """What controls say of an address; None where nothing is to stand."""
        name = control_name(address)
        head = address.partition(".")[0]
        if head == TRAITS:
            return (
                values.get(f"{name}{VALUE}", None if f"{name}{VALUE}" in self.fields else True)
                if values[name]
                else None
            )
        if head == ZONES:
            return values[name] or 0
        value: Json = values[name]
        field = self._kind.schema.field(address)
        if field is not None and field.kind is FieldKind.CHOICES and not value:
            return field.default
        empty_text = value == "" and (field is None or field.kind is not FieldKind.TEXT)
        return None if empty_text else value

    def _shown(self, name: str) -> Any:
        """What the control showed when the page was made."""
        bound, field = self[name], self.fields[name]
        if not self.is_bound or bound.html_initial_name not in self.data:
            return field.to_python(bound.initial) if isinstance(field, DiceField) else bound.initial
        widget = field.hidden_widget()
        try:
            return field.to_python(widget.value_from_datadict(self.data, self.files, bound.html_initial_name))
        except ValidationError:
            return None

    def _check(self, address: str, value: Json) -> None:
        name, head = control_name(address), address.partition(".")[0]
        field = self._kind.schema.field(address)
        if head == TRAITS and value is None and self.cleaned_data.get(name):
            self.add_error(f"{name}{VALUE}", sentence("required"))
        elif head not in (TRAITS, ZONES, *COLUMNS) and field is not None and value is not None:
            wrong = field.check(value)
            if wrong is not None:
                self.add_error(name, sentence(wrong.code, wrong.data))

    def refuse(self, error: ServiceError) -> None:
        """Put what a service refused beside the field it is about."""
        if isinstance(error, StaleEdit):
            self._show_both(error)
            return
        wrong = error.errors if isinstance(error, Invalid) else (FieldError("", error.code, error.data),)
        for each in wrong:
            name = control_name(each.field)
            self.add_error(name if name in self.fields else None, ValidationError(each.sentence, code=each.code))

    def _show_both(self, error: StaleEdit) -> None:
        """What was typed stays in the control, what stands now beside it; saving again replaces that."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        self.data = data
        for conflict in error.conflicts:
            name = control_name(conflict.field)
            stored = "–" if conflict.stored is None else conflict.stored
            self.add_error(
                name if name in self.fields else None,
                _("Inzwischen steht hier: %(stored)s. Speichere noch einmal, wenn dein Wert gelten soll.")
                % {"stored": stored},
            )
            if name in self.fields:
                data[self[name].html_initial_name] = "" if conflict.stored is None else str(conflict.stored)

    def _post_clean(self) -> None:
        # The services check and write the row; the instance stays as it was read.
        return


def addresses(kind: ItemKind, info: RulesetInfo) -> list[str]:
    """Everything the catalogue states of a kind, by address."""
    body = [field.path for field in edited_fields(kind)]
    traits = [f"{TRAITS}.{trait.key}" for trait in kind.traits]
    return [*COLUMNS, *body, *traits, *(zone_addresses(info) if kind.zones else [])]


def edited_fields(kind: ItemKind) -> list[Field]:
    """What the catalogue states; what changes in play starts fresh in every copy."""
    return [field for field in kind.schema.fields if not field.state]


def zone_addresses(info: RulesetInfo) -> list[str]:
    return [f"{ZONES}.{zone.key}.protection.{damage}" for zone in info.zones for damage in info.protections]


def initial_values(item: Item, kind: ItemKind, info: RulesetInfo) -> dict[str, Any]:
    body = kind.schema.complete(item.body)
    found: dict[str, Any] = {name: getattr(item, name) for name in COLUMNS}
    for field in edited_fields(kind):
        found[control_name(field.path)] = value_at(body, field.path)
    for trait in kind.traits:
        name = control_name(f"{TRAITS}.{trait.key}")
        value = item.traits.get(trait.key)
        found[name] = trait.key in item.traits
        if trait.value is not None:
            found[f"{name}{VALUE}"] = trait.value.default if value in (None, True) else value
    if kind.zones:
        zones = {zone.zone: {"protection": zone.protection} for zone in item.zones.all()} if item.pk else {}
        for address in zone_addresses(info):
            found[control_name(address)] = value_at({"zones": zones}, address) or 0
    return found


def catalogue_form(
    *,
    model: type[Item],
    kind: ItemKind,
    info: RulesetInfo,
    words: Words,
    refusal: ServiceError | None = None,
    entries: Mapping[str, Mapping[str, str]] | None = None,
) -> type[CatalogueForm]:
    """The form class for one kind in one language; `entries`: names by key for fields that name another entry."""
    named = _columns() | _schema_controls(kind, words) | _trait_controls(kind, words)
    if kind.zones:
        named |= _zone_controls(info, words)
    for path, names in (entries or {}).items():
        named[control_name(path)] = _entry_control(named[control_name(path)], names)
    for field in named.values():
        field.show_hidden_initial = True
    meta = type("Meta", (CatalogueForm.Meta,), {"model": model})
    stated = {"Meta": meta, "_kind": kind, "_info": info, "_words": words, "_refusal": refusal}
    return type(f"{model.__name__}Form", (CatalogueForm,), {**named, **stated})


def _columns() -> dict[str, forms.Field]:
    return {
        "name": forms.CharField(
            label=_("Name"),
            validators=[one_line],
            max_length=NAME_LENGTH,
            error_messages={
                "required": sentence("required"),
                "max_length": sentence("too_long", {"maximum": NAME_LENGTH}),
            },
            widget=forms.TextInput(attrs={"class": "vTextField"}),
        ),
        "price": NumberField(required=False, minimum=0, maximum=MOST_MONEY, label=_("Preis")),
        "repair_cost": NumberField(required=False, minimum=0, maximum=MOST_MONEY, label=_("Reparaturkosten")),
        "assumption": forms.BooleanField(
            required=False,
            label=_("Annahme"),
            help_text=_("Die Werte stehen nicht im Regelwerk; das steht überall dabei, wo sie gezeigt werden."),
        ),
    }


def _schema_controls(kind: ItemKind, words: Words) -> dict[str, forms.Field]:
    return {control_name(field.path): control(field, words) for field in edited_fields(kind)}


def _entry_control(field: forms.Field, names: Mapping[str, str]) -> forms.Field:
    """One of the entries of another kind by its name; a key that none of them has stays as it is."""
    return EntryField(required=False, label=field.label, help_text=field.help_text, names=names)


def _trait_controls(kind: ItemKind, words: Words) -> dict[str, forms.Field]:
    made: dict[str, forms.Field] = {}
    for trait in kind.traits:
        name = control_name(f"{TRAITS}.{trait.key}")
        made[name] = forms.BooleanField(
            required=False, label=capfirst(words.word(trait.label)), help_text=_trait_help(trait, words)
        )
        if trait.value is not None:
            value = control(trait.value, words)
            value.required = False
            value.help_text = ""
            value.label = _("Wert von %(trait)s") % {"trait": words.word(trait.label)}
            if trait.value.unit:
                value.label = f"{value.label} ({words.short(trait.value.unit)})"
            made[f"{name}{VALUE}"] = value
    return made


def _trait_help(trait: TraitInfo, words: Words) -> str:
    return listed((words.means(trait.label), *(str(rule) for rule in trait.rules)))


def _zone_controls(info: RulesetInfo, words: Words) -> dict[str, forms.Field]:
    made: dict[str, forms.Field] = {}
    for zone in info.zones:
        for damage in info.protections:
            field = NumberField(required=False, minimum=0, maximum=MOST_PROTECTION)
            field.label = f"{capfirst(words.word(zone.key))}, {words.word(damage)}"
            made[control_name(f"{ZONES}.{zone.key}.protection.{damage}")] = field
    return made


def fieldsets(kind: ItemKind, info: RulesetInfo, words: Words) -> list[tuple[str | None, dict[str, Any]]]:
    """The form in parts: who and how much, then the schema's groups in their order, zones and traits."""
    groups: dict[str, list[str]] = {}
    for field in edited_fields(kind):
        groups.setdefault(field.group, []).append(control_name(field.path))
    parts: list[tuple[str | None, dict[str, Any]]] = [(None, {"fields": list(COLUMNS)})]
    parts += [(_heading(group, words), {"fields": names}) for group, names in groups.items()]
    if kind.zones:
        names = [control_name(address) for address in zone_addresses(info)]
        parts.append((_("Zonen"), {"fields": names, "classes": ["zones"]}))
    if kind.traits:
        parts.append((_("Eigenschaften"), {"fields": list(_trait_lines(kind.traits)), "classes": ["traits"]}))
    return parts


def zone_rows(form: CatalogueForm, info: RulesetInfo, words: Words) -> list[tuple[str, list[forms.BoundField]]]:
    """Each zone with its controls, one for every kind of damage."""
    return [
        (
            capfirst(words.word(zone.key)),
            [form[control_name(f"{ZONES}.{zone.key}.protection.{damage}")] for damage in info.protections],
        )
        for zone in info.zones
    ]


def trait_rows(form: CatalogueForm, kind: ItemKind) -> list[tuple[forms.BoundField, forms.BoundField | None]]:
    """Each trait's box with the control of its number, where it has one."""
    names = [control_name(f"{TRAITS}.{trait.key}") for trait in kind.traits]
    return [(form[name], form[f"{name}{VALUE}"] if f"{name}{VALUE}" in form.fields else None) for name in names]


def _heading(group: str, words: Words) -> str:
    return capfirst(words.word(group)) if group else _("Werte")


def _trait_lines(traits: Iterable[TraitInfo]) -> Iterable[str | tuple[str, ...]]:
    for trait in traits:
        name = control_name(f"{TRAITS}.{trait.key}")
        yield (name, f"{name}{VALUE}") if trait.value is not None else name
