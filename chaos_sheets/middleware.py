"""Language and look as somebody set them for himself, wherever he signs in."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
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
