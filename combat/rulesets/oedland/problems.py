"""Was an einem Bogen nicht stimmt: it can be used all the same, and each problem says where it is and which rule."""

from collections.abc import Iterator
from itertools import pairwise

from combat.core.body import inner
from combat.core.intent import Reason
from combat.core.sheet import Sheet
from combat.core.standing import override
from combat.core.value import Json
from combat.rulesets.oedland import person
from combat.rulesets.oedland.data import glossary
from combat.rulesets.oedland.modifiers import BURST_SKILLS
from combat.rulesets.oedland.weapon import Weapon, bands_of, weapon_of

type Problem = tuple[str, Reason]


def _problem(path: str, code: str, **data: Json) -> Problem:
    return path, Reason(code, data, glossary().term(f"problem.{code}").rules)


def _weapon(sheet: Sheet, found: Weapon) -> Iterator[Problem]:
    strength = person.attribute(sheet, "strength")
    if strength < found.strength:
        yield _problem(f"{found.id}.minimum_strength", "too_weak", item=found.id, needed=found.strength, left=strength)
    if found.kind != "ranged":
        return
    bands = bands_of(found, sheet)
    if not bands:
        yield _problem(f"{found.id}.ranges", "no_range_class", item=found.id)
    if any(one.up_to >= other.up_to for one, other in pairwise(bands)):
        yield _problem(f"{found.id}.ranges", "ranges_not_rising", item=found.id)
    if found.capacity is not None and (found.loaded or 0) > found.capacity:
        yield _problem(
            f"{found.id}.loaded", "loaded_above_capacity", item=found.id, value=found.loaded, limit=found.capacity
        )
    if found.full_auto and found.skill in BURST_SKILLS and "burst" not in found.costs:
        yield _problem(f"{found.id}.costs.burst", "burst_without_price", item=found.id)


def _found(sheet: Sheet) -> Iterator[Problem]:
    points, most = person.hit_points(sheet), person.most_hit_points(sheet)
    if points > most:
        yield _problem("pools.hit_points", "hit_points_above_maximum", value=points, limit=most)
    for item in sheet.items:
        if item.kind == "weapon":
            yield from _weapon(sheet, weapon_of(item))
    for key in inner(sheet.body, "overrides"):
        value = override(sheet, key)
        if value is not None:
            yield _problem(f"overrides.{key}", "overridden", value=key, points=value)


def problems(sheet: Sheet) -> tuple[Problem, ...]:
    """Everything that is wrong with a sheet; paths of things begin with their id."""
    return tuple(_found(sheet))
