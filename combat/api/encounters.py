"""Fights: listed, shown as the viewer may know them, set up, moved on, acted in. Taking back goes through the log."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chaos_sheets import policy
from chaos_sheets.api.base import Keyed, asked_for, body_of, endpoint
from chaos_sheets.api.shape import plain
from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Character, Item, Known
from combat import services
from combat.api.actions import ActionEndpoint
from combat.api.shape import ACTED, ACTION, ANSWERS
from combat.models import Encounter
from combat.selectors.encounter_page import encounter_view
from combat.selectors.encounter_rows import Look
from combat.selectors.encounter_view import EncounterLine, EncounterView
from combat.selectors.encounters import encounter_of, encounters, table_of
from combat.steps import Step

_MAP: dict[str, Any] = {"type": "object", "additionalProperties": True}
STATE: dict[str, Any] = {
    "type": "object",
    "required": ["key"],
    "properties": {
        "key": {"type": "string", "maxLength": 64},
        "stated": {
            **_MAP,
            "example": {
                "combatants": {"character:12": {"flags": {"cover": "item:20"}}},
                "pairs": {"character:12>character:3": {"distance": 45}},
                "flags": {"poor_visibility": True},
            },
        },
        "shown": _MAP,
        "budgets": {**_MAP, "example": {"character:12": {"action_units": 4}}},
        "reason": {"type": "string", "maxLength": 2000},
    },
}
STEP: dict[str, Any] = {
    "type": "object",
    "required": ["key", "step"],
    "properties": {
        "key": {"type": "string", "maxLength": 64},
        "step": {"type": "string", "enum": [str(step) for step in Step]},
        "round": {"type": "integer", "nullable": True},
        "current": {"type": "string", "example": "character:12"},
        "answers": ANSWERS,
        "app_dice": {"type": "boolean", "default": True},
        "defaults": {"type": "boolean", "default": False},
    },
}


class Named(Keyed):
    name = serializers.CharField(max_length=400, allow_blank=True)


class Joining(Keyed):
    """Either `characters` that are there, or `count` copies of a `template`."""

    characters = serializers.ListField(child=serializers.IntegerField(min_value=0), required=False, max_length=60)
    template = serializers.IntegerField(min_value=0, required=False)
    count = serializers.IntegerField(required=False, default=1)
    name = serializers.CharField(max_length=400, required=False, allow_blank=True, default="")
    known = serializers.CharField(max_length=20, required=False, default=Known.KIND.value)
    party = serializers.CharField(max_length=400, required=False, allow_blank=True, default="")


class Side(Keyed):
    party = serializers.CharField(max_length=400, allow_blank=True)


class Order(Keyed):
    order = serializers.ListField(child=serializers.CharField(max_length=80), max_length=60)
    current = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    shown_order = serializers.ListField(child=serializers.CharField(max_length=80), max_length=60, required=False)
    shown_current = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class Placing(Keyed):
    item = serializers.IntegerField(min_value=0)
    name = serializers.CharField(max_length=400, required=False, allow_blank=True, default="")


class EncounterEndpoint(ActionEndpoint):
    def encounter(self, campaign: int, number: int) -> tuple[policy.Viewer, Encounter]:
        who = self.viewer(campaign)
        return who, encounter_of(who, number)

    def shown(self, who: policy.Viewer, number: int, status: int = 200, wanted: str = "") -> Response:
        """The fight as it stands now, for this viewer."""
        return Response(plain(encounter_view(Look.of(who, table_of(who, number)), wanted=wanted)), status=status)

    def character(self, who: policy.Viewer, number: int) -> Character:
        found = Character.objects.filter(pk=number, campaign=who.campaign, template=False).first()
        if found is None or policy.sight(who, found) is policy.Sight.NOTHING:
            raise NotVisible
        return found


class Encounters(EncounterEndpoint):
    @endpoint("The fights you may know of", EncounterLine, many=True)
    def get(self, request: Request, campaign: int) -> Response:
        return Response(plain(encounters(self.viewer(campaign))))

    @endpoint("Make a fight", EncounterView, body=Named, status=201, refusals=(409,))
    def post(self, request: Request, campaign: int) -> Response:
        who = self.viewer(campaign)
        body = body_of(Named, request)
        made = services.encounter_create(campaign=who.campaign, user=self.asking, key=body["key"], name=body["name"])
        return self.shown(who, made.pk, 201)


class OneEncounter(EncounterEndpoint):
    @endpoint("A fight: order, turn, cover, what happened", EncounterView, query={"actor": "for whom, as a reference"})
    def get(self, request: Request, campaign: int, encounter: int) -> Response:
        return self.shown(self.viewer(campaign), encounter, wanted=asked_for(request, "actor"))

    @endpoint("Rename a fight", EncounterView, body=Named, refusals=(409,))
    def patch(self, request: Request, campaign: int, encounter: int) -> Response:
        who, row = self.encounter(campaign, encounter)
        body = body_of(Named, request)
        services.encounter_rename(encounter=row, user=self.asking, key=body["key"], name=body["name"])
        return self.shown(who, row.pk)


class EncounterStep(EncounterEndpoint):
    @endpoint(
        "Begin a fight; end a turn, a round or the fight", ACTED, body=STEP, status=201, refusals=(409,), waits=True
    )
    def post(self, request: Request, campaign: int, encounter: int) -> Response:
        who, row = self.encounter(campaign, encounter)
        body = self.json()
        services.refuse_closed(row, self.key(body))
        fight: dict[str, Any] = {"encounter": row.pk}
        fight |= {name: body[name] for name in ("round", "current") if body.get(name) is not None}
        return self.act(who, body, {"fight": fight, "step": body.get("step") or ""})


class EncounterActions(EncounterEndpoint):
    @endpoint("Act in a fight", ACTED, body=ACTION, status=201, refusals=(409,), waits=True)
    def post(self, request: Request, campaign: int, encounter: int) -> Response:
        who, row = self.encounter(campaign, encounter)
        body = self.json()
        services.refuse_closed(row, self.key(body))
        fight = body.get("fight")
        stated = dict(fight) if isinstance(fight, dict) else {}
        asked = {name: body[name] for name in ("intent", "payer") if name in body}
        return self.act(who, body, {**asked, "fight": {**stated, "encounter": row.pk}})


class EncounterState(EncounterEndpoint):
    @endpoint("Say what is so: distances, cover, light, surprise", EncounterView, body=STATE, refusals=(409,))
    def post(self, request: Request, campaign: int, encounter: int) -> Response:
        who, row = self.encounter(campaign, encounter)
        body = self.json()
        services.encounter_state_set(
            encounter=row,
            user=self.asking,
            key=self.key(body),
            stated=body.get("stated"),
            shown=body.get("shown"),
            budgets=services.budgets_from_json(body.get("budgets")),
            reason=str(body.get("reason") or ""),
        )
        return self.shown(who, row.pk)


class EncounterPeople(EncounterEndpoint):
    @endpoint("Characters, or copies of a template, come in", EncounterView, body=Joining, status=201, refusals=(409,))
    def post(self, request: Request, campaign: int, encounter: int) -> Response:
        who, row = self.encounter(campaign, encounter)
        policy.lead(who)
        body = body_of(Joining, request)
        key, party = body["key"], body["party"]
        if "template" in body:
            template = Character.objects.filter(pk=body["template"], template=True).first()
            if template is None:
                raise NotVisible
            services.encounter_join_copies(
                encounter=row, user=self.asking, key=key, template=template, count=body["count"], party=party,
                name=body["name"], known=body["known"],
            )  # fmt: skip
        else:
            people = [self.character(who, number) for number in body.get("characters", ())]
            services.encounter_join(encounter=row, user=self.asking, key=key, characters=people, party=party)
        return self.shown(who, row.pk, 201)


class OneCombatant(EncounterEndpoint):
    @endpoint("Put somebody on another side", EncounterView, body=Side, refusals=(409,))
    def patch(self, request: Request, campaign: int, encounter: int, character: int) -> Response:
        who, row = self.encounter(campaign, encounter)
        policy.lead(who)
        body = body_of(Side, request)
        services.encounter_party_set(
            encounter=row, user=self.asking, key=body["key"], character=self.character(who, character),
            party=body["party"],
        )  # fmt: skip
        return self.shown(who, row.pk)

    @endpoint("Take somebody out of a fight", EncounterView, body=Keyed, refusals=(409,))
    def delete(self, request: Request, campaign: int, encounter: int, character: int) -> Response:
        who, row = self.encounter(campaign, encounter)
        policy.lead(who)
        key = body_of(Keyed, request)["key"]
        services.encounter_leave(encounter=row, user=self.asking, key=key, character=self.character(who, character))
        return self.shown(who, row.pk)


class EncounterOrder(EncounterEndpoint):
    @endpoint("Set the order", EncounterView, body=Order, refusals=(409,))
    def put(self, request: Request, campaign: int, encounter: int) -> Response:
        who, row = self.encounter(campaign, encounter)
        body = body_of(Order, request)
        shown = (body["shown_order"], body["shown_current"]) if "shown_order" in body else None
        services.encounter_order_set(
            encounter=row, user=self.asking, key=body["key"], order=body["order"], current=body["current"],
            shown=shown, reason=body["reason"],
        )  # fmt: skip
        return self.shown(who, row.pk)


class EncounterCovers(EncounterEndpoint):
    @endpoint("Put a cover into a fight", EncounterView, body=Placing, status=201, refusals=(409,))
    def post(self, request: Request, campaign: int, encounter: int) -> Response:
        who, row = self.encounter(campaign, encounter)
        policy.lead(who)
        body = body_of(Placing, request)
        found = Item.objects.filter(pk=body["item"]).first()
        if found is None:
            raise NotVisible
        services.encounter_cover_place(
            encounter=row, user=self.asking, key=body["key"], source=found, name=body["name"]
        )
        return self.shown(who, row.pk, 201)


class OneCover(EncounterEndpoint):
    @endpoint("Take a cover out of a fight", EncounterView, body=Keyed, refusals=(409,))
    def delete(self, request: Request, campaign: int, encounter: int, item: int) -> Response:
        who, row = self.encounter(campaign, encounter)
        policy.lead(who)
        key = body_of(Keyed, request)["key"]
        found = Item.objects.filter(pk=item, campaign=who.campaign).first()
        if found is None:
            raise NotVisible
        services.encounter_cover_remove(encounter=row, user=self.asking, key=key, cover=found)
        return self.shown(who, row.pk)
