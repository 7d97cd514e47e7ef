"""Trefferwerte zum Ablesen, FAL-4.6: by range class and mode, worked out by the functions of every shot and blow."""

from combat.core.bill import as_modifiers
from combat.core.derived import Cell, Column, DerivedStep, ReadyTable, Row
from combat.core.event import Modifier
from combat.core.sheet import Sheet
from combat.core.value import Json, JsonMap
from combat.rulesets.oedland.melee import KINDS, STRIKE
from combat.rulesets.oedland.modifiers import Shot
from combat.rulesets.oedland.options import House, house_rules
from combat.rulesets.oedland.person import attribute, conditions, skill_bill
from combat.rulesets.oedland.roll import Goal, goal
from combat.rulesets.oedland.shot import RANGED, SHOOT, volley_of
from combat.rulesets.oedland.shot_fields import modes_of
from combat.rulesets.oedland.weapon import Band, Weapon, bands_of, cost_of, weapons_of

AIMED_AT = "torso"


def _cell(found: Goal, parameters: JsonMap) -> Cell:
    """A value with its bill: where the sum starts, then every modifier."""
    told: tuple[Modifier, ...] = (*found.base, *found.modifiers)
    steps = [DerivedStep(each.key, each.value, each.rules) for each in told]
    missing = found.value - sum(step.amount for step in steps)
    if missing:
        steps.append(DerivedStep("lowest_value", missing, steps[0].rules))
    return Cell(value=found.value, steps=tuple(steps), parameters=parameters)


def _shot(sheet: Sheet, weapon: Weapon, mode: str, band: Band, house: House) -> Cell:
    zone = AIMED_AT if mode == "aimed" else ""
    shot = Shot(
        weapon=weapon,
        mode=mode,
        band=band,
        strength=attribute(sheet, "strength"),
        needed=weapon.strength,
        zone=zone,
        own=conditions(sheet),
        house=house,
    )
    parameters: dict[str, Json] = {"mode": mode, "called_zone": zone} if zone else {"mode": mode}
    return _cell(volley_of(sheet, shot, ()).goal, parameters)


def _ranged(sheet: Sheet, weapon: Weapon, house: House) -> ReadyTable:
    """A row for each range class, a column for each mode; aimed shots are aimed at the torso."""
    modes = modes_of(weapon)
    columns = [Column(term=mode, cost=cost_of(weapon, mode), amount=_rounds(weapon, mode)) for mode in modes]
    rows = [
        Row(
            term=band.key,
            up_to=band.up_to,
            cells=tuple(_shot(sheet, weapon, mode, band, house) for mode in modes),
            named=True,
        )
        for band in bands_of(weapon, sheet)
    ]
    return ReadyTable(item=weapon.id, form=SHOOT, columns=tuple(columns), rows=tuple(rows))


def _rounds(weapon: Weapon, mode: str) -> int | None:
    return weapon.burst_length if mode == "burst" else None


def _melee(sheet: Sheet, weapon: Weapon, house: House) -> ReadyTable:
    """A blow has one value. Rule: FAL-3.21."""
    found = goal(as_modifiers(skill_bill(sheet, weapon.skill)), conditions(sheet), house)
    column = Column(term=STRIKE, cost=cost_of(weapon, "single"))
    row = Row(term="melee", up_to=weapon.reach, cells=(_cell(found, {}),))
    return ReadyTable(item=weapon.id, form=STRIKE, columns=(column,), rows=(row,))


def ready_tables(sheet: Sheet, options: JsonMap) -> tuple[ReadyTable, ...]:
    """One table for each weapon."""
    house = house_rules(options)
    shots = [_ranged(sheet, weapon, house) for weapon in weapons_of(sheet, *RANGED)]
    blows = [_melee(sheet, weapon, house) for weapon in weapons_of(sheet, *KINDS)]
    return (*shots, *blows)
