"""An entry's events as a story that reads from top to bottom: rolls, hits, what they led to, what is different now.

Nothing here knows a ruleset: a roll is told by its window, a hit by the zone it names and the points it cost,
everything else by the sentence its term has in the glossary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from chaos_sheets.beats import Beat, Mark, Story
from chaos_sheets.changes import change_views
from chaos_sheets.happening import (
    JsonEvent,
    amounts_of,
    between_bounds,
    bill_of,
    cites_of,
    derived_of,
    distance_words,
    facts_of,
    flag_fields,
    house_rules_of,
    is_word,
    merged,
    own_names,
    pair,
    result_of,
    rolled_sum,
    said_of,
    says_of,
    sum_of,
    target_of,
    told_to,
    whole,
    window_of,
)
from chaos_sheets.records import is_ref
from chaos_sheets.selectors.value_view import StepView
from chaos_sheets.trace import (
    ARROW,
    Reader,
    even_words,
    is_success,
    line_of,
    line_words,
    target_word,
)
from chaos_sheets.words import listed, number, plain_minus
from combat.core.dice import OPEN, Dice
from combat.core.event import Change


@dataclass(slots=True)
class _Teller:
    reader: Reader
    beats: list[Beat] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    waiting: dict[int, list[JsonEvent]] = field(default_factory=dict)
    """Rolls that belong to a hit and come before it."""
    early: list[tuple[str, JsonEvent]] = field(default_factory=list)
    """What happened before there was anything to tell it with."""
    summed: set[str] = field(default_factory=set)
    """Whose end a step after the hits has told already."""
    hits: dict[str, int] = field(default_factory=dict)
    losses: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    shared: frozenset[str] = frozenset()
    """Terms that are told of several people: each sentence says of whom."""
    aimed: frozenset[str] = frozenset()
    """Whom rolls are aimed at, where that is more than one: each roll says at whom."""

    def tell(self, event: JsonEvent) -> None:
        if event["kind"] == "rolled":
            self._rolled(event)
        else:
            self._happened(event)

    # --- rolls ----------------------------------------------------------------------------------------------

    def _rolled(self, event: JsonEvent) -> None:
        hit = whole(event["data"].get("hit"))
        if hit is not None:
            self.waiting.setdefault(hit, []).append(event)
            return
        self._add(self._roll_beat(event))

    def _add(self, beat: Beat) -> None:
        turns = (*(said for said, _event in self.early), *beat.turns)
        acted = house_rules_of(self.reader, *(event for _said, event in self.early))
        self.beats.append(replace(beat, turns=turns, house_rules=merged(acted, beat.house_rules)))
        self.early.clear()

    def _roll_beat(self, event: JsonEvent) -> Beat:
        reader, who = self.reader, event["who"]
        title = capfirst(reader.words.word(event["term"]))
        at = event["data"].get("target")
        aim = f"{ARROW} {reader.name(at)}" if at in self.aimed and at != who else ""
        aside = listed([*own_names(reader, event), aim])
        name = reader.name(who) if who else ""
        beat = Beat(kind="roll", title=title, who=name, aside=aside, cites=cites_of(reader, event))
        outcome = reader.words.word(event["outcome"])
        target, total = target_of(event), event["total"]
        is_open, sees = window_of(event) == OPEN, not who or reader.sees(who)
        if not sees:
            # A total that others have to reach is told to all of them.
            return replace(beat, said=number(total) if is_open else outcome)
        acted = house_rules_of(reader, event)
        steps, result = self._bill(event, target)
        if target is None:
            said = listed([f"{event['dice']}: {number(total)}", "" if is_open else outcome])
            return replace(beat, said=said, roll=total, steps=steps, result=result, house_rules=acted)
        line = line_of(
            Dice.parse(event["dice"]),
            target,
            window_of(event),
            reader.info.degree_step if {"degrees", "degrees_of_failure"} & event["data"].keys() else 0,
            pair(event["data"].get("trouble")),
        )
        return replace(
            beat,
            line=line,
            roll=total,
            line_title=line_words(line, total, target_word(reader)) if line else "",
            line_word=target_word(reader),
            said=self._against(event, target),
            steps=steps,
            result=result,
            house_rules=acted,
        )

    def _bill(self, event: JsonEvent, target: int | None) -> tuple[tuple[StepView, ...], StepView | None]:
        """How the number to reach came about, or, where everything is added to the dice, the total."""
        if self.reader.info.adds_to_roll:
            return rolled_sum(self.reader, event)
        steps = bill_of(self.reader, event)
        return steps, None if target is None else sum_of(self.reader, event, target)

    def _against(self, event: JsonEvent, target: int) -> str:
        """A roll in words: 27 gegen 73, 46 darunter: gelungen, 4 EG; or, between two bounds, with both of them."""
        total, words = event["total"], self.reader.words
        said = between_bounds(self.reader, event) or _("%(roll)s gegen %(target)s, %(distance)s: %(outcome)s") % {
            "roll": number(total),
            "target": number(target),
            "distance": distance_words(target, total, window_of(event)),
            "outcome": words.word(event["outcome"]),
        }
        degrees = event["data"].get("degrees")
        if isinstance(degrees, int) and is_success(window_of(event), total):
            said += f", {number(degrees)} {words.short('degrees')}"
        return said

    # --- what happened --------------------------------------------------------------------------------------

    def _happened(self, event: JsonEvent) -> None:
        hit = whole(event["data"].get("hit"))
        is_new = hit is not None and not (self.beats and self.beats[-1].number == hit)
        self._note_losses(event)
        if is_new and hit is not None:
            self._add(self._hit_beat(event, hit))
        elif said := self._sentence(event):
            self._place(event, said, in_hit=hit is not None)

    def _sentence(self, event: JsonEvent) -> str:
        """What happened in words; of whom, where the same happens to several."""
        said = listed([said_of(self.reader, event), *self._settled(event)])
        if said and event["term"] in self.shared and self.reader.name(event["of"]) not in said:
            return f"{self.reader.name(event['of'])}: {said}"
        return said

    def _place(self, event: JsonEvent, said: str, *, in_hit: bool) -> None:
        """A step of its own, or what the last one led to; before there is any it waits for the first."""
        acted, cites = house_rules_of(self.reader, event), cites_of(self.reader, event)
        bill = derived_of(self.reader, event) if self.reader.sees(event["of"]) else ()
        if bill and not in_hit:
            result, steps = result_of(self.reader, event), bill if len(bill) > 1 else ()
            self._add(Beat(kind="step", title=said, cites=cites, steps=steps, result=result, house_rules=acted))
        elif not self.beats:
            self.early.append((said, event))
        elif not in_hit and self.beats[-1].kind in ("hit", "held"):
            self._add(Beat(kind="step", title=said, cites=cites, house_rules=acted))
            self.summed.add(event["of"])
        else:
            last = self.beats[-1]
            self.beats[-1] = replace(last, turns=(*last.turns, said), house_rules=merged(last.house_rules, acted))

    def _settled(self, event: JsonEvent) -> list[str]:
        """What decided it where that does not follow from the numbers: a tie, and who wins it."""
        true = [key for key, value in event["data"].items() if value is True and is_word(self.reader, key)]
        return [said for key in true if (said := says_of(self.reader, key, event))]

    def _note_losses(self, event: JsonEvent) -> None:
        paths = {pool.current: pool.key for pool in self.reader.info.pools if pool.health}
        for change in event["changes"]:
            before, after = change["before"], change["after"]
            if change["field"] in paths and isinstance(before, int) and isinstance(after, int):
                self.losses.setdefault((change["of"], change["field"]), []).append(before - after)

    def _hit_beat(self, event: JsonEvent, hit: int) -> Beat:
        reader, data, of = self.reader, event["data"], event["of"]
        zone = data.get("zone")
        struck = zone in {known.key for known in reader.info.zones} or of.startswith("character:")
        if struck:
            self.hits[of] = self.hits.get(of, 0) + 1
            if isinstance(zone, str):
                self.marks.append(Mark(ref=of, zone=zone, number=hit))
        where = reader.words.word(zone) if isinstance(zone, str) and struck else reader.name(of)
        rolls = self.waiting.pop(hit, [])
        sees = reader.sees(of)
        steps = (*self._roll_steps(rolls), *facts_of(reader, event), *derived_of(reader, event)) if sees else ()
        amounts, total = amounts_of(reader, event) if sees else ((), None)
        return Beat(
            kind="hit" if struck else "held",
            number=hit,
            title=_("Treffer %(number)s: %(where)s") % {"number": hit, "where": where},
            who=reader.name(of) if struck else "",
            aside=listed(self._roll_words(roll) for roll in rolls),
            cites=cites_of(reader, event),
            said="" if amounts or not sees else said_of(self.reader, event),
            amounts=amounts,
            total=total,
            turns=self._consequences(event) if sees else (),
            steps=steps,
            result=result_of(reader, event) if sees else None,
            house_rules=house_rules_of(reader, *rolls, event),
        )

    def _consequences(self, event: JsonEvent) -> tuple[str, ...]:
        """What a hit did beside the points it cost: what is worn, broken or gone."""
        reader, health = self.reader, {pool.current for pool in self.reader.info.pools if pool.health}
        told = {change["field"].rpartition(".")[2] for change in event["changes"]}
        true = [key for key, value in event["data"].items() if value is True and key not in told]
        true = [key for key in true if key in reader.info.glossary.terms]
        # What the rules note for themselves stands among the changes; here it would hide what was done to somebody.
        stated = flag_fields(reader.info, lambda flag: flag.stated)
        told_here = [
            Change(**change)
            for change in event["changes"]
            if change["field"] not in health and (change["field"] in stated or not change["field"].startswith("flags."))
        ]
        worn = change_views(reader, told_here)
        return (
            *(f"{change.label}: {change.before} {ARROW} {change.after}" for change in worn),
            *(says_of(reader, key, event) or reader.words.word(key) for key in true),
        )

    def _roll_words(self, event: JsonEvent) -> str:
        title, target = self.reader.words.word(event["term"]), target_of(event)
        if event["who"] and not self.reader.sees(event["who"]):
            return f"{title}: {self.reader.words.word(event['outcome'])}"
        if target is None:
            return f"{title} {number(event['total'])}"
        said = _("%(title)s %(roll)s gegen %(target)s") % {
            "title": title,
            "roll": number(event["total"]),
            "target": number(target),
        }
        return f"{said} ({even_words(target, window_of(event))})" if event["total"] == target else said

    def _roll_steps(self, rolls: Iterable[JsonEvent]) -> tuple[StepView, ...]:
        steps: list[StepView] = []
        for roll in rolls:
            if roll["who"] and not self.reader.sees(roll["who"]):
                continue
            steps.extend(bill_of(self.reader, roll))
            steps.append(
                StepView(
                    key=roll["term"],
                    label=self.reader.words.word(roll["term"]),
                    cites=tuple(roll["rules"]),
                    amount=roll["total"],
                    text=number(roll["total"]),
                    note=self.reader.words.word(roll["outcome"]),
                )
            )
        return tuple(steps)

    def finish(self, changes: Sequence[Change]) -> None:
        """Rolls without their hit become beats; the last one adds up what it all cost."""
        for rolls in self.waiting.values():
            for roll in rolls:
                self._add(self._roll_beat(roll))
        self.waiting.clear()
        for said, event in self.early:
            sees = not event["of"] or self.reader.sees(event["of"])
            steps = (*facts_of(self.reader, event), *derived_of(self.reader, event)) if sees else ()
            acted = house_rules_of(self.reader, event)
            cites = cites_of(self.reader, event)
            self.beats.append(Beat(kind="step", title=said, cites=cites, steps=steps, house_rules=acted))
        for change in changes:
            lost = self.losses.get((change.of, change.field), [])
            if len(lost) < 2 or change.of in self.summed or not self.reader.sees(change.of):
                continue
            pool = next(pool for pool in self.reader.info.pools if pool.current == change.field)
            sum_text = " ".join([self.reader.text(change.before), *map(plain_minus, lost)])
            named = f"{self.reader.words.short(pool.key)} {self.reader.name(change.of)}"
            title = f"{named}: {sum_text} = {self.reader.text(change.after)}"
            self.beats.append(Beat(kind="step", title=title, cites=tuple(pool.rules)))


def _shared(events: Iterable[JsonEvent]) -> frozenset[str]:
    """Terms that happen to more than one person."""
    people: dict[str, set[str]] = {}
    for event in events:
        if event["kind"] != "rolled" and event["of"].startswith("character:"):
            people.setdefault(event["term"], set()).add(event["of"])
    return frozenset(term for term, of in people.items() if len(of) > 1)


def _aimed(events: Iterable[JsonEvent]) -> frozenset[str]:
    """Whom the rolls are aimed at, if there are several."""
    found = (event["data"].get("target") for event in events if event["kind"] == "rolled")
    refs = frozenset(ref for ref in found if isinstance(ref, str) and is_ref(ref))
    return refs if len(refs) > 1 else frozenset()


def tell(reader: Reader, events: Iterable[JsonEvent], changes: Sequence[Change]) -> Story:
    """The story of an entry as this viewer may know it."""
    told = list(told_to(reader, events))
    teller = _Teller(reader, shared=_shared(told), aimed=_aimed(told))
    for event in told:
        teller.tell(event)
    teller.finish(changes)
    return Story(
        beats=tuple(teller.beats),
        marks=tuple(teller.marks),
        struck=tuple(dict.fromkeys([*(mark.ref for mark in teller.marks), *teller.hits])),
    )
