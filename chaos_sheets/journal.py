"""The one writer: every change of a campaign's sheets, things, fights and options is made and kept here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import Signal

from chaos_sheets.errors import Conflict, Invalid, KeyReused, NotVisible, StaleEdit
from chaos_sheets.models import Campaign, Item, JournalEntry, Place, Subject, User
from chaos_sheets.models.text import forbidden_characters
from chaos_sheets.netting import net_changes
from chaos_sheets.records import (
    Record,
    State,
    insert_row,
    insert_rows,
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
    about: Iterable[str] = (),
    order_worked_out: bool = False,
) -> JournalEntry:
    """Make the changes and keep them as one entry, or nothing.

    Raises StaleEdit if a `before` no longer stands, KeyReused if the key was used for something else; the same
    key for the same request returns the entry it made. `loaded`: rows that were read and locked in this
    transaction already. `is_new_key`: there, the key was looked up too. `about`: what it belongs to though it
    changes nothing there. `order_worked_out`: its events tell who acts when, and by what.
    """
    # Who has loaded the rows is the one writer of the campaign already.
    with transaction.atomic(savepoint=False) if loaded is not None else writing(campaign=campaign.pk, key=key):
        if not is_new_key:
            first = earlier(campaign=campaign, key=key, user=user, cause=cause, request=request)
            if first is not None:
                return first
        net = net_changes(changes)
        rows = loaded if loaded is not None else load(campaign, [change.of for change in net], lock=True)
        info = ruleset_info(campaign.ruleset)
        net, counted = _apply(net, rows, info)
        _save(rows, net)
        entry = JournalEntry(
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
            order_worked_out=order_worked_out,
        )
        insert_row(entry)
        refs = sorted({*_subjects(net, events, rows), *about})
        insert_rows(Subject, ("entry_id", "ref"), [(entry.pk, ref) for ref in refs])
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
        default = default_of(row, change.field, info) if stored is None else None
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
        "counted_after": default_of(rows[change.of], change.field, info) if change.after is None else None,
    }
    return kept | {side: number for side, number in sides.items() if isinstance(number, int)}


def default_of(row: Record[Any], field: str, info: RulesetInfo) -> Json:
    return records_of(split_ref(row.ref)[0]).default_of(row, field, info)


def _save(rows: Loaded, net: list[Change]) -> None:
    touched = {change.of for change in net if change.field}
    touched |= {carrier for ref in touched if (carrier := carrier_of(rows[ref])) in rows}
    by_name: dict[str, list[Record[Any]]] = {}
    for ref in touched:
        by_name.setdefault(split_ref(ref)[0], []).append(rows[ref])
    for name in record_names():
        if name in by_name:
            records_of(name).save(sorted(by_name[name], key=lambda record: record.row.pk))


def carrier_of(record: Record[Any]) -> str:
    row = record.row
    is_carried = isinstance(row, Item) and row.place == Place.CARRIED
    return f"character:{row.character_id}" if is_carried else ""


def _subjects(net: list[Change], events: Sequence[Event], rows: Mapping[str, Record[Any]]) -> set[str]:
    """Whatever the entry touched, who carries it, and whoever its events speak of."""
    refs = {change.of for change in net}
    refs |= {carrier for ref in refs if ref in rows and (carrier := carrier_of(rows[ref]))}
    named = {event.who if isinstance(event, Rolled) else event.of for event in events}
    return refs | {ref for ref in named if is_ref(ref)}


def settle(undo: JournalEntry, refs: Collection[str], parts: Iterable[str]) -> None:
    """Note in what it takes back that these of its parts do not count any more.

    If that takes back something itself, what that took back counts again, and so on down to the first deed. What
    it takes back stands as it is now; the others are read anew: whoever asked for the undo may have read them before
    somebody else took back parts of them.
    """
    undone = undo.undoes
    assert undone is not None
    undone.parts = {**dict.fromkeys(parts), **undone.parts}
    undone.take_back(refs, undo.pk)
    undone.save(update_fields=["parts", "stands"])
    while undone.undoes_id is not None:
        undone.undoes = below = JournalEntry.objects.get(pk=undone.undoes_id)
        below.weigh(undone)
        below.save(update_fields=["parts", "stands"])
        undone = below


# --- what an entry says ---------------------------------------------------------------------------------------


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
