"""Waffenwerte, wie sie zählen, CHA-6: each value of a weapon with its modifications and traits, as a bill."""

from collections.abc import Callable, Mapping

from combat.core.bill import Bill, total
from combat.core.body import optional, whole
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.rounding import floor_div
from combat.core.sheet import Item
from combat.rulesets.chaos.data import number, rules
from combat.rulesets.chaos.traits import grants, trait_rule, traits

WHOLE = 100
"""Per cent of the whole."""
LOWEST_RELOAD = number("reload_rounds_lowest")


def _step(fitted: Item, amount: int, cited: Citations) -> DerivedStep:
    return DerivedStep("modification", amount, cited, {"item": fitted.id, "key": fitted.key})


def _changed(item: Item, value: int, delta: str, percent: str, cited: Citations) -> list[DerivedStep]:
    """The steps that modifications add to a printed value: all differences first, then all shares, rounded down."""
    steps = []
    for fitted in item.fitted if delta else ():
        amount = whole(fitted.body.get(delta))
        if amount:
            steps.append(_step(fitted, amount, cited))
            value += amount
    for fitted in item.fitted if percent else ():
        share = whole(fitted.body.get(percent), WHOLE)
        if share != WHOLE:
            changed = floor_div(value * share, WHOLE)
            steps.append(_step(fitted, changed - value, cited))
            value = changed
    return steps


def _bounded(steps: list[DerivedStep], low: int | None, high: int | None, cited: Citations) -> list[DerivedStep]:
    """The steps and, where their sum passes a bound, one more that brings it back."""
    value = total(tuple(steps))
    bound = low if low is not None and value < low else high if high is not None and value > high else value
    return [*steps, DerivedStep("limit", bound - value, cited)] if bound != value else steps


def recoil_bill(item: Item) -> Bill:
    """Recoil (RSM): never below 0, and 0 with a damper or for magnetic and thrown weapons.

    Rule: CHA-6.magnetic.
    """
    cited = cite("CHA-2.3")
    printed = whole(item.body.get("recoil"))
    steps = [DerivedStep("recoil", printed, cited)]
    if item.fitted:
        steps += _changed(item, printed, "recoil_delta", "recoil_percent", cited)
        steps = _bounded(steps, 0, None, cited)
    return _without_recoil(item, steps)


def _without_recoil(item: Item, steps: list[DerivedStep]) -> Bill:
    value = total(tuple(steps))
    if value and item.body.get("weapon_kind") == "thrown":
        steps.append(DerivedStep("thrown", -value, cite("CHA-2.10")))
    elif value and "magnetic" in traits(item):
        steps.append(DerivedStep("magnetic", -value, trait_rule("magnetic")))
    elif value and "recoil_damper" in grants(item):
        steps.append(DerivedStep("recoil_damper", -value, trait_rule("magnetic")))
    return tuple(steps)


def penetration_bill(item: Item) -> Bill:
    """Penetration (DS) against persons: as printed, and more while an energy field is powered.

    Rule: CHA-6.energy_field.
    """
    cited = cite("CHA-7.3")
    printed = whole(item.body.get("penetration"))
    steps = [DerivedStep("penetration", printed, cited)]
    if item.fitted:
        steps = _bounded([*steps, *_changed(item, printed, "penetration_delta", "", cited)], 0, None, cited)
    if "energy_field" in traits(item) and item.body.get("powered") is not False:
        steps.append(DerivedStep("energy_field", number("energy_field_penetration"), trait_rule("energy_field")))
    return tuple(steps)


def heat_ray_step(value: int, base_range: int, distance: int) -> DerivedStep | None:
    """What a heat ray's penetration gains per full 10 m below its base range or loses per full 20 m above it.

    It never takes the penetration below 0. None where nothing changes.

    Rule: CHA-6.heat_ray.
    """
    if distance <= base_range:
        gained = floor_div(base_range - distance, number("heat_ray_near"))
    else:
        gained = -floor_div(distance - base_range, number("heat_ray_far"))
    change = max(value + gained, number("heat_ray_lowest")) - value
    return DerivedStep("heat_ray", change, trait_rule("heat_ray")) if change else None


def penetration_at(item: Item, distance: int | None) -> Bill:
    """Penetration against persons at a distance in metres (None: unknown, the heat ray counts as at base range).

    Rule: CHA-6.heat_ray.
    """
    bill = penetration_bill(item)
    if distance is None or "heat_ray" not in traits(item) or not (reach := total(base_range_bill(item))):
        return bill
    step = heat_ray_step(total(bill), reach, distance)
    return bill if step is None else (*bill, step)


def barrier_step(item: Item) -> DerivedStep | None:
    """What is added to the penetration against covers, vehicles and buildings: the better of two traits.

    Rule: CHA-6.bunker_breaking.
    """
    found = traits(item)
    for key in ("bunker_breaking", "armour_piercing"):
        if key in found:
            return DerivedStep(key, number(f"{key}_penetration"), trait_rule(key))
    return None


def barrier_bill(item: Item) -> Bill:
    """Penetration against covers, vehicles and buildings.

    Rule: CHA-5.12.
    """
    step = barrier_step(item)
    return penetration_bill(item) if step is None else (*penetration_bill(item), step)


def _printed(
    item: Item, key: str, cited: Citations, *, delta: str = "", percent: str = "", low: int | None = None
) -> Bill:
    """A printed value with what modifications change; empty where the weapon has none."""
    printed = optional(item.body.get(key))
    if printed is None:
        return ()
    steps = [DerivedStep(key, printed, cited), *_changed(item, printed, delta, percent, cited)]
    return tuple(_bounded(steps, low, None, cited))


def base_range_bill(item: Item) -> Bill:
    """Base range in metres.

    Rule: CHA-3.2.
    """
    return _printed(item, "base_range", cite("CHA-3.2"), percent="base_range_percent")


def capacity_bill(item: Item) -> Bill:
    """Rounds that the magazine holds.

    Rule: CHA-3.3.
    """
    return _printed(item, "capacity", cite("CHA-3.3"), percent="capacity_percent")


def reload_bill(item: Item) -> Bill:
    """Whole rounds that reloading takes, at least 1; empty where the weapon is never reloaded.

    Rule: CHA-2.3.
    """
    return _printed(item, "reload_rounds", cite("CHA-2.3"), delta="reload_delta", low=LOWEST_RELOAD)


def melee_fitness_bill(item: Item, hip_shot: bool = False) -> Bill:
    """Melee fitness (NT), with close quarters battle and from the hip, together at most 0.

    Rule: CHA-1.4.
    """
    cited = rules("melee_fitness_highest")
    highest = number("melee_fitness_highest")
    printed = whole(item.body.get("melee_fitness"))
    steps = [DerivedStep("melee_fitness", printed, cited)]
    steps = _bounded([*steps, *_changed(item, printed, "melee_fitness_delta", "", cited)], None, highest, cited)
    if "cqb" in traits(item):
        steps.append(DerivedStep("cqb", number("cqb_melee_fitness"), rules("cqb_melee_fitness")))
    if hip_shot:
        steps.append(DerivedStep("hip_shot", number("hip_shot_melee_fitness"), rules("hip_shot_melee_fitness")))
    return tuple(_bounded(steps, None, highest, cited))


BILLS: Mapping[str, Callable[[Item], Bill]] = {
    "recoil": recoil_bill,
    "penetration": penetration_bill,
    "effective_penetration": barrier_bill,
    "base_range": base_range_bill,
    "capacity": capacity_bill,
    "reload_rounds": reload_bill,
    "melee_fitness": melee_fitness_bill,
}
"""A weapon's values as they count now, by key; an empty bill: the weapon has no such value."""
