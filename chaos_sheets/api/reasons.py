"""Reasons of the rules for programs: the code, and the sentence that the page shows for it."""

from __future__ import annotations

from collections.abc import Iterable

from chaos_sheets.records import is_ref
from chaos_sheets.trace import Reader, reason_view
from combat.core.intent import Reason
from combat.core.value import Json, thawed


def reasons_to_json(reasons: Iterable[Reason], reader: Reader) -> list[Json]:
    return [
        {
            "code": reason.code,
            "message": reason_view(reader, reason).text,
            "data": thawed(reason.data),
            "rules": list(reason.rules),
        }
        for reason in reasons
    ]


def refs_in(reasons: Iterable[Reason]) -> set[str]:
    """Whoever and whatever the sentences name."""
    return {str(value) for reason in reasons for value in reason.data.values() if is_ref(value)}
