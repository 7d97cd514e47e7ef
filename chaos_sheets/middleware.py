"""Language and look as somebody set them for himself, wherever he signs in."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import translation

from chaos_sheets.models import Look, User

LOOK_COOKIE = "look"


class Preferences:
    """After sign-in the account decides; before, the browser's language and a cookie for the look."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if isinstance(user, User):
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        else:
            wanted = request.COOKIES.get(LOOK_COOKIE, "")
            user.look = wanted if wanted in Look.values else Look.SYSTEM  # type: ignore[attr-defined]
        return self.get_response(request)


class SignedOut:
    """A part of a page that asks for somebody no longer signed in gets 401, never the sign-in page in its place."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "HX-Request" not in request.headers or request.user.is_authenticated:
            return response
        to_sign_in = response.headers.get("Location", "").startswith(resolve_url(settings.LOGIN_URL))
        if response.status_code == 403 or to_sign_in:
            return HttpResponse("401", status=401, content_type="text/plain", headers={"Cache-Control": "no-store"})
        return response
