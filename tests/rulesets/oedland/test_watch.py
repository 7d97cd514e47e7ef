"""Turns given up to watch or to suppress, played through. Authority: FAL-3.10, FAL-3.19, FAL-3.20, FAL-9.21."""

from dataclasses import replace

from combat.core.fight import Fight
from combat.core.ruleset import Moment
from combat.rulesets.oedland import fatigue
from combat.rulesets.oedland.forms import offers
from combat.rulesets.oedland.shot import prepaid_in_words
from tests.rulesets.oedland.build import (
    COVER,
    GUN,
    ONE,
    THREE,
    TWO,
    fight,
    gun,
    happened,
    intent,
    person,
    played,
    preview,
    reasons,
    rolled,
    ticked,
    with_flags,
)


def watched() -> Fight:
    """One has given up his turn to watch; it is the turn of another."""
    found, _ = played(fight(person(ONE, gun()), person(TWO, gun("item:2"))), intent("reaction_fight", item=GUN))
    assert found.combatants[ONE].budget["action_points"] == 0
    return replace(found, current=TWO)


def interrupted() -> Fight:
    walk = intent("move", by=TWO, centimetres="3")
    found, _ = played(watched(), walk, 5, field="comes_inside")
    assert found.current == ONE
    return found


def test_an_interruption_is_a_turn_inside_a_turn() -> None:
    found = interrupted()
    one = found.combatants[ONE]
    assert (one.flags["watch"], one.budget["action_points"]) == ("interrupting", 8)
    assert reasons(found, intent("move", by=TWO, centimetres="3")) == ["not_your_turn"]
    found, _ = played(found, intent("shoot", TWO, item=GUN), 90)
    assert reasons(found, intent("reaction_fight", item=GUN)) == ["ap_already_spent"]
    found, _ = played(found, intent("end_interruption"))
    assert (found.current, found.combatants[ONE].budget["action_points"]) == (TWO, 0)
    assert (found.combatants[ONE].flags["watch"], found.combatants[TWO].flags.get("paused")) == ("used", None)
    assert found.combatants[TWO].budget["action_points"] == 7


def test_ending_the_turn_ends_an_interruption_and_the_other_turn_goes_on_unrefreshed() -> None:
    found, events = ticked(interrupted(), Moment.TURN_START)
    assert events == ()
    found, events = ticked(found, Moment.TURN_END, Moment.TURN_START)
    assert [event.term for event in events] == ["interruption_ended", "turn_resumed"]
    assert (found.current, found.combatants[TWO].budget["action_points"]) == (TWO, 7)
    found, _ = ticked(replace(found, round=2), Moment.TURN_START)
    assert found.combatants[TWO].budget["action_points"] == 8


def test_a_turn_given_up_is_over_and_the_next_ones_begins() -> None:
    """FAL-3.19, FAL-3.20: the declaration ends the turn; nobody has to end it once more."""
    behind = {"cover": COVER, "cover_state": "full"}
    start = fight(person(ONE, gun()), person(TWO, ap=0, flags={**behind, "ap_spent": 8}))
    declared = (("reaction_fight", "watch_begun"), ("covering_fire", "covering_fire_begun"))
    for form, begun in declared:
        wanted = intent(form, *((TWO,) if form == "covering_fire" else ()), item=GUN)
        found, events = played(start, wanted)
        assert [event.term for event in events] == ["cost_paid", begun, "turn_started"]
        two = found.combatants[TWO]
        assert (found.current, two.budget["action_points"], two.flags.get("ap_spent")) == (TWO, 8, None)
        found, events = played(replace(start, order=(TWO, ONE)), wanted)
        assert (found.current, [event.term for event in events][-1]) == ("", begun)


def test_what_is_declared_where_nobody_has_the_turn_ends_nobodys() -> None:
    found, events = played(
        replace(fight(person(ONE, gun()), person(TWO)), current=""), intent("reaction_fight", item=GUN)
    )
    assert (found.current, happened(events, "turn_started")) == ("", [])


def test_the_turn_of_somebody_killed_in_it_is_over() -> None:
    """FAL-3.19: the enemy's turn goes on after the interruption; FAL-6.7: the dead have none."""
    found = interrupted()
    dead = replace(found.combatants[TWO], sheet=person(TWO, pools={"hit_points": 0}).sheet)
    third = person(THREE, ap=0)
    found = replace(found, combatants={**found.combatants, TWO: dead, THREE: third}, order=(ONE, TWO, THREE))
    after, events = played(found, intent("end_interruption"))
    assert [event.term for event in events] == ["turn_ended", "turn_started"]
    assert (after.current, after.combatants[THREE].budget["action_points"]) == (THREE, 8)
    after, events = ticked(found, Moment.TURN_END, Moment.TURN_START)
    assert (after.current, after.combatants[THREE].budget["action_points"]) == (THREE, 8)


def test_whose_turn_it_was_may_be_gone_meanwhile() -> None:
    found = interrupted()
    found = replace(found, combatants={ONE: found.combatants[ONE]})
    found, _ = played(found, intent("end_interruption"))
    assert found.current == TWO


def test_an_interruption_with_nothing_left_still_ends() -> None:
    found = interrupted()
    one = replace(found.combatants[ONE], budget={"action_points": 0})
    found = replace(found, combatants={**found.combatants, ONE: one}, current=TWO)
    _, events = played(replace(found, current=""), intent("end_interruption"))
    assert happened(events, "interruption_ended")
    _, events = ticked(replace(found, current=ONE), Moment.TURN_END)
    assert [event.term for event in events] == ["interruption_ended"]


def test_the_game_master_says_who_enters_and_how_hard_it_is_to_notice() -> None:
    entering = intent("enter_field", ONE, by=TWO, gm=-3)
    (check,) = preview(watched(), entering).checks
    assert (check.term, check.target_number, str(check.dice)) == ("perception_test", 2, "W10")
    found, events = played(watched(), entering, 3)
    assert [event.term for event in happened(events, "not_noticed", "turn_interrupted")] == ["not_noticed"]
    assert reasons(found, entering) == ["not_watching"]
    forms = {offer.form: offer for offer in offers(watched(), TWO)}
    assert forms["enter_field"].by == "gm"
    assert "enter_field" not in {offer.form for offer in offers(watched(), ONE)}
    found, _ = played(replace(watched(), current=""), entering, 2)
    assert found.combatants[ONE].flags["interrupts"] == TWO


def test_a_watcher_out_of_turn_order_is_interrupted_by_nobody_twice() -> None:
    found = with_flags(watched(), ONE, perception_modifier=2)
    (check,) = preview(found, intent("move", by=TWO, centimetres="3")).checks
    assert check.target_number == 7


def test_a_reserve_already_there_and_the_same_turn_change_nothing() -> None:
    found = watched()
    one = replace(found.combatants[ONE], budget={"action_points": 8})
    found = replace(found, combatants={**found.combatants, ONE: one}, current=ONE)
    found, events = played(found, intent("enter_field", ONE, by=TWO), 1)
    (event,) = happened(events, "turn_interrupted")
    assert {change.field for change in event.changes} == {
        "flags.watch_tried", "flags.watch", "flags.interrupts", "flags.paused",
    }  # fmt: skip
    found, _ = played(found, intent("end_interruption"))
    assert found.current == ONE


def test_distance_and_bearing_propose_the_answer() -> None:
    near = replace(watched(), pairs={f"{ONE}>{TWO}": {"distance": 20, "bearing": 10}})
    _, events = played(near, intent("move", by=TWO, centimetres="3"), 9)
    assert rolled(events, "perception_test")
    aside = replace(watched(), pairs={f"{ONE}>{TWO}": {"distance": 20, "bearing": 60}})
    _, events = played(aside, intent("move", by=TWO, centimetres="3"))
    assert not rolled(events, "perception_test")


def test_friends_and_the_dead_are_neither_watched_nor_watching() -> None:
    friends = fight(person(ONE, gun(), party="A"), person(TWO, party="A"))
    found, _ = played(friends, intent("reaction_fight", item=GUN))
    assert preview(replace(found, current=TWO), intent("move", by=TWO, centimetres="3")).checks == ()
    down = replace(watched().combatants[ONE], sheet=person(ONE, pools={"hit_points": 0}).sheet)
    found = replace(watched(), combatants={**watched().combatants, ONE: down})
    assert preview(found, intent("move", by=TWO, centimetres="3")).checks == ()


def test_the_house_may_do_without_watching() -> None:
    found = replace(watched(), options={"opt_reaction": False})
    assert preview(found, intent("move", by=TWO, centimetres="3")).checks == ()


# --- suppressive fire -----------------------------------------------------------------------------------------


def suppressed(**options: bool) -> Fight:
    behind = {"cover": COVER, "cover_state": "full"}
    start = fight(person(ONE, gun()), person(TWO, gun("item:2"), flags=behind), **options)
    found, _ = played(start, intent("covering_fire", TWO, item=GUN))
    return replace(found, current=TWO)


def test_covering_fire_may_kill_before_the_cover_is_left() -> None:
    found = suppressed()
    down = replace(found.combatants[TWO], sheet=person(TWO, pools={"hit_points": 4}).sheet)
    found = replace(found, combatants={**found.combatants, TWO: down})
    found, events = played(found, intent("leave_cover", by=TWO), 1, 4)
    assert [event.term for event in events[-3:]] == ["hit", "dead", "turn_ended"]
    assert found.combatants[TWO].flags["cover_state"] == "full"
    assert (found.current, happened(events, "turn_ended")[0].data["lost_points"]) == ("", 7)


def test_whoever_lies_dying_in_his_own_turn_still_has_it() -> None:
    """FAL-9.18: of somebody who lies dying the game master decides each time; only the dead have no turn."""
    found = replace(suppressed(), options={"zero_tp": "dying"})
    down = replace(found.combatants[TWO], sheet=person(TWO, pools={"hit_points": 4}).sheet)
    found, _ = played(replace(found, combatants={**found.combatants, TWO: down}), intent("leave_cover", by=TWO), 5, 4)
    assert (found.current, found.combatants[TWO].sheet.value("statuses.dying")) == (TWO, True)


def test_whoever_leans_out_into_covering_fire_and_lives_fires_afterwards() -> None:
    peek = intent("shoot", ONE, item="item:2", by=TWO)
    checks = [check.term for check in preview(suppressed(), peek).checks]
    assert checks == ["attack", "critical_hit", "luck_test"]
    found, events = played(suppressed(), peek, 5, 2, 90)
    assert [event.term for event in events if event.term in ("hit", "attack")] == ["hit", "attack"]
    assert found.combatants[TWO].sheet.value("pools.hit_points") == 18


def test_whoever_is_killed_leaning_out_does_not_fire() -> None:
    found = suppressed()
    weak = replace(found.combatants[TWO], sheet=person(TWO, gun("item:2"), pools={"hit_points": 1}).sheet)
    found = replace(found, combatants={**found.combatants, TWO: weak})
    found, events = played(found, intent("shoot", ONE, item="item:2", by=TWO), 4, 1)
    assert not happened(events, "rounds_fired")
    assert (found.current, happened(events, "turn_ended")[0].data["lost_points"]) == ("", 3)


def test_blind_fire_keeps_cover_and_sets_off_nothing() -> None:
    _, events = played(suppressed(), intent("shoot", ONE, item="item:2", by=TWO, way="blind"), 90)
    assert not rolled(events, "luck_test")


def test_a_weapon_handed_on_meanwhile_still_does_what_it_can() -> None:
    found = with_flags(suppressed(), ONE, suppress_weapon="item:99")
    _, events = played(found, intent("leave_cover", by=TWO), 5, 3)
    assert happened(events, "hit")[0].data["rolled_damage"] == 3


def test_a_bow_may_suppress_where_the_house_lets_any_weapon() -> None:
    behind = {"cover": COVER, "cover_state": "full"}
    bow = gun(capacity=None, full_auto=False)
    start = fight(person(ONE, bow), person(TWO, flags=behind), covering_fire_variant="later_edition")
    assert "covering_fire" in {offer.form for offer in offers(start, ONE)}
    _, events = played(start, intent("covering_fire", TWO, item=GUN))
    assert happened(events, "covering_fire_begun")[0].data["shots_fired"] == 8


# --- leaning out under a watch --------------------------------------------------------------------------------


def leaning() -> Fight:
    behind = {"cover": COVER, "cover_state": "full"}
    people = (person(ONE, gun()), person(TWO, gun("item:2"), flags=behind), person(THREE, party=TWO))
    start = fight(*people, reaction_trigger="enter_or_show")
    found, _ = played(start, intent("reaction_fight", item=GUN))
    found = replace(found, current=TWO)
    found, events = played(found, intent("shoot", ONE, item="item:2", by=TWO), 5, field="comes_inside")
    assert [event.term for event in events][-1] == "shot_delayed"
    return found


def test_a_shot_held_up_is_fired_later_and_paid_once() -> None:
    found = leaning()
    assert found.combatants[TWO].budget["action_points"] == 3
    found, _ = played(found, intent("end_interruption"))
    peek = intent("shoot", ONE, item="item:2", by=TWO)
    assert preview(found, peek).cost == {"action_points": 0}
    found, events = played(found, peek, 90)
    assert happened(events, "rounds_fired")
    assert found.combatants[TWO].budget["action_points"] == 3
    assert found.combatants[TWO].flags.get("leaning_out") is None


def test_whoever_leans_out_is_uncovered_while_it_lasts() -> None:
    keys = {modifier.key for modifier in preview(leaning(), intent("shoot", TWO, item=GUN)).checks[0].modifiers}
    assert "target_cover" not in keys


def test_whoever_leans_out_unnoticed_fires() -> None:
    behind = {"cover": COVER, "cover_state": "full"}
    start = fight(person(ONE, gun()), person(TWO, gun("item:2"), flags=behind), reaction_trigger="enter_or_show")
    found, _ = played(start, intent("reaction_fight", item=GUN))
    peek = intent("shoot", ONE, item="item:2", by=TWO)
    _, events = played(replace(found, current=TWO), peek, 9, 90, field="comes_inside")
    assert happened(events, "rounds_fired")


def test_what_forbids_covering_fire_whoever_its_target_is_stands_in_its_offer() -> None:
    """FAL-3.20: a turn of which something has been spent cannot be given up, whoever would be kept down."""
    start = fight(person(ONE, gun()), person(TWO, gun("item:2")))
    fresh = next(offer for offer in offers(start, ONE) if offer.form == "covering_fire")
    assert (fresh.reasons, fresh.cost) == ((), {"action_points": start.combatants[ONE].budget["action_points"]})
    walked, _ = played(start, intent("move", centimetres="3"))
    closed = next(offer for offer in offers(walked, ONE) if offer.form == "covering_fire")
    assert [reason.code for reason in closed.reasons] == ["ap_already_spent"]


def test_what_is_kept_as_one_text_can_be_read() -> None:
    """FAL-1.10, FAL-3.10: malus and rounds of being out of breath; a shot that is paid and still to come."""
    told = fatigue.in_words("40:2-6 20:3-3 verlesen")
    assert [data for _, data in told] == [{"fatigue": -40, "rounds": "2–6"}, {"fatigue": -20, "rounds": "3"}]
    assert prepaid_in_words(f"{GUN} 5") == (("shot_prepaid", {"item": [GUN], "action_points": 5}),)
    assert (prepaid_in_words(""), prepaid_in_words(GUN)) == ((), ())


def test_whoever_lies_dying_keeps_nobody_under_fire() -> None:
    """FAL-3.20: the fire is kept up to pin the enemy; FAL-6.7: who lies dying does nothing."""
    found = replace(suppressed(), options={"zero_tp": "dying"})
    down = person(ONE, pools={"hit_points": 0}, statuses={"dying": True}).sheet
    one = replace(found.combatants[ONE], sheet=down)
    found = replace(found, combatants={**found.combatants, ONE: one})
    assert preview(found, intent("leave_cover", by=TWO)).checks == ()
    _, events = played(found, intent("leave_cover", by=TWO))
    assert not rolled(events, "luck_test")


def test_only_the_cover_of_somebody_covered_is_kept_under_fire() -> None:
    """FAL-3.20 names the covered enemy's cover: who merely stands beside it is not pinned by it."""
    beside = fight(person(ONE, gun()), person(TWO, gun("item:2"), flags={"cover": COVER}))
    assert reasons(beside, intent("covering_fire", TWO, item=GUN)) == ["no_cover_there"]


def test_a_turn_given_up_is_the_one_reason_why_nothing_more_is_done() -> None:
    """FAL-3.19: the points are gone with the turn; that they are missing too says nothing more."""
    found, _ = played(fight(person(ONE, gun()), person(TWO)), intent("reaction_fight", item=GUN))
    assert reasons(found, intent("shoot", TWO, item=GUN)) == ["turn_given_up"]
    assert reasons(found, intent("reaction_fight", item=GUN)) == ["turn_given_up"]
    assert reasons(found, intent("turn", degrees=90)) == ["turn_given_up"]
