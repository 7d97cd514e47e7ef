"""Where a printed value comes from, in a sign or a word: assumed, or set by the game master."""

from __future__ import annotations

from django.utils.translation import gettext as _

from chaos_sheets.selectors.sheet_view import SheetView

GUESS = "°"
"""Stands behind what is assumed, not from the rule text; the foot of the page says so."""


def guessed(label: str, assumption: bool) -> str:
    return f"{label}{GUESS}" if assumption else label


def overridden(text: str, reason: str | None) -> str:
    return text if reason is None else f"{text} ({_('festgesetzt')})"


def holds_guesses(sheet: SheetView) -> bool:
    """Whether anything on the sheet is assumed."""
    items = (*(worn.item for worn in sheet.armour), *sheet.weapons, *sheet.gear)
    return (
        any(item.assumption for item in items)
        or any(value.assumption for value in sheet.values)
        or bool(assumed_labels(sheet))
    )


def assumed_labels(sheet: SheetView) -> frozenset[str]:
    """What the assumed fields of a sheet are called."""
    return frozenset(field.label for group in sheet.groups for field in group.fields if field.assumption)
