"""Target numbers ready to read, by range and fire mode: worked out by the same function as every attack."""

from combat.core.citation import Citations
from combat.core.derived import Cell, Column, DerivedStep, ReadyTable, Row
from combat.core.fight import Combatant
from combat.core.sheet import Sheet
from combat.core.value import JsonMap
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.plan import ATTACK, Announced, attack_modifiers
from combat.rulesets.fhtagn.roll import Goal, goal
from combat.rulesets.fhtagn.turn import PER_ROUND
from combat.rulesets.fhtagn.weapon import PRINTED, Weapon, skill_of, weapon_of


def bands(weapon: Weapon) -> tuple[tuple[str, int | None], ...]:
    """The range bands of a weapon and the distance up to which each holds; one without a reach has one band.

    Rule: FHT-2.2.
    """
    if weapon.brw is None:
        return (("within_arms_length", None),) if weapon.by_hand else (("within_reach", None),)
    return (
        ("within_reach", weapon.brw),
        ("range_far", number("range_double") * weapon.brw),
        ("range_extreme", number("range_most") * weapon.brw),
    )


def as_steps(found: Goal) -> tuple[DerivedStep, ...]:
    """A goal as the bill of a value."""

    def step(key: str, value: int, cited: Citations) -> DerivedStep:
        return DerivedStep(key, value, cited)

    return tuple([step(each.key, each.value, each.rules) for each in (*found.base, *found.modifiers)])


def goal_at(sheet: Sheet, options: JsonMap, weapon: Weapon, mode: str, distance: int | None) -> Goal:
    """The target number of an attack at a distance, with what weighs on the person now.

    Rule: FHT-5.2.
    """
    house = House(options)
    bearer = Combatant(id="", sheet=sheet)
    said = Announced(mode=PRINTED[mode])
    found = attack_modifiers(bearer, ATTACK, weapon, None, said, distance, weapon.brw, house)
    return goal(person.skill_bill(sheet, skill_of(weapon, house)), found, house)


def _table(sheet: Sheet, options: JsonMap, weapon: Weapon) -> ReadyTable:
    rows = []
    for term, up_to in bands(weapon):
        cells = []
        for mode in weapon.modes:
            found = goal_at(sheet, options, weapon, mode, up_to)
            cells.append(Cell(value=found.target_number, steps=as_steps(found), parameters={"mode": mode}))
        rows.append(Row(term=term, up_to=up_to, cells=tuple(cells)))
    columns = tuple(
        Column(
            term="melee" if weapon.by_hand else f"mode.{mode}",
            cost=PER_ROUND,
            amount=None if weapon.magazine is None else PRINTED[mode].rounds,
        )
        for mode in weapon.modes
    )
    return ReadyTable(item=weapon.id, form=ATTACK, columns=columns, rows=tuple(rows))


def ready_tables(sheet: Sheet, options: JsonMap) -> tuple[ReadyTable, ...]:
    """One table for each weapon."""
    return tuple([_table(sheet, options, weapon_of(item)) for item in sheet.items if item.kind == "weapon"])
