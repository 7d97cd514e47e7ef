"""The catalogue of a campaign: read by all members, written by its game master."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chaos_sheets import policy, services
from chaos_sheets.api.base import Endpoint, asked_for, body_of, endpoint
from chaos_sheets.api.shape import plain
from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Item
from chaos_sheets.selectors.catalogue import CatalogueRecord, catalogue_record, catalogue_records


class NewEntry(serializers.Serializer[Any]):
    kind = serializers.CharField(max_length=40)
    name = serializers.CharField(max_length=120)
    values = serializers.DictField(child=serializers.JSONField(allow_null=True), required=False, default=dict)


class EntryValues(serializers.Serializer[Any]):
    values = serializers.DictField(child=serializers.JSONField(allow_null=True), allow_empty=False)


class Catalogue(Endpoint):
    @endpoint(
        "Der Katalog der Runde",
        CatalogueRecord,
        many=True,
        query={"kind": "nur diese Art", "q": "Teil des Namens"},
    )
    def get(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        found = catalogue_records(who=who, kind=asked_for(request, "kind"), text=asked_for(request, "q"))
        return Response(plain(found))

    @endpoint("Ein neuer Eintrag der Runde (SL)", CatalogueRecord, body=NewEntry, status=201)
    def post(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        made = services.catalogue_item_create(campaign=who.campaign, user=self.asking, **body_of(NewEntry, request))
        return Response(plain(catalogue_record(who=who, item=made)), status=201)


class EntryEndpoint(Endpoint):
    def entry(self, campaign: int, number: int) -> tuple[policy.Viewer, Item]:
        who = self.viewer(campaign)
        found = Item.objects.filter(pk=number).first()
        if found is None:
            raise NotVisible
        catalogue_record(who=who, item=found)
        return who, found


class CatalogueEntry(EntryEndpoint):
    @endpoint("Ein Eintrag", CatalogueRecord)
    def get(self, request: Request, campaign: int, item: int) -> Response:
        who, found = self.entry(campaign, item)
        return Response(plain(catalogue_record(who=who, item=found)))

    @endpoint("Einen Eintrag ändern (SL); Bestand wird zuvor zur eigenen Fassung", CatalogueRecord, body=EntryValues)
    def patch(self, request: Request, campaign: int, item: int) -> Response:
        who, found = self.entry(campaign, item)
        edits = body_of(EntryValues, request)["values"]
        saved = services.catalogue_item_edit(campaign=who.campaign, item=found, user=self.asking, edits=edits)
        return Response(plain(catalogue_record(who=who, item=saved)))


class CatalogueAct(EntryEndpoint):
    """Copy, retire or restore an entry."""

    ACTS = {
        "copy": services.catalogue_item_copy,
        "retire": services.catalogue_item_retire,
        "restore": services.catalogue_item_restore,
    }

    @endpoint("Einen Eintrag kopieren, stilllegen oder zurückholen (SL)", CatalogueRecord, refusals=(409,))
    def post(self, request: Request, campaign: int, item: int, act: str) -> Response:
        who, found = self.entry(campaign, item)
        if act not in self.ACTS:
            raise NotVisible
        changed = self.ACTS[act](campaign=who.campaign, item=found, user=self.asking)
        return Response(plain(catalogue_record(who=who, item=changed)))
