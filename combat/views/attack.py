"""The attack in free play: announce, look at the bill, roll, answer what is asked, read what it came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from chaos_sheets import policy
from chaos_sheets.errors import Invalid, NotAllowed, NotVisible, ServiceError, sentence
from chaos_sheets.numbers import count_in
from chaos_sheets.selectors.known import Known
from chaos_sheets.services.account import settings_set
from chaos_sheets.trace import reason_views
from chaos_sheets.views.guard import frame, member_page, one_time_key, signed_in
from combat.core.intent import Reason, Refused
from combat.core.procedure import BadAnswer
from combat.models import Resolution
from combat.selectors import waiting
from combat.selectors.announce import FormError, Typed
from combat.selectors.draft import AIMED, KEPT, parameter_name
from combat.selectors.panel import panel_view
from combat.selectors.parts import EARLIER, added, left_out, taken_back
from combat.selectors.question import NUMBER_IN_FIGHT
from combat.selectors.scene import Scene, draft_of
from combat.services import Acted, AlreadyAnswered, act, cancel, resume

KEPT_OUT = ("csrfmiddlewaretoken", "key", "entry", "was", "with", AIMED, "sent", "fresh", "round", "current")
TURNS = ("add", "back", "out")
"""What the buttons send that change the list of what is announced."""
NOT_IN_ADDRESS = ("die.", "sides.", "label.", "gm.", KEPT)


def _typed(values: QueryDict) -> Typed:
    return Typed({name: values.getlist(name) for name in values})


def _is_part(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _own_dice(request: HttpRequest, typed: Typed) -> bool:
    wanted = typed.one("dice")
    return wanted == "own" if wanted else signed_in(request).own_dice


def _address(who: policy.Viewer, values: QueryDict, **other: object) -> str:
    """The panel with the same announcement: what was rolled and the one-time key stay behind."""
    query = QueryDict(mutable=True)
    for name in values:
        is_as_kept = KEPT + name in values and values[name] == values[KEPT + name]
        if name not in KEPT_OUT and not name.startswith(NOT_IN_ADDRESS) and not is_as_kept:
            query.setlist(name, values.getlist(name))
    for name, value in other.items():
        query[name] = str(value)
    home = reverse("attack", args=[who.campaign.pk])
    return f"{home}?{query.urlencode()}" if query else home


# --- the panel ------------------------------------------------------------------------------------------------


@member_page
@require_http_methods(["GET", "POST"])
def attack(request: HttpRequest, who: policy.Viewer) -> HttpResponse:
    if request.method == "POST":
        return _do(request, who)
    typed = _typed(request.GET)
    if typed.one("fresh") == "1":
        # The dice of the attack that has just been done are not those of the next one.
        kept = {name: values for name, values in typed.values.items() if not name.startswith("die.")}
        typed.values = {name: values for name, values in kept.items() if name != EARLIER}
    typed.values = _turned(who, typed)
    return _panel(request, who, typed, _query(typed))


def _turned(who: policy.Viewer, typed: Typed) -> Mapping[str, Sequence[str]]:
    """The page after a part was put to those before, or one of them was left out or taken back into the form.

    As long as something in the form is wrong, it stays there as it was typed: nothing is put anywhere.
    """
    adds, back, out = typed.one("add") == "1", count_in(typed.one("back"), 2), count_in(typed.one("out"), 2)
    typed.values = {name: values for name, values in typed.values.items() if name not in TURNS}
    if out is not None:
        return left_out(typed, out)
    if not adds and back is None:
        return typed.values
    scene = Scene.of(who, typed)
    standing = scene.standing
    if typed.errors:
        return typed.values
    if back is not None:
        fields = {known.path: parameter_name(known) for known in scene.parameter_fields(back)}
        return taken_back(typed, back, fields, standing)
    return added(typed, standing) if standing is not None else typed.values


def _query(typed: Typed) -> QueryDict:
    query = QueryDict(mutable=True)
    for name, values in typed.values.items():
        query.setlist(name, list(values))
    return query


def _panel(
    request: HttpRequest,
    who: policy.Viewer,
    typed: Typed,
    values: QueryDict,
    reasons: Sequence[Reason] = (),
    status: int = 200,
    otherwise: str = "",
) -> HttpResponse:
    """The panel for what was typed. ``otherwise``: what is wrong with it if the panel itself finds nothing."""
    shown = frame(who, "attack")
    scene = Scene.of(who, typed)
    scene = scene.with_only_target() if status == 200 else scene
    panel = panel_view(scene, own_dice=_own_dice(request, typed))
    if otherwise and not panel.errors:
        panel = replace(panel, errors=(FormError("ansage", _("Ansage"), otherwise),))
    if panel.errors and status == 200:
        status = 404 if scene.unknown else 400
    context: dict[str, Any] = {
        **shown,
        "panel": panel,
        "refused": reason_views(scene.reader, reasons) if panel.attackers else (),
        "key": one_time_key(request, needed=True),
        "done": typed.one("entry") if typed.one("entry").isdigit() else "",
        "again": _address(who, values),
    }
    is_part = _is_part(request)
    if not is_part and not panel.encounter:
        context["beginning"] = waiting.beginning_for(who, scene.known)
    response = render(request, "attack/panel.html" if is_part else "attack/attack.html", context, status=status)
    if is_part:
        response["HX-Retarget"] = "#angriff"
        response["HX-Reswap"] = "morph"
        response["HX-Replace-Url"] = context["again"]
    return response


def _do(request: HttpRequest, who: policy.Viewer) -> HttpResponse:
    """Commit what is announced. Whatever is wrong with it is told in the panel, with everything that was typed."""
    typed = _typed(request.POST)
    draft = draft_of(who, typed)
    own = _own_dice(request, typed)
    asked, answers = draft.as_json(), draft.answers()
    key = one_time_key(request, needed=True)
    if not key:
        typed.wrong("ansage", _("Ansage"), _("Diese Seite ist veraltet. Lade sie neu und sag noch einmal an."))
    _same_person(who, typed)
    if typed.errors:
        return _panel(request, who, typed, request.POST, status=400)
    try:
        done = act(
            campaign=who.campaign,
            user=signed_in(request),
            request=asked,
            answers=answers,
            key=key,
            app_dice=not own,
            who=who,
        )
    except Refused as refused:
        return _panel(request, who, typed, request.POST, refused.reasons, status=409)
    except BadAnswer as bad:
        name = f"die.{bad.question.name}" if bad.code == "face_not_on_die" else f"choose.{bad.question.name}"
        typed.wrong(name, _("Wurf"), _bad_words(bad))
        return _panel(request, who, typed, request.POST, bad.reasons, status=400)
    except NotVisible:
        said = _("Ziel, Waffe oder Deckung gibt es nicht, oder du darfst sie nicht sehen.")
        return _panel(request, who, typed, request.POST, status=404, otherwise=said)
    except NotAllowed as error:
        typed.wrong("actor", _("Wer"), error.sentence)
        return _panel(request, who, typed, request.POST, status=403)
    except Invalid as error:
        for wrong in error.errors:
            typed.wrong(_field_name(wrong.field), _("Ansage"), wrong.sentence)
        return _panel(request, who, typed, request.POST, status=400)
    except ServiceError as error:
        typed.wrong("ansage", _("Ansage"), error.sentence)
        return _panel(request, who, typed, request.POST, status=error.status)
    _remember_dice(request, own)
    return _what_came(request, who, done, _address(who, request.POST))


def _same_person(who: policy.Viewer, typed: Typed) -> None:
    """Somebody else was chosen and all carried out at once, which a page without its script allows: what stands there
    was announced for whoever it showed.
    """
    now, before = typed.one("actor"), typed.one("was")
    if not before or before == now:
        return
    name = Known.of(who).reader().name
    said = _(
        "Was hier stand, war für %(before)s angesagt. Sieh nach, was davon für %(now)s gilt, und führ es dann aus."
    )
    typed.wrong("actor", _("Wer"), said % {"before": name(before), "now": name(now)})


def _field_name(path: str) -> str:
    """The field of the page that an address in a request belongs to."""
    _parts, _dot, parameter = path.partition(".parameters.")
    if parameter:
        return f"p.{parameter}"
    if path == "payer":
        return path
    return "gm.value" if "gm_modifiers" in path else "ansage"


def _bad_words(bad: BadAnswer) -> str:
    return ServiceError(bad.code, **dict(bad.data)).sentence


def _remember_dice(request: HttpRequest, own: bool) -> None:
    """Whose dice were used last is what the panel offers next time."""
    user = signed_in(request)
    if user.own_dice != own:
        settings_set(user=user, values={"own_dice": own})


# --- what came of it, and what is asked on the way ------------------------------------------------------------


def _what_came(request: HttpRequest, who: policy.Viewer, done: Acted, again: str) -> HttpResponse:
    """The entry if it is done, else the question it stopped at."""
    entry = done.entry.pk if done.entry else None
    if not _is_part(request):
        if entry is None:
            return HttpResponseRedirect(f"{again}#frage")
        joined = "&" if "?" in again else "?"
        return HttpResponseRedirect(f"{again}{joined}entry={entry}#ergebnis")
    asked: tuple[waiting.QuestionView, ...] = ()
    if done.resolution is not None and done.question is not None:
        asked = (waiting.question_view(who, Known.of(who), done.resolution, table=done.table),)
    rows = [done.resolution] if done.resolution is not None else []
    context = {**_asked(who, asked, again, rows), "done": entry}
    response = render(request, "attack/course.html", context)
    response["HX-Retarget"] = "#frage"
    response["HX-Reswap"] = "morph"
    if entry is not None:
        response["HX-Trigger"] = "acted"
    elif _in_fight(who, again):
        # The page of a fight says what it waits for in more places than one.
        response["HX-Trigger"] = "stale"
    return response


@member_page
@require_GET
def questions(request: HttpRequest, who: policy.Viewer) -> HttpResponse:
    """What waits at this table: asked for by open panels every few seconds, answered only if it is something else."""
    rows = waiting.resolutions(who)
    if waiting.state_of(rows) == request.GET.get("seen"):
        return HttpResponse(status=204)
    found = waiting.waiting_views(who, Known.of(who), rows)
    context = _asked(who, found, _again(request.GET, who), rows)
    entry = waiting.closed_meanwhile(who, rows, request.GET.getlist("mine"))
    if entry is None:
        return render(request, "attack/questions.html", context)
    # Somebody else's answer has ended what he began: what came of it is his to read.
    response = render(request, "attack/course.html", {**context, "done": entry})
    response["HX-Trigger"] = "acted"
    return response


@member_page
@require_POST
def answer(request: HttpRequest, who: policy.Viewer, resolution: int) -> HttpResponse:
    typed = _typed(request.POST)
    again = _again(request.POST, who)
    known = Known.of(who)
    try:
        row = waiting.resolution_of(who, resolution)
    except NotVisible:
        return _question_problem(request, who, known, _("Diese Frage ist schon beantwortet oder verworfen."), 409)
    if not policy.may_answer(who, row.waits_for, known.characters):
        raise NotAllowed("not_your_question")
    by_app = typed.one("app") == "1"
    given = draft_of(who, typed).answers()
    name = typed.one("question")
    if given and not by_app and f"sides.{name}" in typed.values and name not in given:
        typed.wrong(f"die.{name}", typed.one(f"label.{name}"), _("Tipp ein, was deine Würfel zeigen."))
    if typed.errors or (not given and not by_app and typed.one("go_on") != "1"):
        said = "" if typed.errors else _("Tipp ein, was deine Würfel zeigen.")
        return _questions_again(request, who, (waiting.question_view(who, known, row, typed),), said)
    try:
        typed_faces = any(name.startswith("die.") for name in typed.values)
        app_dice = by_app or (not typed_faces and waiting.rolls_by_app(row))
        done = resume(resolution=row, user=signed_in(request), answers=given, app_dice=app_dice)
    except BadAnswer as bad:
        typed.wrong(f"die.{bad.question.name}", _("Wurf"), _bad_words(bad))
        return _questions_again(request, who, (waiting.question_view(who, known, row, typed),), "")
    except Refused as refused:
        said = " ".join(reason.text for reason in reason_views(known.reader(), refused.reasons))
        return _question_problem(request, who, known, said, 409)
    except AlreadyAnswered as error:
        said = error.sentence
        if error.answer.choice:
            said = sentence(error.code, {"answer": known.reader({error.answer.choice}).choice(error.answer.choice)})
        return _question_problem(request, who, known, said, error.status)
    except ServiceError as error:
        return _question_problem(request, who, known, error.sentence, error.status)
    return _what_came(request, who, done, again)


def _again(values: QueryDict, who: policy.Viewer) -> str:
    """The page on which it was answered: the panel, or the fight it belongs to."""
    again, here = values.get("again", ""), reverse("attack", args=[who.campaign.pk])
    return again if again.startswith(here) or _in_fight(who, again) else here


def _in_fight(who: policy.Viewer, again: str) -> bool:
    return again.startswith(reverse("encounters", args=[who.campaign.pk]))


def _asked(
    who: policy.Viewer, found: Sequence[waiting.QuestionView], again: str, rows: Sequence[Resolution] | None = None
) -> dict[str, Any]:
    """What the part with the questions shows; its state tells whether it is still what waits."""
    waits = waiting.resolutions(who) if rows is None else rows
    state, mine = waiting.state_of(waits), [row.key for row in waits if row.user_id == who.user.pk]
    shown = {"campaign": who.campaign, "viewer": who, "questions": found, "state": state, "mine": mine, "again": again}
    return shown | ({"question_no": NUMBER_IN_FIGHT} if _in_fight(who, again) else {})


def _questions_again(
    request: HttpRequest, who: policy.Viewer, found: tuple[waiting.QuestionView, ...], said: str
) -> HttpResponse:
    """The question once more, with what was typed and what is wrong with it."""
    again = _again(request.POST, who)
    context = {**frame(who, "attack"), **_asked(who, found, again), "problem": said}
    return _questions_page(request, context, 400)


def _question_problem(request: HttpRequest, who: policy.Viewer, known: Known, said: str, status: int) -> HttpResponse:
    """What waits now, and why the answer did not count."""
    rows = waiting.resolutions(who)
    found = waiting.waiting_views(who, known, rows)
    again = _again(request.POST, who)
    context = {**frame(who, "attack"), **_asked(who, found, again, rows), "problem": said}
    return _questions_page(request, context, status)


def _questions_page(request: HttpRequest, context: dict[str, Any], status: int) -> HttpResponse:
    if not _is_part(request):
        return render(request, "attack/question_page.html", context, status=status)
    response = render(request, "attack/questions.html", context, status=status)
    response["HX-Retarget"] = "#frage"
    response["HX-Reswap"] = "morph"
    return response


@member_page
@require_POST
def give_up(request: HttpRequest, who: policy.Viewer, resolution: int) -> HttpResponse:
    """Cancel an action that waits: nothing was spent, nothing stays."""
    with suppress(NotVisible):
        cancel(resolution=waiting.resolution_of(who, resolution), user=signed_in(request))
    said = _("Verworfen. Es ist nichts geschehen.")
    if _is_part(request):
        response = _question_problem(request, who, Known.of(who), said, 200)
        response["HX-Trigger"] = "stale"
        return response
    messages.success(request, said)
    return HttpResponseRedirect(_again(request.POST, who))
