"""Charakterwerte, FHT-1: what a sheet says of somebody, each value as the bill that leads to it."""

from collections.abc import Callable, Mapping

from combat.core.bill import Bill, total
from combat.core.body import inner, text, whole
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.rounding import ceil_div
from combat.core.sheet import Sheet
from combat.core.standing import override
from combat.rulesets.fhtagn.data import TABLES, number, rules
from combat.rulesets.fhtagn.words import SKILLS

USUAL = number("attribute_usual")
FACTOR = number("attribute_factor")
STRENGTH = TABLES.ladder("strength_bonus")
STRONGEST = number("strength_bonus_highest")
BASE = {skill: TABLES.number(f"skill.{skill}.base") for skill in SKILLS}
STATED = cite("FHT-1.10")


def permanent(sheet: Sheet, key: str) -> int:
    """An attribute as it stands on the sheet, whatever is lost for a time."""
    return whole(inner(sheet.body, "attributes").get(key), USUAL)


def attribute(sheet: Sheet, key: str) -> int:
    """An attribute as it counts now: points lost for a time are missing.

    Rule: FHT-7.6.
    """
    return permanent(sheet, key) - whole(inner(sheet.body, "lost").get(key))


def attribute_bill(sheet: Sheet, key: str) -> Bill:
    """The target number of an attribute test: five times the attribute.

    Rule: FHT-1.2.
    """
    value = attribute(sheet, key)
    times = (FACTOR - 1) * value
    return (
        DerivedStep(key, value, cite("FHT-1.1")),
        DerivedStep("times", times, rules("attribute_factor"), {"factor": FACTOR}),
    )


def skill_bill(sheet: Sheet, key: str) -> Bill:
    """A skill's value; what nobody has entered is at its base.

    Rule: FHT-1.8.
    """
    return (DerivedStep(key, whole(inner(sheet.body, "skills").get(key), BASE.get(key, 0)), cite("FHT-1.8")),)


def hit_points_bill(sheet: Sheet) -> Bill:
    """Half of strength and constitution together, rounded up; what is lost for a time does not count.

    Rule: FHT-1.3.
    """
    strength, constitution = permanent(sheet, "strength"), permanent(sheet, "constitution")
    cited = rules("hit_point_divisor")
    halved = ceil_div(strength + constitution, number("hit_point_divisor"))
    return (
        DerivedStep("strength", strength, cited),
        DerivedStep("constitution", constitution, cited),
        DerivedStep("half_rounded_up", halved - strength - constitution, cited),
    )


def willpower_bill(sheet: Sheet) -> Bill:
    """As many points as determination.

    Rule: FHT-1.4.
    """
    return (DerivedStep("determination", permanent(sheet, "determination"), cite("FHT-1.4")),)


def stability_bill(sheet: Sheet) -> Bill:
    """99 less what one knows of the unnatural.

    Rule: FHT-1.5.
    """
    cited = cite("FHT-1.5")
    return (
        DerivedStep("stability_most", number("stability_most"), cited),
        DerivedStep("unnatural_knowledge", -whole(sheet.body.get("unnatural_knowledge")), cited),
    )


def stability_start_bill(sheet: Sheet) -> Bill:
    """Five times determination, but never above the maximum.

    Rule: FHT-1.5.
    """
    cited = cite("FHT-1.5")
    value = permanent(sheet, "determination")
    steps = (
        DerivedStep("determination", value, cited),
        DerivedStep("times", (FACTOR - 1) * value, cited, {"factor": FACTOR}),
    )
    over = total(steps) - value_of(sheet, "stability_maximum")
    return (*steps, DerivedStep("stability_maximum", -over, cited)) if over > 0 else steps


def breaking_point_bill(sheet: Sheet) -> Bill:
    """Where stability starts, less determination.

    Rule: FHT-1.5.
    """
    cited = cite("FHT-1.5")
    return (
        DerivedStep("stability_start", value_of(sheet, "stability_start"), cited),
        DerivedStep("determination", -permanent(sheet, "determination"), cited),
    )


def is_inhumanly_strong(sheet: Sheet) -> bool:
    """Whether blows kill by lethality instead of a bonus to damage.

    Rule: FHT-1.7.
    """
    return attribute(sheet, "strength") > STRONGEST


def damage_bonus_bill(sheet: Sheet) -> Bill:
    """What strength adds to blows.

    Rule: FHT-1.6.
    """
    strength = max(attribute(sheet, "strength"), STRENGTH.low)
    return (DerivedStep("strength", int(STRENGTH.at(strength)), STRENGTH.rules, {"strength": strength}),)


def melee_lethality_bill(sheet: Sheet) -> Bill:
    """The lethality of a blow with more strength than a human has: half of it, rounded up.

    Rule: FHT-1.7.
    """
    cited = rules("strength_lethality_divisor")
    strength = attribute(sheet, "strength")
    half = ceil_div(strength, number("strength_lethality_divisor"))
    return (DerivedStep("strength", strength, cited), DerivedStep("half_rounded_up", half - strength, cited))


def wrestling_bill(sheet: Sheet) -> Bill:
    """What one escapes or holds with: strength times five or unarmed combat, whichever is better.

    Rule: FHT-3.10.
    """
    bodily, trained = attribute_bill(sheet, "strength"), skill_bill(sheet, "unarmed_combat")
    return bodily if total(bodily) > total(trained) else trained


def entered(pool: str, bill: Callable[[Sheet], Bill]) -> Callable[[Sheet], Bill]:
    """The bill of a maximum, with what somebody has entered in its place as one more step."""

    def found(sheet: Sheet) -> Bill:
        steps, stored = bill(sheet), inner(sheet.body, "maxima").get(pool)
        more = stored - total(steps) if type(stored) is int else 0
        return (*steps, DerivedStep("entered_by_hand", more, STATED)) if more else steps

    return found


BILLS: Mapping[str, Callable[[Sheet], Bill]] = {
    "hit_points_maximum": entered("hit_points", hit_points_bill),
    "willpower_maximum": entered("willpower", willpower_bill),
    "stability_maximum": entered("stability", stability_bill),
    "stability_start": stability_start_bill,
    "breaking_point_start": breaking_point_bill,
    "wrestling": wrestling_bill,
}
"""Values that follow from the sheet alone, by key."""


def value_bill(sheet: Sheet, key: str) -> Bill:
    """The bill of a derived value as it counts: the game master's word stands in place of the sum."""
    found = override(sheet, key)
    return BILLS[key](sheet) if found is None else (DerivedStep("override", found, STATED),)


def value_of(sheet: Sheet, key: str) -> int:
    """A derived value as it counts: ``value_of(sheet, "hit_points_maximum")``."""
    return total(value_bill(sheet, key))


def maximum(sheet: Sheet, pool: str) -> int:
    """The most points a pool holds, never below 0."""
    return max(value_of(sheet, f"{pool}_maximum"), 0)


def points(sheet: Sheet, pool: str) -> int:
    """The points a pool holds now; one without a value of its own is at its start."""
    found = inner(sheet.body, "pools").get(pool)
    if type(found) is int:
        return found
    return value_of(sheet, "stability_start") if pool == "stability" else maximum(sheet, pool)


def has(sheet: Sheet, status: str) -> bool:
    """Whether a stored state is set."""
    return inner(sheet.body, "statuses").get(status) is True


def is_object(sheet: Sheet) -> bool:
    """Whether it is a thing or a vehicle: no stun, no unconsciousness, no lasting harm.

    Rule: FHT-1.11.
    """
    return sheet.body.get("object") is True


def kind_of(sheet: Sheet) -> str:
    """How well it is protected by nature: human, creature, fragile or massive.

    Rule: FHT-1.11.
    """
    return text(sheet.body.get("kind"), "human")


def is_gone(sheet: Sheet) -> bool:
    """Dead or destroyed: no hit points, unless the table has somebody at 0 only faint.

    Rule: FHT-6.16, FHT-9.29.
    """
    return points(sheet, "hit_points") <= 0 and not has(sheet, "unconscious")


def is_out(sheet: Sheet) -> bool:
    """Dead, destroyed or unconscious: does nothing at all.

    Rule: FHT-3.18.
    """
    return is_unconscious(sheet) or is_gone(sheet)


def is_will_spent(sheet: Sheet) -> bool:
    """No willpower at all: whoever has none left faints until he has slept; things have none.

    Rule: FHT-1.4.
    """
    return points(sheet, "willpower") <= 0 and not is_object(sheet)


def is_unconscious(sheet: Sheet) -> bool:
    """Struck down to his last points, or without any willpower.

    Rule: FHT-1.4, FHT-6.15.
    """
    return has(sheet, "unconscious") or is_will_spent(sheet)


def irritation(sheet: Sheet) -> int:
    """What blinding, gas or shock takes off every test, 0 if nothing does.

    Rule: FHT-2.13.
    """
    return whole(sheet.body.get("irritation"))


def has_low_willpower(sheet: Sheet) -> bool:
    """Whether hardly any willpower is left.

    Rule: FHT-1.4.
    """
    return points(sheet, "willpower") <= number("willpower_low")
