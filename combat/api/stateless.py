"""Rules without stored data, for bots and virtual tables: everything comes in the body, dice included."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from chaos_sheets.api.base import Endpoint, endpoint
from chaos_sheets.selectors.rulesets import known_ruleset, known_rulesets, words_of
from combat.api.shape import PERFORMED, PREVIEW, STATELESS, field_to_json, preview_to_json, question_to_json
from combat.core.description import RulesetInfo
from combat.core.event import change_to_json, changes_in, event_to_json
from combat.core.schema import Schema
from combat.core.value import Json
from combat.services import stateless


class Rulesets(Endpoint):
    SHAPE: dict[str, Any] = {"type": "array", "items": {"type": "object"}}

    @endpoint("The rulesets", SHAPE)
    def get(self, request: Request) -> Response:
        return Response([{"id": info.id, "name": info.name, "version": info.version} for info in known_rulesets()])


class RulesetEndpoint(Endpoint):
    def info(self, ruleset: str) -> RulesetInfo:
        found = known_ruleset(ruleset)
        self.ruleset_id = found.id
        return found


class OneRuleset(RulesetEndpoint):
    @endpoint("A ruleset: fields, kinds of things, traits, zones, house rules", {"type": "object"})
    def get(self, request: Request, ruleset: str) -> Response:
        return Response(_described(self.info(ruleset)))


class Preview(RulesetEndpoint):
    @endpoint("What a declaration would need, without stored data", PREVIEW, body=STATELESS)
    def post(self, request: Request, ruleset: str) -> Response:
        info = self.info(ruleset)
        return Response(preview_to_json(stateless.preview(ruleset_id=info.id, request=request.data), words_of(info.id)))


class Perform(RulesetEndpoint):
    @endpoint("Act without stored data; the dice stand in answers", PERFORMED, body=STATELESS, refusals=(409,))
    def post(self, request: Request, ruleset: str) -> Response:
        info = self.info(ruleset)
        done = stateless.perform(ruleset_id=info.id, request=request.data)
        events = [event_to_json(event) for event in done.events]
        if done.question is not None:
            needs = question_to_json(done.question, words_of(info.id))
            return Response({"done": False, "events": events, "needs": needs})
        changes = [change_to_json(change) for change in changes_in(done.events)]
        fight = stateless.fight_to_json(done.fight)
        return Response({"done": True, "events": events, "changes": changes, "fight": fight})


def _described(info: RulesetInfo) -> dict[str, Json]:
    return {
        "id": info.id,
        "name": info.name,
        "version": info.version,
        "sheet": _schema(info.sheet),
        "kinds": [
            {
                "key": kind.key,
                "use": kind.use,
                **_schema(kind.schema),
                "traits": [
                    {"key": trait.key, "value": field_to_json(trait.value) if trait.value else None}
                    for trait in kind.traits
                ],
                "zones": kind.zones,
            }
            for kind in info.kinds
        ],
        "zones": [{"key": zone.key, "faces": list(zone.faces) if zone.faces else None} for zone in info.zones],
        "protections": list(info.protections),
        "budgets": [{"key": budget.key, "per_round": budget.per_round} for budget in info.budgets],
        "flags": [{"scope": flag.scope, "stated": flag.stated, **field_to_json(flag.field)} for flag in info.flags],
        "options": [
            {"key": option.key, "default": option.default, "values": [each.value for each in option.values]}
            for option in info.options
        ],
        "terms": {term.id: {"de": term.word["de"], "en": term.word["en"]} for term in info.glossary.terms.values()},
    }


def _schema(schema: Schema) -> dict[str, Json]:
    return {
        "fields": [field_to_json(field) for field in schema.fields],
        "collections": [
            {"path": each.path, "source": each.source, "fields": [field_to_json(field) for field in each.fields]}
            for each in schema.collections
        ],
    }
