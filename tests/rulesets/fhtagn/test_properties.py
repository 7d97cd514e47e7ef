"""What the rules imply without numbers, tried on many values."""

from hypothesis import given, settings
from hypothesis import strategies as st

from combat.core.derived import DerivedStep
from combat.core.dice import Dice
from combat.core.event import Modifier
from combat.core.sheet import Item
from combat.rulesets.fhtagn.contest import CONTEXTS, settle
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.roll import Die, die_of, goal
from tests.rulesets.fhtagn.build import done, fight, happened, intent, person, points, weapon

FEW = settings(max_examples=25, deadline=None)
faces = st.integers(1, 100)
values = st.integers(-60, 60).filter(bool)


@FEW
@given(st.integers(0, 150), st.lists(values, max_size=4))
def test_the_bill_of_a_target_number_adds_up_and_its_bounds_hold(value: int, found: list[int]) -> None:
    """FHT-4.6."""
    modifiers = tuple(Modifier(f"m{n}", each) for n, each in enumerate(found))
    reached = goal((DerivedStep("skill", value),), modifiers, House({}))
    assert reached.target_number == value + sum(each.value for each in reached.modifiers)
    assert 0 <= reached.target_number <= 99
    assert die_of(reached, 1).outcome == "critical"
    assert die_of(reached, 100).outcome == "fumble"


@FEW
@given(faces, faces, st.integers(0, 99), st.integers(0, 99), st.sampled_from(CONTEXTS))
def test_somebody_wins_only_with_a_success(one: int, other: int, target: int, second: int, context: str) -> None:
    """FHT-4.9, FHT-9.4."""
    attack = die_of(goal((DerivedStep("a", target),), (), House({})), one)
    defence = die_of(goal((DerivedStep("b", second),), (), House({})), other)
    winner = settle(attack, defence, context, House({})).winner
    assert (winner == "none") is not (attack.succeeds or defence.succeeds)
    if winner == "attacker":
        assert attack.succeeds
    if winner == "defender":
        assert defence.succeeds


def test_a_higher_tier_beats_any_die() -> None:
    """FHT-4.9: 11 is critical and beats a plain 98."""
    assert settle(Die(11, "critical"), Die(98, "success"), "dodge", House({})).winner == "attacker"


@FEW
@given(st.integers(0, 12), st.integers(0, 12), st.integers(1, 10), st.integers(0, 4))
def test_more_armour_never_means_more_damage(less: int, more: int, face: int, piercing: int) -> None:
    """FHT-6.5."""
    lost = []
    for worn in sorted((less, more)):
        vest = Item(id="item:9", kind="armour", body={"protection": worn})
        at = fight(person("a", weapon(piercing=piercing), skills={"firearms": 60}),
                   person("b", vest, attributes={"strength": 20, "constitution": 20}))  # fmt: skip
        events, after = done(at, intent("a", "attack", "b", item="item:1"), 32, face)
        lost.append(20 - points(after, "b"))
        assert happened(events, "hit").data["lost"] == lost[-1]
    assert lost[0] >= lost[1]


@FEW
@given(faces)
def test_no_lethality_roll_leaves_points_below_zero(face: int) -> None:
    """FHT-6.7, FHT-6.16."""
    at = fight(person("a", weapon(damage=None, lethality=20), skills={"firearms": 60}),
               person("b", attributes={"strength": 18, "constitution": 40}))  # fmt: skip
    _, after = done(at, intent("a", "attack", "b", item="item:1"), 32, face)
    assert points(after, "b") in range(28)
    assert Dice.parse("1W100").sides == 100
