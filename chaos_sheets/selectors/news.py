"""What is new since an entry, and whether somebody is asked: what open pages look for every few seconds."""

from __future__ import annotations

from django.apps import apps
from django.db.models import Q

from chaos_sheets import policy
from chaos_sheets.models import Character, JournalEntry, Subject
from chaos_sheets.selectors.known import Known, number_of
from chaos_sheets.selectors.log import visible_refs

MOST_NEW = 1000
GAME_MASTER = "gm"
"""Whom a question is put to that belongs to nobody on the table."""


def changes_since(*, who: policy.Viewer, since: int) -> tuple[int, list[str]]:
    """The newest entry after a number, and whatever he knows of that was touched. One query if nothing is new.

    Entries he may not read count too: a bare number tells nothing of them, and nobody goes over them twice.
    """
    entries = JournalEntry.objects.filter(campaign=who.campaign, pk__gt=since).order_by("pk")
    numbers = list(entries.values_list("pk", flat=True)[:MOST_NEW])
    if not numbers:
        return since, []
    touched = Subject.objects.filter(entry__in=numbers).values_list("ref", flat=True).distinct()
    if who.is_gm:
        return numbers[-1], sorted(touched)
    known = Known.of(who)
    refs = visible_refs(who, known)
    found = set(touched.filter(Q(ref__in=refs) | Q(ref__startswith="item:")))
    known.read_items(found)
    return numbers[-1], sorted(ref for ref in found if ref in refs or known.name(ref))


def asks(who: policy.Viewer) -> bool:
    """Whether an action waits for an answer of this viewer. One query if nothing waits."""
    # Actions belong to the app of fights, which this one does not know; like the journal it finds them by Django.
    waiting = apps.get_model("combat", "Resolution").objects.filter(campaign=who.campaign)
    refs = set(waiting.values_list("waits_for", flat=True))
    if not refs:
        return False
    numbers = [number for ref in refs if (number := number_of(ref)) is not None]
    rows = Character.objects.filter(campaign=who.campaign, pk__in=numbers)
    if who.is_gm:
        return GAME_MASTER in refs or any(row.owner_id is None or who.owns(row) for row in rows)
    characters = {row.ref: row for row in rows}
    return any(policy.may_answer(who, ref, characters) for ref in refs)
