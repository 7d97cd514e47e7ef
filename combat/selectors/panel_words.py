"""Words and short texts of the panel that do not depend on what is announced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from chaos_sheets.selectors.log import question_label
from chaos_sheets.trace import NOTHING, CheckView, Reader, chance_words, check_view, reason_views
from chaos_sheets.words import Words, listed
from combat.core.description import RulesetInfo
from combat.core.dice import OPEN
from combat.core.intent import Check, Offer
from combat.core.procedure import Ask, Choice, Roll
from combat.core.value import Json
from combat.selectors.announce import Typed
from combat.selectors.panel_view import DieField, Option

CHANCE = "chance"
"""What the rules tell with an answer of the roll it would mean, in percent: no price."""
AGAINST = ("target_number", "difficulty")
"""What they tell of the number that roll is made against: no price either."""


def cost_words(words: Words, cost: Mapping[str, Json]) -> str:
    """A price in units of budgets and points: 3 AE, 1 AP."""
    return ", ".join(
        f"{units} {words.short(key)}" for key, units in cost.items() if isinstance(units, int) and units > 0
    )


def heading_of(words: Words, offer: Offer) -> str:
    """What an action is about: its own heading, or that over the first of its rules in the reference."""
    if offer.group:
        return capfirst(words.word(offer.group))
    return words.chapter(offer.rules[0].chapter) if offer.rules else ""


def choice_options(reader: Reader, ask: Ask, checks: Iterable[Check], chosen: str) -> tuple[Option, ...]:
    """The answers to a question, each with the roll it would mean, its chance and its price."""
    led_to = {term for choice in ask.choices for term in choice.leads_to}
    own = (check for check in checks if check.who == ask.who and check.term in led_to)
    rolls = {check.term: check_view(reader, check) for check in own}
    found = [
        _choice_option(reader, choice, [rolls[term] for term in choice.leads_to if term in rolls], chosen)
        for choice in ask.choices
    ]
    nothing = reader.words.ending("ask", ask.name, NOTHING)
    refusal = reader.words.word(nothing) if nothing else ""
    return tuple(replace(each, label=refusal) if refusal and each.value == NOTHING else each for each in found)


def _choice_option(reader: Reader, choice: Choice, rolls: Sequence[CheckView], chosen: str) -> Option:
    """What is closed means nothing; a number of points says its price itself; of several rolls one is to be chosen."""
    number, note = "", ""
    if not choice.reasons:
        number = " / ".join(dict.fromkeys(_what_is_rolled(reader, roll) for roll in rolls if roll.chance))
        told = {key: value for key, value in choice.data.items() if key in _values_of_things(reader.info)}
        price = "" if choice.key.isdigit() else cost_words(reader.words, _price_of(choice.data, told))
        chances = dict.fromkeys(roll.chance for roll in rolls)
        chance = (next(iter(chances)) if len(chances) == 1 else "") if rolls else _chance_of(choice.data)
        values = [f"{capfirst(reader.words.word(key))} {value}" for key, value in told.items()]
        note = listed([chance, _rolled_against(reader.words, choice.data), *values, price])
    return Option(
        value=choice.key,
        label=reader.choice(choice.key),
        number=number,
        note=note,
        chosen=choice.key == chosen,
        reasons=reason_views(reader, choice.reasons),
    )


def _values_of_things(info: RulesetInfo) -> frozenset[str]:
    """What the rules tell with an answer of the thing it is done with (how much a shield holds off): no price."""
    known = {known.path for kind in info.kinds for known in kind.schema.fields}
    return frozenset(known - {pool.key for pool in info.pools} - {budget.key for budget in info.budgets})


def _price_of(data: Mapping[str, Json], told: Mapping[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in data.items() if key not in (CHANCE, *AGAINST, *told)}


def _rolled_against(words: Words, data: Mapping[str, Json]) -> str:
    """The numbers that the rules tell with an answer: Aktionswert 13, Erschwernis 4."""
    return ", ".join(f"{words.short(key)} {data[key]}" for key in AGAINST if data.get(key))


def _chance_of(data: Mapping[str, Json]) -> str:
    """The chance in percent that the rules tell with an answer, in the words of every other."""
    percent = data.get(CHANCE)
    return chance_words(Fraction(percent, 100)) if isinstance(percent, int) else ""


def _what_is_rolled(reader: Reader, roll: CheckView) -> str:
    """The number to roll under or over, or the dice with all that is added to them."""
    return roll.dice if reader.info.adds_to_roll else str(roll.target)


def needed_words(reader: Reader, roll: Roll) -> str:
    """What the dice have to come to, "" where nothing is to be reached or the numbers are not his to see."""
    if roll.window == OPEN or not reader.sees(roll.who):
        return ""
    if roll.window is None:
        return _("kann nicht gelingen")
    low, high = roll.window
    if high is None:
        return _("mindestens %(number)s mit %(dice)s") % {"number": low, "dice": roll.dice}
    if low is None:
        return _("höchstens %(number)s mit %(dice)s") % {"number": high, "dice": roll.dice}
    bounds = {"bound": low - 1, "number": high, "dice": roll.dice}
    return _("über %(bound)s, höchstens %(number)s mit %(dice)s") % bounds


def die_field(reader: Reader, roll: Roll, typed: Typed) -> DieField:
    """Where one's own dice are typed, with what was typed so far."""
    field_name = f"die.{roll.name}"
    return DieField(
        name=roll.name,
        label=question_label(roll.name, reader),
        dice=str(roll.dice),
        count=roll.dice.count,
        sides=roll.dice.sides,
        bonus=roll.dice.bonus,
        best=roll.dice.keep,
        values=tuple(typed.many(field_name)),
        error=typed.error(field_name),
        needed=needed_words(reader, roll),
    )


def not_rolled(asks: Sequence[tuple[Ask, str]]) -> frozenset[tuple[str, str]]:
    """Who rolls what not: it was an answer to a question, and another was given."""
    out: set[tuple[str, str]] = set()
    for ask, chosen in asks:
        given = {chosen, *chosen.split("+")}
        kept = {term for choice in ask.choices if choice.key in given for term in choice.leads_to}
        left = {term for choice in ask.choices if choice.key not in given for term in choice.leads_to}
        out |= {(ask.who, term) for term in left - kept}
    return frozenset(out)
