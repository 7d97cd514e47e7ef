"""JSON values and the dotted paths by which a value inside a body is addressed."""

from collections.abc import Mapping, Sequence

type Json = bool | int | str | Sequence[Json] | Mapping[str, Json] | None
type JsonMap = Mapping[str, Json]

PLAIN = frozenset({str, int, float, bool, type(None)})
"""Classes of values that hold no others: quicker to ask for than an abstract class."""


def value_at(body: JsonMap, path: str) -> Json:
    """What stands at a dotted path; None where nothing stands.

    ``value_at({"pools": {"hit_points": 9}}, "pools.hit_points") == 9``
    """
    found: Json = body
    for part in path.split("."):
        # A dict is the usual case, and an abstract class is slow to ask.
        if not isinstance(found, dict) and not isinstance(found, Mapping):
            return None
        found = found.get(part)
    return found


def with_value(body: JsonMap, path: str, value: Json) -> dict[str, Json]:
    """A copy of the body with one value put at a path; None takes the key away."""
    head, _, rest = path.partition(".")
    copy = dict(body)
    if rest:
        inner = copy.get(head)
        value = with_value(inner if isinstance(inner, Mapping) else {}, rest, value)
    if value is None:
        copy.pop(head, None)
    else:
        copy[head] = value
    return copy


def thawed(value: Json) -> Json:
    """The same value in plain dicts and lists, ready for a JSON encoder."""
    if value.__class__ in PLAIN:
        return value
    # Lists before maps: an abstract class is slow to ask.
    if isinstance(value, (list, tuple)):
        return [thawed(inner) for inner in value]
    if isinstance(value, (dict, Mapping)):
        return {key: thawed(inner) for key, inner in value.items()}
    if isinstance(value, str | int | float) or value is None:
        return value
    return [thawed(inner) for inner in value]
