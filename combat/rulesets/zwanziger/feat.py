"""Sprung, Wurfduell und Saves, W20-7.4, 4.6, 4.9 und 7.7."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from combat.core.body import optional, words
from combat.core.citation import cite
from combat.core.event import Happened, Modifier
from combat.core.fields import choice, choices
from combat.core.fields import length as length_field
from combat.core.fields import number as whole_number
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Check, Part, Reason
from combat.core.length import length
from combat.core.procedure import Step
from combat.core.rounding import ceil_div, floor_div
from combat.core.schema import Field
from combat.core.value import Json
from combat.rulesets.zwanziger.announce import ADJUST, SLOT, Asked, one_target
from combat.rulesets.zwanziger.data import number
from combat.rulesets.zwanziger.form import Act, form_of
from combat.rulesets.zwanziger.move import as_mount, immobile
from combat.rulesets.zwanziger.options import BY_THE_BOOK, House
from combat.rulesets.zwanziger.person import burdens, start, value
from combat.rulesets.zwanziger.roll import CONTEST, CONTEST_DIE, Test, check_of, contest_won, save_test, saved, shown
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.turn import Price, not_now, paid, price_of
from combat.rulesets.zwanziger.words import ATTRIBUTES

JUMP = cite("W20-7.4", "W20-9.6")
ITEM_SAVE = cite("W20-7.7")
JUMP_DIE = number("jump_die")
HEIGHT = number("height_factor")
BALANCE = number("balance_factor")
ORIGIN = number("origin_value")


SHORTEST = 1
"""How far a jump goes that names neither height nor distance, in metres."""
LENGTHS = tuple(
    length_field(path, default=default, optional=True, unit="metres", rules=cite("W20-7.4", "W20-8.1"))
    for path, default in (("height", None), ("distance_jumped", SHORTEST))
)
BONUSES = tuple(f"{key}_bonus" for key in ATTRIBUTES)
OWN = choices("own_attributes", BONUSES, group="contest", rules=cite("W20-4.6"))
THEIRS = choices("their_attributes", BONUSES, group="contest", rules=cite("W20-4.6"))
SAVE_WITH = choice("save_attribute", BONUSES, default="constitution_bonus", rules=cite("W20-4.9", "W20-7.7"))
USER = choice("user_attribute", BONUSES, default="dexterity_bonus", rules=cite("W20-7.7"))
SAVE_VALUE = whole_number("save_value", default=10, low=-99, high=999, rules=cite("W20-4.9"))
ORIGIN_VALUE = whole_number("origin_value", optional=True, low=-99, high=999, rules=cite("W20-7.7"))


# --- jump -----------------------------------------------------------------------------------------------------


def jump_test(actor: Combatant, house: House, modifiers: tuple[Modifier, ...]) -> Test:
    """A jump: strength and dexterity on a die.

    Rule: W20-7.4.
    """
    base = tuple([start(actor.sheet, key, house, JUMP) for key in ("strength_bonus", "dexterity_bonus")])
    return Test("jump", actor.id, JUMP_DIE, base, (*modifiers, *burdens(actor.sheet)), JUMP)


def threshold_of(height: Fraction, distance: Fraction) -> Fraction:
    """What a jump has to beat: twice its height and its distance, in metres.

    Rule: W20-7.4.
    """
    return HEIGHT * height + distance


def _above(threshold: Fraction) -> int:
    """The lowest whole number above a threshold.

    Rule: W20-7.4.
    """
    return floor_div(threshold.numerator, threshold.denominator) + 1


def loses_balance(total: int, threshold: Fraction, house: House) -> bool:
    """Whether a jumper loses his balance: below twice the threshold, or below half of it where the house plays it so.

    Rule: W20-7.4, W20-9.6.
    """
    return total < (threshold / BALANCE if house.half_balance else threshold * BALANCE)


def _written(number: Fraction) -> Json:
    return number.numerator if number.denominator == 1 else str(number)


class Leap(NamedTuple):
    """A jump as announced: its roll, the number to beat, and what is wrong with it."""

    test: Test
    threshold: Fraction
    reasons: tuple[Reason, ...]

    @property
    def check(self) -> Check:
        """The roll before it is made.

        Rule: W20-7.4.
        """
        needed = _above(self.threshold)
        return check_of(self.test, (needed, None), needed)


def leap_of(found: Asked) -> Leap:
    """A jump with the lengths that were named; one that names none is the shortest.

    Rule: W20-7.4.
    """
    reasons = immobile(found.actor)
    height, distance = (length(found.given.get(known.path)) or Fraction(0) for known in LENGTHS)
    if not any(known.path in found.given for known in LENGTHS):
        distance = Fraction(SHORTEST)
    threshold = threshold_of(height, distance)
    return Leap(jump_test(found.actor, found.house, found.adjusted), threshold, reasons)


def balance_note(leap: Leap, house: House) -> tuple[Reason, ...]:
    """Below which total balance is lost: a jump that succeeds may still end on hands and knees.

    Rule: W20-7.4, W20-9.6.
    """
    limit = leap.threshold / BALANCE if house.half_balance else leap.threshold * BALANCE
    needed = ceil_div(limit.numerator, limit.denominator)
    return (Reason("balance_below", {"needed": needed}, JUMP),) if needed > leap.test.bonus + 1 else ()


def _read_jump(found: Asked) -> Act:
    """A jump that leaves nobody's reach.

    Rule: W20-7.4.
    """
    price = price_of(found.fight, found.actor, "jump", found.slot)
    leap = leap_of(found)
    reasons = not_now(found.fight, found.actor, price) + leap.reasons
    notes = balance_note(leap, found.house)
    return Act(reasons, price, (leap.check,), partial(_jump, leap, price), notes=notes)


def _jump(leap: Leap, price: Price, stage: Stage) -> Step[None]:
    yield from paid(stage, leap.test.who, "jump", price)
    yield from leapt(stage, leap)


def leapt(stage: Stage, leap: Leap) -> Step[None]:
    """A jump from its roll to its landing.

    Rule: W20-7.4, W20-9.6, W20-5.4.
    """
    test, threshold, _ = leap
    goal = (_above(threshold), None)
    found = yield from shown(stage, "jump", test, goal, ("success", "failure"), {"threshold": _written(threshold)})
    usual = loses_balance(found.total, threshold, BY_THE_BOOK)
    if stage.decided("jump_balance", loses_balance(found.total, threshold, stage.house), usual):
        yield from stage.set_status(test.who, "off_balance", JUMP)
    data: dict[str, Json] = {"who": test.who}
    term = "jumped" if found.total > threshold else "jump_failed"
    yield stage.tell(Happened(term, test.who, data, as_mount(stage, test.who), JUMP))


# --- contest --------------------------------------------------------------------------------------------------


def _contest_side(who: Combatant, keys: tuple[str, ...], house: House, modifiers: tuple[Modifier, ...] = ()) -> Test:
    """One side of a contest: one or more modifiers on a die.

    Rule: W20-4.6.
    """
    base = tuple([start(who.sheet, key, house, CONTEST) for key in keys])
    return Test("contest", who.id, CONTEST_DIE, base, (*modifiers, *burdens(who.sheet)), CONTEST)


def _read_contest(found: Asked) -> Act:
    """A contest with modifiers agreed on before.

    Rule: W20-4.6.
    """
    target, reasons = one_target(found)
    own = _contest_side(found.actor, words(found.given.get("own_attributes")), found.house, found.adjusted)
    if target is None:
        return Act(reasons, checks=(check_of(own),))
    theirs = _contest_side(target, words(found.given.get("their_attributes")), found.house)
    return Act((), None, (check_of(own),), partial(_contest, own, theirs))


def _contest(own: Test, theirs: Test, stage: Stage) -> Step[None]:
    won = yield from contest_won(stage, "contest", own, theirs)
    winner, loser = (own.who, theirs.who) if won else (theirs.who, own.who)
    yield stage.tell(Happened("contest_won", winner, {"who": winner, "target": loser}, (), CONTEST))


# --- saves ----------------------------------------------------------------------------------------------------


def _attribute(found: Asked, known: Field) -> str:
    return found.word(known.path, str(known.default)).removesuffix("_bonus")


def _read_save(found: Asked) -> Act:
    """A save against a value that the game master names.

    Rule: W20-4.9.
    """
    attribute = _attribute(found, SAVE_WITH)
    modifiers = (*found.adjusted, *burdens(found.actor.sheet))
    test = save_test(Stage(found.fight), found.actor.id, attribute, modifiers, ())
    goal = found.amount("save_value") if "save_value" in found.given else int(str(SAVE_VALUE.default))
    check = check_of(test, (goal, None), goal)
    return Act((), None, (check,), partial(_save, test, goal, attribute))


def _save(test: Test, goal: int, attribute: str, stage: Stage) -> Step[None]:
    yield from saved(stage, "save", test, goal, attribute)


def _read_item_save(found: Asked) -> Act:
    """The target's save against a thing that somebody has set off.

    Rule: W20-7.7.
    """
    target, reasons = one_target(found)
    if found.part.item and found.item is None:
        reasons += (Reason("unknown_item", {"item": found.part.item}, ITEM_SAVE),)
    if target is None or reasons:
        return Act(reasons)
    goal = origin_of(found) + value(found.actor.sheet, f"{_attribute(found, USER)}_bonus", found.house)
    attribute = _attribute(found, SAVE_WITH)
    modifiers = (*found.adjusted, *burdens(target.sheet))
    test = save_test(Stage(found.fight), target.id, attribute, modifiers, ITEM_SAVE)
    check = check_of(test, (goal, None), goal)
    # Whoever sets the thing off knows its value, though not what the target rolls with.
    told = (Reason("value_to_reach", {"needed": goal, "origin_value": origin_of(found)}, ITEM_SAVE),)
    return Act((), None, (check,), partial(_save, test, goal, attribute), notes=told)


def origin_of(found: Asked) -> int:
    """The origin value: as stated, else that of the thing, else the usual one.

    Rule: W20-7.7.
    """
    of_item = optional(found.item.body.get("origin_value")) if found.item is not None else None
    stated = optional(found.given.get("origin_value"))
    if stated is not None:
        return stated
    return ORIGIN if of_item is None else of_item


def _with_origin(fight: Fight, actor: str) -> tuple[Part, ...]:
    items = fight.combatants[actor].sheet.items
    mine = [item for item in items if optional(item.body.get("origin_value")) is not None]
    return (Part(form="item_save"), *[Part(form="item_save", item=item.id) for item in mine])


FORMS: Mapping[str, Form] = {
    "jump": form_of(
        _read_jump,
        lambda fight, actor: (Part(form="jump"),),
        lambda fight, actor, part: (*LENGTHS, SLOT, *ADJUST),
        JUMP,
    ),
    "contest": form_of(
        _read_contest,
        lambda fight, actor: (Part(form="contest"),),
        lambda fight, actor, part: (OWN, THEIRS, *ADJUST),
        CONTEST,
        needs_target=True,
    ),
    "save": form_of(
        _read_save,
        lambda fight, actor: (Part(form="save"),),
        lambda fight, actor, part: (SAVE_WITH, SAVE_VALUE, *ADJUST),
        cite("W20-4.9"),
    ),
    "item_save": form_of(
        _read_item_save,
        _with_origin,
        lambda fight, actor, part: (USER, SAVE_WITH, ORIGIN_VALUE, *ADJUST),
        ITEM_SAVE,
        needs_target=True,
    ),
}
