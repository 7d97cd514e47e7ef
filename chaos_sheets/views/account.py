"""Signing in by a link, one's own settings, and the list of one's campaigns."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from chaos_sheets.errors import ServiceError
from chaos_sheets.forms import JoinForm, NewPasswordForm, PasswordChangeForm, Plain, SettingsForm
from chaos_sheets.middleware import LOOK_COOKIE
from chaos_sheets.models import Language, Look, User
from chaos_sheets.selectors import campaign as selectors
from chaos_sheets.services import account as accounts
from chaos_sheets.services import people
from chaos_sheets.views.guard import back, forget_shown, posted, shown_next, shown_once, signed_in

YEAR = 365 * 24 * 60 * 60


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """Who is in a single campaign is there at once; everybody else chooses."""
    lines = selectors.my_campaigns(user=signed_in(request))
    if len(lines) == 1:
        return redirect("characters", lines[0].id)
    return render(request, "account/home.html", {"campaigns": lines, "here": "campaigns"})


@login_required
def campaigns(request: HttpRequest) -> HttpResponse:
    lines = selectors.my_campaigns(user=signed_in(request))
    return render(request, "account/home.html", {"campaigns": lines, "here": "campaigns"})


# --- by a link ------------------------------------------------------------------------------------------------


@never_cache
@sensitive_post_parameters("password")
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Join a campaign, with the account one has or with a new one."""
    try:
        found = people.invitation_find(token=token)
    except ServiceError as error:
        return _closed(request, error)
    form: Plain = Plain(posted(request)) if request.user.is_authenticated else JoinForm(posted(request))
    if request.method == "POST":
        joined = _join(request, token, form)
        if joined is not None:
            messages.success(request, _("Willkommen in %(campaign)s.") % {"campaign": found.campaign.name})
            return redirect("characters", found.campaign.pk)
    page = {"invitation": found, "form": form, "next": request.path}
    return render(request, "account/invitation.html", page, status=400 if form.errors else 200)


def _join(request: HttpRequest, token: str, form: Plain) -> User | None:
    try:
        if isinstance(request.user, User):
            return people.invitation_accept(token=token, user=request.user)
        if form.is_valid():
            user = people.invitation_accept(
                token=token,
                name=form.cleaned_data["name"],
                password=form.cleaned_data["password"],
                language=_language(),
            )
            login(request, user)
            return user
    except ServiceError as error:
        form.is_valid()
        form.refuse(error)
    return None


def _language() -> str:
    wanted = (get_language() or "").partition("-")[0]
    return wanted if wanted in Language.values else Language.GERMAN.value


@never_cache
@sensitive_post_parameters("password")
def new_password(request: HttpRequest, token: str) -> HttpResponse:
    """Set a new password by the link the game master handed over."""
    try:
        member = people.password_link_find(token=token)
        form = NewPasswordForm(posted(request))
        if request.method == "POST" and form.is_valid():
            people.password_link_redeem(token=token, password=form.cleaned_data["password"])
            messages.success(request, _("Dein neues Passwort gilt. Melde dich damit an."))
            return redirect(settings.LOGIN_URL)
    except ServiceError as error:
        if error.code == "link_invalid":
            return _closed(request, error)
        form.refuse(error)
    page = {"member": member, "form": form}
    return render(request, "account/new_password.html", page, status=400 if form.errors else 200)


def _closed(request: HttpRequest, error: ServiceError) -> HttpResponse:
    return render(request, "account/link_closed.html", {"say": error.sentence}, status=410)


def password_forgotten(request: HttpRequest) -> HttpResponse:
    """There is no mail to send a link by; the game master hands one over."""
    return render(request, "account/password_forgotten.html")


# --- one's own settings ---------------------------------------------------------------------------------------


@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    form = SettingsForm(instance=user)
    if request.method == "POST":
        # A form of this model writes what was typed into its row, also what is refused: it gets one of its own.
        form = SettingsForm(request.POST, instance=User.objects.get(pk=user.pk))
        if form.is_valid():
            accounts.settings_set(user=user, values=form.cleaned_data)
            # What is said of the new settings is said in the new language.
            with translation.override(form.cleaned_data["language"]):
                messages.success(request, _("Deine Einstellungen sind gespeichert."))
            return redirect("account")
    page = _account_page(request, {"form": form, "token": shown_once(request).get("token")})
    return forget_shown(request, page)


def _account_page(request: HttpRequest, page: dict[str, Any]) -> HttpResponse:
    user = signed_in(request)
    page = {
        "form": page.get("form") or SettingsForm(instance=user),
        "password_form": page.get("password_form") or PasswordChangeForm(),
        "token": page.get("token"),
        "has_token": accounts.has_token(user=user),
        "here": "account",
    }
    wrong = page["form"].errors or page["password_form"].errors
    return render(request, "account/settings.html", page, status=400 if wrong else 200)


@login_required
@sensitive_post_parameters("old", "password")
def password_change(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect(f"{reverse('account')}#f2")
    user = signed_in(request)
    form = PasswordChangeForm(request.POST)
    if form.is_valid():
        try:
            accounts.password_set(user=user, old=form.cleaned_data["old"], password=form.cleaned_data["password"])
        except ServiceError as error:
            form.refuse(error)
    if form.errors:
        return _account_page(request, {"password_form": form})
    update_session_auth_hash(request, user)
    messages.success(request, _("Dein neues Passwort gilt."))
    return redirect("account")


@login_required
@require_POST
@never_cache
def token_create(request: HttpRequest) -> HttpResponse:
    """A new token for programs; it is shown on the next page alone, and the one before no longer works."""
    token = accounts.token_create(user=signed_in(request))
    return shown_next("account", what={"token": token}, part="#schluessel")


@login_required
@require_POST
def token_revoke(request: HttpRequest) -> HttpResponse:
    accounts.token_revoke(user=signed_in(request))
    messages.success(request, _("Der Schlüssel gilt nicht mehr."))
    return redirect("account")


# --- language and look, from the menu -------------------------------------------------------------------------


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    wanted = request.POST.get("language", "")
    response = _back_home(request)
    if wanted in Language.values:
        if isinstance(request.user, User):
            accounts.settings_set(user=request.user, values={"language": wanted})
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, wanted, max_age=YEAR, samesite="Lax")
    return response


@require_POST
def look(request: HttpRequest) -> HttpResponse:
    wanted = request.POST.get("look", "")
    response = _back_home(request)
    if wanted in Look.values:
        if isinstance(request.user, User):
            accounts.settings_set(user=request.user, values={"look": wanted})
        response.set_cookie(LOOK_COOKIE, wanted, max_age=YEAR, samesite="Lax")
    return response


def _back_home(request: HttpRequest) -> HttpResponseRedirect:
    return back(request, "home")
