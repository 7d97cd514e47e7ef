"""A campaign's own templates: kept from a sheet, renamed, put away."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from chaos_sheets import policy
from chaos_sheets.errors import NotAllowed, NotVisible, ServiceError, StaleEdit
from chaos_sheets.models import Character, Known
from chaos_sheets.policy import Viewer
from chaos_sheets.selectors import campaign as selectors
from chaos_sheets.selectors.sheet import character_of
from chaos_sheets.services import templates
from chaos_sheets.views.guard import back, done, member_page, one_time_key


@require_POST
@member_page
def template_save(request: HttpRequest, who: Viewer, character: int) -> HttpResponse:
    """Keep a sheet as a template."""
    policy.lead(who)
    row, name = character_of(character), request.POST.get("name", "")
    if row.campaign_id != who.campaign.pk:
        raise NotVisible
    for_players = request.POST.get("for_players") == "1"

    try:
        made = templates.template_save(
            character=row, user=who.user, key=one_time_key(request), name=name, for_players=for_players
        )
    except (NotVisible, NotAllowed):
        raise
    except ServiceError as error:
        messages.error(request, error.sentence)
    else:
        messages.success(request, _("Als Vorlage gespeichert: %(name)s") % {"name": made.name})
    return back(request, "characters", who.campaign.pk)


@require_POST
@member_page
def template_act(request: HttpRequest, who: Viewer, template: int, act: str) -> HttpResponse:
    """Rename, put away or bring back one of the campaign's own templates."""
    row, given = selectors.template_of(who, template), request.POST
    work: dict[str, Callable[[str], object]] = {
        "aendern": lambda key: _edited(who, row, given, key),
        "stilllegen": lambda key: templates.template_retire(template=row, user=who.user, key=key),
        "zurueckholen": lambda key: templates.template_restore(template=row, user=who.user, key=key),
    }
    if act not in work:
        raise NotVisible
    done(request, lambda: work[act](one_time_key(request)), _("Vorlage gespeichert."))
    return back(request, "characters", who.campaign.pk)


def _edited(who: Viewer, row: Character, given: Mapping[str, str], key: str) -> object:
    """Rename it; over what somebody else has set meanwhile nothing is written, and both values are told."""
    name, for_players = given.get("name", ""), given.get("for_players") == "1"
    shown = (given["shown_name"], given.get("shown_for_players") == "1") if "shown_name" in given else None
    try:
        return templates.template_edit(
            template=row, user=who.user, key=key, name=name, for_players=for_players, shown=shown
        )
    except StaleEdit:
        row.refresh_from_db()
        stands = _called(row.name, row.known == Known.NAME)
        raise ServiceError("template_stale", stored=stands, wanted=_called(name, for_players)) from None


def _called(name: str, for_players: bool) -> str:
    return f"„{name.strip()}“" + (f" ({_('auch für Mitspieler')})" if for_players else "")
