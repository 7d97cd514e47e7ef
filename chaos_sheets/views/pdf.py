"""The sheet and the game master's screen as files to print."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseNotModified
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from chaos_sheets import pdf, policy
from chaos_sheets.models import Character
from chaos_sheets.printing.press import PrintFailed
from chaos_sheets.views.guard import member_page
from chaos_sheets.views.sheet import sheet_page


@require_safe
@sheet_page
def sheet_pdf(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    """The whole sheet as PDF; who may not see all of it is told that there is none."""
    key = pdf.sheet_key(who, character)
    tag = f'"{key}"'
    if tag in request.headers.get("If-None-Match", ""):
        return _dated(HttpResponseNotModified(), tag)
    try:
        found = pdf.sheet_pdf(who, character, key)
    except PrintFailed:
        return _failed(request, who, "characters", reverse("sheet_pdf", args=[character.pk]))
    return _answer(found)


@require_safe
@member_page
def screen_pdf(request: HttpRequest, who: policy.Viewer) -> HttpResponse:
    """The game master's screen: numbers of the system, which every member may read."""
    try:
        found = pdf.screen_pdf(who)
    except PrintFailed:
        return _failed(request, who, "lookup", reverse("screen_pdf", args=[who.campaign.pk]))
    if f'"{found.key}"' in request.headers.get("If-None-Match", ""):
        return _dated(HttpResponseNotModified(), f'"{found.key}"')
    return _answer(found)


def _answer(found: pdf.Print) -> HttpResponse:
    response = HttpResponse(found.content, content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(as_attachment=False, filename=found.name) or ""
    return _dated(response, f'"{found.key}"')


def _failed(request: HttpRequest, who: policy.Viewer, here: str, again: str) -> HttpResponse:
    context = {"campaign": who.campaign, "membership": who.membership, "here": here, "again": again}
    response = render(request, "print/failed.html", context, status=503)
    response["Retry-After"] = "10"
    return response


def _dated(response: HttpResponse, tag: str) -> HttpResponse:
    """Browsers may keep it, but ask each time whether it still stands."""
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
