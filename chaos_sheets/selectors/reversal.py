"""Taking back: what it would do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from chaos_sheets.changes import ChangeView, change_views, field_label, is_inner, subject_name, value_words
from chaos_sheets.errors import AlreadyUndone, Conflict
from chaos_sheets.models import JournalEntry
from chaos_sheets.reversal import undo_preview
from chaos_sheets.selectors.known import Known, Named, refs_named
from chaos_sheets.trace import Reader
from combat.core.event import Change


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftView:
    """A field that an undo would leave, because it was set otherwise since."""

    ref: str
    field: str
    name: str
    label: str
    now: str
    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoView:
    """What an undo would change and what it would leave; whose part can be taken back alone."""

    changes: tuple[ChangeView, ...]
    left: tuple[LeftView, ...]
    subjects: tuple[Named, ...]
    only: str = ""
    nothing: bool = False


def undo_view(*, known: Known, entry: JournalEntry, only: str = "") -> UndoView:
    """What would happen, before anybody confirms it. Raises AlreadyUndone."""
    changes, left = undo_preview(entry, only or None)
    reader = known.reader(refs_named(entry))
    if not changes and not left:
        raise AlreadyUndone
    subjects = [] if only else _owners(known, [*changes, *left_changes(left)])
    stays = [
        _left(reader, conflict.ref, conflict.field, conflict.stored, conflict.wanted)
        for conflict, change in zip(left, left_changes(left), strict=True)
        if not is_inner(reader, change)
    ]
    return UndoView(
        changes=change_views(reader, changes),
        # What reads the same before and after (never said, and said to be no) tells nobody anything.
        left=tuple(one for one in stays if one.now != one.before),
        subjects=_named(reader, subjects) if len(subjects) > 1 else (),
        only=only,
        nothing=not changes,
    )


def left_changes(left: Iterable[Conflict]) -> list[Change]:
    return [Change(conflict.ref, conflict.field, conflict.stored, conflict.stored) for conflict in left]


def _owners(known: Known, changes: Iterable[Change]) -> list[str]:
    """The records whose part of an entry can be taken back alone: who carries a thing stands for it."""
    found = []
    for change in changes:
        item = known.items.get(change.of)
        owner = f"character:{item.character_id}" if item is not None and item.character_id else change.of
        if owner not in found:
            found.append(owner)
    return found


def _named(reader: Reader, refs: Sequence[str]) -> tuple[Named, ...]:
    return tuple(Named(ref=ref, name=reader.name(ref)) for ref in refs if reader.knows(ref))


def _left(reader: Reader, ref: str, path: str, now: Any, before: Any) -> LeftView:
    return LeftView(
        ref=ref,
        field=path,
        name=subject_name(reader, ref, path),
        label=field_label(reader, ref, path),
        now=value_words(reader, ref, path, now),
        before=value_words(reader, ref, path, before),
    )
