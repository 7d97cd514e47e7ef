"""A fight from its first round to its last: order, turns, what lapses, what cools, who burns."""

from dataclasses import replace
from typing import Any

import pytest

from combat.core.event import Event, Happened, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.procedure import Answer, Ask, Provider, Question, Scripted, run
from combat.core.ruleset import Moment
from combat.core.sheet import Sheet
from combat.core.value import Json
from combat.registry import ruleset
from tests.rulesets.chaos.build import sheet, weapon

CHAOS = ruleset("chaos")
ONE, TWO, THREE = "character:1", "character:2", "character:3"


def fighting(*people: Sheet, flags: dict[str, dict[str, Json]] | None = None, **more: Any) -> Fight:
    """People on sides A and B in turn."""
    names = [f"character:{number}" for number in range(1, len(people) + 1)]
    combatants = {
        name: Combatant(id=name, sheet=each, party="AB"[number % 2], flags=(flags or {}).get(name, {}))
        for number, (name, each) in enumerate(zip(names, people, strict=True))
    }
    return Fight(ruleset="chaos", combatants=combatants, **more)


def choosing(**choices: str) -> Provider:
    """Answers to questions by name; dots are written as double underlines."""
    known = {name.replace("__", "."): choice for name, choice in choices.items()}

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            return Answer(choice=known.get(question.name, question.default))
        return None

    return provide


def ticked(fight: Fight, moment: Moment, *faces: int, **choices: str) -> tuple[tuple[Event, ...], Fight]:
    script, chosen = Scripted(list(faces)), choosing(**choices)
    outcome = run(CHAOS.tick(fight, moment), lambda question: chosen(question) or script(question))
    assert outcome.question is None
    script.finish()
    return outcome.events, apply(fight, changes_in(outcome.events))


def terms(events: tuple[Event, ...]) -> list[str]:
    return [event.term for event in events]


def told(events: tuple[Event, ...], term: str) -> Happened:
    (event,) = [event for event in events if event.term == term]
    assert isinstance(event, Happened)
    return event


TACTICIAN = {"tactics": {"rank": 1, "attribute": "intelligence"}}


def test_nobody_has_kept_units_before_his_first_turn() -> None:
    fight = fighting(sheet(), sheet())
    fight = apply(fight, changes_in(ticked(fight, Moment.FIGHT_START)[0]))
    assert [each.budget["action_units"] for each in fight.combatants.values()] == [0, 0]
    assert told(ticked(fight, Moment.FIGHT_START)[0], "fight_started").changes == ()


def test_a_round_counts_up_and_sets_the_order_and_whose_turn_it_is() -> None:
    quick = sheet(attributes={"mobility": 60})
    events, fight = ticked(fighting(sheet(), quick), Moment.ROUND_START)
    assert (fight.round, fight.order, fight.current) == (1, (TWO, ONE), TWO)
    events, fight = ticked(fight, Moment.ROUND_START)
    assert fight.round == 2
    assert told(events, "order_set").changes == ()


def test_the_dead_are_left_out_and_an_empty_fight_has_no_turn() -> None:
    dead = sheet(pools={"hit_points": -99})
    _, fight = ticked(fighting(dead, sheet()), Moment.ROUND_START)
    assert fight.order == (TWO,)
    _, fight = ticked(fighting(dead), Moment.ROUND_START)
    assert (fight.order, fight.current) == ((), "")


def test_the_game_masters_word_on_initiative_counts() -> None:
    slow = sheet(overrides={"initiative": {"value": 3, "reason": "lahm"}})
    events, _ = ticked(fighting(slow, sheet()), Moment.ROUND_START)
    assert told(events, "order_set").data["values"] == {ONE: 3, TWO: 40}


def test_of_those_with_the_same_value_it_is_told_what_was_looked_at_next() -> None:
    """CHA-1.2: the higher intelligence acts first; whoever stands alone needs none."""
    wise = sheet(attributes={"mobility": 40, "intelligence": 55})
    events, fight = ticked(fighting(sheet(), wise, sheet(attributes={"mobility": 60})), Moment.ROUND_START)
    assert fight.order == (THREE, TWO, ONE)
    assert told(events, "order_set").data["level"] == {"by": "intelligence", "values": {TWO: 55, ONE: 40}}
    assert told(events, "order_set").data["tied"] == []
    events, _ = ticked(fighting(sheet(), sheet(attributes={"mobility": 60})), Moment.ROUND_START)
    assert "level" not in told(events, "order_set").data


def test_taktik_waits_for_the_round_after_the_surprise() -> None:
    people = [sheet(skills=TACTICIAN), sheet(attributes={"mobility": 60})]
    fight = fighting(*people, flags={TWO: {"surprised": True}})
    events, fight = ticked(fight, Moment.ROUND_START)
    assert fight.order == (ONE,)
    assert "tactics" not in terms(events)
    _, fight = ticked(fight, Moment.ROUND_END)
    assert "surprised" not in fight.combatants[TWO].flags
    events, fight = ticked(fight, Moment.ROUND_START, 12)
    assert (fight.order, fight.flags["tactics_side"]) == ((ONE, TWO), "A")
    events, fight = ticked(fight, Moment.ROUND_START)
    assert "tactics" not in terms(events)
    assert fight.order == (ONE, TWO), "it holds for the whole fight"


def test_taktik_may_be_left_alone_and_the_unconscious_do_not_test_it() -> None:
    people = [sheet(skills=TACTICIAN), sheet(skills=TACTICIAN, statuses={"unconscious": True})]
    events, fight = ticked(fighting(*people), Moment.ROUND_START, tactics__0="none")
    assert told(events, "tactics_undecided").data == {}
    assert "tactics_side" not in fight.flags


def test_the_first_of_a_side_stands_unless_another_did_better() -> None:
    people = [sheet(skills=TACTICIAN), sheet(skills=TACTICIAN), sheet(skills=TACTICIAN)]
    events, fight = ticked(fighting(*people), Moment.ROUND_START, 25, 99, 25, tactics__0__side="after")
    assert (told(events, "tactics_decided").data["who"], fight.order) == (ONE, (TWO, ONE, THREE))


def test_a_turn_brings_its_units_and_ends_what_was_said_of_the_last_round() -> None:
    flags: dict[str, Json] = {"in_motion": True, "shooting_actions": 2, "aim": "aim"}
    fight = fighting(sheet(), sheet(), flags={ONE: flags}, round=2, order=(ONE, TWO), current=ONE)
    events, fight = ticked(fight, Moment.TURN_START)
    assert (fight.combatants[ONE].flags, fight.combatants[ONE].budget) == ({"aim": "aim"}, {"action_units": 10})
    assert told(ticked(fight, Moment.TURN_START)[0], "turn_started").changes == ()
    events, fight = ticked(fight, Moment.TURN_END)
    assert told(events, "turn_ended").data["kept_action_units"] == 10
    assert fight.current == TWO
    _, fight = ticked(fight, Moment.TURN_END)
    assert fight.current == ""
    assert ticked(fight, Moment.TURN_START)[0] == ticked(fight, Moment.TURN_END)[0] == ()


def test_the_dead_have_no_turn_and_somebody_outside_the_order_ends_the_round() -> None:
    dead = sheet(pools={"hit_points": -99})
    fight = fighting(sheet(), dead, sheet(), round=1, order=(ONE, TWO, "character:9", THREE), current=ONE)
    assert ticked(fight, Moment.TURN_END)[1].current == THREE
    assert ticked(replace(fight, order=(TWO,)), Moment.TURN_END)[1].current == ""


def test_the_unconscious_are_passed_over_and_what_was_said_of_their_round_ends() -> None:
    """CHA-2.9, CHA-2.11: no turn for whoever cannot act; he keeps his place, for he may come to before it."""
    out = sheet(attributes={"mobility": 60}, statuses={"unconscious": True})
    fight = fighting(out, sheet(), out, flags={name: {"sprinted": True} for name in (ONE, THREE)})
    events, fight = ticked(fight, Moment.ROUND_START)
    assert (fight.order, fight.current) == ((ONE, THREE, TWO), TWO)
    assert terms(events)[-2:] == ["turn_passed_over", "turn_passed_over"]
    assert (fight.combatants[ONE].flags, fight.combatants[ONE].budget) == ({}, {"action_units": 0})
    assert "turn_passed_over" not in terms(ticked(fight, Moment.ROUND_START)[0])
    flags: dict[str, dict[str, Json]] = {TWO: {"sprinted": True}}
    later = fighting(sheet(), out, sheet(), flags=flags, round=1, order=(ONE, TWO, THREE), current=ONE)
    events, after = ticked(later, Moment.TURN_END)
    assert (terms(events), after.current) == (["turn_ended", "turn_passed_over"], THREE)
    assert after.combatants[TWO].flags == {}
    assert ticked(fighting(out), Moment.ROUND_START)[1].current == ""


@pytest.mark.parametrize(("since", "kept"), [(2, True), (1, False)])
def test_concentration_lasts_to_the_end_of_the_next_turn(since: int, kept: bool) -> None:
    fight = fighting(sheet(), flags={ONE: {"concentrating": since}}, round=2, order=(ONE,), current=ONE)
    assert ("concentrating" in ticked(fight, Moment.TURN_END)[1].combatants[ONE].flags) is kept


def test_a_fight_ends() -> None:
    assert terms(ticked(fighting(sheet(), round=4), Moment.FIGHT_END)[0]) == ["fight_ended"]


@pytest.mark.parametrize(("number", "kept"), [(3, True), (4, False)])
def test_an_aim_lapses_with_the_second_round_after_its_own(number: int, kept: bool) -> None:
    flags: dict[str, Json] = {"aim": "aim", "aim_target": TWO, "aim_round": 2}
    fight = fighting(sheet(), flags={ONE: flags}, round=number)
    assert (ticked(fight, Moment.ROUND_END)[1].combatants[ONE].flags == flags) is kept
    stated = fighting(sheet(), flags={ONE: {"aim": "aim"}}, round=9)
    assert ticked(stated, Moment.ROUND_END)[1].combatants[ONE].flags == {"aim": "aim"}, "nobody said since when"


def test_weapons_cool_wherever_they_lie() -> None:
    hot = weapon("item:5", traits={"magnetic": 1}, heat=6)
    fight = fighting(sheet(weapon("item:4", traits={"magnetic": 1}, heat=1, shut_down=True), weapon("item:3")))
    fight = replace(fight, things={"item:5": hot})
    events, after = ticked(fight, Moment.ROUND_END)
    assert terms(events) == ["heat_lost", "weapon_ready", "heat_lost", "round_ended"]
    assert (after.things["item:5"].body["heat"], after.things["item:5"].body["shut_down"]) == (5, True)
    again = ticked(after, Moment.ROUND_END)[1].things["item:5"].body
    assert (again["heat"], again["shut_down"]) == (4, True)
    off = fighting(
        sheet(weapon("item:4", traits={"magnetic": 1}, shut_down=True), weapon("item:6", traits={"magnetic": 1}))
    )
    assert terms(ticked(off, Moment.ROUND_END)[0]) == ["weapon_ready", "round_ended"]


def burning(hit_points: int, **more: Any) -> Sheet:
    return sheet(pools={"hit_points": hit_points}, statuses={"burning": True}, **more)


def test_flames_kill_and_the_dead_burn_no_more() -> None:
    events, fight = ticked(fighting(burning(-13)), Moment.ROUND_END, 3)
    assert told(events, "state_after").data["status"] == "dead"
    assert terms(ticked(fight, Moment.ROUND_END)[0]) == ["round_ended"]


def test_flames_end_the_count_where_they_take_the_last_hit_points() -> None:
    events, fight = ticked(fighting(burning(2, shock_rounds=3)), Moment.ROUND_END, 4)
    person = fight.combatants[ONE].sheet
    assert (person.value("shock_rounds"), person.value("statuses.mortally_wounded")) == (None, True)
    assert "resistance_test" not in terms(events)


def test_flames_that_take_nothing_more_are_told_all_the_same() -> None:
    huge = burning(-999, maxima={"hit_points": 999})
    events, _ = ticked(fighting(huge), Moment.ROUND_END, 4)
    assert terms(events) == ["burned", "round_ended"]


def test_burning_and_a_follow_up_make_one_test_with_the_penalty() -> None:
    events, fight = ticked(fighting(burning(3, shock_rounds=1)), Moment.ROUND_END, 1, 29)
    assert [event.data["target_number"] for event in events if event.term == "resistance_test"] == [30]
    assert fight.combatants[ONE].sheet.value("shock_rounds") == 2


@pytest.mark.parametrize(("hit_points", "asked"), [(15, False), (9, False), (8, True), (2, True), (1, False)])
def test_of_those_who_burn_only_who_may_have_to_make_a_test_is_asked_for_spell_points(
    hit_points: int, asked: bool
) -> None:
    """CHA-7.16, CHA-9.4: W5 of 15; 8 - 5 = 3 is 20 %, 9 - 5 = 4 is more, 1 - 1 = 0 is a mortal wound."""
    names: list[str] = []

    def noted(question: Question) -> Answer | None:
        names.append(question.name)
        return Answer(choice=question.default) if isinstance(question, Ask) else None

    person = burning(hit_points, maxima={"hit_points": 15, "spell_points": 1})
    run(CHAOS.tick(fighting(person), Moment.ROUND_END), noted)
    assert ("resistance.0.spell_points" in names) is asked


def test_spell_points_help_the_follow_up() -> None:
    person = sheet(pools={"hit_points": 3, "spell_points": 2}, shock_rounds=2)
    events, fight = ticked(fighting(person), Moment.ROUND_END, 39, resistance__0__spell_points="2")
    assert [event.data["target_number"] for event in events if event.term == "resistance_test"] == [40]
    assert fight.combatants[ONE].sheet.value("pools.spell_points") == 0


def test_the_count_ends_above_20_per_cent() -> None:
    events, fight = ticked(fighting(sheet(pools={"hit_points": 9}, shock_rounds=2)), Moment.ROUND_END)
    assert terms(events) == ["shock_ended", "round_ended"]
    assert fight.combatants[ONE].sheet.value("shock_rounds") is None


def test_whoever_did_not_lose_hit_points_and_is_treated_makes_no_test() -> None:
    assert terms(ticked(fighting(sheet(pools={"hit_points": 3})), Moment.ROUND_END)[0]) == ["round_ended"]
