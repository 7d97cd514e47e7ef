"""Die Figur, W20-1: what a sheet says of the one who acts, each value as the bill that leads to it."""

from collections.abc import Callable, Mapping

from combat.core.bill import Bill, total
from combat.core.body import inner, whole
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.event import Modifier
from combat.core.rounding import floor_div
from combat.core.sheet import Sheet
from combat.core.standing import has_status, override
from combat.rulesets.zwanziger.data import TABLES, number, rules
from combat.rulesets.zwanziger.options import House
from combat.rulesets.zwanziger.words import ATTRIBUTES, BURDENS

DIVISOR = number("attribute_divisor")
ATTRIBUTE = TABLES.number("usual.attribute")
MOVEMENT = TABLES.number("usual.movement")
THRESHOLD = TABLES.number("usual.wound_threshold")
WOUNDS = TABLES.number("usual.wounds")
HALF = number("half_of_wounds")
SKILL = cite("W20-1.10")
MOVING = cite("W20-1.3")
DODGE = cite("W20-1.6", "W20-6.6", "W20-9.3")
INITIATIVE = cite("W20-3.1")
BURDEN = cite("W20-6.9", "W20-9.14")


def attribute(sheet: Sheet, key: str) -> int:
    """An attribute as it stands on the sheet."""
    return whole(inner(sheet.body, "attributes").get(key), ATTRIBUTE)


def skill(sheet: Sheet, key: str) -> int:
    """A skill, 0 for one that is not on the sheet.

    Rule: W20-1.10.
    """
    return whole(inner(inner(sheet.body, "skills"), key).get("value")) if key else 0


# --- values with their bills ----------------------------------------------------------------------------------


def modifier_bill(sheet: Sheet, key: str) -> Bill:
    """An attribute's modifier: half of it, rounded down.

    Rule: W20-1.2.
    """
    value = attribute(sheet, key)
    return (DerivedStep("half_attribute", floor_div(value, DIVISOR), rules("attribute_divisor"), {key: value}),)


def _modifier_of(key: str) -> Callable[[Sheet, House], Bill]:
    return lambda sheet, house: modifier_bill(sheet, key)


def dodge_bill(sheet: Sheet, house: House) -> Bill:
    """What a dodge starts from: dexterity in full, or its modifier where the house plays it so.

    Rule: W20-1.6, W20-9.3.
    """
    if house.dodge_modifier:
        return (DerivedStep("dexterity_bonus", value(sheet, "dexterity_bonus", house), DODGE),)
    return (DerivedStep("dexterity", attribute(sheet, "dexterity"), DODGE),)


def initiative_bill(sheet: Sheet, house: House) -> Bill:
    """What an initiative roll starts from.

    Rule: W20-3.1.
    """
    return (DerivedStep("speed_bonus", value(sheet, "speed_bonus", house), INITIATIVE),)


def movement_bill(sheet: Sheet, house: House) -> Bill:
    """How far one move goes, in metres.

    Rule: W20-1.3.
    """
    return (DerivedStep("entered_by_hand", whole(sheet.body.get("movement"), MOVEMENT), MOVING),)


def sprint_bill(sheet: Sheet, house: House) -> Bill:
    """How far a mount sprints, in metres: as entered, else as far as it moves.

    Rule: W20-2.5.
    """
    entered = sheet.body.get("sprint")
    if isinstance(entered, int):
        return (DerivedStep("entered_by_hand", entered, cite("W20-2.5")),)
    return (DerivedStep("movement", value(sheet, "movement", house), cite("W20-2.5")),)


BILLS: Mapping[str, Callable[[Sheet, House], Bill]] = {
    **{f"{key}_bonus": _modifier_of(key) for key in ATTRIBUTES},
    "dodge": dodge_bill,
    "initiative": initiative_bill,
    "movement": movement_bill,
    "sprint": sprint_bill,
}
"""Values that follow from the sheet alone, by key."""


def value(sheet: Sheet, key: str, house: House) -> int:
    """A derived value as it counts: ``value(sheet, "dexterity_bonus", house)``."""
    found = override(sheet, key)
    return total(BILLS[key](sheet, house)) if found is None else found


def start(sheet: Sheet, key: str, house: House, cited: Citations) -> Modifier:
    """A derived value as the start of a roll."""
    return Modifier(key, value(sheet, key, house), "add", cited)


# --- life -----------------------------------------------------------------------------------------------------


def wounds(sheet: Sheet) -> int:
    """Wounds so far.

    Rule: W20-1.7.
    """
    return whole(inner(sheet.body, "pools").get("wounds"))


def wound_maximum(sheet: Sheet) -> int:
    """The wounds that put somebody out of the fight.

    Rule: W20-1.7.
    """
    return whole(inner(sheet.body, "maxima").get("wounds"), WOUNDS)


def wound_threshold(sheet: Sheet) -> int:
    """The damage of one hit that makes a wound.

    Rule: W20-1.7.
    """
    return whole(sheet.body.get("wound_threshold"), THRESHOLD)


def life_point_maximum(sheet: Sheet) -> int:
    """The most life points somebody has, 0 where nobody entered any.

    Rule: W20-1.7.
    """
    return whole(inner(sheet.body, "maxima").get("life_points"))


def life_points(sheet: Sheet) -> int:
    """Life points left; somebody without a number of his own has all of them.

    Rule: W20-1.7.
    """
    return whole(inner(sheet.body, "pools").get("life_points"), life_point_maximum(sheet))


def is_badly_wounded(sheet: Sheet) -> bool:
    """Whether somebody has more than half of his wounds; halves are not rounded.

    Rule: W20-6.12, W20-8.2.
    """
    return wounds(sheet) * HALF > wound_maximum(sheet)


def is_disabled(sheet: Sheet, house: House) -> bool:
    """Whether somebody is out of the fight. Life points that nobody entered put nobody out of it.

    Rule: W20-6.13, W20-1.7.
    """
    if house.life_points:
        return life_points(sheet) <= 0 < life_point_maximum(sheet)
    return wounds(sheet) >= wound_maximum(sheet)


def can_act(sheet: Sheet, house: House) -> bool:
    """Whether somebody is able to fight: neither unconscious nor out of the fight.

    Rule: W20-3.9.
    """
    return not has_status(sheet, "unconscious") and not is_disabled(sheet, house)


def statuses(sheet: Sheet, house: House) -> tuple[str, ...]:
    """All that holds of a person now: what follows from his wounds and what is stored."""
    stored = tuple([key for key, found in inner(sheet.body, "statuses").items() if found is True])
    return ("disabled", *stored) if is_disabled(sheet, house) else stored


def burdens(sheet: Sheet) -> tuple[Modifier, ...]:
    """What the game master lets bleeding and shaken weigh on the own rolls; the text gives them no effect.

    Rule: W20-6.9, W20-9.14.
    """
    weight = inner(sheet.body, "burden")
    if not weight:
        return ()
    found = [(key, whole(weight.get(key))) for key in BURDENS if has_status(sheet, key)]
    return tuple([Modifier(key, points, "add", BURDEN) for key, points in found if points])
