"""What is new since an entry, and whether somebody is asked: what open pages look for every few seconds."""

from __future__ import annotations

from django.apps import apps
from django.db.models import Q

from chaos_sheets import policy
from chaos_sheets.models import Campaign, Character, JournalEntry, Subject
from chaos_sheets.prepared import column, table_of
from chaos_sheets.selectors.known import Known, number_of
from chaos_sheets.selectors.log import visible_refs

MOST_NEW = 1000
GAME_MASTER = "gm"
"""Whom a question is put to that belongs to nobody on the table."""


def newest_entry(campaign: Campaign) -> int:
    """The number of the last entry, 0 if there is none. Every page asks for it."""
    found = column(
        f"SELECT id FROM {table_of(JournalEntry)} WHERE campaign_id = %s ORDER BY id DESC LIMIT 1",  # noqa: S608
        campaign.pk,
    )
    return found[0] if found else 0


def changes_since(*, who: policy.Viewer, since: int) -> tuple[int, list[str]]:
    """The newest entry after a number, and whatever he knows of that was touched. One query if nothing is new.

    Entries he may not read count too: a bare number tells nothing of them, and nobody goes over them twice.
    """
    numbers = column(
        f"SELECT id FROM {table_of(JournalEntry)} WHERE campaign_id = %s AND id > %s ORDER BY id LIMIT {MOST_NEW}",  # noqa: S608
        who.campaign.pk,
        since,
    )
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
    waiting = table_of(apps.get_model("combat", "Resolution"))
    refs = set(column(f"SELECT waits_for FROM {waiting} WHERE campaign_id = %s", who.campaign.pk))  # noqa: S608
    if not refs:
        return False
    numbers = [number for ref in refs if (number := number_of(ref)) is not None]
    rows = Character.objects.filter(campaign=who.campaign, pk__in=numbers)
    if who.is_gm:
        return GAME_MASTER in refs or any(row.owner_id is None or who.owns(row) for row in rows)
    characters = {row.ref: row for row in rows}
    return any(policy.may_answer(who, ref, characters) for ref in refs)
