"""The panels of a sheet, read when they are opened: a thing, a collection, the catalogue, the game master's word."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from chaos_sheets import policy
from chaos_sheets.errors import Invalid, NotVisible, ServiceError
from chaos_sheets.models import Character, Item
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.ledger import bookings_of
from chaos_sheets.selectors.log import Filters, log_view
from chaos_sheets.selectors.record import (
    collection_panel,
    derived_values,
    new_entry,
    offered_things,
    thing_panel,
)
from chaos_sheets.selectors.sheet import info_of
from chaos_sheets.services.catalogue import slug
from chaos_sheets.services.common import Edit
from chaos_sheets.services.sheets import character_edit, override_lift, override_set
from chaos_sheets.services.things import (
    item_add,
    item_fit_modification,
    item_retire,
    item_take_over,
    item_unfit_modification,
)
from chaos_sheets.views.guard import one_time_key, signed_in
from chaos_sheets.views.sheet import now, row_of, said, sheet_page
from chaos_sheets.views.values import read
from combat.core.schema import Collection, Field
from combat.core.text import is_printable

LINES = 6
BOOKINGS = 6
ALL_BOOKINGS = 500
LONGEST = 120


@require_GET
@sheet_page
def sheet_record(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    """All fields of a thing, or of a collection of the character's own body."""
    ref, path = request.GET.get("of", ""), request.GET.get("field", "")
    if ref == character.ref:
        panel = collection_panel(who=who, character=character, path=path)
        return render(request, "sheet/collection.html", {"panel": panel, "character": character})
    found = thing_panel(who=who, character=character, ref=ref)
    return render(request, "sheet/thing.html", {"panel": found, "character": character})


@require_GET
@sheet_page
def sheet_log(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    """The last lines about this character."""
    view = log_view(who=who, filters=Filters(about=character.ref), known=Known.of(who))
    context = {"lines": view.lines[:LINES], "character": character, "campaign": who.campaign}
    return render(request, "sheet/lines.html", context)


@require_GET
@sheet_page
def sheet_ledger(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    """The latest bookings, or as many as anybody will read."""
    policy.act_for(who, character)
    most = ALL_BOOKINGS if request.GET.get("all") == "1" else BOOKINGS
    found = bookings_of(who, character, most=most + 1)
    context = {"bookings": found[:most], "more": len(found) > most, "character": character, "campaign": who.campaign}
    return render(request, "sheet/ledger.html", context)


# --- things come and go -----------------------------------------------------------------------------------------


def _thing(who: policy.Viewer, character: Character, ref: str) -> Item:
    found = row_of(who, character, ref)
    if not isinstance(found, Item):
        raise NotVisible
    return found


def _work(request: HttpRequest, who: policy.Viewer, character: Character, work: Callable[[], object]) -> HttpResponse:
    """Do it and show the sheet as it is now, or say why not."""
    policy.act_for(who, character)
    try:
        work()
    except NotVisible:
        raise
    except ServiceError as error:
        return said(request, error)
    return now(request, who, character)


@require_POST
@sheet_page
def sheet_thing(request: HttpRequest, who: policy.Viewer, character: Character, act: str) -> HttpResponse:
    """Put away, take over from the catalogue, fit or take off."""
    user, key = signed_in(request), one_time_key(request)
    policy.act_for(who, character)
    item = _thing(who, character, request.POST.get("of", ""))

    def work() -> object:
        match act:
            case "ablegen":
                return item_retire(item=item, user=user, key=key)
            case "katalog":
                return item_take_over(item=item, user=user, key=key)
            case "abbauen":
                return item_unfit_modification(modification=item, user=user, key=key)
            case "anbauen":
                part = _thing(who, character, request.POST.get("part", ""))
                return item_fit_modification(modification=part, weapon=item, user=user, key=key)
            case _:
                raise NotVisible

    return _work(request, who, character, work)


@require_http_methods(["GET", "POST"])
@sheet_page
def sheet_add(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    """The catalogue beside the sheet: search, take, or buy."""
    policy.act_for(who, character)
    if request.method == "POST":
        return _work(request, who, character, lambda: _take(request, who, character))
    search = request.GET.get("q", "").strip()[:LONGEST]
    use = "weapon" if request.GET.get("use") == "weapon" else "gear"
    known = is_printable(search)
    things = offered_things(who=who, character=character, use=use, search=search) if known else ()
    template = "sheet/offered.html" if "q" in request.GET else "sheet/add.html"
    return render(request, template, {"things": things, "use": use, "search": search, "character": character})


def _take(request: HttpRequest, who: policy.Viewer, character: Character) -> None:
    number = read(Field(path="source"), "source", request.POST.get("source", ""))
    assert isinstance(number, int)
    source = Item.objects.select_related("campaign").filter(pk=number).first()
    if source is None:
        raise NotVisible
    quantity = read(Field(path="quantity"), "quantity", request.POST.get("quantity", "") or "1")
    assert isinstance(quantity, int)
    item_add(
        character=character,
        source=source,
        user=signed_in(request),
        key=one_time_key(request),
        quantity=quantity,
        pay=bool(request.POST.get("pay")),
    )


# --- what he knows ----------------------------------------------------------------------------------------------


def _collection(character: Character, path: str) -> Collection:
    known = info_of(character).sheet.collections
    found = next((collection for collection in known if collection.path == path), None)
    if found is None:
        raise NotVisible
    return found


@require_POST
@sheet_page
def sheet_entry(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    """Learn an entry of a collection, from the catalogue or an own one, or forget it."""
    policy.act_for(who, character)
    collection = _collection(character, request.POST.get("field", ""))
    return _work(request, who, character, lambda: _learn(request, who, character, collection))


def _learn(request: HttpRequest, who: policy.Viewer, character: Character, collection: Collection) -> None:
    key, name = request.POST.get("entry", ""), request.POST.get("name", "").strip()
    stored = character.body.get(collection.path) or {}
    if request.POST.get("forget"):
        edit = Edit(shown=stored.get(key), value=None)
    else:
        if name and collection.own:
            key = _free(slug(name), stored)
        elif not key:
            raise Invalid.of("name", "required")
        info = info_of(character)
        edit = Edit(shown=None, value=new_entry(info, who.campaign, collection, key, name))  # type: ignore[arg-type]
    edits = {f"{collection.path}.{key}": edit}
    character_edit(character=character, user=signed_in(request), key=one_time_key(request), edits=edits)


def _free(wanted: str, taken: dict[str, object]) -> str:
    key, number = wanted, 2
    while key in taken:
        key, number = f"{wanted}-{number}", number + 1
    return key


# --- the game master's word -------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
@sheet_page
def sheet_override(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    """Set a derived value by hand, with a reason, or lift that again."""
    policy.act_for(who, character)
    policy.lead(who)
    if request.method == "POST":
        return _work(request, who, character, lambda: _override(request, who, character))
    values = derived_values(who=who, character=character)
    return render(request, "sheet/override.html", {"values": values, "character": character})


def _override(request: HttpRequest, who: policy.Viewer, character: Character) -> None:
    user, key, name = signed_in(request), one_time_key(request), request.POST.get("value_key", "")
    if request.POST.get("lift"):
        override_lift(character=character, user=user, key=key, value_key=name)
        return
    known = derived_values(who=who, character=character)
    unit = next((each.kept_in for each in known if each.key == name), "")
    value = read(Field(path="value", unit=unit), "value", request.POST.get("value", ""), info_of(character))
    assert isinstance(value, int)
    override_set(
        character=character, user=user, key=key, value_key=name, value=value, reason=request.POST.get("reason", "")
    )
