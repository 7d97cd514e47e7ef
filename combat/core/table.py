"""Numbers printed in a rule text, as data: single values and ladders that refuse gaps and overlaps."""

import tomllib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from combat.core.citation import Citations, cite
from combat.core.value import Json


class TableError(Exception):
    """A table is broken; the text names the file and the key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One printed number with its unit and citation."""

    value: int
    unit: str = ""
    rules: Citations = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder[T: (int, str)]:
    """Values by range, without gap or overlap, from ``low`` to ``high``; ``ends`` are the last numbers of the rows."""

    low: int
    ends: tuple[int, ...]
    values: tuple[T, ...]
    rules: Citations = ()

    @property
    def high(self) -> int:
        """The last number the ladder knows."""
        return self.ends[-1]

    def at(self, number: int) -> T:
        """The value for a number; raises ValueError outside the ladder."""
        if not self.low <= number <= self.high:
            raise ValueError(f"{number} is not within {self.low} to {self.high}")
        return self.values[bisect_left(self.ends, number)]

    def ranges(self) -> tuple[tuple[int, int, T], ...]:
        """Each row as (from, to, value)."""
        starts = (self.low, *(end + 1 for end in self.ends[:-1]))
        return tuple(zip(starts, self.ends, self.values, strict=True))


def _ladder(name: str, rows: Sequence[Mapping[str, Json]], rules: Citations) -> Ladder[int] | Ladder[str]:
    ends: list[int] = []
    values: list[int | str] = []
    expected: int | None = None
    for row in rows:
        start, end, value = row.get("from"), row.get("to"), row.get("value")
        if not isinstance(start, int) or not isinstance(end, int) or not isinstance(value, int | str):
            raise TableError(f"{name}: a row needs whole numbers from and to, and a value")
        if end < start or (expected is not None and start != expected):
            raise TableError(f"{name}: gap or overlap at {start}")
        ends.append(end)
        values.append(value)
        expected = end + 1
    if not rows:
        raise TableError(f"{name}: no rows")
    low = rows[0]["from"]
    assert isinstance(low, int)
    if all(isinstance(value, int) for value in values):
        return Ladder[int](low=low, ends=tuple(ends), values=tuple(int(v) for v in values), rules=rules)
    return Ladder[str](low=low, ends=tuple(ends), values=tuple(str(v) for v in values), rules=rules)


def _rules(name: str, found: object) -> Citations:
    numbers = [found] if isinstance(found, str) else found
    if not isinstance(numbers, list) or not numbers:
        raise TableError(f"{name}: no citation")
    try:
        return cite(*numbers)
    except (TypeError, ValueError) as error:
        raise TableError(f"{name}: {error}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """All numbers of one ruleset by dotted name: ``modifier.half_range``, ``ladder.zone``."""

    entries: Mapping[str, Entry]
    ladders: Mapping[str, Ladder[int] | Ladder[str]]

    @classmethod
    def load(cls, source: str, text: str) -> "Tables":
        """Read ``tables.toml``. Raises TableError that names ``source`` and the key if anything is broken.

        A table with ``value`` is a number, one with ``rows`` a ladder, one with only tables inside a group;
        every number and ladder has ``cite``. Numbers beside ``value`` are read too: ``burst.per_degree``.
        """
        entries: dict[str, Entry] = {}
        ladders: dict[str, Ladder[int] | Ladder[str]] = {}

        def walk(name: str, node: Mapping[str, Json]) -> None:
            rows = node.get("rows")
            if isinstance(rows, list):
                ladders[name] = _ladder(f"{source}: {name}", rows, _rules(f"{source}: {name}", node.get("cite")))
                return
            numbers = {key: value for key, value in node.items() if isinstance(value, int)}
            if numbers:
                rules = _rules(f"{source}: {name}", node.get("cite"))
                for key, value in numbers.items():
                    full = name if key == "value" else f"{name}.{key}"
                    entries[full] = Entry(value=value, unit=str(node.get("unit", "")), rules=rules)
            for key, inner in node.items():
                if isinstance(inner, Mapping):
                    walk(f"{name}.{key}" if name else key, inner)

        walk("", tomllib.loads(text))
        return cls(entries=entries, ladders=ladders)

    def number(self, name: str) -> int:
        """A printed number; raises TableError if there is none of that name."""
        return self.entry(name).value

    def entry(self, name: str) -> Entry:
        """A printed number with unit and citation; raises TableError if there is none of that name."""
        if name not in self.entries:
            raise TableError(f"no number called {name}")
        return self.entries[name]

    def words(self, name: str) -> Ladder[str]:
        """A ladder of ids; raises TableError if there is none of that name."""
        found = self.ladders.get(name)
        if not isinstance(found, Ladder) or not isinstance(found.values[0], str):
            raise TableError(f"no ladder of words called {name}")
        return Ladder[str](low=found.low, ends=found.ends, values=tuple(map(str, found.values)), rules=found.rules)

    def numbers(self, name: str) -> Ladder[int]:
        """A ladder of numbers; raises TableError if there is none of that name."""
        found = self.ladders.get(name)
        if not isinstance(found, Ladder) or not isinstance(found.values[0], int):
            raise TableError(f"no ladder of numbers called {name}")
        return Ladder[int](low=found.low, ends=found.ends, values=tuple(map(int, found.values)), rules=found.rules)
