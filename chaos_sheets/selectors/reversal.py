"""Taking back: what was taken back already, and what taking an entry back would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chaos_sheets.changes import ChangeView, change_views, field_label, subject_name, value_words
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


@dataclass(frozen=True, slots=True)
class Reversals:
    """Which entries were taken back by which, and whether that still stands."""

    undos: Mapping[int, tuple[tuple[int, str], ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[int]) -> Reversals:
        """The undos of these entries, and the undos of those: one query a generation, and one to see the last."""
        found: dict[int, tuple[tuple[int, str], ...]] = {}
        asked = list(entries)
        while asked:
            rows = JournalEntry.objects.filter(undoes__in=asked).order_by("pk").values_list("pk", "undoes", "request")
            asked = []
            for pk, undone, request in rows:
                assert undone is not None
                only = str((request or {}).get("only") or "")
                found[undone] = (*found.get(undone, ()), (pk, only))
                asked.append(pk)
        return cls(found)

    def ever(self, entry: int) -> bool:
        """Whether the entry was taken back as a whole at any time: that is done once."""
        return any(not only for _pk, only in self.undos.get(entry, ()))

    def standing(self, entry: int) -> list[tuple[int, str]]:
        """The undos of an entry that were not undone themselves: number, and the one record it was about."""
        return [(pk, only) for pk, only in self.undos.get(entry, ()) if not self.standing(pk)]


def undo_view(*, known: Known, entry: JournalEntry, only: str = "") -> UndoView:
    """What would happen, before anybody confirms it. Raises AlreadyUndone."""
    changes, left = undo_preview(entry, only or None)
    reader = known.reader(refs_named(entry))
    if not changes and not left:
        raise AlreadyUndone
    subjects = [] if only else _owners(known, [*changes, *left_changes(left)])
    return UndoView(
        changes=change_views(reader, changes),
        left=tuple(_left(reader, conflict.ref, conflict.field, conflict.stored, conflict.wanted) for conflict in left),
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
