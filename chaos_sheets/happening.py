"""Events as they are kept, read piece by piece: the number to reach, the bill, the steps of a hit, its sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import Formatter
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from chaos_sheets.selectors.value_view import StepView
from chaos_sheets.trace import Reader, bill, derived_step, even_words, never_words, target_word
from chaos_sheets.words import listed, number, signed
from combat.core.citation import Citation
from combat.core.derived import DerivedStep
from combat.core.description import Flag, Option, RulesetInfo
from combat.core.dice import Dice, Window
from combat.core.event import Change, Modifier, modifier_from_json
from combat.core.value import Json

type JsonEvent = Mapping[str, Any]
FLEETING = ("budget", "flags")
"""What stands of somebody while a fight lasts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A big number and the few words under it."""

    text: str
    label: str


def whole(value: Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def flag_fields(info: RulesetInfo, wanted: Callable[[Flag], bool]) -> frozenset[str]:
    """Where on somebody the flags of one sort stand."""
    return frozenset(f"flags.{flag.field.path}" for flag in info.flags if wanted(flag))


def is_word(reader: Reader, value: Json) -> bool:
    return isinstance(value, str) and value in reader.info.glossary.terms


def words_in(reader: Reader, event: JsonEvent) -> list[str]:
    """The words of the rules in an event; a name somebody gave himself is none, whatever it reads like."""
    return [value for key, value in event["data"].items() if is_word(reader, value) and not reader.is_own(key)]


def names_numbers(reader: Reader, event: JsonEvent) -> bool:
    """Whether the sentence of an event would tell a number; one without a sentence is taken for one that does."""
    pattern = reader.words.term(event["term"]).says.get(reader.words.language, "")
    named = {name for _text, name, _spec, _conversion in Formatter().parse(pattern) if name}
    return not pattern or any(whole(event["data"].get(name)) is not None for name in named)


def says_of(reader: Reader, term: str, event: JsonEvent) -> str:
    """The sentence of a word in an event; empty where it has none, or one that asks for more than the event tells."""
    pattern, told = reader.words.term(term).says.get(reader.words.language, ""), filled(reader, event)
    named = (name for _text, name, _spec, _conversion in Formatter().parse(pattern) if name)
    return reader.words.says(term, told) if all(name in told for name in named) else ""


def said_of(reader: Reader, event: JsonEvent) -> str:
    """The sentence of an event. Of others he hears what holds no number: the sentence, or the words in it.

    What has no sentence and changes only what the rules keep for themselves is not told.
    """
    term, of = event["term"], event["of"]
    word = reader.words.word(term)
    if of and not reader.sees(of) and names_numbers(reader, event):
        fleeting = [change["field"].partition(".")[0] in FLEETING for change in event["changes"]]
        if fleeting and all(fleeting):
            return ""
        named = [reader.words.word(value) for value in words_in(reader, event)]
        return f"{reader.name(of)}: {listed([word, *named])}" if named and reader.knows(of) else ""
    return reader.words.says(term, filled(reader, event)) or ("" if _is_inner(reader, event) else word)


def _is_inner(reader: Reader, event: JsonEvent) -> bool:
    """Whether all that an event changes is what the rules keep for themselves."""
    inner = flag_fields(reader.info, lambda flag: flag.inner)
    return bool(event["changes"]) and all(change["field"] in inner for change in event["changes"])


def is_price(event: JsonEvent) -> bool:
    """Whether an event only tells what an action takes of the units of a round."""
    paths = [change["field"].partition(".")[0] for change in event["changes"]]
    spent = [_takes(change) for change in event["changes"] if change["field"].startswith("budget.")]
    return bool(spent) and all(spent) and set(paths) <= set(FLEETING)


def _takes(change: Mapping[str, Any]) -> bool:
    """Whether fewer units are left than before; where none were counted yet, all were."""
    before, after = whole(change["before"]), whole(change["after"])
    return after is not None and (before is None or after < before)


def told_to(reader: Reader, events: Iterable[JsonEvent]) -> Iterator[JsonEvent]:
    """The events of which he may hear: whoever may not know of somebody hears nothing of what he does by himself."""
    for event in events:
        subject = event["who"] if event["kind"] == "rolled" else event["of"]
        if not subject.startswith("character:") or reader.knows(subject):
            yield event


def pair(value: Any) -> tuple[int | None, int | None] | None:
    return (value[0], value[1]) if isinstance(value, list | tuple) and len(value) == 2 else None


def window_of(event: JsonEvent) -> tuple[int | None, int | None] | None:
    return pair(event["window"])


def target_of(event: JsonEvent) -> int | None:
    """The number to reach: stated, or the end of the window that is closed."""
    stated = whole(event["data"].get("target_number"))
    if stated is not None:
        return stated
    low, high = window_of(event) or (None, None)
    return high if high is not None else low


def merged[T](*groups: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(each for group in groups for each in group))


def modifiers_of(found: Json) -> tuple[Modifier, ...]:
    if not isinstance(found, list | tuple):
        return ()
    return tuple(modifier_from_json(each) for each in found if isinstance(each, Mapping))


def bill_of(reader: Reader, event: JsonEvent) -> tuple[StepView, ...]:
    return bill(reader, modifiers_of(event["data"].get("base")), modifiers_of(event["modifiers"]))


def sum_of(reader: Reader, event: JsonEvent, target: int) -> StepView:
    return StepView(
        key="target_number", label=target_word(reader), cites=tuple(event["rules"]), amount=target, text=number(target)
    )


def rolled_sum(reader: Reader, event: JsonEvent) -> tuple[tuple[StepView, ...], StepView]:
    """A roll to which things are added: the die that counts, its bill, what else fell, and the total."""
    dice, total = Dice.parse(event["dice"]), event["total"]
    faces = tuple(event["faces"])
    counted = dice.total(faces)
    bare = str(replace(dice, bonus=0))
    die = replace(_step("die", bare, counted - dice.bonus), cites=tuple(event["rules"]))
    shown = [die, *bill_of(reader, event)]
    if total != counted:
        shown.append(_step("more_dice", _("weitere Würfel"), total - counted))
    result = StepView(key="total", label=_("Summe"), cites=tuple(event["rules"]), amount=total, text=number(total))
    return tuple(shown), result


def _step(key: str, label: str, amount: int) -> StepView:
    return StepView(key=key, label=label, cites=(), amount=amount, text=number(amount))


class HouseRuleActed(NamedTuple):
    """A house rule that acted, in words, and the numbers it stands under."""

    said: str
    cites: tuple[str, ...]


def cites_of(reader: Reader, event: JsonEvent) -> tuple[str, ...]:
    """The rules an event names. Of others he hears those of its word: what else decided it tells of their sheet."""
    about = event["who"] if event["kind"] == "rolled" else event["of"]
    if about.startswith("character:") and not reader.sees(about):
        return tuple(reader.words.term(event["term"]).rules)
    return tuple(event["rules"])


def house_rules_of(reader: Reader, *events: JsonEvent) -> tuple[HouseRuleActed, ...]:
    """The house rules that acted in events otherwise than by default, in words; of others he hears none.

    What acted tells of weapons and talents: only whoever sees the numbers of the one it is about may know.
    """
    found: list[str] = []
    for event in events:
        about = event["who"] if event["kind"] == "rolled" else event["of"]
        keys = event["data"].get("option")
        if isinstance(keys, list | tuple) and (not about or reader.sees(about)):
            found += [key for key in keys if isinstance(key, str)]
    options = {option.key: option for option in reader.info.options}
    return tuple(_deviation(reader, options[key]) for key in dict.fromkeys(found) if key in options)


def _deviation(reader: Reader, option: Option) -> HouseRuleActed:
    """A house rule and, where it has but one other setting, that setting."""
    label = capfirst(reader.words.word(f"option.{option.key}"))
    others = [known for known in option.values if known.value != option.default]
    said = f"{label}: {reader.words.word(others[0].term)}" if len(others) == 1 else label
    return HouseRuleActed(said, tuple(option.rules))


def steps_of(event: JsonEvent) -> list[DerivedStep]:
    found = event["data"].get("steps")
    if not isinstance(found, list | tuple):
        return []
    return [
        DerivedStep(
            str(step["term"]),
            int(step["amount"]),
            tuple(Citation(rule) for rule in step.get("rules", ())),
            step.get("data", {}),
        )
        for step in found
    ]


def derived_of(reader: Reader, event: JsonEvent) -> tuple[StepView, ...]:
    return tuple(derived_step(reader, step, first=index == 0) for index, step in enumerate(steps_of(event)))


def facts_of(reader: Reader, event: JsonEvent) -> tuple[StepView, ...]:
    """The numbers of an event that explain its steps without being added up."""
    steps = {step.term for step in steps_of(event)}
    return tuple(
        StepView(
            key=key,
            label=reader.words.word(key),
            cites=tuple(reader.words.term(key).rules),
            amount=value,
            text=number(value),
        )
        for key, value in event["data"].items()
        if whole(value) is not None and key not in steps and key != "hit" and key in reader.info.glossary.terms
    )


def amounts_of(reader: Reader, event: JsonEvent) -> tuple[tuple[Amount, ...], Amount | None]:
    """The big numbers of a hit: what was rolled, what held it back, what is left."""
    steps = steps_of(event)
    if not steps:
        return (), None
    amounts = tuple(
        Amount(
            text=number(step.amount) if index == 0 else signed(step.amount),
            label=listed([reader.words.word(step.term), derived_step(reader, step).note]),
        )
        for index, step in enumerate(steps)
    )
    result = result_of(reader, event)
    total = Amount(text=result.text, label=result.label) if result else None
    return (*amounts, *_divided(reader, event, steps)), total


def _divided(reader: Reader, event: JsonEvent, steps: Sequence[DerivedStep]) -> tuple[Amount, ...]:
    """What the steps come to and what it is divided by, where so much of it makes one point of what rises."""
    pool = next((pool for pool in reader.info.pools if pool.per and pool.per in event["data"]), None)
    if pool is None:
        return ()
    damage = max(0, sum(step.amount for step in steps))
    return (
        Amount(text=f"= {number(damage)}", label=reader.words.word("damage")),
        Amount(text=f"÷ {reader.text(event['data'][pool.per])}", label=reader.words.word(pool.per)),
    )


def result_of(reader: Reader, event: JsonEvent) -> StepView | None:
    """What the steps of an event come to: points somebody lost, or what a thing took."""
    steps = steps_of(event)
    if not steps:
        return None
    pools = {pool.current: pool for pool in reader.info.pools if pool.health}
    change = next((change for change in event["changes"] if change["field"] in pools), None)
    amount = max(0, sum(step.amount for step in steps))
    if reader.info.kind(reader.kinds.get(event["of"], "")) is not None:
        return _result(event, amount, _("an: %(name)s") % {"name": reader.name(event["of"])})
    named = (pool for pool in pools.values() if pool.key == event["data"].get("pool"))
    pool = pools[change["field"]] if change else next(named, next(iter(pools.values()), None))
    lost = change["before"] - change["after"] if change and isinstance(change["before"], int) else 0
    short = reader.words.short(pool.key) if pool else ""
    if pool is not None and pool.rising:
        return _result(event, -lost, _("%(points)s dazu") % {"points": short})
    return _result(event, lost, _("%(points)s verloren") % {"points": short})


def _result(event: JsonEvent, amount: int, label: str) -> StepView:
    return StepView(key="result", label=label, cites=tuple(event["rules"]), amount=amount, text=number(amount))


def filled(reader: Reader, event: JsonEvent) -> dict[str, object]:
    """What the sentence of an event may name: its data in words, and who it is about under each name."""
    of = event["of"]
    name = reader.name(of) if of else ""
    filled: dict[str, object] = {"who": name, "target": name, "item": name, "of": name}
    for key, value in event["data"].items():
        if key not in ("steps", "base"):
            filled[key] = _told(reader, of, key, value)
    return filled


def _told(reader: Reader, of: str, key: str, value: Json) -> str:
    """A value in words; what somebody called it is for those who may read his sheet, for others it is what it is."""
    return reader.words.word(key) if reader.is_own(key) and not reader.opens(of) else reader.told(key, value)


def own_names(reader: Reader, event: JsonEvent) -> list[str]:
    """What somebody called that which he rolled for, for whoever may read it."""
    if not reader.opens(event["who"]):
        return []
    return [value for key, value in event["data"].items() if reader.is_own(key) and value]


def between_bounds(reader: Reader, event: JsonEvent) -> str:
    """A roll with two bounds in words: 12, nötig 9 < Wurf ≤ 14: gelungen; nothing where one number alone decides.

    A roll that cannot succeed has no window; its lower bound is the difficulty it states.
    """
    low, high = window_of(event) or (None, None)
    said = {"roll": number(event["total"]), "outcome": reader.words.word(event["outcome"])}
    if low is not None and high is not None:
        bounds = {"above": number(low - 1), "up_to": number(high)}
        return _("%(roll)s, nötig %(above)s < Wurf ≤ %(up_to)s: %(outcome)s") % (said | bounds)
    target, difficulty = whole(event["data"].get("target_number")), whole(event["data"].get("difficulty"))
    if high is not None or low is not None or not difficulty or target is None:
        return ""
    why = {"why": never_words(reader, difficulty, target)}
    return _("%(roll)s, konnte nicht gelingen, %(why)s: %(outcome)s") % (said | why)


def distance_words(target: int, total: int, window: Window | None = None) -> str:
    """How far a roll lies from the number to reach."""
    if total == target:
        return even_words(target, window)
    if total < target:
        return _("%(points)s darunter") % {"points": target - total}
    return _("%(points)s darüber") % {"points": total - target}


def as_told(events: Iterable[JsonEvent], changes: Sequence[Change]) -> list[Change]:
    """The changes of an entry with the values its events speak of: where nothing was stored, what counted instead."""
    first: dict[tuple[str, str], Json] = {}
    for event in events:
        for change in event.get("changes", ()):
            first.setdefault((change["of"], change["field"]), change["before"])
    return [
        change._replace(before=first.get((change.of, change.field))) if change.before is None else change
        for change in changes
    ]
