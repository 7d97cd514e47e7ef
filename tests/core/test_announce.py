"""What an intent names is checked against what its form may carry."""

import pytest

from combat.core.announce import asked, checked, target_reasons
from combat.core.citation import cite
from combat.core.fields import choice, number, text
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.sheet import Sheet

CITED = cite("CHA-2.7")
FIELDS = (number("metres", default=1, high=9), choice("zone", ("head",), optional=True), text("word"))
FIGHT = Fight(ruleset="chaos", combatants={name: Combatant(id=name, sheet=Sheet(body={})) for name in ("one", "two")})


def test_what_no_field_names_is_left_out() -> None:
    assert checked(FIELDS, {"metres": 3, "secret": 1}, CITED) == ({"metres": 3}, ())


def test_what_is_wrong_is_told_with_its_bounds_and_kept_out() -> None:
    given, reasons = checked(FIELDS, {"metres": 10, "zone": "tail"}, CITED)
    assert given == {}
    assert reasons == (
        Reason("bad_parameter", {"path": "metres", "code": "too_large", "maximum": 9}, CITED),
        Reason("bad_parameter", {"path": "zone", "code": "not_a_choice", "choices": ("head",)}, CITED),
    )


def test_nothing_chosen_is_not_given_and_an_empty_text_is_a_text() -> None:
    assert checked(FIELDS, {"metres": None, "zone": "", "word": ""}, CITED) == ({"word": ""}, ())


def test_defaults_stand_for_what_is_not_given() -> None:
    assert checked(FIELDS, {"zone": ""}, CITED, defaults=True) == ({"metres": 1, "word": ""}, ())


def test_an_intent_of_one_part_is_read() -> None:
    part = Part(form="walk", parameters={"metres": 2})
    found = asked(FIGHT, Intent(actor="one", parts=(part,)), FIELDS, CITED)
    assert (found.actor, found.part, found.given, found.reasons) == (
        FIGHT.combatants["one"], part, {"metres": 2, "word": ""}, ()
    )  # fmt: skip


@pytest.mark.parametrize(("actor", "parts", "code"), [("three", 1, "unknown_actor"), ("one", 2, "no_such_action")])
def test_a_stranger_and_several_parts_are_refused(actor: str, parts: int, code: str) -> None:
    found = asked(FIGHT, Intent(actor=actor, parts=(Part(form="walk"),) * parts), FIELDS, CITED)
    assert [reason.code for reason in found.reasons] == [code]


@pytest.mark.parametrize(
    ("targets", "codes"),
    [
        ((), ["no_target"]), (("two",), []), (("one",), ["target_oneself"]), (("two", "two"), ["named_twice"]),
        (("ghost", "one", "one"), ["unknown_target", "target_oneself", "named_twice"]),
    ],
)  # fmt: skip
def test_targets_are_others_who_are_there_each_once(targets: tuple[str, ...], codes: list[str]) -> None:
    assert [reason.code for reason in target_reasons(FIGHT, "one", targets, CITED)] == codes


def test_some_actions_may_be_done_to_oneself() -> None:
    assert target_reasons(FIGHT, "one", ("one",), CITED, oneself=True) == ()
