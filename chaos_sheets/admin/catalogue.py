"""The catalogue in the administration: one class for every kind of thing, made from what the ruleset says of it."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, Protocol

from django.contrib import admin, messages
from django.contrib.admin import ActionLocation
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from chaos_sheets.admin.filters import (
    AssumptionFilter,
    OriginFilter,
    PlainLookups,
    RetiredFilter,
    choice_filter,
    trait_filter,
)
from chaos_sheets.admin.form import CatalogueForm, catalogue_form, fieldsets, trait_rows, zone_rows
from chaos_sheets.admin_site import chosen
from chaos_sheets.errors import ServiceError, sentence
from chaos_sheets.models import Campaign, Item, Place
from chaos_sheets.numbers import count_in
from chaos_sheets.selectors import campaign as campaigns
from chaos_sheets.selectors.armoury_reader import entry_names, refers_to_entry
from chaos_sheets.selectors.fields import NOTHING, Desk
from chaos_sheets.selectors.notation import notation_of, written
from chaos_sheets.services import catalogue
from chaos_sheets.services.common import systems_apart
from chaos_sheets.trace import Reader
from chaos_sheets.views.guard import one_time_key, signed_in
from chaos_sheets.words import Words, number
from combat.core.description import ItemKind, Notation, RulesetInfo
from combat.core.schema import Field, FieldKind
from combat.core.value import Json, value_at

BOTH = [ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM]


class _Action(Protocol):
    def __call__(self, *, campaign: Campaign, item: Item, user: Any) -> Item: ...


if TYPE_CHECKING:
    _Entries = admin.ModelAdmin[Item]
else:
    _Entries = admin.ModelAdmin


class CatalogueAdmin(PlainLookups, _Entries):
    """Entries of one kind of the chosen campaign: stock, and the campaign's own in its place."""

    form = CatalogueForm
    list_per_page = 100
    show_facets = admin.ShowFacets.NEVER
    search_fields = ("name",)
    search_help_text = gettext_lazy("Name oder Art")
    ordering = ("name", "pk")
    actions = ("copy_entries", "retire_entries", "restore_entries")
    actions_on_bottom = True
    save_on_top = False
    change_form_template = "admin/catalogue/change_form.html"
    change_list_template = "admin/catalogue/change_list.html"

    # --- what is at hand ------------------------------------------------------------------------------------

    def about(self, request: HttpRequest) -> tuple[Campaign, ItemKind, RulesetInfo, Words]:
        """The chosen campaign and what its ruleset says of this kind; 404 where it knows no such thing."""
        campaign = chosen(request)
        info = None if campaign is None else campaigns.ruleset_of(campaign)
        kind = None if info is None else info.kind(self.model.objects.kind)
        if campaign is None or info is None or kind is None:
            raise Http404
        return campaign, kind, info, Words.of(info.glossary)

    def _is_open(self, request: HttpRequest, item: Item | None = None) -> bool:
        campaign = chosen(request)
        if campaign is None or campaigns.ruleset_of(campaign).kind(self.model.objects.kind) is None:
            return False
        return item is None or item.campaign_id in (None, campaign.pk)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self._is_open(request)

    def has_view_permission(self, request: HttpRequest, obj: Item | None = None) -> bool:
        return self._is_open(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._is_open(request)

    def has_change_permission(self, request: HttpRequest, obj: Item | None = None) -> bool:
        return self._is_open(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Item | None = None) -> bool:
        """Entries are retired, never deleted: what was copied from them still names them."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Item]:
        campaign, kind, info, _words = self.about(request)
        rows = super().get_queryset(request).filter(place=Place.CATALOGUE, ruleset=info.id, fitted_to=None)
        own = Item.objects.filter(
            place=Place.CATALOGUE, ruleset=info.id, campaign=campaign, kind=kind.key, key=OuterRef("key")
        )
        return rows.filter(Q(campaign=campaign) | Q(campaign=None) & ~Exists(own))

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Item | None:
        """A stock entry with an own version made meanwhile is that version: what was typed meets what stands there."""
        found: Item | None = super().get_object(request, object_id, from_field)
        number = count_in(object_id)
        if found is not None or number is None:
            return found
        stock = Item.objects.filter(pk=number, campaign=None, place=Place.CATALOGUE).first()
        return self.get_queryset(request).filter(key=stock.key).first() if stock else None

    def _get_obj_does_not_exist_redirect(self, request: HttpRequest, opts: Any, object_id: str) -> HttpResponseRedirect:
        """Stock of another system, left over from the campaign chosen before: said by name, as everywhere."""
        campaign, number = self.about(request)[0], count_in(object_id)
        rows = Item.objects.filter(pk=number or 0, campaign=None, place=Place.CATALOGUE)
        other = rows.exclude(ruleset=campaign.ruleset).first()
        if other is None:
            # Django's own, for which the type stubs have no name.
            return super()._get_obj_does_not_exist_redirect(request, opts, object_id)  # type: ignore[misc,no-any-return]
        messages.warning(request, sentence("other_ruleset", systems_apart(other, campaign)))
        return HttpResponseRedirect(reverse(f"{self.admin_site.name}:{opts.app_label}_{opts.model_name}_changelist"))

    # --- the list -------------------------------------------------------------------------------------------

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        _campaign, kind, info, words = self.about(request)
        desk = Desk(Reader(info=info, words=words, names={}), editable=False)
        shown = [column for key in kind.summary if (column := _column_of(kind, key, desk)) is not None]
        traits = [_traits_column(kind, words)] if kind.traits else []
        return ["name", *shown, *traits, "price_shown", "origin"]

    @admin.display(description=gettext_lazy("Preis"), ordering="price")
    def price_shown(self, item: Item) -> str:
        return "–" if item.price is None else number(item.price)

    @admin.display(description=gettext_lazy("Herkunft"), ordering="campaign")
    def origin(self, item: Item) -> str:
        return _("mitgeliefert") if item.campaign_id is None else _("eigene Fassung")

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        _campaign, kind, _info, words = self.about(request)
        by_word = [
            choice_filter(field, words)
            for field in kind.schema.fields
            if field.kind is FieldKind.CHOICE and not field.state
        ]
        traits = [trait_filter(kind, words)] if kind.traits else []
        return [RetiredFilter, OriginFilter, *by_word, *traits, AssumptionFilter]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Item], search_term: str
    ) -> tuple[QuerySet[Item], bool]:
        _campaign, kind, _info, words = self.about(request)
        for term in search_term.split():
            queryset = queryset.filter(_matches(term, kind, words))
        return queryset, False

    # --- the form -------------------------------------------------------------------------------------------

    def get_fieldsets(self, request: HttpRequest, obj: Item | None = None) -> Any:
        _campaign, kind, info, words = self.about(request)
        return fieldsets(kind, info, words)

    def get_form(
        self, request: HttpRequest, obj: Item | None = None, change: bool = False, **options: Any
    ) -> type[CatalogueForm]:
        campaign, kind, info, words = self.about(request)
        refusal = getattr(request, "refusal", None)
        entries = {
            field.path: entry_names(campaign=campaign, kind=field.key)
            for field in kind.schema.fields
            if refers_to_entry(field, info)
        }
        return catalogue_form(model=self.model, kind=kind, info=info, words=words, refusal=refusal, entries=entries)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {}

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """What a service refuses comes back in the form, beside the field it is about."""
        self.about(request)
        try:
            with transaction.atomic():
                return super().changeform_view(request, object_id, form_url, extra_context)
        except ServiceError as error:
            request.refusal = error  # type: ignore[attr-defined]
            response = super().changeform_view(request, object_id, form_url, extra_context)
            response.status_code = error.status
            return response

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any) -> Any:
        """Zones stand as a small table, traits as boxes to tick with their numbers beside."""
        _campaign, kind, info, words = self.about(request)
        form = context["adminform"].form
        name = f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}"
        original = context.get("original")
        context |= {
            "history_url": reverse(f"{name}_history", args=[original.pk]) if original is not None else "",
            "protections": [(words.short(key), words.word(key)) for key in info.protections],
            "zone_rows": zone_rows(form, info, words) if kind.zones else [],
            "trait_rows": trait_rows(form, kind),
            "list_url": reverse(f"{name}_changelist"),
        }
        return super().render_change_form(request, context, *args, **options)

    def save_model(self, request: HttpRequest, obj: Item, form: Any, change: bool) -> None:
        """Through the services, as everywhere; `obj` becomes the row that was written."""
        campaign = self.about(request)[0]
        user = signed_in(request)
        was_stock = change and obj.campaign_id is None
        if change:
            saved = catalogue.catalogue_item_edit(
                campaign=campaign, item=obj, user=user, key=one_time_key(request), edits=form.edits
            )
        else:
            values: dict[str, Json] = {
                address: edit.value for address, edit in form.edits.items() if edit.value is not None
            }
            name = str(values.pop("name", ""))
            kind = self.model.objects.kind
            saved = catalogue.catalogue_item_create(
                campaign=campaign, user=user, kind=kind, name=name, key=one_time_key(request), values=values
            )
        obj.pk, obj.campaign, obj.key, obj.name = saved.pk, saved.campaign, saved.key, saved.name
        if was_stock:
            messages.info(
                request,
                _("Der mitgelieferte Eintrag bleibt, wie er ist. In %(campaign)s gilt jetzt eure eigene Fassung.")
                % {"campaign": campaign.name},
            )

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Zones and traits are saved with the entry."""

    def response_change(self, request: HttpRequest, obj: Item) -> HttpResponse:
        response = super().response_change(request, obj)
        if "_continue" in request.POST and isinstance(response, HttpResponseRedirect):
            return HttpResponseRedirect(self._address(obj))
        return response

    def _address(self, item: Item) -> str:
        name = f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}_change"
        return reverse(name, args=[item.pk])

    # --- actions --------------------------------------------------------------------------------------------

    def get_action_choices(
        self, request: HttpRequest, default_choices: Any = None, action_location: Any = ActionLocation.CHANGE_LIST
    ) -> list[tuple[str, str]]:
        first = default_choices or [("", _("Aktion wählen"))]
        return super().get_action_choices(request, default_choices=first, action_location=action_location)

    @admin.action(description=gettext_lazy("Kopieren"), location=BOTH)
    def copy_entries(self, request: HttpRequest, queryset: QuerySet[Item]) -> HttpResponse | None:
        made = self._each(request, queryset, _copy)
        if made:
            said = ngettext("%(count)d Kopie angelegt.", "%(count)d Kopien angelegt.", len(made))
            messages.success(request, said % {"count": len(made)})
        return HttpResponseRedirect(self._address(made[0])) if len(made) == 1 else None

    @admin.action(description=gettext_lazy("Stilllegen"), location=BOTH)
    def retire_entries(self, request: HttpRequest, queryset: QuerySet[Item]) -> HttpResponse | None:
        made = self._each(request, queryset, catalogue.catalogue_item_retire)
        said = ngettext("%(count)d Eintrag stillgelegt.", "%(count)d Einträge stillgelegt.", len(made))
        return self._said(request, made, said)

    @admin.action(description=gettext_lazy("Zurückholen"), location=BOTH)
    def restore_entries(self, request: HttpRequest, queryset: QuerySet[Item]) -> HttpResponse | None:
        made = self._each(request, queryset, catalogue.catalogue_item_restore)
        said = ngettext("%(count)d Eintrag zurückgeholt.", "%(count)d Einträge zurückgeholt.", len(made))
        return self._said(request, made, said)

    def _said(self, request: HttpRequest, made: list[Item], said: str) -> HttpResponse | None:
        if made:
            messages.success(request, said % {"count": len(made)})
        return None

    def _each(self, request: HttpRequest, queryset: QuerySet[Item], work: Callable[..., Item]) -> list[Item]:
        """Do it for each, all or none; who was refused is told why."""
        campaign = self.about(request)[0]
        try:
            with transaction.atomic():
                return [
                    work(campaign=campaign, item=item, user=signed_in(request), key=token_urlsafe(18))
                    for item in queryset
                ]
        except ServiceError as error:
            messages.error(request, error.sentence)
            return []


def _copy(*, campaign: Campaign, item: Item, user: Any, key: str) -> Item:
    name = _("%(name)s (Kopie)") % {"name": item.name[:100]}
    return catalogue.catalogue_item_copy(campaign=campaign, item=item, user=user, key=key, name=name)


def _column_of(kind: ItemKind, key: str, desk: Desk) -> Callable[[Item], Any] | None:
    """The column for one word of the short line: a notation or a value; none for what changes in play."""
    notation = notation_of(kind, key)
    if notation is not None:
        return _written_column(notation, kind, desk)
    field = kind.schema.field(key)
    return None if field is None or field.state else _column(field, desk)


def _written_column(notation: Notation, kind: ItemKind, desk: Desk) -> Callable[[Item], Any]:
    """A column that shows values the way the text writes them together."""

    @admin.display(description=capfirst(desk.short(notation.key)))
    def shown(item: Item) -> str:
        body = kind.schema.complete(item.body)
        return written(notation, lambda path: value_at(body, path), desk.reader.words) or NOTHING

    shown.__name__ = f"shown_{notation.key}"
    return shown


def _column(field: Field, desk: Desk) -> Callable[[Item], Any]:
    """A column of the list that shows one value as people read it."""

    @admin.display(description=capfirst(desk.short(field.label)), ordering=f"body__{field.path.replace('.', '__')}")
    def shown(item: Item) -> str:
        value = value_at(item.body, field.path)
        value = field.default if value is None else value
        return desk.text(field, value)

    shown.__name__ = f"shown_{field.path.replace('.', '_')}"
    return shown


def _traits_column(kind: ItemKind, words: Words) -> Callable[[Item], Any]:
    labels = {trait.key: trait.label for trait in kind.traits}

    @admin.display(description=gettext_lazy("Eigenschaften"))
    def traits(item: Item) -> str:
        named = (
            words.word(labels.get(key, key)) + ("" if value is True else f" {value}")
            for key, value in item.traits.items()
        )
        return ", ".join(named) or "–"

    return traits


def _matches(term: str, kind: ItemKind, words: Words) -> Q:
    """Entries that have the term in their name, in a text, or in a word of the ruleset they chose."""
    found = Q(name__icontains=term)
    for field in kind.schema.fields:
        lookup = f"body__{field.path.replace('.', '__')}"
        if field.kind is FieldKind.TEXT:
            found |= Q(**{f"{lookup}__icontains": term})
        elif field.kind is FieldKind.CHOICE:
            named = [c for c in field.choices if term.casefold() in words.choice(field, c).casefold()]
            if named:
                found |= Q(**{f"{lookup}__in": named})
    for trait in kind.traits:
        if term.casefold() in words.word(trait.label).casefold():
            found |= Q(traits__has_key=trait.key)
    return found
