"""What is wrong with a sheet: it can be used all the same, and each problem says where it is and which rule."""

from collections.abc import Iterator

from combat.core.bill import total
from combat.core.body import inner, text, whole, words
from combat.core.intent import Reason
from combat.core.sheet import Item, Sheet
from combat.core.standing import override
from combat.core.value import Json
from combat.rulesets.chaos import person
from combat.rulesets.chaos.data import glossary
from combat.rulesets.chaos.weapon import Weapon, weapon_of
from combat.rulesets.chaos.weapon_bills import capacity_bill
from combat.rulesets.chaos.words import MODES

RANGED = ("firearm", "launcher", "bow")
type Problem = tuple[str, Reason]


def _problem(path: str, code: str, **data: Json) -> Problem:
    return path, Reason(code, data, glossary().term(f"problem.{code}").rules)


def _pools(sheet: Sheet) -> Iterator[Problem]:
    for pool in person.MAXIMUM_DEFAULT:
        value, limit = person.points(sheet, pool), person.maximum(sheet, pool)
        if value > limit:
            yield _problem(f"pools.{pool}", f"{pool}_above_maximum", value=value, limit=limit)


def _magazine(item: Item, found: Weapon) -> Iterator[Problem]:
    steps = capacity_bill(item)
    if not steps:
        return
    limit = total(steps)
    if found.loaded is not None and found.loaded > limit:
        yield _problem(f"{item.id}.loaded", "loaded_above_capacity", item=item.id, value=found.loaded, limit=limit)
    for mode in MODES:
        shots = whole(found.shots.get(mode))
        if shots > limit:
            yield _problem(f"{item.id}.shots.{mode}", "shots_above_capacity", item=item.id, value=shots, limit=limit)


def _ranged(item: Item, found: Weapon) -> Iterator[Problem]:
    if not any(whole(found.shots.get(mode)) for mode in MODES):
        yield _problem(f"{item.id}.shots", "no_fire_mode", item=item.id)
    if not found.base_range:
        yield _problem(f"{item.id}.base_range", "no_base_range", item=item.id)
    if "magnetic" in found.traits and whole(found.shots.get("auto")):
        yield _problem(f"{item.id}.shots.auto", "magnetic_full_auto", item=item.id)


def _weapon(item: Item, found: Weapon) -> Iterator[Problem]:
    if found.kind in RANGED:
        yield from _ranged(item, found)
    if found.kind == "thrown" and whole(item.body.get("recoil")):
        yield _problem(f"{item.id}.recoil", "thrown_with_recoil", item=item.id)
    if item.traits.get("explosive") is True:
        yield _problem(f"{item.id}.traits.explosive", "explosive_without_radius", item=item.id)
    if {"armour_piercing", "bunker_breaking"} <= set(found.traits):
        yield _problem(f"{item.id}.traits", "piercing_twice", item=item.id)


def _fitted(item: Item) -> Iterator[Problem]:
    known = text(item.body.get("weapon_class"), "pistol")
    for fitted in item.fitted:
        fits = words(fitted.body.get("fits"))
        if fits and known not in fits:
            yield _problem(f"{item.id}.fitted", "modification_does_not_fit", item=fitted.id)


def _skill(sheet: Sheet, item: Item) -> Iterator[Problem]:
    skill = text(item.body.get("skill"))
    counts = sheet.body.get("weapon_skills_count") is not False
    if skill and counts and skill not in inner(sheet.body, "skills"):
        yield _problem(f"{item.id}.skill", "unknown_skill", item=item.id, skill=skill)


def _armour(sheet: Sheet) -> Iterator[Problem]:
    worn = [item for item in sheet.items if item.kind == "armour" and item.body.get("worn") is not False]
    if len(worn) > 1:
        yield _problem(f"{worn[1].id}.worn", "two_armours", item=worn[0].id)
    for item in worn:
        if not whole(item.body.get("level")):
            yield _problem(f"{item.id}.level", "armour_without_level", item=item.id)


def _overrides(sheet: Sheet) -> Iterator[Problem]:
    for key in inner(sheet.body, "overrides"):
        value = override(sheet, key)
        if value is not None:
            yield _problem(f"overrides.{key}", "overridden", value=key, points=value)


def _found(sheet: Sheet) -> Iterator[Problem]:
    yield from _pools(sheet)
    for item in sheet.items:
        if item.kind == "weapon":
            found = weapon_of(item)
            yield from _weapon(item, found)
            yield from _magazine(item, found)
            yield from _skill(sheet, item)
            yield from _fitted(item)
    yield from _armour(sheet)
    yield from _overrides(sheet)


def problems(sheet: Sheet) -> tuple[Problem, ...]:
    """Everything that is wrong with a sheet; paths of things begin with their id."""
    return tuple(_found(sheet))
