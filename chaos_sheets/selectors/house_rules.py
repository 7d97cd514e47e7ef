"""What a campaign plays by: its switches, the readings of unclear passages, and what is assumed beyond the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from chaos_sheets import policy
from chaos_sheets.errors import FieldError, Invalid, ServiceError
from chaos_sheets.models import Item
from chaos_sheets.numbers import count_in
from chaos_sheets.policy import Viewer
from chaos_sheets.selectors.armoury_reader import assumed_paths, kind_label
from chaos_sheets.services.people import SWITCHES
from chaos_sheets.words import Words, number
from combat.core.description import Option, Ruling
from combat.core.schema import Field
from combat.core.value import Json
from combat.registry import ruleset_info

OPTION, SWITCH = "option-", "switch-"
# What each switch of a campaign is called, and what it changes.
_SWITCH_WORDS: Mapping[str, tuple[Promise, Promise]] = {
    policy.OPEN_SHEETS: (
        _("Offene Bögen"),
        _("Alle Mitspieler sehen die Bögen der anderen ganz, nicht nur, wie es ihnen geht."),
    ),
}


class Setting(NamedTuple):
    """One value an option can have; ``name`` is how the form calls it."""

    name: str
    label: str
    is_default: bool
    is_set: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionLine:
    """A house rule. ``deviates``: this campaign plays otherwise than the default says."""

    key: str
    name: str
    label: str
    effect: str
    cites: tuple[str, ...]
    settings: tuple[Setting, ...]
    value: str
    default: str
    minimum: int | None
    maximum: int | None
    deviates: bool
    error: str = ""

    @property
    def setting(self) -> str:
        """What it is set to, in words."""
        return next((each.label for each in self.settings if each.is_set), self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingLine:
    """How a passage is read. ``option``: the house rule that switches it, and what it is set to here."""

    key: str
    question: str
    reading: str
    reason: str
    cites: tuple[str, ...]
    option_key: str
    option: str
    setting: str
    deviates: bool


class RulingChapter(NamedTuple):
    number: str
    title: str
    rulings: tuple[RulingLine, ...]


@dataclass(frozen=True, slots=True)
class Assumed:
    """Something beyond the rule text: of the catalogue with how many of how many, or a value of a schema."""

    label: str
    count: int
    total: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    options: tuple[OptionLine, ...]
    switches: tuple[OptionLine, ...]
    assumed: tuple[Assumed, ...]
    fields: tuple[str, ...]
    gaps: tuple[tuple[str, tuple[str, ...]], ...]
    """Rules that fill a gap of the text: title and number."""

    @property
    def deviations(self) -> int:
        return sum(option.deviates for option in (*self.options, *self.switches))


def house_rules(*, who: Viewer, given: Mapping[str, str] | None = None, wrong: Iterable[FieldError] = ()) -> HouseRules:
    """All of it as the campaign has it now; with what was typed and refused where a form comes back."""
    info = ruleset_info(who.campaign.ruleset)
    words = Words.of(info.glossary)
    errors = {error.field: error.sentence for error in wrong}
    fields = [
        f"{words.word(kind)}: {words.word(field.label)}" if kind else words.word(field.label)
        for kind, field in _assumed_fields(who)
    ]
    return HouseRules(
        options=tuple(_option(option, who, words, given or {}, errors) for option in info.options),
        switches=tuple(_switch(name, who) for name in SWITCHES),
        assumed=tuple(_assumed(who, words)),
        fields=tuple(dict.fromkeys(capfirst(name) for name in fields)),
        gaps=tuple((rule.title[words.language], (number,)) for number, rule in info.rules.items() if rule.assumption),
    )


def _option(
    option: Option, who: Viewer, words: Words, given: Mapping[str, str], errors: Mapping[str, str]
) -> OptionLine:
    current = who.campaign.options.get(option.key, option.default)
    term = f"option.{option.key}"
    typed = given.get(f"{OPTION}{option.key}")
    settings = tuple(
        Setting(
            name=str(place),
            label=capfirst(words.word(known.term)),
            is_default=known.value == option.default,
            is_set=typed == str(place) if typed is not None else known.value == current,
        )
        for place, known in enumerate(option.values)
    )
    return OptionLine(
        key=option.key,
        name=f"{OPTION}{option.key}",
        label=capfirst(words.word(term)),
        effect=words.means(term),
        cites=tuple(str(rule) for rule in option.rules),
        settings=settings,
        value=typed if typed is not None else "" if settings else str(current),
        default=next((each.label for each in settings if each.is_default), _text(option.default)),
        minimum=option.minimum,
        maximum=option.maximum,
        deviates=current != option.default,
        error=errors.get(f"options.{option.key}", ""),
    )


def _text(value: Json) -> str:
    return number(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _switch(name: str, who: Viewer) -> OptionLine:
    label, effect = _SWITCH_WORDS[name]
    default = SWITCHES[name]
    current = bool(who.campaign.switches.get(name, default))
    settings = tuple(
        Setting(
            name=str(int(value)),
            label=str(_("ja") if value else _("nein")),
            is_default=value == default,
            is_set=value == current,
        )
        for value in (False, True)
    )
    return OptionLine(
        key=name,
        name=f"{SWITCH}{name}",
        label=str(label),
        effect=str(effect),
        cites=(),
        settings=settings,
        value="",
        default=next(each.label for each in settings if each.is_default),
        minimum=None,
        maximum=None,
        deviates=current != default,
    )


def rulings(*, who: Viewer) -> tuple[RulingChapter, ...]:
    """Every reading of an unclear passage, by the chapter it belongs to, with its switch as the campaign has it."""
    info = ruleset_info(who.campaign.ruleset)
    words = Words.of(info.glossary)
    options = {option.key: option for option in info.options}
    found: dict[int, list[RulingLine]] = {}
    for ruling in info.rulings:
        line = _ruling(ruling, words, options.get(ruling.option), who)
        found.setdefault(ruling.rules[0].chapter, []).append(line)
    return tuple(
        RulingChapter(str(chapter), words.chapter(chapter), tuple(lines)) for chapter, lines in sorted(found.items())
    )


def _ruling(ruling: Ruling, words: Words, option: Option | None, who: Viewer) -> RulingLine:
    switch = _option(option, who, words, {}, {}) if option else None
    return RulingLine(
        key=ruling.key,
        question=ruling.question.get(words.language, ""),
        reading=ruling.reading.get(words.language, ""),
        reason=ruling.reason.get(words.language, ""),
        cites=tuple(str(rule) for rule in ruling.rules),
        option_key=switch.key if switch else "",
        option=switch.label if switch else "",
        setting=switch.setting if switch else "",
        deviates=switch is not None and switch.deviates,
    )


def _assumed(who: Viewer, words: Words) -> Iterable[Assumed]:
    rows = Item.objects.catalogue(ruleset=who.campaign.ruleset, campaign=who.campaign).filter(fitted_to=None)
    found = [(row.kind, row.assumption or bool(assumed_paths(row))) for row in rows]
    totals = Counter(kind for kind, _assumption in found)
    assumed = Counter(kind for kind, assumption in found if assumption)
    for kind in ruleset_info(who.campaign.ruleset).kinds:
        if assumed[kind.key]:
            yield Assumed(kind_label(kind, words), assumed[kind.key], totals[kind.key], kind.key)


def _assumed_fields(who: Viewer) -> Iterable[tuple[str, Field]]:
    info = ruleset_info(who.campaign.ruleset)
    yield from (("", field) for field in info.sheet.fields if field.assumption)
    for collection in info.sheet.collections:
        yield from ((collection.label, field) for field in collection.fields if field.assumption)
    for kind in info.kinds:
        yield from ((kind.key, field) for field in kind.schema.fields if field.assumption)


def stated(*, who: Viewer, given: Mapping[str, str]) -> tuple[dict[str, Json], dict[str, bool], list[FieldError]]:
    """What a form says of options and switches, and what of it makes no sense; what it leaves out stays."""
    options: dict[str, Json] = {}
    wrong: list[FieldError] = []
    for option in ruleset_info(who.campaign.ruleset).options:
        text = given.get(f"{OPTION}{option.key}")
        if text is None:
            continue
        value = _value(option, text.strip())
        if value is None:
            code = "not_a_choice" if option.values else "wrong_type"
            wrong.append(FieldError(f"options.{option.key}", code))
        else:
            options[option.key] = value
    switches = {name: given[f"{SWITCH}{name}"] == "1" for name in SWITCHES if f"{SWITCH}{name}" in given}
    return options, switches, wrong


def _value(option: Option, text: str) -> Json:
    """The value behind what the form calls it; None where it is none."""
    number = count_in(text, 9)
    if number is None or not option.values:
        return number
    return option.values[number].value if number < len(option.values) else None


def errors_of(error: ServiceError) -> list[FieldError]:
    return list(error.errors) if isinstance(error, Invalid) else [FieldError("", error.code, error.data)]
