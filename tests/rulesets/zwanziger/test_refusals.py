"""Whatever is announced wrongly is refused with all its reasons, before the first question."""

from dataclasses import replace

import pytest

from combat.core.intent import Intent, Part
from combat.core.procedure import Answer, Ask, Question, run
from tests.rulesets.zwanziger.build import (
    RULES,
    answering,
    asked,
    duel,
    fight,
    person,
    refused,
    thing,
    weapon,
    with_flags,
)


@pytest.mark.parametrize("parts", [(), (Part(form="move"), Part(form="move"))])
def test_an_action_has_exactly_one_part(parts: tuple[Part, ...]) -> None:
    assert refused(duel(), Intent(actor="a", parts=parts)) == ["no_such_action"]


def test_nobody_acts_who_is_not_here_and_nothing_is_offered_to_him() -> None:
    assert refused(duel(), asked("move", actor="stranger")) == ["unknown_actor"]
    assert refused(duel(), asked("ability_offensive", "", "b", actor="stranger")) == ["unknown_actor"]
    assert RULES.offers(duel(), "stranger") == ()


@pytest.mark.parametrize(
    ("targets", "codes"),
    [
        ((), ["no_target"]),
        (("nobody",), ["unknown_target"]),
        (("a",), ["target_oneself"]),
        (("b", "b"), ["named_twice", "one_target_only"]),
    ],
)
def test_an_attack_has_one_target_that_is_here(targets: tuple[str, ...], codes: list[str]) -> None:
    for form, item in (("attack_main", "item:1"), ("grapple", ""), ("throw", "item:1"), ("contest", "")):
        scene = fight(person("a", weapon(weight=500)), person("b"))
        assert refused(scene, asked(form, item, *targets)) == codes, form


def test_a_weapon_belongs_to_its_hand_and_a_thing_without_weight_is_not_thrown() -> None:
    assert refused(duel(), asked("attack_off", "item:1", "b")) == ["unknown_weapon"]
    assert refused(duel(), asked("attack_main", "item:9", "b")) == ["unknown_weapon"]
    assert refused(duel(), asked("throw", "item:1", "b")) == ["not_to_throw"]
    assert refused(duel(), asked("throw", "item:9")) == ["not_to_throw", "no_target"]


def test_a_parameter_of_the_wrong_kind_is_told_beside_everything_else() -> None:
    scene = replace(duel(), current="b")
    assert refused(scene, asked("attack_main", "item:1", "b", eased="much")) == ["bad_parameter", "not_your_turn"]
    assert refused(duel(), asked("attack_main", "item:1", "b", eased=None)) == []


@pytest.mark.parametrize("written", ["high", "-1", "1/0", "1.2.3"])
def test_a_length_is_written_in_metres(written: str) -> None:
    assert refused(duel(), asked("jump", height=written, distance_jumped="1,5")) == ["bad_parameter"]


def test_whoever_is_out_of_the_fight_does_nothing() -> None:
    scene = fight(person("a", weapon(), pools={"wounds": 6}), person("b"))
    assert refused(scene, asked("attack_main", "item:1", "b")) == ["cannot_act"]
    assert refused(scene, asked("move")) == ["cannot_act"]


def test_only_a_ridden_mount_sprints_and_the_named_slot_has_to_be_left() -> None:
    assert refused(duel(), asked("sprint")) == ["not_ridden"]
    spent = replace(duel().combatants["a"], budget={"attack": 1, "utility": 0, "reaction": 0})
    scene = fight(spent, person("b"))
    assert refused(scene, asked("move", slot="utility")) == ["no_action_left"]
    assert refused(scene, asked("move")) == []


def test_holds_end_only_where_there_is_one() -> None:
    assert refused(duel(), asked("break_free", "", "b")) == ["not_grappled"]
    assert refused(duel(), asked("let_go", "", "b")) == ["not_grappled"]
    held = fight(person("a"), person("b", statuses={"grappled": True}))
    assert refused(with_flags(held, "b", held_by="c"), asked("let_go", "", "b")) == ["not_the_holder"]
    assert refused(held, asked("let_go", "", "b")) == []


def test_a_save_against_a_thing_names_one_that_is_there() -> None:
    scene = fight(person("a", thing(origin_value=12)), person("b"))
    assert refused(scene, asked("item_save", "item:9", "b")) == ["unknown_item"]
    assert refused(scene, asked("item_save", "item:5")) == ["no_target"]
    check = RULES.preview(scene, asked("item_save", "item:5", "b")).checks[0]
    assert check.target_number == 15  # 12 + half of 6
    stated = RULES.preview(scene, asked("item_save", "item:5", "b", origin_value=9)).checks[0]
    assert stated.target_number == 12


@pytest.mark.parametrize("flag", ["no_block", "no_parry", "no_dodge"])
def test_the_game_master_may_take_a_defence_away(flag: str) -> None:
    scene = with_flags(duel(), "b", **{flag: True})
    asks: list[Ask] = []

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            asks.append(question)
        return answering({})(question)

    run(RULES.perform(scene, asked("attack_main", "item:1", "b")), provide)
    closed = [choice.key for choice in asks[0].choices if choice.reasons]
    assert closed == [flag.removeprefix("no_")]
    (warning,) = RULES.preview(scene, asked("attack_main", "item:1", "b")).warnings
    assert (warning.code, warning.data["because"]) == ("defence_barred", flag)


def test_the_table_is_told_of_a_target_that_cannot_defend() -> None:
    scene = with_flags(duel(), "b", unaware=True)
    assert [told.code for told in RULES.preview(scene, asked("grapple", "", "b")).warnings] == ["target_undefended"]


def test_an_untouched_parameter_costs_nothing() -> None:
    preview = RULES.preview(duel(), asked("attack_main", "item:1", "b", eased=0, advantage=0))
    assert preview.checks[0].modifiers == ()
