"""What a list of the catalogue can be narrowed by; the words come from the ruleset of the campaign at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from django.contrib.admin import ModelAdmin, SimpleListFilter
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from chaos_sheets.models import Item
from chaos_sheets.words import Words
from combat.core.description import ItemKind
from combat.core.schema import Field

if TYPE_CHECKING:
    _Lists = ModelAdmin[Any]
else:
    _Lists = object


class PlainLookups(_Lists):
    """Lists that may be narrowed by what stands in an address."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """No database is asked for a text with a NUL: PostgreSQL has none such and refuses the question."""
        return "\0" not in value and super().lookup_allowed(lookup, value, request)


class OriginFilter(SimpleListFilter):
    title = _("Herkunft")
    parameter_name = "origin"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> Iterable[tuple[str, Any]]:
        return [("own", _("eigene")), ("stock", _("mitgeliefert"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Item]) -> QuerySet[Item]:
        if self.value() == "own":
            return queryset.filter(campaign__isnull=False)
        return queryset.filter(campaign=None) if self.value() == "stock" else queryset


class RetiredFilter(SimpleListFilter):
    """In use unless asked otherwise: what is retired is out of the way, not gone."""

    title = _("Zustand")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> Iterable[tuple[str, Any]]:
        return [("retired", _("stillgelegt")), ("all", _("alle"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            first = choice["query_string"] == changelist.get_query_string(remove=[self.parameter_name])
            yield {**choice, "display": _("in Gebrauch")} if first else choice

    def queryset(self, request: HttpRequest, queryset: QuerySet[Item]) -> QuerySet[Item]:
        if self.value() == "all":
            return queryset
        return queryset.filter(retired=self.value() == "retired")


class AssumptionFilter(SimpleListFilter):
    title = _("Annahme")
    parameter_name = "assumption"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> Iterable[tuple[str, Any]]:
        return [("yes", _("ja")), ("no", _("nein"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Item]) -> QuerySet[Item]:
        return queryset if self.value() is None else queryset.filter(assumption=self.value() == "yes")


def choice_filter(field: Field, words: Words) -> type[SimpleListFilter]:
    """A filter by one of the words a field of the schema may hold; the default counts where nothing is stored."""

    class ChoiceFilter(SimpleListFilter):
        title = capfirst(words.word(field.label))
        parameter_name = f"is_{field.key}"

        def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> Iterable[tuple[str, Any]]:
            return [(choice, capfirst(words.choice(field, choice))) for choice in field.choices]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Item]) -> QuerySet[Item]:
            if self.value() not in field.choices:
                return queryset
            lookup = f"body__{field.path.replace('.', '__')}"
            matches = Q(**{lookup: self.value()})
            if self.value() == field.default:
                matches |= Q(**{f"{lookup}__isnull": True})
            return queryset.filter(matches)

    return ChoiceFilter


def trait_filter(kind: ItemKind, words: Words) -> type[SimpleListFilter]:
    class TraitFilter(SimpleListFilter):
        title = _("Eigenschaft")
        parameter_name = "trait"

        def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> Iterable[tuple[str, Any]]:
            return [(trait.key, capfirst(words.word(trait.label))) for trait in kind.traits]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Item]) -> QuerySet[Item]:
            known = {trait.key for trait in kind.traits}
            return queryset.filter(traits__has_key=self.value()) if self.value() in known else queryset

    return TraitFilter
