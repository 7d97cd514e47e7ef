"""A house rule that decided something is named where it acted, and nowhere else."""

from typing import Any

import pytest

from combat.core.event import Event
from combat.core.sheet import Item
from tests.rulesets.xian.table import Table, attack, fight, fighter, in_round, intent, weapon

HIT = (5, 5)


def named(events: tuple[Event, ...], term: str) -> list[str]:
    """The house rules that an event of this kind names."""
    (event,) = (event for event in events if event.term == term)
    found = event.data.get("option", ())
    return [str(key) for key in found] if isinstance(found, tuple) else []


def pair(number: int, load: int) -> tuple[Item, Item]:
    one = weapon(f"item:{number}1", held="main_hand", load=load, skill="light_melee")
    return one, weapon(f"item:{number}2", held="off_hand", load=load, skill="light_melee")


@pytest.mark.parametrize(
    ("options", "flags", "body", "on_attack", "on_defence"),
    [
        ({}, {"stance": 2, "moved": 4}, {"hindrance": 2}, [], []),
        ({"stance_gain": "own_defence_value"}, {"stance": 2}, {}, ["stance_gain"], ["stance_gain"]),
        ({"stance_gain": "own_defence_value"}, {}, {}, [], []),
        ({"movement_hits_defence": True}, {"moved": 4}, {}, [], ["movement_hits_defence"]),
        ({"hindrance_as_difficulty": True}, {}, {"hindrance": 2}, [], ["hindrance_as_difficulty"]),
    ],
)
def test_switches_of_difficulty_name_themselves(
    options: Any, flags: Any, body: Any, on_attack: list[str], on_defence: list[str]
) -> None:
    """XIAN-9.3, XIAN-9.6, XIAN-9.14."""
    state = fight(fighter(1), fighter(2, flags=flags, **body), options=options)
    table = Table(state).plays(intent(attack()), HIT, (6, 6), defence_1_choice="dodge")
    assert named(table.events, "attack") == on_attack
    assert named(table.events, "defence") == on_defence


@pytest.mark.parametrize(("reach", "expected"), [(3, ["reach_on_dodge"]), (2, [])])
def test_a_longer_blade_that_does_not_hamper_dodging_is_told(reach: int, expected: list[str]) -> None:
    """XIAN-9.8."""
    blade = weapon("item:11", reach=reach)
    state = fight(fighter(1, blade), fighter(2), options={"reach_on_dodge": False})
    table = Table(state).plays(intent(attack()), HIT, (6, 6), defence_1_choice="dodge")
    assert named(table.events, "defence") == expected


def test_a_shot_is_dodged_without_any_word_on_reach() -> None:
    """XIAN-7.5: reach counts in melee only."""
    state = fight(fighter(1), fighter(2), options={"reach_on_dodge": False})
    table = Table(state).plays(intent(attack("item:12", distance=4)), HIT, (6, 6), defence_1_choice="dodge")
    assert named(table.events, "defence") == []


@pytest.mark.parametrize(("load", "expected"), [(4, ["two_weapon_limit"]), (1, [])])
def test_a_pair_that_only_the_sum_allows_is_told(load: int, expected: list[str]) -> None:
    """XIAN-9.16: a load of 8 is above skill 6 and above instinct 5, but below 11."""
    able = {"skills": {"light_melee": {"points": 6}}}
    options = {"two_weapon_limit": "sum"}
    table = Table(fight(fighter(1, *pair(1, load), **able), fighter(2), options=options))
    table.plays(intent(attack()), HIT, (6, 6), defence_1_choice="dodge")
    assert named(table.events, "attack") == expected
    table = Table(fight(fighter(1), fighter(2, *pair(2, load), **able), options=options))
    table.plays(intent(attack()), HIT, (6, 6), defence_1_choice="dodge")
    assert named(table.events, "defence") == expected


@pytest.mark.parametrize(("defence", "expected"), [((5, 5), ["tie"]), ((6, 6), [])])
def test_a_tie_that_goes_to_the_defender_is_told(defence: tuple[int, int], expected: list[str]) -> None:
    """XIAN-9.2."""
    table = Table(fight(fighter(1), fighter(2), options={"tie": "defender"}))
    table.plays(intent(attack()), HIT, defence, defence_1_choice="dodge")
    assert named(table.events, "defended_against") == expected


def test_that_no_defence_is_left_is_told() -> None:
    """XIAN-9.7: one defence a round."""
    table = Table(in_round(fighter(1), fighter(2), options={"defence_limit": 1}))
    table.plays(intent(attack(times=2)), HIT, (6, 6), HIT, (9, 9, 9, 9, 9))
    assert named(table.events, "defences_used_up") == ["defence_limit"]
