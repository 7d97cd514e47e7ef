"""Wurf, W20-7.6: how far a thing flies, what it does, and throwing it at somebody."""

from collections.abc import Mapping
from fractions import Fraction

from combat.core.bill import Bill, total
from combat.core.body import dice, optional, text
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.dice import Dice
from combat.core.event import Modifier
from combat.core.fight import Fight
from combat.core.form import Form
from combat.core.intent import Part, Reason
from combat.core.rounding import floor_div
from combat.core.schema import Field
from combat.core.sheet import Item, Sheet
from combat.rulesets.zwanziger.announce import ADJUST, BACKSTAB, BONUS, SLOT, Asked, distance, one_target
from combat.rulesets.zwanziger.attack import act_of, undefended
from combat.rulesets.zwanziger.data import TABLES, number
from combat.rulesets.zwanziger.form import Act, form_of
from combat.rulesets.zwanziger.options import House
from combat.rulesets.zwanziger.person import SKILL, skill, start, value
from combat.rulesets.zwanziger.strike import Harm, Strike, added, attack_test, situation
from combat.rulesets.zwanziger.turn import not_now, price_of

FORM = "throw"
GRAMS = number("grams_per_kilogram")
NEAREST = number("throw_from")
DIVISOR = number("throw_damage_divisor")
THROWN = cite("W20-7.6")
OWN_DAMAGE = cite("W20-2.4")
LIMBS = cite("W20-7.6", "W20-1.12")
FAR = cite("W20-7.6", "W20-8.1")
ROW = (*FAR, *cite("W20-9.11"))
SKILLED = (*THROWN, *SKILL)
OF_ITSELF = "blow"
"""The type of damage of a thing that has none of its own."""


def row_of(kilograms: Fraction) -> str:
    """The row of the table for a weight; its upper bound still belongs to it.

    Rule: W20-7.6, W20-9.11.
    """
    return TABLES.band("bands.throw_weight").at(kilograms)


def weight_of(item: Item) -> Fraction | None:
    """A thing's weight in kilograms, None if nobody entered one."""
    grams = optional(item.body.get("weight"))
    return None if grams is None else Fraction(grams, GRAMS)


def range_bill(sheet: Sheet, item: Item, house: House) -> Bill:
    """How far somebody throws a thing, in whole metres; no step at all if its weight is not known.

    Rule: W20-7.6, W20-8.1.
    """
    weight = weight_of(item)
    if weight is None:
        return ()
    row = row_of(weight)
    metres = Fraction(TABLES.text(f"throw.{row}.metres")) * value(sheet, "strength_bonus", house)
    return (DerivedStep("throw_row", floor_div(metres.numerator, metres.denominator), ROW, {"weight": row}),)


def has_own_damage(item: Item) -> bool:
    """Whether a thing is made to be thrown and has damage of its own.

    Rule: W20-2.4.
    """
    return item.traits.get("throwable") is True and dice(text(item.body.get("damage"))) is not None


def throw_dice(item: Item) -> Dice | None:
    """The dice of a thrown thing: its own if it is made for it, else those of its row.

    Rule: W20-2.4, W20-7.6.
    """
    if has_own_damage(item):
        return dice(text(item.body.get("damage")))
    weight = weight_of(item)
    return None if weight is None else dice(TABLES.text(f"throw.{row_of(weight)}.damage"))


def dice_rules(item: Item) -> Citations:
    """Which rule names the dice of a thrown thing."""
    return OWN_DAMAGE if has_own_damage(item) else THROWN


def throw_bonus(sheet: Sheet, item: Item, house: House) -> Bill:
    """What strength adds to a thrown thing: half its modifier, nothing to damage of its own.

    Rule: W20-2.4, W20-7.6, W20-8.1.
    """
    if has_own_damage(item):
        return ()
    half = floor_div(value(sheet, "strength_bonus", house), DIVISOR)
    return (DerivedStep("half_strength_bonus", half, FAR),)


def throw_base(sheet: Sheet, house: House) -> tuple[Modifier, ...]:
    """What a throw starts from.

    Rule: W20-7.6.
    """
    skilled = Modifier("thrown_weapons", skill(sheet, "thrown_weapons"), "add", SKILLED)
    return (skilled, start(sheet, "dexterity_bonus", house, THROWN))


def range_reasons(found: Asked, item: Item, target: str) -> tuple[Reason, ...]:
    """A target nearer than four metres or beyond the reach of the arm; nearness is looked at first.

    Rule: W20-7.6.
    """
    away = distance(found.fight, found.actor.id, target)
    if away is None:
        return (Reason("distance_needed", {"target": target}, THROWN),)
    if away < NEAREST:
        return (Reason("too_close", {"distance": away, "limit": NEAREST}, THROWN),)
    limit = total(range_bill(found.actor.sheet, item, found.house))
    return (Reason("too_far", {"distance": away, "limit": limit}, FAR),) if away > limit else ()


def _read(found: Asked) -> Act:
    """A throw as announced.

    Rule: W20-7.6, W20-5.2, W20-5.3.
    """
    item = found.item
    price = price_of(found.fight, found.actor, FORM, found.slot)
    reasons = not_now(found.fight, found.actor, price)
    if found.actor.sheet.body.get("can_throw") is False:
        reasons += (Reason("no_limbs", {"who": found.actor.id}, LIMBS),)
    target, wrong = one_target(found)
    if item is None or weight_of(item) is None:
        return Act((Reason("not_to_throw", {"item": found.part.item}, THROWN), *reasons, *wrong), price)
    if target is not None:
        wrong = range_reasons(found, item, target.id)
    sheet, house = found.actor.sheet, found.house
    modifiers = (*situation(found.fight, found.actor, found.is_true("backstab")), *found.adjusted)
    test = attack_test(found.actor, throw_base(sheet, house), modifiers, THROWN)
    bonus = (*throw_bonus(sheet, item, house), *added(sheet, found.amount("damage_bonus")))
    harm = Harm(throw_dice(item), bonus, text(item.body.get("damage_type"), OF_ITSELF), dice_rules(item))
    strike = Strike(FORM, test, "" if target is None else target.id, item.id, harm=harm, missile=True)
    return act_of(strike, price, reasons + wrong, undefended(found, target))


def thrown_items(sheet: Sheet) -> tuple[Item, ...]:
    """What somebody could throw: everything whose weight is known."""
    return tuple([item for item in sheet.items if weight_of(item) is not None])


def _candidates(fight: Fight, actor: str) -> tuple[Part, ...]:
    return tuple([Part(form=FORM, item=item.id) for item in thrown_items(fight.combatants[actor].sheet)])


def _fields(fight: Fight, actor: str, part: Part) -> tuple[Field, ...]:
    return (SLOT, BACKSTAB, BONUS, *ADJUST)


FORMS: Mapping[str, Form] = {FORM: form_of(_read, _candidates, _fields, THROWN, needs_target=True)}
