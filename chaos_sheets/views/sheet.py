"""The sheet: shown whole or coarse, written where it stands, one answer for every change: the sheet as it is now."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from chaos_sheets import mapping, policy
from chaos_sheets.changes import field_label, value_words
from chaos_sheets.errors import Conflict, Invalid, NotAllowed, NotVisible, ServiceError, StaleEdit
from chaos_sheets.models import Character, Item, JournalEntry, Place
from chaos_sheets.records import Bounds, split_ref
from chaos_sheets.selectors.sheet import character_of, info_of, sheet_view_for
from chaos_sheets.services.common import Edit
from chaos_sheets.services.sheets import character_edit, money_change, pool_change, status_clear, status_set
from chaos_sheets.services.things import item_edit, item_step
from chaos_sheets.trace import Reader
from chaos_sheets.views.guard import one_time_key, signed_in
from chaos_sheets.views.values import as_shown, field_for, read
from chaos_sheets.words import Words, in_unit
from combat.core.schema import Field, FieldKind
from combat.core.value import Json, value_at

type Page = Callable[..., HttpResponse]
TRIES = 3
MOST_STEPS = 10_000
LONGEST_COMPARED = 24
"""Characters of a value that is still compared at a glance; what is longer is read."""


def sheet_page(view: Callable[..., HttpResponse]) -> Page:
    """A page of one character: its number in the address becomes the character and the viewer."""

    @login_required
    @wraps(view)
    def inner(request: HttpRequest, pk: int, **parts: Any) -> HttpResponse:
        try:
            character = character_of(pk)
            who = policy.viewer(user=request.user, campaign=character.campaign_id or 0)
            policy.see_character(who, character)
            return view(request, who, character, **parts)
        except NotVisible:
            raise Http404 from None
        except NotAllowed as error:
            raise PermissionDenied(error.sentence) from error

    return inner


def answer(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    """The sheet as it is now: the part alone for a script, else the whole page."""
    sheet = sheet_view_for(who, character)
    part = "sheet/whole.html" if sheet.whole else "sheet/coarse.html"
    context = {
        "sheet": sheet,
        "part": part,
        "campaign": who.campaign,
        "membership": who.membership,
        "here": "characters",
        "entry": sheet.entry,
    }
    if request.headers.get("HX-Request") and not request.headers.get("HX-Boosted"):
        return render(request, part, context)
    return render(request, "sheet/page.html", context)


@require_GET
@sheet_page
def sheet(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    return answer(request, who, character)


# --- written where it stands ------------------------------------------------------------------------------------


def row_of(who: policy.Viewer, character: Character, ref: str) -> Character | Item:
    """The record an edit is for: the character or something he carries."""
    if ref == character.ref:
        return character
    try:
        name, number = split_ref(ref)
    except ValueError:
        raise NotVisible from None
    found = None
    if name == "item":
        rows = Item.objects.select_related("campaign", "character", "source")
        found = rows.filter(pk=number, character=character, place=Place.CARRIED).first()
    if found is None or not policy.may_see_item(who, found):
        raise NotVisible
    return found


@require_POST
@sheet_page
def sheet_edit(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    """Save one value: `value` over what was `shown`, or a difference `by`."""
    row = row_of(who, character, request.POST.get("of", ""))
    policy.act_for(who, character)
    path = request.POST.get("field", "")
    try:
        _save(request, character, row, path)
    except StaleEdit as error:
        return _stale(request, who, row, path, error)
    except ServiceError as error:
        return _refused(request, who, row, path, error)
    return now(request, who, character)


def now(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    character.refresh_from_db(from_queryset=Character.objects.select_related("campaign", "owner__user"))
    return answer(request, who, character)


def _save(request: HttpRequest, character: Character, row: Character | Item, path: str) -> None:
    if "by" in request.POST:
        _step(request, character, row, path)
        return
    info = info_of(character)
    field = field_for(row, path, info)
    shown, value = (read(field, path, request.POST.get(name, ""), info) for name in ("shown", "value"))
    try:
        _write(request, row, path, Edit(shown=shown, value=value))
    except Invalid as error:
        raise as_shown(error, field, info) from error


def _write(request: HttpRequest, row: Character | Item, path: str, edit: Edit) -> None:
    user, key = signed_in(request), one_time_key(request)
    reason = request.POST.get("reason", "")
    if isinstance(row, Character):
        character_edit(character=row, user=user, key=key, edits={path: edit}, reason=reason)
    else:
        item_edit(item=row, user=user, key=key, edits={path: edit}, reason=reason)


def _by(request: HttpRequest) -> int:
    by = read(Field(path="by"), "by", request.POST.get("by", ""))
    if not isinstance(by, int) or not 0 < abs(by) <= MOST_STEPS:
        raise Invalid.of("by", "bad_request")
    return by


def _step(request: HttpRequest, character: Character, row: Character | Item, path: str) -> None:
    """One tap. A pool has its own service; any other number is read and set, again if somebody was faster."""
    by = _by(request)
    info = info_of(character)
    pool = next((pool.key for pool in info.pools if pool.current == path), "")
    if isinstance(row, Character) and pool:
        pool_change(character=row, user=signed_in(request), key=one_time_key(request), pool=pool, by=by)
        return
    field_for(row, path, info)
    if isinstance(row, Item):
        item_step(item=row, user=signed_in(request), key=one_time_key(request), field=path, by=by)
        return
    for attempt in range(TRIES):
        now = stored_value(row, path)
        if not isinstance(now, int):
            raise Invalid.of(path, "not_a_number")
        try:
            _write(request, row, path, Edit(shown=now, value=now + by))
        except StaleEdit:
            if attempt == TRIES - 1:
                raise
            row.refresh_from_db()
        else:
            return


def stored_value(row: Character | Item, path: str) -> Json:
    """What stands at an address now; what is not stored counts as the schema says."""
    info = info_of(row)
    if isinstance(row, Character):
        record: Any = mapping.character_record(row)
    else:
        (record,) = mapping.read_items(Item.objects.filter(pk=row.pk))
    found = value_at(record.state, path)
    return mapping.default_of(record, path, info) if found is None else found


# --- refusals ---------------------------------------------------------------------------------------------------


def _fragment(request: HttpRequest, template: str, context: dict[str, Any], status: int) -> HttpResponse:
    return render(request, template, context, status=status)


def _refused(
    request: HttpRequest, who: policy.Viewer, row: Character | Item, path: str, error: ServiceError
) -> HttpResponse:
    """Nothing was saved: say why, beside the field, and what to do."""
    needs_reason = isinstance(error, Invalid) and [wrong.field for wrong in error.errors] == ["reason"]
    if needs_reason and who.is_gm and "value" in request.POST:
        context = {
            "of": row.ref,
            "field": path,
            "label": label_of(row, path),
            "shown_value": request.POST.get("shown", ""),
            "mine_value": request.POST.get("value", ""),
        }
        return _fragment(request, "parts/reason.html", context, 422)
    return _fragment(request, "parts/refusal.html", {"text": error.sentence}, _status(error))


def _status(error: ServiceError) -> int:
    return 422 if error.status == 400 else error.status


def label_of(row: Character | Item, path: str) -> str:
    """What the field is called, as the log calls it."""
    return field_label(_reader(row), row.ref, path)


def _reader(row: Character | Item) -> Reader:
    info = info_of(row)
    kinds = {row.ref: row.kind} if isinstance(row, Item) else {}
    return Reader(info=info, words=Words.of(info.glossary), names={}, kinds=kinds)


def _stale(
    request: HttpRequest, who: policy.Viewer, row: Character | Item, path: str, error: StaleEdit
) -> HttpResponse:
    conflict: Conflict = error.conflicts[0]
    by_whom = _latest(who, row, path)
    info, reader = info_of(row), _reader(row)
    field = field_for(row, path, info)

    def typed(value: Json) -> Json:
        """A number kept in a finer unit than people type, as they type it."""
        if field.unit in info.shown_in and isinstance(value, int):
            return in_unit(info, value, field.unit)[0]
        return value

    shown, mine, stored = (
        value_words(reader, row.ref, path, typed(value)) for value in (conflict.shown, conflict.wanted, conflict.stored)
    )
    context = {
        "of": row.ref,
        "field": path,
        "label": label_of(row, path),
        "shown": shown,
        "mine": mine,
        "stored": stored,
        "is_text": field.kind is FieldKind.TEXT or len(max(shown, mine, stored, key=len)) > LONGEST_COMPARED,
        "mine_value": _typed(typed(conflict.wanted)),
        "stored_value": _typed(typed(conflict.stored)),
        "sum": typed(_both(conflict, _bounds(row, path))),
        "who": by_whom.user_name if by_whom else "",
        "when": by_whom.time if by_whom else None,
        "why": by_whom.reason if by_whom else "",
    }
    return _fragment(request, "parts/conflict.html", context, 409)


def _latest(who: policy.Viewer, row: Character | Item, path: str) -> JournalEntry | None:
    """The entry that last touched this value."""
    entries = JournalEntry.objects.filter(campaign=who.campaign, subjects__ref=row.ref).order_by("-pk")[:20]
    return next((entry for entry in entries if any(change["field"] == path for change in entry.changes)), None)


def _typed(value: Json) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(str(part) for part in value)
    return str(value)


def _bounds(row: Character | Item, path: str) -> Bounds:
    """The least and the most that may stand in a field, None where there is no bound."""
    info = info_of(row)
    record: Any = mapping.character_record(row) if isinstance(row, Character) else mapping.item_record(row)
    counted = mapping.counter_bounds(record, path, info)
    if counted is not None:
        return counted
    field = mapping.field_of(record, path, info)
    return (field.minimum, field.maximum) if field else (None, None)


def _both(conflict: Conflict, bounds: Bounds) -> int | None:
    """Where both differences lead, for numbers: 9 to 7 here and 9 to 5 there is 3. None where that may not stand."""
    shown, stored, wanted = conflict.shown, conflict.stored, conflict.wanted
    numbers = [value for value in (shown, stored, wanted) if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) < 3:
        return None
    before, stored, wanted = numbers
    both = stored + wanted - before
    low, high = bounds
    fits = (low is None or both >= low) and (high is None or both <= high)
    return both if fits and both not in (stored, wanted) else None


# --- states and money -------------------------------------------------------------------------------------------


@require_POST
@sheet_page
def sheet_status(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    """Set or lift a state."""
    policy.act_for(who, character)
    service = status_set if request.POST.get("set") else status_clear
    reason = request.POST.get("reason", "")
    if who.is_gm and not who.owns(character) and not reason:
        reason = _("gesetzt am Bogen")
    try:
        service(
            character=character,
            user=signed_in(request),
            key=one_time_key(request),
            status=request.POST.get("status", ""),
            reason=reason,
        )
    except ServiceError as error:
        return said(request, error)
    return now(request, who, character)


@require_POST
@sheet_page
def sheet_money(request: HttpRequest, who: policy.Viewer, character: Character) -> HttpResponse:
    """Book an amount: below zero it is spent."""
    policy.act_for(who, character)
    try:
        amount = read(Field(path="by"), "by", request.POST.get("by", ""))
        assert isinstance(amount, int)
        money_change(
            character=character,
            user=signed_in(request),
            key=one_time_key(request),
            by=amount,
            reason=request.POST.get("reason", "").strip(),
        )
    except ServiceError as error:
        return said(request, error)
    return now(request, who, character)


def said(request: HttpRequest, error: ServiceError) -> HttpResponse:
    """A refusal that belongs to no single field: at the top of the page."""
    response = _fragment(request, "parts/said.html", {"text": error.sentence}, _status(error))
    response["HX-Retarget"] = "[data-says]"
    response["HX-Reswap"] = "innerHTML"
    return response
