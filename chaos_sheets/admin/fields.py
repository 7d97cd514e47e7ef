"""Form controls for the fields of a schema: what a ruleset says of a value decides how it is asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from chaos_sheets.errors import sentence
from chaos_sheets.models.text import PlainText
from chaos_sheets.records import KEY
from chaos_sheets.words import Words, listed
from combat.core.schema import Field, FieldKind

LONG_TEXT = 200
_THOUSANDS = re.compile(r"-?\d{1,3}([. \u00a0\u202f]\d{3})+")

one_line, many_lines = PlainText(), PlainText(lines=True)


class NumberField(forms.IntegerField):
    """A whole number as people write it: 12.800, −5; the messages are those of the services."""

    def __init__(self, *, minimum: int | None = None, maximum: int | None = None, **options: Any) -> None:
        options.setdefault("widget", forms.TextInput(attrs={"inputmode": "numeric", "class": "vIntegerField"}))
        options.setdefault("error_messages", {"invalid": sentence("wrong_type"), "required": sentence("required")})
        super().__init__(min_value=minimum, max_value=maximum, **options)
        for validator in self.validators:
            if isinstance(validator, MaxValueValidator):
                validator.message = sentence("too_large", {"maximum": maximum})
            elif isinstance(validator, MinValueValidator):
                validator.message = sentence("too_small", {"minimum": minimum})

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str):
            value = value.strip().replace("−", "-")
            if _THOUSANDS.fullmatch(value):
                value = re.sub(r"[. \u00a0\u202f]", "", value)
        return super().to_python(value)


class DiceField(forms.CharField):
    """A dice expression as people write it, 2W10+4; what it means is checked with the schema."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(attrs={"class": "vTextField"})
        super().__init__(max_length=40, validators=[one_line], widget=widget, **options)

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        return text.replace(" ", "").replace("−", "-").replace("–", "-").upper().replace("D", "W")


class EntryField(forms.ChoiceField):
    """The key of another entry, chosen by its name; a key nobody knows any more is kept until another is chosen."""

    def __init__(self, *, names: Mapping[str, str], **options: Any) -> None:
        self.names = dict(names)
        super().__init__(choices=[("", "–"), *self.names.items()], **options)

    def prepare_value(self, value: Any) -> Any:
        if value and value not in self.names:
            self.names[value] = value
            self.choices = [("", "–"), *self.names.items()]
        return value

    def valid_value(self, value: Any) -> bool:
        return super().valid_value(value) or bool(KEY.fullmatch(str(value)))


def control(field: Field, words: Words) -> forms.Field:
    """The control for one value, named and explained by the ruleset's glossary."""
    made = _MAKERS[field.kind](field, words)
    made.label = label_of(field, words)
    made.help_text = help_of(field, words)
    return made


def label_of(field: Field, words: Words) -> str:
    word = capfirst(words.word(field.label))
    return f"{word} ({words.short(field.unit)})" if field.unit else word


def help_of(field: Field, words: Words) -> str:
    """What the value means, within which bounds, and where the rules say so."""
    bounds = ""
    if field.minimum is not None and field.maximum is not None:
        bounds = _("%(minimum)s bis %(maximum)s") % {"minimum": field.minimum, "maximum": field.maximum}
    elif field.minimum is not None:
        bounds = _("mindestens %(minimum)s") % {"minimum": field.minimum}
    elif field.maximum is not None:
        bounds = _("höchstens %(maximum)s") % {"maximum": field.maximum}
    origin = _("Annahme, nicht aus dem Regelwerk") if field.assumption else ""
    return listed((words.means(field.label), bounds, origin, *(str(rule) for rule in field.rules)))


def _needed(field: Field) -> bool:
    return not field.optional and not field.maximum_from


def _messages(code: str = "wrong_type") -> dict[str, Any]:
    return {"required": sentence("required"), "invalid": sentence(code), "invalid_choice": sentence("not_a_choice")}


def _number(field: Field, words: Words) -> forms.Field:
    return NumberField(required=_needed(field), minimum=field.minimum, maximum=field.maximum)


def _text(field: Field, words: Words) -> forms.Field:
    long = field.max_length > LONG_TEXT
    return forms.CharField(
        required=False,
        validators=[many_lines if long else one_line],
        widget=forms.Textarea(attrs={"rows": 5, "class": "vLargeTextField"})
        if long
        else forms.TextInput(attrs={"class": "vTextField"}),
    )


def _boolean(field: Field, words: Words) -> forms.Field:
    return forms.BooleanField(required=False)


def _choice(field: Field, words: Words) -> forms.Field:
    named = [(choice, capfirst(words.choice(field, choice))) for choice in field.choices]
    empty = [] if _needed(field) and field.default is not None else [("", "–")]
    return forms.ChoiceField(required=_needed(field), choices=[*empty, *named], error_messages=_messages())


def _choices(field: Field, words: Words) -> forms.Field:
    return forms.MultipleChoiceField(
        required=False,
        choices=[(choice, capfirst(words.choice(field, choice))) for choice in field.choices],
        error_messages=_messages(),
        widget=forms.CheckboxSelectMultiple,
    )


def _dice(field: Field, words: Words) -> forms.Field:
    return DiceField(required=_needed(field), error_messages=_messages("not_dice"))


_MAKERS = {
    FieldKind.INTEGER: _number,
    FieldKind.TEXT: _text,
    FieldKind.BOOLEAN: _boolean,
    FieldKind.CHOICE: _choice,
    FieldKind.CHOICES: _choices,
    FieldKind.DICE: _dice,
    FieldKind.LENGTH: _text,
}
