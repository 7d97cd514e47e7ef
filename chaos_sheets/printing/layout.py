"""Where things stand on paper: a sheet cut into fields, columns and rows, with its drawings.

No ruleset is known here. What a sheet has, and how much of it, decides what is printed and how.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import batched, zip_longest

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from chaos_sheets import figure as bodies
from chaos_sheets.dates import short_day
from chaos_sheets.printing import ink
from chaos_sheets.printing.arms import NAME, ROUNDS, Arm, Cells, arm_of, blank_cells, states_apart
from chaos_sheets.printing.origin import assumed_labels, guessed, overridden
from chaos_sheets.printing.points import PAGE, Pool, lage, main_pool
from chaos_sheets.selectors.printed import Printed
from chaos_sheets.selectors.sheet_view import (
    ArmourView,
    CollectionView,
    EntryView,
    FieldView,
    GroupView,
    ItemView,
    PoolView,
    SheetView,
    ValueView,
    ZoneView,
)
from chaos_sheets.words import MINUS, by_name, listed, number

ZONE = 74
"""Width in millimetres of what stands beside a zone."""
ONE_BLOCK, OF_MANY = 40, 24
"""So many skills stand in one block of two columns that are read downwards; more are cut into smaller blocks."""
MOST_ON_ONE = 4
"""So many weapons with tables have room on the first page; more flow on over the second."""
HIGH, LOW = 114, 80
"""The figure's height in millimetres, and its height where it makes room for weapons."""
SHORT = 64
MOST_BOXES = 5
MOST_TICKS = 10
BLANK_ARMS, BLANK_SKILLS, BLANK_GEAR, LEAST_ROWS, BESIDE_MONEY = 2, 4, 2, 6, 14


@dataclass(frozen=True, slots=True)
class Line:
    """A word and its value on one line; ``mark`` stands between them, ``boxes`` to tick at the end."""

    label: str = ""
    value: str = ""
    mark: str = ""
    sub: str = ""
    boxes: int = 0


@dataclass(frozen=True, slots=True)
class Zone:
    """``pool``: the points of this zone, where each has its own."""

    view: ZoneView
    strip: SafeString
    pool: Pool | None = None


@dataclass(frozen=True, slots=True)
class Armour:
    name: str
    text: str
    seal: SafeString | None
    seal_word: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Entries of one collection. ``wide``: their texts need the whole width."""

    label: str
    lines: tuple[Line, ...]
    wide: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Many numbers with their names, in columns that are read downwards."""

    label: str
    columns: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Skills:
    """A collection with ranks: blocks of two columns that are read downwards."""

    label: str
    legend: str
    blocks: tuple[tuple[tuple[Line, ...], tuple[Line, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """Everything the templates print."""

    printed: Printed
    key_values: tuple[tuple[str, ...], tuple[str, ...]]
    mains: tuple[Pool, ...]
    main_width: str
    pools: tuple[Pool, ...]
    figure: SafeString | None
    zones: tuple[Zone, ...]
    zone_height: str
    tight: bool
    """Whether the first page is set closer, so that all weapons stand on it."""
    armour: tuple[Armour, ...]
    arms: tuple[tuple[Arm | None, ...], ...]
    small_arms: tuple[Arm, ...]
    beside: tuple[Arm, ...]
    blank_cells: Cells
    blank_arms: range
    """Empty lines of weapons where something follows; else there are as many as the page has room for."""
    apart: bool
    """Whether the values begin a page of their own."""
    set_apart: str
    grids: tuple[GroupView, ...]
    tables: tuple[Table, ...]
    values: tuple[tuple[Line, ...], ...]
    skills: tuple[Skills, ...]
    listings: tuple[Listing, ...]
    gear: tuple[Line, ...]
    gear_beside_money: bool
    blank_gear: range
    money: str
    ledger: tuple[Line, ...]
    blank_ledger: range
    person: tuple[tuple[Line, ...], ...]
    rounds: SafeString | None

    @property
    def sheet(self) -> SheetView:
        return self.printed.sheet


# --- state and body -----------------------------------------------------------------------------------------


def _zone(zone: ZoneView, pools: Mapping[str, PoolView], assumed: Container[str]) -> Zone:
    strip = ink.strip(zone.drawing, width=ZONE, title=zone.title)
    return Zone(zone, strip, main_pool(pools[zone.key], ZONE, assumed) if zone.key in pools else None)


def _armour(worn: ArmourView, repair: Mapping[str, str]) -> Armour:
    item = worn.item
    price = _("Instand setzen je Punkt: %(price)s") % {"price": repair[item.ref]} if item.ref in repair else ""
    states = (state.label for state in item.states)
    return Armour(
        name=guessed(item.name, item.assumption),
        text=listed([item.line, *states, price]),
        seal=ink.seal(worn.sealed, worn.seal_short, title=worn.seal_word) if worn.seal_word else None,
        seal_word=worn.seal_word,
    )


def _figure(sheet: SheetView, height: int) -> SafeString | None:
    if not sheet.figure or not sheet.zones:
        return None
    title = _("%(name)s von vorn") % {"name": sheet.name}
    worn = [f"{zone.label}: {zone.word}" for zone in sheet.zones]
    drawings = [zone.drawing for zone in sheet.zones]
    return bodies.figure(
        sheet.figure,
        drawings,
        uid="figure",
        title=f"{title}. {'; '.join(worn)}",
        ink=True,
        size=f"{height * 53 / 114:.1f}mm {height}mm",
    )


# --- values and knowledge -----------------------------------------------------------------------------------


def _columns(lines: Sequence[Line], count: int) -> tuple[tuple[Line, ...], ...]:
    """Lines in columns of equal length, read downwards."""
    length = -(-len(lines) // count) if lines else 0
    return tuple(tuple(lines[index * length : (index + 1) * length]) for index in range(count)) if lines else ()


def _values(sheet: SheetView) -> list[Line]:
    return [
        Line(guessed(value.label, value.assumption), overridden(value.text, value.override))
        for value in sheet.own_values
    ]


def _grids(sheet: SheetView) -> Iterator[GroupView]:
    """Groups of numbers that stand side by side; the maxima of the pools are said with the pools."""
    ceilings = {pool.ceiling for pool in sheet.pools}
    for group in sheet.groups:
        fields = tuple(field for field in group.fields if field.field not in ceilings)
        if group.grid and fields and not group.idle:
            yield replace(group, fields=fields)


def _table(group: GroupView) -> Table:
    lines = [Line(guessed(field.label, field.assumption), _said(field)) for field in group.fields]
    return Table(guessed(group.label, group.assumption), _columns(lines, 3))


def _said(field: FieldView) -> str:
    """A value with its unit; what is ticked is a box, and so are a few points that are gathered."""
    if field.kind == "boolean":
        return "■" if field.value else "□"
    if field.kind == "integer" and field.state and field.minimum == 0 and 0 < (field.maximum or 0) <= MOST_BOXES:
        ticked = field.value if isinstance(field.value, int) else 0
        return "■" * ticked + "□" * (int(field.maximum or 0) - ticked)
    return f"{field.text} {field.unit}".strip()


def _said_already(sheet: SheetView) -> set[str]:
    """What stands among the values or is ticked with the points."""
    return {value.label for value in sheet.values} | {field.label for field in sheet.ticked}


def _person(sheet: SheetView, said: set[str]) -> list[Line]:
    """Fields that stand nowhere else; who he is stands in the head."""
    fields = [field for group in sheet.groups if not group.grid for field in group.fields if field.label not in said]
    shown = [field for field in fields if field.is_set or field.value == 0]
    return [Line(guessed(field.label, field.assumption), _said(field)) for field in shown]


def _skill(entry: EntryView) -> Line:
    rank = entry.rank or 0
    value = entry.value.text if entry.value else "–"
    return Line(entry.name, value, mark="■" * rank + "□" * max(0, entry.highest - rank), sub=entry.text)


def _skills(collection: CollectionView) -> Skills:
    entries = sorted(collection.entries, key=lambda entry: by_name(entry.name))
    highest = max((entry.highest for entry in entries), default=3)
    blank = Line(mark="□" * highest)
    lines = [_skill(entry) for entry in entries] + [blank] * (BLANK_SKILLS + len(entries) % 2)
    blocks = []
    for block in batched(lines, len(lines) if len(lines) <= ONE_BLOCK else OF_MANY):
        half = -(-len(block) // 2)
        blocks.append((tuple(block[:half]), tuple(block[half:])))
    legend = _("□ ungelernt, ein ■ je Rang bis %(highest)s") % {"highest": highest}
    return Skills(collection.label, legend, tuple(blocks))


def _listing(collection: CollectionView, texts: Mapping[str, str]) -> Listing:
    lines = tuple(
        _entry(entry, listed([entry.text, _unsaid(texts.get(f"{collection.path}.{entry.key}", ""), entry.text)]))
        for entry in collection.entries
    )
    return Listing(collection.label, lines, wide=any(len(line.label) + len(line.sub) > SHORT for line in lines))


def _entry(entry: EntryView, says: str) -> Line:
    """One line of a collection; the names of what was learned are printed bold, and stand first."""
    value = entry.value.text if entry.value else ""
    return Line(entry.name, value, sub=says) if entry.trained else Line("", value, sub=f"{entry.name} {says}".strip())


def _unsaid(text: str, said: str) -> str:
    return "" if text in said else text


def _listings(collections: Sequence[CollectionView], texts: Mapping[str, str]) -> tuple[Listing, ...]:
    """What is known; with empty lines after the last, under the names of all where nothing is known yet."""
    found = [_listing(each, texts) for each in collections if each.entries]
    last = found.pop() if found else Listing(", ".join(each.label for each in collections), (), wide=False)
    blank = 1 if last.wide else 2 + len(last.lines) % 2
    return (*found, replace(last, lines=(*last.lines, *[Line()] * blank))) if collections else ()


# --- belongings ---------------------------------------------------------------------------------------------


def _gear(item: ItemView) -> Line:
    count = f" × {number(item.count)}" if item.count != 1 else ""
    states = (state.label for state in item.states)
    return Line(
        f"{guessed(item.name, item.assumption)}{count}",
        sub=listed([item.line, *states]),
        boxes=min(item.count, MOST_TICKS),
    )


def _ledger(printed: Printed) -> tuple[Line, ...]:
    return tuple(Line(booking.text, booking.amount, mark=short_day(booking.time)) for booking in printed.bookings)


def _key_values(sheet: SheetView, bonuses: Iterable[ValueView]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What every further page repeats: points and bonuses, and the states that hold."""
    pools = (f"{pool.short} {number(pool.current)}/{number(pool.maximum)}" for pool in sheet.shown_pools)
    values = (f"{value.short} {value.text}" for value in bonuses)
    return (*pools, *values), tuple(status.label for status in sheet.held)


# --- the whole ----------------------------------------------------------------------------------------------


def paper(printed: Printed) -> Paper:
    """Cut a sheet into what the templates print."""
    sheet = printed.sheet
    apart = states_apart(sheet)
    arms = [arm_of(item) for item in sheet.weapons]
    tables = [arm for arm in arms if arm.rows]
    small = tuple(arm for arm in arms if not arm.rows)
    pairs = tuple(zip_longest(tables[::2], tables[1::2]))
    grids = tuple(_grids(sheet))
    # What a test is rolled against stands with its attribute; in the head of a page it would be numbers without a word.
    bonuses = [bonus for group in sheet.groups for bonus in group.bonuses.values() if "." not in bonus.key]
    blanks = printed.blanks
    ranked = [each for each in sheet.collections if any(entry.highest for entry in each.entries)]
    others = [each for each in sheet.collections if each not in ranked]
    gear = tuple(_gear(item) for item in sheet.gear)
    ledger = _ledger(printed)
    beside = len(gear) <= BESIDE_MONEY
    rows = max(LEAST_ROWS, len(gear) + BLANK_GEAR if beside else 0)
    zone_count = max(len(sheet.zones), 1)
    assumed = assumed_labels(sheet)
    odd = len(tables) % 2 == 1
    tight = 2 < len(tables) <= MOST_ON_ONE
    # Without a body to draw the first page has room for the values too.
    apart_page = bool(sheet.zones) and len(tables) <= MOST_ON_ONE
    height = LOW if tight else HIGH
    of_zones = {pool.zone: pool for pool in sheet.main_pools if pool.zone in {zone.key for zone in sheet.zones}}
    rest = (pool for pool in sheet.main_pools if pool.zone not in of_zones)
    width, mains, beside_them = lage(sheet, rest, assumed, printed.tallies)
    return Paper(
        printed=printed,
        key_values=_key_values(sheet, bonuses),
        mains=tuple(mains),
        main_width=f"{width:.1f}mm",
        pools=tuple(beside_them),
        figure=_figure(sheet, height),
        zones=tuple(_zone(zone, of_zones, assumed) for zone in sheet.zones),
        zone_height=f"{max(20.0, height / zone_count):.2f}mm",
        tight=tight,
        armour=tuple(_armour(worn, printed.repair) for worn in sheet.armour),
        arms=pairs,
        small_arms=() if odd else small,
        beside=small if odd else (),
        blank_cells=blank_cells(blanks.weapon, PAGE - NAME - (ROUNDS if blanks.rounds else 0)),
        blank_arms=range(0 if apart_page else BLANK_ARMS),
        apart=apart_page,
        set_apart=", ".join(apart.values()).replace("-", MINUS),
        grids=tuple(group for group in grids if not group.long),
        tables=tuple(_table(group) for group in grids if group.long),
        values=_columns(_values(sheet), 3),
        skills=tuple(_skills(each) for each in ranked),
        listings=_listings(others, printed.texts),
        gear=gear,
        gear_beside_money=beside,
        blank_gear=range(rows - len(gear) if beside else BLANK_GEAR),
        money=f"{number(sheet.money)} {sheet.currency}".strip(),
        ledger=ledger,
        blank_ledger=range(max(BLANK_GEAR, rows - len(ledger))),
        person=_columns(_person(sheet, _said_already(sheet)), 3),
        rounds=ink.magazine(30, 30, width=74, title=_("Kästchen zum Abhaken")) if blanks.rounds else None,
    )
