from __future__ import annotations

from chaos_sheets import journal, policy
from chaos_sheets.errors import Conflict, NotAllowed, NotVisible
from chaos_sheets.models import JournalEntry, User
from chaos_sheets.services.common import at_work, need_reason
from combat.core.event import Change


def entry_undo(*, entry: JournalEntry, user: User, key: str, only: str | None = None, reason: str = "") -> JournalEntry:
    """Take an entry back; `only` names the one record whose part is taken back, `character:12`."""
    _begin(entry, user)
    if reason:
        reason = need_reason(reason)
    return journal.undo(entry=entry, user=user, key=key, only=only, reason=reason)


def entry_undo_preview(
    *, entry: JournalEntry, user: User, only: str | None = None
) -> tuple[list[Change], list[Conflict]]:
    """What an undo would change and what it would leave, because that was set otherwise since."""
    _begin(entry, user)
    return journal.undo_preview(entry, only)


def _begin(entry: JournalEntry, user: User) -> None:
    who = at_work(user=user, campaign=entry.campaign)
    if entry.campaign_id != who.campaign.pk:
        raise NotVisible
    if not policy.may_undo(who, entry):
        raise NotAllowed
