"""What follows from a sheet: values with their bills, worn armour, ready tables, what holds and what is wrong."""

from collections.abc import Iterator

from combat.core.bill import Bill, total
from combat.core.body import inner, optional, text, whole
from combat.core.citation import cite
from combat.core.derived import (
    ArmourValue,
    Cell,
    Column,
    Derived,
    DerivedStep,
    DerivedValue,
    ReadyTable,
    Row,
    ZoneValue,
)
from combat.core.event import Modifier
from combat.core.intent import Reason
from combat.core.sheet import Item, Sheet
from combat.core.standing import override, override_reason
from combat.core.value import Json, JsonMap
from combat.rulesets.zwanziger import person, throw, weapon
from combat.rulesets.zwanziger.data import glossary
from combat.rulesets.zwanziger.options import House, house_rules
from combat.rulesets.zwanziger.words import ARMOUR, MANIPULATORS, ZONES

METRES = "metres"
UNITS = {"movement": METRES, "sprint": METRES, "throw_range": METRES, "reach": METRES}
GRAPPLE = cite("W20-7.5", "W20-5.5")
SKILL = cite("W20-1.10")

type Problem = tuple[str, Reason]


def _steps(base: tuple[Modifier, ...]) -> Bill:
    return tuple([DerivedStep(each.key, each.value, each.rules) for each in base])


# --- values ---------------------------------------------------------------------------------------------------


def _value(sheet: Sheet, key: str, bill: Bill) -> DerivedValue:
    """A value with its bill; one that the game master set keeps the bill and tells his reason."""
    unit = UNITS.get(key, "")
    found = override(sheet, key) if key in person.BILLS else None
    if found is None:
        return DerivedValue(key=key, value=total(bill), steps=bill, unit=unit)
    return DerivedValue(key=key, value=found, steps=bill, unit=unit, overridden=override_reason(sheet, key))


def grapple_value(sheet: Sheet, house: House) -> Bill:
    """What a grapple starts from, with the better of both manipulators.

    Rule: W20-7.5.
    """
    best = max(MANIPULATORS, key=lambda key: person.value(sheet, f"{key}_bonus", house))
    steps = [DerivedStep(f"{best}_bonus", person.value(sheet, f"{best}_bonus", house), GRAPPLE)]
    for term, key in (("unarmed", "unarmed"), ("grapple_skill", "grappling")):
        points = person.skill(sheet, key)
        if points:
            steps.append(DerivedStep(term, points, GRAPPLE))
    return tuple(steps)


def _values(sheet: Sheet, house: House) -> dict[str, DerivedValue]:
    found = {key: _value(sheet, key, bill(sheet, house)) for key, bill in person.BILLS.items()}
    found["throw"] = _value(sheet, "throw", _steps(throw.throw_base(sheet, house)))
    found["grapple"] = _value(sheet, "grapple", grapple_value(sheet, house))
    for key in inner(sheet.body, "skills"):
        steps = (DerivedStep("entered_by_hand", person.skill(sheet, key), SKILL),)
        found[f"skills.{key}"] = DerivedValue(key=f"skills.{key}", value=total(steps), steps=steps)
    return found


def _item_values(sheet: Sheet, item: Item, house: House) -> dict[str, DerivedValue]:
    bills = {"throw_range": throw.range_bill(sheet, item, house)}
    if weapon.is_weapon(item):
        bills |= {key: bill(sheet, item, house) for key, bill in weapon.BILLS.items()}
    return {
        key: DerivedValue(key=key, value=total(steps), steps=steps, unit=UNITS.get(key, ""))
        for key, steps in bills.items()
        if steps
    }


# --- ready tables ---------------------------------------------------------------------------------------------


def _table(item: str, form: str, row: Row) -> ReadyTable:
    return ReadyTable(item=item, form=form, number="attack_value", columns=(Column(term=form),), rows=(row,))


def _tables(sheet: Sheet, house: House) -> Iterator[ReadyTable]:
    """The bonus of every attack and throw, as the dice are added to it.

    Rule: W20-1.4, W20-7.6.
    """
    for item in sheet.items:
        if weapon.is_weapon(item):
            form = "attack_main" if weapon.hand_of(item) == "main" else "attack_off"
            bill = (*weapon.attack_bill(sheet, item, house), *_steps(person.burdens(sheet)))
            cells = (Cell(value=total(bill), steps=bill),)
            yield _table(item.id, form, Row(term="reach", up_to=weapon.reach_of(item), cells=cells))
        elif throw.weight_of(item) is not None:
            bill = (*_steps(throw.throw_base(sheet, house)), *_steps(person.burdens(sheet)))
            reach = total(throw.range_bill(sheet, item, house))
            cells = (Cell(value=total(bill) if reach >= throw.NEAREST else None, steps=bill),)
            yield _table(item.id, throw.FORM, Row(term="throw_range", up_to=reach, cells=cells))


# --- armour ---------------------------------------------------------------------------------------------------


def armour_value(item: Item) -> ArmourValue:
    """An armour's zones, from top to bottom; armour does not wear.

    Rule: W20-1.11.
    """
    zones = []
    for key in ZONES:
        known = item.zones.get(key)
        points = known.protection.get(ARMOUR, 0) if known is not None else 0
        protection = {ARMOUR: points}
        state = "whole" if points else "bare"
        zones.append(ZoneValue(key=key, base=protection, now=protection, notches=0, lost=0, state=state))
    return ArmourValue(item=item.id, zones=tuple(zones))


def _worn(sheet: Sheet) -> tuple[Item, ...]:
    return tuple([item for item in sheet.items if item.kind == "armour" and item.body.get("worn") is not False])


# --- problems -------------------------------------------------------------------------------------------------


def _problem(path: str, code: str, **data: Json) -> Problem:
    return path, Reason(code, data, glossary().term(f"problem.{code}").rules)


def _life_problems(sheet: Sheet, house: House) -> Iterator[Problem]:
    if house.life_points and not person.life_point_maximum(sheet):
        yield _problem("maxima.life_points", "no_life_points")
    pools, maxima = inner(sheet.body, "pools"), inner(sheet.body, "maxima")
    for pool in ("life_points", "energy", "magic_points"):
        now, most = optional(pools.get(pool)), whole(maxima.get(pool))
        if now is not None and now > most:
            yield _problem(f"pools.{pool}", "above_maximum", pool=pool, value=now, limit=most)


def _ability_problems(sheet: Sheet) -> Iterator[Problem]:
    abilities = inner(sheet.body, "abilities")
    for key in abilities:
        record = inner(abilities, key)
        if text(record.get("damage")) and optional(record.get("value")) is None:
            yield _problem(f"abilities.{key}.damage", "damage_without_roll")


def _override_problems(sheet: Sheet) -> Iterator[Problem]:
    for key in inner(sheet.body, "overrides"):
        points = override(sheet, key)
        if points is not None and key in person.BILLS:
            yield _problem(f"overrides.{key}", "overridden", value=key, points=points)


def _item_problems(sheet: Sheet, item: Item) -> Iterator[Problem]:
    """What is wrong with a thing: a block that holds nothing off, an unknown skill, a throw without a weight."""
    if weapon.is_weapon(item):
        if weapon.defence_bill(item, "block") and not weapon.strength_bill(item):
            yield _problem(f"{item.id}.block_strength", "block_without_strength", item=item.id)
        skill = text(item.body.get("skill"))
        if skill and skill not in inner(sheet.body, "skills"):
            yield _problem(f"{item.id}.skill", "unknown_skill", item=item.id, skill=skill)
    if item.traits.get("throwable") is True and throw.weight_of(item) is None:
        yield _problem(f"{item.id}.weight", "throwable_without_weight", item=item.id)


def _problems(sheet: Sheet, house: House) -> Iterator[Problem]:
    yield from _life_problems(sheet, house)
    for item in sheet.items:
        yield from _item_problems(sheet, item)
    yield from _ability_problems(sheet)
    yield from _override_problems(sheet)


def derive(sheet: Sheet, options: JsonMap) -> Derived:
    """What follows from a sheet."""
    house = house_rules(options)
    return Derived(
        values=_values(sheet, house),
        item_values={item.id: found for item in sheet.items if (found := _item_values(sheet, item, house))},
        tables=tuple(_tables(sheet, house)),
        armour=tuple([armour_value(item) for item in _worn(sheet)]),
        statuses=person.statuses(sheet, house),
        problems=tuple(_problems(sheet, house)),
    )
