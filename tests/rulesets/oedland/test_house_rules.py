"""A house rule is named in the event it decides, and in no other. Authority: FAL-9, docs/adding-a-ruleset.md."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from combat.core.event import Event
from combat.core.fight import Fight
from combat.core.ruleset import Moment
from combat.core.value import Json
from combat.registry import ruleset, ruleset_info
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
    played,
    ticked,
)
from tests.rulesets.requests import Tried, tried

BEHIND: dict[str, Json] = {"cover": COVER, "cover_state": "full"}
SUPPRESSING: dict[str, Json] = {"suppressing": COVER, "suppress_weapon": GUN, "suppress_rounds": 10}
WATCHING: dict[str, Json] = {"watch": "watching", "watch_weapon": GUN, "reserved": 8}
LEAVE = intent("leave_cover", by=TWO)
SHOT = intent("shoot", TWO, item=GUN)
STRIKE = intent("strike", TWO, item="item:5")
WALK = intent("move", by=TWO, centimetres="3")


def named(events: Iterable[Event]) -> list[tuple[str, Json]]:
    return [(event.term, event.data["option"]) for event in events if "option" in event.data]


def of_two(found: Fight) -> Fight:
    """The turn of the second."""
    return replace(found, current=TWO)


def as_by_default(request: Tried) -> tuple[Event, ...] | None:
    """The same request where every switch is at its default; None where other dice or answers would be needed."""
    try:
        return replace(request, fight=replace(request.fight, options={})).events() or ()
    except AssertionError:
        return None


def test_a_golden_case_that_comes_out_otherwise_names_its_house_rule_and_no_other_does() -> None:
    compared = 0
    for request in tried("oedland"):
        keys = {key for _, found in named(request.story) for key in (found if isinstance(found, list) else [found])}
        if as_by_default(request) == request.story:
            assert not keys, request.case
        elif request.story:
            compared += 1
            assert keys == set(request.fight.options), request.case
    assert compared


def test_what_the_house_does_not_play_is_refused_by_name() -> None:
    for request in tried("oedland"):
        if not request.story and as_by_default(request):
            told = ruleset("oedland").preview(request.fight, request.intent).reasons
            assert {reason.data.get("option") for reason in told} & set(request.fight.options), request.case


@pytest.mark.parametrize("half", ["down", "exact"])
def test_initiative_names_the_rounding_where_luck_is_odd(half: str) -> None:
    """Luck 5 counts 3, otherwise 2 or 2.5; luck 4 counts 2 in every house."""
    found = fight(person(ONE), person(TWO, attributes={"luck": 4}), number=0, initiative_half=half)
    _, events = ticked(found, Moment.FIGHT_START)
    assert named(events) == [("initiative_rolled", ["initiative_half"])]


def test_an_order_without_initiative_says_why() -> None:
    found = fight(person(ONE), person(TWO), number=0, opt_initiative=False)
    found, events = ticked(found, Moment.FIGHT_START)
    assert named(events) == [("order_set", ["opt_initiative"])]


def test_the_wider_field_of_fire_is_named_where_it_proposed_what_the_game_master_took() -> None:
    """30° to the side is outside by default, inside where each side has 45°."""
    start = of_two(fight(person(ONE, gun(), flags=WATCHING), person(TWO), cone="side45"))
    start = replace(start, pairs={f"{ONE}>{TWO}": {"distance": 20, "bearing": 30}})
    _, events = played(start, WALK, 10)
    assert named(events) == [("perception_test", ["cone"])]
    _, events = played(start, WALK, field="stays_outside")
    assert named(events) == []


def test_a_way_nobody_watches_says_so_where_the_house_plays_no_watches() -> None:
    start = of_two(fight(person(ONE, gun(), flags=WATCHING), person(TWO), opt_reaction=False))
    assert named(played(start, WALK)[1]) == [("moved_on", ["opt_reaction"])]
    start = of_two(fight(person(ONE, gun()), person(TWO), opt_reaction=False))
    assert named(played(start, WALK)[1]) == []


def test_a_cover_left_without_covering_fire_says_so() -> None:
    people = (person(ONE, gun(), flags=SUPPRESSING), person(TWO, flags=BEHIND))
    start = of_two(fight(*people, opt_covering_fire=False))
    assert named(played(start, LEAVE)[1]) == [("cover_left", ["opt_covering_fire"])]


def test_a_luck_test_with_another_die_is_named() -> None:
    people = (person(ONE, gun(), flags=SUPPRESSING), person(TWO, flags=BEHIND))
    start = of_two(fight(*people, stat_die="W100"))
    assert named(played(start, LEAVE, 90)[1]) == [("luck_test", ["stat_die"])]


def test_who_cannot_afford_a_parry_is_struck_by_a_house_rule() -> None:
    people = (person(ONE, blade()), person(TWO, blade("item:6")))
    start = fight(*people, distance=3, parry_ap=9)
    assert named(played(start, STRIKE, 40, 3)[1]) == [("hit", ["parry_ap"])]
    start = fight(*people, distance=3, parry_ap=2)
    assert named(played(start, STRIKE, 40, 3)[1]) == []
    _, events = played(start, STRIKE, 40, 40, parry="parry")
    assert named(events) == [("cost_owed", ["parry_ap"])]


def test_who_lies_and_parries_all_the_same_does_so_by_a_house_rule() -> None:
    people = (person(ONE, blade()), person(TWO, blade("item:6"), flags={"pose": "prone"}))
    start = fight(*people, distance=3, opt_pose=False)
    _, events = played(start, STRIKE, 40, 40, parry="parry")
    assert named(events) == [("parry", ["opt_pose"])]


def test_a_critical_hit_is_not_moved_where_postures_are_not_played() -> None:
    """A 3 is the torso, which a prone target hides: the shot and the place of the hit are both decided."""
    start = fight(person(ONE, gun()), person(TWO, flags={"pose": "prone"}), opt_pose=False)
    _, events = played(start, SHOT, 1, 3, 4)
    assert named(events) == [("attack", ["opt_pose"]), ("hit", ["opt_pose"])]


def test_armour_of_one_value_all_over_names_no_house_rule() -> None:
    suit = armour("item:7", head=2, torso=2, arm=2, leg=2)
    start = fight(person(ONE, gun()), person(TWO, suit), armour_without_zone="lowest")
    assert named(played(start, SHOT, 40, 4)[1]) == []


def test_two_house_rules_that_decide_the_same_are_both_named() -> None:
    """Without either the shot at a prone target in full cover still loses only what the cover takes."""
    target = person(TWO, flags={"cover_state": "full", "pose": "prone"}, skills={})
    start = fight(person(ONE, gun()), target, opt_pose=False, cover_and_pose="better_one")
    assert named(played(start, SHOT, 100)[1]) == [("attack", ["opt_pose", "cover_and_pose"])]


def test_a_setting_that_is_the_default_or_unknown_is_never_named() -> None:
    start = fight(person(ONE, gun()), person(TWO), fumble_from=96, aim_first_ap="unheard_of", zero_tp="dead")
    assert named(played(start, SHOT, 40, 6)[1]) == []


def test_every_house_rule_is_tried() -> None:
    told = {key for request in tried("oedland") for key in request.fight.options}
    told |= {"opt_initiative", "initiative_half", "cone"}
    assert told == {option.key for option in ruleset_info("oedland").options}
