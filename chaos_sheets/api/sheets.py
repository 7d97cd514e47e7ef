"""One sheet: read whole, edited field by field, with its points, states, things and money."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chaos_sheets import policy, services
from chaos_sheets.api.base import Body, Endpoint, Keyed, body_of, endpoint
from chaos_sheets.api.shape import plain
from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Character, Item
from chaos_sheets.selectors.sheet import character_of, sheet_view_for
from chaos_sheets.selectors.sheet_view import SheetView


class EditValue(serializers.Serializer[Any]):
    """One value: what the caller saw, and what it shall be. What no longer stands is refused, both values shown."""

    shown = serializers.JSONField(allow_null=True)
    value = serializers.JSONField(allow_null=True)


class Edits(Keyed):
    edits = serializers.DictField(child=EditValue(), allow_empty=False)
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class PoolChange(Keyed):
    pool = serializers.CharField(max_length=80)
    by = serializers.IntegerField(min_value=-10_000, max_value=10_000)


class MoneyChange(Keyed):
    by = serializers.IntegerField(min_value=-(10**9), max_value=10**9)
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class StatusChange(Keyed):
    status = serializers.CharField(max_length=80)
    on = serializers.BooleanField()
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class NewThing(Keyed):
    entry = serializers.IntegerField(help_text="number of the entry in the catalogue")
    quantity = serializers.IntegerField(min_value=1, max_value=1000, required=False, default=1)
    pay = serializers.BooleanField(required=False, default=False)


class Override(Keyed):
    value_key = serializers.CharField(max_length=80)
    value = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=-1000, max_value=1000)
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


def edits_of(body: Body) -> dict[str, services.Edit]:
    stated: Mapping[str, Mapping[str, Any]] = body["edits"]
    return {address: services.Edit(edit["shown"], edit["value"]) for address, edit in stated.items()}


class SheetEndpoint(Endpoint):
    def character(self, number: int) -> tuple[policy.Viewer, Character]:
        found = character_of(number)
        return self.viewer(found.campaign_id or 0), found

    def sheet(self, number: int) -> Response:
        """The sheet as it stands now, with its version as ETag."""
        who, found = self.character(number)
        view = sheet_view_for(who, found)
        return Response(plain(view), headers={"ETag": f'"{view.version}"'} if view.whole else None)


class Sheet(SheetEndpoint):
    @endpoint("A sheet, as far as you may see it", SheetView)
    def get(self, request: Request, character: int) -> Response:
        return self.sheet(character)

    @endpoint("Edit fields; refused where another value stands by now", SheetView, body=Edits, refusals=(409,))
    def patch(self, request: Request, character: int) -> Response:
        _who, found = self.character(character)
        body = body_of(Edits, request)
        services.character_edit(
            character=found, user=self.asking, key=body["key"], edits=edits_of(body), reason=body["reason"]
        )
        return self.sheet(character)


class Pools(SheetEndpoint):
    @endpoint("Spend or regain points of a pool", SheetView, body=PoolChange, refusals=(409,))
    def post(self, request: Request, character: int) -> Response:
        _who, found = self.character(character)
        body = body_of(PoolChange, request)
        services.pool_change(character=found, user=self.asking, **body)
        return self.sheet(character)


class Money(SheetEndpoint):
    @endpoint("Spend or receive money", SheetView, body=MoneyChange, refusals=(409,))
    def post(self, request: Request, character: int) -> Response:
        _who, found = self.character(character)
        services.money_change(character=found, user=self.asking, **body_of(MoneyChange, request))
        return self.sheet(character)


class Statuses(SheetEndpoint):
    @endpoint("Set or lift a state", SheetView, body=StatusChange, refusals=(409,))
    def post(self, request: Request, character: int) -> Response:
        _who, found = self.character(character)
        body = body_of(StatusChange, request)
        change = services.status_set if body.pop("on") else services.status_clear
        change(character=found, user=self.asking, **body)
        return self.sheet(character)


class Overrides(SheetEndpoint):
    @endpoint("Override a value (game master), or free it with null", SheetView, body=Override, refusals=(409,))
    def post(self, request: Request, character: int) -> Response:
        _who, found = self.character(character)
        body = body_of(Override, request)
        if body["value"] is None:
            services.override_lift(character=found, user=self.asking, key=body["key"], value_key=body["value_key"])
        else:
            services.override_set(character=found, user=self.asking, **body)
        return self.sheet(character)


class Things(SheetEndpoint):
    @endpoint("Take something from the catalogue onto a sheet", SheetView, body=NewThing, status=201, refusals=(409,))
    def post(self, request: Request, character: int) -> Response:
        _who, found = self.character(character)
        body = body_of(NewThing, request)
        source = _item(body.pop("entry"))
        services.item_add(character=found, source=source, user=self.asking, **body)
        answer = self.sheet(character)
        answer.status_code = 201
        return answer


class Thing(SheetEndpoint):
    @endpoint("Edit a thing on a sheet", SheetView, body=Edits, refusals=(409,))
    def patch(self, request: Request, item: int) -> Response:
        found, carrier = self.carried(item)
        body = body_of(Edits, request)
        services.item_edit(item=found, user=self.asking, key=body["key"], edits=edits_of(body), reason=body["reason"])
        return self.sheet(carrier)

    @endpoint("Take a thing off a sheet", SheetView, body=Keyed, refusals=(409,))
    def delete(self, request: Request, item: int) -> Response:
        found, carrier = self.carried(item)
        services.item_retire(item=found, user=self.asking, key=body_of(Keyed, request)["key"])
        return self.sheet(carrier)

    def carried(self, number: int) -> tuple[Item, int]:
        found = _item(number)
        if found.character_id is None:
            raise NotVisible
        who, _character = self.character(found.character_id)
        if not policy.may_see_item(who, found):
            raise NotVisible
        return found, found.character_id


def _item(number: int) -> Item:
    found = Item.objects.select_related("character__campaign").filter(pk=number).first()
    if found is None:
        raise NotVisible
    return found
