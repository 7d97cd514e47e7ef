"""The game master sets a fight up: who is in it and on which side, what stands about, in which order they act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from chaos_sheets import policy
from chaos_sheets.errors import FieldError, Invalid, NotAllowed, NotVisible, ServiceError, StaleEdit
from chaos_sheets.models import Character, Item, Known
from chaos_sheets.numbers import count_in
from chaos_sheets.views.guard import frame, member_page, one_time_key, signed_in
from combat import services
from combat.models import Encounter
from combat.selectors.announce import FormError
from combat.selectors.encounter_page import beginning, question_rows
from combat.selectors.encounter_rows import Look, row_views
from combat.selectors.encounter_setup import cover_choice, setup_view, side_flags, sides
from combat.selectors.encounter_view import RowView
from combat.selectors.encounters import encounter_of, table_of
from combat.views.encounter import HERE, STEPS, is_part

MOST_CHOSEN = 60
PREFIXES = {"vorlagen": "copies", "figuren": "join", "deckung": "cover", "name": "fight"}
"""What the fields of each form are called on the page, by the place the form stands."""
FIELDS = {
    "template": gettext_lazy("Vorlage"),
    "count": gettext_lazy("Wie viele"),
    "name": gettext_lazy("Name"),
    "party": gettext_lazy("Seite"),
    "characters": gettext_lazy("Wer"),
    "source": gettext_lazy("Was"),
}

type Work = Callable[[], object]


@member_page
@require_GET
def encounter_setup(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    return _page(request, who, encounter)


def _page(
    request: HttpRequest,
    who: policy.Viewer,
    number: int,
    *,
    errors: list[FormError] | None = None,
    status: int = 200,
    stale: bool = False,
) -> HttpResponse:
    """The page, with what was typed where something of it was refused; `stale`: with the order as it stands."""
    shown = frame(who, HERE)
    table = table_of(who, number)
    policy.lead(who)
    look = Look.of(who, table)
    record = table.encounter
    rows, _by_what = row_views(look)
    order = [ref for ref in table.fight.order if ref in table.characters]
    context: dict[str, Any] = {
        **shown,
        "fight": {
            "id": number,
            "name": look.table.encounter.row.name if look.table.encounter else "",
            "round": table.fight.round,
            "closed": bool(record and record.row.closed),
            "current": table.fight.current,
            "ready": len(table.characters) > 1,
        },
        "rows": rows,
        # The order stands between the others once there is one: the fields are counted on from it.
        "first": 4 if rows and table.fight.round else 3,
        "beginning": beginning(look, question_rows(who, number)),
        "order": order,
        "places": _places({} if stale else request.POST, rows, order),
        "setup": setup_view(look, request.POST.getlist("character")),
        "typed": request.POST,
        "chosen": request.POST.getlist("character"),
        "errors": errors or [],
        "wrong": {error.id for error in errors or ()},
        "steps": STEPS,
    }
    return render(request, "encounter/setup.html", context, status=status)


def _places(sent: Mapping[str, str], rows: Sequence[RowView], order: Sequence[str]) -> list[tuple[RowView, str, bool]]:
    """Everybody with his place in the order and whether it is his turn: as typed, where that was refused."""
    typed, found = "shown" in sent, []
    for number, row in enumerate(rows, start=1):
        place = str(number) if row.ref in order and not row.waits else ""
        current = sent.get("current", "") == row.ref if typed else row.now
        found.append((row, sent.get(f"place.{row.ref}", "") if typed else place, current))
    return found


def _led(who: policy.Viewer, number: int) -> Encounter:
    """The fight, for the game master: asked before anything is looked up, so that no answer tells what there is."""
    row = encounter_of(who, number)
    policy.lead(who)
    return row


def _do(request: HttpRequest, who: policy.Viewer, row: Encounter, work: Work, said: str, place: str) -> HttpResponse:
    """Do it and show the page anew, or tell at its place what is wrong and keep what was typed."""
    number = row.pk
    if not one_time_key(request, needed=True):
        old = FormError(place, _("Seite"), _("Dieses Formular ist veraltet. Lade die Seite neu."))
        return _page(request, who, number, errors=[old], status=400)
    try:
        work()
    except (NotVisible, NotAllowed):
        raise
    except StaleEdit:
        text = _(
            "Die Reihenfolge ist inzwischen eine andere. Nichts ist gespeichert; sie steht hier, wie sie jetzt gilt."
        )
        return _page(request, who, number, errors=[FormError(place, _("Reihenfolge"), text)], status=409, stale=True)
    except Invalid as invalid:
        found = [_at_field(place, error) for error in invalid.errors]
        return _page(request, who, number, errors=found, status=invalid.status)
    except ServiceError as error:
        return _page(request, who, number, errors=[FormError(place, _("Kampf"), error.sentence)], status=error.status)
    messages.success(request, said)
    if request.POST.get("in_fight"):
        return HttpResponseRedirect(reverse("encounter", args=[who.campaign.pk, number]) + "#f4")
    return HttpResponseRedirect(reverse("encounter_setup", args=[who.campaign.pk, number]) + f"#{place}")


def _at_field(place: str, error: FieldError) -> FormError:
    """An error at the field it is about, which carries the word that stands beside it."""
    prefix, word = PREFIXES.get(place, place), FIELDS.get(error.field, gettext_lazy("Eingabe"))
    known = place in PREFIXES and error.field in FIELDS
    return FormError(f"{prefix}-{error.field}" if known else place, str(word), error.sentence)


def _by(request: HttpRequest) -> dict[str, Any]:
    return {"user": signed_in(request), "key": one_time_key(request, needed=True)}


def _character(who: policy.Viewer, request: HttpRequest) -> Character:
    number = count_in(request.POST.get("character", ""))
    found = Character.objects.filter(pk=number or 0, campaign=who.campaign, template=False).first()
    if found is None:
        raise NotVisible
    return found


@member_page
@require_POST
def encounter_rename(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    row = _led(who, encounter)
    name = request.POST.get("name", "")

    def work() -> object:
        return services.encounter_rename(encounter=row, name=name, **_by(request))

    return _do(request, who, row, work, _("Gespeichert."), "name")


@member_page
@require_POST
def encounter_join(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    """Characters that are there already come in."""
    row = _led(who, encounter)
    numbers = [count_in(text) or 0 for text in request.POST.getlist("character")[:MOST_CHOSEN]]
    rows = list(Character.objects.filter(pk__in=numbers, campaign=who.campaign, template=False))
    if len(rows) != len(set(numbers)):
        raise NotVisible

    def work() -> object:
        return services.encounter_join(
            encounter=row, characters=rows, party=request.POST.get("party", ""), **_by(request)
        )

    return _do(request, who, row, work, _("Sie sind dabei."), "figuren")


@member_page
@require_POST
def encounter_copies(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    """So many after a template come in, each a character of his own."""
    row = _led(who, encounter)
    number, count = count_in(request.POST.get("template", "")), count_in(request.POST.get("count", ""), 4)
    template = Character.objects.filter(pk=number or 0, template=True).first()
    if template is None:
        raise NotVisible

    def work() -> object:
        return services.encounter_join_copies(
            encounter=row,
            template=template,
            count=0 if count is None else count,
            party=request.POST.get("party", ""),
            name=request.POST.get("name", ""),
            known=request.POST.get("known", Known.KIND),
            **_by(request),
        )

    return _do(request, who, row, work, _("Sie sind dabei."), "vorlagen")


@member_page
@require_POST
def encounter_leave(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    row = _led(who, encounter)
    character = _character(who, request)

    def work() -> object:
        return services.encounter_leave(encounter=row, character=character, **_by(request))

    return _do(request, who, row, work, _("%(name)s ist draußen.") % {"name": character.name}, "dabei")


@member_page
@require_POST
def encounter_party(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    row = _led(who, encounter)
    character = _character(who, request)

    def work() -> object:
        party = request.POST.get("party", "")
        return services.encounter_party_set(encounter=row, character=character, party=party, **_by(request))

    return _do(request, who, row, work, _("Gespeichert."), "dabei")


@member_page
@require_POST
def encounter_side(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    """One fact for a whole side at once: surprised, in motion."""
    row = _led(who, encounter)
    look = Look.of(who, table_of(who, encounter))
    side = next((side for side in sides(look) if side.name == request.POST.get("party", "")), None)
    flag = next((flag for flag in side_flags(look) if flag.ref == request.POST.get("flag")), None)
    if side is None or flag is None:
        raise NotVisible
    value = request.POST.get("on") == "1"
    stated: Any = {"combatants": {ref: {"flags": {flag.ref: value}} for ref in side.refs}}

    def work() -> object:
        return services.encounter_state_set(encounter=row, stated=stated, **_by(request))

    side_name = side.name or _("ohne Seite")
    text = _("%(side)s: %(fact)s.") if value else _("%(side)s: nicht mehr %(fact)s.")
    return _do(request, who, row, work, text % {"side": side_name, "fact": flag.name}, "seiten")


@member_page
@require_POST
def encounter_order(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    """The order by the numbers the game master has given; who has none does not act this round."""
    row = _led(who, encounter)
    look = Look.of(who, table_of(who, encounter))
    places, errors = [], []
    for ref in look.table.characters:
        text = request.POST.get(f"place.{ref}", "").strip()
        place = count_in(text, 4)
        if text and place is None:
            errors.append(FormError(f"place.{ref}", look.known.name(ref), _("Gib eine Zahl ein: 1 ist zuerst dran.")))
        elif place is not None:
            places.append((place, ref))
    if errors:
        return _page(request, who, encounter, errors=errors, status=400)
    order = [ref for _place, ref in sorted(places, key=lambda each: each[0])]
    shown = [ref for ref in request.POST.get("shown", "").split(" ") if ref]
    current, was = request.POST.get("current", ""), request.POST.get("was", "")

    def work() -> object:
        return services.encounter_order_set(
            encounter=row,
            order=order,
            current=current if current in order else "",
            shown=(shown, was),
            reason=request.POST.get("reason", ""),
            **_by(request),
        )

    return _do(request, who, row, work, _("Die Reihenfolge steht."), "reihenfolge")


@member_page
@require_http_methods(["GET", "POST"])
def encounter_cover(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    """A cover from the catalogue or from the table comes into the fight; the form for it where its page asks for it."""
    if request.method == "GET":
        look = Look.of(who, table_of(who, encounter))
        policy.lead(who)
        if not is_part(request):
            return HttpResponseRedirect(reverse("encounter_setup", args=[who.campaign.pk, encounter]) + "#deckung")
        context = {"campaign": who.campaign, "fight": {"id": encounter}, "setup": cover_choice(look), "in_fight": True}
        return render(request, "encounter/cover_form.html", context)
    row = _led(who, encounter)
    found = Item.objects.filter(pk=count_in(request.POST.get("cover", "")) or 0).first()
    if found is None:
        raise NotVisible

    def work() -> object:
        return services.encounter_cover_place(
            encounter=row, source=found, name=request.POST.get("name", ""), **_by(request)
        )

    return _do(request, who, row, work, _("Die Deckung steht."), "deckung")


@member_page
@require_POST
def encounter_cover_remove(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    row = _led(who, encounter)
    found = Item.objects.filter(pk=count_in(request.POST.get("cover", "")) or 0, campaign=who.campaign).first()
    if found is None:
        raise NotVisible

    def work() -> object:
        return services.encounter_cover_remove(encounter=row, cover=found, **_by(request))

    return _do(request, who, row, work, _("Die Deckung ist weg."), "deckung")
