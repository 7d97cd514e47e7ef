"""Language and look as somebody set them for himself, wherever he signs in."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import translation

from chaos_sheets.models import Look, User
from chaos_sheets.views.faults import too_much

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


class TooMuch:
    """What is larger than anything of ours is refused before anybody reads it into memory.

    It is read past, as far as that is bearable: a browser that cannot finish sending never shows the answer.
    """

    READ_PAST = 32_000_000
    CHUNK = 65_536

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        stated = request.META.get("CONTENT_LENGTH") or "0"
        length = int(stated) if stated.isascii() and stated.isdigit() else 0
        # Files are not kept in memory; the fields beside them Django counts itself.
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
        if length <= most or request.content_type == "multipart/form-data":
            return self.get_response(request)
        if length <= self.READ_PAST:
            while request.read(self.CHUNK):
                pass
        return too_much(request)


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
