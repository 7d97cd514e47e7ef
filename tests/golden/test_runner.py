"""The runner is strict: what it does not know fails, dice have to come out even, and nothing is left out."""

from pathlib import Path
from typing import Any

import pytest

from combat.core.dice import Dice
from combat.core.procedure import Roll
from tests.golden.cases import Case, load, same
from tests.golden.chaos import ACTIONS
from tests.golden.given import UnknownKey
from tests.golden.script import answering


def case(action: str = "shoot", **parts: Any) -> Case:
    known: dict[str, Any] = {"options": {}, "given": {}, "expect": {}} | parts
    return Case(id="x", source="x", ruleset="chaos", action=action, **known)


def test_keys_left_out_are_not_checked_but_modifiers_match_as_a_whole() -> None:
    assert same({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}) == []
    assert same({"modifiers": {"aim": 20}}, {"modifiers": {"aim": 20, "burst": 20}})
    assert same({"modifiers": {}}, {"modifiers": {}}) == []


def test_lists_match_in_length_and_order_but_states_in_any_order() -> None:
    assert same([1, {"a": 1}], [1, {"a": 1, "b": 2}]) == []
    assert same([1, 2], [2, 1])
    assert same([1], [1, 1])
    assert same({"states": ["dead", "burning"]}, {"states": ["burning", "dead"]}) == []


def test_numbers_compare_by_value_and_are_no_booleans() -> None:
    assert same(1.0, 1) == []
    assert same(0.5, 0.5) == []
    assert same(True, 1)
    assert same(None, 0)
    assert same({"a": 1}, 3)
    assert same([1], 3)


def test_an_expected_key_that_nothing_answers_fails() -> None:
    assert same({"colour": "red"}, {}) == ["colour: the runner does not know this key"]


@pytest.mark.parametrize(
    "given",
    [
        {"shooter": {}},
        {"attacker": {"luck": 3}},
        {"attacker": {"attributes": {"CH": 30}}},
        {"attacker": {"states": ["bored"]}},
        {"weapon": {"colour": "red"}},
        {"weapon": {"traits": {"shiny": True}}},
        {"weapon": {"shots": {"volley": 3}}},
        {"situation": {"weather": "rain"}},
        {"situation": {"action": "dance"}},
        {"target": {"dodge": {"luck": 3}}},
        {"target": {"armour": {"zones": {"tail": [1, 1, 1]}}}},
        {"target": {"cover": {"colour": "red"}}},
        {"target": {"cover": {"hostage": {"name": "x"}}}},
    ],
)
def test_a_given_key_that_the_runner_does_not_know_fails(given: dict[str, Any]) -> None:
    with pytest.raises(UnknownKey):
        ACTIONS["shoot"](case(given=given))


def test_dice_have_to_come_out_even() -> None:
    with pytest.raises(AssertionError, match="nobody asked"):
        ACTIONS["shoot"](case(dice=(51, 3)))
    with pytest.raises(AssertionError, match="left"):
        ACTIONS["shoot"](case(dice=(30, 5)))
    with pytest.raises(AssertionError, match="cannot show"):
        ACTIONS["shoot"](case(dice=(101,)))
    with pytest.raises(AssertionError, match="nobody asked"):
        ACTIONS["shoot"](case(given={"weapon": {"loaded": 0}}, dice=(30,)))


def test_a_case_with_several_reasons_to_be_refused_does_not_pass_for_one() -> None:
    refused = ACTIONS["shoot"](case(given={"weapon": {"loaded": 0, "jammed": True}})).actual
    assert same({"refused": "no_ammunition"}, refused)


def test_a_file_that_holds_no_cases_is_a_failure_and_not_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("schema: something else\n")
    (tmp_path / "b.yaml").write_text("- 3\n- {id: one, colour: red}\n- {id: two}\n")
    assert [found.broken for found in load(tmp_path)] == [
        "this file is no list of cases",
        "a case is a map",
        "unknown keys: ['colour']",
        "missing keys: ['action', 'expect', 'given', 'rules', 'ruleset']",
    ]


def test_a_file_of_operations_names_its_ruleset_its_fixtures_and_the_kind_of_every_die(tmp_path: Path) -> None:
    head = "schema: golden-cases/1\nruleset: oak\nfixtures: {weapons: {club: {reach: 1}}}\n"
    one = "{id: one, title: t, basis: public, rules: [OAK-1.1], op: swing, given: {with: club}, expect: {hits: 1}"
    (tmp_path / "a.yaml").write_text(f"{head}cases:\n- {one}, dice: [W6=3, W10=7]}}\n- {one}, dice: [3]}}\n")
    (tmp_path / "b.yaml").write_text(
        f"{head}cases:\n- {one.replace('public', 'hearsay')}}}\n- {{id: two, op: swing}}\n"
    )
    (tmp_path / "c.yaml").write_text(f"{head}colour: red\ncases: []\n")
    good, *flawed = load(tmp_path)
    assert (good.ruleset, good.action, good.dice, good.kinds) == ("oak", "swing", (3, 7), ("W6", "W10"))
    assert good.fixtures["weapons"]["club"] == {"reach": 1}
    assert [found.broken for found in flawed] == [
        "a die is written W100=37",
        "basis 'hearsay'",
        "missing keys: ['basis', 'expect', 'given', 'rules', 'title']",
        "a file of cases holds ['cases', 'fixtures', 'ruleset', 'schema', 'source']",
    ]


def test_another_kind_of_die_than_the_case_names_is_a_failure() -> None:
    script, provide = answering({}, case(dice=(3, 7), kinds=("W6", "W10")))
    assert provide(Roll("attack", "character:1", Dice(1, 6))) is not None
    with pytest.raises(AssertionError, match="the case has"):
        provide(Roll("damage", "character:1", Dice(1, 8)))
    assert script.left == [7]
