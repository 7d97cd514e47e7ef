"""Reading values from bodies: what is absent or of another kind counts as what is usual."""

from collections.abc import Mapping

from combat.core.value import Json, JsonMap, value_at

NOTHING: JsonMap = {}


def whole(found: Json, usual: int = 0) -> int:
    """A whole number, or what is usual where there is none; a yes or no is none."""
    return found if type(found) is int else usual


def optional(found: Json) -> int | None:
    """A whole number, or None."""
    return found if type(found) is int else None


def text(found: Json, usual: str = "") -> str:
    """A text, or what is usual where there is none."""
    return found if isinstance(found, str) else usual


def inner(body: JsonMap, path: str) -> JsonMap:
    """The map at a path, empty where there is none."""
    found = value_at(body, path)
    return found if isinstance(found, Mapping) else NOTHING
