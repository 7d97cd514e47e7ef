"""Numbers printed in a rule text, as data: single numbers, lists, and ladders that refuse gaps and overlaps."""

import tomllib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from combat.core.citation import Citations, cite

type Row = Mapping[str, object]


class TableError(Exception):
    """A table is broken or asked for something it does not hold; the text names the file and the key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One printed number with its unit and citation."""

    value: int
    unit: str = ""
    rules: Citations = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """A word for every number from ``low`` to the last of ``ends``: the faces of a die and what they mean."""

    low: int
    ends: tuple[int, ...]
    words: tuple[str, ...]
    rules: Citations = ()

    def at(self, number: int) -> str:
        """The word for a number; raises TableError outside the ladder."""
        if not self.low <= number <= self.ends[-1]:
            raise TableError(f"{number} is not within {self.low} to {self.ends[-1]}")
        return self.words[bisect_left(self.ends, number)]

    def ranges(self) -> tuple[tuple[int, int, str], ...]:
        """Each row as (from, to, word)."""
        starts = (self.low, *(end + 1 for end in self.ends[:-1]))
        return tuple(zip(starts, self.ends, self.words, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bands:
    """Words by rising bounds: a row holds up to and including its bound, the last one is open above.

    ``unit``: what the bounds count; "multiples of …" where they are no measure of their own.
    """

    ends: tuple[Fraction, ...]
    words: tuple[str, ...]
    unit: str = ""
    rules: Citations = ()

    def at(self, number: Fraction) -> str:
        """The word of the band a number falls into."""
        return self.words[bisect_left(self.ends, number)]


def _word(name: str, row: Row) -> str:
    found = row.get("value")
    if not isinstance(found, str):
        raise TableError(f"{name}: a row needs a word as its value")
    return found


def _ladder(name: str, rows: Sequence[Row], rules: Citations) -> Ladder:
    starts: list[int] = []
    ends: list[int] = []
    for row in rows:
        start, end = row.get("from"), row.get("to")
        if not isinstance(start, int) or not isinstance(end, int) or end < start:
            raise TableError(f"{name}: a row needs whole numbers from and to, rising")
        if ends and start != ends[-1] + 1:
            raise TableError(f"{name}: gap or overlap at {start}")
        starts.append(start)
        ends.append(end)
    words = tuple(_word(name, row) for row in rows)
    return Ladder(low=starts[0], ends=tuple(ends), words=words, rules=rules)


def _bands(name: str, rows: Sequence[Row], unit: str, rules: Citations) -> Bands:
    ends = tuple(Fraction(str(row.get("to"))) for row in rows[:-1])
    if "to" in rows[-1] or list(ends) != sorted(set(ends)):
        raise TableError(f"{name}: bounds have to rise and the last row to be open")
    return Bands(ends=ends, words=tuple(_word(name, row) for row in rows), unit=unit, rules=rules)


def _as_rows(name: str, found: object) -> Sequence[Row]:
    if not isinstance(found, list) or not all(isinstance(row, Mapping) for row in found):
        raise TableError(f"{name}: rows are a list of tables")
    return found


def _rules(name: str, found: object) -> Citations:
    numbers = [found] if isinstance(found, str) else found
    if not isinstance(numbers, list) or not numbers:
        raise TableError(f"{name}: no citation")
    try:
        return cite(*numbers)
    except ValueError as error:
        raise TableError(f"{name}: {error}") from error


@dataclass(slots=True)
class _Reader:
    """Walks the parsed file and sorts what it finds; a table without ``cite`` takes that of the table around it."""

    source: str
    entries: dict[str, Entry] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    switches: dict[str, bool] = field(default_factory=dict)
    ladders: dict[str, Ladder] = field(default_factory=dict)
    bands: dict[str, Bands] = field(default_factory=dict)

    def walk(self, name: str, node: Row, rules: Citations) -> None:
        if "cite" in node:
            rules = _rules(f"{self.source}: {name}", node["cite"])
        unit = str(node.get("unit", ""))
        for key, value in node.items():
            inner = f"{name}.{key}".removeprefix(".")
            if isinstance(value, Mapping):
                self.walk(inner, value, rules)
            elif key == "rows":
                self.read_rows(name, _as_rows(f"{self.source}: {name}", value), unit, rules)
            else:
                self.read_value(name if key == "value" else inner, value, unit, rules)

    def read_value(self, name: str, value: object, unit: str, rules: Citations) -> None:
        if isinstance(value, bool):
            self.switches[name] = value
        elif isinstance(value, int):
            if not rules:
                raise TableError(f"{self.source}: {name}: no citation")
            self.entries[name] = Entry(value=value, unit=unit, rules=rules)
        elif isinstance(value, str):
            self.texts[name] = value

    def read_rows(self, name: str, rows: Sequence[Row], unit: str, rules: Citations) -> None:
        where = f"{self.source}: {name}"
        if not rows or not rules:
            raise TableError(f"{where}: rows and a citation are needed")
        if "key" in rows[0]:
            for row in rows:
                own = _rules(where, row["cite"]) if "cite" in row else rules
                self.read_value(f"{name}.{row['key']}", row.get("value"), unit, own)
        elif "from" in rows[0]:
            self.ladders[name] = _ladder(where, rows, rules)
        else:
            self.bands[name] = _bands(where, rows, unit, rules)


def _found[T](what: Mapping[str, T], name: str) -> T:
    if name not in what:
        raise TableError(f"no table holds {name}")
    return what[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """All numbers of one ruleset by dotted name: ``modifier.half_range``, ``list.repair_cost.3``."""

    entries: Mapping[str, Entry]
    texts: Mapping[str, str]
    switches: Mapping[str, bool]
    ladders: Mapping[str, Ladder]
    bands: Mapping[str, Bands]

    @classmethod
    def none(cls) -> "Tables":
        """No numbers at all."""
        return cls(entries={}, texts={}, switches={}, ladders={}, bands={})

    @classmethod
    def load(cls, source: str, text: str) -> "Tables":
        """Read ``tables.toml``. Raises TableError that names ``source`` and the key if anything is broken.

        A number stands under its table's name (``value``) or under name and key; ``rows`` with ``key`` are a list,
        with ``from`` and ``to`` a ladder, with ``to`` alone bands. Every number needs a ``cite`` on or around it;
        that of a row of a list counts in place of its table's.
        """
        reader = _Reader(source)
        reader.walk("", tomllib.loads(text), ())
        return cls(
            entries=reader.entries,
            texts=reader.texts,
            switches=reader.switches,
            ladders=reader.ladders,
            bands=reader.bands,
        )

    def number(self, name: str) -> int:
        """A printed number."""
        return _found(self.entries, name).value

    def number_or(self, name: str, default: int) -> int:
        """A number that only some rows of a table have."""
        return self.entries[name].value if name in self.entries else default

    def rules(self, name: str) -> Citations:
        """Where a number is printed."""
        return _found(self.entries, name).rules

    def text(self, name: str) -> str:
        """A word beside the numbers: ``mode.semi.action``."""
        return _found(self.texts, name)

    def switch(self, name: str) -> bool:
        """A yes or no beside the numbers: ``mode.semi.split``."""
        return _found(self.switches, name)

    def ladder(self, name: str) -> Ladder:
        """A die and what its faces mean."""
        return _found(self.ladders, name)

    def band(self, name: str) -> Bands:
        """Words by rising bounds."""
        return _found(self.bands, name)
