"""The log: entries with filters, one told in full, taking it back, and what is new."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chaos_sheets import policy, services
from chaos_sheets.api.base import Endpoint, Keyed, asked_for, body_of, endpoint
from chaos_sheets.api.shape import plain
from chaos_sheets.errors import Invalid
from chaos_sheets.models import JournalEntry
from chaos_sheets.numbers import count_in
from chaos_sheets.selectors import log as selectors
from chaos_sheets.selectors import news
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.reversal import UndoView, undo_view

FILTERS = {
    "about": "only entries about this reference, for instance character:12",
    "cause": "only with this cause",
    "q": "text in reason or names",
    "before": "only older than this number",
}


class Undo(Keyed):
    only = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class Log(Endpoint):
    @endpoint("The log, newest first", selectors.LogView, query=FILTERS)
    def get(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        filters = selectors.Filters(
            about=asked_for(request, "about"),
            cause=asked_for(request, "cause"),
            text=asked_for(request, "q"),
            before=_whole(asked_for(request, "before"), "before"),
        )
        return Response(plain(selectors.log_view(who=who, filters=filters, known=self.known)))


class EntryEndpoint(Endpoint):
    def entry(self, campaign: int, number: int) -> tuple[policy.Viewer, Known, JournalEntry]:
        who = self.viewer(campaign)
        known = Known.of(who)
        return who, known, selectors.entry_of(who=who, known=known, entry=number)


class Entry(EntryEndpoint):
    @endpoint("One entry of the log, told in full", selectors.EntryView)
    def get(self, request: Request, campaign: int, entry: int) -> Response:
        who, known, found = self.entry(campaign, entry)
        return Response(plain(selectors.entry_view(who=who, known=known, entry=found)))


class EntryUndo(EntryEndpoint):
    @endpoint(
        "What taking an entry back would change and leave",
        UndoView,
        query={"only": "this reference only"},
        refusals=(409,),
    )
    def get(self, request: Request, campaign: int, entry: int) -> Response:
        _who, known, found = self.entry(campaign, entry)
        services.entry_undo_preview(entry=found, user=self.asking)
        only = asked_for(request, "only")
        return Response(plain(undo_view(known=known, entry=found, only=only)))

    @endpoint("Take an entry back", selectors.EntryView, body=Undo, status=201, refusals=(409,))
    def post(self, request: Request, campaign: int, entry: int) -> Response:
        who, known, found = self.entry(campaign, entry)
        body = body_of(Undo, request)
        made = services.entry_undo(
            entry=found, user=self.asking, key=body["key"], only=body["only"] or None, reason=body["reason"]
        )
        return Response(plain(selectors.entry_view(who=who, known=known, entry=made)), status=201)


class Changes(Endpoint):
    SHAPE: dict[str, Any] = {
        "type": "object",
        "properties": {"entry": {"type": "integer"}, "refs": {"type": "array", "items": {"type": "string"}}},
    }

    @endpoint("What has changed since an entry", SHAPE, query={"since": "number of the last entry you know"})
    def get(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        since = _whole(asked_for(request, "since"), "since") or 0
        newest, refs = news.changes_since(who=who, since=since)
        return Response({"entry": newest, "refs": refs})


def _whole(text: str, field: str) -> int | None:
    if not text:
        return None
    found = count_in(text)
    if found is None:
        raise Invalid.of(field, "not_a_number")
    return found
