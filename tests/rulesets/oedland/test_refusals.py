"""What cannot be done is refused with every reason, before a die is asked for. Authority: chapters 2, 3 and 7."""

from dataclasses import replace

import pytest

from combat.core.intent import Intent, Part
from combat.rulesets.oedland.forms import offers
from tests.rulesets.oedland.build import (
    COVER,
    GUN,
    ONE,
    TWO,
    armour,
    blade,
    fight,
    gun,
    intent,
    person,
    preview,
    reasons,
    with_flags,
)

DUEL = fight(person(ONE, gun(), blade()), person(TWO))


def test_an_intent_has_one_known_actor_and_one_part() -> None:
    part = Part(form="shoot", item=GUN, targets=(TWO,))
    assert reasons(DUEL, Intent(actor="character:9", parts=(part,))) == ["unknown_actor"]
    assert reasons(DUEL, Intent(actor="character:9", parts=(Part(form="move"),))) == ["unknown_actor"]
    assert reasons(DUEL, Intent(actor="character:9", parts=(Part(form="strike"),))) == ["unknown_actor"]
    assert reasons(DUEL, Intent(actor=ONE, parts=(part, part))) == ["no_such_action"]
    assert offers(DUEL, "character:9") == ()


@pytest.mark.parametrize(
    ("targets", "code"),
    [
        ((), "no_target"),
        ((TWO, ONE), "too_many_targets"),
        (("character:9",), "unknown_target"),
        ((ONE,), "target_oneself"),
    ],
)
def test_an_attack_has_exactly_one_target_who_is_somebody_else(targets: tuple[str, ...], code: str) -> None:
    assert reasons(DUEL, intent("shoot", *targets, item=GUN)) == [code]
    assert reasons(DUEL, intent("strike", *targets, item="item:5")) == [code]
    assert reasons(DUEL, intent("covering_fire", *targets, item=GUN)) == [code]


def test_only_a_weapon_one_carries_and_that_fits_is_used() -> None:
    found = fight(person(ONE, gun(), blade(), armour("item:7", torso=1)), person(TWO))
    for form in ("shoot", "fire_dual", "reload", "reaction_fight", "covering_fire"):
        targets = () if form in ("reload", "reaction_fight") else (TWO,)
        assert reasons(found, intent(form, *targets, item="item:99")) == ["unknown_weapon"], form
        assert reasons(found, intent(form, *targets, item="item:7"))[0] == "unknown_weapon", form
        assert reasons(found, intent(form, *targets, item="item:5"))[0] == "wrong_kind", form
    assert reasons(found, intent("strike", TWO, item=GUN)) == ["wrong_kind"]
    assert reasons(found, intent("fire_dual", TWO, item=GUN)) == ["unknown_weapon"]


def test_a_value_that_no_field_allows_is_refused() -> None:
    assert reasons(DUEL, intent("shoot", TWO, item=GUN, mode="full moon")) == ["bad_parameter"]
    assert reasons(DUEL, intent("turn", degrees=9999)) == ["bad_parameter"]


def test_a_shot_needs_a_distance_and_a_zone_needs_aiming() -> None:
    found = fight(person(ONE, gun()), person(TWO), distance=None)
    assert reasons(found, intent("shoot", TWO, item=GUN)) == ["distance_missing"]
    assert reasons(DUEL, intent("shoot", TWO, item=GUN, called_zone="head")) == ["zone_needs_aim"]


def test_nobody_aims_blind() -> None:
    found = with_flags(DUEL, ONE, cover_state="full", cover=COVER)
    assert reasons(found, intent("shoot", TWO, item=GUN, mode="aimed", way="blind")) == ["aimed_fire_not_allowed"]


def test_a_weapon_without_range_classes_reaches_nothing() -> None:
    found = fight(person(ONE, gun(ranges={})), person(TWO))
    assert reasons(found, intent("shoot", TWO, item=GUN)) == ["out_of_range"]


def test_the_dead_do_nothing_and_nobody_acts_in_anothers_turn() -> None:
    dead = fight(person(ONE, gun(), pools={"hit_points": 0}), person(TWO))
    dying = fight(person(ONE, gun(), pools={"hit_points": 0}, statuses={"dying": True}), person(TWO))
    assert reasons(dead, intent("shoot", TWO, item=GUN)) == ["cannot_act"]
    assert reasons(dying, intent("shoot", TWO, item=GUN)) == ["cannot_act"]
    assert reasons(replace(DUEL, current=TWO), intent("shoot", TWO, item=GUN)) == ["not_your_turn"]


def test_a_turn_given_up_is_given_up() -> None:
    assert reasons(with_flags(DUEL, ONE, watch="watching"), intent("turn", degrees=10)) == ["turn_given_up"]
    assert reasons(with_flags(DUEL, ONE, suppressing=COVER), intent("shoot", TWO, item=GUN)) == ["turn_given_up"]


def test_a_blow_reaches_as_far_as_its_weapon() -> None:
    assert reasons(DUEL, intent("strike", TWO, item="item:5")) == ["out_of_reach"]
    spear = fight(person(ONE, blade(reach=6)), person(TWO), distance=6)
    assert reasons(spear, intent("strike", TWO, item="item:5")) == []
    assert reasons(fight(person(ONE), person(TWO), distance=None), intent("strike", TWO)) == []


def test_moves_say_how_far_and_start_out_of_cover() -> None:
    assert reasons(DUEL, intent("move")) == ["no_length"]
    assert reasons(DUEL, intent("move", centimetres="soon")) == ["bad_parameter"]
    assert reasons(DUEL, intent("move", centimetres="0")) == ["no_length"]
    hidden = with_flags(DUEL, ONE, cover_state="full", cover=COVER)
    for form, parameters in (
        ("move", {"centimetres": "3"}),
        ("climb", {"centimetres": "1"}),
        ("sprint", {"points": 2}),
    ):
        assert reasons(hidden, intent(form, **parameters)) == ["leave_cover_first"], form
    kneeling = with_flags(DUEL, ONE, pose="kneeling")
    assert reasons(kneeling, intent("climb", centimetres="1")) == ["not_upright"]
    assert reasons(kneeling, intent("change_pose", pose="kneeling")) == ["same_pose"]


def test_a_jump_says_how_far_and_what_for_and_runs_only_after_walking() -> None:
    assert set(reasons(DUEL, intent("jump"))) == {"no_length", "no_description"}
    assert reasons(DUEL, intent("jump", metres="x", description="over the ditch")) == ["bad_parameter"]
    assert reasons(DUEL, intent("jump", metres="3", start="running", description="over the ditch")) == ["no_run_up"]


def test_cover_is_something_one_stands_beside() -> None:
    assert reasons(DUEL, intent("take_cover")) == ["no_cover_here"]


def test_covering_fire_needs_a_cover_within_sight_and_range() -> None:
    assert reasons(DUEL, intent("covering_fire", TWO, item=GUN)) == ["no_cover_there"]
    behind = with_flags(DUEL, TWO, cover=COVER, cover_state="full")
    assert reasons(behind, intent("covering_fire", TWO, item=GUN)) == []
    far = fight(person(ONE, gun()), person(TWO, flags={"cover": COVER, "cover_state": "full"}), distance=61)
    assert reasons(far, intent("covering_fire", TWO, item=GUN)) == ["no_line_to_cover"]


def test_what_needs_a_running_fight_is_neither_offered_nor_done_outside_one() -> None:
    free = fight(person(ONE, gun()), person(TWO), number=0)
    assert reasons(free, intent("reaction_fight", item=GUN)) == ["only_in_fights"]
    assert reasons(free, intent("move", centimetres="3")) == ["only_in_fights"]
    assert {offer.form for offer in offers(free, ONE)} == {"shoot", "strike", "other", "test", "jump", "sprint"}
    assert {"move", "reaction_fight", "covering_fire", "turn"} <= {offer.form for offer in offers(DUEL, ONE)}


def test_what_the_house_does_not_play_is_not_offered() -> None:
    found = fight(person(ONE, gun(), gun("item:2")), person(TWO), opt_dual=False, opt_pose=False, opt_sprint=False)
    assert not {"fire_dual", "change_pose", "sprint"} & {offer.form for offer in offers(found, ONE)}
    assert reasons(found, intent("change_pose", pose="prone"))[0] == "not_played"


def test_a_magazine_is_filled_only_if_there_is_room_in_one() -> None:
    assert reasons(DUEL, intent("reload", item=GUN)) == ["magazine_full"]
    bow = fight(person(ONE, gun(capacity=None)), person(TWO))
    assert reasons(bow, intent("reload", item=GUN)) == ["no_magazine"]


def test_a_test_is_on_one_thing() -> None:
    assert reasons(DUEL, intent("test")) == ["one_thing_to_test"]
    assert reasons(DUEL, intent("test", skill="handguns", statistic="luck")) == ["one_thing_to_test"]


def test_other_things_are_described() -> None:
    assert reasons(DUEL, intent("other", points=2)) == ["no_description"]


def test_only_an_interruption_is_ended_and_only_a_watcher_entered_upon() -> None:
    assert reasons(DUEL, intent("end_interruption")) == ["nothing_interrupted"]
    assert reasons(DUEL, intent("enter_field", TWO)) == ["not_watching"]


def test_a_blow_with_a_weapon_too_heavy_is_warned_of_and_costs_what_the_game_master_says() -> None:
    """FAL-2.9 and FAL-5.18 speak of one weapon, not of shots: 50 for the skill, less the 15 of the game master."""
    found = fight(person(ONE, blade(minimum_strength=8)), person(TWO))
    strike = intent("strike", TWO, item="item:5", weakness=-15)
    shown = preview(found, strike)
    assert [warning.code for warning in shown.warnings] == ["too_weak"]
    assert (shown.checks[0].target_number, shown.checks[0].modifiers[0].key) == (35, "min_strength")
    offered = {offer.item: offer.parameters for offer in offers(found, ONE) if offer.form == "strike"}
    assert [[field.path for field in fields] for fields in offered.values()] == [["weakness"], []]
    light = preview(fight(person(ONE, blade()), person(TWO)), strike)
    assert (light.warnings, light.checks[0].target_number) == ((), 50)
