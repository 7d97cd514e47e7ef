"""The page of a fight, for whoever looks at it: a constant number of queries, however many take part."""

from __future__ import annotations

from collections.abc import Iterable

from chaos_sheets import policy
from chaos_sheets.models import JournalEntry
from chaos_sheets.prepared import Prepared
from chaos_sheets.selectors.known import Named
from chaos_sheets.selectors.log import line_view, refs_told
from combat.models import Resolution
from combat.selectors import waiting
from combat.selectors.encounter_covers import cover_views
from combat.selectors.encounter_end import end_view
from combat.selectors.encounter_rows import Look, gone_rows, row_views
from combat.selectors.encounter_turn import flag_view, may_end_turn, turn_of, turn_view
from combat.selectors.encounter_view import EncounterView, FeedView, FlagView, OthersView
from combat.selectors.question import is_start, waits_for


def encounter_view(look: Look, *, wanted: str = "") -> EncounterView:
    """Everything the page shows. ``wanted``: for whom the viewer wants to act."""
    table = look.table
    record = table.encounter
    assert record is not None
    ref = "" if record.row.closed else turn_of(look, wanted)
    feed = _feed(look)
    rows, order_by = row_views(look)
    own = [other for other in look.order if look.may_act(other)]
    current = look.current if look.current in look.order else ""
    hidden = [one for one in table.characters.values() if policy.is_hidden(one)] if look.who.is_gm else []
    return EncounterView(
        id=record.row.pk,
        ref=record.ref,
        name=record.row.name,
        round=table.fight.round,
        phase=table.fight.phase,
        closed=record.row.closed,
        current=current,
        current_name=look.known.name(current) if current else "",
        rows=rows,
        order_by=order_by,
        gone=tuple(Named(ref=other, name=look.known.name(other)) for other in gone_rows(look)),
        hidden=len(hidden),
        turn=turn_view(look, ref),
        others=_others(look, [other for other in own if other != ref]),
        covers=cover_views(look),
        knows_covers=any(kind.use == "cover" for kind in look.info.kinds),
        facts=_facts(look),
        feed=feed,
        undo=next((one.line.id for one in feed if one.may_undo), None),
        may_end_turn=may_end_turn(look),
        end=end_view(look, rows),
        unseen_turn=bool(look.current) and not current,
    )


def _others(look: Look, refs: Iterable[str]) -> tuple[OthersView, ...]:
    """By side, in the order in which they act."""
    sides: dict[str, list[Named]] = {}
    for ref in refs:
        sides.setdefault(look.table.fight.combatants[ref].party, []).append(Named(ref=ref, name=look.known.name(ref)))
    return tuple(OthersView(name=side, people=tuple(people)) for side, people in sides.items())


def _facts(look: Look) -> tuple[FlagView, ...]:
    """What is so of the fight itself: light, weather."""
    fight = look.table.fight
    return tuple(
        flag_view(look, flag, f"fight.{flag.field.path}", fight.flags.get(flag.field.path))
        for flag in look.info.flags
        if flag.scope == "fight" and flag.stated
    )


# --- what happened --------------------------------------------------------------------------------------------


def _feed(look: Look) -> tuple[FeedView, ...]:
    """The newest entries of this fight that he may read."""
    record = look.table.encounter
    assert record is not None
    look.known.fights[record.ref] = record.row.name
    entries, _order = look.history
    reader = look.known.reader(refs_told(entries))
    undoable = _undoable(look, entries)
    return tuple(
        FeedView(
            line=line_view(entry, reader, look.who),
            time=entry.time,
            may_undo=entry in undoable,
        )
        for entry in entries
    )


def _undoable(look: Look, entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """What still stands and may be taken back from here; an undo is not. Of a player only the newest can be his."""
    standing = [each for each in entries if each.undoes_id is None and each.changes and not each.was_taken_back]
    if look.who.is_gm:
        return standing
    return [each for each in standing[:1] if policy.may_undo(look.who, each)]


# --- the question that waits ----------------------------------------------------------------------------------


_waiting = Prepared(
    lambda campaign, encounter: (
        Resolution.objects.filter(campaign=campaign, encounter=encounter)
        .select_related("user", "encounter")
        .order_by("pk")
    )
)


def question_rows(who: policy.Viewer, encounter: int) -> list[Resolution]:
    """What waits in this fight: one action at most."""
    return _waiting(who.campaign.pk, encounter)


def beginning(look: Look, rows: list[Resolution]) -> str:
    """Whom the beginning of the fight waits for; empty if it does not wait to begin."""
    return next((waits_for(look.known, row) for row in rows if is_start(row)), "")


def questions(look: Look, rows: list[Resolution]) -> tuple[waiting.QuestionView, ...]:
    """The question in full for whoever answers it; for whoever began the action, whom it waits for."""
    return waiting.waiting_views(look.who, look.known, rows)
