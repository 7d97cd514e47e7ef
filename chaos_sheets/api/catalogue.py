"""The catalogue of a campaign: read by all members, written by its game master."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from django.db.models import Q
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chaos_sheets import policy, services
from chaos_sheets.api.base import Endpoint, Keyed, asked_for, body_of, endpoint
from chaos_sheets.api.shape import plain
from chaos_sheets.api.sheets import EditValue, edits_of
from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Item, Place
from chaos_sheets.selectors.catalogue import CatalogueRecord, catalogue_record, catalogue_records


class NewEntry(Keyed):
    kind = serializers.CharField(max_length=40)
    name = serializers.CharField(max_length=120)
    values = serializers.DictField(child=serializers.JSONField(allow_null=True), required=False, default=dict)


class EntryEdits(Keyed):
    edits = serializers.DictField(child=EditValue(), allow_empty=False)


class EntryAct(Keyed):
    name = serializers.CharField(
        max_length=120, required=False, allow_blank=True, default="", help_text="name of the copy; only when copying"
    )


class Catalogue(Endpoint):
    @endpoint(
        "The campaign's catalogue",
        CatalogueRecord,
        many=True,
        query={"kind": "only this kind", "q": "part of the name"},
    )
    def get(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        found = catalogue_records(who=who, kind=asked_for(request, "kind"), text=asked_for(request, "q"))
        return Response(plain(found))

    @endpoint("A new entry of the campaign (game master)", CatalogueRecord, body=NewEntry, status=201, refusals=(409,))
    def post(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        made = services.catalogue_item_create(campaign=who.campaign, user=self.asking, **body_of(NewEntry, request))
        return Response(plain(catalogue_record(who=who, item=made)), status=201)


class EntryEndpoint(Endpoint):
    def entry(self, campaign: int, number: int) -> tuple[policy.Viewer, Item]:
        who = self.viewer(campaign)
        known = Item.objects.filter(Q(campaign=None) | Q(campaign=who.campaign), place=Place.CATALOGUE)
        found = known.filter(pk=number).first()
        if found is None:
            raise NotVisible
        return who, found


class CatalogueEntry(EntryEndpoint):
    @endpoint("One entry of the catalogue", CatalogueRecord)
    def get(self, request: Request, campaign: int, item: int) -> Response:
        who, found = self.entry(campaign, item)
        return Response(plain(catalogue_record(who=who, item=found)))

    @endpoint(
        "Edit an entry (game master); stock becomes the campaign's own version first",
        CatalogueRecord,
        body=EntryEdits,
        refusals=(409,),
    )
    def patch(self, request: Request, campaign: int, item: int) -> Response:
        who, found = self.entry(campaign, item)
        body = body_of(EntryEdits, request)
        saved = services.catalogue_item_edit(
            campaign=who.campaign, item=found, user=self.asking, key=body["key"], edits=edits_of(body)
        )
        return Response(plain(catalogue_record(who=who, item=saved)))


class CatalogueAct(EntryEndpoint):
    """Copy, retire or restore an entry."""

    ACTS: ClassVar[dict[str, Callable[..., Item]]] = {
        "copy": services.catalogue_item_copy,
        "retire": services.catalogue_item_retire,
        "restore": services.catalogue_item_restore,
    }

    @endpoint("Copy, retire or restore an entry (game master)", CatalogueRecord, body=EntryAct, refusals=(409,))
    def post(self, request: Request, campaign: int, item: int, act: str) -> Response:
        who, found = self.entry(campaign, item)
        body = body_of(EntryAct, request)
        if act not in self.ACTS:
            raise NotVisible
        name = {"name": body["name"]} if act == "copy" else {}
        changed = self.ACTS[act](campaign=who.campaign, item=found, user=self.asking, key=body["key"], **name)
        return Response(plain(catalogue_record(who=who, item=changed)))
