"""What the rules imply without a number, tried on many."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from combat.core.dice import Dice
from combat.core.event import Modifier, Rolled, modifier_from_json
from combat.core.procedure import Answer, Procedure, Question, Roll, Step, run
from combat.core.value import Json
from combat.rulesets.zwanziger.damage import damage_rolled, wounds_of
from combat.rulesets.zwanziger.roll import chain
from combat.rulesets.zwanziger.throw import row_of
from tests.rulesets.zwanziger.build import RULES, armour, asked, done, duel, fight, named, person, weapon, whole

FEW = settings(max_examples=25, deadline=None)


@FEW
@given(st.integers(0, 400), st.integers(1, 60))
def test_rounding_up_never_makes_fewer_wounds_and_at_most_one_more(damage: int, threshold: int) -> None:
    down, up = wounds_of(damage, threshold, False), wounds_of(damage, threshold, True)
    assert down <= up <= down + 1
    assert down * threshold <= damage <= up * threshold


@FEW
@given(st.fractions(0, 200), st.fractions(0, 200))
def test_the_heavier_thing_never_stands_in_a_lighter_row(one: Fraction, other: Fraction) -> None:
    rows = ["0-1", "1-2", "2-10", "10-25", "25-50", "50+"]
    light, heavy = sorted((one, other))
    assert rows.index(row_of(light)) <= rows.index(row_of(heavy))


@FEW
@given(st.sampled_from([4, 6, 8, 10, 12, 20]))
def test_a_chain_of_maxima_runs_down_the_classes_and_ends(sides: int) -> None:
    asked_for: list[int] = []

    def highest(question: Question) -> Answer:
        assert isinstance(question, Roll)
        asked_for.append(question.dice.sides)
        return Answer(faces=(question.dice.sides,))

    run(_only(chain("x", "a", sides)), highest)
    assert asked_for == [sides, *[known for known in (20, 12, 10, 8, 6, 4) if known < sides]]


def _only[T](told: Step[T]) -> Procedure:
    """A part of a procedure for its questions."""
    yield from told


@FEW
@given(st.integers(1, 4), st.sampled_from([4, 6, 8]), st.integers(1, 3))
def test_damage_without_a_maximum_is_rolled_once(count: int, sides: int, face: int) -> None:
    told = _only(damage_rolled("x", "a", Dice(count, sides, 2)))
    assert len(run(told, lambda question: Answer(faces=(face,) * count)).answers) == 1


@FEW
@given(st.integers(1, 20), st.integers(1, 12), st.integers(0, 9))
def test_more_armour_never_means_more_damage(attack: int, zone: int, points: int) -> None:
    found = []
    for worn in (points, points + 1):
        target = person("b", weapon("item:2"), armour("item:7", worn))
        scene = fight(person("a", weapon("item:1", flat_bonus=4)), target)
        told = done(scene, asked("attack_main", "item:1", "b"), {"attack_roll": attack, "zone": min(zone, 10)})
        found += [whole(event.data["damage"]) for event in named(told, "hit")]
    assert found[0] >= found[1]


@FEW
@given(st.integers(-5, 5), st.integers(-3, 3), st.integers(1, 20), st.sampled_from(["none", "block", "dodge", "parry"]))
def test_every_roll_is_its_bill_and_its_die(eased: int, advantage: int, face: int, defence: str) -> None:
    """The value shown is the value used: base and modifiers and the face that counts make the total."""
    intent = asked("attack_main", "item:1", "b", eased=eased, advantage=advantage)
    told = done(duel(), intent, {"attack_roll": face, "defence": min(face, 12)}, {"defence.choice": defence})
    preview = RULES.preview(duel(), intent).checks[0]
    assert preview.chance == 1
    for event in told.events:
        if isinstance(event, Rolled) and "base" in event.data:
            added = sum(modifier.value for modifier in event.modifiers if modifier.kind == "add")
            base = sum(modifier.value for modifier in modifiers_of(event.data["base"]))
            assert event.total == event.dice.total(event.faces)
            assert event.dice.bonus == added + base
    assert all(event.rules for event in told.events)
    assert all(whole(event.data["damage"]) >= 0 for event in named(told, "hit"))


def modifiers_of(told: Json) -> list[Modifier]:
    """Where a roll started, as its event tells it."""
    assert isinstance(told, list)
    return [modifier_from_json(each) for each in told]
