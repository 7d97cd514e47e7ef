"""The first line of an entry: who does what to whom, what was rolled against what, what it came to.

Nothing here knows a ruleset: the clause of a deed and the words of an outcome stand in the glossary, hits, losses and
states are read off the events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from chaos_sheets.happening import (
    FLEETING,
    JsonEvent,
    between_bounds,
    flag_fields,
    is_price,
    said_of,
    told_to,
    whole,
    window_of,
    words_in,
)
from chaos_sheets.records import is_ref
from chaos_sheets.roll_line import points_words, roll_words
from chaos_sheets.trace import GAME_MASTER, Reader, is_success
from chaos_sheets.words import MINUS, named_few, number
from combat.core.dice import OPEN
from combat.core.event import Change

MOST_ROLLS = 4
LAST_SENTENCES = 2
OF_FIGHT = ("round", "flags")
"""What of a fight itself is news when it changes."""
DASH = " — "
DESTROYED = "destroyed"
"""What the event of a hit says of the thing that took it, and the glossary id of the word for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """Who does what to whom, and what it came to; each may stand alone."""

    deed: str = ""
    outcome: str = ""

    @property
    def text(self) -> str:
        if not self.deed or not self.outcome:
            return self.outcome or as_sentence(self.deed)
        return f"{self.deed}{DASH}{self.outcome}"


# --- the deed -------------------------------------------------------------------------------------------------


def deed_words(reader: Reader, request: Mapping[str, Any] | None, *, you: str = "") -> str:
    """What was announced, as a clause: Jonna Velder schießt auf Panzerjäger 1. Whoever is ``you`` is spoken to."""
    intent = (request or {}).get("intent")
    if not isinstance(intent, Mapping) or not intent.get("parts"):
        return ""
    parts, actor = intent["parts"], str(intent.get("actor") or "")
    form = str(parts[0]["form"])
    refs = dict.fromkeys(ref for part in parts for ref in part.get("targets", ()))
    known = [ref for ref in refs if reader.knows(ref)]
    spoken = {actor: _("sich selbst"), you: _("dich")}
    target = named_few(spoken.get(ref) or reader.name(ref) for ref in known)
    does = reader.words.does(form)
    if does and (target or "{target}" not in does) and (reader.knows(actor) or is_ref(actor)):
        return does.format(
            who=reader.name(actor) if reader.knows(actor) else capfirst(reader.name(actor)), target=target
        )
    word = capfirst(reader.words.word(form))
    said = f"{capfirst(reader.name(actor))}: {word}" if actor not in ("", GAME_MASTER) else word
    names = named_few(reader.name(ref) for ref in known)
    return f"{said}, {names}" if names and list(refs) != [actor] else said


# --- what it came to ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Gist:
    """What of an entry's events one line can hold."""

    reader: Reader
    actor: str = ""
    form: str = ""
    """The word for what was done."""
    aimed: frozenset[str] = frozenset()
    rolls: list[JsonEvent] = field(default_factory=list)
    later: list[JsonEvent] = field(default_factory=list)
    """Rolls that follow from a hit."""
    sentences: list[tuple[str, JsonEvent]] = field(default_factory=list)
    turned: list[tuple[int, str]] = field(default_factory=list)
    """What whoever was aimed at did before anybody was struck, each with how many rolls had fallen."""
    before: list[str] = field(default_factory=list)
    """What was said before anything fell or struck."""
    prices: list[str] = field(default_factory=list)
    struck: dict[str, list[str]] = field(default_factory=dict)
    """Whom hits struck: the zones, one a hit."""
    held: dict[str, int] = field(default_factory=dict)
    ruined: set[str] = field(default_factory=set)
    states: dict[str, list[str]] = field(default_factory=dict)
    brought: dict[tuple[str, str], str] = field(default_factory=dict)
    """The sentence of the event that brought somebody a state."""
    fares: dict[str, list[str]] = field(default_factory=dict)
    """How those who were struck fare, as the events name it."""
    worn: set[tuple[str, str]] = field(default_factory=set)
    """What hits changed: whose, and at which address."""
    opened: set[str] = field(default_factory=set)
    """Who got another attack by what followed from a hit: its roll is told after what led to it."""
    touched: set[str] = field(default_factory=set)
    """Who is another than before, beside what he paid."""
    seen: set[int] = field(default_factory=set)

    @property
    def grave(self) -> dict[str, int]:
        """How grave each state is."""
        return {status.key: status.severity for status in self.reader.info.statuses}

    def hear(self, event: JsonEvent) -> None:
        if event["kind"] == "rolled":
            self._rolled(event)
            return
        if self._is_aside(event):
            return
        hit, of = whole(event["data"].get("hit")), event["of"]
        if not is_price(event):
            self.touched |= {change["of"] for change in event["changes"]}
        self._note_states(event)
        if hit is not None:
            self.worn |= {(change["of"], change["field"]) for change in event["changes"]}
        if hit is not None and hit not in self.seen:
            self.seen.add(hit)
            self._struck(event)
        elif hit is None:
            self._said(event)
        if of.startswith("character:"):
            self.touched |= {of} if event["changes"] and not is_price(event) else set()

    def _said(self, event: JsonEvent) -> None:
        said, is_later = said_of(self.reader, event), bool(self.rolls or self.struck or self.held)
        if said and (is_price(event) or self._is_tally(event)):
            self.prices.append(said)
        elif said:
            self.opened |= {event["of"]} if self.later and is_ref(event["data"].get("target")) else set()
            self.sentences.append((said, event))
            self.before += [] if is_later else [said]
            if self.rolls and not self.struck and event["of"] in self.aimed - {self.actor} and not _passes(event):
                self.turned.append((len(self.rolls), said))

    def _is_tally(self, event: JsonEvent) -> bool:
        """Whether a count that stands with somebody's pools is all that changed: it weighs, and is no news."""
        tallies = flag_fields(self.reader.info, lambda flag: flag.tally)
        fields = {change["field"] for change in event["changes"]}
        return bool(fields) and fields <= tallies

    def _is_aside(self, event: JsonEvent) -> bool:
        """Whether somebody else's state in the fight is all that changed before anything fell: that he holds back."""
        is_first = not (self.rolls or self.struck or self.held)
        return is_first and self.actor not in ("", event["of"]) and _passes(event)

    def _rolled(self, event: JsonEvent) -> None:
        if whole(event["data"].get("hit")) is None and (self.actor or window_of(event) != OPEN):
            again = any((roll["term"], roll["who"]) == (event["term"], event["who"]) for roll in self.rolls)
            struck = self.struck and not again and event["data"].get("target") not in self.aimed
            struck = struck or event["who"] in self.opened
            (self.later if struck else self.rolls).append(event)

    def _struck(self, event: JsonEvent) -> None:
        of, zone, zones = event["of"], event["data"].get("zone"), {known.key for known in self.reader.info.zones}
        if zone in zones or of.startswith("character:"):
            where = self.reader.words.word(zone) if zone in zones else ""
            self.struck.setdefault(of, []).append(where)
        else:
            self.held[of] = self.held.get(of, 0) + 1
            self.ruined |= {of} if event["data"].get(DESTROYED) is True else set()

    def _note_states(self, event: JsonEvent) -> None:
        """States that an event brings: set by its changes, or named by it after somebody was harmed."""
        for change in event["changes"]:
            head, _dot, key = change["field"].partition(".")
            if head == "statuses" and key in self.grave and change["after"] and not change["before"]:
                self._state(change["of"], key)
                self.brought[change["of"], self.reader.words.word(key)] = said_of(self.reader, event)
        if event["of"] in self.struck:
            named = (value for value in words_in(self.reader, event) if self.grave.get(value))
            self.fares.setdefault(event["of"], []).extend(named)

    def _state(self, of: str, key: str) -> None:
        word, held = self.reader.words.word(key), self.states.setdefault(of, [])
        if word not in held:
            held.append(word)

    # --- in words -------------------------------------------------------------------------------------------

    def told(self, changes: Sequence[Change]) -> str:
        losses = self._losses(changes)
        for of, key in ((of, key) for of, keys in self.fares.items() for key in keys):
            if of in losses or not self.reader.sees(of):
                self._state(of, key)
        closing = self._closing(losses)
        at, turned = (self.turned[-1][0] if self.turned else 0), self._turning()
        led, rolled = self._roll_lines(self.rolls[:at]), self._roll_lines(self.rolls[at:])
        fight = [*self._held_words(), *self._hit_words(losses)]
        first = [*led, *turned, *rolled, ", ".join(fight)]
        if self.aimed:
            first = [", ".join(led), *turned, ", ".join([*rolled, *fight])]
        later = self._roll_lines(self.later)
        led_by = [said for said in closing if said in self.before and (self.rolls or self.struck)]
        closing_after = [said for said in closing if said not in led_by and said not in turned]
        last = [*later, *closing_after, *self._state_words(closing)]
        parts = [*led_by, *first, ", ".join(losses.values()), *last]
        return " ".join(as_sentence(part) for part in parts if part)

    def _turning(self) -> list[str]:
        """What whoever was aimed at did between the rolls, where a hit followed."""
        if not self.struck or not self.turned or self.turned[-1][0] >= len(self.rolls):
            return []
        return list(dict.fromkeys(text for _at, text in self.turned))[-LAST_SENTENCES - 1 :]

    def _roll_lines(self, rolls: Sequence[JsonEvent]) -> list[str]:
        """What was rolled, one line for each kind of roll of somebody: Angriff 2 × misslungen, gelungen."""
        grouped = [list(group) for _kind, group in groupby(rolls, key=lambda roll: (roll["term"], roll["who"]))]
        return [self._one_kind(group, is_first=group[:1] == self.rolls[:1]) for group in grouped[:MOST_ROLLS]]

    def _one_kind(self, group: Sequence[JsonEvent], *, is_first: bool) -> str:
        event, who = group[0], group[0]["who"]
        title, is_open = self.reader.words.word(event["term"]), window_of(event) == OPEN
        counted = Counter(roll_words(self.reader, roll) for roll in group)
        each = [f"{number(count)} × {words}" if count > 1 else words for words, count in counted.items()]
        # With its numbers every roll has its word before it.
        # A bare number right behind the word would read as its place in the turn: Angriff 17.
        head = f"{title}:" if any(between_bounds(self.reader, roll) for roll in group) else title
        said = f", {head} ".join(each[:MOST_ROLLS]) if self.reader.sees(who) else named_few(each)
        once = sum(roll["term"] == event["term"] and roll["who"] == who for roll in self.rolls) == 1
        if is_first and once and who == self.actor and not is_open and (self.aimed - {who} or title == self.form):
            return said
        # Where two roll the same against each other, each roll says whose it is.
        shared = len({roll["who"] for roll in (*self.rolls, *self.later) if roll["term"] == event["term"]}) > 1
        others = bool(who) and who != self.actor and len(self.aimed) != 1
        named = (shared or others) and self.reader.knows(who)
        return f"{self.reader.name(who)}: {head} {said}" if named else f"{head} {said}"

    def _held_words(self) -> list[str]:
        return [
            ngettext("%(name)s hält %(count)s Treffer ab", "%(name)s hält %(count)s Treffer ab", count)
            % {"name": self.reader.name(of), "count": count}
            + (f" ({self.reader.words.word(DESTROYED)})" if of in self.ruined else "")
            for of, count in self.held.items()
        ]

    def _hit_words(self, losses: Mapping[str, str]) -> list[str]:
        found = []
        for of, zones in self.struck.items():
            said = ngettext("%(count)s Treffer", "%(count)s Treffer", len(zones)) % {"count": len(zones)}
            where = ", ".join(dict.fromkeys(zone for zone in zones if zone))
            if self.aimed != {of} and not (of == self.actor and not self.aimed):
                said = _("%(hits)s an %(name)s") % {"hits": said, "name": self.reader.name(of)}
            said = f"{said} ({where})" if where else said
            unharmed = of not in losses and self.reader.sees(of)
            found.append(_("%(hits)s ohne Wirkung") % {"hits": said} if unharmed else said)
        return found

    def _losses(self, changes: Sequence[Change]) -> dict[str, str]:
        """Points somebody lost or won, where his numbers may be told and no sentence tells them."""
        found: dict[str, list[str]] = {}
        for change in changes:
            term = self._counts(change)
            if term and self.reader.sees(change.of):
                points = points_words(self.reader, term, change)
                found.setdefault(change.of, []).extend([points] if points else [])
        alone = len(found) == 1 and (not self.aimed or set(found) == self.aimed or not self.aimed - {self.actor})
        return {
            of: ", ".join(points) if alone else f"{self.reader.name(of)} {', '.join(points)}"
            for of, points in found.items()
            if points and not self._says(of, points)
        }

    def _counts(self, change: Change) -> str:
        """The word for what a change counts: health, and whatever else of somebody a hit has taken or added to."""
        pool = next((pool for pool in self.reader.info.pools if pool.current == change.field), None)
        if pool is not None and (pool.health or (change.of, change.field) in self.worn):
            return pool.key
        known = self.reader.info.sheet.field(change.field) if (change.of, change.field) in self.worn else None
        return known.label if known is not None and known.state and known.counter else ""

    def _says(self, of: str, points: Sequence[str]) -> bool:
        """Whether a sentence about him names his points already."""
        bare = [point.lstrip(f"+{MINUS}") for point in points]
        return of not in self.struck and any(
            event["of"] == of and all(point in said for point in bare) for said, event in self.sentences
        )

    def _state_words(self, closing: Sequence[str]) -> list[str]:
        told = " ".join(closing).casefold()
        found = []
        for of, states in self.states.items():
            unsaid = [state for state in states if self.brought.get((of, state)) not in closing]
            left = [state for state in unsaid if state.casefold() not in told]
            if left and self.reader.knows(of):
                found.append(f"{self.reader.name(of)}: {', '.join(left)}")
        return found

    def _closing(self, losses: Mapping[str, str]) -> list[str]:
        """The last sentences, where they say more than roll, hits and losses do."""
        if self.struck:
            return [
                said for said, event in self.sentences if event["of"] in self.struck and self._is_plain(said, event)
            ]
        if self._missed():
            return []
        said = [text for text, _event in self._weighty()] or ([] if self.rolls or losses else self.prices)
        most = LAST_SENTENCES if self.actor else LAST_SENTENCES + 1
        return list(dict.fromkeys(said))[-most:]

    def _is_plain(self, said: str, event: JsonEvent) -> bool:
        """Whether a sentence about somebody who was struck tells neither numbers nor how he fares: the sum does.

        The sum counts points; of a value of the sheet that is another for good only the sentence tells.
        """
        sheet = self.reader.info.sheet
        known = [sheet.field(change["field"]) for change in event["changes"] if change["of"] == event["of"]]
        if any(field is not None and not field.state for field in known):
            return True
        if any(value in self.grave for value in words_in(self.reader, event)):
            return False
        return not any(char.isdigit() for char in said.replace(self.reader.name(event["of"]), ""))

    def _weighty(self) -> list[tuple[str, JsonEvent]]:
        """Sentences that say something new: an order stands beside the fight; of what happens by itself, what
        changes somebody, what it decides for the whole fight, the new round, and the last.
        """
        said = [one for one in self.sentences if "order" not in one[1]["data"]] or self.sentences
        if self.actor:
            return said
        told = [one for one in said if _moves(one[1])]
        return told if said[-1:] == told[-1:] else [*told, *said[-1:]]

    def _missed(self) -> bool:
        """Whether his one roll failed, or all of a burst, and nobody but the one who rolled is another than before."""
        others = {of for of in self.touched if of.startswith("character:") and of != self.actor}
        aimed = bool(self.aimed - {self.actor})
        return (
            aimed
            and len({(roll["term"], roll["who"]) for roll in self.rolls}) == 1
            and not any(is_success(window_of(roll), roll["total"]) for roll in self.rolls)
            and (not others)
        )


def _passes(event: JsonEvent) -> bool:
    """Whether all that an event changes is somebody's state in the fight."""
    heads = {change["field"].partition(".")[0] for change in event["changes"]}
    return bool(heads) and heads <= set(FLEETING)


def _moves(event: JsonEvent) -> bool:
    """Whether an event begins a round, decides something for the fight, or changes somebody beyond it."""
    paths = [(change["of"], change["field"].partition(".")[0]) for change in event["changes"]]
    return any((head not in FLEETING) if of.startswith("character:") else head in OF_FIGHT for of, head in paths)


def as_sentence(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


# --- together -------------------------------------------------------------------------------------------------


def headline(
    reader: Reader,
    events: Iterable[JsonEvent],
    changes: Sequence[Change],
    request: Mapping[str, Any] | None = None,
) -> Headline:
    """What an entry came to, for whoever reads one line only."""
    intent = (request or {}).get("intent")
    intent = intent if isinstance(intent, Mapping) else {}
    aimed = frozenset(ref for part in intent.get("parts", ()) for ref in part.get("targets", ()))
    parts = intent.get("parts") or ()
    form = reader.words.word(str(parts[0]["form"])) if parts else ""
    gist = _Gist(reader, actor=str(intent.get("actor") or ""), form=form, aimed=aimed)
    for event in told_to(reader, events):
        gist.hear(event)
    outcome, deed = gist.told(changes), deed_words(reader, request)
    name = reader.name(gist.actor) if gist.actor else ""
    if not gist.rolls and not gist.struck and name and outcome.startswith(name):
        return Headline(outcome=outcome)
    return Headline(deed=deed, outcome=outcome)
