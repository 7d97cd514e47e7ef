"""Actions without a target, beside the sheet they belong to: repair, a test. The bill, the deed, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from chaos_sheets import policy
from chaos_sheets.errors import Invalid, NotAllowed, NotVisible, ServiceError
from chaos_sheets.models import JournalEntry
from chaos_sheets.records import KEY, is_ref
from chaos_sheets.selectors.known import Known
from chaos_sheets.trace import reason_views
from chaos_sheets.views.guard import frame, member_page, one_time_key, signed_in
from chaos_sheets.views.values import read
from combat.core.event import COST
from combat.core.intent import Offer, Preview, Reason, Refused
from combat.core.schema import FieldKind
from combat.core.value import Json
from combat.requests import HOUSE
from combat.selectors.bill_view import price_of
from combat.selectors.offered import offered_to
from combat.selectors.task import choice_view, chosen, his_people, task_view
from combat.services import Acted, act, offers, preview, previews

MOST_BILLS = 40


@member_page
@require_http_methods(["GET", "POST"])
def task(request: HttpRequest, who: policy.Viewer) -> HttpResponse:
    """The action named by the address: its bill, or, sent, the action itself."""
    values = request.POST if request.method == "POST" else request.GET
    actor, form, item = values.get("actor", ""), values.get("form", ""), values.get("item", "")
    # All three are chosen from lists: what cannot even be a name of one is not there.
    if (actor and not is_ref(actor)) or (item and not is_ref(item)) or (form and not KEY.fullmatch(form)):
        raise NotVisible
    if request.method == "GET" and not (actor and item):
        choice = _choice(request, who, actor, form)
        if choice is not None:
            return choice
    try:
        offer = _offer(request, who, actor, form, item)
    except NotVisible:
        made = _made_before(request, who, form)
        if made is None:
            raise
        return _to(request, reverse("log_entry", args=[who.campaign.pk, made.pk]))
    wrong = ""
    parameters: dict[str, Json] = {}
    try:
        parameters = _parameters(request, offer)
    except Invalid as error:
        wrong = error.sentence
    if request.method == "POST" and not wrong:
        return _do(request, who, offer, actor, item, parameters)
    return _panel(request, who, offer, actor, item, parameters, wrong=wrong)


def _made_before(request: HttpRequest, who: policy.Viewer, form: str) -> JournalEntry | None:
    """What the same form has come to already, where nothing is left to do it with or to."""
    if request.method != "POST":
        return None
    rows = JournalEntry.objects.filter(campaign=who.campaign, user=who.user, cause=form)
    return rows.filter(key=one_time_key(request, needed=True)).first()


def _to(request: HttpRequest, address: str) -> HttpResponse:
    """To another page, also for an open one that asked for a part of itself."""
    if not request.headers.get("HX-Request"):
        return HttpResponseRedirect(address)
    return HttpResponse(status=204, headers={"HX-Redirect": address})


def _choice(request: HttpRequest, who: policy.Viewer, actor: str, form: str) -> HttpResponse | None:
    """With what, where the address does not say it; for whom, where it names nobody. None if nothing is to choose."""
    shown = frame(who, "attack")
    known = Known.of(who)
    found: tuple[Offer, ...] | None = None
    bills: dict[str, Reason] = {}
    if actor:
        asked = _intent(request, actor, form, "", {}, paid=False)
        found = offered_to(known, offers(campaign=who.campaign, user=signed_in(request), request=asked))
        found = tuple(offer for offer in found if offer.form == form and not offer.needs_target)
        open_to_him = [offer.item for offer in found if offer.item and not offer.reasons]
        if open_to_him:
            bills = _bills(request, who, asked, open_to_him[:MOST_BILLS])
        if not found:
            raise NotVisible
        if any(not offer.item for offer in found):
            return None
    elif not _is_done_by_somebody(request, known, form):
        raise NotVisible
    view = choice_view(known, actor=actor, form=form, offers=found, bills=bills)
    return render(request, "task/choice.html", {**shown, "choice": view})


def _is_done_by_somebody(request: HttpRequest, known: Known, form: str) -> bool:
    """Whether the word is an action without a target that any of his may ever do: most words of the rules are none."""
    return any(
        offer.form == form and not offer.needs_target
        for row in his_people(known)
        for offer in offers(
            campaign=known.who.campaign,
            user=signed_in(request),
            request=_intent(request, row.ref, form, "", {}, paid=False),
        )
    )


def _bills(request: HttpRequest, who: policy.Viewer, asked: dict[str, Json], items: Sequence[str]) -> dict[str, Reason]:
    """The bill of each thing for which there is one."""
    shown = previews(campaign=who.campaign, user=signed_in(request), request=asked, items=items)
    warned = {item: [each for each in seen.warnings if COST in each.data] for item, seen in shown.items()}
    return {item: warnings[0] for item, warnings in warned.items() if warnings}


def _intent(
    request: HttpRequest, actor: str, form: str, item: str, parameters: dict[str, Json], *, paid: bool = True
) -> dict[str, Json]:
    part: dict[str, Json] = {"form": form, "item": item, "targets": [], "parameters": parameters}
    asked: dict[str, Json] = {"fight": {"combatants": {actor: {}}}, "intent": {"actor": actor, "parts": [part]}}
    payer = _payer(request)
    return asked | ({"payer": payer} if paid and payer not in ("", actor) else {})


def _payer(request: HttpRequest) -> str:
    payer = (request.POST if request.method == "POST" else request.GET).get("payer", "")
    if payer and payer != HOUSE and not is_ref(payer):
        raise NotVisible
    return payer


def _offer(request: HttpRequest, who: policy.Viewer, actor: str, form: str, item: str) -> Offer:
    asked = _intent(request, actor, form, item, {}, paid=False)
    found = offers(campaign=who.campaign, user=signed_in(request), request=asked)
    for offer in offered_to(Known.of(who), found):
        if offer.form == form and offer.item in ("", item) and not offer.needs_target:
            return offer
    raise NotVisible


def _parameters(request: HttpRequest, offer: Offer) -> dict[str, Json]:
    values = request.POST if request.method == "POST" else request.GET
    typed: dict[str, Json] = {}
    for field in offer.parameters:
        name = f"p.{field.path}"
        if field.kind is FieldKind.CHOICES:
            typed[field.path] = list(values.getlist(name))
        elif values.get(name):
            typed[field.path] = read(field, field.path, values[name])
        error = field.check(typed[field.path]) if typed.get(field.path) else None
        if error is not None:
            raise Invalid.of(error.path, error.code, **error.data)
    return chosen(offer, typed)


def _panel(
    request: HttpRequest,
    who: policy.Viewer,
    offer: Offer,
    actor: str,
    item: str,
    parameters: dict[str, Json],
    *,
    wrong: str = "",
    status: int = 200,
    more: dict[str, Any] | None = None,
) -> HttpResponse:
    shown = frame(who, "attack")
    seen: Preview | None = None
    try:
        asked = _intent(request, actor, offer.form, item, parameters)
        seen = preview(campaign=who.campaign, user=signed_in(request), request=asked)
    except ServiceError as error:
        wrong = wrong or error.sentence
    view = task_view(
        who=who, offer=offer, actor=actor, item=item, parameters=parameters, preview=seen, payer=_payer(request)
    )
    context = {
        **shown,
        "task": view,
        "wrong": wrong,
        "key": one_time_key(request, needed=True),
        **(more or {}),
    }
    if wrong and status == 200:
        status = 422
    template = "task/panel.html" if request.headers.get("HX-Request") else "task/page.html"
    return render(request, template, context, status=status)


def _do(
    request: HttpRequest, who: policy.Viewer, offer: Offer, actor: str, item: str, parameters: dict[str, Json]
) -> HttpResponse:
    user = signed_in(request)
    if _is_other_bill(request, who, actor, offer, item, parameters):
        text = _(
            "Die Rechnung hat sich inzwischen geändert. Es ist nichts gebucht: Sieh sie an und schick sie noch einmal."
        )
        return _panel(request, who, offer, actor, item, parameters, wrong=text, status=409)
    try:
        done = act(
            campaign=who.campaign,
            user=user,
            request=_intent(request, actor, offer.form, item, parameters),
            key=one_time_key(request, needed=True),
            app_dice=not user.own_dice,
        )
    except Refused as refused:
        reasons = reason_views(Known.of(who).reader({actor, item} - {""}), refused.reasons)
        text = " ".join(reason.text for reason in reasons)
        return _panel(request, who, offer, actor, item, parameters, wrong=text, status=409)
    except (NotVisible, NotAllowed):
        raise
    except ServiceError as error:
        return _panel(request, who, offer, actor, item, parameters, wrong=error.sentence, status=_status(error))
    return _came(request, who, offer, actor, item, done)


def _is_other_bill(
    request: HttpRequest, who: policy.Viewer, actor: str, offer: Offer, item: str, parameters: dict[str, Json]
) -> bool:
    """Whether it costs something else by now than the page showed; what was done already is not done again anyway."""
    seen = request.POST.get("seen")
    key = one_time_key(request, needed=True)
    if seen is None or JournalEntry.objects.filter(campaign=who.campaign, key=key).exists():
        return False
    asked = _intent(request, actor, offer.form, item, parameters)
    now = preview(campaign=who.campaign, user=signed_in(request), request=asked)
    return not now.reasons and seen != str(sum(price_of(who, warning) for warning in now.warnings))


def _status(error: ServiceError) -> int:
    return 422 if error.status == 400 else error.status


def _came(request: HttpRequest, who: policy.Viewer, offer: Offer, actor: str, item: str, done: Acted) -> HttpResponse:
    """Done: say so and link to the entry. A roll that somebody makes with his own dice is typed on its own page."""
    if done.entry is None and done.resolution is not None:
        address = reverse("answer", args=[who.campaign.pk, done.resolution.pk])
    elif done.entry is not None:
        address = reverse("log_entry", args=[who.campaign.pk, done.entry.pk])
    else:
        raise NotVisible
    if done.entry is None or not request.headers.get("HX-Request"):
        return _to(request, address)
    response = _panel(request, who, offer, actor, item, {}, more={"done": address, "done_entry": done.entry.pk})
    response["HX-Trigger"] = "acted"
    return response
