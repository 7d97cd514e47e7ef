"""Campaigns and their characters."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chaos_sheets import services
from chaos_sheets.api.base import Endpoint, Keyed, body_of, endpoint
from chaos_sheets.api.shape import plain
from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Character
from chaos_sheets.selectors import campaign as selectors
from chaos_sheets.selectors.sheet import sheet_view_for
from chaos_sheets.selectors.sheet_view import SheetView


class NewCharacter(Keyed):
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    template = serializers.IntegerField(required=False, allow_null=True, default=None)


class Campaigns(Endpoint):
    @endpoint("My campaigns", selectors.CampaignLine, many=True)
    def get(self, request: Request) -> Response:
        return Response(plain(selectors.my_campaigns(user=self.asking)))


class Characters(Endpoint):
    @endpoint("Characters and covers of a campaign, as far as you know them", selectors.Figures)
    def get(self, request: Request, campaign: int) -> Response:
        return Response(plain(selectors.figures(who=self.viewer(campaign))))

    @endpoint("A new character, empty or from a template", SheetView, body=NewCharacter, status=201, refusals=(409,))
    def post(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        body = body_of(NewCharacter, request)
        made = services.character_create(
            campaign=who.campaign,
            user=self.asking,
            key=body["key"],
            name=body["name"],
            template=_template(body["template"]),
        )
        return Response(plain(sheet_view_for(who, made)), status=201)


class Templates(Endpoint):
    SHAPE: dict[str, Any] = {
        "type": "array",
        "items": {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}},
    }

    @endpoint("Templates from which a character can be made", SHAPE)
    def get(self, request: Request, campaign: int) -> Response:
        found = selectors.templates(who=self.viewer(campaign))
        return Response([{"id": number, "name": name} for number, name in found])


def _template(number: Any) -> Character | None:
    if number is None:
        return None
    found = Character.objects.filter(pk=number, template=True).first()
    if found is None:
        raise NotVisible
    return found
