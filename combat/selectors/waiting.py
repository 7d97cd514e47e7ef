"""Actions that wait for an answer: which there are, and whose answer it is."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.crypto import salted_hmac

from chaos_sheets import policy
from chaos_sheets.errors import NotVisible, ServiceError, sentence
from chaos_sheets.models import JournalEntry
from chaos_sheets.models.text import forbidden_characters
from chaos_sheets.selectors.known import Known
from chaos_sheets.trace import reason_views
from combat.core.intent import Refused
from combat.core.procedure import BadAnswer
from combat.mapping import Table, read_table
from combat.models import Resolution
from combat.registry import ruleset, ruleset_info
from combat.requests import request_from_json
from combat.selectors.announce import Typed
from combat.selectors.question import (
    Pending,
    QuestionView,
    asked_of_him,
    is_start,
    rolls_by_app,
    somebody_else,
    without_question,
)

MOST_OPEN = 20
"""So many actions of one person may wait at once on a page."""

__all__ = [
    "QuestionView",
    "closed_meanwhile",
    "question_view",
    "resolution_of",
    "resolutions",
    "rolls_by_app",
    "state_of",
    "waiting_views",
]


def resolutions(who: policy.Viewer) -> list[Resolution]:
    """Every action of the campaign that waits, the oldest first."""
    return list(Resolution.objects.filter(campaign=who.campaign).select_related("user", "encounter").order_by("pk"))


def resolution_of(who: policy.Viewer, number: int) -> Resolution:
    """An action that waits; raises NotVisible where there is none, or none he has a part in."""
    rows = Resolution.objects.filter(campaign=who.campaign, pk=number)
    found = rows.select_related("user", "campaign", "encounter").first()
    if found is None:
        raise NotVisible
    return found


def state_of(rows: Sequence[Resolution]) -> str:
    """Tells whether the same is waiting as before; whom it waits for cannot be read from it."""
    asked = (salted_hmac("waits_for", row.waits_for, algorithm="sha256").hexdigest()[:8] for row in rows)
    return ".".join(f"{row.pk}-{len(row.answers)}-{who}" for row, who in zip(rows, asked, strict=True))


def closed_meanwhile(who: policy.Viewer, rows: Sequence[Resolution], keys: Sequence[str]) -> int | None:
    """The newest entry that an action of his came to which an open page still knew as waiting."""
    gone = {key for key in keys if not forbidden_characters(key)} - {row.key for row in rows}
    if not gone:
        return None
    found = JournalEntry.objects.filter(campaign=who.campaign, user=who.user, key__in=list(gone)[:MOST_OPEN])
    return found.order_by("-pk").values_list("pk", flat=True).first()


def waiting_views(who: policy.Viewer, known: Known, rows: Sequence[Resolution]) -> tuple[QuestionView, ...]:
    """What waits in this campaign: questions to the viewer in full, the others by whom they wait for."""
    return tuple(
        question_view(who, known, row)
        for row in rows
        if row.user_id == who.user.pk or policy.may_answer(who, row.waits_for, known.characters)
    )


def beginning_for(who: policy.Viewer, known: Known) -> str:
    """The fight that waits to begin until this viewer answers; empty if none does."""
    rows = (row for row in resolutions(who) if is_start(row))
    mine = (row for row in rows if policy.may_answer(who, row.waits_for, known.characters))
    return next((row.encounter.name for row in mine if row.encounter is not None), "")


def question_view(
    who: policy.Viewer, known: Known, row: Resolution, typed: Typed | None = None, table: Table | None = None
) -> QuestionView:
    """An open question as it stands now: the action is played again with what was answered so far.

    ``table``: what it was just decided on; else it is read.
    """
    asked_here = policy.may_answer(who, row.waits_for, known.characters)
    if not asked_here and row.user_id != who.user.pk:
        return somebody_else(who, known, row)
    info = ruleset_info(who.campaign.ruleset)
    try:
        asked = request_from_json(row.request, info)
        table = table or read_table(who.campaign, asked, info)
    except ServiceError:
        # Somebody or something that belongs to it was put away meanwhile, or the rules read it otherwise now.
        return _stuck(who, known, row, (sentence("action_impossible"),), asked_here=asked_here)
    known.items |= {ref: record.row for ref, record in table.records.items() if ref.startswith("item:")}
    pending = Pending(row=row, asked=asked, table=table, rules=ruleset(who.campaign.ruleset))
    try:
        outcome = pending.outcome()
    except (Refused, BadAnswer) as error:
        reasons = tuple(reason.text for reason in reason_views(known.reader(), error.reasons))
        return _stuck(who, known, row, reasons, asked_here=asked_here)
    if not asked_here:
        return somebody_else(who, known, row, outcome)
    if outcome.question is None:
        return without_question(who, known, row, ())
    return asked_of_him(who, known, pending, outcome, outcome.question, typed or Typed({}))


def _stuck(
    who: policy.Viewer, known: Known, row: Resolution, refused: tuple[str, ...], *, asked_here: bool
) -> QuestionView:
    """It cannot go on as it stands; whoever only waits hears that it waits."""
    return without_question(who, known, row, refused) if asked_here else somebody_else(who, known, row)
