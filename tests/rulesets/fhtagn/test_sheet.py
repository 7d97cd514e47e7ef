"""What follows from a sheet (chapter FHT-1) and what is wrong with it."""

import pytest

from combat.core.intent import Reason
from combat.core.sheet import Item, Sheet
from tests.rulesets.fhtagn.build import RULES, knife, sheet, weapon


def codes(found: tuple[tuple[str, Reason], ...]) -> list[str]:
    return [reason.code for _, reason in found]


def test_maxima_and_starts_follow_from_the_attributes_whenever_a_body_is_read() -> None:
    """FHT-1.3, FHT-1.4, FHT-1.5."""
    body = sheet(attributes={"strength": 11, "constitution": 12, "determination": 13}).body
    assert body["maxima"] == {"hit_points": 12, "willpower": 13, "stability": 99}
    assert body["pools"] == {"hit_points": 12, "willpower": 13, "stability": 65}
    assert body["breaking_point"] == 52
    kept = sheet(pools={"stability": 40}, breaking_point=30)
    assert (kept.value("pools.stability"), kept.value("breaking_point")) == (40, 30)


def test_unnatural_knowledge_bounds_stability() -> None:
    """FHT-1.5: 18 x 5 = 90, but 99 - 20 = 79."""
    values = RULES.derive(sheet(attributes={"determination": 18}, unnatural_knowledge=20), {}).values
    assert (values["stability_maximum"].value, values["stability_start"].value) == (79, 79)


def test_the_game_masters_word_stands_with_its_reason() -> None:
    found = RULES.derive(sheet(overrides={"hit_points_maximum": {"value": 20, "reason": "zäh"}}), {})
    assert found.values["hit_points_maximum"].value == 20
    assert found.values["hit_points_maximum"].overridden == "zäh"
    assert "overridden" in codes(found.problems)
    assert "overridden" not in codes(RULES.derive(Sheet(body={"overrides": {"hit_points_maximum": {}}}), {}).problems)


def test_a_sheet_says_what_is_unusual_about_it() -> None:
    """FHT-1.1, FHT-1.9, FHT-2.1."""
    taught = weapon("item:1", traits=("needs_training",), base_range=None, loaded=20)
    burst = weapon("item:2", modes=["short_burst"])
    toy = knife("item:3", damage="")
    suits = [Item(id=f"item:{n}", kind="armour", body={"protection": 3}) for n in (4, 5)]
    strong = {"strength": 19, "constitution": 18, "dexterity": 18, "intelligence": 18, "determination": 10}
    found = RULES.derive(
        sheet(taught, burst, toy, *suits, attributes=strong, pools={"hit_points": 40, "stability": 5}), {}
    )
    assert sorted(codes(found.problems)) == [
        "above_magazine", "above_maximum", "at_breaking_point", "attribute_beyond_human", "attributes_above_sum",
        "burst_without_lethality", "does_nothing", "no_base_range", "training_missing", "two_suits",
    ]  # fmt: skip
    monster = RULES.derive(sheet(taught, attributes={"strength": 40}, kind="creature", trainings={"x": {}}), {})
    assert codes(monster.problems) == ["no_base_range", "above_magazine"]


def test_armour_is_shown_piece_by_piece() -> None:
    """FHT-2.8, FHT-2.10."""
    vest = Item(id="item:1", kind="armour", body={"protection": 4})
    helmet = Item(id="item:2", kind="armour", body={"protection": 1, "slot": "helmet"})
    blows = Item(id="item:3", kind="armour", body={"protection": 1, "slot": "helmet", "against": "blows"})
    found = RULES.derive(sheet(vest, helmet, blows), {}).values["armour"]
    assert (found.value, [step.amount for step in found.steps]) == (5, [4, 1])


def test_states_follow_from_points_in_words() -> None:
    """FHT-6.20."""
    words = {10: (), 9: ("wounded",), 5: ("wounded",), 4: ("badly_wounded",), 2: ("at_the_end",), 0: ("dead",)}
    for points, expected in words.items():
        assert RULES.derive(sheet(pools={"hit_points": points}), {}).statuses == expected


def test_ready_tables_hold_what_an_attack_would_need() -> None:
    """FHT-2.2, FHT-5.2: 40 within 15 m, 20 up to 30 m, 0 up to 75 m."""
    shot = weapon("item:2", base_range=75, traits=("shot",))
    found = RULES.derive(sheet(weapon(), shot, knife("item:3"), skills={"firearms": 40}), {}).tables
    numbers = [[row.cells[0].value for row in table.rows] for table in found]
    assert numbers == [[40, 20, 0], [60, 20, 0], [30]]
    assert [row.up_to for row in found[0].rows] == [15, 30, 75]
    bomb = weapon(weapon_class="explosive", radius=10, lethality=15, damage=None, base_range=None, magazine=None)
    (table,) = RULES.derive(sheet(bomb, skills={"firearms": 40}), {}).tables
    assert [(row.term, row.cells[0].value) for row in table.rows] == [("within_reach", 60)]


def test_a_bomb_and_an_ogre_show_their_lethality() -> None:
    """FHT-1.7, FHT-2.1."""
    bomb = weapon(lethality=15, damage=None)
    found = RULES.derive(sheet(bomb, knife("item:2"), attributes={"strength": 25}), {}).item_values
    assert found["item:1"]["lethality"].value == 15
    assert found["item:2"]["lethality"].value == 13


@pytest.mark.parametrize("maximum", [1, 2, 3, 4, 5, 12])
def test_marks_stand_where_states_begin(maximum: int) -> None:
    pools = {pool.key: pool.marks(maximum) for pool in RULES.describe().pools}
    assert pools["hit_points"][-1].at == min(2, maximum)
    assert pools["willpower"][0].at == min(2, maximum)
    assert pools["stability"] == ()


def test_a_bare_body_is_enough() -> None:
    assert RULES.derive(Sheet(body={}), {}).values["hit_points_maximum"].value == 10
