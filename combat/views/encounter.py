"""A fight on its page: who acts when, what he may do, what waits for an answer, and the steps that move it on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from chaos_sheets import policy
from chaos_sheets.changes import value_words
from chaos_sheets.errors import NotAllowed, NotVisible, ServiceError, StaleEdit
from chaos_sheets.numbers import count_in
from chaos_sheets.selectors.campaign import ruleset_of
from chaos_sheets.views.guard import frame, member_page, one_time_key, signed_in
from combat import services
from combat.selectors import waiting
from combat.selectors.announce import FormError, Typed
from combat.selectors.encounter_page import beginning, encounter_view, question_rows, questions
from combat.selectors.encounter_rows import Look, yet_to_act
from combat.selectors.encounters import encounter_of, encounters, table_of
from combat.selectors.question import NUMBER_IN_FIGHT
from combat.steps import Step
from combat.views.facts import Facts, facts_of

HERE = "encounters"
CUT_SHORT = (Step.ROUND, Step.END)
"""What ends the turns of people who could still act: asked about first."""
# Templates would call the enumeration itself.
STEPS = {step.name: step.value for step in Step}


def is_part(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def typed_of(request: HttpRequest) -> Typed:
    return Typed({name: request.POST.getlist(name) for name in request.POST})


# --- the list -------------------------------------------------------------------------------------------------


@member_page
@require_http_methods(["GET", "POST"])
def encounter_list(request: HttpRequest, who: policy.Viewer) -> HttpResponse:
    """The fights of a campaign; sent, the game master's new one."""
    name, wrong, status = request.POST.get("name", ""), "", 200
    if request.method == "POST":
        try:
            made = services.encounter_create(
                campaign=who.campaign, user=signed_in(request), key=one_time_key(request), name=name
            )
        except (NotVisible, NotAllowed):
            raise
        except ServiceError as error:
            wrong, status = error.sentence, error.status
        else:
            return HttpResponseRedirect(reverse("encounter_setup", args=[who.campaign.pk, made.pk]))
    shown = frame(who, HERE)
    found = encounters(who)
    context = {
        **shown,
        "open": [line for line in found if not line.closed],
        "closed": [line for line in found if line.closed],
        "name": name,
        "errors": [FormError("encounter-name", _("Name"), wrong)] if wrong else [],
    }
    return render(request, "encounter/list.html", context, status=status)


# --- the page -------------------------------------------------------------------------------------------------


@member_page
@require_GET
def encounter(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    return page(request, who, encounter)


def page(
    request: HttpRequest,
    who: policy.Viewer,
    number: int,
    *,
    problem: str = "",
    typed: Typed | None = None,
    status: int = 200,
    context: Mapping[str, Any] | None = None,
    asks: str = "",
) -> HttpResponse:
    """The fight as it stands; what was refused is told on it, with what was typed. ``asks``: the step that was pressed
    and has to be meant; it is asked for again whenever the page reads itself anew.
    """
    shown = frame(who, HERE)
    values = {name: given[-1] for name, given in typed.values.items() if given} if typed else {}
    errors = {error.id: error.text for error in typed.errors} if typed else {}
    look = Look.of(who, table_of(who, number))
    look.typed, look.errors = values, errors
    wanted = values.get("acts") or request.GET.get("figur", "")
    view = encounter_view(look, wanted=wanted)
    rows = question_rows(who, number)
    confirm = _confirm(look, asks or request.GET.get("asks", ""))
    found = {
        **shown,
        "fight": view,
        "questions": questions(look, rows),
        "question_no": NUMBER_IN_FIGHT,
        "state": waiting.state_of(rows),
        "waits": bool(rows),
        "beginning": beginning(look, rows),
        "problem": problem,
        "errors": typed.errors if typed else (),
        "again": reverse("encounter", args=[who.campaign.pk, number]),
        "confirm": confirm,
        # Whom the page was asked to act for stays; else it goes where the turn goes.
        "reload": urlencode(
            {
                **({"figur": wanted} if view.turn and view.turn.ref == wanted and not view.turn.is_turn else {}),
                **({"asks": confirm["step"]} if confirm else {}),
            }
        ),
        "done": request.GET.get("entry", "") if count_in(request.GET.get("entry", "")) else "",
        "steps": STEPS,
        "asks_here": True,
        **(context or {}),
    }
    # The button that was pressed may be gone by now: the page's forms name their target, no header has to.
    template = "encounter/part.html" if is_part(request) else "encounter/page.html"
    return render(request, template, found, status=status)


def _confirm(look: Look, asks: str) -> dict[str, Any]:
    """Who could still act when a step cuts that short; empty if nobody could, or it cuts nothing short."""
    left = yet_to_act(look) if look.who.is_gm and asks in CUT_SHORT else ()
    return {"step": asks, "names": left, "ends": asks == Step.END} if left else {}


def after(request: HttpRequest, who: policy.Viewer, number: int, said: str) -> HttpResponse:
    """The page once something is done: anew, or the part of it an open page asked for."""
    if is_part(request):
        return page(request, who, number, context={"said": said})
    messages.success(request, said)
    query = f"?figur={request.POST['acts']}" if request.POST.get("acts", "").startswith("character:") else ""
    return HttpResponseRedirect(reverse("encounter", args=[who.campaign.pk, number]) + query)


@member_page
@require_GET
def encounter_question(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    """Whether something else waits in this fight by now: asked by open pages every few seconds.

    A page says what its fight waits for in more places than one: told so, it reads itself anew.
    """
    encounter_of(who, encounter)
    response = HttpResponse(status=204)
    if waiting.state_of(question_rows(who, encounter)) != request.GET.get("seen"):
        response["HX-Trigger"] = "stale"
    return response


# --- what is done on it ---------------------------------------------------------------------------------------


SAID = {
    Step.START: gettext_lazy("Der Kampf beginnt."),
    Step.TURN: gettext_lazy("Der Zug ist zu Ende."),
    Step.ROUND: gettext_lazy("Die nächste Runde beginnt."),
    Step.END: gettext_lazy("Der Kampf ist zu Ende."),
}


@member_page
@require_POST
def encounter_step(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    """One step further. A page that is behind moves nothing and says so."""
    row = encounter_of(who, encounter)
    wanted = request.POST.get("step", "")
    number = count_in(request.POST.get("round", ""))
    key = one_time_key(request, needed=True)
    if wanted not in list(Step) or number is None or not key:
        return page(request, who, encounter, problem=_("Diese Seite ist veraltet. Lade sie neu."), status=400)
    step = Step(wanted)
    user = signed_in(request)
    sure = request.POST.get("sure") or step not in CUT_SHORT or not who.is_gm
    if not sure and _confirm(Look.of(who, table_of(who, encounter)), str(step)):
        return page(request, who, encounter, asks=str(step))
    try:
        acted = services.encounter_step(
            encounter=row,
            user=user,
            key=key,
            step=step,
            shown=(number, request.POST.get("current", "")),
            app_dice=not user.own_dice,
            who=who,
        )
    except (NotVisible, NotAllowed):
        raise
    except ServiceError as error:
        return page(request, who, encounter, problem=error.sentence, status=error.status)
    waits = _("Eine Frage ist offen: erst die Antwort, dann geht es weiter.")
    return after(request, who, encounter, waits if acted.entry is None else str(SAID[step]))


@member_page
@require_POST
def encounter_state(request: HttpRequest, who: policy.Viewer, encounter: int) -> HttpResponse:
    """What people tell of the fight: distances, covers, who moves, how bright it is."""
    row = encounter_of(who, encounter)
    typed = typed_of(request)
    facts = facts_of(typed, ruleset_of(who.campaign))
    if typed.errors:
        return page(request, who, encounter, typed=typed, status=400)
    if not facts:
        return after(request, who, encounter, _("Es ist alles, wie es war."))

    def work() -> object:
        return services.encounter_state_set(
            encounter=row,
            user=signed_in(request),
            key=one_time_key(request, needed=True),
            stated=facts.stated,
            shown=facts.shown or None,
            budgets=facts.budgets,
        )

    return attempt(request, who, encounter, work, _("Gespeichert."), typed=typed, facts=facts)


def attempt(
    request: HttpRequest,
    who: policy.Viewer,
    number: int,
    work: Callable[[], object],
    said: str,
    *,
    typed: Typed,
    facts: Facts | None = None,
) -> HttpResponse:
    """Do it and say so, or say why not, with everything that was typed."""
    try:
        work()
    except (NotVisible, NotAllowed):
        raise
    except StaleEdit as stale:
        look = Look.of(who, table_of(who, number))
        for conflict in stale.conflicts:
            name = facts.names.get(conflict.field, "") if facts else ""
            stands = value_words(look.reader, conflict.ref, conflict.field, conflict.stored)
            text = _("Inzwischen steht hier %(value)s. Nichts ist gespeichert; schick deins noch einmal, wenn es gilt.")
            typed.errors.append(FormError(name, _("Angabe"), text % {"value": stands}))
        return page(request, who, number, typed=typed, status=409)
    except ServiceError as error:
        return page(request, who, number, problem=error.sentence, typed=typed, status=error.status)
    return after(request, who, number, said)
