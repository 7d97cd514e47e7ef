"""What is wrong with a sheet: it can be used all the same, and each problem says where it is and which rule."""

from collections.abc import Iterator

from combat.core.body import inner, text
from combat.core.intent import Reason
from combat.core.sheet import Item, Sheet
from combat.core.standing import override
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.condition import breaking_point, is_broken
from combat.rulesets.fhtagn.data import glossary, number
from combat.rulesets.fhtagn.protection import worn_items
from combat.rulesets.fhtagn.weapon import weapon_of
from combat.rulesets.fhtagn.words import ATTRIBUTES, POOLS

type Problem = tuple[str, Reason]


def _problem(path: str, code: str, **data: Json) -> Problem:
    return path, Reason(code, data, glossary().term(f"problem.{code}").rules)


def _attributes(sheet: Sheet) -> Iterator[Problem]:
    """Humans have 3 to 18 points in each, 72 together; more or fewer is told, not forbidden. Rule: FHT-1.1."""
    if person.kind_of(sheet) != "human" or person.is_object(sheet):
        return
    for key in ATTRIBUTES:
        value = person.permanent(sheet, key)
        if not number("attribute_lowest") <= value <= number("attribute_highest"):
            yield _problem(f"attributes.{key}", "attribute_beyond_human", attribute=key, value=value)
    spent = sum([person.permanent(sheet, key) for key in ATTRIBUTES])
    if spent > number("attribute_sum"):
        yield _problem("attributes.strength", "attributes_above_sum", value=spent, limit=number("attribute_sum"))


def _pools(sheet: Sheet) -> Iterator[Problem]:
    for pool in POOLS:
        value, limit = person.points(sheet, pool), person.maximum(sheet, pool)
        if value > limit:
            yield _problem(f"pools.{pool}", "above_maximum", pool=pool, value=value, limit=limit)


def _weapon(item: Item) -> Iterator[Problem]:
    weapon = weapon_of(item)
    harmless = weapon.damage is None and not weapon.lethality and not weapon.irritation
    if harmless and "strangles" not in weapon.traits:
        yield _problem(f"{item.id}.damage", "does_nothing", item=item.id)
    if weapon.group == "firearm" and weapon.brw is None:
        yield _problem(f"{item.id}.base_range", "no_base_range", item=item.id)
    if any(mode != "single" for mode in weapon.modes) and not weapon.burst_lethality:
        yield _problem(f"{item.id}.lethality", "burst_without_lethality", item=item.id)
    if weapon.loaded is not None and weapon.magazine is not None and weapon.loaded > weapon.magazine:
        yield _problem(f"{item.id}.loaded", "above_magazine", item=item.id, value=weapon.loaded, limit=weapon.magazine)


def _training(sheet: Sheet, item: Item) -> Iterator[Problem]:
    """A weapon that needs special training, and none on the sheet. Rule: FHT-1.9."""
    if item.traits.get("needs_training") and not inner(sheet.body, "trainings"):
        yield _problem(f"{item.id}.traits.needs_training", "training_missing", item=item.id)


def _armour(sheet: Sheet) -> Iterator[Problem]:
    """One suit or vest at a time. Rule: FHT-2.8."""
    suits = [item for item in worn_items(sheet) if text(item.body.get("slot"), "suit") == "suit"]
    if len(suits) > 1:
        yield _problem(f"{suits[1].id}.worn", "two_suits", item=suits[0].id)


def _overrides(sheet: Sheet) -> Iterator[Problem]:
    for key in inner(sheet.body, "overrides"):
        value = override(sheet, key)
        if value is not None:
            yield _problem(f"overrides.{key}", "overridden", value=key, points=value)


def _mind(sheet: Sheet) -> Iterator[Problem]:
    """Stability at or below the breaking point. Rule: FHT-1.5."""
    if is_broken(sheet):
        limit = breaking_point(sheet)
        yield _problem("breaking_point", "at_breaking_point", value=person.points(sheet, "stability"), limit=limit)


def problems(sheet: Sheet) -> tuple[Problem, ...]:
    """Everything that is wrong with a sheet; paths of things begin with their id."""
    found = [*_attributes(sheet), *_pools(sheet), *_mind(sheet)]
    for item in sheet.items:
        if item.kind == "weapon":
            found += [*_weapon(item), *_training(sheet, item)]
    return (*found, *_armour(sheet), *_overrides(sheet))
