"""Species, classes and modifications are data: what is entered acts on values, modifiers and traits, and is told."""

from dataclasses import replace

import pytest

from combat.core.fight import Fight
from combat.core.intent import Intent, Part
from combat.core.sheet import Item
from combat.core.value import Json
from combat.registry import ruleset, ruleset_info
from combat.rulesets.chaos.origin import EFFECTS
from tests.rulesets.chaos.build import duel, sheet, weapon
from tests.rulesets.chaos.test_strike import blade

CHAOS = ruleset("chaos")
ORC = {"species_traits": {"orc": {"strength": 10, "toughness_bonus": 1}, "broken": 3}}


def values(**body: Json) -> dict[str, int]:
    return {key: found.value for key, found in CHAOS.derive(sheet(**body), {}).values.items()}


@pytest.mark.parametrize(
    ("effect", "changed"),
    [
        ("strength", {"strength": 45, "throw_range": 40, "parry": 22}),
        ("mobility", {"mobility": 45, "initiative": 45, "dodge": 22}),
        ("marksmanship", {"marksmanship": 45}),
        ("toughness", {"toughness": 45, "physical_resistance": 45}),
        ("intelligence", {"intelligence": 45, "mental_resistance": 45}),
        ("magic", {"magic": 45}),
        ("strength_bonus", {"strength_bonus": 9, "throw_range": 90}),
        ("mobility_bonus", {"mobility_bonus": 9, "move_covered": 10, "move_quick": 20, "sprint": 50}),
        ("toughness_bonus", {"toughness_bonus": 9}),
        ("physical_resistance", {"physical_resistance": 45}),
        ("mental_resistance", {"mental_resistance": 45}),
        ("initiative", {"initiative": 45}),
    ],
)
def test_each_effect_of_a_species_acts_on_its_value_and_on_what_follows(effect: str, changed: dict[str, int]) -> None:
    plain, other = values(), values(class_traits={"soldier": {effect: 5}})
    assert {key: value for key, value in other.items() if plain.get(key) != value} == {
        key: value for key, value in changed.items() if plain.get(key) != value
    }
    assert effect in EFFECTS


def test_every_effect_is_tried_above_and_is_a_field_of_both_kinds() -> None:
    info = ruleset_info("chaos")
    for key in ("species", "class"):
        kind = info.kind(key)
        assert kind is not None
        assert set(EFFECTS) <= {field.path for field in kind.schema.fields}
    assert {collection.source for collection in info.sheet.collections} >= {"species", "class"}


def test_what_a_species_adds_is_a_step_of_its_own_in_the_sheet_and_in_the_roll() -> None:
    found = CHAOS.derive(sheet(**ORC), {}).values["strength"]
    assert [(step.term, step.amount, dict(step.data)) for step in found.steps] == [
        ("strength", 40, {}),
        ("species_traits", 10, {"key": "orc"}),
    ]
    fight = duel(sheet(blade(skill="melee_weapons"), skills={"melee_weapons": {"rank": 1}}, **ORC), sheet(), None)
    check = CHAOS.preview(fight, attack("strike")).checks[0]
    assert [(modifier.key, modifier.value) for modifier in check.base] == [("strength", 40), ("species_traits", 10)]
    assert check.target_number == 50


def attack(form: str) -> Intent:
    return Intent(actor="character:1", parts=(Part(form=form, item="item:1", targets=("character:2",)),))


def fitted(item: Item, **body: Json) -> Fight:
    modification = Item(id="item:8", kind="modification", body=body)
    return duel(sheet(replace(item, fitted=(modification,))), sheet(), 30 if item.value("shots") else None)


@pytest.mark.parametrize("form", ["shoot", "strike"])
def test_a_modification_may_add_to_every_attack_roll(form: str) -> None:
    item = weapon() if form == "shoot" else blade()
    check = CHAOS.preview(fitted(item, attack_bonus=5), attack(form)).checks[0]
    assert [(modifier.key, modifier.value) for modifier in check.modifiers] == [("modification", 5)]
    assert CHAOS.preview(fitted(item), attack(form)).checks[0].modifiers == ()


def test_a_modification_changes_penetration_but_never_below_nothing() -> None:
    for delta, expected in ((3, 5), (-9, 0)):
        person = fitted(weapon(penetration=2), penetration_delta=delta).combatants["character:1"].sheet
        assert CHAOS.derive(person, {}).item_values["item:1"]["penetration"].value == expected


def test_a_modification_for_other_weapons_is_a_problem_of_the_sheet_and_no_more() -> None:
    def problems(**body: Json) -> list[str]:
        person = fitted(weapon(weapon_class="pistol"), **body).combatants["character:1"].sheet
        return [reason.code for _, reason in CHAOS.derive(person, {}).problems]

    assert problems(fits=["shotgun"]) == ["modification_does_not_fit"]
    assert problems(fits=["pistol"]) == problems() == []
