"""What follows from a sheet: values with their bills, ready tables, what holds and what is wrong."""

from combat.core.bill import Bill, total
from combat.core.body import whole
from combat.core.citation import cite
from combat.core.derived import Derived, DerivedStep, DerivedValue
from combat.core.sheet import Item, Sheet
from combat.core.standing import derived_value
from combat.core.value import JsonMap
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.condition import statuses
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.problems import problems
from combat.rulesets.fhtagn.protection import counting
from combat.rulesets.fhtagn.ready_tables import ready_tables
from combat.rulesets.fhtagn.weapon import SINGLE, lethality_of, skill_of, weapon_of
from combat.rulesets.fhtagn.words import ATTRIBUTES


def armour_bill(sheet: Sheet) -> Bill:
    """What worn armour takes off, piece by piece.

    Rule: FHT-2.8, FHT-2.10.
    """
    worn = counting(sheet, None)
    return tuple(
        [DerivedStep("worn_armour", whole(item.body.get("protection")), cite("FHT-2.8", "FHT-2.10")) for item in worn]
    )


def _values(sheet: Sheet) -> dict[str, DerivedValue]:
    found = {key: derived_value(sheet, key, bill(sheet)) for key, bill in person.BILLS.items()}
    if person.is_inhumanly_strong(sheet):
        bill = person.melee_lethality_bill(sheet)
        found["melee_lethality"] = DerivedValue(key="melee_lethality", value=total(bill), steps=bill, unit="percent")
    else:
        bill = person.damage_bonus_bill(sheet)
        found["damage_bonus"] = DerivedValue(key="damage_bonus", value=total(bill), steps=bill, assumption=True)
    armour = armour_bill(sheet)
    found["armour"] = DerivedValue(key="armour", value=total(armour), steps=armour)
    for key in ATTRIBUTES:
        steps = person.attribute_bill(sheet, key)
        found[f"tests.{key}"] = DerivedValue(key=f"tests.{key}", value=total(steps), steps=steps, unit="percent")
    return found


def _item_values(sheet: Sheet, item: Item, house: House) -> dict[str, DerivedValue]:
    """A weapon as it counts now: skill, what strength adds to its dice, its lethality where it always has one.

    Rule: FHT-2.1, FHT-1.6.
    """
    weapon = weapon_of(item)
    bill = person.skill_bill(sheet, skill_of(weapon, house))
    found = {"skill_value": DerivedValue(key="skill_value", value=total(bill), steps=bill)}
    if weapon.brw is not None:
        steps: Bill = (DerivedStep("base_range", weapon.brw, cite("FHT-2.2")),)
        found["base_range"] = DerivedValue(key="base_range", value=weapon.brw, steps=steps, unit="metres")
    strong = person.is_inhumanly_strong(sheet) and weapon.by_hand
    if weapon.st_bonus and weapon.by_hand and not strong:
        bill = person.damage_bonus_bill(sheet)
        found["damage_bonus"] = DerivedValue(key="damage_bonus", value=total(bill), steps=bill, assumption=True)
    strength = person.melee_lethality_bill(sheet) if strong else ()
    lethality = lethality_of(weapon, SINGLE, total(strength))
    if lethality:
        steps = strength or (DerivedStep("lethality", lethality, cite("FHT-6.7")),)
        found["lethality"] = DerivedValue(key="lethality", value=lethality, steps=steps, unit="percent")
    return found


def derive(sheet: Sheet, options: JsonMap) -> Derived:
    """What follows from a sheet."""
    house = House(options)
    return Derived(
        values=_values(sheet),
        item_values={item.id: _item_values(sheet, item, house) for item in sheet.items if item.kind == "weapon"},
        tables=ready_tables(sheet, options),
        statuses=statuses(sheet),
        problems=problems(sheet),
    )
