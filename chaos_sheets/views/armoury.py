"""The armoury: the campaign's catalogue to read, to search, and to take a copy from."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from chaos_sheets import policy
from chaos_sheets.errors import NotAllowed, NotVisible, ServiceError
from chaos_sheets.models import Character, Item
from chaos_sheets.numbers import count_in
from chaos_sheets.policy import Viewer
from chaos_sheets.selectors import armoury as selectors
from chaos_sheets.selectors.armoury_reader import model_of
from chaos_sheets.selectors.armoury_view import Query
from chaos_sheets.services import things
from chaos_sheets.views.guard import back, frame, member_page, one_time_key

SEARCH_LENGTH = 200
_PARAMETERS = frozenset({"kind", "q", "price"})


@member_page
def armoury(request: HttpRequest, who: Viewer) -> HttpResponse:
    """The list; htmx takes only what the filter changes."""
    page = frame(who, "armoury")
    found = selectors.armoury(who=who, query=_query(request))
    page |= {"armoury": found, "query": found.query}
    template = "armoury/list.html" if request.headers.get("HX-Target") == "catalogue" else "armoury/armoury.html"
    return render(request, template, page)


def _query(request: HttpRequest) -> Query:
    given = request.GET
    return Query(
        kind=given.get("kind", ""),
        text=given.get("q", "").strip()[:SEARCH_LENGTH],
        picked={name: tuple(given.getlist(name)) for name in given if name not in _PARAMETERS},
        price_to=count_in(given.get("price", "").replace(".", "").replace(" ", ""), 15),
    )


@member_page
def armoury_entry(request: HttpRequest, who: Viewer, item: int) -> HttpResponse:
    page = frame(who, "armoury")
    found = selectors.entry(who=who, item_id=item)
    model = model_of(found.kind)
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_change" if model and who.is_gm else ""
    page |= {
        "thing": found,
        "chosen": count_in(request.GET.get("figure", "")),
        "admin_url": reverse(name, args=[found.id]) if name else "",
    }
    return render(request, "armoury/entry.html", page)


@require_POST
@member_page
def armoury_take(request: HttpRequest, who: Viewer, item: int) -> HttpResponse:
    """Put a copy on a character's sheet, bought or given."""
    source = Item.objects.filter(pk=item).first()
    wanted = count_in(request.POST.get("figure", "")) or 0
    character = Character.objects.filter(pk=wanted, campaign=who.campaign, template=False).first()
    if source is None or character is None:
        raise NotVisible
    quantity = count_in(request.POST.get("quantity", "1"), 6) or 0
    try:
        things.item_add(
            character=character,
            source=source,
            user=who.user,
            key=one_time_key(request),
            quantity=quantity,
            pay=request.POST.get("pay") == "1",
        )
    except (NotVisible, NotAllowed):
        raise
    except ServiceError as error:
        messages.error(request, error.sentence)
        if not policy.may_see_item(who, source):
            return redirect("armoury", who.campaign.pk)
        return redirect("armoury_entry", who.campaign.pk, item)
    said = ngettext("%(thing)s liegt jetzt bei %(name)s.", "%(count)d × %(thing)s liegen jetzt bei %(name)s.", quantity)
    messages.success(request, said % {"thing": source.name, "name": character.name, "count": quantity})
    return back(request, "armoury_entry", who.campaign.pk, item)
