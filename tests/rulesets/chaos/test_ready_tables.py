"""What is printed is what is rolled: target numbers by range and mode."""

from combat.core.derived import ReadyTable
from combat.core.sheet import Sheet
from combat.rulesets.chaos.derive import derive
from combat.rulesets.chaos.ready_tables import ranges
from tests.rulesets.chaos.build import sheet, weapon

WOUNDS = {"wounded", "badly_wounded"}


def table(person: Sheet) -> ReadyTable:
    (found,) = derive(person, {}).tables
    return found


def numbers(person: Sheet) -> list[tuple[str, int | None, list[int | None]]]:
    return [(row.term, row.up_to, [cell.value for cell in row.cells]) for row in table(person).rows]


def test_bands_are_merged_where_one_holds_no_metre() -> None:
    assert ranges(25) == (
        ("point_blank", 10),
        ("half_range", 12),
        ("within_base", 25),
        ("beyond_base", 50),
        ("beyond_double", 100),
        ("beyond_quadruple", None),
    )
    assert ranges(20)[:2] == (("point_blank", 10), ("within_base", 20))
    assert ranges(8)[:2] == (("point_blank", 8), ("beyond_base", 16))
    assert ranges(0) == (("within_base", None),)


def test_target_numbers_stand_by_range_and_mode_with_cost_and_shots() -> None:
    """Worked out by hand: 40, point blank +30, half +10, over base −10 (full auto −20), full auto +20."""
    found = sheet(weapon(shots={"single": 1, "auto": 10}, recoil=2))
    assert [(column.term, column.cost, column.amount) for column in table(found).columns] == [
        ("single", 3, 1),
        ("auto", 6, 10),
    ]
    assert numbers(found) == [
        ("point_blank", 10, [70, 90]),
        ("half_range", 25, [50, 70]),
        ("within_base", 50, [40, 60]),
        ("beyond_base", 100, [30, 40]),
        ("beyond_double", 200, [20, 30]),
        ("beyond_quadruple", None, [10, 20]),
    ]


def test_a_reflex_sight_helps_up_to_the_base_range() -> None:
    assert [row[2] for row in numbers(sheet(weapon(grants=("reflex_sight",))))] == [[75], [55], [45], [30], [20], [10]]


def test_wounds_are_a_step_of_their_own_that_print_can_leave_out() -> None:
    person = sheet(weapon(), pools={"hit_points": 9})
    for row, whole in zip(table(person).rows, table(sheet(weapon())).rows, strict=True):
        (cell,), (sound,) = row.cells, whole.cells
        assert cell.value == sum(step.amount for step in cell.steps)
        assert sum(step.amount for step in cell.steps if step.term not in WOUNDS) == sound.value


def test_a_magnetic_weapon_has_no_column_for_full_auto() -> None:
    person = sheet(weapon(traits={"magnetic": True}, shots={"single": 1, "auto": 10}))
    assert [column.term for column in table(person).columns] == ["single"]


def test_a_thrown_weapon_has_one_number_up_to_the_throwing_range() -> None:
    grenade = weapon(weapon_kind="thrown", capacity=None, base_range=None, recoil=3, traits={"explosive": 5})
    person = sheet(grenade, statuses={"irritated": True})
    assert numbers(person) == [("throw_range", 40, [20])]
    assert (table(person).form, table(person).columns[0].cost) == ("throw", 4)


def test_a_melee_weapon_has_one_number() -> None:
    axe = weapon(weapon_kind="melee", grants=("inner_vibration",), traits={"inaccurate": True})
    person = sheet(axe, pools={"hit_points": 4}, statuses={"irritated": True})
    (cell,) = table(person).rows[0].cells
    assert [(step.term, step.amount) for step in cell.steps] == [
        ("strength", 40),
        ("inner_vibration", 10),
        ("inaccurate", -10),
        ("irritated", -20),
        ("badly_wounded", -20),
    ]
    assert cell.value == 0
    assert table(sheet(axe, pools={"hit_points": 9})).rows[0].cells[0].value == 30


def test_without_a_base_range_there_is_one_band() -> None:
    assert numbers(sheet(weapon(base_range=None))) == [("within_base", None, [40])]
