"""What every row the journal writes has in common: a ref, a state with addresses, and how it is saved.

A state is the row as one nested map: columns by their names, everything in `body` beside them. Nothing in it is
None or an empty map, so that two states can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from django.apps import apps
from django.db import connection
from django.db.models import Model, QuerySet

from chaos_sheets.errors import Conflict
from chaos_sheets.models import Campaign
from combat.core.description import RulesetInfo
from combat.core.event import Change
from combat.core.value import PLAIN, Json, thawed

KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")
"""What an entry of a catalogue or of a collection is called by programs."""

type State = dict[str, Json]
type Bounds = tuple[int | None, int | None]


class Record[M: Model]:
    """A row and its state; `parts` are the rows that belong to it (zones, combatants), `dirty` what differs.

    The state is put together when it is first asked for: of most things that somebody carries nothing changes.
    """

    __slots__ = ("_read", "_state", "dirty", "parts", "ref", "row")

    def __init__(self, ref: str, row: M, read: Callable[[M], State], parts: dict[str, Any] | None = None) -> None:
        self.ref = ref
        self.row = row
        self.parts: dict[str, Any] = {} if parts is None else parts
        self.dirty: set[str] = set()
        self._read = read
        self._state: State | None = None

    @property
    def state(self) -> State:
        if self._state is None:
            self._state = self._read(self.row)
        return self._state

    def put(self, path: str, value: Json) -> None:
        """Set the value at an address; None takes it away, and maps that are empty then with it."""
        if not path:
            raise ValueError("a whole record is set when it is made, and retired afterwards")
        put(self.state, path, normal(value))
        self.dirty.add(path.partition(".")[0])


class Records[M: Model](Protocol):
    """How the rows of one model are read and written for the journal.

    ``setting_anew``: causes of entries that may set a counter anew, whatever stood there.
    """

    setting_anew: Collection[str]

    def load(self, ids: Collection[int], campaign: Campaign, *, lock: bool) -> list[Record[M]]: ...

    def all_of(self, campaign: Campaign) -> list[Record[M]]: ...

    def save(self, records: list[Record[M]]) -> None: ...

    def default_of(self, record: Record[M], path: str, info: RulesetInfo) -> Json:
        """What counts where nothing is stored."""
        ...

    def counter_bounds(self, record: Record[M], path: str, info: RulesetInfo) -> Bounds | None:
        """The bounds of a number that is undone by difference; None for every other field."""
        ...

    def sets_anew(self, path: str, after: Json) -> bool:
        """Whether such an entry, with this change, has made good what was taken from the counter before."""
        ...

    def settled(
        self, record: Record[Any], undone: Sequence[Change], left: Sequence[Conflict]
    ) -> tuple[Sequence[Change], Sequence[Conflict]]:
        """What is taken back and what is left once each is seen beside the other; raises NotYet for what bars it."""
        ...

    def whose(self, path: str) -> Collection[str]:
        """Refs of those of whom a field tells; nobody where it tells of the whole record."""
        ...


def put(state: State, path: str, value: Json) -> None:
    head, _, rest = path.partition(".")
    if rest:
        inner = state.get(head)
        below: State = dict(inner) if isinstance(inner, Mapping) else {}
        put(below, rest, value)
        value = below
    if value is None or value == {}:
        state.pop(head, None)
    else:
        state[head] = value


def normal(value: Json) -> Json:
    """The value without anything that says "not there": None and empty maps inside maps."""
    if value.__class__ in PLAIN:
        return value
    return normal_map(value) if isinstance(value, (dict, Mapping)) else thawed(value)


def normal_map(value: Mapping[str, Json]) -> State:
    inner = {key: normal(found) for key, found in value.items()}
    return {key: found for key, found in inner.items() if found is not None and found != {}}


def split_ref(ref: str) -> tuple[str, int]:
    """`character:12` as name and number; raises ValueError for anything else."""
    name, _, number = ref.partition(":")
    is_number = number.isascii() and number.isdigit() and len(number) < 19 and number == str(int(number))
    if not (name.isalpha() and is_number):
        raise ValueError(f"{ref!r} is no ref")
    return name, int(number)


def is_ref(text: object) -> bool:
    try:
        return isinstance(text, str) and split_ref(text)[0] in record_names()
    except ValueError:
        return False


def record_names() -> tuple[str, ...]:
    """The names of all models the journal writes, in the order in which they are locked."""
    return tuple(_all_records())


def records_of(name: str) -> Records[Model]:
    """How rows of this model are read and written; raises KeyError for one the journal does not know."""
    return _all_records()[name]


@cache
def _all_records() -> dict[str, Records[Model]]:
    # Each app keeps its own in its `mapping`; found through Django, so that this app need not know the others.
    found: dict[str, Records[Model]] = {}
    for app in apps.get_app_configs():
        if getattr(app, "journalled", False):
            found |= import_module(f"{app.name}.mapping").RECORDS
    return found


def save_rows[M: Model](model: type[M], rows: list[M], fields: Iterable[str]) -> None:
    """One prepared statement, however many rows: a bulk update would build a CASE for every row and field."""
    names = set(fields)
    columns = [column for column in model._meta.concrete_fields if column.name in names]
    if not rows or not columns:
        return
    quote = connection.ops.quote_name
    sets = ", ".join(f"{quote(str(column.column))} = %s" for column in columns)
    sql = f"UPDATE {quote(model._meta.db_table)} SET {sets} WHERE id = %s"  # noqa: S608  names of columns only
    values = [
        [
            *(column.get_db_prep_save(getattr(row, column.attname), connection) for column in columns),
            row.pk,
        ]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(sql, values)


def insert_row(row: Model) -> None:
    """A new row by one statement that is not put together anew each time."""
    columns = [column for column in row._meta.concrete_fields if not column.primary_key]
    values = [column.get_db_prep_save(column.pre_save(row, True), connection) for column in columns]
    quote = connection.ops.quote_name
    names = ", ".join(quote(str(column.column)) for column in columns)
    sql = f"INSERT INTO {quote(row._meta.db_table)} ({names}) VALUES ({', '.join(['%s'] * len(columns))}) RETURNING id"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, connection.alias


def insert_rows(model: type[Model], columns: Sequence[str], rows: Sequence[Sequence[int | str]]) -> None:
    """One statement for plain rows of which nobody needs the numbers."""
    if not rows:
        return
    quote = connection.ops.quote_name
    names, marks = ", ".join(quote(name) for name in columns), ", ".join(["%s"] * len(columns))
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES {', '.join([f'({marks})'] * len(rows))}"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, [value for row in rows for value in row])


def locked[M: Model](rows: QuerySet[M], *, lock: bool) -> QuerySet[M]:
    """The rows in id order, locked where the database locks rows."""
    rows = rows.order_by("pk")
    return rows.select_for_update() if lock else rows
