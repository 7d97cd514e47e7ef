"""What follows from a sheet: values with their bills, worn armour, ready tables, what holds and what is wrong."""

from collections.abc import Mapping

from combat.core.bill import Bill, total
from combat.core.body import inner, text, whole
from combat.core.citation import cite
from combat.core.derived import ArmourValue, Derived, DerivedStep, DerivedValue, ZoneValue
from combat.core.rounding import floor_div
from combat.core.sheet import Item, Sheet
from combat.core.standing import derived_value
from combat.core.value import JsonMap
from combat.rulesets.chaos import person, weapon_bills
from combat.rulesets.chaos.damage import POINTS_PER_STEP, highest_base, is_sealed, worn_armour, worn_to
from combat.rulesets.chaos.moves import MOVES, move_bill, throw_bill
from combat.rulesets.chaos.origin import effect_steps
from combat.rulesets.chaos.problems import problems
from combat.rulesets.chaos.ready_tables import ready_tables
from combat.rulesets.chaos.repair import PER_STEP, level
from combat.rulesets.chaos.words import ATTRIBUTES, PROTECTIONS, ZONES

METRES = "metres"


def initiative_bill(sheet: Sheet, hip_shot: bool = False) -> Bill:
    """Mobility and the melee fitness of the readied weapon; with none in hand mobility alone.

    Whoever means to shoot from the hip is quicker with it.

    Rule: CHA-1.2, CHA-1.4.
    """
    start = (*person.attribute_bill(sheet, "mobility", cite("CHA-1.2")), *effect_steps(sheet, "initiative"))
    for item in sheet.items:
        if item.kind == "weapon" and item.body.get("readied") is True:
            fitness = weapon_bills.melee_fitness_bill(item, hip_shot)
            cited = tuple(dict.fromkeys((*cite("CHA-1.2"), *[rule for step in fitness for rule in step.rules])))
            return (*start, DerivedStep("melee_fitness", total(fitness), cited, {"item": item.id}))
    return start


def wound_bill(sheet: Sheet) -> Bill:
    """What wounds take off the own rolls of attack: one step, named by the state, or none.

    Rule: CHA-3.2.
    """
    found = person.WOUNDS.get(person.harm(*person.health(sheet)))
    return () if found is None else (DerivedStep(found.key, found.value, found.rules),)


def _values(sheet: Sheet) -> dict[str, DerivedValue]:
    bonuses = ("strength_bonus", "mobility_bonus", "toughness_bonus")
    found = {key: derived_value(sheet, key, person.BILLS[key](sheet)) for key in bonuses}
    for key, factor in MOVES:
        found[key] = derived_value(sheet, key, move_bill(sheet, factor), METRES)
    found["throw_range"] = derived_value(sheet, "throw_range", throw_bill(sheet), METRES)
    for key, bill in person.BILLS.items():
        found.setdefault(key, derived_value(sheet, key, bill(sheet)))
    found["initiative"] = derived_value(sheet, "initiative", initiative_bill(sheet))
    found["wound_modifier"] = derived_value(sheet, "wound_modifier", wound_bill(sheet))
    # An attribute is a field of the sheet; only where something is added to it is there more to tell.
    bills = {key: person.attribute_bill(sheet, key) for key in ATTRIBUTES}
    found |= {key: derived_value(sheet, key, bill) for key, bill in bills.items() if len(bill) > 1}
    return found | _skills(sheet)


def _skills(sheet: Sheet) -> dict[str, DerivedValue]:
    """Every skill's target number before modifiers; one that needs learning has none until it is learned.

    Rule: CHA-0.3.
    """
    found = {}
    for key, record in inner(sheet.body, "skills").items():
        if not isinstance(record, Mapping):
            continue
        name = f"skills.{key}"
        if key in person.BILLS:
            value = derived_value(sheet, key, person.BILLS[key](sheet))
            found[name] = DerivedValue(key=name, value=value.value, steps=value.steps, overridden=value.overridden)
        elif whole(record.get("rank")) or record.get("untrained") is not False:
            steps = person.skill_bill(sheet, key, text(record.get("attribute"), "intelligence"))
            found[name] = DerivedValue(key=name, value=total(steps), steps=steps)
    return found


def _item_values(item: Item) -> dict[str, DerivedValue]:
    units = {"base_range": METRES, "reload_rounds": "rounds"}
    return {
        key: DerivedValue(key=key, value=total(steps), steps=steps, unit=units.get(key, ""))
        for key, bill in weapon_bills.BILLS.items()
        if (steps := bill(item))
    }


def zone_value(item: Item, zone: str) -> ZoneValue:
    """A zone of an armour as it counts now: its armour points by damage type and its wear.

    Rule: CHA-7.6.
    """
    known = item.zones.get(zone)
    protection = known.protection if known is not None else {}
    notches = known.damage_points if known is not None else 0
    highest = highest_base(item, zone)
    lost = min(floor_div(notches, POINTS_PER_STEP), highest)
    base = {kind: protection.get(kind, 0) for kind in PROTECTIONS}
    now = {kind: worn_to(points, notches) for kind, points in base.items()}
    worn = "worn" if notches else "whole"
    state = "bare" if not highest else "destroyed" if lost == highest else worn
    return ZoneValue(key=zone, base=base, now=now, notches=notches, lost=lost, state=state)


def armour_value(item: Item) -> ArmourValue:
    """An armour's zones, from top to bottom, whether its ABC protection is intact, what a lost point costs to repair.

    Rule: CHA-7.5, CHA-7.8.
    """
    sealed = is_sealed(item) if item.body.get("abc") is True else None
    zones = tuple(zone_value(item, zone) for zone in ZONES)
    return ArmourValue(item=item.id, zones=zones, sealed=sealed, repair_price=PER_STEP[level(item)])


def derive(sheet: Sheet, options: JsonMap) -> Derived:
    """What follows from a sheet. Only armour that counts is among the armour: the first one worn."""
    armour = worn_armour(sheet)
    return Derived(
        values=_values(sheet),
        item_values={item.id: _item_values(item) for item in sheet.items if item.kind == "weapon"},
        tables=ready_tables(sheet, options),
        armour=() if armour is None else (armour_value(armour),),
        statuses=person.statuses(sheet),
        problems=problems(sheet),
    )
