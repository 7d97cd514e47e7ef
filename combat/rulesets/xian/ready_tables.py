"""Difficulties ready to read, by distance or zone and number of attacks: worked out as every attack is."""

from combat.core.bill import total
from combat.core.citation import Citations
from combat.core.derived import Cell, Column, DerivedStep, ReadyTable, Row
from combat.core.sheet import Sheet
from combat.core.value import JsonMap
from combat.rulesets.xian.data import TABLES, number
from combat.rulesets.xian.difficulty import CLASSES, INERTIA, TRAUMA, zone_points
from combat.rulesets.xian.options import house_rules
from combat.rulesets.xian.person import trauma
from combat.rulesets.xian.plan import ATTACK, inertia_points
from combat.rulesets.xian.two_weapons import has_bonus, pair_in_hands, skill_bill
from combat.rulesets.xian.weapon import Weapon, distance_points, weapons
from combat.rulesets.xian.words import DISTANCES, ZONES

ATTACKS = ("one_attack", "two_attacks", "three_attacks")


def _step(term: str, points: int, rules: Citations) -> tuple[DerivedStep, ...]:
    return (DerivedStep(term, points, rules),) if points else ()


def _rows(weapon: Weapon) -> tuple[tuple[str, int | None, tuple[DerivedStep, ...]], ...]:
    """Melee weapons by zone, others by distance class: word, metres, what it adds."""
    if weapon.is_melee or not weapon.distances:
        return tuple((zone, None, _step("zone", zone_points(zone), TABLES.rules(f"zone.{zone}"))) for zone in ZONES)
    limits = (*weapon.distances, weapon.distances[-1] * number("very_far_factor"))
    return tuple(
        (key, limit, _step("distance", distance_points(key), TABLES.rules(f"distance.{key}") + CLASSES))
        for key, limit in zip(DISTANCES, limits, strict=False)
    )


def _table(sheet: Sheet, weapon: Weapon, bonus: bool) -> ReadyTable:
    value = total(skill_bill(sheet, weapon.skill, bonus))
    hurt = _step("trauma", trauma(sheet), TRAUMA)

    def cell(zone: str, count: int, own: tuple[DerivedStep, ...]) -> Cell:
        inertia = _step("inertia", inertia_points((weapon,) * count, bonus), INERTIA)
        steps = (*own, *inertia, *hurt)
        points = sum(step.amount for step in steps)
        parameters: JsonMap = {"times": count, "zone": zone} if zone in ZONES else {"times": count}
        return Cell(value=None if points >= value else points, steps=steps, parameters=parameters)

    rows = tuple(
        Row(
            term=term,
            up_to=limit,
            cells=tuple(cell(term, count, own) for count in range(1, len(ATTACKS) + 1)),
            named=limit is not None,
        )
        for term, limit, own in _rows(weapon)
    )
    columns = tuple(Column(term=term) for term in ATTACKS)
    return ReadyTable(item=weapon.id, form=ATTACK, columns=columns, rows=rows, number="difficulty")


def ready_tables(sheet: Sheet, options: JsonMap) -> tuple[ReadyTable, ...]:
    """One table for each weapon, with the trauma of this moment."""
    bonus = has_bonus(sheet, pair_in_hands(sheet), house_rules(options))
    return tuple(_table(sheet, weapon, bonus) for weapon in weapons(sheet))
