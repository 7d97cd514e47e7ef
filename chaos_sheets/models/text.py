"""What may stand in a text: letters of any script, but nothing that hides or reorders what is read."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

from combat.core.text import forbidden_in

NAME_LENGTH = 120
TEXT_LENGTH = 20_000


def forbidden_characters(text: str, allowed: str = "") -> list[str]:
    """The characters that may not stand in a text, as U+0000."""
    return [f"U+{ord(character):04X}" for character in forbidden_in(text, allowed)]


@deconstructible
class PlainText:
    """Refuses control, surrogate and direction characters; `lines` allows line breaks and tabs."""

    code = "forbidden_characters"

    def __init__(self, *, lines: bool = False) -> None:
        self.lines = lines

    def __call__(self, value: str) -> None:
        found = forbidden_characters(value, "\n\r\t" if self.lines else "")
        if found:
            raise ValidationError(
                _("Der Text enthält unsichtbare Steuerzeichen (%(characters)s). Lösch sie oder tipp den Text neu ein."),
                code=self.code,
                params={"characters": ", ".join(found[:5])},
            )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlainText) and other.lines == self.lines

    def __hash__(self) -> int:
        return hash(self.lines)


one_line = PlainText()
many_lines = PlainText(lines=True)
text_length = MaxLengthValidator(
    TEXT_LENGTH,
    _("Der Text ist zu lang: höchstens %(limit_value)d Zeichen, es sind %(show_value)d. Kürz ihn."),
)
name_length = MaxLengthValidator(
    NAME_LENGTH,
    _("Der Name ist zu lang: höchstens %(limit_value)d Zeichen, es sind %(show_value)d. Kürz ihn."),
)
