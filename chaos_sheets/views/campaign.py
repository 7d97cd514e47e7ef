"""A campaign: its figures, its members, its house rules. Every change goes through the services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from chaos_sheets import policy
from chaos_sheets.errors import Invalid, NotAllowed, NotVisible, ServiceError
from chaos_sheets.forms import CampaignForm, InviteForm, NewCampaignForm, NewCharacterForm
from chaos_sheets.models import Character, Role
from chaos_sheets.numbers import count_in
from chaos_sheets.policy import Viewer
from chaos_sheets.selectors import campaign as selectors
from chaos_sheets.selectors import house_rules
from chaos_sheets.services import people, sheets
from chaos_sheets.views.guard import (
    back,
    done,
    forget_shown,
    frame,
    member_page,
    one_time_key,
    posted,
    shown_next,
    shown_once,
    signed_in,
)

NEWEST = 6
SEARCH_LENGTH = 200
LEFT = "left"
"""Kept of a session: which campaign he left last, and as which member."""


# --- figures --------------------------------------------------------------------------------------------------


@member_page
def characters(request: HttpRequest, who: Viewer) -> HttpResponse:
    """Who is there, how they fare, what stands on the table, what happened last."""
    search = request.GET.get("q", "")[:SEARCH_LENGTH]
    page = frame(who, "characters") | {
        "figures": selectors.figures(who=who, search=search),
        "search": search,
        "log": selectors.newest_lines(who=who, most=NEWEST),
        "may_create": not who.is_spectator and not who.campaign.retired,
        "members": selectors.owners(who=who) if who.is_gm else (),
        "templates": selectors.own_templates(who=who),
    }
    is_part = request.headers.get("HX-Target") == "figuren"
    return render(request, "campaign/figures_part.html" if is_part else "campaign/figures.html", page)


@member_page
def character_new(request: HttpRequest, who: Viewer) -> HttpResponse:
    if who.is_spectator:
        raise NotAllowed
    owners = selectors.owners(who=who) if who.is_gm else None
    form = NewCharacterForm(posted(request), templates=selectors.templates(who=who), owners=owners)
    if request.method == "POST" and form.is_valid():
        try:
            made = _create(request, who, form)
        except (NotVisible, NotAllowed):
            raise
        except ServiceError as error:
            form.refuse(error)
        else:
            messages.success(request, _("%(name)s ist angelegt.") % {"name": made.name})
            return redirect(reverse("sheet", args=[made.pk]))
    return render(
        request,
        "campaign/character_new.html",
        frame(who, "characters") | {"form": form},
        status=400 if form.errors else 200,
    )


def _create(request: HttpRequest, who: Viewer, form: NewCharacterForm) -> Character:
    given = form.cleaned_data
    owner = who.campaign.memberships.filter(pk=given["owner"]).first() if given.get("owner") else None
    template = None
    if given["template"]:
        template = Character.objects.filter(pk=count_in(given["template"]) or 0, template=True).first()
        # Stock of another system is no secret: the service says why it cannot be had here.
        elsewhere = template and template.campaign_id is None and template.ruleset != who.campaign.ruleset
        if template is None or not (elsewhere or policy.may_use_template(who, template)):
            raise Invalid.of("template", "not_a_choice")
    return sheets.character_create(
        campaign=who.campaign,
        user=who.user,
        key=one_time_key(request),
        name=given["name"] or ("" if template else _("Namenlos")),
        template=template,
        owner=owner,
        known=given.get("known") or None,
        public_name=given.get("public_name") or "",
    )


def _figure(who: Viewer, number: int) -> Character:
    found = Character.objects.filter(pk=number, campaign=who.campaign, template=False).first()
    if found is None or policy.sight(who, found) is policy.Sight.NOTHING:
        raise NotVisible
    return found


@require_POST
@member_page
def character_reveal(request: HttpRequest, who: Viewer, character: int) -> HttpResponse:
    row = _figure(who, character)
    known, public_name = request.POST.get("known", ""), request.POST.get("public_name")

    def work() -> object:
        return sheets.character_reveal(
            character=row, user=who.user, key=one_time_key(request), known=known, public_name=public_name
        )

    done(request, work, _("Gespeichert: %(name)s") % {"name": row.name})
    return back(request, "characters", who.campaign.pk)


@require_POST
@member_page
def character_hand_over(request: HttpRequest, who: Viewer, character: int) -> HttpResponse:
    row = _figure(who, character)
    wanted = request.POST.get("to", "")
    to = who.campaign.memberships.filter(pk=count_in(wanted) or 0).first() if wanted else None
    if wanted and to is None:
        raise NotVisible

    def work() -> object:
        return people.character_hand_over(character=row, user=who.user, to=to, key=one_time_key(request))

    said = _("%(name)s gehört jetzt %(owner)s.") if to else _("%(name)s gehört jetzt der Spielleitung.")
    done(request, work, said % {"name": row.name, "owner": to.user.get_username() if to else ""})
    return back(request, "characters", who.campaign.pk)


@require_POST
@member_page
def character_retire(request: HttpRequest, who: Viewer, character: int) -> HttpResponse:
    row = _figure(who, character)
    is_back = "restore" in request.POST
    service = sheets.character_restore if is_back else sheets.character_retire
    said = _("%(name)s ist wieder da.") if is_back else _("%(name)s ist stillgelegt.")
    done(
        request,
        lambda: service(character=row, user=who.user, key=one_time_key(request)),
        said % {"name": row.name},
    )
    return back(request, "characters", who.campaign.pk)


# --- the campaign itself --------------------------------------------------------------------------------------


@login_required
def campaign_new(request: HttpRequest) -> HttpResponse:
    systems = selectors.rulesets()
    form = NewCampaignForm(posted(request), rulesets=systems)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            made = people.campaign_create(
                user=signed_in(request),
                key=one_time_key(request),
                name=given["name"],
                ruleset=given["ruleset"],
                currency=given["currency"],
                rate=given["rate"],
            )
        except ServiceError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Die Runde steht. Lade jetzt deine Leute ein."))
            return redirect("campaign", made.pk)
    return render(
        request,
        "campaign/new.html",
        {"form": form, "here": "campaigns", "systems": systems},
        status=400 if form.errors else 200,
    )


@never_cache
@member_page
def campaign(request: HttpRequest, who: Viewer) -> HttpResponse:
    return forget_shown(request, _campaign_page(request, who, {"once": shown_once(request)}))


def _to_hand_over(request: HttpRequest, who: Viewer, name: str, token: str, link_for: str = "") -> HttpResponse:
    """To the campaign's page, which shows the link this once."""
    link = request.build_absolute_uri(reverse(name, args=[token]))
    return shown_next("campaign", who.campaign.pk, what={"link": link, "link_for": link_for})


def _campaign_page(request: HttpRequest, who: Viewer, page: dict[str, Any], status: int = 200) -> HttpResponse:
    people_of = selectors.people(who=who)
    row = who.campaign
    page = (
        frame(who, "campaign") | {"people": people_of, "info": selectors.ruleset_of(row), "roles": Role.choices} | page
    )
    if who.is_gm:
        page.setdefault("invite_form", InviteForm(characters=list(people_of.free)))
        given = {"name": row.name, "currency": row.currency, "rate": f"{row.rate.normalize():f}".replace(".", ",")}
        page.setdefault("form", CampaignForm(initial=given))
    return render(request, "campaign/campaign.html", page, status=status)


@require_POST
@member_page
def campaign_edit(request: HttpRequest, who: Viewer) -> HttpResponse:
    policy.lead(who)
    form = CampaignForm(request.POST)
    if form.is_valid():
        try:
            people.campaign_edit(campaign=who.campaign, user=who.user, key=one_time_key(request), **form.cleaned_data)
        except ServiceError as error:
            form.refuse(error)
    if form.errors:
        return _campaign_page(request, who, {"form": form}, status=400)
    messages.success(request, _("Gespeichert."))
    return redirect("campaign", who.campaign.pk)


@require_POST
@member_page
def campaign_retire(request: HttpRequest, who: Viewer) -> HttpResponse:
    is_back = "restore" in request.POST
    service = people.campaign_restore if is_back else people.campaign_retire
    said = _("Die Runde ist wieder offen.") if is_back else _("Die Runde ist stillgelegt. Du kannst sie zurückholen.")
    done(request, lambda: service(campaign=who.campaign, user=who.user, key=one_time_key(request)), said)
    return redirect("campaign", who.campaign.pk)


# --- members --------------------------------------------------------------------------------------------------


@never_cache
@require_POST
@member_page
def invite(request: HttpRequest, who: Viewer) -> HttpResponse:
    """Make an invitation; its link is on the next page alone."""
    policy.lead(who)
    form = InviteForm(request.POST, characters=list(selectors.people(who=who).free))
    if form.is_valid():
        given = form.cleaned_data
        character = _figure(who, int(given["character"])) if given["character"] else None
        try:
            _made, token = people.member_invite(
                campaign=who.campaign,
                user=who.user,
                role=given["role"],
                character=character,
                uses=given["uses"],
                days=given["days"],
                key=one_time_key(request),
            )
        except ServiceError as error:
            form.refuse(error)
        else:
            return _to_hand_over(request, who, "invitation", token)
    return _campaign_page(request, who, {"invite_form": form}, status=400)


@require_POST
@member_page
def invitation_withdraw(request: HttpRequest, who: Viewer, invitation: int) -> HttpResponse:
    policy.lead(who)
    found = who.campaign.invitations.filter(pk=invitation).first()
    if found is None:
        raise NotVisible
    done(
        request,
        lambda: people.invitation_withdraw(invitation=found, user=who.user),
        _("Die Einladung gilt nicht mehr."),
    )
    return redirect("campaign", who.campaign.pk)


def _of_member(
    work: Callable[[HttpRequest, Viewer, Any], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A post about one member of the campaign."""

    @never_cache
    @require_POST
    @member_page
    def inner(request: HttpRequest, who: Viewer, member: int) -> HttpResponse:
        found = who.campaign.memberships.select_related("user", "campaign").filter(pk=member).first()
        if found is None:
            # Whoever sends the form twice, or from a page that is behind, is told; only who leads sends it of others.
            policy.lead(who)
            messages.info(request, _("Dieses Mitglied gehört nicht zur Runde."))
            return redirect("campaign", who.campaign.pk)
        return work(request, who, found)

    return inner


@_of_member
def member_role(request: HttpRequest, who: Viewer, member: Any) -> HttpResponse:
    role = request.POST.get("role", "")

    def work() -> None:
        people.member_role_set(membership=member, user=who.user, role=role)

    done(request, work, _("Die Rolle von %(name)s ist geändert.") % {"name": member.user.get_username()})
    return redirect("campaign", who.campaign.pk)


def member_remove(request: HttpRequest, campaign: int, member: int) -> HttpResponse:
    """Whoever leaves and sends it twice is not told that what he has just left never was."""
    try:
        return _member_remove(request, campaign=campaign, member=member)
    except Http404:
        if request.session.get(LEFT) != [campaign, member]:
            raise
        return redirect("home")


@_of_member
def _member_remove(request: HttpRequest, who: Viewer, member: Any) -> HttpResponse:
    name, is_me = member.user.get_username(), member.user_id == who.user.pk

    def work() -> object:
        return people.member_remove(membership=member, user=who.user, key=one_time_key(request))

    said = _("Du hast die Runde verlassen.") if is_me else _("%(name)s gehört nicht mehr zur Runde.") % {"name": name}
    number = member.pk
    if done(request, work, said) and is_me:
        request.session[LEFT] = [who.campaign.pk, number]
        return redirect("home")
    return redirect("campaign", who.campaign.pk)


@_of_member
def member_password(request: HttpRequest, who: Viewer, member: Any) -> HttpResponse:
    """A link by which a member sets a new password; it is on the next page alone."""
    try:
        token = people.password_link_create(membership=member, user=who.user)
    except NotAllowed as error:
        if not who.is_gm:
            raise
        messages.error(request, error.sentence)
        return redirect("campaign", who.campaign.pk)
    return _to_hand_over(request, who, "new_password", token, link_for=member.user.get_username())


# --- house rules ----------------------------------------------------------------------------------------------


@member_page
def rules(request: HttpRequest, who: Viewer) -> HttpResponse:
    """House rules and what is assumed: everybody reads them, the game master sets them."""
    return _rules_page(request, who, {})


def _rules_page(request: HttpRequest, who: Viewer, page: dict[str, Any], status: int = 200) -> HttpResponse:
    wrong = page.get("wrong", ())
    found = house_rules.house_rules(who=who, given=page.get("given"), wrong=wrong)
    page = frame(who, "rules") | {"rules": found} | page
    return render(request, "campaign/rules.html", page, status=status)


@member_page
def rulings(request: HttpRequest, who: Viewer) -> HttpResponse:
    """How unclear passages are read, and why."""
    page = frame(who, "rulings") | {"chapters": house_rules.rulings(who=who)}
    return render(request, "campaign/rulings.html", page)


@require_POST
@member_page
def rules_set(request: HttpRequest, who: Viewer) -> HttpResponse:
    policy.lead(who)
    options, switches, wrong = house_rules.stated(who=who, given=request.POST)
    if not wrong:
        try:
            people.campaign_options_set(
                campaign=who.campaign, user=who.user, key=one_time_key(request), options=options, switches=switches
            )
        except ServiceError as error:
            wrong = house_rules.errors_of(error)
    if wrong:
        return _rules_page(request, who, {"wrong": wrong, "given": request.POST}, status=400)
    messages.success(request, _("Die Hausregeln sind gespeichert."))
    return redirect("rules", who.campaign.pk)
