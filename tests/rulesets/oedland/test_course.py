"""A fight from its first round on, and what follows from a sheet. Authority: FAL-1, FAL-3.1, FAL-3.2, FAL-7.3."""

from dataclasses import replace

from combat.core.fight import Combatant
from combat.core.intent import Offer
from combat.core.ruleset import Moment
from combat.core.sheet import Item
from combat.rulesets.oedland.damage import zone_armour
from combat.rulesets.oedland.derive import derive
from combat.rulesets.oedland.forms import offers
from tests.rulesets.oedland.build import (
    COVER,
    GUN,
    ONE,
    THREE,
    TWO,
    armour,
    blade,
    fight,
    gun,
    happened,
    intent,
    person,
    played,
    preview,
    rolled,
    sheet,
    ticked,
    with_flags,
)

START = (Moment.FIGHT_START, Moment.ROUND_START, Moment.TURN_START)


def test_a_fight_starts_with_initiative_and_nobody_has_points_before_his_turn() -> None:
    quick = person(TWO, attributes={"mobility": 9})
    found, events = ticked(fight(person(ONE), quick, number=0), *START)
    assert [event.data["initiative"] for event in happened(events, "initiative_rolled")] == [16, 20]
    assert (found.order, found.current) == ((TWO, ONE), TWO)
    assert happened(events, "order_set")[-1].data["values"] == {TWO: 20, ONE: 16}
    assert [one.budget["action_points"] for one in found.combatants.values()] == [0, 8]


def test_a_tie_is_told_and_the_order_of_the_game_master_stays() -> None:
    found, events = ticked(fight(person(ONE), person(TWO), number=0), Moment.FIGHT_START)
    assert happened(events, "order_set")[0].data["tied"] == [[ONE, TWO]]
    found, events = ticked(replace(found, order=(TWO, ONE)), Moment.ROUND_START)
    assert (found.order, happened(events, "order_set")[0].data["tied"]) == ((TWO, ONE), [])


def test_a_newcomer_rolls_and_is_put_into_the_order_while_the_dead_leave_it() -> None:
    found, _ = ticked(fight(person(ONE), person(TWO), number=0), *START)
    newcomer = person(THREE, attributes={"mobility": 9})
    dead = replace(found.combatants[ONE], sheet=sheet(pools={"hit_points": 0}))
    unborn = person("character:4", pools={"hit_points": 0})
    people = {**found.combatants, THREE: newcomer, ONE: dead, unborn.id: unborn}
    found, _ = ticked(replace(found, combatants=people), Moment.ROUND_START)
    assert found.order == (THREE, TWO)


def test_turns_follow_each_other_and_the_last_one_ends_the_round() -> None:
    found, _ = ticked(fight(person(ONE), person(TWO), number=0), *START)
    found, events = ticked(found, Moment.TURN_END)
    assert (found.current, happened(events, "turn_ended")[0].data["lost_points"]) == (TWO, 8)
    found, events = ticked(found, Moment.TURN_END)
    assert (found.current, happened(events, "turn_ended")[0].data["lost_points"]) == ("", 0)
    found, events = ticked(found, Moment.TURN_START, Moment.TURN_END, Moment.ROUND_END, Moment.FIGHT_END)
    assert [event.term for event in events] == ["round_ended", "fight_ended"]


def test_nobody_who_fights_has_no_order() -> None:
    found, _ = ticked(replace(fight(person(ONE)), combatants={}, order=(), current=""), Moment.ROUND_START)
    assert (found.order, found.current, found.round) == ((), "", 2)


def test_breath_comes_back_after_its_rounds() -> None:
    found, _ = played(fight(person(ONE), person(TWO)), intent("sprint", points=4), 60)
    assert found.combatants[ONE].flags["fatigue"] == "20:2-3"
    shot = intent("test", skill="handguns")
    assert [preview(replace(found, round=n), shot).checks[0].target_number for n in (1, 2, 3, 4)] == [50, 30, 30, 50]
    found, _ = ticked(replace(found, round=2), Moment.ROUND_END)
    assert found.combatants[ONE].flags["fatigue"] == "20:2-3"
    found, _ = ticked(replace(found, round=3), Moment.ROUND_END)
    assert found.combatants[ONE].flags.get("fatigue") is None


def test_sprinting_twice_in_a_turn_gains_nothing() -> None:
    found, _ = played(fight(person(ONE), person(TWO)), intent("sprint", points=3), 60)
    found, events = played(found, intent("sprint", points=2), 60)
    assert happened(events, "out_of_breath")[0].data["rounds"] == 3
    assert found.combatants[ONE].flags["fatigue"] == "20:2-3 20:2-4"


def test_what_is_certain_beforehand_is_said_before_the_dice() -> None:
    """FAL-7.3: 3 AP are 13.5 cm and, failed, 2 rounds at −20; FAL-8.5: 10/6 m are shown as 1.7; FAL-2.4, FAL-9.8."""
    found = fight(person(ONE, gun()), person(TWO))
    told = {note.code: note.data for note in preview(found, intent("sprint", points=3)).notes}
    assert told == {
        "sprint_way": {"centimetres": "27/2", "metres": "9/2"},
        "sprint_missed": {"fatigue": -20, "rounds": 2},
    }
    jump = intent("jump", metres="1", start="standing", description="over the ditch")
    assert preview(found, jump).notes[0].data == {"longest_jump": "17/10"}
    assert preview(found, intent("jump", metres="9", start="standing", description="too far")).notes == ()
    (shots,) = preview(found, intent("shoot", TWO, item=GUN, mode="burst")).notes
    assert shots.data == {"item": GUN, "shots_fired": 3, "damage": "W6"}
    near = fight(person(ONE), person(TWO), distance=3)
    assert preview(near, intent("strike", TWO)).notes[0].data == {"damage": "W6"}
    assert preview(found, intent("strike", TWO)).notes == ()
    (watch,) = preview(found, intent("reaction_fight", item=GUN)).notes
    assert watch.data == {"range_class": ["near", "medium"]}
    behind = with_flags(found, TWO, cover=COVER, cover_state="full")
    (fire,) = preview(behind, intent("covering_fire", TWO, item=GUN)).notes
    assert fire.data == {"shots_fired": 10}


def test_outside_a_fight_a_sprint_is_only_a_test() -> None:
    found, events = played(fight(person(ONE), person(TWO), number=0), intent("sprint", points=3), 60)
    assert happened(events, "out_of_breath")
    assert found.combatants[ONE].flags == {}
    assert found.combatants[ONE].budget == {"action_points": 8}


def test_turns_add_up_until_something_else_is_done() -> None:
    found = fight(person(ONE, gun(loaded=3)), person(TWO))
    for degrees, cost in ((45, 0), (45, 1), (1, 1)):
        turn = intent("turn", degrees=degrees)
        assert preview(found, turn).cost.get("action_points", 0) == cost
        found, _ = played(found, turn)
    found, events = played(found, intent("reload", item=GUN))
    assert happened(events, "reloaded")[0].data["loaded"] == 20
    assert preview(found, intent("turn", degrees=45)).cost == {}


def test_whatever_is_done_for_nothing_ends_a_turn_on_the_spot_too() -> None:
    """FAL-3.5: turns are added up only with no other action between them, however little it costs."""
    found, _ = played(fight(person(ONE), person(TWO)), intent("turn", degrees=45))
    found, _ = played(found, intent("other", description="shouts a warning", points=0))
    assert preview(found, intent("turn", degrees=45)).cost == {}
    found, _ = played(found, intent("turn", degrees=45))
    found, _ = played(found, intent("test", skill="handguns"), 50)
    assert preview(found, intent("turn", degrees=45)).cost == {"action_points": 1}


def test_postures_change_and_other_things_are_done_at_a_price() -> None:
    found, _ = played(fight(person(ONE), person(TWO)), intent("change_pose", pose="prone"))
    assert (found.combatants[ONE].flags["pose"], found.combatants[ONE].budget["action_points"]) == ("prone", 4)
    found, events = played(found, intent("other", description="blows out the lamp", points=1))
    assert happened(events, "other_done")[0].data["description"] == "blows out the lamp"


def test_a_running_jump_follows_a_walk_and_may_fail() -> None:
    found, _ = played(fight(person(ONE), person(TWO)), intent("move", centimetres="3"))
    found, events = played(
        found, intent("jump", metres="4", start="running", description="over", gm=-20, slack=False), 40
    )
    assert rolled(events, "jump_test")[0].data["target_number"] == 30
    assert happened(events, "jump_failed")


def test_a_parry_is_paid_by_the_next_turn() -> None:
    found = fight(person(ONE, blade()), person(TWO, blade("item:6")), distance=3, parry_ap=3)
    for _ in range(2):
        found, _ = played(found, intent("strike", TWO, item="item:5"), 40, 40, parry="parry")
    assert found.combatants[TWO].flags["owed"] == 6
    assert "parry" not in {check.term for check in preview(found, intent("strike", TWO, item="item:5")).checks}
    found, _ = ticked(replace(found, current=TWO), Moment.TURN_START)
    assert (found.combatants[TWO].budget["action_points"], found.combatants[TWO].flags) == (2, {})


def test_outside_a_fight_a_parry_costs_nothing() -> None:
    found = fight(person(ONE, blade()), person(TWO), distance=3, number=0, parry_ap=3)
    found, events = played(found, intent("strike", TWO, item="item:5"), 40, 30, parry="parry")
    assert not happened(events, "cost_owed")


def test_bare_hands_are_always_there_and_their_stock_record_takes_their_place() -> None:
    fists = Item(id="item:8", kind="weapon", body={"weapon_kind": "unarmed", "skill": "unarmed_combat", "damage": "W6"})
    assert [offer.item for offer in _strikes(person(ONE))] == [""]
    assert [offer.item for offer in _strikes(person(ONE, fists))] == ["item:8"]


def _strikes(one: Combatant) -> list[Offer]:
    return [offer for offer in offers(fight(one, person(TWO)), ONE) if offer.form == "strike"]


# --- hits -----------------------------------------------------------------------------------------------------


def test_a_critical_shot_at_a_held_weapon_harms_nobody() -> None:
    found = fight(person(ONE, gun()), person(TWO, blade()))
    found, events = played(found, intent("shoot", TWO, item=GUN), 3, 6)
    assert happened(events, "weapon_struck")[0].data["item"] == "item:5"
    assert found.combatants[TWO].sheet.value("pools.hit_points") is None


def test_a_hit_that_armour_holds_back_changes_nothing_and_a_second_wound_is_one_wound() -> None:
    target = person(TWO, armour("item:7", torso=9), statuses={"wound": True})
    found = fight(person(ONE, gun()), target)
    _, events = played(found, intent("shoot", TWO, item=GUN), 40, 6)
    assert (happened(events, "hit")[0].changes, happened(events, "hit")[0].data["absorbed"]) == ((), 6)
    _, events = played(found, intent("shoot", TWO, item=GUN), 5, 1, 6)
    assert [change.field for change in happened(events, "hit")[0].changes] == ["pools.hit_points"]


def test_at_nothing_the_game_master_may_choose_death_and_the_dying_may_be_hit_again() -> None:
    start = fight(person(ONE, gun()), person(TWO, pools={"hit_points": 2}), zero_tp="dying")
    _, events = played(start, intent("shoot", TWO, item=GUN), 40, 6, fate="dead")
    assert events[-1].term == "dead"
    found, _ = played(start, intent("shoot", TWO, item=GUN), 40, 6)
    assert found.combatants[TWO].sheet.value("statuses.dying") is True
    dead, events = played(found, intent("shoot", TWO, item=GUN), 40, 6)
    assert (events[-1].term, derive(dead.combatants[TWO].sheet, {}).statuses) == ("dead", ("dead",))
    still, events = played(found, intent("shoot", TWO, item=GUN), 40, 6, fate="dying")
    assert (events[-1].term, derive(still.combatants[TWO].sheet, {}).statuses) == ("dying", ("dying",))


def test_who_lay_dying_once_and_was_healed_dies_where_nobody_may_lie_dying() -> None:
    """FAL-6.7: without the option there is only death, whatever was noted before."""
    healed = person(TWO, pools={"hit_points": 2}, statuses={"dying": True})
    found, events = played(fight(person(ONE, gun()), healed), intent("shoot", TWO, item=GUN), 40, 6)
    assert (events[-1].term, derive(found.combatants[TWO].sheet, {}).statuses) == ("dead", ("dead",))


def test_the_best_piece_of_armour_counts_in_each_zone_if_it_is_worn() -> None:
    taken_off = replace(armour("item:9", torso=9), body={"worn": False})
    found = sheet(armour("item:7", torso=2), armour("item:8", torso=4, head=1), taken_off)
    assert [zone_armour(found, zone) for zone in ("torso", "head", "leg")] == [4, 1, 0]


# --- sheets ---------------------------------------------------------------------------------------------------


def test_values_follow_from_statistics_and_the_game_master_may_set_them() -> None:
    values = derive(sheet(maxima={}, skills={}, attributes={"mobility": 7, "luck": 5}), {}).values
    found = {key: value.value for key, value in values.items()}
    assert found == {
        "action_points": 8, "initiative_base": 15, "critical_chance": 5, "jump_standing": 20, "jump_running": 60,
        "skills.rifles": 29,
    }  # fmt: skip
    assert all(value.value == sum(step.amount for step in value.steps) for value in values.values())
    fixed = {key: {"value": 9, "reason": "as agreed"} for key in ("initiative_base", "jump_running", "critical_chance")}
    values = derive(sheet(overrides=fixed), {"initiative_half": "exact"}).values
    assert [values[key].value for key in fixed] == [9, 9, 9]
    assert (values["initiative_base"].overridden, values["initiative_base"].unit) == ("as agreed", "")
    assert derive(sheet(), {"initiative_half": "exact"}).values["initiative_base"].value == 25


def test_what_is_wrong_with_a_sheet_is_told() -> None:
    odd = sheet(
        gun(minimum_strength=9, loaded=99, ranges={"near": {"up_to": 30}, "far": {"up_to": 30}}, costs={"single": 4}),
        gun("item:2", ranges={}),
        blade(),
        pools={"hit_points": 99},
        overrides={"critical_chance": {"value": 9}, "nothing": {}},
    )
    assert [reason.code for _, reason in derive(odd, {}).problems] == [
        "hit_points_above_maximum", "too_weak", "ranges_not_rising", "loaded_above_capacity", "burst_without_price",
        "no_range_class", "overridden",
    ]  # fmt: skip
    assert derive(sheet(gun()), {}).problems == ()


def test_states_hold_and_worn_armour_is_shown() -> None:
    found = derive(sheet(armour("item:7", torso=2), pools={"hit_points": 0}, statuses={"wound": True}), {})
    assert found.statuses == ("dead", "wound")
    assert [zone.state for zone in found.armour[0].zones] == ["bare", "whole", "bare", "bare"]


def test_the_game_masters_own_states_weigh_on_every_roll_and_carry_his_words() -> None:
    conditions = {"a": {"label": "Staub im Auge", "value": -15}, "b": {"label": "wach"}, "c": "nothing"}
    found = fight(person(ONE, gun(), conditions=conditions), person(TWO))
    (modifier,) = [each for each in preview(found, intent("shoot", TWO, item=GUN)).checks[0].modifiers if each.note]
    assert (modifier.key, modifier.value, modifier.note) == ("condition", -15, "Staub im Auge")


def test_the_faint_stay_above_nothing() -> None:
    found = fight(person(ONE, gun()), person(TWO))
    (check, *_) = preview(found, intent("shoot", TWO, item=GUN, gm=-90)).checks
    assert (check.target_number, check.window, check.modifiers[-1].key) == (0, None, "lowest_value")
