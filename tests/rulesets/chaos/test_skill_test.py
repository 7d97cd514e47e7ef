"""A test is one W100 under an attribute, a skill or a resistance, with a difficulty."""

from fractions import Fraction

import pytest

from combat.core.event import Rolled
from combat.core.intent import GmModifier, Intent, Part, Refused
from combat.core.procedure import Scripted, defaults, run
from combat.core.sheet import Sheet
from combat.core.value import Json
from combat.rulesets.chaos import skill_test
from tests.rulesets.chaos.build import alone, sheet

SKILLS = {
    "scouting": {"rank": 2, "attribute": "intelligence"},
    "tactics": {"rank": 0, "attribute": "intelligence", "untrained": False},
    "dodge": {"rank": 1},
}


def asked(*words: GmModifier, **parameters: Json) -> Intent:
    return Intent(actor="character:1", parts=(Part(form="test", parameters=parameters),), gm_modifiers=words)


def rolled(person: Sheet, intent: Intent, face: int, **options: Json) -> Rolled:
    (event,) = run(skill_test.perform(alone(person, options), intent), Scripted([face])).events
    assert isinstance(event, Rolled)
    return event


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"attribute": "strength"}, 40),
        ({"skill": "scouting"}, 50),
        ({"skill": "scouting", "difficulty": -20}, 30),
        ({"skill": "dodge"}, 44),
        ({"resistance": "mental"}, 40),
    ],
)
def test_the_target_number_starts_at_what_is_tested(parameters: dict[str, Json], expected: int) -> None:
    person = sheet(skills=SKILLS, overrides={"dodge": {"value": 44, "reason": "x"}})
    (check,) = skill_test.preview(alone(person), asked(**parameters)).checks
    assert check.target_number == expected
    assert check.chance == Fraction(expected - 1, 100)
    assert rolled(person, asked(**parameters), 1).data["target_number"] == expected


def test_the_game_masters_word_counts_and_is_marked_as_his() -> None:
    words = (GmModifier(value=-10, reason="Regen"), GmModifier(value=0))
    event = rolled(sheet(), asked(*words, attribute="strength"), 30)
    assert [(modifier.key, modifier.value, modifier.source, modifier.note) for modifier in event.modifiers] == [
        ("gm", -10, "gm", "Regen")
    ]
    assert (event.outcome, event.data["degrees_of_failure"]) == ("failure", 0)


def test_a_house_rule_that_decides_is_told() -> None:
    intent = asked(attribute="strength")
    event = rolled(sheet(), intent, 40, strict_under=False)
    assert (event.outcome, event.data["option"]) == ("success", ["strict_under"])
    assert "option" not in rolled(sheet(), intent, 39, strict_under=False).data
    assert rolled(sheet(), intent, 40).outcome == "failure"


def test_what_cannot_succeed_is_rolled_all_the_same() -> None:
    event = rolled(sheet(), asked(*(GmModifier(value=-50),), attribute="strength"), 1)
    assert (event.window, event.outcome) == (None, "failure")


@pytest.mark.parametrize(
    ("parameters", "codes"),
    [
        ({}, ["one_thing_to_test"]),
        ({"attribute": ""}, ["one_thing_to_test"]),
        ({"attribute": "strength", "skill": "scouting"}, ["one_thing_to_test"]),
        ({"attribute": "luck"}, ["bad_parameter"]),
        ({"attribute": "strength", "difficulty": 41}, ["bad_parameter"]),
        ({"skill": "flying"}, ["bad_parameter"]),
        ({"skill": "tactics"}, ["not_learned"]),
        ({"difficulty": "hard"}, ["bad_parameter", "one_thing_to_test"]),
    ],
)
def test_a_test_of_nothing_known_is_refused(parameters: dict[str, Json], codes: list[str]) -> None:
    fight = alone(sheet(skills=SKILLS))
    told = skill_test.preview(fight, asked(**parameters)).reasons
    assert [reason.code for reason in told] == codes
    with pytest.raises(Refused):
        run(skill_test.perform(fight, asked(**parameters)), defaults)


def test_somebody_who_is_not_there_tests_nothing() -> None:
    intent = Intent(actor="character:9", parts=(Part(form="test", parameters={"attribute": "strength"}),))
    assert [reason.code for reason in skill_test.preview(alone(sheet()), intent).reasons] == ["unknown_actor"]


def test_a_test_is_offered_with_the_skills_of_the_sheet() -> None:
    (offer,) = skill_test.offers(alone(sheet(skills=SKILLS)), "character:1")
    fields = {field.path: field.choices for field in offer.parameters}
    assert fields["skill"] == ("scouting", "tactics", "dodge")
    assert offer.reasons == ()
