"""Why a number is what it is, in words: modifiers, bills, checks and reasons, as one viewer may know them.

Rules hold ids, numbers and citations; here they become texts. Words of the rules come from the ruleset's glossary,
names by what the viewer may know, everything else from the translations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from chaos_sheets.drawing import Line
from chaos_sheets.errors import sentence
from chaos_sheets.records import is_ref
from chaos_sheets.selectors.value_view import StepView
from chaos_sheets.words import Words, fraction_words, in_unit, number, signed, trouble_words
from combat.core.derived import DerivedStep
from combat.core.description import RulesetInfo
from combat.core.dice import OPEN, Dice, Window, within
from combat.core.event import Modifier
from combat.core.intent import Check, Reason
from combat.core.value import Json

ARROW = "→"
GAME_MASTER = "gm"
BOUND, DIFFICULTY, TARGET = "bound", "difficulty", "target_number"
"""A modifier of the number to exceed, and the words for that number and for the one to reach."""
NOTHING = "none"
"""The answer of whoever was asked and does nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """What one reader knows: names by ref, whose numbers he may see, of what kind the things are."""

    info: RulesetInfo
    words: Words
    names: Mapping[str, str]
    whole: frozenset[str] = frozenset()
    kinds: Mapping[str, str] = field(default_factory=dict)
    everything: bool = False
    facts: Mapping[str, str] = field(default_factory=dict)
    """What covers are worth, in words, as far as he may know."""
    played: Mapping[str, int] = field(default_factory=dict)
    """Whose account plays whom."""
    opened: frozenset[str] = frozenset()
    """Whose sheets he may read."""

    def knows(self, ref: str) -> bool:
        return self.everything or ref in self.names

    def sees(self, ref: str) -> bool:
        """Whether the numbers of this record are his to see."""
        return self.everything or ref in self.whole

    def is_own(self, key: str) -> bool:
        """Whether what stands under this word is what somebody called it on his sheet."""
        found = self.info.glossary.terms.get(key)
        return found is not None and found.own

    def told(self, key: str, value: Json) -> str:
        """A value under its word: what somebody called it himself as he wrote it, or the word if he did not."""
        return (str(value or "") or self.words.word(key)) if self.is_own(key) else self.text(value)

    def opens(self, ref: str) -> bool:
        """Whether he may read the sheet."""
        return self.everything or ref in self.opened

    def name(self, ref: str) -> str:
        """The name he knows; a word that gives nothing away where he knows none."""
        found = self.names.get(ref)
        if found or ref == GAME_MASTER:
            return found or _("Spielleitung")
        return _("jemand") if ref.startswith("character:") else _("etwas")

    def choice(self, key: str) -> str:
        """One answer to a question in words; an answer of several parts names them all, things by their names."""
        if key == NOTHING:
            return _("keine")
        parts = key.split("+")
        things = [self.text(part) for part in parts if is_ref(part)]
        head, *how = [part if part.isdigit() else self.text(part) for part in parts if not is_ref(part)] or [""]
        # With a thing it is an action and how it is done; without one the parts are chosen side by side.
        said = (f"{head}: {', '.join(how)}" if things else f" {_('und')} ".join([head, *how])) if how else head
        if not said:
            return ", ".join(things)
        return _("%(action)s mit %(thing)s") % {"action": said, "thing": ", ".join(things)} if things else said

    def text(self, value: Json) -> str:
        """A value of an event as people read it: a name, a word of the rules, a number, yes or no."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return _("ja") if value else _("nein")
        if isinstance(value, int):
            return number(value)
        if isinstance(value, str):
            words = value.split()
            # Several records are kept as one text: whom somebody has noticed already.
            if words and all(map(is_ref, words)):
                return self._listed(words) if len(words) > 1 else self.name(value)
            return self.words.word(value) if value in self.info.glossary.terms else fraction_words(value) or value
        if isinstance(value, Mapping):
            return ", ".join(f"{self.words.word(key)} {self.told(key, inner)}" for key, inner in value.items())
        return self._listed(value)

    def _listed(self, values: Iterable[Json]) -> str:
        """A list as he may read it: that somebody stands in it of whom he does not know is not told either."""
        known = (value for value in values if not (isinstance(value, str) and is_ref(value)) or self.knows(value))
        return ", ".join(map(self.text, known))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonView:
    """Why something is refused, as a sentence that says what to do."""

    code: str
    text: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckView:
    """One roll that would be asked for: its bill, the number to reach and the chance, in words too."""

    who: str
    who_name: str
    term: str
    title: str
    dice: str
    count: int
    sides: int
    steps: tuple[StepView, ...]
    target: int
    window: Window | None
    line: Line | None
    line_title: str
    line_word: str
    """What the number is called that the line marks."""
    sum_label: str
    sum: int | str
    """The number to reach, what is added to the dice, or the dice themselves where nothing has to be reached."""
    chance: str
    chance_exact: str
    trouble: str = ""
    degree_word: str = ""
    even: str = ""
    """What rolling exactly the number means."""
    cites: tuple[str, ...] = ()
    same_die: bool = False
    over: str = ""
    """Where a total can be too low as well: what it has to exceed."""


# --- bills --------------------------------------------------------------------------------------------------


def _amount(modifier: Modifier, *, first: bool) -> str:
    match modifier.kind:
        case "factor":
            return f"× {modifier.value}"
        case "dice":
            return f"{'↑' if modifier.value > 0 else '↓'}{abs(modifier.value)}"
        case "divisor":
            return f"÷ {modifier.value}"
        case "floor" | "cap" | "target":
            return f"= {number(modifier.value)}"
        case _:
            return number(modifier.value) if first else signed(modifier.value)


def target_word(reader: Reader) -> str:
    """What the rules call the number to reach."""
    return reader.words.word(TARGET) if TARGET in reader.info.glossary.terms else _("Zielwert")


def modifier_step(reader: Reader, modifier: Modifier, *, first: bool = False) -> StepView:
    return StepView(
        key=modifier.key,
        label=reader.words.word(modifier.key),
        cites=tuple(modifier.rules),
        amount=modifier.value,
        text=_amount(modifier, first=first),
        note=modifier.note or ("" if modifier.source != "gm" else modifier.source),
    )


def bill(reader: Reader, base: Sequence[Modifier], modifiers: Iterable[Modifier]) -> tuple[StepView, ...]:
    """Where a sum starts and what is added, one line each; after it what has to be exceeded, where rules know both."""
    steps = [modifier_step(reader, modifier, first=index == 0) for index, modifier in enumerate(base)]
    more = tuple(modifiers)
    bounds = [modifier for modifier in more if modifier.kind == BOUND]
    return (
        *steps,
        *(modifier_step(reader, modifier) for modifier in more if modifier.kind != BOUND),
        *_bound_steps(reader, bounds),
    )


def _bound_steps(reader: Reader, bounds: Sequence[Modifier]) -> tuple[StepView, ...]:
    """What has to be exceeded, part by part, and where they are several its sum: E +4, E +2, E 6."""
    short = reader.words.short(DIFFICULTY)
    parts = [replace(modifier_step(reader, each), text=f"{short} {signed(each.value)}") for each in bounds]
    if len(parts) < 2:
        return tuple(parts)
    amount = max(0, sum(each.value for each in bounds))
    cites = tuple(reader.words.term(DIFFICULTY).rules)
    label = reader.words.word(DIFFICULTY)
    return (*parts, StepView(key=DIFFICULTY, label=label, cites=cites, amount=amount, text=f"{short} {number(amount)}"))


def derived_step(reader: Reader, step: DerivedStep, *, first: bool = False, unit: str = "") -> StepView:
    note = ", ".join(f"{reader.words.word(key)} {reader.text(value)}" for key, value in step.data.items())
    text, _unit = in_unit(reader.info, step.amount, unit, number if first else signed)
    return StepView(
        key=step.term,
        label=reader.words.word(step.term),
        cites=tuple(step.rules),
        amount=step.amount,
        text=text,
        note=note,
    )


# --- checks -------------------------------------------------------------------------------------------------


def line_of(
    dice: Dice, target: int, window: Window | None, step: int = 0, trouble: Window | None = None
) -> Line | None:
    """The line a roll falls on; None where there is no single number to compare with."""
    lowest, highest = dice.lowest, dice.highest
    if highest - lowest < 1 or window == OPEN:
        return None
    bad = None
    if trouble is not None:
        low, high = trouble
        bad = (max(lowest, lowest if low is None else low), min(highest, highest if high is None else high))
        bad = bad if bad[0] <= bad[1] else None
    return Line(lowest, highest, target, window, step, bad)


def chance_words(chance: Fraction) -> str:
    """How often it succeeds, as people count: in 72 von 100."""
    if chance == 0:
        return _("kann nicht gelingen")
    if chance == 1:
        return _("gelingt immer")
    count = chance * 100
    if count.denominator == 1:
        return _("gelingt in %(count)s von 100") % {"count": count.numerator}
    if count < 1:
        return _("gelingt in weniger als 1 von 100")
    return _("gelingt in etwa %(count)s von 100") % {"count": min(99, round(count))}


def line_words(line: Line, roll: int | None = None, word: str = "") -> str:
    """What the drawing says, for those who hear it."""
    text = _("Linie von %(low)s bis %(high)s, %(word)s %(target)s") % {
        "word": word or _("Zielwert"),
        "low": line.lowest,
        "high": line.highest,
        "target": line.target,
    }
    return text if roll is None else f"{text}, " + _("Wurf %(roll)s") % {"roll": roll}


def check_view(reader: Reader, check: Check) -> CheckView:
    """A check of a preview. The bill is shown to whoever may see the numbers of the one who rolls."""
    sees = reader.sees(check.who)
    is_open = check.window == OPEN
    step = reader.info.degree_step if check.degrees else 0
    line = line_of(check.dice, check.target_number, check.window, step, check.trouble)
    return CheckView(
        who=check.who,
        who_name=reader.name(check.who),
        term=check.term,
        title=capfirst(reader.words.word(check.term)),
        dice=str(check.dice),
        count=check.dice.count,
        sides=check.dice.sides,
        steps=bill(reader, check.base, check.modifiers) if sees else (),
        target=check.target_number if sees else 0,
        window=check.window if sees else None,
        line=line if sees else None,
        line_title=line_words(line, word=target_word(reader)) if line and sees else "",
        line_word=target_word(reader),
        sum_label=_("Zuschlag") if reader.info.adds_to_roll else _("Würfel") if is_open else target_word(reader),
        sum=(check.dice.bonus if reader.info.adds_to_roll else str(check.dice) if is_open else check.target_number)
        if sees
        else 0,
        chance=(_("ohne Zielwert: die Summe zählt") if is_open else _chance_of(reader, check)) if sees else "",
        chance_exact=f"{check.chance.numerator}/{check.chance.denominator}" if sees else "",
        trouble=trouble_words(check.trouble, check.dice, reader.words) if sees else "",
        degree_word=reader.words.short("degrees"),
        even=even_words(check.target_number, check.window) if sees else "",
        cites=tuple(check.rules),
        same_die=check.same_die,
        over=over_words(check) if sees else "",
    )


def over_words(check: Check) -> str:
    """What a total has to exceed, where it can be too high and too low; that both at once cannot be, too."""
    low, high = check.window or (None, None)
    if low is not None and high is not None:
        return _("über %(bound)s") % {"bound": number(low - 1)}
    found = _bound_of(check)
    return _("über %(bound)s, unmöglich") % {"bound": number(found)} if found else ""


def _bound_of(check: Check) -> int:
    """The lower bound that leaves nothing to reach, 0 where it is not for one."""
    found = sum(each.value for each in check.modifiers if each.kind == BOUND) if check.window is None else 0
    return found if found >= check.target_number else 0


def _chance_of(reader: Reader, check: Check) -> str:
    """The chance in words; where the lower bound leaves none, why."""
    found, said = _bound_of(check), chance_words(check.chance)
    return f"{said}: {never_words(reader, found, check.target_number)}" if found else said


def never_words(reader: Reader, bound: int, target: int) -> str:
    """Why nothing can succeed between two bounds: Erschwernis 19 müsste unter Aktionswert 14 liegen."""
    return _("%(bound)s müsste unter %(target)s liegen") % {
        "bound": f"{reader.words.word(DIFFICULTY)} {number(bound)}",
        "target": f"{target_word(reader)} {number(target)}",
    }


# --- reasons ------------------------------------------------------------------------------------------------


def reason_view(reader: Reader, reason: Reason) -> ReasonView:
    """The sentence of the ruleset's glossary (one for what it is because of, if there is any), else ours for the code,
    else the word.
    """
    data = {key: reader.told(key, value) for key, value in reason.data.items()}
    because = f"reason.{reason.code}.{reason.data.get('because')}"
    for term in (because, f"reason.{reason.code}", f"problem.{reason.code}", reason.code):
        if term in reader.info.glossary.terms:
            text = reader.words.says(term, data) or reader.words.word(term)
            return ReasonView(code=reason.code, text=text, cites=tuple(reason.rules))
    return ReasonView(code=reason.code, text=sentence(reason.code, data), cites=tuple(reason.rules))


def reason_views(reader: Reader, reasons: Iterable[Reason]) -> tuple[ReasonView, ...]:
    return tuple(reason_view(reader, reason) for reason in reasons)


def is_success(window: Window | None, total: int) -> bool:
    return window is not None and within(window, total)


def even_words(target: int, window: Window | None) -> str:
    """What it means to roll exactly the number to reach: some rules let it count, some ask for more or less."""
    if window is None or within(window, target):
        return _("genau darauf")
    if window[0] is not None and window[0] > target:
        return _("genau darauf; gelingen würde es erst darüber")
    return _("genau darauf; gelingen würde es erst darunter")
