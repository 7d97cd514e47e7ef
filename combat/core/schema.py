"""What a body may hold: the fields of a sheet, an item, a zone, an action's parameters."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from combat.core.citation import Citations
from combat.core.dice import Dice
from combat.core.length import length
from combat.core.text import is_printable
from combat.core.value import PLAIN, Json, JsonMap, value_at, with_value


class FieldKind(StrEnum):
    """What kind of value a field holds; forms, admin, API and print choose their control by it."""

    INTEGER = "integer"
    TEXT = "text"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    CHOICES = "choices"
    DICE = "dice"
    LENGTH = "length"


class SchemaError(NamedTuple):
    """What is wrong with one value: the path, the bounds, and a code: wrong_type, too_small, too_large, too_long,
    not_a_choice, not_dice, not_a_length, forbidden_character.
    """

    path: str
    code: str
    data: JsonMap


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One value of a body.

    ``path``: where it stands, ``attributes.strength``. ``term``: its glossary id (default: the path's last part).
    ``group``: glossary id under which forms gather it. ``state``: changes in play, starts fresh in a copy; ``kept``:
    but it says how a thing is carried, and a template keeps it. ``counter``: undone by difference. ``assumption``: not
    from the rule text. ``optional``: None is allowed. ``maximum_from``: path of the field that bounds it from above
    when it is raised, and its default while it has none of its own: a pool starts full. ``default_from``: what an
    absent value is by the rest of the body (a maximum that follows from an attribute). ``choice_terms``: glossary ids
    of the choices that are not their own id; ``choice_names``: what the owner of a sheet calls those that are records
    of his own, shown as he wrote it. ``pool``: whose points it spends, at the ``prices`` of its choices or as
    many as a number says. ``empty_as``: the choice that counts where one has to be made and none was. ``only_with``:
    another field and its choice: else it is not asked. ``status``: asked for while it holds. ``by``: "gm": he alone.
    """

    path: str
    kind: FieldKind = FieldKind.INTEGER
    default: Json = None
    default_from: Callable[[JsonMap], Json] | None = None
    minimum: int | None = None
    maximum: int | None = None
    maximum_from: str = ""
    choices: tuple[str, ...] = ()
    choice_terms: tuple[tuple[str, str], ...] = ()
    choice_names: tuple[tuple[str, str], ...] = ()
    pool: str = ""
    prices: tuple[tuple[str, int], ...] = ()
    empty_as: str = ""
    only_with: tuple[str, str] | None = None
    read_as: Callable[[str], tuple[tuple[str, JsonMap], ...]] | None = None
    max_length: int = 200
    optional: bool = False
    state: bool = False
    kept: bool = False
    counter: bool = False
    assumption: bool = False
    term: str = ""
    group: str = ""
    unit: str = ""
    status: str = ""
    by: str = ""
    rules: Citations = ()

    @property
    def key(self) -> str:
        """The path's last part."""
        return self.path.rpartition(".")[2]

    @property
    def label(self) -> str:
        """The glossary id under which the field is shown."""
        return self.term or self.key

    def choice_label(self, choice: str) -> str:
        """The glossary id of one of the choices."""
        return dict(self.choice_terms).get(choice, choice)

    def check(self, value: Json) -> SchemaError | None:
        """What is wrong with a value for this field; None if nothing is."""
        if value is None:
            return None if self.optional else SchemaError(self.path, "wrong_type", {"kind": self.kind.value})
        return CHECKS[self.kind](self, value)

    def _wrong_type(self) -> SchemaError:
        return SchemaError(self.path, "wrong_type", {"kind": self.kind.value})

    def _check_integer(self, value: Json) -> SchemaError | None:
        if not isinstance(value, int) or isinstance(value, bool):
            return self._wrong_type()
        return self._check_bounds(value)

    def _check_length(self, value: Json) -> SchemaError | None:
        found = length(value)
        return SchemaError(self.path, "not_a_length", {}) if found is None else self._check_bounds(found)

    def _check_bounds(self, value: Fraction | int) -> SchemaError | None:
        if self.minimum is not None and value < self.minimum:
            return SchemaError(self.path, "too_small", {"minimum": self.minimum})
        if self.maximum is not None and value > self.maximum:
            return SchemaError(self.path, "too_large", {"maximum": self.maximum})
        return None

    def _check_text(self, value: Json) -> SchemaError | None:
        if not isinstance(value, str):
            return self._wrong_type()
        if len(value) > self.max_length:
            return SchemaError(self.path, "too_long", {"maximum": self.max_length})
        if not is_printable(value):
            return SchemaError(self.path, "forbidden_character", {})
        return None

    def _check_boolean(self, value: Json) -> SchemaError | None:
        return None if isinstance(value, bool) else self._wrong_type()

    def _check_choice(self, value: Json) -> SchemaError | None:
        known = value in self.choices
        return None if known else SchemaError(self.path, "not_a_choice", {"choices": self.choices})

    def _check_choices(self, value: Json) -> SchemaError | None:
        if not isinstance(value, list | tuple):
            return self._wrong_type()
        if any(choice not in self.choices for choice in value):
            return SchemaError(self.path, "not_a_choice", {"choices": self.choices})
        return None

    def _check_dice(self, value: Json) -> SchemaError | None:
        if not isinstance(value, str):
            return self._wrong_type()
        try:
            Dice.parse(value)
        except ValueError:
            return SchemaError(self.path, "not_dice", {})
        return None


CHECKS: Mapping[FieldKind, Callable[[Field, Json], SchemaError | None]] = {
    FieldKind.INTEGER: Field._check_integer,
    FieldKind.TEXT: Field._check_text,
    FieldKind.BOOLEAN: Field._check_boolean,
    FieldKind.CHOICE: Field._check_choice,
    FieldKind.CHOICES: Field._check_choices,
    FieldKind.DICE: Field._check_dice,
    FieldKind.LENGTH: Field._check_length,
}


def asked_for(fields: tuple[Field, ...], given: JsonMap) -> tuple[Field, ...]:
    """The fields that are asked beside the choices made so far: without those that belong to another choice."""
    usual = {known.path: known.default for known in fields}
    return tuple(
        [
            known
            for known in fields
            if known.only_with is None or given.get(known.only_with[0], usual[known.only_with[0]]) == known.only_with[1]
        ]
    )


def only_asked(fields: tuple[Field, ...], given: JsonMap) -> dict[str, Json]:
    """What is given, without what belongs to a choice that was not made."""
    left_out = {known.path for known in fields} - {known.path for known in asked_for(fields, given)}
    return {path: value for path, value in given.items() if path not in left_out}


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """A map of records with stable keys: ``skills.dodge = {"rank": 1, …}``.

    ``fields`` have paths relative to the record. ``source``: the catalogue kind whose entries feed it ("skill");
    ``own``: a person may add entries of his own, which carry their name in ``label``. ``untrained``: what was never
    learned can be tried all the same; an entry is learned once its first number is set.
    """

    path: str
    fields: tuple[Field, ...]
    source: str = ""
    own: bool = False
    untrained: bool = False
    term: str = ""
    group: str = ""

    @property
    def label(self) -> str:
        """The glossary id under which the collection is shown."""
        return self.term or self.path.rpartition(".")[2]


def _copied(body: JsonMap) -> dict[str, Json]:
    return {
        key: _copied(value) if value.__class__ not in PLAIN and isinstance(value, Mapping) else value
        for key, value in body.items()
    }


def _put_default(record: dict[str, Json], field: Field, whole: JsonMap) -> None:
    path = field.path
    if (record.get(path) if "." not in path else value_at(record, path)) is not None:
        return
    default = field.default
    if default is None and field.default_from is not None:
        default = field.default_from(whole)
    if default is None and field.maximum_from:
        default = value_at(whole, field.maximum_from)
    if default is None:
        return
    *above, key = path.split(".")
    for part in above:
        inner = record.get(part)
        if not isinstance(inner, dict):
            inner = record[part] = {}
        record = inner
    record[key] = default


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """The fields and collections of one kind of body. Keys it does not know are kept and never checked."""

    fields: tuple[Field, ...] = ()
    collections: tuple[Collection, ...] = ()

    def field(self, path: str) -> Field | None:
        """The field at a path; inside a collection with the record's own path: ``skills.dodge.rank``."""
        for known in self.fields:
            if known.path == path:
                return known
        for collection in self.collections:
            if path.startswith(collection.path + "."):
                _, _, inner = path.removeprefix(collection.path + ".").partition(".")
                for known in collection.fields:
                    if known.path == inner:
                        return replace(known, path=path, term=known.label)
        return None

    def complete(self, body: JsonMap) -> dict[str, Json]:
        """The body with the default of every field that is absent."""
        # Every sheet and thing of an action passes here: one copy, then defaults put in place.
        complete = _copied(body)
        for known in self.fields:
            _put_default(complete, known, complete)
        for collection in self.collections:
            records = value_at(complete, collection.path)
            for record in records.values() if isinstance(records, dict) else ():
                if isinstance(record, dict):
                    for known in collection.fields:
                        _put_default(record, known, complete)
        return complete

    def check(self, body: JsonMap) -> tuple[SchemaError, ...]:
        """Everything that is wrong with a body; an absent value counts as its default."""
        errors = []
        for known, value in self._addressed(body):
            if value is None and (known.default is not None or known.maximum_from):
                continue
            error = known.check(value)
            if error is not None:
                errors.append(error)
        return tuple(errors)

    def fresh(self, body: JsonMap, *, as_carried: bool = False) -> dict[str, Json]:
        """A copy for somebody else: every field of state is taken out, so that it starts at its default.

        ``as_carried``: what says how a thing is carried stays (in which hand, worn or not).
        """
        fresh = dict(body)
        for known, value in self._addressed(body, lambda known: known.state and not (as_carried and known.kept)):
            if value is not None:
                fresh = with_value(fresh, known.path, None)
        return fresh

    def _addressed(self, body: JsonMap, wanted: Callable[[Field], bool] | None = None) -> Iterator[tuple[Field, Json]]:
        for known in filter(wanted, self.fields):
            yield known, value_at(body, known.path)
        for collection in self.collections:
            records = value_at(body, collection.path)
            if not isinstance(records, Mapping):
                continue
            for key, record in records.items():
                for inner in filter(wanted, collection.fields):
                    value = value_at(record, inner.path) if isinstance(record, Mapping) else None
                    path = f"{collection.path}.{key}.{inner.path}"
                    yield replace(inner, path=path, term=inner.label), value
