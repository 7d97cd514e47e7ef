"""What a sheet says: overrides, prefilled values, problems, armour, ready tables."""

from typing import Any

import pytest

from combat.core.derived import Derived
from combat.core.sheet import Item
from combat.core.value import JsonMap
from combat.rulesets.zwanziger.damage import armour_at
from tests.rulesets.zwanziger.build import (
    RULES,
    armour,
    asked,
    done,
    fight,
    named,
    person,
    sheet,
    terms,
    thing,
    totals,
    weapon,
)


def codes(found: Derived) -> list[str]:
    return [reason.code for _path, reason in found.problems]


def test_a_value_set_by_the_game_master_counts_and_keeps_its_bill() -> None:
    body: dict[str, Any] = {"overrides": {"dodge": {"value": 3, "reason": "fog"}, "odd": {"value": 1}}}
    found = RULES.derive(sheet(**body), {})
    assert (found.values["dodge"].value, found.values["dodge"].overridden) == (3, "fog")
    assert [step.amount for step in found.values["dodge"].steps] == [6]
    assert codes(found) == ["overridden"]
    scene = fight(person("a", weapon("item:1")), person("b", **body))
    rolled = done(scene, asked("attack_main", "item:1", "b"), {"defence": 4}, {"defence.choice": "dodge"})
    assert totals(rolled, "dodge") == [7]


def test_a_sprint_goes_as_far_as_entered_else_as_far_as_a_move() -> None:
    """W20-2.5."""
    assert RULES.derive(sheet(movement=7), {}).values["sprint"].value == 7
    assert RULES.derive(sheet(movement=7, sprint=20), {}).values["sprint"].value == 20


def test_a_skill_shows_its_value() -> None:
    """W20-1.10."""
    found = RULES.derive(sheet(skills={"unarmed": {"value": 3}}), {}).values["skills.unarmed"]
    assert (found.value, found.steps[0].amount) == (3, 3)


def test_a_grapple_shows_the_better_manipulator_and_the_skills() -> None:
    """W20-7.5."""
    body: dict[str, Any] = {
        "attributes": {"strength": 12, "dexterity": 6},
        "skills": {"unarmed": {"value": 1}, "grappling": {"value": 2}},
    }
    assert RULES.derive(sheet(**body), {}).values["grapple"].value == 9
    check = RULES.preview(
        fight(person("a", **body), person("b")), asked("grapple", "", "b", manipulator="strength_bonus")
    )
    assert check.checks[0].target_number == 9


@pytest.mark.parametrize(
    ("body", "items", "options", "code"),
    [
        ({"pools": {"energy": 3}}, (), {}, "above_maximum"),
        ({}, (weapon(block_strength=None),), {}, "block_without_strength"),
        ({}, (weapon(skill="swords"),), {}, "unknown_skill"),
        ({}, (thing(traits={"throwable": True}),), {}, "throwable_without_weight"),
        ({"abilities": {"x": {"damage": "W6"}}}, (), {}, "damage_without_roll"),
        ({}, (), {"life_model": "points"}, "no_life_points"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_told(
    body: JsonMap, items: tuple[Item, ...], options: JsonMap, code: str
) -> None:
    assert codes(RULES.derive(sheet(*items, **body), options)) == [code]


def test_nothing_is_wrong_with_a_plain_sheet() -> None:
    assert RULES.derive(sheet(weapon(), thing(weight=500, damage="W4")), {}).problems == ()


def test_armour_shows_its_zones_and_the_best_one_counts() -> None:
    """W20-1.11."""
    items = (armour("item:7", 2, zones=("torso", "head")), armour("item:8", 3), armour("item:9", 9, worn=False))
    found = RULES.derive(sheet(*items), {})
    assert [worn.item for worn in found.armour] == ["item:7", "item:8"]
    assert {zone.key: (zone.now["armour_value"], zone.state) for zone in found.armour[0].zones} == {
        "head": (2, "whole"),
        "arms": (0, "bare"),
        "torso": (2, "whole"),
        "legs": (0, "bare"),
    }

    assert [armour_at(sheet(*items), zone) for zone in ("head", "torso", "legs")] == [2, 3, 0]


def test_harm_entered_by_the_game_master_meets_armour_where_a_zone_is_named() -> None:
    scene = fight(person("a", armour("item:7", 3), wound_threshold=5))

    for zone, wounds in (("torso", 1), (None, 2)):
        found = done(scene, asked("hit", damage=10, zone=zone))
        assert found.events[0].data["wounds"] == wounds
    assert done(scene, asked("hit")).events[0].data["damage"] == 0


def test_ready_tables_hold_what_an_attack_starts_from() -> None:
    """The number printed is the number used."""
    items = (weapon(), weapon("item:2", slot="offhand", attack_value=None, attribute="strength"), thing(weight=400))
    scene = fight(person("a", *items, thing("item:6", weight=60_000)), person("b"), pairs={"a>b": {"distance": 5}})
    tables = {table.item: table for table in RULES.derive(scene.combatants["a"].sheet, {}).tables}
    assert [table.form for table in tables.values()] == ["attack_main", "attack_off", "throw", "throw"]
    for item in ("item:1", "item:2", "item:5"):
        used = RULES.preview(
            fight(*scene.combatants.values(), pairs={"a>b": {"distance": 5 if item == "item:5" else 1}}),
            asked(tables[item].form, item, "b"),
        ).checks[0]
        assert tables[item].rows[0].cells[0].value == used.target_number
    assert tables["item:6"].rows[0].cells[0].value is None


def test_a_throwable_thing_keeps_its_own_damage() -> None:
    """W20-2.4."""

    knife = thing(weight=300, damage="W6", traits={"throwable": True})
    scene = fight(person("a", knife, attributes={"strength": 20}), person("b"), pairs={"a>b": {"distance": 5}})
    (hit,) = named(done(scene, asked("throw", "item:5", "b")), "hit")
    assert hit.data["damage"] == 1


def test_an_ability_without_damage_or_roll_only_takes_effect() -> None:

    hex_spell = {"art": "spell", "kind": "offensive"}
    abilities = {"hex": hex_spell, "call": {"art": "ability", "kind": "reactive", "label": "Ruf"}}
    scene = fight(person("a", abilities=abilities), person("b"))
    assert terms(done(scene, asked("spell_offensive", "", "b"))) == ["action_booked", "ability_used"]
    told = done(scene, asked("ability_reactive"))
    assert terms(told) == ["reaction_spent", "ability_used", "exhausted"]
    assert told.events[1].data["ability"] == "Ruf"
    named = RULES.offers(scene, "a")
    assert [offer.parameters[0].choices for offer in named if offer.form == "spell_offensive"] == [("hex",)]


def test_a_spell_from_a_mounts_back_is_no_harder_and_a_backstab_by_keyword_alone() -> None:
    """W20-5.3 speaks of standard attacks, W20-5.2 of those and of abilities with the keyword."""
    abilities = {
        "spark": {"art": "spell", "kind": "offensive", "value": 5},
        "ambush": {"art": "ability", "kind": "offensive", "value": 5, "backstab": True},
    }
    rider = person("a", weapon(), abilities=abilities, flags={"mounted": True, "mount_moved": True})
    scene = fight(rider, person("b"))

    def score(form: str, item: str = "") -> int:
        (check,) = RULES.preview(scene, asked(form, item, "b")).checks
        return sum(modifier.value for modifier in check.modifiers if modifier.kind == "dice")

    assert (score("attack_main", "item:1"), score("spell_offensive"), score("ability_offensive")) == (-2, 0, 1)
    fields = {offer.form: {known.path for known in offer.parameters} for offer in RULES.offers(scene, "a")}
    assert "backstab" in fields["attack_main"]
    assert "backstab" not in fields["ability_offensive"] | fields["spell_offensive"]


def test_what_is_noted_of_an_ability_is_read_by_whoever_announces_it() -> None:
    """W20-1.13: free text, for the table to apply; what an opponent's says stays on his sheet."""
    wall = {"art": "ability", "kind": "defensive", "label": "Schildwall", "text": "Blocks +2."}
    scene = fight(person("a", abilities={"wall": wall}))
    announced = asked("ability_defensive")
    assert [(note.code, note.data["text"]) for note in RULES.preview(scene, announced).notes] == [
        ("as_noted", "Blocks +2.")
    ]
    assert terms(done(scene, announced)) == ["action_booked", "ability_used"]
    (offer,) = [offer for offer in RULES.offers(scene, "a") if offer.form == "ability_defensive"]
    assert [known.path for known in offer.parameters] == ["ability"]
