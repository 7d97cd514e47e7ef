"""The course of a fight: whose turn comes next, and what an order changes."""

from combat.core.citation import cite
from combat.core.course import Course, later_in_order, next_in_order, order_set, round_started, tells_order
from combat.core.event import Change, Happened
from combat.core.fight import FIGHT, Combatant, Fight, apply
from combat.core.procedure import Emit, Procedure, run
from combat.core.ruleset import Moment
from combat.core.sheet import Sheet

CITED = cite("CHA-1.2")
ONE, TWO, THREE = (Combatant(id=name, sheet=Sheet(body={})) for name in ("one", "two", "three"))


def fight(current: str = "one", order: tuple[str, ...] = ("one", "two", "gone", "three")) -> Fight:
    people = {each.id: each for each in (ONE, TWO, THREE)}
    return Fight(ruleset="chaos", combatants=people, order=order, current=current, round=2)


def test_who_has_left_has_no_turn_any_more() -> None:
    assert later_in_order(fight()) == ("two", "three")


def test_nobody_is_later_than_one_without_a_place() -> None:
    assert later_in_order(fight(current="four")) == ()


def test_the_next_is_the_first_who_is_not_out() -> None:
    assert next_in_order(fight(), lambda each: each.id == "two") == "three"
    assert next_in_order(fight(current="three"), lambda each: False) == ""


def test_a_new_round_counts_on() -> None:
    told = round_started(fight(), CITED)
    assert apply(fight(), told.changes).round == 3


def test_the_first_of_an_order_has_the_turn_unless_another_is_named() -> None:
    told = order_set(fight(), ["two", "one"], CITED, {"two": 9, "one": 9}, [["two", "one"]])
    assert told.data == {
        "values": {"two": 9, "one": 9},
        "by": "order_value",
        "order": ["two", "one"],
        "tied": [["two", "one"]],
    }
    assert told.changes == (
        Change(FIGHT, "order", ["one", "two", "gone", "three"], ["two", "one"]),
        Change(FIGHT, "current", "one", "two"),
    )
    assert apply(fight(), order_set(fight(), ["one"], CITED, {}, first="").changes).current == ""


def test_an_order_that_stands_changes_nothing() -> None:
    assert order_set(fight(order=("one", "two")), ["one", "two"], CITED, {}).changes == ()
    assert order_set(fight(current="", order=()), [], CITED, {}).changes == ()


def test_only_what_was_worked_out_anew_tells_an_order() -> None:
    began = round_started(fight(), CITED)
    assert tells_order([began, order_set(fight(), ["two", "one"], CITED, {})])
    assert not tells_order([began])


def test_every_moment_is_answered_by_its_own_function() -> None:
    def told(word: str) -> Procedure:
        yield Emit(Happened(word, FIGHT, {}, (), CITED))

    course = Course(*[lambda fight, moment=moment: told(moment) for moment in Moment])
    for moment in Moment:
        (event,) = run(course.tick(fight(), moment), lambda question: None).events
        assert isinstance(event, Happened)
        assert event.term == moment.value
