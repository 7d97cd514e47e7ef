"""Schaden, FAL-6.4 bis 6.7: what armour takes off, what a critical hit doubles, what is left of hit points."""

from typing import NamedTuple

from combat.core.bill import Bill
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.sheet import Item, Sheet
from combat.core.value import Json
from combat.rulesets.oedland.data import number, rules
from combat.rulesets.oedland.words import PROTECTION, ZONES

ZONE_ARMOUR = cite("FAL-1.7", "FAL-2.8", "FAL-6.5")
NO_ZONE = cite("FAL-2.8", "FAL-6.5", "FAL-9.11")


class Damage(NamedTuple):
    """What a hit comes to: what armour held back, what goes through, and the bill."""

    absorbed: int
    damage: int
    steps: Bill


def worn(sheet: Sheet) -> tuple[Item, ...]:
    """The pieces of armour somebody wears."""
    return tuple([item for item in sheet.items if item.kind == "armour" and item.body.get("worn") is not False])


def protection(item: Item, zone: str) -> int:
    """What a piece of armour is worth on a zone."""
    found = item.zones.get(zone)
    return max(found.protection.get(PROTECTION, 0), 0) if found is not None else 0


def zone_armour(sheet: Sheet, zone: str) -> int:
    """The armour value of a zone: the best piece worn there. Rule: FAL-1.7, FAL-2.8."""
    return max([protection(item, zone) for item in worn(sheet)], default=0)


def armour_against(sheet: Sheet, zone: str | None, without_zone: str) -> int:
    """The armour value that meets a hit; one without a zone meets the torso's, or what the house plays.

    Rule: FAL-6.5, FAL-9.11.
    """
    if zone is not None:
        return zone_armour(sheet, zone)
    values = [zone_armour(sheet, each) for each in ZONES]
    return {"lowest": min(values), "highest": max(values)}.get(without_zone, zone_armour(sheet, "torso"))


def damage_of(rolled: int, armour: int, critical: bool, *, zoned: bool = False) -> Damage:
    """A critical hit counts double and passes armour; any other loses the armour value, down to nothing.

    ``zoned``: the armour is that of the zone struck.

    Rule: FAL-6.4, FAL-6.5, FAL-8.6.
    """
    start = DerivedStep("rolled_damage", rolled, cite("FAL-6.4"))
    if critical:
        more = rolled * (number("critical_factor") - 1)
        return Damage(0, rolled + more, (start, DerivedStep("critical_hit", more, rules("critical_factor"))))
    absorbed = min(armour, rolled)
    held_back = (DerivedStep("armour_value", -absorbed, ZONE_ARMOUR if zoned else NO_ZONE),) if armour else ()
    return Damage(absorbed, rolled - absorbed, (start, *held_back))


def hit_points_after(points: int, damage: int) -> int:
    """Hit points that are left; less than none are shown as none. Rule: FAL-6.6, FAL-6.7."""
    return max(points - damage, 0)


def told(steps: Bill) -> list[Json]:
    """A bill as an event holds it."""
    return [{"term": step.term, "amount": step.amount, "rules": list(step.rules)} for step in steps]
