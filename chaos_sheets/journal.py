"""The one writer: every change of a campaign's sheets, things, fights and options is made and kept here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.dispatch import Signal

from chaos_sheets import mapping
from chaos_sheets.errors import AlreadyUndone, Conflict, Invalid, KeyReused, NothingToUndo, NotVisible, StaleEdit
from chaos_sheets.models import Campaign, Item, JournalEntry, Place, Subject, User
from chaos_sheets.models.text import forbidden_characters
from chaos_sheets.netting import net_changes
from chaos_sheets.records import (
    Record,
    State,
    is_ref,
    normal,
    put,
    record_names,
    records_of,
    split_ref,
)
from chaos_sheets.writing import writing
from combat.core.description import RulesetInfo
from combat.core.event import Change, Event, Rolled, change_to_json, event_to_json
from combat.core.value import Json, thawed, value_at
from combat.registry import ruleset_info

# Sent after commit with `campaign` (its number), `entry` (its number) and `refs` (whatever it touched).
recorded = Signal()

type Loaded = dict[str, Record[Any]]

KEY_LENGTH = 64


def check_key(key: str) -> None:
    """Raise for a one-time key that no page of ours has made."""
    if not isinstance(key, str) or not key or len(key) > KEY_LENGTH or forbidden_characters(key):
        raise Invalid.of("key", "bad_one_time_key")


def earlier(*, campaign: Campaign, key: str, user: User | None, cause: str, request: Json) -> JournalEntry | None:
    """The entry this key has made already; raises KeyReused if it was for something else."""
    check_key(key)
    found = JournalEntry.objects.filter(campaign=campaign, key=key).first()
    if found is None:
        return None
    same = (found.user_id, found.cause, found.request) == (user and user.pk, cause, thawed(request))
    if not same:
        raise KeyReused
    return found


def record(
    *,
    campaign: Campaign,
    changes: Iterable[Change],
    cause: str,
    key: str,
    user: User | None,
    events: Sequence[Event] = (),
    request: Json = None,
    answers: Json = None,
    reason: str = "",
    undoes: JournalEntry | None = None,
    ruleset_version: str = "",
    loaded: Loaded | None = None,
    is_new_key: bool = False,
) -> JournalEntry:
    """Make the changes and keep them as one entry, or nothing.

    Raises StaleEdit if a `before` no longer stands, KeyReused if the key was used for something else; the same
    key for the same request returns the entry it made. `loaded`: rows that were read and locked in this
    transaction already. `is_new_key`: there, the key was looked up too.
    """
    # Who has loaded the rows is the one writer of the campaign already.
    with transaction.atomic() if loaded is not None else writing(campaign=campaign.pk, key=key):
        if not is_new_key:
            first = earlier(campaign=campaign, key=key, user=user, cause=cause, request=request)
            if first is not None:
                return first
        net = net_changes(changes)
        rows = loaded if loaded is not None else load(campaign, [change.of for change in net], lock=True)
        info = ruleset_info(campaign.ruleset)
        net, counted = _apply(net, rows, info)
        _save(rows, net)
        entry = JournalEntry.objects.create(
            campaign=campaign,
            user=user,
            user_name=user.get_username() if user else "",
            cause=cause,
            key=key,
            reason=reason,
            undoes=undoes,
            ruleset_version=ruleset_version,
            request=thawed(request),
            answers=thawed(answers),
            events=[event_to_json(event) for event in events],
            changes=[_kept(change, counted, rows, info) for change in net],
        )
        refs = _subjects(net, events, rows)
        Subject.objects.bulk_create([Subject(entry=entry, ref=ref) for ref in refs])
        message = partial(recorded.send, JournalEntry, campaign=campaign.pk, entry=entry.pk, refs=refs)
        transaction.on_commit(message, robust=True)
    return entry


def change(rows: Loaded, ref: str, field: str, after: Json) -> Change:
    """The change that sets a field of a row that was read, whatever stands there now."""
    return Change(ref, field, value_at(rows[ref].state, field), after)


def load(campaign: Campaign, refs: Iterable[str], *, lock: bool) -> Loaded:
    """The rows behind the refs, and whoever carries them; raises NotVisible for a ref of another campaign."""
    wanted: dict[str, set[int]] = {name: set() for name in record_names()}
    for ref in refs:
        try:
            name, number = split_ref(ref)
            wanted[name].add(number)
        except (ValueError, KeyError):
            raise NotVisible from None
    if wanted["item"]:
        # Who carries a thing is locked before it, so that nobody waits for the other the wrong way round.
        carried = Item.objects.filter(pk__in=wanted["item"], place=Place.CARRIED)
        carriers = set(carried.values_list("character_id", flat=True))
        wanted["character"] |= {pk for pk in carriers if pk is not None}
    rows: Loaded = {}
    for name, numbers in wanted.items():
        if not numbers:
            continue
        found = records_of(name).load(numbers, campaign, lock=lock)
        if len(found) != len(numbers):
            raise NotVisible
        rows |= {record.ref: record for record in found}
    return rows


# --- changes --------------------------------------------------------------------------------------------------


type Counted = dict[tuple[str, str], Json]


def _apply(net: list[Change], rows: Loaded, info: RulesetInfo) -> tuple[list[Change], Counted]:
    """Put the changes into the rows' states; the `before` of each becomes what is really stored.

    Also returns what counted where nothing was stored.
    """
    settled, conflicts = [], []
    counted: Counted = {}
    for change in net:
        row = rows[change.of]
        if change.field == "":
            settled.append(change._replace(after=row.state))
            continue
        stored = value_at(row.state, change.field)
        default = _default(row, change.field, info) if stored is None else None
        if change.before not in (stored, default if stored is None else stored):
            conflicts.append(Conflict(change.of, change.field, change.before, stored, change.after))
            continue
        if stored != change.after:
            settled.append(change._replace(before=stored))
            if stored is None:
                counted[change.of, change.field] = default
    if conflicts:
        raise StaleEdit(conflicts)
    for change in settled:
        if change.field:
            rows[change.of].put(change.field, change.after)
    return settled, counted


def _kept(change: Change, counted: Counted, rows: Loaded, info: RulesetInfo) -> dict[str, Json]:
    """The change as an entry keeps it: where nothing is stored, with the number that counted then.

    What bounds a pool follows from the sheet of that moment; nobody could tell it later.
    """
    kept = change_to_json(change)
    sides = {
        "counted_before": counted.get((change.of, change.field)),
        "counted_after": _default(rows[change.of], change.field, info) if change.after is None else None,
    }
    return kept | {side: number for side, number in sides.items() if isinstance(number, int)}


def _default(row: Record[Model], field: str, info: RulesetInfo) -> Json:
    return records_of(split_ref(row.ref)[0]).default_of(row, field, info)


def _save(rows: Loaded, net: list[Change]) -> None:
    touched = {change.of for change in net if change.field}
    touched |= {carrier for ref in touched if (carrier := _carrier(rows[ref])) in rows}
    by_name: dict[str, list[Record[Any]]] = {}
    for ref in touched:
        by_name.setdefault(split_ref(ref)[0], []).append(rows[ref])
    for name in record_names():
        if name in by_name:
            records_of(name).save(sorted(by_name[name], key=lambda record: record.row.pk))


def _carrier(record: Record[Any]) -> str:
    row = record.row
    is_carried = isinstance(row, Item) and row.place == Place.CARRIED
    return f"character:{row.character_id}" if is_carried else ""


def _subjects(net: list[Change], events: Sequence[Event], rows: Mapping[str, Record[Any]]) -> list[str]:
    """Whatever the entry touched, who carries it, and whoever its events speak of."""
    refs = {change.of for change in net}
    refs |= {carrier for ref in refs if ref in rows and (carrier := _carrier(rows[ref]))}
    named = {event.who if isinstance(event, Rolled) else event.of for event in events}
    return sorted(refs | {ref for ref in named if is_ref(ref)})


# --- undo -----------------------------------------------------------------------------------------------------


def undo(
    *, entry: JournalEntry, user: User | None, key: str, only: str | None = None, reason: str = ""
) -> JournalEntry:
    """Take an entry back, or what it did to one record and the things it carries, as an entry of its own.

    Raises AlreadyUndone for the second time, NothingToUndo if every value was set otherwise since.
    """
    campaign = entry.campaign
    request: Json = {"undo": entry.pk, "only": only}
    with writing(campaign=campaign.pk, key=key):
        first = earlier(campaign=campaign, key=key, user=user, cause="undo", request=request)
        if first is not None:
            return first
        rows, changes, _ = _undo_plan(entry, only, lock=True)
        if not changes:
            raise NothingToUndo
        return record(
            campaign=campaign,
            changes=changes,
            cause="undo",
            key=key,
            user=user,
            request=request,
            reason=reason,
            undoes=entry,
            ruleset_version=entry.ruleset_version,
            loaded=rows,
        )


def undo_preview(entry: JournalEntry, only: str | None = None) -> tuple[list[Change], list[Conflict]]:
    """What an undo would change, and what it would leave because it was set otherwise since."""
    rows, changes, left = _undo_plan(entry, only, lock=False)
    info = ruleset_info(entry.campaign.ruleset)
    return [_as_counted(change, rows, info) for change in changes], left


def _as_counted(change: Change, rows: Loaded, info: RulesetInfo) -> Change:
    before, after = (
        _default(rows[change.of], change.field, info) if value is None else value
        for value in (change.before, change.after)
    )
    return change._replace(before=before, after=after)


def undoable_subjects(entry: JournalEntry) -> list[str]:
    """Records whose part of the entry has not been taken back yet."""
    changes = changes_of(entry)
    rows = load(entry.campaign, [change.of for change in changes], lock=False)
    return sorted({_owner(rows, change.of) for change in changes} - _undone(entry, rows, changes))


def changes_of(entry: JournalEntry) -> list[Change]:
    """What the entry changed in what is stored."""
    return [Change(change["of"], change["field"], change["before"], change["after"]) for change in entry.changes]


def changes_told(entry: JournalEntry) -> list[Change]:
    """What the entry changed for whoever reads it: where nothing was stored, the number that counted."""
    return [
        Change(
            change["of"],
            change["field"],
            change.get("counted_before", change["before"]),
            change.get("counted_after", change["after"]),
        )
        for change in entry.changes
    ]


def _owner(rows: Loaded, ref: str) -> str:
    """Whoever stands for a record when a part is taken back: a thing goes with who carries it."""
    return (_carrier(rows[ref]) if ref in rows else "") or ref


def _undone(entry: JournalEntry, rows: Loaded, changes: list[Change]) -> set[str]:
    done: set[str] = set()
    for undo_entry in entry.undone_by.all():
        only = (undo_entry.request or {}).get("only")
        done |= {_owner(rows, only)} if only else {_owner(rows, change.of) for change in changes}
    return done


def _undo_plan(entry: JournalEntry, only: str | None, *, lock: bool) -> tuple[Loaded, list[Change], list[Conflict]]:
    changes = changes_of(entry)
    rows = load(entry.campaign, [change.of for change in changes], lock=lock)
    done = _undone(entry, rows, changes)
    only = _owner(rows, only) if only else None
    if changes and (only in done or done >= {_owner(rows, change.of) for change in changes}):
        raise AlreadyUndone
    info = ruleset_info(entry.campaign.ruleset)
    back: list[Change] = []
    left: list[Conflict] = []
    for change in reversed(changes):
        owner = _owner(rows, change.of)
        if owner in done or only not in (None, owner):
            continue
        undone = _undone_change(rows[change.of], change, info)
        if isinstance(undone, Conflict):
            left.append(undone)
        elif undone.before != undone.after:
            back.append(undone)
    return rows, back, left


def _undone_change(row: Record[Model], change: Change, info: RulesetInfo) -> Change | Conflict:
    of, field, before, after = change
    if field == "":
        # What was made is not deleted: it is retired, and an undo of that brings it back.
        return Change(of, "retired", row.state.get("retired", False), True)
    stored = value_at(row.state, field)
    bounds = records_of(split_ref(of)[0]).counter_bounds(row, field, info)
    numbers = [_number(row, field, value, info) for value in (stored, before, after)]
    if bounds is not None and all(number is not None for number in numbers):
        if stored == after:
            return Change(of, field, stored, before)
        now, was, became = (number or 0 for number in numbers)
        low, high = bounds
        # What stood there before may stand again: something fitted may have raised the bound.
        high = high if high is None else max(high, was, now)
        return Change(of, field, stored, _between(now - (became - was), low, high))
    if stored == after and mapping.may_stand(row, field, before):
        return Change(of, field, stored, before)
    return Conflict(of, field, after, stored, before)


def _number(row: Record[Model], field: str, value: Json, info: RulesetInfo) -> int | None:
    found = _default(row, field, info) if value is None else value
    return found if isinstance(found, int) else None


def _between(value: int, low: int | None, high: int | None) -> int:
    if high is not None:
        value = min(value, high)
    return value if low is None else max(value, low)


# --- the whole ------------------------------------------------------------------------------------------------


def fold(campaign: Campaign) -> dict[str, State]:
    """What all entries together say: the state of every record, by its ref."""
    found: dict[str, State] = {}
    entries = JournalEntry.objects.filter(campaign=campaign).order_by("pk").values_list("changes", flat=True)
    for changes in entries.iterator():
        for change in changes:
            of, field, after = change["of"], change["field"], change["after"]
            if field == "":
                found[of] = dict(after)
            else:
                put(found[of], field, normal(after))
    return found


def stored(campaign: Campaign) -> dict[str, State]:
    """What the tables say, in the same shape."""
    return {record.ref: record.state for name in record_names() for record in records_of(name).all_of(campaign)}
