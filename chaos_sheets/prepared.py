"""Queries that every request makes, put together once: for so few rows that takes longer than asking them.

Putting together a query with one join takes Django five times as long as asking it and making objects of what comes
back; an attack makes four such queries, and a page that only asks whether anything is new makes nothing else.
Django has no public way to keep a query that is put together, so this module uses how it does that
inside: its compiler's statement, its converters, and how it fills what is selected along. If a new Django changes
that, `Prepared.__call__` may return ``list(self.plain(*values))``: everything goes on, only slower. A test compares
every prepared query with the plain one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

type Value = int | Sequence[int]

# Numbers that stand for values while a query is put together; no row has them.
_PLACES = range(2**62, 2**62 + 1000)
_LARGEST = 2**63 - 1
"""No row has a larger number, and no database takes one."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A statement, where in it the values stand among what is always the same, and how rows become objects."""

    sql: str
    parameters: tuple[Any, ...]
    compiler: Any
    converters: Any
    model: type[Model]
    names: list[str]
    own: slice
    related: Any

    def filled(self, values: Sequence[int]) -> list[Any]:
        return [values[each - _PLACES[0]] if each in _PLACES else each for each in self.parameters]


class Prepared[M: Model]:
    """A query by numbers; a list of them is asked for with IN.

    It must not depend on anything but these: what it looks like is kept as long as the process lives.
    """

    def __init__(self, query: Callable[..., QuerySet[M]]) -> None:
        self.plain = query
        self._plans: dict[tuple[Any, ...], _Plan] = {}

    def __call__(self, *values: Value) -> list[M]:
        """The rows; no list among the values may be empty. A number that no row can have finds none."""
        flat = [each for value in values for each in ([value] if isinstance(value, int) else value)]
        if any(abs(each) > _LARGEST for each in flat):
            possible = [
                value if isinstance(value, int) else [one for one in value if abs(one) <= _LARGEST] for value in values
            ]
            return [] if any(_is_impossible(value) for value in possible) else self(*possible)
        shape = (connection.vendor, *(None if isinstance(value, int) else len(value) for value in values))
        plan = self._plans.get(shape)
        if plan is None:
            plan = self._plans[shape] = _planned(self.plain(*_places(values)))
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, plan.filled(flat))
            rows = cursor.fetchall()
        return [self._object(plan, row) for row in plan.compiler.apply_converters(rows, plan.converters)]

    def first(self, *values: Value) -> M | None:
        return next(iter(self(*values)), None)

    def _object(self, plan: _Plan, row: Sequence[Any]) -> M:
        made: Any = plan.model.from_db(connection.alias, plan.names, row[plan.own])
        for each in plan.related:
            each.populate(row, made)
        found: M = made
        return found


@dataclass(frozen=True, slots=True)
class Made[M: Model]:
    """Objects of one model from plain rows that begin with its columns."""

    model: type[M]
    columns: tuple[str, ...]
    names: list[str]
    converters: Any

    def of(self, row: Sequence[Any]) -> M:
        values = list(row[: len(self.columns)])
        for place, (converters, column) in self.converters.items():
            for convert in converters:
                values[place] = convert(values[place], column, connection)
        return self.model.from_db(connection.alias, self.names, values)


@cache
def made_from[M: Model](model: type[M]) -> Made[M]:
    fields = model._meta.concrete_fields
    compiler: Any = model._base_manager.all().query.get_compiler(connection.alias)
    return Made(
        model=model,
        columns=tuple(str(field.column) for field in fields),
        names=[field.attname for field in fields],
        converters=compiler.get_converters([field.get_col(model._meta.db_table) for field in fields]),
    )


def column(statement: str, *values: int | str) -> list[Any]:
    """The one column that a statement asks for; ``%s`` stands for each of the values."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [found for (found,) in cursor.fetchall()]


def table_of(model: type[Model]) -> str:
    """A model's table as statements name it."""
    return connection.ops.quote_name(model._meta.db_table)


def _is_impossible(value: Value) -> bool:
    return abs(value) > _LARGEST if isinstance(value, int) else not value


def _places(values: Sequence[Value]) -> list[Value]:
    """What stands for each of the values."""
    places = iter(_PLACES)
    return [next(places) if isinstance(value, int) else [next(places) for _ in value] for value in values]


def _planned(query: Any) -> _Plan:
    compiler = query.query.get_compiler(connection.alias)
    sql, parameters = compiler.as_sql()
    select, info = compiler.select, compiler.klass_info
    assert info is not None
    fields = info["select_fields"]
    return _Plan(
        sql=sql,
        parameters=tuple(parameters),
        compiler=compiler,
        converters=compiler.get_converters([each[0] for each in select]),
        model=info["model"],
        names=[select[number][0].target.attname for number in fields],
        own=slice(fields[0], fields[-1] + 1),
        related=get_related_populators(info, select, connection.alias, query._fetch_mode),
    )
