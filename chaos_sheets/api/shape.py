"""What selectors return, as JSON and as its description: one shape for page and API, written down by its types."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeAliasType, Union, get_args, get_origin, get_type_hints

from django.db.models import Model

from chaos_sheets import drawing, figure
from combat.core.citation import Citation
from combat.core.dice import Dice
from combat.core.value import Json

# What is only there to be drawn, or tells elements of a page apart; programs have numbers and names.
DRAWN = (drawing.__name__, figure.__name__)
NOT_SENT = frozenset({"figure", "line_title", "line_word", "place"})

COMPONENTS = "#/components/schemas/"
REASON: dict[str, Any] = {"$ref": f"{COMPONENTS}Reason"}
NAMED: dict[str, dict[str, Any]] = {
    "Reason": {
        "type": "object",
        "properties": {
            "code": {"type": "string"},
            "message": {"type": "string", "description": "the sentence of the page, in the language asked for"},
            "data": {"type": "object", "additionalProperties": True},
            "rules": {"type": "array", "items": {"type": "string", "example": "CHA-7.3"}},
        },
    },
    "Refusal": {
        "type": "object",
        "required": ["code", "message"],
        "properties": {
            "code": {"type": "string", "example": "no_ammunition"},
            "message": {"type": "string"},
            "errors": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "field": {"type": "string"},
                        "code": {"type": "string"},
                        "message": {"type": "string"},
                        "data": {"type": "object"},
                    },
                },
            },
            "reasons": {
                "type": "array",
                "description": "all that speak against an action",
                "items": REASON,
            },
            "conflicts": {
                "type": "array",
                "description": "what no longer stands as it was shown",
                "items": {
                    "type": "object",
                    "properties": {
                        "ref": {"type": "string"},
                        "field": {"type": "string"},
                        "shown": {},
                        "stored": {},
                        "wanted": {},
                    },
                },
            },
            "question": {"type": "string", "description": "to which an answer does not fit"},
            "data": {"type": "object"},
        },
    },
}
"""Shapes of the document that are no view's."""


def named(name: str, shape: dict[str, Any]) -> dict[str, Any]:
    """A shape that many endpoints share: it is described once and referred to."""
    NAMED[name] = shape
    return {"$ref": f"{COMPONENTS}{name}"}


def plain(value: object) -> Json:
    """A view as JSON. Drawings are left out, fractions are "a/b", times are ISO 8601."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if (is_dataclass(value) or hasattr(value, "_fields")) and not isinstance(value, Dice):
        kind: Any = type(value)
        return {name: plain(getattr(value, name)) for name in _sent(kind)}
    if isinstance(value, tuple | list | set | frozenset):
        return [plain(inner) for inner in value]
    return _plain_single(value)


def _plain_single(value: object) -> Json:
    match value:
        case Enum():
            return str(value.value)
        case str() | Dice():
            return str(value)
        case datetime():
            return value.isoformat()
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case Model():
            return int(value.pk)
    raise TypeError(f"{type(value).__name__} has no form as JSON")


@cache
def _sent(kind: type) -> tuple[str, ...]:
    """The names of the fields that are sent."""
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else list(kind._fields)  # type: ignore[attr-defined]
    hints = get_type_hints(kind)
    return tuple(name for name in names if name not in NOT_SENT and not _is_drawn(hints[name]))


def _is_drawn(hint: Any) -> bool:
    if getattr(hint, "__module__", "") in DRAWN:
        return True
    return any(_is_drawn(inner) for inner in get_args(hint))


def described(hint: Any) -> dict[str, Any]:
    """The JSON schema of a view's type; a record is described once, among the document's components."""
    if isinstance(hint, TypeAliasType):
        return {} if hint is Json else described(hint.__value__)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _described_union(arguments)
    if origin in (tuple, list, frozenset, set):
        return _described_list(arguments)
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": described(arguments[1])}
    simple = _SIMPLE.get(hint)
    if simple is not None:
        return dict(simple)
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
        return _reference(hint)
    return {"type": "object"}


_records: dict[str, type] = {}
"""The records that are described so far, by the names they have in the document."""


def _reference(kind: type) -> dict[str, Any]:
    name = kind.__name__.lstrip("_")
    if _records.setdefault(name, kind) is not kind:
        name = f"{kind.__module__.rpartition('.')[2].title().replace('_', '')}{name}"
        _records[name] = kind
    return {"$ref": f"{COMPONENTS}{name}"}


def with_records(result: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """The document with every record it refers to, and with those that these refer to."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    for name, shape in NAMED.items():
        schemas.setdefault(name, shape)
    while missing := [name for name in _records if name not in schemas]:
        for name in missing:
            hints = get_type_hints(_records[name])
            properties = {each: described(hints[each]) for each in _sent(_records[name])}
            schemas[name] = {"type": "object", "properties": properties}
    return result


_SIMPLE: dict[Any, dict[str, Any]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
    Citation: {"type": "string", "example": "CHA-7.3"},
    Dice: {"type": "string", "example": "2W10+4"},
    Fraction: {"type": "string", "example": "31/50"},
    datetime: {"type": "string", "format": "date-time"},
    Any: {},
}


def _described_union(arguments: tuple[Any, ...]) -> dict[str, Any]:
    inner = [described(argument) for argument in arguments if argument is not types.NoneType]
    nullable = {"nullable": True} if types.NoneType in arguments else {}
    if len(inner) > 1:
        return {"oneOf": inner, **nullable}
    return {"allOf": inner, **nullable} if nullable and "$ref" in inner[0] else {**inner[0], **nullable}


def _described_list(arguments: tuple[Any, ...]) -> dict[str, Any]:
    inner = [argument for argument in arguments if argument is not Ellipsis]
    kinds = [described(argument) for argument in inner]
    same = all(kind == kinds[0] for kind in kinds) if kinds else False
    return {"type": "array", "items": kinds[0] if same else {}}
