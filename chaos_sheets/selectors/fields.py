"""Values of bodies and columns as fields that can be read and written where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import gettext as _

from chaos_sheets.selectors.sheet_view import Choice, FieldView, StepView, TraitView, ValueView
from chaos_sheets.trace import Reader, derived_step
from chaos_sheets.words import in_unit, number
from combat.core.derived import DerivedStep, DerivedValue
from combat.core.dice import Dice
from combat.core.schema import Field, FieldKind, Schema
from combat.core.value import Json, JsonMap, value_at
from combat.registry import ruleset_info

NOTHING = "–"


@lru_cache(maxsize=256)
def fields_by_path(ruleset: str, kind: str) -> dict[str, Field]:
    """The fields of a kind of thing by their paths; of the sheet itself where the kind is empty."""
    info = ruleset_info(ruleset)
    known = info.kind(kind)
    schema = info.sheet if not kind else known.schema if known else Schema()
    return {field.path: field for field in schema.fields}


@dataclass(frozen=True, slots=True)
class Desk:
    """Who reads, in which words, and whether he may write."""

    reader: Reader
    editable: bool

    def word(self, term: str) -> str:
        """The word of an id."""
        return self.reader.words.word(term)

    def short(self, term: str) -> str:
        """The abbreviation of an id, its word where it has none."""
        return self.reader.words.short(term)

    def text(self, field: Field, value: Json) -> str:
        """A value as people read it."""
        if value is None or value == "" or value == [] or value == ():
            return NOTHING
        match field.kind:
            case FieldKind.INTEGER if isinstance(value, int):
                return number(value)
            case FieldKind.BOOLEAN:
                return _("ja") if value else _("nein")
            case FieldKind.CHOICE:
                return self.reader.words.choice(field, str(value))
            case FieldKind.CHOICES if isinstance(value, list | tuple):
                return ", ".join(self.reader.words.choice(field, str(choice)) for choice in value)
            case FieldKind.DICE:
                return plain_dice(str(value))
            case _:
                return str(value)

    def field(self, of: str, field: Field, value: Json, *, path: str = "", maximum: int | None = None) -> FieldView:
        """One field of a body with the value it has now."""
        words = self.reader.words
        term = words.term(field.label)
        choices: tuple[Choice, ...] = ()
        if field.choices and self.editable:
            choices = tuple(Choice(choice, self.reader.words.choice(field, choice)) for choice in field.choices)
        unit, text = field.unit, self.text(field, value)
        typed = ""
        if unit in self.reader.info.shown_in:
            if isinstance(value, int):
                text = typed = in_unit(self.reader.info, value, unit)[0]
            unit = self.reader.info.shown_in[unit][0]
        return FieldView(
            of=of,
            field=path or field.path,
            kind=field.kind.value,
            value=value,
            text=text,
            label=term.word[words.language],
            short=term.short(words.language),
            means=term.means.get(words.language, ""),
            unit=self.short(unit) if unit else "",
            typed=typed,
            minimum=field.minimum,
            maximum=field.maximum if maximum is None else maximum,
            max_length=field.max_length,
            optional=field.optional,
            choices=choices,
            assumption=field.assumption,
            state=field.state,
            kept=field.kept,
            editable=self.editable,
            group=field.group,
            rules=tuple(field.rules),
        )

    def told(self, of: str, term: str, text: str) -> FieldView:
        """Values written as one under the word of a term; they are changed one by one, elsewhere."""
        label, short = self.word(term), self.short(term)
        return FieldView(of=of, field=term, kind="text", value=text, text=text or NOTHING, label=label, short=short)

    def fields(self, of: str, fields: Iterable[Field], body: JsonMap, above: str = "") -> tuple[FieldView, ...]:
        """Several fields of one body; ``above`` is put before their paths."""
        return tuple(
            self.field(of, field, value_at(body, field.path), path=f"{above}{field.path}" if above else "")
            for field in fields
        )

    def column(
        self, of: str, name: str, label: str, value: str | int, *, maximum: int | None = None, length: int = 200
    ) -> FieldView:
        """A column as a field: name, notes, quantity."""
        is_number = isinstance(value, int)
        return FieldView(
            of=of,
            field=name,
            kind="integer" if is_number else "text",
            value=value,
            text=number(value) if isinstance(value, int) else value,
            label=label,
            short=label,
            minimum=0 if is_number else None,
            maximum=maximum,
            max_length=length,
            editable=self.editable,
        )

    def steps(self, steps: Iterable[DerivedStep], unit: str = "") -> tuple[StepView, ...]:
        """The lines of a bill."""
        return tuple(derived_step(self.reader, step, first=index == 0, unit=unit) for index, step in enumerate(steps))

    def value(self, found: DerivedValue, label: str = "") -> ValueView:
        """A derived value with its bill."""
        term = self.reader.words.term(found.key)
        language = self.reader.words.language
        text, larger = in_unit(self.reader.info, found.value, found.unit)
        unit = self.short(larger) if larger else ""
        return ValueView(
            key=found.key,
            label=label or term.word[language],
            short=label or term.short(language),
            value=found.value,
            text=f"{text} {unit}".strip(),
            steps=self.steps(found.steps, found.unit),
            unit=unit,
            kept_in=found.unit,
            override=found.overridden,
            assumption=found.assumption,
        )

    def traits(
        self, traits: Mapping[str, Json], known: Mapping[str, tuple[str, tuple[str, ...]]]
    ) -> tuple[TraitView, ...]:
        """Traits with their words; ``known`` gives glossary id and rules by key."""
        found = []
        for key, value in traits.items():
            if value is False or value is None:
                continue
            term, rules = known.get(key, (key, ()))
            short = self.short(term)
            amount = value if isinstance(value, int) else True
            found.append(
                TraitView(
                    key=key,
                    label=self.word(term),
                    value=amount,
                    text=short if isinstance(amount, bool) else f"{short} {amount}",
                    means=self.reader.words.means(term),
                    rules=rules,
                )
            )
        return tuple(sorted(found, key=lambda trait: trait.label))


@lru_cache(maxsize=1024)
def plain_dice(text: str, more: int = 0) -> str:
    """Dice as people write them, with what always comes to them: W10+4."""
    try:
        dice = Dice.parse(text)
        return str(replace(dice, bonus=dice.bonus + more)).replace("-", "−")
    except ValueError:
        return text


@lru_cache(maxsize=256)
def trait_terms(ruleset: str, kind: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Glossary id and rules of every trait of a kind."""
    known = ruleset_info(ruleset).kind(kind)
    return {trait.key: (trait.label, tuple(trait.rules)) for trait in known.traits} if known else {}
