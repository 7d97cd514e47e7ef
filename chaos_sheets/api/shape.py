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

# What is only there to be drawn; programs have the numbers.
DRAWN = (drawing.__name__, figure.__name__)
NOT_SENT = frozenset({"figure", "line_title"})


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


def described(hint: Any, above: tuple[type, ...] = ()) -> dict[str, Any]:
    """The JSON schema of a view's type. A type inside itself is described once, as an object."""
    if isinstance(hint, TypeAliasType):
        return {} if hint is Json else described(hint.__value__, above)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _described_union(arguments, above)
    if origin in (tuple, list, frozenset, set):
        return _described_list(arguments, above)
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": described(arguments[1], above)}
    simple = _SIMPLE.get(hint)
    if simple is not None:
        return dict(simple)
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")) and hint not in above:
        return _described_record(hint, (*above, hint))
    return {"type": "object"}


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


def _described_union(arguments: tuple[Any, ...], above: tuple[type, ...]) -> dict[str, Any]:
    inner = [described(argument, above) for argument in arguments if argument is not types.NoneType]
    nullable = {"nullable": True} if types.NoneType in arguments else {}
    return {**inner[0], **nullable} if len(inner) == 1 else {"oneOf": inner, **nullable}


def _described_list(arguments: tuple[Any, ...], above: tuple[type, ...]) -> dict[str, Any]:
    inner = [argument for argument in arguments if argument is not Ellipsis]
    kinds = [described(argument, above) for argument in inner]
    same = all(kind == kinds[0] for kind in kinds) if kinds else False
    return {"type": "array", "items": kinds[0] if same else {}}


def _described_record(hint: type, above: tuple[type, ...]) -> dict[str, Any]:
    hints = get_type_hints(hint)
    return {"type": "object", "properties": {name: described(hints[name], above) for name in _sent(hint)}}
