"""Target numbers ready to read, by range and mode: worked out by the same function as every attack."""

from typing import NamedTuple

from combat.core.bill import Bill, total
from combat.core.derived import Cell, Column, DerivedStep, ReadyTable, Row
from combat.core.event import Modifier
from combat.core.rounding import floor_div
from combat.core.sheet import Sheet
from combat.core.standing import has_status
from combat.core.value import JsonMap
from combat.rulesets.chaos import person
from combat.rulesets.chaos.cost import price_bill
from combat.rulesets.chaos.data import TABLES
from combat.rulesets.chaos.melee import Blow, melee_modifiers
from combat.rulesets.chaos.modifiers import POINT_BLANK, RANGES, Shot, shooting_modifiers
from combat.rulesets.chaos.moves import throw_range
from combat.rulesets.chaos.options import house_rules
from combat.rulesets.chaos.weapon import Weapon, shots_of, weapon_of
from combat.rulesets.chaos.words import MODES


class Bearer(NamedTuple):
    """What of a person's state acts on every attack."""

    sheet: Sheet
    options: JsonMap
    irritated: bool
    wounds: Modifier | None


def ranges(base_range: int) -> tuple[tuple[str, int | None], ...]:
    """The range bands of a weapon and the distance up to which each holds; a band without a metre is left out.

    ``ranges(25)``: point_blank 10, half_range 12, within_base 25, beyond_base 50, beyond_double 100,
    beyond_quadruple open. Without a base range there is one band without a modifier.

    Rule: CHA-3.2.
    """
    if not base_range:
        return (("within_base", None),)
    reached = min(POINT_BLANK, base_range)
    found: list[tuple[str, int | None]] = [("point_blank", reached)]
    for end, word in zip(RANGES.ends, RANGES.words, strict=False):
        up_to = floor_div(base_range * end.numerator, end.denominator)
        if up_to > reached:
            found.append((word, up_to))
            reached = up_to
    return (*found, (RANGES.words[-1], None))


def cell(base: Bill, modifiers: tuple[Modifier, ...], parameters: JsonMap) -> Cell:
    """A target number with its bill: where the sum starts, then every modifier as a step of its own."""
    steps = (*base, *(DerivedStep(found.key, found.value, found.rules) for found in modifiers))
    return Cell(value=total(steps), steps=steps, parameters=parameters)


def _ranged(bearer: Bearer, weapon: Weapon) -> ReadyTable:
    modes = tuple(mode for mode in MODES if shots_of(weapon, mode))
    base = person.weapon_bill(bearer.sheet, "marksmanship", weapon.skill)
    house = house_rules(bearer.options)

    def number_at(mode: str, distance: int | None) -> Cell:
        shot = Shot(weapon, mode, distance, irritated=bearer.irritated, wounds=bearer.wounds, house=house)
        return cell(base, shooting_modifiers(shot), {"mode": mode})

    rows = []
    before = 0
    for term, up_to in ranges(weapon.base_range):
        distance = before + 1 if up_to is None and weapon.base_range else up_to
        rows.append(Row(term=term, up_to=up_to, cells=tuple(number_at(mode, distance) for mode in modes)))
        before = up_to or 0
    columns = tuple(_column(bearer.sheet, weapon, mode) for mode in modes)
    return ReadyTable(item=weapon.id, form="shoot", columns=columns, rows=tuple(rows))


def _column(sheet: Sheet, weapon: Weapon, mode: str) -> Column:
    steps = price_bill(TABLES.text(f"mode.{mode}.action"), sheet, recoil=weapon.recoil)
    return Column(term=mode, cost=total(steps), amount=shots_of(weapon, mode))


def _thrown(bearer: Bearer, weapon: Weapon) -> ReadyTable:
    """A throw has one number, up to how far the arm reaches.

    Rule: CHA-3.19.
    """
    base = person.weapon_bill(bearer.sheet, "marksmanship", weapon.skill)
    shot = Shot(weapon, "", None, irritated=bearer.irritated, wounds=bearer.wounds, house=house_rules(bearer.options))
    found = cell(base, shooting_modifiers(shot), {})
    column = Column(term="throw", cost=total(price_bill("fire", bearer.sheet)))
    row = Row(term="throw_range", up_to=throw_range(bearer.sheet), cells=(found,))
    return ReadyTable(item=weapon.id, form="throw", columns=(column,), rows=(row,))


def _melee(bearer: Bearer, weapon: Weapon) -> ReadyTable:
    """A blow has one number.

    Rule: CHA-4.1.
    """
    base = person.weapon_bill(bearer.sheet, "strength", weapon.skill)
    found = cell(base, melee_modifiers(Blow(weapon, bearer.irritated, bearer.wounds)), {})
    column = Column(term="melee_attack", cost=total(price_bill("melee_attack", bearer.sheet)))
    row = Row(term="melee", up_to=None, cells=(found,))
    return ReadyTable(item=weapon.id, form="strike", columns=(column,), rows=(row,))


def _table(bearer: Bearer, weapon: Weapon) -> ReadyTable:
    if weapon.kind == "thrown":
        return _thrown(bearer, weapon)
    if weapon.kind in {"melee", "unarmed"}:
        return _melee(bearer, weapon)
    return _ranged(bearer, weapon)


def ready_tables(sheet: Sheet, options: JsonMap) -> tuple[ReadyTable, ...]:
    """One table for each weapon, with the wounds of this moment as a step of their own."""
    bearer = Bearer(sheet, options, has_status(sheet, "irritated"), person.wound_modifier(sheet))
    return tuple(_table(bearer, weapon_of(item)) for item in sheet.items if item.kind == "weapon")
