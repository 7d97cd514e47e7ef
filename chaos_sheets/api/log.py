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
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.reversal import UndoView, undo_view

FILTERS = {
    "about": "nur Einträge zu diesem Verweis, etwa character:12",
    "cause": "nur mit diesem Anlass",
    "q": "Text in Grund oder Namen",
    "before": "nur ältere als diese Nummer",
}


class Undo(Keyed):
    only = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class Log(Endpoint):
    @endpoint("Das Protokoll, das Neueste zuerst", selectors.LogView, query=FILTERS)
    def get(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        filters = selectors.Filters(
            about=asked_for(request, "about"),
            cause=asked_for(request, "cause"),
            text=asked_for(request, "q"),
            before=_whole(asked_for(request, "before"), "before"),
        )
        return Response(plain(selectors.log_view(who=who, filters=filters, known=Known.of(who))))


class EntryEndpoint(Endpoint):
    def entry(self, campaign: int, number: int) -> tuple[policy.Viewer, Known, JournalEntry]:
        who = self.viewer(campaign)
        known = Known.of(who)
        return who, known, selectors.entry_of(who=who, known=known, entry=number)


class Entry(EntryEndpoint):
    @endpoint("Ein Eintrag, ganz erzählt", selectors.EntryView)
    def get(self, request: Request, campaign: int, entry: int) -> Response:
        who, known, found = self.entry(campaign, entry)
        return Response(plain(selectors.entry_view(who=who, known=known, entry=found)))


class EntryUndo(EntryEndpoint):
    @endpoint(
        "Was das Zurücknehmen änderte und was bliebe", UndoView, query={"only": "nur dieser Verweis"}, refusals=(409,)
    )
    def get(self, request: Request, campaign: int, entry: int) -> Response:
        _who, known, found = self.entry(campaign, entry)
        services.entry_undo_preview(entry=found, user=self.asking)
        only = asked_for(request, "only")
        return Response(plain(undo_view(known=known, entry=found, only=only)))

    @endpoint("Einen Eintrag zurücknehmen", selectors.EntryView, body=Undo, status=201, refusals=(409,))
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

    @endpoint(
        "Was sich seit einem Eintrag geändert hat", SHAPE, query={"since": "Nummer des letzten bekannten Eintrags"}
    )
    def get(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        since = _whole(asked_for(request, "since"), "since") or 0
        newest, refs = selectors.changes_since(who=who, since=since)
        return Response({"entry": newest, "refs": refs})


def _whole(text: str, field: str) -> int | None:
    if not text:
        return None
    found = count_in(text)
    if found is None:
        raise Invalid.of(field, "not_a_number")
    return found
