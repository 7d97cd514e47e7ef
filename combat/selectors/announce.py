"""What somebody typed into the panel: announcement, stated facts, dice and choices, kept as typed and read as values.

The names of the fields are addresses: ``p.<parameter>``, ``flag.<who>.<flag>``, ``pair.<target>.<flag>`` (or
``pair.<flag>`` for all targets), ``fight.<flag>``, ``die.<question>``, ``choose.<question>``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _

from chaos_sheets.errors import number_fault, sentence
from chaos_sheets.numbers import count_in, whole_in
from combat.core.dice import Dice
from combat.core.schema import Field, FieldKind
from combat.core.text import is_printable
from combat.core.value import Json

LONGEST_REASON = 500
LONGEST_NUMBER = 9
MOST_MODIFIER = 200
# Tens and ones on two dice: 30 and 7, 00 and 0.
_TENS = re.compile(r"(\d0)\s*[+ ]\s*(\d)")
NO_CHOICE = "-"
ASK_PERSON = "?"

YES = ("1", "on", "true")


class FormError(NamedTuple):
    """What is wrong with one field of the page: its name there, its label, and what to do."""

    id: str
    label: str
    text: str


@dataclass(slots=True)
class Typed:
    """The fields of the page as they were sent. ``sent``: the form itself, not a link that fills in a part of it."""

    values: Mapping[str, Sequence[str]]
    errors: list[FormError] = field(default_factory=list)

    @property
    def sent(self) -> bool:
        return self.one("sent") == "1"

    def one(self, name: str, default: str = "") -> str:
        found = self.values.get(name) or ()
        return found[-1].strip() if found else default

    def many(self, name: str) -> list[str]:
        return [text.strip() for text in self.values.get(name) or () if text.strip()]

    def wrong(self, name: str, label: str, text: str) -> None:
        if all(error.id != name for error in self.errors):
            self.errors.append(FormError(name, label or (_("Wurf") if name.startswith("die.") else ""), text))

    def error(self, name: str) -> str:
        return next((error.text for error in self.errors if error.id == name), "")

    # --- values ---------------------------------------------------------------------------------------------

    def whole(self, name: str, label: str, known: Field | None = None) -> int | None:
        """A whole number, however its minus is written; None where nothing or no number stands."""
        text = self.one(name)
        found = whole_in(text, LONGEST_NUMBER)
        if text and found is None:
            self.wrong(name, label, number_fault(text, LONGEST_NUMBER, known).sentence)
        return found

    def value(self, name: str, known: Field, label: str) -> Json:
        """The value of a field of the ruleset; what it does not allow is told and left out."""
        match known.kind:
            case FieldKind.BOOLEAN:
                # What is taken for a yes where nothing is said has a no of its own beside its box.
                found: Json = self.one(name) in YES if name in self.values else known.default
            case FieldKind.CHOICES:
                found = [choice for choice in self.many(name) if choice != NO_CHOICE]
            case FieldKind.INTEGER:
                found = self.whole(name, label, known)
                if found is None and not self.one(name):
                    found = known.default
            case _:
                text = self.one(name)
                found = None if text in ("", NO_CHOICE) else text
                if found is None and not self._stated(name):
                    found = known.default
        if found is None:
            return None
        error = known.check(found)
        if error is not None:
            self.wrong(name, label, sentence(error.code, error.data))
            return None
        return found

    def _stated(self, name: str) -> bool:
        return self.sent or name in self.values

    def text(self, name: str, label: str, longest: int) -> str:
        """A line of text without what hides or turns it."""
        found = self.one(name)
        if len(found) > longest:
            self.wrong(name, label, sentence("too_long", {"maximum": longest}))
            return ""
        if not is_printable(found):
            self.wrong(name, label, sentence("forbidden_character", {}))
            return ""
        return found

    # --- dice -----------------------------------------------------------------------------------------------

    def faces(self, name: str, dice: Dice, label: str) -> tuple[int, ...] | None:
        """What somebody's own dice show; None where not all were typed or one cannot show that."""
        field_name = f"die.{name}"
        texts = self.many(field_name)
        if not texts:
            return None
        faces = [face_of(text, dice.sides) for text in texts]
        if len(faces) < dice.count:
            self.wrong(field_name, label, _("Hier werden %(count)s Würfel gebraucht.") % {"count": dice.count})
            return None
        found = [face for face in faces if face is not None]
        if len(found) != dice.count or len(faces) != dice.count:
            self.wrong(field_name, label, face_words(dice.sides))
            return None
        return tuple(found)


def face_of(text: str, sides: int) -> int | None:
    """The face a text names: 0 is the ten of a W10, 00 (or 0) the hundred of a W100; None where it has no such face."""
    text = text.strip()
    tens = _TENS.fullmatch(text) if sides == 100 else None
    if tens is not None:
        return (int(tens[1]) + int(tens[2])) or 100
    face = count_in(text, 5)
    if face == 0 and sides in (10, 100) and len(text) < len(str(sides)):
        return sides
    return face if face is not None and 1 <= face <= sides else None


def face_words(sides: int) -> str:
    """Which numbers a die shows, for whoever typed another."""
    if sides == 100:
        return _("Ein W100 zeigt 1 bis 100; 00 zählt als 100.")
    if sides == 10:
        return _("Ein W10 zeigt 1 bis 10; 0 zählt als 10.")
    return _("Ein W%(sides)s zeigt 1 bis %(sides)s.") % {"sides": sides}
