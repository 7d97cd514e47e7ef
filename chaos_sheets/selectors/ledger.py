"""The money of a character as a ledger: what came and went, why, and what was left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from chaos_sheets.models import Character, Item, JournalEntry
from chaos_sheets.policy import Viewer, may_see_entry_numbers
from chaos_sheets.selectors.cause import cause_word
from chaos_sheets.trace import Reader
from chaos_sheets.words import Words, listed, signed
from combat.registry import ruleset_info

MONEY = '"field": "money"'
"""Stands in the changes of every entry that books something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking:
    """Money that came or went. ``left``: what he had afterwards; ``entry``: the number of the journal's entry."""

    entry: int
    time: datetime
    amount: str
    text: str
    left: int


def bookings_of(who: Viewer, character: Character, *, most: int) -> tuple[Booking, ...]:
    """The latest bookings, the newest first; nothing for whoever may not see the numbers of his entries."""
    if not may_see_entry_numbers(who, character):
        return ()
    entries = JournalEntry.objects.filter(
        campaign=character.campaign, subjects__ref=character.ref, changes__icontains=MONEY
    ).select_related("undoes")
    found = [
        (entry, before, after)
        for entry in entries.order_by("-pk")[: 2 * most]
        for before, after in _booked(entry, character.ref)
    ][:most]
    names = _names(entry for entry, _before, _after in found)
    info = ruleset_info(character.ruleset)
    reader = Reader(info=info, words=Words.of(info.glossary), names={})
    return tuple(
        Booking(
            entry=entry.pk,
            time=entry.time,
            amount=signed(after - before),
            text=entry.reason or _text(entry, reader, names),
            left=after,
        )
        for entry, before, after in found
    )


def _booked(entry: JournalEntry, ref: str) -> Iterable[tuple[int, int]]:
    """What the character had before and after, if the entry booked something of his."""
    for change in entry.changes:
        before, after = change["before"], change["after"]
        if change["of"] == ref and change["field"] == "money" and isinstance(before, int) and isinstance(after, int):
            yield before, after


def _names(entries: Iterable[JournalEntry]) -> dict[str, str]:
    refs = {change["of"] for entry in entries for change in entry.changes if change["of"].startswith("item:")}
    numbers = [int(ref.partition(":")[2]) for ref in refs]
    return {f"item:{pk}": name for pk, name in Item.objects.filter(pk__in=numbers).values_list("pk", "name")}


def _text(entry: JournalEntry, reader: Reader, names: dict[str, str]) -> str:
    """What it was for: the cause, of an entry that takes back also that one's, and the things."""
    things = dict.fromkeys(names[change["of"]] for change in entry.changes if change["of"] in names)
    causes = (cause_word(each.cause, reader) for each in (entry, entry.undoes) if each is not None)
    return listed([*causes, ", ".join(things)])
