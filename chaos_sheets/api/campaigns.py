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
from chaos_sheets.selectors.sheet import character_of, sheet_view_for
from chaos_sheets.selectors.sheet_view import SheetView


class NewCharacter(Keyed):
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    template = serializers.IntegerField(required=False, allow_null=True, default=None)


class NewTemplate(Keyed):
    character = serializers.IntegerField()
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    for_players = serializers.BooleanField(required=False, default=False)


class TemplateShown(serializers.Serializer[Any]):
    """What the caller saw. What no longer stands so is not overwritten: refused, both values shown."""

    name = serializers.CharField(max_length=120)
    for_players = serializers.BooleanField()


class TemplateEdit(Keyed):
    name = serializers.CharField(max_length=120)
    for_players = serializers.BooleanField(required=False, allow_null=True, default=None)
    shown = TemplateShown()


class TemplateState(Keyed):
    retired = serializers.BooleanField()


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
    @endpoint("Templates from which a character can be made", selectors.TemplateLine, many=True)
    def get(self, request: Request, campaign: int) -> Response:
        return Response(plain(selectors.templates(who=self.viewer(campaign))))

    @endpoint("Keep a sheet as a template (game master)", selectors.TemplateLine, body=NewTemplate, status=201)
    def post(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        body = body_of(NewTemplate, request)
        sheet = character_of(body.pop("character"))
        if sheet.campaign_id != who.campaign.pk:
            raise NotVisible
        made = services.template_save(character=sheet, user=self.asking, **body)
        return Response(plain(selectors.template_line(made)), status=201)


class Template(Endpoint):
    """One of the campaign's own templates: renamed, put away, brought back."""

    @endpoint("Rename a template (game master)", selectors.TemplateLine, body=TemplateEdit)
    def patch(self, request: Request, campaign: int, template: int) -> Response:
        found = selectors.template_of(self.viewer(campaign), template)
        body = body_of(TemplateEdit, request)
        seen = body.pop("shown")
        shown = (seen["name"], seen["for_players"])
        services.template_edit(template=found, user=self.asking, shown=shown, **body)
        return self.shown(campaign, template)

    @endpoint("Put a template away, or bring it back (game master)", selectors.TemplateLine, body=TemplateState)
    def post(self, request: Request, campaign: int, template: int) -> Response:
        found = selectors.template_of(self.viewer(campaign), template)
        body = body_of(TemplateState, request)
        change = services.template_retire if body["retired"] else services.template_restore
        change(template=found, user=self.asking, key=body["key"])
        return self.shown(campaign, template)

    def shown(self, campaign: int, template: int) -> Response:
        return Response(plain(selectors.template_line(selectors.template_of(self.viewer(campaign), template))))


def _template(number: Any) -> Character | None:
    if number is None:
        return None
    found = Character.objects.filter(pk=number, template=True).first()
    if found is None:
        raise NotVisible
    return found
