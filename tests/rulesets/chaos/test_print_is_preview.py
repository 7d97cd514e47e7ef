"""A number that is printed is the number that preview shows and that the roll is measured against."""

from hypothesis import given
from hypothesis import strategies as st

from combat.core.event import Rolled
from combat.core.intent import Intent, Part
from combat.core.procedure import Answer, chained, defaults, run
from combat.core.sheet import Item, Sheet
from combat.registry import ruleset
from tests.rulesets.chaos.build import FEW, duel, sheet, weapon

CHAOS = ruleset("chaos")

weapons = st.builds(
    weapon,
    base_range=st.integers(1, 400),
    recoil=st.integers(0, 5),
    shots=st.fixed_dictionaries(
        {"single": st.just(1)}, optional={mode: st.integers(2, 10) for mode in ("semi", "burst", "auto")}
    ),
    weapon_kind=st.sampled_from(["firearm", "bow", "launcher"]),
    skill=st.sampled_from(["", "handguns", "unknown"]),
    traits=st.dictionaries(st.sampled_from(["accurate", "inaccurate", "magnetic", "reliable"]), st.just(1)),
    grants=st.lists(st.sampled_from(["smartgun", "laser_marker", "reflex_sight", "recoil_damper"]), unique=True).map(
        tuple
    ),
)
people = st.builds(
    lambda item, hit_points, rank, irritated: sheet(
        item,
        pools={"hit_points": hit_points},
        skills={"handguns": {"rank": rank, "attribute": "marksmanship"}},
        statuses={"irritated": irritated},
    ),
    weapons,
    st.integers(1, 15),
    st.integers(0, 3),
    st.booleans(),
)
options = st.fixed_dictionaries({}, optional={"strict_under": st.just(False), "laser_marker": st.just("aimed")})


def edges(person: Sheet) -> list[int]:
    """Distances at both ends of every band."""
    found = []
    for row in CHAOS.derive(person, {}).tables[0].rows:
        if row.up_to is not None:
            found += [row.up_to, row.up_to + 1]
    return found


@FEW
@given(people, options, st.data())
def test_every_cell_is_the_target_number_of_that_shot(
    person: Sheet, house: dict[str, bool | str], data: st.DataObject
) -> None:
    table = CHAOS.derive(person, house).tables[0]
    for distance in data.draw(st.lists(st.sampled_from(edges(person)), min_size=4, max_size=4, unique=True)):
        row = next(row for row in table.rows if row.up_to is None or distance <= row.up_to)
        for cell in row.cells:
            part = Part(form="shoot", item="item:1", targets=("character:2",), parameters=cell.parameters)
            fight = duel(person, sheet(), distance, house)
            preview = CHAOS.preview(fight, Intent(actor="character:1", parts=(part,)))
            assert preview.reasons == ()
            assert preview.checks[0].target_number == cell.value, (distance, cell.parameters)
            assert preview.cost == {"action_units": table.columns[row.cells.index(cell)].cost}


@FEW
@given(people, st.data())
def test_the_roll_is_measured_against_the_number_of_the_table(person: Sheet, data: st.DataObject) -> None:
    table = CHAOS.derive(person, {}).tables[0]
    row = data.draw(st.sampled_from([row for row in table.rows if row.up_to is not None]))
    cell = data.draw(st.sampled_from(row.cells))
    part = Part(form="shoot", item="item:1", targets=("character:2",), parameters=cell.parameters)
    fight = duel(person, sheet(), distance=row.up_to)
    procedure = CHAOS.perform(fight, Intent(actor="character:1", parts=(part,)))
    attack_die = iter([Answer(faces=(100,))])
    events = run(procedure, chained(defaults, lambda question: next(attack_die, None))).events
    (attack,) = [event for event in events if isinstance(event, Rolled)]
    assert attack.data["target_number"] == cell.value


def test_a_weapon_that_lacks_a_mode_has_no_cell_for_it() -> None:
    item: Item = weapon(shots={"burst": 3})
    (table,) = CHAOS.derive(sheet(item), {}).tables
    assert [column.term for column in table.columns] == ["burst"]
