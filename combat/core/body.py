"""Reading values from bodies: what is absent or of another kind counts as what is usual.

A whole number is an ``int`` and nothing derived from it: a yes or no is not one.
"""

from collections.abc import Mapping
from functools import lru_cache

from combat.core.dice import Dice
from combat.core.value import Json, JsonMap

NOTHING: JsonMap = {}


def whole(found: Json, usual: int = 0) -> int:
    """A whole number, or what is usual where there is none."""
    return found if type(found) is int else usual


def optional(found: Json) -> int | None:
    """A whole number, or None."""
    return found if type(found) is int else None


def text(found: Json, usual: str = "") -> str:
    """A text, or what is usual where there is none."""
    return found if isinstance(found, str) else usual


def inner(body: JsonMap, key: str) -> JsonMap:
    """The map under a key, empty where there is none."""
    found = body.get(key)
    if type(found) is dict:
        return found
    return found if found is not None and isinstance(found, Mapping) else NOTHING


def names_in(records: JsonMap) -> tuple[tuple[str, str], ...]:
    """What the owner of a sheet calls his own records, by key; those that have no name of their own are left out."""
    named = ((key, text(inner(records, key).get("label"))) for key in records)
    return tuple([(key, name) for key, name in named if name])


def words(found: Json) -> tuple[str, ...]:
    """A list of words, empty where there is none."""
    return tuple(word for word in found if isinstance(word, str)) if isinstance(found, list | tuple) else ()


@lru_cache(maxsize=4096)
def dice(expression: str) -> Dice | None:
    """The dice of an expression, None if it is none."""
    try:
        return Dice.parse(expression)
    except ValueError:
        return None
