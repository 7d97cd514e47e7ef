"""Taking back: what an entry changed is put right by an entry of its own, also after later ones."""

from __future__ import annotations

from django.db.models import Model

from chaos_sheets import mapping
from chaos_sheets.errors import AlreadyUndone, Conflict, NothingToUndo
from chaos_sheets.journal import Loaded, carrier_of, changes_of, default_of, earlier, load, record, settle
from chaos_sheets.models import JournalEntry, User
from chaos_sheets.records import Record, records_of, split_ref
from chaos_sheets.writing import writing
from combat.core.description import RulesetInfo
from combat.core.event import Change
from combat.core.value import Json, value_at
from combat.registry import ruleset_info


def undo(
    *, entry: JournalEntry, user: User | None, key: str, only: str | None = None, reason: str = ""
) -> JournalEntry:
    """Take an entry back, or what it did to one record and the things it carries, as an entry of its own.

    Raises AlreadyUndone for the second time, NothingToUndo if every value was set otherwise since,
    NotYet while something bars it.
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
        parts = {_owner(rows, change.of) for change in changes_of(entry)}
        refs = {_owner(rows, only)} if only else parts - _undone(entry)
        made = record(
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
            about=_fights_of(entry),
        )
        settle(made, refs, parts)
        return made


def _fights_of(entry: JournalEntry) -> list[str]:
    """The fight an entry stands among the results of, also where it changed nothing there."""
    refs = entry.subjects.values_list("ref", flat=True)
    return [ref for ref in refs if split_ref(ref)[0] == "encounter"]


def brought_back(rows: Loaded, ref: str) -> list[Change]:
    """What comes back with somebody who was put away: all he carries that went away with him or since.

    Taking back how he was made puts his things away as well; without them he would come back bare.
    """
    if not rows[ref].state.get("retired"):
        return []
    gone: set[str] = set()
    entries = JournalEntry.objects.filter(campaign=rows[ref].row.campaign, subjects__ref=ref).order_by("-pk")
    for entry in entries.iterator():
        away = {change.of for change in changes_of(entry) if (change.field, change.after) == ("retired", True)}
        gone |= away
        if ref in away:
            break
    rows |= load(rows[ref].row.campaign, [other for other in gone if split_ref(other)[0] == "item"], lock=True)
    theirs = [rows[other] for other in sorted(gone) if other in rows and carrier_of(rows[other]) == ref]
    return [Change(each.ref, "retired", True, False) for each in theirs if each.state.get("retired")]


def undo_preview(entry: JournalEntry, only: str | None = None) -> tuple[list[Change], list[Conflict]]:
    """What an undo would change, and what it would leave because it was set otherwise since."""
    rows, changes, left = _undo_plan(entry, only, lock=False)
    info = ruleset_info(entry.campaign.ruleset)
    return [_as_counted(change, rows, info) for change in changes], left


def _as_counted(change: Change, rows: Loaded, info: RulesetInfo) -> Change:
    before, after = (
        default_of(rows[change.of], change.field, info) if value is None else value
        for value in (change.before, change.after)
    )
    return change._replace(before=before, after=after)


def _owner(rows: Loaded, ref: str) -> str:
    """Whoever stands for a record when a part is taken back: a thing goes with who carries it."""
    return (carrier_of(rows[ref]) if ref in rows else "") or ref


def _undone(entry: JournalEntry) -> set[str]:
    """Whose parts were taken back at any time."""
    return {ref for ref, part in entry.parts.items() if part is not None}


def _undo_plan(entry: JournalEntry, only: str | None, *, lock: bool) -> tuple[Loaded, list[Change], list[Conflict]]:
    changes = changes_of(entry)
    rows = load(entry.campaign, [change.of for change in changes], lock=lock)
    # Whoever shows the entry may have read it before somebody took it back.
    entry.refresh_from_db(fields=["parts", "stands"])
    done = _undone(entry)
    only = _owner(rows, only) if only else None
    if changes and (only in done or done >= {_owner(rows, change.of) for change in changes}):
        raise AlreadyUndone
    info = ruleset_info(entry.campaign.ruleset)
    anew = _set_anew(entry, changes)
    back: list[Change] = []
    left: list[Conflict] = []
    for change in reversed(changes):
        owner = _owner(rows, change.of)
        if owner in done or only not in (None, owner):
            continue
        undone = _undone_change(rows[change.of], change, info, is_anew=(change.of, change.field) in anew)
        if isinstance(undone, Conflict):
            left.append(undone)
        elif undone.before != undone.after:
            back.append(undone)
    return rows, *_settled(rows, back, left)


def _settled(rows: Loaded, back: list[Change], left: list[Conflict]) -> tuple[list[Change], list[Conflict]]:
    """Both record by record, each as its model has the last word on it."""
    changes: list[Change] = []
    conflicts: list[Conflict] = []
    for ref in dict.fromkeys([change.of for change in back] + [conflict.ref for conflict in left]):
        theirs = [change for change in back if change.of == ref]
        found = records_of(split_ref(ref)[0]).settled(rows[ref], theirs, [each for each in left if each.ref == ref])
        changes += found[0]
        conflicts += found[1]
    return changes, conflicts


def _set_anew(entry: JournalEntry, changes: list[Change]) -> set[tuple[str, str]]:
    """What later entries that still stand have set anew: units of a new turn are not those that were spent before."""
    found: set[tuple[str, str]] = set()
    for of in {change.of for change in changes}:
        records = records_of(split_ref(of)[0])
        if not records.setting_anew:
            continue
        later = JournalEntry.objects.filter(campaign=entry.campaign, pk__gt=entry.pk, subjects__ref=of)
        for each in later.filter(cause__in=records.setting_anew).standing():
            found |= {
                (of, change.field)
                for change in changes_of(each)
                if change.of == of and each.stands_for(of) and records.sets_anew(change.field, change.after)
            }
    return found


def _undone_change(row: Record[Model], change: Change, info: RulesetInfo, *, is_anew: bool) -> Change | Conflict:
    of, field, before, after = change
    if field == "":
        # What was made is not deleted: it is retired, and an undo of that brings it back.
        return Change(of, "retired", row.state.get("retired", False), True)
    stored = value_at(row.state, field)
    if is_anew:
        return Conflict(of, field, after, stored, before)
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
    found = default_of(row, field, info) if value is None else value
    return found if isinstance(found, int) else None


def _between(value: int, low: int | None, high: int | None) -> int:
    if high is not None:
        value = min(value, high)
    return value if low is None else max(value, low)
