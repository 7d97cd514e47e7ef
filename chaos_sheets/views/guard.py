"""Who gets to a page: members of its campaign. Everybody else is told that there is nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from json import dumps, loads
from secrets import token_urlsafe
from typing import Any, Concatenate

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from chaos_sheets import policy
from chaos_sheets.errors import NotAllowed, NotVisible, ServiceError
from chaos_sheets.models import User
from chaos_sheets.selectors.news import newest_entry

type Page = Callable[..., HttpResponse]

ONCE = "once"
ONCE_SECONDS = 120


def member_page(view: Callable[Concatenate[HttpRequest, policy.Viewer, ...], HttpResponse]) -> Page:
    """A page of a campaign: `campaign` in the address becomes the viewer."""

    @login_required
    @wraps(view)
    def inner(request: HttpRequest, campaign: int, **parts: Any) -> HttpResponse:
        try:
            return view(request, policy.viewer(user=request.user, campaign=campaign), **parts)
        except NotVisible:
            raise Http404 from None
        except NotAllowed as error:
            raise PermissionDenied(error.sentence) from error

    return inner


def signed_in(request: HttpRequest) -> User:
    """The account behind a request that `login_required` let through."""
    if not isinstance(request.user, User):
        raise TypeError("nobody is signed in")
    return request.user


def one_time_key(request: HttpRequest, *, needed: bool = False) -> str:
    """The key the page made. A form without one counts as its own each time it is sent, unless one is ``needed``.

    Empty for a key no page has made; services refuse it.
    """
    key = request.POST.get("key", "")
    if not key and not needed:
        return token_urlsafe(18)
    return key if key.isascii() and key.isprintable() and len(key) <= 64 else ""


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent, also where that is nothing; None where it is only shown."""
    return request.POST if request.method == "POST" else None


def shown_next(name: str, *args: object, what: dict[str, str], part: str = "") -> HttpResponseRedirect:
    """To another page, which shows something this once: loading it anew neither repeats nor shows it.

    The browser carries it there, so that no table of ours ever holds a link or a key that works.
    """
    page = reverse(name, args=args)
    response = HttpResponseRedirect(page + part)
    response.set_signed_cookie(
        ONCE,
        dumps(what),
        salt=page,
        max_age=ONCE_SECONDS,
        path=page,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Strict",
    )
    return response


def shown_once(request: HttpRequest) -> dict[str, str]:
    """What the browser was given for this page, if anything; who shows it calls `forget_shown`."""
    try:
        found = loads(request.get_signed_cookie(ONCE, salt=request.path, max_age=ONCE_SECONDS) or "")
    except (KeyError, ValueError, BadSignature):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def forget_shown(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if ONCE in request.COOKIES:
        response.delete_cookie(ONCE, path=request.path, samesite="Strict")
    return response


def back(request: HttpRequest, name: str, *args: object) -> HttpResponseRedirect:
    """To the page the form came from, if it is one of ours, else to the one named."""
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(wanted if is_ours else reverse(name, args=args))


def done(request: HttpRequest, work: Callable[[], object], said: str) -> bool:
    """Do the work and say so, or say why not; what may not be seen or done passes through."""
    try:
        work()
    except (NotVisible, NotAllowed):
        raise
    except ServiceError as error:
        messages.error(request, error.sentence)
        return False
    messages.success(request, said)
    return True


def frame(who: policy.Viewer, here: str, newest: int | None = None) -> dict[str, Any]:
    """What every page of a campaign tells the base template; `newest` is the last entry, where it is read already.

    To be called before what the page shows is read: what happens in between is then told to it once more. The other
    way round the page would take itself for newer than it is, and never follow.
    """
    if newest is None:
        newest = newest_entry(who.campaign)
    return {
        "campaign": who.campaign,
        "membership": who.membership,
        "viewer": who,
        "here": here,
        "entry": newest,
    }
