"""A house rule that deviates is named by the event in which it acted, W20-9; by the book nothing is named."""

from dataclasses import replace

import pytest

from combat.core.event import Event
from combat.core.fight import Fight
from combat.core.procedure import defaults, run
from combat.core.ruleset import Moment
from combat.core.value import Json
from combat.registry import ruleset_info
from tests.rulesets.requests import tried
from tests.rulesets.zwanziger.build import RULES, answering, asked, done, duel, fight, person, weapon

type Named = list[tuple[str, list[str]]]

DECIDED: dict[str, tuple[str, Named]] = {
    "life_model": ("W20-OWN-001", [("hit", ["life_model"])]),
    "wound_rule": ("W20-OWN-003", [("hit", ["wound_rule"])]),
    "exhaustion_applies": ("W20-OWN-004", [("block", ["exhaustion_applies"])]),
    "explode": ("W20-OWN-005", [("attack_roll", ["explode"]), ("block", ["explode"])]),
    "grapple_block": ("W20-OWN-009", [("block", ["grapple_block"])]),
    "parry_step_safe": ("W20-OWN-011", [("moved", ["parry_step_safe"])]),
    "status_needs_damage": ("W20-OWN-016", [("hit", ["status_needs_damage"])]),
    "parry_ranged": ("W20-OWN-018", [("hit", ["parry_ranged"])]),
    "counter_is_reaction": ("W20-OWN-021", [("reaction_spent", ["counter_is_reaction"])]),
    "jump_balance": ("W20-GC-062", [("jump_failed", ["jump_balance"])]),
    "dodge_base": ("W20-GC-063", [("dodge", ["dodge_base"])]),
}
"""House rule, its golden case, the events of the case's first request that name it."""
BY_HAND = {"breakout_dodge", "initiative_each_round"}
"""House rules whose golden cases end before they decide; they are tried below."""


def told(events: tuple[Event, ...]) -> Named:
    """The events that name house rules, and which."""
    found: Named = []
    for event in events:
        keys = event.data.get("option")
        if isinstance(keys, list):
            found.append((event.term, [str(key) for key in keys]))
    return found


def ticked(scene: Fight, moment: Moment, **faces: int) -> Named:
    return told(run(RULES.tick(scene, moment), answering(faces)).events)


def test_every_house_rule_is_tried_here() -> None:
    assert set(DECIDED) | BY_HAND == {option.key for option in ruleset_info("zwanziger").options}


@pytest.mark.parametrize(("option", "case", "events"), [(key, *found) for key, found in DECIDED.items()])
def test_what_a_house_rule_decides_names_it(option: str, case: str, events: Named) -> None:
    request = next(request for request in tried("zwanziger") if request.case == case)
    assert option in request.fight.options
    assert told(request.story) == events


def test_by_the_book_nothing_is_named() -> None:
    for request in tried("zwanziger"):
        if not request.fight.options:
            assert told(request.story) == [], request.case


def test_a_house_rule_that_makes_no_difference_is_not_named() -> None:
    """W20-9.12, W20-9.15: 6 damage are one wound of 6 either way, and they leave the mark either way."""
    options: dict[str, Json] = {"wound_rule": "ceil", "status_needs_damage": True, "parry_ranged": False}
    scene = duel(options=options)
    scene = replace(scene, combatants={**scene.combatants, "b": person("b", weapon("item:2"), wound_threshold=6)})
    found = done(scene, asked("attack_main", "item:1", "b"), {"damage": 6})
    assert told(found.events) == []


def test_a_dodge_of_a_free_attack_names_the_rule_that_opens_it() -> None:
    """W20-7.3, W20-9.7."""
    lost = {"breakout.1.contest.1": 1, "breakout.1.contest.1.against": 20}
    scene = duel(options={"breakout_dodge": True})
    dodged = done(scene, asked("break_out", "", "b"), lost, {"breakout.1.defence.choice": "dodge"})
    assert told(dodged.events) == [("dodge", ["breakout_dodge"])]
    assert told(done(scene, asked("break_out", "", "b"), lost).events) == []


def test_initiative_rolled_anew_names_the_rule_and_the_first_roll_does_not() -> None:
    """W20-3.1, W20-9.13."""
    options: dict[str, Json] = {"initiative_each_round": True}
    new = fight(person("a"), person("b", flags={"initiative": 4}), options=options)
    assert ticked(new, Moment.ROUND_START) == [("initiative", ["initiative_each_round"])]


def test_a_reaction_harder_by_its_own_exhaustion_names_the_rule() -> None:
    """W20-3.7, W20-9.1."""
    told_of = {"art": "ability", "kind": "reactive", "label": "Ruf", "value": 3}
    scene = fight(person("a", abilities={"call": told_of}), options={"exhaustion_applies": "before"})
    found = done(scene, asked("ability_reactive"))
    assert told(found.events) == [("ability_roll", ["exhaustion_applies"])]


# --- life points ----------------------------------------------------------------------------------------------


def wounded(**more: Json) -> Fight:
    """ "a" has all his wounds and life points left: out of the fight by the book only."""
    one = person("a", weapon("item:1"), pools={"wounds": 5, "life_points": 3}, maxima={"wounds": 5, "life_points": 9})
    return fight(one, person("b", weapon("item:2")), options={"life_model": "points"}, **more)


def test_whoever_acts_only_by_his_life_points_names_the_rule() -> None:
    """W20-3.9, W20-9.12."""
    found = run(RULES.perform(wounded(), asked("move")), defaults)
    assert told(found.events) == [("action_booked", ["life_model"]), ("moved", ["life_model"])]
    defending = done(wounded(), asked("attack_main", "item:2", "a", actor="b"), {}, {"defence.choice": "dodge"})
    assert told(defending.events)[0] == ("dodge", ["life_model"])


def test_turns_and_rounds_that_go_by_life_points_name_the_rule() -> None:
    """W20-3.9, W20-3.10, W20-9.12."""
    assert ticked(wounded(current="a"), Moment.TURN_START) == [("turn_started", ["life_model"])]
    assert ticked(wounded(current="b", order=("b", "a")), Moment.TURN_END) == [("turn_ended", ["life_model"])]
    assert ticked(wounded(), Moment.ROUND_END) == [("round_ended", ["life_model"])]


def test_out_of_the_fight_by_life_points_names_the_rule() -> None:
    """W20-6.13, W20-9.12: three points left, three lost."""
    one = person("a", pools={"wounds": 0, "life_points": 3}, maxima={"wounds": 5, "life_points": 9})
    found = done(fight(one, options={"life_model": "points"}), asked("hit", damage=3))
    assert told(found.events) == [("hit", ["life_model"]), ("status_set", ["life_model"])]
