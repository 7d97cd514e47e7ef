"""What follows from a sheet: values with their bills, ready tables, worn armour. Never stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from combat.core.citation import Citations
from combat.core.intent import Reason
from combat.core.value import JsonMap


class DerivedStep(NamedTuple):
    """One line of a bill: a glossary id, the amount it adds (or sets, for the first), and where that is written."""

    term: str
    amount: int
    rules: Citations = ()
    data: JsonMap = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivedValue:
    """A value and the bill that leads to it. ``overridden`` holds the game master's reason where he set it."""

    key: str
    value: int
    steps: tuple[DerivedStep, ...]
    unit: str = ""
    overridden: str | None = None
    assumption: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One number of a ready table (None: no such shot), its bill, and the parameters that start that action."""

    value: int | None
    steps: tuple[DerivedStep, ...] = ()
    parameters: JsonMap = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a ready table: its glossary id, its cost in budget units and a number beside it (shots)."""

    term: str
    cost: int | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a ready table: glossary id and the distance up to which it holds (metres, None: beyond all).

    ``named``: the rules call the range by its name, which stands before the distance.
    """

    term: str
    up_to: int | None
    cells: tuple[Cell, ...]
    named: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyTable:
    """Numbers of one item by range and mode, ready to read; ``form`` is the action that they belong to.

    ``number``: glossary id of what the numbers are, a target number or a difficulty.
    """

    item: str
    form: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    number: str = "target_number"


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneValue:
    """A zone of worn armour as it counts now, by damage type, with its wear.

    ``lost`` steps of protection, ``notches`` damage points noted, ``state`` bare, whole, worn or destroyed.
    """

    key: str
    base: Mapping[str, int]
    now: Mapping[str, int]
    notches: int
    lost: int
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmourValue:
    """A worn armour: its zones and its seal (None: it never had one; True: whole; False: broken).

    ``repair_price`` of one lost step of protection, in the ruleset's currency; None where repair has no price.
    """

    item: str
    zones: tuple[ZoneValue, ...]
    sealed: bool | None = None
    repair_price: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """What follows from a sheet. ``problems`` name a path, a code and the rule; the sheet is usable all the same.

    ``values`` by key. ``<field>_bonus`` and ``tests.<field>`` stand beside that field of the sheet; other keys with a
    point belong to an entry of a collection.
    """

    values: Mapping[str, DerivedValue]
    item_values: Mapping[str, Mapping[str, DerivedValue]] = field(default_factory=dict)
    """By item id: the weapon's values as they count now, modifications and traits included."""
    tables: tuple[ReadyTable, ...] = ()
    armour: tuple[ArmourValue, ...] = ()
    statuses: tuple[str, ...] = ()
    problems: tuple[tuple[str, Reason], ...] = ()
