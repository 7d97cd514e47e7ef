"""The log as one viewer may read it: lines with filters, one entry as a story, what an undo would do, what is new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from chaos_sheets import journal, policy
from chaos_sheets.beats import Story
from chaos_sheets.changes import ChangeView, change_views, set_up_words
from chaos_sheets.errors import NotVisible
from chaos_sheets.happening import as_told
from chaos_sheets.headline import Headline, deed_words, headline
from chaos_sheets.models import JournalEntry, Membership, Subject
from chaos_sheets.models.journal import JournalQuerySet
from chaos_sheets.selectors.cause import cause_word
from chaos_sheets.selectors.known import Known, Named, refs_named, refs_of
from chaos_sheets.story import tell
from chaos_sheets.trace import NOTHING, Reader
from chaos_sheets.words import listed
from combat.core.event import Change

PAGE = 30
SHOWN = 6
NAMED = 4
"""How many of those a line is about stand on it by name; of thirty the others are counted."""
MOST_RECENT = 2000
COURSE = ("encounter_started", "encounter_turn", "encounter_round", "encounter_ended")
"""Causes that move a fight on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What the log is narrowed down to; empty: everything he may see."""

    about: str = ""
    who: int | None = None
    cause: str = ""
    text: str = ""
    first: date | None = None
    last: date | None = None
    before: int | None = None

    @property
    def is_set(self) -> bool:
        return bool(self.text or self.narrowed)

    @property
    def narrowed(self) -> int:
        """How many filters are set beside the text."""
        return sum(1 for one in (self.about, self.who, self.cause, self.first, self.last) if one)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """One entry on one line. ``undone``: what it did does not stand any more; ``reversal``: the entry that says so."""

    id: int
    time: datetime
    user: str
    cause: str
    cause_word: str
    head: Headline
    changes: tuple[ChangeView, ...]
    subjects: tuple[Named, ...]
    set_up: tuple[str, ...] = ()
    """What was set up for a fight, with its values."""
    acted_for: str = ""
    """Whom somebody else than his player acted for."""
    reason: str = ""
    told: bool = False
    typed: bool = False
    undone: bool = False
    partly: tuple[str, ...] = ()
    reversal: int | None = None
    undoes: int | None = None

    @property
    def headline(self) -> str:
        """Who did what to whom, and what it came to."""
        return self.head.text

    @property
    def is_course(self) -> bool:
        """Whether it moves a fight on: what stands above it in the log came after."""
        return self.cause in COURSE

    @property
    def unnamed(self) -> int:
        """How many it is about beside those named; a single one more is named too."""
        rest = len(self.subjects) - NAMED
        return rest if rest > 1 else 0

    @property
    def named(self) -> tuple[Named, ...]:
        return self.subjects[:NAMED] if self.unnamed else self.subjects

    @property
    def shown(self) -> tuple[ChangeView, ...]:
        return self.changes[:SHOWN]

    @property
    def folded(self) -> tuple[ChangeView, ...]:
        """Changes behind "und 3 weitere"."""
        return self.changes[SHOWN:]

    @property
    def more(self) -> int:
        """Changes that do not stand on the line."""
        return max(0, len(self.changes) - SHOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogView:
    lines: tuple[LineView, ...]
    older: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DieView:
    """One answer of an entry: what was asked, what it showed, whether a person typed it."""

    label: str
    text: str
    typed: bool
    by_gm: bool = False
    """Answered by the game master in a player's stead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryView:
    """One entry told in full."""

    line: LineView
    story: Story
    dice: tuple[DieView, ...]
    may_undo: bool


# --- which entries --------------------------------------------------------------------------------------------


def visible_refs(who: policy.Viewer, known: Known) -> set[str]:
    """The refs that make an entry his to read. The game master reads every entry without them."""
    refs = {ref for ref in known.characters if known.name(ref)}
    # What a campaign plays by is every member's to read.
    return {*refs, f"campaign:{who.campaign.pk}"}


def visible_entries(who: policy.Viewer, known: Known) -> JournalQuerySet:
    rows = JournalEntry.objects.filter(campaign=who.campaign).select_related("undoes__undoes")
    if who.is_gm:
        return rows
    mine = Subject.objects.filter(entry=OuterRef("pk"), ref__in=visible_refs(who, known))
    return rows.filter(Exists(mine))


def filtered(rows: QuerySet[JournalEntry], filters: Filters, known: Known) -> QuerySet[JournalEntry]:
    if filters.about:
        rows = rows.filter(Exists(Subject.objects.filter(entry=OuterRef("pk"), ref=filters.about)))
    if filters.who:
        rows = rows.filter(user=filters.who)
    if filters.cause:
        rows = rows.filter(cause=filters.cause)
    if filters.first:
        rows = rows.filter(time__date__gte=filters.first)
    if filters.last:
        rows = rows.filter(time__date__lte=filters.last)
    if filters.before:
        rows = rows.filter(pk__lt=filters.before)
    if filters.text:
        wanted = filters.text.casefold()
        named = [each.ref for each in known.people() if wanted in each.name.casefold()]
        told = Exists(Subject.objects.filter(entry=OuterRef("pk"), ref__in=named))
        rows = rows.filter(_reasons_with(filters.text, known) | Q(user_name__icontains=filters.text) | told)
    return rows


def _reasons_with(text: str, known: Known) -> Q:
    """Entries whose reason holds the text, among those whose reason he may read."""
    found = Q(reason__icontains=text)
    if known.who.is_gm:
        return found
    own = [ref for ref in (*known.characters, f"campaign:{known.who.campaign.pk}") if known.sees_numbers(ref)]
    return found & Q(Exists(Subject.objects.filter(entry=OuterRef("pk"), ref__in=own)))


def log_view(*, who: policy.Viewer, filters: Filters, known: Known) -> LogView:
    """A page of the log, the newest first."""
    known.read_fights({filters.about})
    if filters.about and not known.name(filters.about):
        raise NotVisible
    rows = filtered(visible_entries(who, known), filters, known).order_by("-pk")
    found = list(rows[: PAGE + 1])
    shown = found[:PAGE]
    reader = known.reader(refs_told(shown))
    return LogView(
        lines=tuple(line_view(entry, reader, who) for entry in shown),
        older=shown[-1].pk if len(found) > PAGE else None,
    )


def members(who: policy.Viewer) -> tuple[Named, ...]:
    """Whose entries one can ask for; `ref` holds the number of the account."""
    rows = Membership.objects.filter(campaign=who.campaign).order_by("user__username")
    return tuple(Named(ref=str(pk), name=name) for pk, name in rows.values_list("user", "user__username"))


def causes(who: policy.Viewer, known: Known) -> tuple[int, tuple[Named, ...]]:
    """The newest entry's number, and the causes that occurred lately, in words: of entries he may read. One query."""
    reader = known.reader()
    recent = list(visible_entries(who, known).order_by("-pk").values_list("pk", "cause")[:MOST_RECENT])
    named = (Named(ref=cause, name=cause_word(cause, reader)) for cause in {cause for _pk, cause in recent})
    return recent[0][0] if recent else 0, tuple(sorted(named, key=lambda each: each.name.casefold()))


# --- one entry ------------------------------------------------------------------------------------------------


def refs_told(entries: Iterable[JournalEntry]) -> set[str]:
    """Whoever the lines of these entries speak of, the entries they take back included."""
    told: set[str] = set()
    for entry in entries:
        for each in (entry, entry.undoes, entry.undoes.undoes if entry.undoes is not None else None):
            told |= refs_named(each) if each is not None else set()
    return told


def line_view(entry: JournalEntry, reader: Reader, who: policy.Viewer) -> LineView:
    told = as_told(entry.events, journal.changes_told(entry))
    changes = change_views(reader, told)
    subjects = _subjects(entry, reader)
    taken_back = entry.taken_back()
    return LineView(
        id=entry.pk,
        time=entry.time,
        user=entry.user_name,
        cause=entry.cause,
        cause_word=cause_word(entry.cause, reader),
        head=told_as(entry, reader, told),
        told=bool(entry.events),
        changes=changes,
        set_up=() if entry.events else set_up_words(reader, changes),
        acted_for=acted_for(entry, reader),
        subjects=subjects,
        reason=entry.reason if who.is_gm or any(reader.sees(each.ref) for each in subjects) else "",
        typed=is_typed(entry.answers),
        undone=not entry.stands,
        partly=tuple(reader.name(ref) for ref in taken_back if entry.stands and reader.knows(ref)),
        reversal=max(taken_back.values(), default=None),
        undoes=entry.undoes_id,
    )


def told_as(entry: JournalEntry, reader: Reader, changes: list[Change]) -> Headline:
    """What an entry came to in one line; of one that takes another back, what that one came to."""
    if entry.events:
        return headline(reader, entry.events, changes, entry.request)
    if entry.undoes is None:
        # An action that changed nothing and told nothing was still announced.
        return Headline(deed=deed_words(reader, entry.request))
    return Headline(outcome=_taking_back(entry.undoes, reader))


def acted_for(entry: JournalEntry, reader: Reader) -> str:
    """For whom somebody acted who does not play him: the game master for an opponent, or for a player's character."""
    intent = (entry.request or {}).get("intent")
    actor = str(intent.get("actor") or "") if isinstance(intent, dict) else ""
    return reader.names.get(actor, "") if actor and reader.played.get(actor) != entry.user_id else ""


def _subjects(entry: JournalEntry, reader: Reader) -> tuple[Named, ...]:
    refs = (ref for ref in sorted(refs_of(entry)) if ref in reader.names and not ref.startswith("item:"))
    return tuple(Named(ref=ref, name=reader.names[ref]) for ref in refs)


def _taking_back(undone: JournalEntry, reader: Reader) -> str:
    """The title of an entry that takes another back: what that one came to."""
    if undone.undoes is not None and undone.undoes.undoes_id:
        return _("Zurückgenommen: die Rücknahme von Eintrag %(number)s") % {"number": undone.undoes_id}
    if undone.undoes is not None:
        return _("Doch wieder: %(what)s") % {"what": _title(undone.undoes, reader)}
    return _("Zurückgenommen: %(what)s") % {"what": _title(undone, reader)}


def _title(entry: JournalEntry, reader: Reader) -> str:
    """What an entry is called where it has no line of its own."""
    if entry.events:
        return told_as(entry, reader, as_told(entry.events, journal.changes_told(entry))).text
    names = (each.name for each in _subjects(entry, reader))
    return listed([cause_word(entry.cause, reader), *names])


def is_typed(answers: Mapping[str, Any] | None) -> bool:
    """Whether somebody typed what his own dice showed."""
    return any(
        answer.get("faces") and answer.get("source") not in ("app", "", None) for answer in (answers or {}).values()
    )


def question_label(name: str, reader: Reader) -> str:
    """The name of a question in words: "hit.2.zone" is Treffer 2, Zone; "tactics.3.roll" is Taktik, Wurf.

    Where its parts make no name, the glossary has one for its end: ``roll.breakout.contest``.
    """
    if known := reader.words.ending("roll", name):
        return reader.words.word(known)
    words: list[str] = []
    before = ""
    for part in name.split("."):
        above, before = before, part
        # Whose question it is stands beside it; a sentence that asks takes no number after its question mark.
        if part.isdigit() and (reader.words.term(above).per_person or (words and words[-1].endswith("?"))):
            continue
        if part.isdigit() and words:
            words[-1] = f"{words[-1]} {part}"
        elif part == "choice":
            continue
        elif part in reader.info.glossary.terms:
            words.append(reader.words.word(part))
        else:
            words.append(part.replace("_", " "))
    return ", ".join(words)


def _dice(entry: JournalEntry, reader: Reader) -> tuple[DieView, ...]:
    # Whose dice they were stands in the events; without numbers for all of them only what is his own is told.
    if not all(reader.sees(ref) for ref in refs_of(entry) if ref.startswith("character:")):
        return ()
    found = []
    for name, answer in (entry.answers or {}).items():
        faces, choice = answer.get("faces") or (), answer.get("choice") or ""
        if not faces and choice == NOTHING and not reader.everything:
            # Whoever was asked and did nothing left no trace; he may be somebody this reader knows nothing of.
            continue
        text = " + ".join(str(face) for face in faces) if faces else reader.choice(choice)
        source = answer.get("source")
        typed = bool(faces) and source not in ("app", "", None)
        label = question_label(name, reader)
        found.append(DieView(label=label, text=text, typed=typed, by_gm=source == "gm"))
    return tuple(found)


def entry_of(*, who: policy.Viewer, known: Known, entry: int) -> JournalEntry:
    """An entry he may read; raises NotVisible for every other number."""
    newest = JournalEntry.objects.filter(campaign=OuterRef("campaign")).order_by("-pk").values("pk")[:1]
    rows = visible_entries(who, known).select_related("campaign", "undoes__undoes").annotate(newest=Subquery(newest))
    found = rows.filter(pk=entry).first()
    if found is None:
        raise NotVisible
    return found


def newest_beside(entry: JournalEntry) -> int | None:
    """The campaign's newest entry at the moment when this one was read by `entry_of`."""
    found = getattr(entry, "newest", None)
    return found if isinstance(found, int) else None


def entry_view(*, who: policy.Viewer, known: Known, entry: JournalEntry) -> EntryView:
    reader = known.reader(refs_told([entry]))
    line = line_view(entry, reader, who)
    return EntryView(
        line=line,
        story=tell(reader, entry.events, as_told(entry.events, journal.changes_told(entry))),
        dice=_dice(entry, reader),
        may_undo=not entry.was_taken_back and bool(entry.changes) and policy.may_undo(who, entry),
    )


def line_of_entry(*, who: policy.Viewer, known: Known, entry: JournalEntry) -> LineView:
    """The entry on one line."""
    return line_view(entry, known.reader(refs_told([entry])), who)
