"""What follows from a sheet, and properties that hold for every number."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from combat.rulesets.xian import RULESET
from combat.rulesets.xian.check import outcome, window
from combat.rulesets.xian.damage import counted, harm, penetration_after
from combat.rulesets.xian.person import maximum, pool
from combat.rulesets.xian.weapon import distance_class
from tests.rulesets.xian.table import armour, fighter, weapon

FEW = settings(max_examples=40, deadline=None)


def test_values_tables_and_load_follow_from_the_sheet() -> None:
    """XIAN-1.2, XIAN-1.8, XIAN-7.3, XIAN-5.5: a pistol with 5/20/80 and one to three attacks."""
    sheet = fighter(1, weapon("item:11", "ranged", inertia=6, load=2), armour("item:12", 2, load=3), focus=5).sheet
    derived = RULESET.derive(sheet, {})
    assert derived.values["load"].value == 5
    assert derived.values["stance_limit"].value == 8
    assert derived.values["pistols"].overridden == "test"
    (table,) = derived.tables
    assert [(row.term, row.up_to) for row in table.rows] == [
        ("near", 5), ("middle", 20), ("far", 80), ("very_far", 160),
    ]  # fmt: skip
    assert [cell.value for cell in table.rows[1].cells] == [4, 10, None]
    assert all(row.named for row in table.rows), "the classes have names (XIAN-7.6)"
    assert [zone.state for zone in derived.armour[0].zones] == ["whole"] * 3


def test_a_weapon_for_melee_is_read_by_zone_and_armour_without_points_is_bare() -> None:
    """XIAN-5.2 to XIAN-5.4."""
    derived = RULESET.derive(fighter(1, weapon("item:11"), armour("item:12", 0), trauma=2).sheet, {})
    assert [[cell.value for cell in row.cells] for row in derived.tables[0].rows] == [
        [6, 11, None], [2, 7, 12], [4, 9, None],
    ]  # fmt: skip
    assert [zone.state for zone in derived.armour[0].zones] == ["bare"] * 3


def test_a_pair_in_the_hands_is_handier() -> None:
    """XIAN-7.2: inertia 5 becomes 4."""
    pair = (weapon("item:11", held="main_hand", load=1), weapon("item:12", held="off_hand", load=1))
    derived = RULESET.derive(fighter(1, *pair, skills={"medium_melee": {"points": 6}}).sheet, {})
    assert derived.item_values["item:11"]["inertia"].value == 4
    assert derived.tables[0].rows[1].cells[1].value == 4
    assert derived.values["defence_bonus"].value == 1
    hindered = RULESET.derive(fighter(1, *pair, skills={"medium_melee": {"points": 6}}, hindrance=1).sheet, {})
    assert "defence_bonus" not in hindered.values


def test_the_sheet_hints_at_death_and_at_pools_fuller_than_full() -> None:
    """XIAN-6.12, XIAN-1.3."""
    sheet = fighter(1, trauma=10, maxima={"action_points": 10}, pools={"action_points": 12}).sheet
    assert [(path, reason.code) for path, reason in RULESET.derive(sheet, {}).problems] == [
        ("pools.action_points", "above_maximum"),
        ("trauma", "death_near"),
    ]


def test_pools_without_a_value_are_full_and_maxima_follow_from_constitution() -> None:
    """XIAN-1.3: KO 5 gives 2/5/4."""
    sheet = fighter(1, pools={}).sheet
    assert [pool(sheet, f"{zone}_constitution") for zone in ("head", "upper_body", "lower_body")] == [2, 5, 4]
    assert maximum(sheet, "action_points") == 0


@given(st.integers(0, 20), st.integers(0, 20), st.integers(2, 20))
@FEW
def test_window_and_outcome_agree(value: int, difficulty: int, total: int) -> None:
    """XIAN-4.2, XIAN-4.3."""
    found = window(value, difficulty)
    inside = found is not None and (found[0] is None or total >= found[0]) and total <= (found[1] or 0)
    assert inside == (outcome(value, difficulty, total) == "success")


@given(st.lists(st.integers(1, 10), max_size=12), st.integers(0, 12), st.integers(0, 12), st.integers(0, 9))
@FEW
def test_more_armour_never_does_more_damage_and_zones_never_fall_below_nothing(
    faces: list[int], penetration: int, piece: int, points: int
) -> None:
    """XIAN-6.5 to XIAN-6.7."""
    bare = counted(tuple(faces), penetration_after(penetration, 0))
    behind = counted(tuple(faces), penetration_after(penetration, piece))
    assert behind <= bare
    found = harm(points, bare)
    assert found.left >= 0
    assert points - found.left + found.trauma == bare


@given(st.integers(1, 20), st.integers(1, 60), st.integers(1, 200), st.fractions(0, 900))
@FEW
def test_every_distance_has_one_class_or_is_beyond_twice_the_far_limit(
    near: int, more: int, most: int, metres: Fraction
) -> None:
    """XIAN-2.4, XIAN-8.3."""
    limits = (near, near + more, near + more + most)
    assert (distance_class(limits, metres) is None) == (metres > 2 * limits[-1])
    assert distance_class((), metres) is None
