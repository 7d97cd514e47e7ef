"""What an intent names is never trusted: everything that is wrong is told before the first die (FHT-3.18, FHT-3.20)."""

import re
from typing import Any

import pytest

from combat.core.fight import Fight
from combat.core.intent import Intent, Part
from combat.core.sheet import Item
from tests.rulesets.fhtagn.build import RULES, fight, intent, knife, person, refused, weapon

GUN = weapon(modes=["single", "long_burst"], lethality=10)


def table(**more: Any) -> Fight:
    return fight(person("a", GUN, knife("item:2")), person("b"), person("c"), **more)


@pytest.mark.parametrize(
    ("wanted", "codes"),
    [
        (Intent(actor="a", parts=()), ["no_such_action"]),
        (intent("a", "dance"), ["no_such_action"]),
        (intent("x", "attack", "b"), ["unknown_actor"]),
        (Intent(actor="a", parts=(Part(form="aim"), Part(form="aim"))), ["no_such_action"]),
        (Intent(actor="a", parts=(Part(form="attack"), Part(form="attack"))), ["no_such_action"]),
        (intent("x", "aim"), ["unknown_actor"]),
        (intent("a", "attack", item="item:1"), ["no_target"]),
        (intent("a", "attack", "x", item="item:1"), ["unknown_target"]),
        (intent("a", "attack", "a", item="item:1"), ["target_oneself"]),
        (intent("a", "attack", "b", "b", item="item:1"), ["named_twice"]),
        (intent("a", "attack", "b", item="item:9"), ["unknown_weapon"]),
        (intent("a", "disarm", "b", item="item:2"), ["bare_hands"]),
        (intent("a", "attack", "b", item="item:1", mode="sideways"), ["bad_parameter"]),
        (intent("a", "attack", "b", item="item:1", mode="long_spray"), ["mode_not_available", "not_enough_ammo"]),
        (intent("a", "attack", "b", "c", item="item:1"), ["one_target"]),
        (intent("a", "attack", "b", "c", item="item:1", mode="long_burst"), ["outside_zone"]),
        (intent("a", "attack", "b", item="item:1", called=["crowd"]), ["crowd_size_missing"]),
        (intent("a", "attack", "b", item="item:2", called=["crowd"], crowd_size=3), ["called_not_possible"]),
        (intent("a", "reload", item="item:1"), ["magazine_full"]),
        (intent("a", "reload", item="item:2"), ["unknown_item"]),
        (intent("a", "move", speed="flying"), ["bad_parameter"]),
        (intent("a", "test"), ["one_thing_to_test"]),
        (intent("a", "test", skill="firearms", attribute="strength"), ["one_thing_to_test"]),
        (intent("a", "contest", "b", skill="firearms"), ["one_thing_to_test"]),
        (intent("a", "contest", skill="firearms"), ["no_target"]),
        (intent("a", "poison", antidote="after"), ["antidote_value_missing"]),
        (intent("a", "put_out_fire"), ["not_burning"]),
        (intent("a", "shake_off"), ["not_dazed"]),
        (intent("a", "let_go"), ["not_holding"]),
        (intent("a", "take_cover"), ["no_cover_in_reach"]),
        (intent("a", "escape", "b"), ["not_pinned"]),
        (intent("a", "wake_up"), ["not_unconscious"]),
        (intent("a", "resuscitation", "b"), ["not_dead"]),
        (intent("a", "recovery", days_since_recovery=0), ["not_wounded", "too_soon"]),
        (intent("a", "simultaneous", "b"), ["not_played_here"]),
    ],
)
def test_whatever_is_wrong_is_told(wanted: Intent, codes: list[str]) -> None:
    assert refused(table(), wanted) == codes


def test_a_distance_that_was_not_stated_or_is_none_is_told() -> None:
    shot = intent("a", "attack", "b", item="item:1")
    assert refused(table(pairs={}), shot) == ["distance_missing"]
    assert refused(table(pairs={"a>b": {"distance": -1}}), shot) == ["bad_parameter"]


def test_a_cover_that_is_not_there_is_told() -> None:
    hidden = fight(person("a", GUN), person("b", flags={"cover": "item:7"}))
    assert refused(hidden, intent("a", "attack", "b", item="item:1")) == ["unknown_cover"]


def test_whoever_is_out_or_not_at_his_turn_does_not_act() -> None:
    aiming = intent("a", "aim")
    assert refused(fight(person("a", statuses={"unconscious": True})), aiming) == ["out_of_action"]
    assert refused(fight(person("a", statuses={"pinned": True})), aiming) == ["only_escape_allowed"]
    assert refused(fight(person("a", statuses={"immobilised": True})), intent("a", "move")) == ["immobilised"]
    waits = person("a", flags={"action_state": "waiting"})
    assert refused(fight(person("a"), person("b"), current="b"), aiming) == ["not_your_turn"]
    assert refused(fight(waits, person("b"), current="b"), aiming) == []


def test_weapons_in_hand_and_victims_out_of_reach_stand_against_a_hold() -> None:
    armed = fight(person("a", knife(in_hand=True)), person("b", flags={"out_of_reach": True}), pairs={})
    assert refused(armed, intent("a", "pin", "b")) == ["not_in_reach", "hands_not_free"]
    holder = fight(person("a", flags={"holding": "b"}), person("b", statuses={"pinned": True}))
    assert refused(holder, intent("a", "disarm", "b")) == ["hands_not_free"]


@pytest.mark.parametrize(("distance", "codes"), [(0, []), (4, []), (5, ["not_in_reach"]), (40, ["not_in_reach"])])
def test_nothing_is_struck_or_held_beyond_an_arm_and_the_step_of_three_metres(distance: int, codes: list[str]) -> None:
    """FHT-3.3, FHT-3.8: an action leaves a step of 3 m; whoever stands farther off has to be walked up to first."""
    at = fight(person("a", knife("item:2")), person("b", flags={"out_of_reach": False}), distance=distance)
    for wanted in (
        intent("a", "attack", "b", item="item:2"),
        intent("a", "attack", "b"),
        intent("a", "disarm", "b"),
        intent("a", "pin", "b"),
    ):
        assert refused(at, wanted) == codes


def test_the_game_master_says_who_is_in_reach_where_no_distance_is_stated() -> None:
    """FHT-1.10: reach is assumed unless he denies it, and a stated distance decides before him."""
    away = person("b", flags={"out_of_reach": True})
    assert refused(fight(person("a"), away, pairs={}), intent("a", "pin", "b")) == ["not_in_reach"]
    assert refused(fight(person("a"), person("b"), pairs={}), intent("a", "pin", "b")) == []
    assert refused(fight(person("a"), away, distance=1), intent("a", "pin", "b")) == []


def test_a_weapon_on_the_ground_and_one_that_failed_are_of_no_use() -> None:
    lying = fight(person("a", weapon(dropped=True, disabled_rounds=2)), person("b"))
    assert refused(lying, intent("a", "attack", "b", item="item:1")) == ["weapon_disabled", "weapon_dropped"]


def test_an_armour_that_covers_almost_everything_cannot_be_passed_by_half() -> None:
    vest = Item(id="item:3", kind="armour", body={"protection": 3, "coverage": "mostly"})
    at = fight(person("a", GUN), person("b", vest))
    assert refused(at, intent("a", "attack", "b", item="item:1", called=["partial_worn"])) == ["called_not_possible"]
    assert refused(at, intent("a", "attack", "b", item="item:1", called=["mostly_worn"])) == []


def test_nothing_is_offered_to_a_stranger_and_much_to_everybody_else() -> None:
    assert RULES.offers(table(), "x") == ()
    forms = {offer.form for offer in RULES.offers(table(), "a")}
    assert {"attack", "disarm", "pin", "escape", "move", "first_aid", "poison", "simultaneous"} <= forms


def test_the_table_is_told_of_what_the_game_master_has_the_last_word_on() -> None:
    taught = weapon(traits=("needs_training",))
    bound = person("b", flags={"helpless": True})
    at = fight(person("a", taught, flags={"suppressed": True}), bound)
    found = RULES.preview(at, intent("a", "attack", "b", item="item:1", called=["vulnerable"]))
    codes = [warning.code for warning in found.warnings]
    assert codes == ["vulnerable_spot_agreed", "killing_agreed", "under_fire", "training_needed"]
    assert found.cost == {"action": 1, "stability": 1}
    assert found.checks == ()
    spared = RULES.preview(at, intent("a", "attack", "b", item="item:1", subdue=True))
    assert "killing_agreed" not in [warning.code for warning in spared.warnings]


def test_nobody_is_anybodys_cover() -> None:
    """FHT-2.9: what one stands behind is a thing; whoever shoots is not offered as the cover against himself."""
    units = {flag.field.path: flag.field.unit for flag in RULES.describe().flags}
    assert (units["cover"], units["cover_in_reach"]) == ("cover", "cover")


def test_what_is_told_of_anybody_says_nothing_of_his_sex() -> None:
    """Reported of play: "Henrike Vollmer nutzt sein Zielen"."""
    told = [term.says["de"] for term in RULES.describe().glossary.terms.values() if term.says]
    assert not [each for each in told if re.search(r"\{who\}.* (sein|seine|seinen|seinem|seiner|ihn|ihm) ", each)]
