"""The administration: open to game masters for the catalogue of their campaigns, and to whoever runs the server."""

from __future__ import annotations

from collections.abc import Iterable
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST

from chaos_sheets.models import Campaign, User
from chaos_sheets.selectors import campaign as campaigns

CHOSEN = "admin_campaign"


class Administration(AdminSite):
    site_header = _("Verwaltung")
    site_title = _("Chaos Sheets")
    index_title = _("Katalog der Kampagne")
    site_url = "/"
    enable_nav_sidebar = False
    login_url = "account_login"

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """What other packages would show (e-mail addresses, tokens) has no place here."""
        models = model_or_iterable if isinstance(model_or_iterable, Iterable) else [model_or_iterable]
        ours = [model for model in models if model._meta.app_label == User._meta.app_label]
        super().register(ours, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        return isinstance(user, User) and user.is_active and (user.is_superuser or bool(led(request)))

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Nobody is told that there is something to be seen; who is not signed in signs in first."""
        guarded = view if getattr(view, "csrf_exempt", False) else csrf_protect(view)

        @wraps(view)
        def inner(request: HttpRequest, *args: Any, **options: Any) -> Any:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path(), reverse(self.login_url))
            if not self.has_permission(request):
                raise Http404
            return guarded(request, *args, **options)

        return inner if cacheable else never_cache(inner)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Signing in is allauth's alone, which limits guesses."""
        return redirect(self.login_url)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        return [
            path("runde/", self.admin_view(require_POST(self.choose_campaign)), name="campaign"),
            *super().get_urls(),
        ]

    def choose_campaign(self, request: HttpRequest) -> HttpResponse:
        wanted = request.POST.get("campaign", "")
        if wanted not in {str(campaign.pk) for campaign in led(request)}:
            raise Http404
        request.session[CHOSEN] = int(wanted)
        back = request.POST.get("next", "")
        is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
        return HttpResponseRedirect(back if is_ours else reverse(f"{self.name}:index"))

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return super().each_context(request) | {"led": led(request), "campaign": chosen(request)}

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """One list of what the campaign's catalogue holds, in the order of its ruleset."""
        found = super().get_app_list(request, app_label)
        campaign = chosen(request)
        order = [] if campaign is None else [kind.key for kind in campaigns.ruleset_of(campaign).kinds]
        for app in found:
            app["models"].sort(key=lambda entry: _place_of(entry["model"], order))
        return found


def _place_of(model: Any, order: list[str]) -> int:
    kind = getattr(getattr(model, "objects", None), "kind", "")
    return order.index(kind) if kind in order else len(order)


def led(request: HttpRequest) -> list[Campaign]:
    """The campaigns the asker leads; asked once per request."""
    found: list[Campaign] | None = getattr(request, "_led", None)
    if found is None:
        found = campaigns.led_by(request.user)
        request._led = found  # type: ignore[attr-defined]
    return found


def chosen(request: HttpRequest) -> Campaign | None:
    """The campaign whose catalogue is at hand: the one picked last, or the first."""
    mine = led(request)
    wanted = request.session.get(CHOSEN)
    return next((campaign for campaign in mine if campaign.pk == wanted), mine[0] if mine else None)
