"""The rules to look things up in: for whoever is signed in, and as a campaign plays them for its members."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from chaos_sheets import policy
from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Campaign
from chaos_sheets.numbers import count_in
from chaos_sheets.policy import Viewer
from chaos_sheets.selectors import reference as selectors
from chaos_sheets.selectors.covers import cover_tables
from chaos_sheets.views.guard import frame, member_page, signed_in

SEARCH_LENGTH = 200


@require_safe
@login_required
def reference(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The rules of a system, whoever plays them."""
    try:
        return _page(request, ruleset, None, {"here": "reference", "back": reverse("reference", args=[ruleset])})
    except NotVisible:
        raise Http404 from None


@require_safe
@member_page
def lookup(request: HttpRequest, who: Viewer) -> HttpResponse:
    """The rules as a campaign plays them, with what stands in its armoury."""
    campaign = who.campaign
    page = frame(who, "lookup") | {"back": reverse("lookup", args=[campaign.pk])}
    if request.GET.get("teil") == selectors.TABLES:
        page["covers"] = cover_tables(who=who)
    return _page(request, campaign.ruleset, campaign, page)


def _page(request: HttpRequest, ruleset: str, campaign: Campaign | None, page: dict[str, Any]) -> HttpResponse:
    book = selectors.reference(ruleset=ruleset, campaign=campaign)
    text = request.GET.get("q", "").strip()[:SEARCH_LENGTH]
    wanted = request.GET.get("teil", "")
    found = selectors.search(book, text)
    page |= {
        "book": book,
        "parts": selectors.PARTS,
        "part": wanted if wanted in {part.key for part in selectors.PARTS} else selectors.RULES,
        "search": text,
        "found": found,
        "capped": len(found) == selectors.MOST_FOUND,
    }
    is_part = request.headers.get("HX-Target") == "nachschlagen"
    return render(request, "reference/part.html" if is_part else "reference/page.html", page)


@require_safe
@login_required
@vary_on_headers("HX-Request")
def rule(request: HttpRequest, number: str) -> HttpResponse:
    """One rule: a card for a page that asks for it in place, else its place in the reference."""
    try:
        who = _member(request)
        card = selectors.rule_card(number=number, options=who.campaign.options if who else selectors.NO_OPTIONS)
    except NotVisible:
        raise Http404 from None
    address = reverse("lookup", args=[who.campaign.pk]) if who else reverse("reference", args=[card.ruleset])
    if "HX-Request" not in request.headers:
        return redirect(f"{address}#{number}")
    page = {"card": card, "rule": card.rule, "address": address, "campaign": who.campaign if who else None}
    return render(request, "reference/card.html", page)


def _member(request: HttpRequest) -> Viewer | None:
    """Whose table the question comes from, if it says so; NotVisible for who does not sit there."""
    campaign = request.GET.get("runde")
    return policy.viewer(user=signed_in(request), campaign=count_in(campaign) or 0) if campaign else None
