"""Actions of stored characters: what is offered, what it would need, doing it, answering what it asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from chaos_sheets import policy
from chaos_sheets.api.base import Endpoint, Keyed, body_of, endpoint
from chaos_sheets.api.shape import plain
from chaos_sheets.errors import Invalid, NotVisible
from chaos_sheets.models import Item
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.log import entry_view
from combat import services
from combat.api.shape import (
    ACTED,
    ACTION,
    ANSWERING,
    OFFER,
    PAYER,
    PREVIEW,
    REQUEST,
    offer_to_json,
    preview_to_json,
    question_to_json,
    reasons_of,
)
from combat.core.value import Json
from combat.models import Resolution
from combat.selectors.offered import offered_to
from combat.selectors.question import QuestionView
from combat.selectors.waiting import question_view, resolution_of, resolutions, waiting_views


class ActionEndpoint(Endpoint):
    def json(self) -> Mapping[str, Json]:
        """The body, which has to be an object."""
        if not isinstance(self.request.data, Mapping):
            raise Invalid.of("", "wrong_type", kind="map")
        return self.request.data

    def key(self, body: Mapping[str, Json]) -> str:
        key = body.get("key")
        return key if isinstance(key, str) else ""

    def act(self, who: policy.Viewer, body: Mapping[str, Json], request: Mapping[str, Json]) -> Response:
        """Do what is requested, with the key and the answers that the body brings."""
        acted = services.act(
            campaign=who.campaign,
            user=self.asking,
            request=request,
            key=self.key(body),
            answers=body.get("answers"),
            app_dice=body.get("app_dice") is not False,
            decline=body.get("defaults") is True,
            who=who,
        )
        return self.acted(who, acted)

    def acted(self, who: policy.Viewer, acted: services.Acted) -> Response:
        """What came of it, told to this reader: a finished entry, or the question it waits for."""
        known = self.known
        if acted.entry is not None:
            told = plain(entry_view(who=who, known=known, entry=acted.entry))
            return Response({"done": True, "entry": told, "resolution": None, "needs": None}, status=201)
        found = acted.resolution
        asked = None
        if (
            found is not None
            and acted.question is not None
            and policy.may_answer(who, found.waits_for, known.characters)
        ):
            asked = question_to_json(acted.question, self.reader(reasons_of(acted.question)))
        number = found.pk if found is not None else None
        return Response({"done": False, "entry": None, "resolution": number, "needs": asked}, status=202)


class Offers(ActionEndpoint):
    @endpoint(
        "What a character can do now, what it costs, and why not",
        {"type": "array", "items": OFFER},
        body=REQUEST,
    )
    def post(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        asked = services.offers(campaign=who.campaign, user=self.asking, request=self.json())
        found = offered_to(self.known, asked)
        reader = self.reader(reason for offer in found for reason in offer.reasons)
        return Response([offer_to_json(offer, reader) for offer in found])


class PreviewAction(ActionEndpoint):
    @endpoint("What a declaration would need: checks, modifiers, chances, costs", PREVIEW, body=REQUEST)
    def post(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        found = services.preview(campaign=who.campaign, user=self.asking, request=self.json())
        hidden = {check.who for check in found.checks if not self.known.sees_numbers(check.who)}
        return Response(preview_to_json(found, self.reader(reasons_of(found)), hidden=hidden))


class Actions(ActionEndpoint):
    @endpoint("Actions that wait for an answer", QuestionView, many=True)
    def get(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        return Response(plain(waiting_views(who, self.known, resolutions(who))))

    @endpoint(
        "Act: wholly, or up to the first open question", ACTED, body=ACTION, status=201, refusals=(409,), waits=True
    )
    def post(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        body = self.json()
        return self.act(who, body, {name: body[name] for name in ("fight", "intent", "payer") if name in body})


class OpenAction(ActionEndpoint):
    def open(self, campaign: int, number: int) -> tuple[policy.Viewer, Known, Resolution]:
        who = self.viewer(campaign)
        # Read for itself: what the answer brings about, `acted` reads afterwards.
        known = Known.of(who)
        found = resolution_of(who, number)
        if found.user_id != self.asking.pk and not policy.may_answer(who, found.waits_for, known.characters):
            raise NotVisible
        return who, known, found

    @endpoint("An open question", QuestionView)
    def get(self, request: Request, campaign: int, resolution: int) -> Response:
        who, known, found = self.open(campaign, resolution)
        return Response(plain(question_view(who, known, found)))

    @endpoint("Answer an open question", ACTED, body=ANSWERING, status=201, refusals=(409,), waits=True)
    def post(self, request: Request, campaign: int, resolution: int) -> Response:
        who, _known, found = self.open(campaign, resolution)
        body = self.json()
        acted = services.resume(
            resolution=found,
            user=self.asking,
            answers=body.get("answers"),
            app_dice=body.get("app_dice") is True,
            decline=body.get("defaults") is True,
        )
        return self.acted(who, acted)

    @endpoint("Discard an open action", {}, status=204)
    def delete(self, request: Request, campaign: int, resolution: int) -> Response:
        _who, _known, found = self.open(campaign, resolution)
        services.cancel(resolution=found, user=self.asking)
        return Response(status=204)


class Repair(ActionEndpoint):
    """Repair of a worn armour or a weapon; the bill first, then the work."""

    BODY: dict[str, Any] = {
        "type": "object",
        "required": ["key"],
        "properties": {"key": {"type": "string"}, "zones": {"type": "array", "items": {"type": "string"}}, **PAYER},
    }

    def thing(self, number: int) -> tuple[policy.Viewer, Item]:
        found = Item.objects.select_related("character__campaign").filter(pk=number).first()
        if found is None or found.campaign_id is None:
            raise NotVisible
        who = self.viewer(found.campaign_id)
        if not policy.may_see_item(who, found):
            raise NotVisible
        return who, found

    def zones(self, given: Json) -> tuple[str, ...]:
        if not isinstance(given, list | tuple) or not all(isinstance(zone, str) for zone in given):
            raise Invalid.of("zones", "wrong_type", kind="list")
        return tuple(str(zone) for zone in given)

    @endpoint("What a repair would cost", PREVIEW, query={"zones": "zones, separated by commas; empty: all"})
    def get(self, request: Request, item: int) -> Response:
        _who, found = self.thing(item)
        zones = [zone for zone in request.query_params.get("zones", "").split(",") if zone]
        bill = services.repair_preview(item=found, user=self.asking, zones=self.zones(zones))
        return Response(preview_to_json(bill, self.reader(reasons_of(bill))))

    @endpoint("Have something repaired; the money is booked", ACTED, body=BODY, status=201, refusals=(409,), waits=True)
    def post(self, request: Request, item: int) -> Response:
        who, found = self.thing(item)
        key = body_of(Keyed, request)["key"]
        body = self.json()
        zones, payer = self.zones(body.get("zones") or []), body.get("payer") or ""
        if not isinstance(payer, str):
            raise Invalid.of("payer", "wrong_type", kind="str")
        acted = services.item_repair(item=found, user=self.asking, key=key, zones=zones, payer=payer)
        return self.acted(who, acted)
