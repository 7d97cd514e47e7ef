"""Words for what rules name by ids: a ruleset's glossary in the reader's language, numbers as people write them."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from string import Formatter
from unicodedata import combining, normalize

from django.utils.formats import get_format, number_format
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from combat.core.description import RulesetInfo
from combat.core.dice import Dice, Window
from combat.core.glossary import Glossary, Term
from combat.core.schema import Field

MINUS = "−"
MOST_NAMED = 3
_FRACTION = re.compile(r"-?\d+/[1-9]\d*")
TROUBLE = "trouble_on"
"""What a system calls it if a roll brings more than a failure, where that is no jam."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The glossary of one ruleset in one language."""

    glossary: Glossary
    language: str

    @classmethod
    def of(cls, glossary: Glossary, language: str | None = None) -> "Words":
        """The words in the reader's language; German where it is one the glossary does not know."""
        wanted = (language or get_language() or "de").partition("-")[0]
        return cls(glossary=glossary, language=wanted if wanted in ("de", "en") else "de")

    def term(self, term_id: str) -> Term:
        """The whole entry."""
        return self.glossary.term(term_id)

    def word(self, term_id: str) -> str:
        """The word: Trefferpunkte."""
        return self.glossary.term(term_id).word[self.language]

    def choice(self, field: Field, choice: str) -> str:
        """One of a field's choices: as the owner of a sheet calls his own record, else its word."""
        return dict(field.choice_names).get(choice) or self.word(field.choice_label(choice))

    def short(self, term_id: str) -> str:
        """The abbreviation where there is one: TP."""
        return self.glossary.term(term_id).short(self.language)

    def chapter(self, number: int) -> str:
        """What a chapter of the rules is called."""
        return capfirst(self.word(f"chapter.{number}"))

    def ending(self, family: str, name: str, answer: str = "") -> str:
        """The term of a family for the name of a question or what it ends in; empty where the rules have none.

        ``roll.breakout.contest`` for "step.breakout.1.contest", ``ask.choice.none`` for its answer "none".
        """
        parts = named_parts(name)
        ends = (".".join(filter(None, (family, *parts[first:], answer))) for first in range(len(parts)))
        return next((term for term in ends if term in self.glossary.terms), "")

    def means(self, term_id: str) -> str:
        """What it means in one sentence; empty where nobody wrote one."""
        return self.glossary.term(term_id).means.get(self.language, "")

    def asks(self, term_id: str) -> str:
        """The sentence that puts a question to somebody; empty where the term has none or it tells of an event."""
        pattern = self.glossary.term(term_id).says.get(self.language, "")
        return "" if "{" in pattern else pattern

    def says(self, term_id: str, data: Mapping[str, object]) -> str:
        """The sentence of an event with its numbers filled in; empty where it has none."""
        pattern = self.glossary.term(term_id).says.get(self.language, "")
        return _PATTERN.vformat(pattern, (), _Filled(data)) if pattern else ""

    def does(self, term_id: str) -> str:
        """The clause that tells an action, who and target still to be filled in; empty where it has none."""
        return self.glossary.term(term_id).does.get(self.language, "")


def named_parts(name: str) -> list[str]:
    """The parts of a question's name without the numbers between them."""
    return [part for part in name.split(".") if not part.isdigit()]


class _Filled(dict[str, object]):
    """What a sentence pattern names and the event does not hold is left out."""

    def __missing__(self, key: str) -> str:
        return ""


class _Pattern(Formatter):
    """Sentence patterns: ``{rounds:Runde|Runden}`` writes the number with the noun that fits it."""

    def format_field(self, value: object, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(value)
        return f"{value} {one if str(value).lstrip(MINUS) == '1' else many}"


_PATTERN = _Pattern()


def number(value: int) -> str:
    """A whole number with its thousands apart and a real minus: −1.200."""
    # Most numbers of a sheet have no thousands: asking for their separator each time would cost more than the sheet.
    text = str(abs(value)) if abs(value) < 1000 else number_format(abs(value), use_l10n=True, force_grouping=True)
    return f"{MINUS}{text}" if value < 0 else text


def signed(value: int) -> str:
    """A number that is added: +10, −10, 0."""
    if value == 0:
        return "0"
    return f"+{number(value)}" if value > 0 else number(value)


def fraction_words(value: object) -> str:
    """A number that may have a half, as rules keep it (33, "33/2"): 33 or 16,5; empty where it is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return number(value)
    if not isinstance(value, str) or not _FRACTION.fullmatch(value):
        return ""
    tenths = round(Fraction(value) * 10)
    rest = f"{get_format('DECIMAL_SEPARATOR')}{abs(tenths) % 10}" if tenths % 10 else ""
    return f"{MINUS if tenths < 0 else ''}{number(abs(tenths) // 10)}{rest}"


def span(first: int, last: int) -> str:
    """Numbers from one to another: 4–7."""
    return str(first) if first == last else f"{first}–{last}"


def in_unit(info: RulesetInfo, value: int, unit: str, write: Callable[[int], str] = number) -> tuple[str, str]:
    """A number and its unit as they are read: 22 dm as 2,2 in metres where a system says so, to the thousandth."""
    larger, many = info.shown_in.get(unit, (unit, 1))
    if many == 1:
        return write(value), larger
    whole, rest = divmod(abs(value), many)
    digits = f"{rest * 1000 // many:03}".rstrip("0")
    part = f"{get_format('DECIMAL_SEPARATOR')}{digits}" if digits else ""
    sign = write(-1 if value < 0 else 1).removesuffix("1")
    return f"{sign}{number(whole)}{part}", larger


def unit_word(words: Words, unit: str) -> str:
    """The unit behind a number as it is written; of one that pages do not know, what the ruleset calls it."""
    known = {"metres": "m", "percent": "%", "rounds": _("Runden")}.get(unit)
    if known is not None:
        return known
    return words.short(unit) if unit in words.glossary.terms else ""


def measured(info: RulesetInfo, words: Words, value: object, unit: str) -> str:
    """A length with its unit, and the metres it stands for where it is measured on the table: 45 cm (15 m)."""
    if not isinstance(value, int):
        return ""
    text = f"{number(value)} {unit_word(words, unit)}".strip()
    metres = metres_of(info, value, unit)
    return f"{text} ({metres})" if metres else text


EXACT_BELOW = 10
"""Below so many metres a tenth of one tells."""


def metres_of(info: RulesetInfo, value: int | Fraction, unit: str) -> str:
    """The metres a length on the table stands for; empty where it is no such length.

    To the nearest one, below ten to a tenth.
    """
    scale = info.table_scale.get(unit)
    if not scale:
        return ""
    metres = Fraction(value, scale)
    if metres >= EXACT_BELOW:
        return f"{number(round(metres))} m"
    return f"{fraction_words(f'{metres.numerator}/{metres.denominator}')} m"


def listed(texts: Iterable[str]) -> str:
    """Several short texts on one line, those that are empty left out."""
    return " · ".join(text for text in texts if text)


def named_few(names: Iterable[str]) -> str:
    """Names or short texts on one line; of many only how many more there are."""
    found = list(dict.fromkeys(names))
    if len(found) <= MOST_NAMED + 1:
        return ", ".join(found)
    more = _("und %(count)s weitere") % {"count": len(found) - MOST_NAMED}
    return f"{', '.join(found[:MOST_NAMED])} {more}"


def by_name(text: str) -> tuple[str, str]:
    """Where a name stands in a list: Ä beside A, ß as ss, capitals beside small letters."""
    plain = normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not combining(letter)), text


def plain_minus(value: int) -> str:
    """A number that is taken off in a sum: 16 − 6 − 3."""
    return f"{MINUS} {value}" if value >= 0 else f"+ {-value}"


def trouble_words(trouble: Window | None, dice: Dice, words: Words) -> str:
    """From which number on a roll brings more than a failure."""
    if trouble is None:
        return ""
    low, high = trouble
    top = dice.highest
    low = low if low is not None else dice.lowest
    high = top if high is None else high
    if low > top:
        return ""
    what = words.word(TROUBLE) if TROUBLE in words.glossary.terms else _("Störung")
    return _("%(what)s bei %(number)s") % {"what": what, "number": low if low == high else f"{low}–{high}"}
