from __future__ import annotations

from chaos_sheets import policy, reversal
from chaos_sheets.errors import Conflict, NotAllowed
from chaos_sheets.models import JournalEntry, User
from chaos_sheets.services.common import at_work, need_reason
from chaos_sheets.writing import writing
from combat.core.event import Change


def entry_undo(*, entry: JournalEntry, user: User, key: str, only: str | None = None, reason: str = "") -> JournalEntry:
    """Take an entry back; `only` names the one record whose part is taken back, `character:12`."""
    if reason:
        reason = need_reason(reason)
    with writing(campaign=entry.campaign_id, key=key):
        # Asked by the one writer: what was the newest in a fight may have ceased to be it a moment ago.
        _begin(entry, user, key)
        return reversal.undo(entry=entry, user=user, key=key, only=only, reason=reason)


def entry_undo_preview(
    *, entry: JournalEntry, user: User, only: str | None = None
) -> tuple[list[Change], list[Conflict]]:
    """What an undo would change and what it would leave, because that was set otherwise since."""
    _begin(entry, user)
    return reversal.undo_preview(entry, only)


def _begin(entry: JournalEntry, user: User, key: str = "") -> None:
    who = at_work(user=user, campaign=entry.campaign)
    # Who sends the same once more is told what it made, also if he could not do it again.
    is_done = bool(key) and JournalEntry.objects.filter(campaign=who.campaign, key=key, user=user).exists()
    if not is_done and not policy.may_undo(who, entry):
        raise NotAllowed
