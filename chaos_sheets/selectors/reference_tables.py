"""The numbers of a rule text as tables: whatever has a word in the glossary, in the order in which it was printed.

A number ``<head>.<row>.<column>`` stands in the table of its head, ``list.<table>.<row>`` in one of its own. A row's
word is that of its whole name, else that of its last part; what has none is left out. A column's word is
``column.<name>`` where the bare name means something else in the system.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from chaos_sheets.selectors.reference_view import Column, Row, Table
from chaos_sheets.words import Words, fraction_words, in_unit, number, signed, span, unit_word
from combat.core.citation import Citations, cite
from combat.core.description import RulesetInfo
from combat.core.dice import Dice
from combat.core.table import Entry

HEADS: Mapping[str, str | Promise] = {
    "action": gettext_lazy("Handlungen und ihre Preise"),
    "form": gettext_lazy("Handlungen und die Aktion, die sie brauchen"),
    "mode": pgettext_lazy("firing", "Modi"),
    "modifier": gettext_lazy("Modifikatoren"),
    "number": gettext_lazy("Zahlen"),
}
"""Tables whose heading is ours; every other takes its word from the glossary."""
BY_CHAPTER = ("modifier", "number")
"""So long that they are read chapter by chapter."""
ALONE = ("list", "ladder", "bands")
"""Heads whose second part names a table of its own."""
_ASIDE = ("unit", "cite", "how")
SIGNED = "signed"
"""How the unit of a number begins that is added to something: it stands with its sign."""
MULTIPLES = "multiples"
"""How the unit of bounds begins that are no measure of their own."""
FRACTIONS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(1, 4): "¼", Fraction(3, 4): "¾", Fraction(3, 2): "1½"}


@dataclass(slots=True)
class _Line:
    """The cells of one row by column, as they were found."""

    name: str
    cells: dict[str, str] = field(default_factory=dict)
    rules: Citations = ()
    assumption: bool = False


class TableReader:
    """Reads the tables of a ruleset in one language."""

    def __init__(self, info: RulesetInfo, words: Words) -> None:
        self.info, self.words = info, words

    def tables(self) -> tuple[Table, ...]:
        found = self._lines()
        heads = sorted(found, key=lambda head: list(HEADS).index(head) if head in HEADS else len(HEADS))
        made = [table for head in heads for table in self._tables_of(head, list(found[head].values()))]
        return tuple(table for table in (*made, *self._ladders(), *self._bands()) if table.rows)

    # --- words ----------------------------------------------------------------------------------------------

    def known(self, *names: str) -> str:
        """The first of these ids that has a word; empty where none has."""
        return next((name for name in names if name in self.info.glossary.terms), "")

    def term_of(self, name: str) -> str:
        head, _dot, rest = name.partition(".")
        return self.known(name, *(() if head == "number" else (rest, rest.rpartition(".")[2])))

    def column(self, name: str) -> str:
        return self.known(f"column.{name}", name)

    def word(self, name: str) -> str:
        term = self.term_of(name)
        last = name.rpartition(".")[2]
        return capfirst(self.words.word(term)) if term else last if last.isdigit() else ""

    def title(self, name: str) -> str:
        term = self.known(f"table.{name}", name)
        return capfirst(self.words.word(term)) if term else ""

    # --- numbers --------------------------------------------------------------------------------------------

    def _lines(self) -> dict[str, dict[str, _Line]]:
        found: dict[str, dict[str, _Line]] = {}
        tables = self.info.tables
        for name, entry in tables.entries.items():
            head, row, column = _split(name)
            line = found.setdefault(head, {}).setdefault(row, _Line(row))
            line.cells[column] = self._number(head, entry)
            line.rules = line.rules or entry.rules
            line.assumption = line.assumption or self._is_assumed(name, head)
        for name, text in tables.texts.items():
            head, row, column = _split(name)
            shown = self._told(text)
            is_aside = name.rpartition(".")[2] in _ASIDE
            if shown and not is_aside and (row in found.get(head, {}) or self._is_titled(head)):
                line = found.setdefault(head, {}).setdefault(row, self._line_of_texts(row, head))
                line.cells[column] = shown
        for name, value in tables.switches.items():
            head, row, column = _split(name)
            if column != "assumption" and (head in HEADS or row in found.get(head, {})):
                found.setdefault(head, {}).setdefault(row, _Line(row)).cells[column] = _("ja") if value else _("nein")
        return found

    def _is_assumed(self, name: str, head: str) -> bool:
        switches = self.info.tables.switches
        return switches.get(f"{name}.assumption", False) or switches.get(f"{head}.assumption", False)

    def _is_titled(self, head: str) -> bool:
        """Whether a table that holds words and dice alone has a word of its own and is therefore shown."""
        return head not in HEADS and f"table.{head.partition('.')[2] or head}" in self.info.glossary.terms

    def _line_of_texts(self, row: str, head: str) -> _Line:
        texts = self.info.tables.texts
        rule = texts.get(f"{row}.cite") or texts.get(f"{head}.cite", "")
        return _Line(row, rules=cite(rule) if rule else (), assumption=self._is_assumed(row, head))

    def _told(self, text: str) -> str:
        """Words beside the numbers: dice, a term, several terms; of a modifier its points. Empty for anything else."""
        points = self.info.tables.entries.get(f"modifier.{text}")
        if points is not None:
            return signed(points.value)
        if text in self.info.glossary.terms:
            return self.words.word(text)
        parts = text.split()
        if len(parts) > 1 and all(part in self.info.glossary.terms for part in parts):
            return "/".join(self.words.short(part) for part in parts)
        return _amount(text)

    def _number(self, head: str, entry: Entry) -> str:
        """A number as it stands in a table, with its unit where pages show another one than it is kept in."""
        if head == "modifier" and entry.unit == "dice":
            return f"{self.words.word('advantage' if entry.value > 0 else 'disadvantage')} {number(abs(entry.value))}"
        is_added = head == "modifier" or entry.unit.startswith(SIGNED)
        text, unit = in_unit(self.info, entry.value, entry.unit, signed if is_added else number)
        return text if unit == entry.unit else f"{text} {self.words.short(unit)}"

    def _tables_of(self, head: str, lines: list[_Line]) -> Iterator[Table]:
        if head not in BY_CHAPTER:
            title = str(HEADS.get(head, "")) or self.title(head.partition(".")[2] or head)
            if title:
                yield self._table(head, title, head.partition(".")[0], lines)
            return
        for chapter in dict.fromkeys(line.rules[0].chapter for line in lines):
            mine = [line for line in lines if line.rules[0].chapter == chapter]
            yield self._table(f"{head}-{chapter}", self.words.chapter(chapter), head, mine)

    def _table(self, key: str, title: str, use: str, lines: list[_Line]) -> Table:
        counts = Counter(column for line in lines for column in line.cells if "." not in column)
        main = counts.most_common(1)[0][0] if counts else ""
        columns = [column for column in counts if not column or self.column(column)]
        rows = [row for line in lines for row in self._rows(line, columns, main)]
        named = tuple(
            Column(self.words.word(term), self.words.short(term)) if term else Column("", "")
            for term in map(self.column, columns)
        )
        return Table(
            key=key,
            title=title,
            use=use,
            rows=tuple(rows),
            columns=named if any(column.label for column in named) else (),
        )

    def _rows(self, line: _Line, columns: list[str], main: str) -> Iterator[Row]:
        """A line as one row; a price that varies by something gets a row for each."""
        label, term = self.word(line.name), self.term_of(line.name)
        if not label:
            return
        cites = tuple(str(rule) for rule in line.rules or self.words.term(term).rules)
        means = self.words.means(term) if term else ""
        if any(column in line.cells for column in columns):
            values = tuple(line.cells.get(column, "") for column in columns)
            yield Row(
                anchor=f"t-{line.name}",
                label=label,
                values=values,
                means=means,
                cites=cites,
                assumption=line.assumption,
            )
        for column, text in line.cells.items():
            inner = column.rpartition(".")[2]
            if "." in column and self.known(inner):
                values = tuple(text if each == main else "" for each in columns) or (text,)
                named = f"{label}, {self.words.word(inner)}"
                yield Row(anchor=f"t-{line.name}.{inner}", label=named, values=values, means=means, cites=cites)

    # --- dice and bounds ------------------------------------------------------------------------------------

    def _ladders(self) -> Iterator[Table]:
        zones = {zone.key for zone in self.info.zones}
        for name, ladder in self.info.tables.ladders.items():
            if self.info.zone_dice and zones.issuperset(ladder.words):
                continue
            title = self.title(name.partition(".")[2] or name)
            guess = self._is_assumed(name, name)
            rows = tuple(
                Row(
                    anchor=f"t-{name}.{start}",
                    label=span(start, end),
                    values=(_signed_text(value) or self.words.word(value),),
                    assumption=guess,
                    cites=tuple(str(rule) for rule in ladder.rules),
                )
                for start, end, value in ladder.ranges()
            )
            if title:
                yield Table(key=name, title=title, use="ladder", rows=rows)

    def _bands(self) -> Iterator[Table]:
        """What counts up to which bound, with the modifier it brings where it brings one."""
        for name, bands in self.info.tables.bands.items():
            title = self.title(name.partition(".")[2])
            rows = []
            for place, word in enumerate(bands.words):
                bound = self._bound(bands.unit, is_open=place >= len(bands.ends))
                end = bands.ends[min(place, len(bands.ends) - 1)]
                modifier = self.info.tables.entries.get(f"modifier.{word}")
                rows.append(
                    Row(
                        anchor=f"t-{name}.{word}",
                        label=capfirst(self.words.word(word)),
                        values=(bound % {"bound": _plain(end)}, signed(modifier.value) if modifier else ""),
                        means=self.words.means(word),
                        cites=tuple(str(rule) for rule in bands.rules),
                    )
                )
            if title:
                yield Table(key=name, title=title, use="bands", rows=tuple(rows))

    def _bound(self, unit: str, *, is_open: bool) -> str:
        if unit.startswith(MULTIPLES):
            return _("über × %(bound)s") if is_open else _("bis × %(bound)s")
        word = unit_word(self.words, unit)
        pattern = _("über %(bound)s") if is_open else _("bis %(bound)s")
        return f"{pattern} {word}".strip()


def _split(name: str) -> tuple[str, str, str]:
    """Table, row and column of a name: ``action.fire.per_recoil`` is (action, action.fire, per_recoil)."""
    parts = name.split(".")
    deep = 3 if parts[0] in ALONE else 2
    return ".".join(parts[: deep - 1]), ".".join(parts[:deep]), ".".join(parts[deep:])


def _amount(text: str) -> str:
    """A text of a table that is a number, whole or not, or dice: 0,5, 1W6; empty where it is anything else."""
    if text.isdigit():
        return text
    if written := fraction_words(text):
        return written
    try:
        return str(Dice.parse(text))
    except ValueError:
        return ""


def _signed_text(text: str) -> str:
    """A number in a ladder is something that is added: −2, +1; empty where it is a word."""
    return signed(int(text)) if text.lstrip("-").isdigit() else ""


def _plain(bound: Fraction) -> str:
    return FRACTIONS.get(bound, str(bound))
