"""Many changes as one for each address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chaos_sheets.records import State, normal, put
from combat.core.event import Change
from combat.core.value import Json


def net_changes(changes: Iterable[Change]) -> list[Change]:
    """One change per address, also where one address lies inside another; what came back is left out."""
    net: dict[str, dict[str, tuple[Json, Json]]] = {}
    for of, field, before, after in changes:
        fields = net.setdefault(of, {})
        above = next((known for known in fields if _is_inside(field, known)), None)
        if field in fields:
            fields[field] = (fields[field][0], normal(after))
        elif above is not None:
            fields[above] = (fields[above][0], _with(fields[above][1], above, field, after))
        else:
            first = normal(before)
            for known in [known for known in fields if _is_inside(known, field)]:
                first = _with(first, field, known, fields.pop(known)[0])
            fields[field] = (first, normal(after))
    return [
        Change(of, field, before, after)
        for of, fields in net.items()
        for field, (before, after) in fields.items()
        if before != after
    ]


def _is_inside(field: str, above: str) -> bool:
    return field != above and (above == "" or field.startswith(f"{above}."))


def _with(value: Json, above: str, field: str, inner: Json) -> Json:
    """The value at `above` after what stands at `field`, inside it, was set."""
    state: State = dict(value) if isinstance(value, Mapping) else {}
    put(state, field.removeprefix(f"{above}.") if above else field, normal(inner))
    return state or None
