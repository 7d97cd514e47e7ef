"""Was aus einem Bogen folgt: values with their bills, worn armour, ready tables, what holds and what is wrong."""

from collections.abc import Mapping

from combat.core.bill import Bill, total
from combat.core.body import inner
from combat.core.citation import cite
from combat.core.derived import ArmourValue, Derived, DerivedStep, DerivedValue, ZoneValue
from combat.core.rounding import half_up
from combat.core.sheet import Item, Sheet
from combat.core.value import JsonMap
from combat.rulesets.oedland import person
from combat.rulesets.oedland.damage import protection, worn
from combat.rulesets.oedland.data import number
from combat.rulesets.oedland.jump import STARTS, longest_jump
from combat.rulesets.oedland.options import House, house_rules
from combat.rulesets.oedland.problems import problems
from combat.rulesets.oedland.ready_tables import ready_tables
from combat.rulesets.oedland.words import PROTECTION, SKILLS, ZONES

JUMP = cite("FAL-7.2", "FAL-8.5")


def jump_bill(sheet: Sheet, start: str) -> Bill:
    """How far somebody jumps, in decimetres: shown with one decimal of a metre, used exactly.

    Rule: FAL-7.2, FAL-8.5.
    """
    tenths = number("tenths")
    whole = half_up(longest_jump(sheet, start) * tenths)
    both = person.attribute(sheet, "strength") + person.attribute(sheet, "mobility")
    strength = whole * person.attribute(sheet, "strength") // max(both, 1)
    return (DerivedStep("strength", strength, JUMP), DerivedStep("mobility", whole - strength, JUMP))


def _values(sheet: Sheet, house: House) -> dict[str, DerivedValue]:
    bill, unit = person.initiative_bill(sheet, house)
    found = {
        "action_points": person.derived(sheet, "action_points", person.action_points_bill(sheet)),
        "initiative_base": person.derived(sheet, "initiative_base", bill, unit),
        "critical_chance": person.derived(sheet, "critical_chance", person.critical_bill(sheet), "percent"),
    }
    for start in STARTS:
        found[f"jump_{start}"] = person.derived(sheet, f"jump_{start}", jump_bill(sheet, start), "decimetres")
    return found | _skills(sheet)


def _skills(sheet: Sheet) -> dict[str, DerivedValue]:
    """Every skill of the sheet, rifles even where nothing is typed in. Rule: FAL-1.2."""
    found = {}
    for key in dict.fromkeys([*inner(sheet.body, "skills"), *(skill for skill in SKILLS if skill == "rifles")]):
        steps = person.skill_bill(sheet, key)
        found[f"skills.{key}"] = DerivedValue(key=f"skills.{key}", value=total(steps), steps=steps, unit="percent")
    return found


def zone_value(item: Item, zone: str) -> ZoneValue:
    """A zone of a piece of armour; it does not wear. Rule: FAL-2.8."""
    value: Mapping[str, int] = {PROTECTION: protection(item, zone)}
    state = "whole" if value[PROTECTION] else "bare"
    return ZoneValue(key=zone, base=value, now=value, notches=0, lost=0, state=state)


def derive(sheet: Sheet, options: JsonMap) -> Derived:
    """What follows from a sheet."""
    armour = [ArmourValue(item=item.id, zones=tuple(zone_value(item, zone) for zone in ZONES)) for item in worn(sheet)]
    return Derived(
        values=_values(sheet, house_rules(options)),
        tables=ready_tables(sheet, options),
        armour=tuple(armour),
        statuses=person.statuses(sheet),
        problems=problems(sheet),
    )
