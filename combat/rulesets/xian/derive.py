"""What follows from a sheet: values with their bills, worn armour, ready tables, what holds and what is wrong."""

from collections.abc import Iterator

from combat.core.bill import total
from combat.core.body import inner, whole
from combat.core.citation import cite
from combat.core.derived import ArmourValue, Derived, DerivedStep, DerivedValue, ZoneValue
from combat.core.intent import Reason
from combat.core.sheet import Item, Sheet
from combat.core.standing import has_status
from combat.core.value import JsonMap
from combat.rulesets.xian import person
from combat.rulesets.xian.options import House, house_rules
from combat.rulesets.xian.ready_tables import ready_tables
from combat.rulesets.xian.two_weapons import ON_DEFENCE, effect, has_bonus, inertia_of, pair_in_hands, skill_bill
from combat.rulesets.xian.weapon import weapon_of
from combat.rulesets.xian.words import PROTECTION, SKILLS, STATUSES, ZONES


def _load(sheet: Sheet) -> tuple[DerivedStep, ...]:
    """The load of every weapon and armour that is carried.

    Rule: XIAN-1.8.
    """
    return tuple(
        DerivedStep("load", whole(item.value("load")), cite("XIAN-1.8"), {"item": item.id})
        for item in sheet.items
        if item.kind == "weapon" or item in person.worn(sheet)
    )


def _defence_bonus(sheet: Sheet, house: House) -> dict[str, DerivedValue]:
    """What a pair of weapons adds to defences, as no value of the sheet shows it; nothing without the bonus.

    Rule: XIAN-7.2.
    """
    found = effect(ON_DEFENCE, sheet, pair_in_hands(sheet), house)
    steps = tuple(DerivedStep(change.key, change.value, change.rules) for change in found)
    return {"defence_bonus": DerivedValue(key="defence_bonus", value=total(steps), steps=steps)} if steps else {}


def _values(sheet: Sheet, house: House) -> dict[str, DerivedValue]:
    """What a fight asks for first, then the action value of every skill, learned or not."""
    found: dict[str, DerivedValue] = {}
    for key, rule in (("initiative", "XIAN-1.4"), ("focus", "XIAN-1.5")):
        steps = (DerivedStep("entered_by_hand", whole(sheet.value(key)), cite(rule)),)
        found[key] = person.value_of(sheet, key, steps)
    found["stance_limit"] = person.value_of(sheet, "stance_limit", person.stance_limit(sheet))
    found["move_limit"] = person.metres_limit(sheet)
    found["load"] = person.value_of(sheet, "load", _load(sheet))
    found |= _defence_bonus(sheet, house)
    found |= {skill: person.skill_value(sheet, skill) for skill in SKILLS}
    for key in inner(sheet.body, "skills"):
        value = person.skill_value(sheet, key)
        name = f"skills.{key}"
        found[name] = DerivedValue(key=name, value=value.value, steps=value.steps, overridden=value.overridden)
    return found


def _item_values(sheet: Sheet, item: Item, bonus: bool) -> dict[str, DerivedValue]:
    """What a weapon is worth in these hands: the value it is used with, and with the two-weapon bonus it is handier.

    Rule: XIAN-1.2, XIAN-7.2.
    """
    weapon = weapon_of(item)
    skilled = skill_bill(sheet, weapon.skill, bonus)
    lighter = inertia_of(weapon, bonus) - weapon.inertia
    steps = (
        DerivedStep("inertia", weapon.inertia, cite("XIAN-2.1")),
        *((DerivedStep("two_weapon", lighter, cite("XIAN-5.13")),) if lighter else ()),
    )
    return {
        "action_value": DerivedValue(key="action_value", value=total(skilled), steps=skilled),
        "inertia": DerivedValue(key="inertia", value=total(steps), steps=steps),
    }


def _zone(item: Item, zone: str) -> ZoneValue:
    known = item.zones.get(zone)
    base = {PROTECTION: known.protection.get(PROTECTION, 0) if known is not None else 0}
    state = "whole" if base[PROTECTION] else "bare"
    return ZoneValue(key=zone, base=base, now=base, notches=0, lost=0, state=state)


def _problems(sheet: Sheet) -> Iterator[tuple[str, Reason]]:
    """Hints: a pool above its maximum, and trauma at which the game master may think of death.

    Rule: XIAN-6.12, XIAN-9.12.
    """
    for key in (*(f"{zone}_constitution" for zone in ZONES), "action_points"):
        value, limit = person.pool(sheet, key), person.maximum(sheet, key)
        if value > limit:
            yield f"pools.{key}", Reason("above_maximum", {"value": value, "limit": limit}, cite("XIAN-1.3"))
    trauma, limit = person.trauma(sheet), person.maximum(sheet, "action_points")
    if trauma and trauma >= limit and not has_status(sheet, "dead"):
        yield "trauma", Reason("death_near", {"value": trauma, "limit": limit}, cite("XIAN-6.12", "XIAN-9.12"))


def derive(sheet: Sheet, options: JsonMap) -> Derived:
    """What follows from a sheet."""
    house = house_rules(options)
    bonus = has_bonus(sheet, pair_in_hands(sheet), house)
    return Derived(
        values=_values(sheet, house),
        item_values={item.id: _item_values(sheet, item, bonus) for item in sheet.items if item.kind == "weapon"},
        tables=ready_tables(sheet, options),
        armour=tuple(
            ArmourValue(item=item.id, zones=tuple(_zone(item, zone) for zone in ZONES)) for item in person.worn(sheet)
        ),
        statuses=tuple(key for key in STATUSES if has_status(sheet, key)),
        problems=tuple(_problems(sheet)),
    )
