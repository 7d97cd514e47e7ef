"""Requests, questions, previews and results as the API writes them, and their description."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from chaos_sheets.api.reasons import reasons_to_json
from chaos_sheets.api.shape import REASON, named
from chaos_sheets.trace import Reader
from combat.core.event import modifier_to_json
from combat.core.intent import Check, Offer, Preview, Reason
from combat.core.procedure import Question, Roll
from combat.core.schema import Field
from combat.core.value import Json, thawed

_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_MAP: dict[str, Any] = {"type": "object", "additionalProperties": True}
_NUMBER = {**_WHOLE, "nullable": True}
_WINDOW: dict[str, Any] = {"type": "array", "items": _NUMBER, "nullable": True}
_TEXTS = {"type": "array", "items": _TEXT}
_RULES = {"type": "array", "items": {**_TEXT, "example": "CHA-7.3"}}
_MODIFIER = named(
    "Modifier",
    {
        "type": "object",
        "properties": {
            "key": _TEXT,
            "value": _WHOLE,
            "kind": _TEXT,
            "rules": _RULES,
            "source": {**_TEXT, "description": "rule, player or gm"},
            "note": {**_TEXT, "description": "the words of the game master, where it is his"},
        },
    },
)
INTENT: dict[str, Any] = named(
    "Intent",
    {
        "type": "object",
        "required": ["actor", "parts"],
        "properties": {
            "actor": {**_TEXT, "example": "character:12"},
            "parts": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["form"],
                    "properties": {
                        "form": {**_TEXT, "example": "shoot"},
                        "item": {**_TEXT, "example": "item:7"},
                        "targets": {"type": "array", "items": _TEXT},
                        "parameters": {**_MAP, "example": {"mode": "auto"}},
                    },
                },
            },
            "gm_modifiers": {
                "type": "array",
                "items": {"type": "object", "properties": {"value": _WHOLE, "reason": _TEXT}},
            },
        },
    },
)
ANSWERS: dict[str, Any] = named(
    "Answers",
    {
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "properties": {"faces": {"type": "array", "items": _WHOLE}, "choice": _TEXT},
        },
        "example": {"attack": {"faces": [37]}, "reaction.0.choice": {"choice": "none"}},
    },
)
FIGHT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "combatants": {**_MAP, "example": {"character:12": {"flags": {}}}},
        "things": {**_MAP, "example": {"item:20": {}}},
        "flags": _MAP,
        "pairs": {**_MAP, "example": {"character:12>character:3": {"distance": 45}}},
    },
}
PAYER: dict[str, Any] = {
    "payer": {**_TEXT, "example": "character:3", "description": "who pays; empty: whoever acts, gm: the game master"}
}
REQUEST: dict[str, Any] = {
    "type": "object",
    "required": ["intent"],
    "properties": {"fight": FIGHT, "intent": INTENT, **PAYER},
}
ACTION: dict[str, Any] = {
    "type": "object",
    "required": ["intent", "key"],
    "properties": {
        **REQUEST["properties"],
        "key": {**_TEXT, "maxLength": 64},
        "answers": ANSWERS,
        "app_dice": {"type": "boolean", "default": True},
        "defaults": {"type": "boolean", "default": False},
    },
}
ANSWERING: dict[str, Any] = {
    "type": "object",
    "properties": {
        "answers": ANSWERS,
        "app_dice": {"type": "boolean", "default": False},
        "defaults": {"type": "boolean", "default": False},
    },
}
STATELESS: dict[str, Any] = {
    "type": "object",
    "required": ["fight", "intent"],
    "properties": {
        "options": _MAP,
        "fight": {**FIGHT, "required": ["combatants"]},
        "intent": INTENT,
        "answers": ANSWERS,
        "defaults": {"type": "boolean", "default": False},
    },
}
CHECK: dict[str, Any] = named(
    "Check",
    {
        "type": "object",
        "properties": {
            "who": _TEXT,
            "term": _TEXT,
            "dice": _TEXT,
            "base": {"type": "array", "items": _MODIFIER},
            "modifiers": {"type": "array", "items": _MODIFIER},
            "target_number": _WHOLE,
            "window": _WINDOW,
            "chance": {**_TEXT, "example": "31/50"},
            "rules": _RULES,
        },
    },
)
PREVIEW: dict[str, Any] = named(
    "Preview",
    {
        "type": "object",
        "properties": {
            "checks": {"type": "array", "items": CHECK},
            "cost": {"type": "object", "additionalProperties": _WHOLE},
            "reasons": {"type": "array", "items": REASON},
            "warnings": {"type": "array", "items": REASON},
            "notes": {"type": "array", "items": REASON},
        },
    },
)
FIELD: dict[str, Any] = named(
    "Field",
    {
        "type": "object",
        "properties": {
            "path": {**_TEXT, "description": "its name among the parameters of a part"},
            "kind": _TEXT,
            "term": _TEXT,
            "default": {},
            "minimum": _NUMBER,
            "maximum": _NUMBER,
            "maximum_from": {**_TEXT, "description": "path of the field that holds the maximum"},
            "choices": _TEXTS,
            "max_length": _WHOLE,
            "optional": {"type": "boolean"},
            "state": {"type": "boolean", "description": "play changes it"},
            "assumption": {"type": "boolean", "description": "beyond the rule text"},
            "unit": _TEXT,
            "group": _TEXT,
            "by": {**_TEXT, "description": "gm where only the game master may say it"},
            "rules": _RULES,
        },
    },
)
OFFER: dict[str, Any] = named(
    "Offer",
    {
        "type": "object",
        "properties": {
            "form": _TEXT,
            "item": _TEXT,
            "by": {**_TEXT, "description": "gm where only the game master may do it"},
            "cost": {"type": "object", "additionalProperties": _WHOLE},
            "reasons": {"type": "array", "items": REASON},
            "parameters": {"type": "array", "items": FIELD},
            "needs_target": {"type": "boolean"},
            "takes_target": {"type": "boolean"},
            "joins": {"type": "boolean", "description": "may be one of several parts of an intent"},
            "group": {**_TEXT, "description": "the heading it stands under, where its chapter holds too much"},
            "tool": {**_TEXT, "description": "what it is done with, where that is no thing"},
            "rules": _RULES,
        },
    },
)
_CHOICE: dict[str, Any] = {
    "type": "object",
    "properties": {"key": _TEXT, "data": _MAP, "reasons": {"type": "array", "items": REASON}},
}
NEEDS: dict[str, Any] = named(
    "Needs",
    {
        "type": "object",
        "nullable": True,
        "description": "the next question, answered under its name in answers; empty where another has to answer it",
        "properties": {
            "roll": {**_TEXT, "description": "name of a roll: answer {faces}"},
            "dice": {**_TEXT, "example": "2W10"},
            "window": {**_WINDOW, "description": "between which totals the roll succeeds"},
            "ask": {**_TEXT, "description": "name of a choice: answer {choice}"},
            "choices": {"type": "array", "items": _CHOICE},
            "default": {**_TEXT, "description": "key of the choice that counts without an answer"},
            "who": {**_TEXT, "description": "reference of whom it is for"},
            "notes": {"type": "array", "items": REASON},
            "rules": _RULES,
            "data": _MAP,
        },
    },
)
PERFORMED: dict[str, Any] = named(
    "Performed",
    {
        "type": "object",
        "properties": {
            "done": {"type": "boolean"},
            "events": {"type": "array", "items": _MAP},
            "changes": {"type": "array", "items": _MAP},
            "needs": NEEDS,
            "fight": FIGHT,
        },
    },
)
ACTED: dict[str, Any] = named(
    "Acted",
    {
        "type": "object",
        "properties": {
            "done": {"type": "boolean"},
            "entry": {**_MAP, "nullable": True},
            "resolution": {**_WHOLE, "nullable": True},
            "needs": NEEDS,
        },
    },
)


def check_to_json(check: Check) -> dict[str, Json]:
    return {
        "who": check.who,
        "term": check.term,
        "dice": str(check.dice),
        "base": [modifier_to_json(modifier) for modifier in check.base],
        "modifiers": [modifier_to_json(modifier) for modifier in check.modifiers],
        "target_number": check.target_number,
        "window": None if check.window is None else list(check.window),
        "chance": f"{check.chance.numerator}/{check.chance.denominator}",
        "rules": list(check.rules),
    }


def preview_to_json(preview: Preview, reader: Reader, *, hidden: Iterable[str] = ()) -> dict[str, Json]:
    """A preview; checks of those whose numbers are not the reader's to see are left out."""
    unseen = set(hidden)
    return {
        "checks": [check_to_json(check) for check in preview.checks if check.who not in unseen],
        "cost": dict(preview.cost),
        "reasons": reasons_to_json(preview.reasons, reader),
        "warnings": reasons_to_json(preview.warnings, reader),
        "notes": reasons_to_json(preview.notes, reader),
    }


def question_to_json(question: Question, reader: Reader) -> dict[str, Json]:
    """A question as the API and the pages put it: dice to roll, or choices with what speaks against them."""
    if isinstance(question, Roll):
        return {
            "roll": question.name,
            "who": question.who,
            "dice": str(question.dice),
            "window": None if question.window is None else list(question.window),
        }
    return {
        "ask": question.name,
        "who": question.who,
        "choices": [
            {
                "key": choice.key,
                "data": thawed(choice.data),
                "reasons": reasons_to_json(choice.reasons, reader),
            }
            for choice in question.choices
        ],
        "default": question.default,
        "rules": list(question.rules),
        "data": thawed(question.data),
        "notes": reasons_to_json(question.notes, reader),
    }


def reasons_of(found: Preview | Question) -> tuple[Reason, ...]:
    """Every reason that a preview or a question tells."""
    if isinstance(found, Preview):
        return (*found.reasons, *found.warnings, *found.notes)
    if isinstance(found, Roll):
        return ()
    return (*found.notes, *(reason for choice in found.choices for reason in choice.reasons))


def offer_to_json(offer: Offer, reader: Reader) -> dict[str, Json]:
    return {
        "form": offer.form,
        "item": offer.item,
        "by": offer.by,
        "cost": dict(offer.cost),
        "reasons": reasons_to_json(offer.reasons, reader),
        "parameters": [field_to_json(field) for field in offer.parameters],
        "needs_target": offer.needs_target,
        "takes_target": offer.may_target,
        "joins": offer.joins,
        "group": offer.group,
        "tool": offer.tool,
        "rules": list(offer.rules),
    }


def field_to_json(field: Field) -> dict[str, Json]:
    """A field of a schema: what it may hold."""
    return {
        "path": field.path,
        "kind": field.kind.value,
        "term": field.label,
        "default": thawed(field.default),
        "minimum": field.minimum,
        "maximum": field.maximum,
        "maximum_from": field.maximum_from,
        "choices": list(field.choices),
        "max_length": field.max_length,
        "optional": field.optional,
        "state": field.state,
        "assumption": field.assumption,
        "unit": field.unit,
        "group": field.group,
        "by": field.by,
        "rules": list(field.rules),
    }
