"""The rules of a system to look things up in: every rule, number and word, searchable, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Campaign
from chaos_sheets.selectors.reference_tables import TableReader
from chaos_sheets.selectors.reference_view import (
    Chapter,
    Column,
    Found,
    OptionNote,
    Part,
    Reference,
    Row,
    RuleCard,
    RuleEntry,
    RulingNote,
    SectionLine,
    Table,
)
from chaos_sheets.selectors.rulesets import known_ruleset, ruleset_of_rule
from chaos_sheets.words import Words, by_name, number, signed, span
from combat.core.citation import Citation
from combat.core.description import Option, Pool, RulesetInfo
from combat.core.schema import FieldKind
from combat.core.value import Json

RULES, TABLES, WORDS = "regeln", "tabellen", "begriffe"
PARTS = (
    Part(RULES, gettext_lazy("Regeln")),
    Part(TABLES, gettext_lazy("Tabellen")),
    Part(WORDS, gettext_lazy("Begriffe")),
)
_STATUSES = {
    "implemented": gettext_lazy("umgesetzt"),
    "planned": gettext_lazy("noch nicht ganz umgesetzt"),
    "gm": gettext_lazy("entscheidet die Spielleitung"),
    "not_in_text": gettext_lazy("steht nicht im Text"),
}
_NO_WORDS = ("reason.", "problem.", "option.", "number.", "table.", "chapter.", "column.")
"""Ids that are no words to look up: sentences, house rules and headings, which stand elsewhere."""
MOST_FOUND = 60
NO_OPTIONS: Mapping[str, Json] = {}


def reference(*, ruleset: str, campaign: Campaign | None = None) -> Reference:
    """All of it; with a campaign, what it plays otherwise stands where it counts. Raises NotVisible."""
    info = known_ruleset(ruleset)
    book = _book(info.id, Words.of(info.glossary).language)
    return _as_played(book, info, campaign.options) if campaign and campaign.options else book


def rule_card(*, number: str, options: Mapping[str, Json] = NO_OPTIONS) -> RuleCard:
    """One rule with the numbers that rest on it; raises NotVisible for a number that no rule has."""
    info = ruleset_of_rule(number)
    if info is None or number not in info.rules:
        raise NotVisible
    book = _book(info.id, Words.of(info.glossary).language)
    book = _as_played(book, info, options) if options else book
    chapter, rule = next(
        (chapter, rule) for chapter in book.chapters for rule in chapter.rules if rule.number == number
    )
    rows = tuple((table.title, row) for table in book.tables for row in table.rows if row.cites[:1] == (number,))
    return RuleCard(ruleset=info.id, rule=rule, rows=rows, chapter=chapter.title)


@cache
def _book(ruleset: str, language: str) -> Reference:
    info = known_ruleset(ruleset)
    words = Words.of(info.glossary, language)
    return Reference(
        ruleset=info.id,
        name=info.name,
        version=info.version,
        chapters=tuple(_chapters(info, words)),
        sections=tuple(_sections(info, words)),
        tables=(*TableReader(info, words).tables(), *_lists(info, words)),
        words=tuple(_words(info, words)),
    )


# --- rules ----------------------------------------------------------------------------------------------------


def _chapters(info: RulesetInfo, words: Words) -> Iterator[Chapter]:
    rules: dict[int, list[str]] = {}
    for rule in info.rules:
        rules.setdefault(Citation(rule).chapter, []).append(rule)
    for chapter in sorted(rules):
        yield Chapter(
            number=str(chapter),
            title=words.chapter(chapter),
            rules=tuple(_rule(rule, info, words, NO_OPTIONS) for rule in rules[chapter]),
        )


def _sections(info: RulesetInfo, words: Words) -> Iterator[SectionLine]:
    for each in info.sections:
        status = str(_STATUSES.get(each.status, each.status))
        yield SectionLine(each.number, each.title[words.language], status, each.note.get(words.language, ""))


def _rule(number: str, info: RulesetInfo, words: Words, options: Mapping[str, Json]) -> RuleEntry:
    rule = info.rules[number]
    return RuleEntry(
        number=number,
        title=rule.title[words.language],
        text=rule.text[words.language],
        rulings=tuple(
            RulingNote(
                ruling.key,
                ruling.question[words.language],
                ruling.reading[words.language],
                capfirst(words.word(f"option.{ruling.option}")) if ruling.option else "",
            )
            for ruling in info.rulings
            if number in ruling.rules
        ),
        options=tuple(_option(option, words, options) for option in info.options if number in option.rules),
        assumption=rule.assumption,
    )


def _option(option: Option, words: Words, options: Mapping[str, Json]) -> OptionNote:
    current = options.get(option.key, option.default)
    term = next((known.term for known in option.values if known.value == current), "")
    setting = words.word(term) if term else str(current)
    return OptionNote(option.key, capfirst(words.word(f"option.{option.key}")), setting, current != option.default)


# --- lists ----------------------------------------------------------------------------------------------------


def _lists(info: RulesetInfo, words: Words) -> Iterator[Table]:
    """What the ruleset describes beside its numbers: zones, states, what wounds bring, traits."""
    found = (_zones(info, words), *_wounds(info, words), _statuses(info, words), _traits(info, words))
    return (table for table in found if table.rows)


def _row(term: str, words: Words, rules: Iterable[str], *values: str, anchor: str = "") -> Row:
    return Row(
        anchor=anchor or f"t-{term}",
        label=capfirst(words.word(term)),
        values=values,
        means=words.means(term),
        cites=tuple(str(rule) for rule in rules),
    )


def _zones(info: RulesetInfo, words: Words) -> Table:
    rows = [
        _row(
            zone.key,
            words,
            words.term(zone.key).rules,
            span(*zone.faces) if zone.faces else "",
            anchor=f"zone-{zone.key}",
        )
        for zone in info.zones
    ]
    title = _("Trefferzonen, %(dice)s") % {"dice": info.zone_dice} if info.zone_dice else _("Trefferzonen")
    return Table(key="zones", title=title, use="zones", rows=tuple(rows))


def _wounds(info: RulesetInfo, words: Words) -> Iterator[Table]:
    """At how many points which state begins, for the maxima that people have; what begins at none left is a state.

    Of a pool that rises the points are counted that are there, not those that are left.
    """
    for pool in info.pools:
        maxima = _maxima(info, pool)
        marks = [
            {
                mark.term: number(maximum - mark.at if pool.rising else mark.at)
                for mark in pool.marks(maximum)
                if mark.at
            }
            for maximum in maxima
        ]
        rows = tuple(
            _row(
                term,
                words,
                words.term(term).rules or pool.rules,
                *(found.get(term, "–") for found in marks),
                anchor=f"wounds-{pool.key}-{term}",
            )
            for term in dict.fromkeys(term for found in marks for term in found)
        )
        columns = tuple(Column("", number(maximum)) for maximum in maxima)
        title = _("Wunden: Zustand ab so vielen %(pool)s, nach dem Maximum") % {"pool": words.short(pool.key)}
        yield Table(key=f"wounds-{pool.key}", title=title, use="wounds", rows=rows, columns=columns)


def _maxima(info: RulesetInfo, pool: Pool) -> tuple[int, ...]:
    """Maxima around what is usual: from half of it to twice as much."""
    known = info.sheet.field(pool.maximum)
    usual = known.default if known and isinstance(known.default, int) and known.default > 0 else 15
    return tuple(sorted({max(1, usual * quarter // 4) for quarter in (2, 3, 4, 5, 6, 8)}))


def _statuses(info: RulesetInfo, words: Words) -> Table:
    rows = tuple(
        _row(
            status.key,
            words,
            status.rules,
            "" if status.effect is None else signed(status.effect),
            anchor=f"status-{status.key}",
        )
        for status in info.statuses
    )
    return Table(key="statuses", title=_("Zustände"), use="statuses", rows=rows)


def _traits(info: RulesetInfo, words: Words) -> Table:
    traits = {trait.label: trait for kind in info.kinds for trait in kind.traits}
    rows = [
        _row(label, words, trait.rules, _("mit Zahl") if _has_number(trait.value) else "", anchor=f"trait-{trait.key}")
        for label, trait in traits.items()
    ]
    return Table(
        key="traits", title=_("Merkmale"), use="traits", rows=tuple(sorted(rows, key=lambda row: by_name(row.label)))
    )


def _has_number(value: object) -> bool:
    return getattr(value, "kind", None) in (FieldKind.INTEGER, FieldKind.DICE)


def _words(info: RulesetInfo, words: Words) -> Iterator[Row]:
    rows = []
    for term in info.glossary.terms.values():
        if term.id.startswith(_NO_WORDS) or not term.means:
            continue
        short = term.abbreviation.get(words.language, "")
        rows.append(_row(term.id, words, term.rules, short, anchor=f"term-{term.id}"))
    yield from sorted(rows, key=lambda row: by_name(row.label))


# --- as a campaign plays it -----------------------------------------------------------------------------------


def _as_played(book: Reference, info: RulesetInfo, options: Mapping[str, Json]) -> Reference:
    """The same book with the house rules of a campaign: at their rules, and in place of the number they set."""
    words = Words.of(info.glossary)
    numbers = {
        option.key: number(value)
        for option in info.options
        if not option.values and isinstance(value := options.get(option.key), int) and value != option.default
    }
    return replace(
        book,
        chapters=tuple(
            replace(chapter, rules=tuple(_rule(rule.number, info, words, options) for rule in chapter.rules))
            for chapter in book.chapters
        ),
        tables=tuple(
            replace(table, rows=tuple(_set_by(row, numbers) for row in table.rows)) if table.use == "number" else table
            for table in book.tables
        ),
    )


def _set_by(row: Row, numbers: Mapping[str, str]) -> Row:
    value = numbers.get(row.anchor.rpartition(".")[2])
    return replace(row, values=(value,), house_rule=True) if value is not None else row


# --- searching ------------------------------------------------------------------------------------------------


def search(book: Reference, text: str) -> tuple[Found, ...]:
    """What holds all words of a text, titles before texts; the most fitting first."""
    wanted = text.casefold().split()
    if not wanted:
        return ()
    ranked = []
    for place, found in enumerate(_entries(book)):
        title = f"{found.title} {' '.join(found.cites)}".casefold()
        if all(word in title or word in found.text.casefold() for word in wanted):
            rank = 0 if title.startswith(wanted[0]) else 1 if all(word in title for word in wanted) else 2
            ranked.append((rank, place, found))
    return tuple(found for _rank, _place, found in sorted(ranked, key=lambda each: each[:2]))[:MOST_FOUND]


def _entries(book: Reference) -> Iterator[Found]:
    for chapter in book.chapters:
        for rule in chapter.rules:
            yield Found(
                kind=_("Regel"),
                title=rule.title,
                text=rule.text,
                cites=(rule.number,),
                part=RULES,
                anchor=rule.number,
            )
    shown = set()
    for table in book.tables:
        for row in table.rows:
            values = " · ".join(value for value in row.values if value)
            text = " – ".join(each for each in (values, row.means) if each)
            shown.add(row.label)
            if table.use != "wounds":
                yield Found(
                    kind=table.title, title=row.label, text=text, cites=row.cites, part=TABLES, anchor=row.anchor
                )
    for row in book.words:
        if row.label not in shown:
            short = "".join(f" ({value})" for value in row.values if value)
            yield Found(
                kind=_("Begriff"),
                title=f"{row.label}{short}",
                text=row.means,
                cites=row.cites,
                part=WORDS,
                anchor=row.anchor,
            )
