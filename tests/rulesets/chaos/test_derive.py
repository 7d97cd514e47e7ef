"""Derived values carry the bill that leads to them, and the game master's word stands above it."""

from typing import Any

import pytest

from combat.core.derived import Derived, DerivedValue
from combat.core.sheet import Item, Sheet
from combat.rulesets.chaos.derive import derive
from tests.rulesets.chaos.build import armour, sheet, weapon


def value(person: Sheet, key: str) -> DerivedValue:
    return derive(person, {}).values[key]


def steps(person: Sheet, key: str) -> list[tuple[str, int]]:
    return [(step.term, step.amount) for step in value(person, key).steps]


def codes(*items: Item, **body: Any) -> list[tuple[str, str]]:
    return [(path, reason.code) for path, reason in derive(sheet(*items, **body), {}).problems]


def test_every_value_is_the_sum_of_its_steps() -> None:
    person = sheet(weapon(readied=True, melee_fitness=-10), pools={"hit_points": 4}, skills={"dodge": {"rank": 2}})
    for found in derive(person, {}).values.values():
        assert found.value == sum(step.amount for step in found.steps), found.key


def test_moves_come_from_the_mobility_bonus() -> None:
    assert steps(sheet(), "move_covered") == [("mobility_bonus", 4), ("move_base", 1)]
    assert steps(sheet(), "sprint") == [("mobility_bonus", 4), ("move_base", 1), ("times", 20)]
    assert value(sheet(), "sprint").unit == "metres"


def test_initiative_takes_the_fitness_of_the_readied_weapon_and_none_without() -> None:
    assert value(sheet(), "initiative").value == 40
    assert value(sheet(weapon(melee_fitness=-10)), "initiative").value == 40
    ready = sheet(armour(), weapon(melee_fitness=-10, readied=True, traits={"cqb": True}))
    assert steps(ready, "initiative") == [("mobility", 40), ("melee_fitness", -5)]


def test_an_overridden_value_keeps_its_bill_and_tells_the_reason() -> None:
    person = sheet(overrides={"toughness_bonus": {"value": 6, "reason": "Segen"}})
    found = value(person, "toughness_bonus")
    assert (found.value, found.overridden, sum(step.amount for step in found.steps)) == (6, "Segen", 4)


def test_what_follows_from_an_overridden_value_follows_it() -> None:
    person = sheet(overrides={"mobility_bonus": {"value": 6, "reason": ""}, "strength_bonus": {"value": 7}})
    assert (value(person, "move_quick").value, value(person, "throw_range").value) == (14, 70)


def test_an_overridden_throw_range_stands_in_the_table_too() -> None:
    grenade = weapon(weapon_kind="thrown", capacity=None, base_range=None)
    person = sheet(grenade, overrides={"throw_range": {"value": 55, "reason": "Schleuder"}})
    (table,) = derive(person, {}).tables
    assert (table.rows[0].up_to, value(person, "throw_range").value) == (55, 55)


def test_wounds_are_one_step_named_by_the_state() -> None:
    for hit_points, expected in ((10, []), (9, [("wounded", -10)]), (4, [("badly_wounded", -20)])):
        assert steps(sheet(pools={"hit_points": hit_points}), "wound_modifier") == expected


def test_a_skill_counts_by_its_rank_and_an_unlearned_one_by_half() -> None:
    person = sheet(
        skills={
            "tactics": {"rank": 0, "attribute": "intelligence", "untrained": False},
            "first_aid": {"rank": 0, "attribute": "mobility"},
            "scouting": {"rank": 3, "attribute": "intelligence"},
            "odd": 3,
        }
    )
    values = derive(person, {}).values
    assert "skills.tactics" not in values, "it has to be learned first"
    assert "skills.odd" not in values
    assert steps(person, "skills.first_aid") == [("mobility", 40), ("half_attribute", -20)]
    assert steps(person, "skills.scouting") == [("intelligence", 40), ("specialised", 20)]


def test_dodging_is_one_value_wherever_it_is_shown() -> None:
    person = sheet(skills={"dodge": {"rank": 1}}, overrides={"dodge": {"value": 44, "reason": "x"}})
    assert value(person, "skills.dodge").value == value(person, "dodge").value == 44
    assert value(person, "skills.dodge").overridden == "x"


@pytest.mark.parametrize(
    ("skills", "more", "target"),
    [
        ({}, {}, 20),
        ({"melee_weapons": {"rank": 1}}, {}, 40),
        ({"melee_weapons": {"rank": 3}}, {}, 60),
        ({"melee_weapons": {"rank": 2}, "parry": {"rank": 1}}, {}, 50),
        ({"melee_weapons": {"rank": 1}, "parry": {"rank": 3}}, {}, 60),
        ({"parry": {"rank": 2}}, {}, 50),
        ({"unarmed_combat": {"rank": 3}}, {}, 20),
        ({}, {"weapon_skills_count": False}, 40),
    ],
)
def test_a_parry_is_made_under_the_melee_skill(skills: dict[str, Any], more: dict[str, Any], target: int) -> None:
    """CHA-2.3, CHA-0.3: strength 40 as for a blow; a skill of parrying counts where it is learned better."""
    assert value(sheet(skills=skills, **more), "parry").value == target


def test_cover_gains_from_a_focus_in_intuition_and_from_talents() -> None:
    person = sheet(
        skills={"intuition": {"rank": 2}},
        talents={"use_cover": {"cover_bonus": 10}, "idle": {"cover_bonus": 0}, "odd": 3},
    )
    assert steps(person, "cover_additions") == [("focus_intuition", 10), ("talent", 10)]


def test_a_weapon_counts_with_its_modifications() -> None:
    fitted = Item(id="item:9", kind="modification", body={"capacity_percent": 150, "melee_fitness_delta": -5})
    bare = weapon(recoil=2, reload_rounds=1)
    item = Item(id=bare.id, kind="weapon", body=bare.body, fitted=(fitted,))
    values = derive(sheet(item), {}).item_values["item:1"]
    assert {key: found.value for key, found in values.items()} == {
        "recoil": 2,
        "penetration": 0,
        "effective_penetration": 0,
        "base_range": 50,
        "capacity": 45,
        "reload_rounds": 1,
        "melee_fitness": -5,
    }


def test_what_a_weapon_has_not_is_not_among_its_values() -> None:
    knife = weapon(weapon_kind="melee", capacity=None, base_range=None)
    assert {"capacity", "base_range", "reload_rounds"}.isdisjoint(derive(sheet(knife), {}).item_values["item:1"])


def zone_states(found: Derived) -> dict[str, tuple[int, int, str]]:
    return {zone.key: (zone.notches, zone.lost, zone.state) for zone in found.armour[0].zones}


def test_armour_tells_its_wear_by_zone() -> None:
    worn = armour(protection=(2, 1, 0), damage_points={"body": 3, "legs": 7, "arms": 1})
    found = derive(sheet(worn), {})
    assert zone_states(found) == {
        "head": (0, 0, "whole"),
        "arms": (1, 0, "worn"),
        "body": (3, 1, "worn"),
        "legs": (7, 2, "destroyed"),
    }
    body = next(zone for zone in found.armour[0].zones if zone.key == "body")
    assert (dict(body.base), dict(body.now)) == (
        {"kinetic": 2, "explosive": 1, "energy": 0},
        {"kinetic": 1, "explosive": 0, "energy": 0},
    )


def test_a_zone_that_never_had_armour_points_is_bare_and_not_destroyed() -> None:
    found = derive(sheet(armour(protection=(0, 0, 0), damage_points={"head": 4})), {})
    assert zone_states(found)["head"] == (4, 0, "bare")
    nothing = Item(id="item:2", kind="armour", body={"level": 1})
    assert derive(sheet(nothing), {}).armour[0].zones[0].state == "bare"


@pytest.mark.parametrize(
    ("abc", "damage_points", "sealed"), [(False, {}, None), (True, {}, True), (True, {"legs": 1}, False)]
)
def test_any_damage_point_breaks_the_seal(abc: bool, damage_points: dict[str, int], sealed: bool | None) -> None:
    assert derive(sheet(armour(abc=abc, damage_points=damage_points)), {}).armour[0].sealed is sealed


def test_only_the_first_armour_worn_counts() -> None:
    person = sheet(armour("item:2", worn=False), armour("item:3"), armour("item:4"))
    assert [worn.item for worn in derive(person, {}).armour] == ["item:3"]
    assert codes(armour("item:3"), armour("item:4")) == [("item:4.worn", "two_armours")]
    assert derive(sheet(), {}).armour == ()


def test_the_dead_are_nothing_but_dead() -> None:
    assert derive(sheet(pools={"hit_points": -16}, statuses={"unconscious": True}), {}).statuses == ("dead",)
    assert derive(sheet(pools={"hit_points": -15}, statuses={"unconscious": True}), {}).statuses == (
        "badly_wounded",
        "unconscious",
    )


@pytest.mark.parametrize(
    ("item", "path", "code"),
    [
        (weapon(loaded=31), "item:1.loaded", "loaded_above_capacity"),
        (weapon(shots={}), "item:1.shots", "no_fire_mode"),
        (weapon(base_range=None), "item:1.base_range", "no_base_range"),
        (weapon(capacity=5, shots={"auto": 6}), "item:1.shots.auto", "shots_above_capacity"),
        (weapon(traits={"magnetic": True}, shots={"auto": 6}), "item:1.shots.auto", "magnetic_full_auto"),
        (weapon(traits={"explosive": True}), "item:1.traits.explosive", "explosive_without_radius"),
        (weapon(weapon_kind="thrown", recoil=1), "item:1.recoil", "thrown_with_recoil"),
        (weapon(traits={"armour_piercing": True, "bunker_breaking": True}), "item:1.traits", "piercing_twice"),
        (weapon(skill="handguns"), "item:1.skill", "unknown_skill"),
        (armour(level=None), "item:2.level", "armour_without_level"),
    ],
)
def test_a_problem_names_its_place_its_code_and_its_rule(item: Item, path: str, code: str) -> None:
    ((found, reason),) = derive(sheet(item), {}).problems
    assert (found, reason.code) == (path, code)
    assert reason.rules


def test_a_sound_sheet_has_no_problems() -> None:
    fists = weapon("item:3", weapon_kind="unarmed", shots={}, capacity=None, base_range=None, skill="unarmed_combat")
    assert codes(weapon(), armour(), fists, skills={"unarmed_combat": {"rank": 1}}) == []
    assert codes(weapon(skill="handguns"), weapon_skills_count=False) == []
    assert codes(weapon(capacity=None)) == []


def test_points_above_their_maximum_and_values_set_by_hand_are_told() -> None:
    assert codes(pools={"hit_points": 16}) == [("pools.hit_points", "hit_points_above_maximum")]
    overrides: dict[str, Any] = {"dodge": {"value": 44, "reason": "x"}, "parry": {"reason": "empty"}}
    assert codes(overrides=overrides) == [("overrides.dodge", "overridden")]
