"""Procedures ask by name; an unanswered question stops them, and the answers so far bring them back to it."""

from functools import partial

import pytest

from combat.core.dice import Dice
from combat.core.event import Happened
from combat.core.intent import Reason
from combat.core.procedure import (
    Answer,
    Ask,
    BadAnswer,
    Choice,
    Emit,
    Procedure,
    Roll,
    Scripted,
    ask,
    chained,
    defaults,
    recorded,
    roll,
    run,
)

CHOICES = (Choice("none"), Choice("dodge", {"cost": 2}), Choice("parry", reasons=(Reason("reaction_not_allowed"),)))
QUESTION = Ask("reaction", "b", CHOICES, "none")


def duel() -> Procedure:
    choice = yield from ask(QUESTION)
    faces = yield from roll("attack", "a", Dice(2, 6))
    yield Emit(Happened("hit", "b", {"choice": choice, "faces": faces}, (), ()))


def told(outcome_events: tuple[object, ...]) -> object:
    (event,) = outcome_events
    assert isinstance(event, Happened)
    return event.data


def test_a_question_nobody_answers_stops_the_procedure() -> None:
    outcome = run(duel(), defaults)
    assert outcome.question == Roll("attack", "a", Dice(2, 6))
    assert outcome.events == ()
    assert outcome.answers == {"reaction": Answer(choice="none")}


def test_the_answers_so_far_bring_it_to_its_end() -> None:
    answers = {"reaction": Answer(choice="dodge"), "attack": Answer(faces=(3, 4), source="typed")}
    outcome = run(duel(), recorded(answers))
    assert outcome.question is None
    assert outcome.answers == answers
    assert told(outcome.events) == {"choice": "dodge", "faces": (3, 4)}


def test_the_first_provider_with_an_answer_counts() -> None:
    provider = chained(recorded({"attack": Answer(faces=(6, 6))}), defaults, Scripted([1, 1]))
    assert told(run(duel(), provider).events) == {"choice": "none", "faces": (6, 6)}


@pytest.mark.parametrize(
    ("name", "answer", "code"),
    [
        ("attack", Answer(faces=(0, 3)), "face_not_on_die"),
        ("attack", Answer(faces=(3,)), "face_not_on_die"),
        ("reaction", Answer(choice="fly"), "choice_not_open"),
        ("reaction", Answer(choice="parry"), "choice_not_open"),
    ],
)
def test_an_answer_its_question_does_not_allow_is_refused(name: str, answer: Answer, code: str) -> None:
    answers = {"reaction": Answer(choice="none"), name: answer}
    with pytest.raises(BadAnswer) as caught:
        run(duel(), recorded(answers))
    assert caught.value.code == code
    assert caught.value.question.name == name


def test_a_closed_choice_is_refused_with_its_reasons() -> None:
    with pytest.raises(BadAnswer) as caught:
        run(duel(), recorded({"reaction": Answer(choice="parry")}))
    assert [reason.code for reason in caught.value.reasons] == ["reaction_not_allowed"]


def test_scripted_dice_are_strict_both_ways() -> None:
    script = Scripted([3, 4])
    assert run(duel(), script).answers["attack"].source == "script"
    script.finish()
    with pytest.raises(AssertionError, match="left"):
        run(duel(), Scripted([3]))
    with pytest.raises(AssertionError, match="cannot show"):
        run(duel(), Scripted([3, 7]))
    with pytest.raises(AssertionError, match="nobody asked"):
        Scripted([1]).finish()


def test_a_choice_with_nothing_else_open_waits_for_nobody() -> None:
    def forced() -> Procedure:
        choice = yield from ask(Ask("reaction", "b", (CHOICES[0], CHOICES[2]), "none"))
        yield Emit(Happened("note", "b", {"choice": choice}, (), ()))

    assert told(run(forced(), recorded({})).events) == {"choice": "none"}
    assert run(duel(), recorded({})).question == QUESTION


def test_a_procedure_that_asks_nothing_only_tells() -> None:
    event = Happened("note", "a", {}, (), ())

    def telling() -> Procedure:
        yield Emit(event, event)

    assert run(telling(), defaults).events == (event, event)


def test_what_happened_before_an_open_question_is_told() -> None:
    event = Happened("cost_paid", "a", {}, (), ())

    def paying() -> Procedure:
        yield Emit(event)
        yield from roll("attack", "a", Dice(1, 100))

    assert run(paying(), defaults).events == (event,)


def test_an_error_inside_comes_out_as_it_is() -> None:
    def failing() -> Procedure:
        yield Emit()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(failing(), partial(recorded({})))
