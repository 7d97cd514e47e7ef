"""What happens by itself: order, rounds, what lasts a number of them (FHT-3.1, FHT-3.2, FHT-3.18)."""

from dataclasses import replace
from typing import Any

from combat.core.ruleset import Moment
from tests.rulesets.fhtagn.build import RULES, done, fight, happened, person, states, terms, weapon


def test_a_fight_from_its_start_to_its_end() -> None:
    at = fight(
        person("a", attributes={"dexterity": 12}, flags={"aimed": True, "holding": "b"}),
        person("b", attributes={"dexterity": 14}, statuses={"pinned": True}),
        person("c", attributes={"dexterity": 16}, pools={"hit_points": 0}),
        round=0,
    )
    at = fight(*list(at.combatants.values()), round=0)
    _, at = done(at, Moment.FIGHT_START)
    _, at = done(at, Moment.ROUND_START)
    assert (at.round, at.order, at.current) == (1, ("b", "a"), "b")
    assert terms(done(at, Moment.TURN_START)[0]) == ["turn_started"]
    _, at = done(at, Moment.TURN_END)
    assert at.current == "a"
    _, at = done(at, Moment.TURN_END)
    assert at.current == ""
    assert done(at, Moment.TURN_END)[0] == done(at, Moment.TURN_START)[0] == ()
    _, at = done(at, Moment.ROUND_END)
    _, at = done(at, Moment.ROUND_START)
    assert (at.round, at.current) == (2, "b")
    _, at = done(at, Moment.FIGHT_END)
    assert states(at, "b") == ()
    assert "holding" not in at.combatants["a"].flags


def test_everybody_has_his_action_again() -> None:
    spent = replace(person("a", flags={"action_state": "acted"}), budget={"action": 0})
    _, after = done(fight(spent), Moment.ROUND_END)
    assert after.combatants["a"].budget == {"action": 1}
    _, after = done(fight(spent), Moment.FIGHT_START)
    assert after.combatants["a"].budget == {"action": 1}


def test_the_game_master_is_asked_once_who_of_the_tied_is_first() -> None:
    """FHT-3.2: b, then c; the next round keeps it unasked."""
    at = fight(person("a"), person("b"), person("c"))
    _, at = done(at, Moment.ROUND_START, who_first__0__0="b", who_first__0__1="c")
    assert at.order == ("b", "c", "a")
    _events, at = done(at, Moment.ROUND_START)
    assert at.order == ("b", "c", "a")
    together = fight(person("b"), person("a"), options={"tie_initiative": "simultaneous"})
    assert done(together, Moment.ROUND_START)[1].order == ("a", "b")


def test_the_order_tells_what_it_comes_from() -> None:
    """FHT-3.1, FHT-3.2: dexterity 14 and twice 12; between those two alertness 60 against 40 decides."""
    quick = person("a", attributes={"dexterity": 14})
    awake, tired = (
        person(name, attributes={"dexterity": 12}, skills={"alertness": value})
        for name, value in (("b", 40), ("c", 60))
    )
    events, at = done(fight(quick, awake, tired), Moment.ROUND_START)
    told = happened(events, "order_set").data
    assert at.order == ("a", "c", "b")
    assert (told["values"], told["tied"]) == ({"a": 14, "c": 12, "b": 12}, [])
    events, _ = done(fight(quick, person("b"), person("c")), Moment.ROUND_START)
    assert happened(events, "order_set").data["tied"] == [["b", "c"]]


def test_a_round_of_nobody_has_no_order() -> None:
    _events, after = done(fight(person("a", pools={"hit_points": 0})), Moment.ROUND_START)
    assert (after.order, after.current) == ((), "")


def test_an_aim_lapses_a_round_after_it_was_taken() -> None:
    """FHT-3.6."""
    at = fight(person("a", flags={"aimed": True, "aim_round": 1}))
    _, after = done(at, Moment.ROUND_END)
    assert after.combatants["a"].flags["aimed"] is True
    _, after = done(fight(*after.combatants.values(), round=2), Moment.ROUND_END)
    assert "aimed" not in after.combatants["a"].flags


def test_rolls_that_stand_are_taken_up_but_for_an_escape() -> None:
    """FHT-3.15."""
    stand: dict[str, Any] = {"token_die": 40, "token_outcome": "success"}
    at = fight(
        person("a", flags={**stand, "token_origin": "attack"}), person("b", flags={**stand, "token_origin": "escape"})
    )
    _, after = done(at, Moment.ROUND_END)
    assert [each.flags.get("token_die") for each in after.combatants.values()] == [None, 40]


def test_irritation_and_flames_go_on() -> None:
    """FHT-2.13, FHT-7.16: half of 1W6 each round, not for one who stood in the fire this round."""
    at = fight(
        person("a", irritation=-20, irritation_left=2),
        person("b", irritation=-40, irritation_left=1, statuses={"burning": True}, burning_size="medium"),
        person("c", statuses={"burning": True}, flags={"exposed": True}),
    )
    events, after = done(at, Moment.ROUND_END, 5)
    assert happened(events, "burned").data["lost"] == 3
    assert [each.sheet.value("irritation") for each in after.combatants.values()] == [-20, 0, 0]
    assert [each.sheet.value("irritation_left") for each in after.combatants.values()] == [1, None, None]


def test_a_failed_weapon_waits_for_somebody() -> None:
    events, _ = done(fight(person("a", weapon(disabled_rounds=1))), Moment.ROUND_END)
    assert terms(events) == ["round_ended"]
    assert RULES.describe().budgets[0].per_round == 1
