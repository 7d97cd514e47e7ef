"""The log: who changed what, when and why; one entry in full; taking it back; what is new for pages that follow."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from chaos_sheets import policy
from chaos_sheets.errors import AlreadyUndone, NotAllowed, NotVisible, NotYet, ServiceError
from chaos_sheets.models import JournalEntry
from chaos_sheets.numbers import count_in
from chaos_sheets.selectors import log as selectors
from chaos_sheets.selectors import news
from chaos_sheets.selectors.bodies import body_views
from chaos_sheets.selectors.known import Known, Named
from chaos_sheets.selectors.log import Filters
from chaos_sheets.selectors.reversal import undo_view
from chaos_sheets.services.undoing import entry_undo
from chaos_sheets.views.guard import back, frame, member_page, one_time_key, signed_in
from combat.core.text import is_printable

LONGEST = 200
LONGEST_REASON = 2000


class Wrong(NamedTuple):
    """What is wrong with a field of the filter: its id on the page, its label, what to do."""

    id: str
    label: str
    text: str


def _date(given: str, name: str, label: str, wrong: list[Wrong]) -> date | None:
    if not given:
        return None
    try:
        found = parse_date(given)
    except ValueError:
        found = None
    if found is None:
        wrong.append(Wrong(f"filter-{name}", label, _("Gib ein Datum so an: 2026-11-30.")))
    return found


def filters_from(given: Mapping[str, str]) -> tuple[Filters, list[Wrong]]:
    """What the address narrows the log down to, and what of it makes no sense."""
    wrong: list[Wrong] = []
    text = given.get("q", "").strip()
    if len(text) > LONGEST:
        wrong.append(Wrong("filter-q", _("Text"), _("Such nach höchstens %(most)s Zeichen.") % {"most": LONGEST}))
        text = ""
    elif not is_printable(text):
        wrong.append(Wrong("filter-q", _("Text"), _("Der Text enthält unsichtbare Steuerzeichen. Tipp ihn neu ein.")))
        text = ""
    filters = Filters(
        about=given.get("about", ""),
        who=count_in(given.get("who", "")),
        cause=given.get("cause", "")[:40] if is_printable(given.get("cause", "")) else "",
        text=text,
        first=_date(given.get("from", ""), "from", _("von"), wrong),
        last=_date(given.get("to", ""), "to", _("bis"), wrong),
        before=count_in(given.get("before", "")),
    )
    return filters, wrong


def _address(request: HttpRequest, **other: object) -> str:
    """This page with other parameters: the filters stay."""
    query = request.GET.copy()
    for name, value in other.items():
        query.pop(name, None)
        if value is not None:
            query[name] = str(value)
    return f"{request.path}?{query.urlencode()}" if query else request.path


@member_page
@require_GET
def log(request: HttpRequest, who: policy.Viewer) -> HttpResponse:
    filters, wrong = filters_from(request.GET.dict())
    known = Known.of(who)
    newest, causes = selectors.causes(who, known)
    try:
        view = selectors.log_view(who=who, filters=filters, known=known)
    except NotVisible:
        wrong.append(Wrong("filter-about", _("Figur"), _("Diese Figur gibt es nicht, oder du darfst sie nicht sehen.")))
        view = selectors.LogView(lines=(), older=None)
    context = {
        "campaign": who.campaign,
        "membership": who.membership,
        "here": "log",
        "log": view,
        "entry": newest,
        "filters": filters,
        "typed": request.GET,
        "errors": wrong,
        "people": _about(filters, known),
        "members": selectors.members(who),
        "causes": causes,
        "older": _address(request, before=view.older) if view.older else "",
        "newer": _address(request, before=None) if filters.before else "",
        "here_again": request.get_full_path(),
    }
    part = "log/lines.html" if _wants(request, "protokoll") else "log/log.html"
    return render(request, part, context, status=400 if wrong else 200)


def _about(filters: selectors.Filters, known: Known) -> tuple[Named, ...]:
    """Whom the log can be narrowed down to; the fight it is narrowed down to by its page stands among them."""
    fight = filters.about if filters.about in known.fights and known.name(filters.about) else ""
    return (*known.people(), *([Named(ref=fight, name=known.name(fight))] if fight else []))


def _wants(request: HttpRequest, part: str) -> bool:
    """Whether a page that is open asks for one part of itself."""
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-Target") == part


@member_page
@require_GET
def log_entry(request: HttpRequest, who: policy.Viewer, entry: int) -> HttpResponse:
    known = Known.of(who)
    row = selectors.entry_of(who=who, known=known, entry=entry)
    view = selectors.entry_view(who=who, known=known, entry=row)
    part = request.GET.get("part", "")
    context: dict[str, Any] = {"campaign": who.campaign, "told": view, "line": view.line, "story": view.story}
    if part == "trace":
        return render(request, "log/trace.html", context)
    newest = selectors.newest_beside(row)
    context["bodies"] = body_views(
        who=who,
        known=known,
        refs=view.story.struck,
        marks=view.story.marks,
        entry=row,
        is_newest=newest == row.pk,
    )
    if part == "card":
        return render(request, "log/card.html", {**context, "fresh": True})
    return render(request, "log/entry.html", {**frame(who, "log", newest), **context})


@member_page
@require_http_methods(["GET", "POST"])
def undo(request: HttpRequest, who: policy.Viewer, entry: int) -> HttpResponse:
    known = Known.of(who)
    row = selectors.entry_of(who=who, known=known, entry=entry)
    if not policy.may_undo(who, row):
        raise NotAllowed
    given = request.POST if request.method == "POST" else request.GET
    only, reason = given.get("only", ""), given.get("reason", "")
    problem, status = "", 200
    # One click is enough where everything can be put back; else what would be left is shown first.
    hasty = given.get("at_once") == "1" and _leaves_something(known, row)
    if request.method == "POST" and not hasty:
        try:
            made = entry_undo(
                entry=row,
                user=signed_in(request),
                key=one_time_key(request, needed=True),
                only=only or None,
                reason=reason,
            )
        except AlreadyUndone:
            messages.info(request, _("Dieser Eintrag war schon zurückgenommen."))
            return back(request, "log_entry", who.campaign.pk, row.pk)
        except (NotVisible, NotAllowed):
            raise
        except ServiceError as error:
            problem, status = error.sentence, error.status
        else:
            messages.success(request, _("Zurückgenommen."))
            return back(request, "log_entry", who.campaign.pk, made.pk)
    context: dict[str, Any] = {"campaign": who.campaign, "here": "log", "problem": problem, "reason": reason}
    try:
        context["plan"] = undo_view(known=known, entry=row, only=only)
    except (AlreadyUndone, NotYet) as error:
        context["plan"], context["problem"], status = None, error.sentence, 409
    context["line"] = selectors.line_of_entry(who=who, known=known, entry=row)
    return render(request, "log/undo.html", {**context, "longest": LONGEST_REASON}, status=status)


def _leaves_something(known: Known, row: JournalEntry) -> bool:
    try:
        plan = undo_view(known=known, entry=row)
    except (AlreadyUndone, NotYet):
        return False
    return bool(plan.left)


@require_GET
def changes(request: HttpRequest, campaign: int) -> HttpResponse:
    """What is new since an entry. Pages ask every two seconds: one query when nothing is."""
    try:
        who = policy.viewer(user=request.user, campaign=campaign)
    except NotVisible:
        return JsonResponse({"code": "not_found"}, status=404 if request.user.is_authenticated else 401)
    since = count_in(request.GET.get("since", ""))
    if since is None:
        return JsonResponse({"code": "bad_request"}, status=400)
    entry, refs = news.changes_since(who=who, since=since)
    told = {"entry": entry, "refs": refs, "asks": news.asks(who)}
    return JsonResponse(told, headers={"Cache-Control": "no-store"})
