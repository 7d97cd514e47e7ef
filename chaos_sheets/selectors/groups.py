"""The numbers of a sheet by their groups, and the values that follow from them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from chaos_sheets.selectors.fields import Desk
from chaos_sheets.selectors.sheet_view import GroupView, ValueView
from combat.core.derived import Derived
from combat.core.description import RulesetInfo
from combat.core.schema import Field, FieldKind
from combat.core.value import JsonMap, value_at

SHOWN_ELSEWHERE = ("pools", "statuses")
LEAST_IN_GRID = 3


def _gathered(info: RulesetInfo, held: Container[str]) -> dict[str, list[Field]]:
    """The fields of a body that stand nowhere else, by group; ``held``: states that hold."""
    gathered: dict[str, list[Field]] = {}
    pools = {pool.current for pool in info.pools}
    for field in info.sheet.fields:
        hidden = field.path.partition(".")[0] in SHOWN_ELSEWHERE or field.path in pools
        ends = bool(field.status) and field.status not in held
        if not hidden and not ends and field.kind is not FieldKind.TEXT:
            gathered.setdefault(field.group, []).append(field)
    return gathered


def _is_grid(fields: Sequence[Field]) -> bool:
    return len(fields) >= LEAST_IN_GRID and all(field.kind is FieldKind.INTEGER for field in fields)


def counters(info: RulesetInfo, held: Container[str]) -> tuple[Field, ...]:
    """Numbers in play without a maximum, like trauma: those that a sheet shows with its pools."""
    found = (fields for fields in _gathered(info, held).values() if not _is_grid(fields))
    in_play = (each for each in found if all(field.state and field.kind is FieldKind.INTEGER for field in each))
    return tuple(field for fields in in_play for field in fields)


@dataclass(frozen=True, slots=True)
class Numbers:
    """What one viewer reads of one body and of what follows from it."""

    desk: Desk
    ref: str
    info: RulesetInfo
    body: JsonMap
    derived: Derived

    def groups(self) -> tuple[GroupView, ...]:
        """The fields of the body that stand nowhere else; numbers stand side by side, each with its bonus.

        What is said of a state stands here while that holds.
        """
        gathered, empty = _gathered(self.info, self.derived.statuses), self._empty()
        return tuple(self._group(key, fields, empty) for key, fields in gathered.items())

    def _group(self, key: str, fields: list[Field], empty: frozenset[str]) -> GroupView:
        return GroupView(
            key=key,
            label=self.desk.word(key) if key else "",
            fields=self.desk.fields(self.ref, fields, self.body),
            bonuses={field.path: bonus for field in fields if (bonus := self._bonus(field)) is not None},
            grid=_is_grid(fields),
            idle=all(field.state and value_at(self.body, field.path) == field.default for field in fields),
            assumption=all(field.assumption for field in fields),
            unused=frozenset(field.path for field in fields if field.path in empty),
        )

    def _empty(self) -> frozenset[str]:
        """The maxima of pools in which nothing is and nothing can be."""
        paths = ((pool.maximum, pool.current) for pool in self.info.pools)
        return frozenset(most for most, now in paths if not value_at(self.body, most) and not value_at(self.body, now))

    def _bonus(self, field: Field) -> ValueView | None:
        """What follows from a number and stands beside it: its bonus, or what a test of it is rolled against."""
        bonus = self.derived.values.get(f"{field.key}_bonus")
        if bonus is not None:
            return self.desk.value(bonus)
        test = self.derived.values.get(f"tests.{field.key}")
        return None if test is None else self.desk.value(test, label=_("Probe"))

    def values(self, groups: tuple[GroupView, ...]) -> tuple[ValueView, ...]:
        """Derived values; those of an entry of a collection that shows its bill stand with it."""
        bonuses = {bonus.key: bonus for group in groups for bonus in group.bonuses.values()}
        written = {field.label for group in groups if group.grid for field in group.fields}
        paths = [collection.path for collection in self.info.sheet.collections if collection.untrained]
        entries = {key for key in self.derived.values if any(f"{path}.{key}" in self.derived.values for path in paths)}
        own = (key for key in self.derived.values if "." not in key and key not in entries)
        found = (bonuses.get(key) or self.desk.value(self.derived.values[key]) for key in own)
        return tuple(replace(value, beside=value.key in bonuses or value.label in written) for value in found)
