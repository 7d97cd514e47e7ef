"""Attacks, defences and what stands on the table, by the numbers of the rule page (chapters FHT-2, FHT-3 and FHT-6)."""

import pytest

from combat.core.event import Happened
from combat.core.intent import GmModifier, Intent, Part
from combat.core.procedure import BadAnswer
from combat.core.ruleset import Moment
from combat.core.sheet import Item
from tests.rulesets.fhtagn.build import (
    RULES,
    done,
    fight,
    happened,
    intent,
    knife,
    person,
    points,
    questions,
    refused,
    rolled,
    states,
    terms,
    weapon,
)

SKILLED = {"firearms": 50, "melee_weapons": 50, "unarmed_combat": 50, "athletics": 50}
WALL = Item(id="item:5", kind="cover", body={"value": 10})


def test_the_game_masters_word_is_a_modifier_with_his_reason() -> None:
    at = fight(person("a", weapon(), skills=SKILLED), person("b"))
    shot = Intent(
        actor="a",
        parts=(Part(form="attack", item="item:1", targets=("b",), parameters={"modifiers": ["target_small"]}),),
        gm_modifiers=(GmModifier(value=5, reason="Rückenwind"), GmModifier(value=0)),
    )
    check = RULES.preview(at, shot).checks[0]
    assert check.target_number == 50 - 20 + 5
    assert [(each.key, each.note) for each in check.modifiers] == [("target_small", ""), ("gm", "Rückenwind")]


def test_those_in_a_blast_are_rolled_for_by_distance_then_by_number() -> None:
    """FHT-8.3."""
    bomb = weapon(weapon_class="explosive", lethality=10, damage=None, radius=10, magazine=None, loaded=None)
    people = [person(f"character:{n}") for n in (2, 9, 10)]
    at = fight(person("a", bomb, skills=SKILLED), *people)
    at = fight(
        *at.combatants.values(),
        pairs={
            "a>character:2": {"distance": 5},
            "character:2>character:9": {"distance": 4},
            "character:2>character:10": {"distance": 1},
        },
    )
    events, after = done(at, intent("a", "attack", "character:2", "character:9", "character:10", item="item:1"),
                         20, 50, 60, 70)  # fmt: skip
    struck = [event.of for event in events if isinstance(event, Happened) and event.term == "hit"]
    assert struck == ["character:2", "character:10", "character:9"]
    assert [points(after, name) for name in struck] == [0, 0, 0]


def test_a_helmet_against_blows_does_not_stop_bullets() -> None:
    """FHT-2.8: 5 is the better suit, the helmet adds 1 against a blow."""
    suits = [Item(id=f"item:{n}", kind="armour", body={"protection": n}) for n in (3, 5)]
    helmet = Item(id="item:8", kind="armour", body={"protection": 1, "slot": "helmet", "against": "blows"})
    guarded = person("b", *suits, helmet)
    at = fight(person("a", weapon("item:1"), knife("item:2"), skills=SKILLED), guarded)
    shot, _ = done(at, intent("a", "attack", "b", item="item:1"), 30, 9)
    blow, _ = done(at, intent("a", "attack", "b", item="item:2"), 30, 4)
    assert happened(shot, "hit").data["armour"] == 5
    assert happened(blow, "hit").data["armour"] == 6


def test_gas_from_a_weapon_irritates_in_place_of_damage() -> None:
    """FHT-2.13: a failed test on constitution dazes, light that nothing helps against does not."""
    spray = weapon("item:1", damage=None, irritates=-20, traits=("resistible",), magazine=None, loaded=None)
    flash = weapon("item:2", damage=None, irritates=-40, irritation_rounds="1W6", magazine=None, loaded=None)
    at = fight(person("a", spray, flash, skills=SKILLED), person("b"))
    events, after = done(at, intent("a", "attack", "b", item="item:1"), 30, 60)
    assert states(after, "b") == ("dazed", "irritated")
    events, after = done(at, intent("a", "attack", "b", item="item:2"), 30, 4)
    assert happened(events, "irritated_by").data["irritation_left"] == 4
    assert states(after, "b") == ("irritated",)
    assert RULES.preview(after, intent("b", "test", skill="athletics")).checks[0].target_number == 0


def test_a_weapon_without_any_effect_hits_for_nothing() -> None:
    toy = weapon(damage=None, magazine=None, loaded=None)
    events, _after = done(
        fight(person("a", toy, skills=SKILLED), person("b")), intent("a", "attack", "b", item="item:1"), 30
    )
    assert happened(events, "hit").data["damage"] == 0


def test_whoever_has_nothing_in_his_hands_drops_nothing() -> None:
    events, _ = done(fight(person("a", skills=SKILLED), person("b")), intent("a", "disarm", "b"), 30)
    assert "item" not in happened(events, "empty_handed").data


def test_a_garrotte_from_surprise_holds_and_takes_points_each_round() -> None:
    """FHT-2.3."""
    cord = knife(damage="1W6", skill="unarmed_combat")
    cord = Item(id=cord.id, kind="weapon", body=cord.body, traits={"strangles": True})
    at = fight(person("a", cord, skills=SKILLED), person("b", flags={"unaware": True}))
    events, after = done(at, intent("a", "attack", "b", item="item:1"), 30)
    assert "pinned" in states(after, "b")
    events, after = done(after, Moment.ROUND_END, 4)
    assert happened(events, "strangled").data["lost"] == 4
    gone = fight(person("a", flags={"holding": "b", "strangling": True}), person("b", pools={"hit_points": 0}))
    assert "strangled" not in terms(done(gone, Moment.ROUND_END)[0])


def test_a_stunned_or_silent_target_cannot_react() -> None:
    """FHT-3.17: every reason is told."""
    for flags, body in (
        ({"unaware": True}, {}),
        ({"holding": "c"}, {}),
        ({"action_state": "reacted"}, {}),
        ({}, {"statuses": {"dazed": True}}),
        ({}, {"statuses": {"unconscious": True}}),
    ):
        at = fight(person("a", knife(), skills=SKILLED), person("b", flags=flags, **body), person("c"))
        target = person("b", flags=flags, **body)
        if "unconscious" in str(body):
            assert RULES.preview(at, intent("a", "attack", "b", item="item:1")).checks == ()
            blast = weapon("item:9", weapon_class="explosive", lethality=5, damage=None, radius=3, magazine=None)
            at = fight(person("a", blast, skills=SKILLED), target, person("c"))
            with pytest.raises(BadAnswer):
                done(at, intent("a", "attack", "b", item="item:9"), reaction__0__choice="dodge")
            continue
        with pytest.raises(BadAnswer):
            done(at, intent("a", "attack", "b", item="item:1"), reaction__0__choice="fight_back")


def test_a_pinned_one_neither_dodges_nor_fights_back() -> None:
    at = fight(person("a", knife(), skills=SKILLED), person("b", statuses={"pinned": True}))
    for answer in ("dodge", "fight_back"):
        with pytest.raises(BadAnswer):
            done(at, intent("a", "attack", "b", item="item:1"), reaction__0__choice=answer)


def test_an_escape_that_won_stands_until_the_next_own_reaction() -> None:
    """FHT-3.15: the standing roll of an escape goes with the next reaction, the new one takes its place."""
    standing = {"token_die": 40, "token_outcome": "success", "token_origin": "escape"}
    at = fight(person("a", knife(), skills=SKILLED), person("b", flags=standing, skills=SKILLED))
    events, after = done(at, intent("a", "attack", "b", item="item:1"), 30, 45, reaction__0__choice="dodge")
    assert after.combatants["b"].flags["token_origin"] == "dodge"
    assert happened(events, "blocked").data["blocked_by"] == 45


def test_a_dive_into_cover_lifts_the_fire_and_is_told_once() -> None:
    """FHT-3.11, FHT-8.6."""
    flags = {"cover_in_reach": "item:5", "suppressed": True}
    at = fight(person("a", weapon(), skills=SKILLED), person("b", flags=flags, skills=SKILLED), things=(WALL,))
    _events, after = done(at, intent("a", "attack", "b", item="item:1"), 30, 20, 9, reaction__0__choice="dodge")
    assert after.combatants["b"].flags["cover"] == "item:5"
    assert "suppressed" not in after.combatants["b"].flags
    again, _ = done(fight(*after.combatants.values(), person("c", weapon("item:9"), skills=SKILLED), things=(WALL,)),
                    intent("c", "attack", "b", item="item:9"), 30, 9)  # fmt: skip
    assert "dived_into_cover" not in terms(again)


def test_a_counter_whose_weapon_is_gone_or_whose_own_roll_fails_comes_to_nothing() -> None:
    """FHT-3.12, FHT-9.5."""
    flags = {
        "token_die": 45, "token_outcome": "success", "token_origin": "fight_back",
        "counter": "attack", "counter_item": "item:77",
    }  # fmt: skip
    at = fight(person("a", knife(), skills=SKILLED), person("b", flags=flags))
    events, after = done(at, intent("a", "attack", "b", item="item:1"), 30)
    assert terms(events)[-1] == "counter_struck"
    bare = {**flags, "counter_item": None, "counter_called": "vulnerable"}
    new = fight(person("a", knife(), skills=SKILLED), person("b", flags=bare, skills=SKILLED),
                options={"fightback_counter_roll": "new"})  # fmt: skip
    events, after = done(new, intent("a", "attack", "b", item="item:1"), 30, 90)
    assert rolled(events, "counter").outcome == "failure"
    assert points(after, "a") == 10


def test_a_weapon_can_fall_by_a_fumble_and_a_bystander_can_be_hit() -> None:
    """FHT-4.12."""
    at = fight(person("a", weapon(), skills=SKILLED), person("b"))
    shot = intent("a", "attack", "b", item="item:1")
    _, after = done(at, shot, 77, fumble="weapon_dropped")
    assert refused(fight(person("a", *after.combatants["a"].sheet.items), person("b")), shot) == ["weapon_dropped"]
    events, _ = done(at, shot, 77, 4, fumble="hits_wrong_target")
    assert happened(events, "bystander_hit").data["damage"] == 4
    events, after = done(at, intent("a", "attack", "b"), 77)
    assert "prone" in states(after, "a")
    heavy = fight(person("a", weapon(damage=None, lethality=20), skills=SKILLED), person("b"))
    crowd = intent("a", "attack", "b", item="item:1", called=["crowd"], crowd_size=3)
    events, _ = done(heavy, crowd, 66, 2, 15, fumble="something_else")
    assert happened(events, "stray_hit").data == {"who": "a", "stray": 2, "damage": 6, "lethal": True}


def test_lasting_harm_of_strength_lowers_the_points_there_may_be() -> None:
    """FHT-1.3, FHT-6.17: strength 12 and constitution 4 are 8; 4 less strength are 6 at most."""
    at = fight(person("b", attributes={"strength": 12, "constitution": 4}, pools={"hit_points": 3}))
    events, _after = done(at, intent("b", "fall", metres=1), 1, 48, injury="strength")
    data = happened(events, "injured").data
    assert (data["loss"], data["hit_points_maximum"]) == (4, 6)


def test_things_are_destroyed_and_know_no_lasting_harm() -> None:
    """FHT-1.11, FHT-6.16."""
    car = person("b", object=True, kind="massive", pools={"hit_points": 9})
    at = fight(person("a", weapon(), skills=SKILLED), car)
    _, after = done(at, intent("a", "attack", "b", item="item:1"), 30, 8)
    assert states(after, "b") == ("at_the_end",)
    _, after = done(at, intent("a", "attack", "b", item="item:1"), 30, 9)
    assert states(after, "b") == ("destroyed",)


def test_a_holder_who_is_shot_dead_lets_go() -> None:
    """FHT-3.9."""
    at = fight(
        person("a", weapon(), skills=SKILLED),
        person("b", flags={"holding": "c"}, pools={"hit_points": 5}),
        person("c", statuses={"pinned": True}),
    )
    _, after = done(at, intent("a", "attack", "b", item="item:1"), 30, 6)
    assert states(after, "b") == ("dead",)
    assert states(after, "c") == ()


def test_suppression_keeps_what_is_suppressed_already() -> None:
    burst = weapon(modes=["long_burst"], lethality=10)
    at = fight(person("a", burst, skills=SKILLED), person("b", flags={"suppressed": True}), person("c", object=True))
    at = fight(*at.combatants.values(), pairs={"a>b": {"distance": 5}, "b>c": {"distance": 1}})
    events, _after = done(at, intent("a", "attack", "b", "c", item="item:1"), 90)
    assert "suppressed" not in terms(events)


def test_actions_without_dice_do_what_they_say() -> None:
    at = fight(person("a", weapon(loaded=3), flags={"cover": "item:5"}), things=(WALL,))
    _events, after = done(at, intent("a", "aim"))
    assert after.combatants["a"].flags["aimed"] is True
    _, after = done(at, intent("a", "go_prone"))
    assert "prone" in states(after, "a")
    _, after = done(at, intent("a", "take_cover"))
    assert after.combatants["a"].flags["cover"] == "item:5"
    burning = fight(person("a", statuses={"burning": True}))
    assert states(done(burning, intent("a", "put_out_fire"))[1], "a") == ()


@pytest.mark.parametrize(
    ("kind", "loaded", "progress", "after"),
    [("magazine", 3, 0, (15, 0)), ("single_rounds", 3, 0, (5, 0)), ("belt", 3, 0, (3, 1)), ("belt", 3, 1, (15, 0))],
)
def test_reloading_takes_as_long_as_its_class(kind: str, loaded: int, progress: int, after: tuple[int, int]) -> None:
    """FHT-2.12."""
    gun = weapon(reload=kind, loaded=loaded, reload_progress=progress)
    _, then = done(fight(person("a", gun)), intent("a", "reload", item="item:1"))
    item = then.combatants["a"].sheet.item("item:1")
    assert item is not None
    assert (item.value("loaded"), item.value("reload_progress") or 0) == after


def test_a_failed_weapon_is_worked_on() -> None:
    """FHT-9.40."""
    _, after = done(fight(person("a", weapon(disabled_rounds=2))), intent("a", "repair_weapon", item="item:1"))
    item = after.combatants["a"].sheet.item("item:1")
    assert item is not None
    assert item.value("disabled_rounds") == 1


def test_a_dodge_beside_a_wall_takes_cover_and_a_second_equal_roll_changes_nothing() -> None:
    """FHT-3.11, FHT-8.6."""
    standing = {"token_die": 20, "token_outcome": "success", "token_origin": "dodge"}
    flags = {"cover_in_reach": "item:5", "suppressed": True, **standing}
    at = fight(person("a", flags=flags, skills=SKILLED), things=(WALL,))
    events, after = done(at, intent("a", "dodge"), 20)
    assert "roll_stands" not in terms(events)
    assert "suppressed" not in after.combatants["a"].flags


def test_a_way_without_obstacles_and_one_past_them() -> None:
    """FHT-3.7."""
    at = fight(person("a", Item(id="item:9", kind="armour", body={"protection": 1}), flags={"cover": "item:5"}))
    events, after = done(at, intent("a", "move", speed="run"))
    assert (happened(events, "moved").data["metres"], "cover" in after.combatants["a"].flags) == (20, False)
    assert states(done(at, intent("a", "move", speed="run", obstacle=True), 50)[1], "a") == ()
    assert [offer.item for offer in RULES.offers(at, "a") if offer.form == "reload"] == []


def test_a_stun_that_is_not_shaken_off_and_an_escape_that_fails() -> None:
    """FHT-3.10, FHT-3.18."""
    assert states(done(fight(person("a", statuses={"dazed": True})), intent("a", "shake_off"), 51)[1], "a") == (
        "dazed",
    )
    at = fight(person("a", statuses={"pinned": True}), person("b", flags={"holding": "a", "hold_die": 40}))
    assert states(done(at, intent("a", "escape", "b"), 60)[1], "a") == ("pinned",)


def test_a_fight_back_that_has_struck_already_only_blocks() -> None:
    """FHT-3.12."""
    flags = {"token_die": 45, "token_outcome": "success", "token_origin": "fight_back"}
    at = fight(person("a", knife(), skills=SKILLED), person("b", flags=flags))
    events, _ = done(at, intent("a", "attack", "b", item="item:1"), 30)
    assert terms(events)[-1] == "blocked"


def test_a_failed_roll_takes_the_standing_one_off_the_table() -> None:
    """FHT-3.15, FHT-9.4, FHT-9.9: the dodge fails, and the attack roll of before no longer defends either."""
    standing = {"token_die": 50, "token_outcome": "success", "token_origin": "attack", "action_state": "acted"}
    at = fight(
        person("a", knife(), skills=SKILLED),
        person("b", flags=standing, skills=SKILLED),
        options={"reaction_after_action": True},
    )
    events, after = done(at, intent("a", "attack", "b", item="item:1"), 30, 90, 2, reaction__0__choice="dodge")
    assert "roll_taken_up" in terms(events)
    assert (points(after, "b"), "token_die" in after.combatants["b"].flags) == (8, False)
    fresh = fight(person("a", knife(), skills=SKILLED), person("b", skills=SKILLED))
    events, _ = done(fresh, intent("a", "attack", "b", item="item:1"), 30, 90, 2, reaction__0__choice="fight_back")
    assert "counter_ready" not in terms(events)


def held(**holder: object) -> dict[str, object]:
    """What is noted of somebody who has pinned b down in a round before."""
    return {"holding": "b"} | holder


def test_what_the_holder_attacks_with_is_what_his_victim_has_to_beat() -> None:
    """FHT-3.10: no second roll of the holder; 40 is beaten by 45, not by 35."""
    at = fight(person("a", skills=SKILLED, flags=held()), person("b", skills=SKILLED, statuses={"pinned": True}))
    events, after = done(at, intent("a", "attack", "b"), 40, 2)
    assert happened(events, "held_with").data["hold_die"] == 40
    _, free = done(after, intent("b", "escape", "a"), 45)
    assert "pinned" not in states(free, "b")
    _, still = done(after, intent("b", "escape", "a"), 35)
    assert "pinned" in states(still, "b")
    # In the next round the holder has not rolled yet.
    _, later = done(after, Moment.ROUND_END)
    assert [check.term for check in RULES.preview(later, intent("b", "escape", "a")).checks] == ["hold", "escape"]


def test_whoever_held_a_dead_man_holds_nobody() -> None:
    """FHT-3.9: he defends himself again."""
    at = fight(
        person("a", skills=SKILLED, flags=held()),
        person("b", skills=SKILLED, statuses={"pinned": True}, pools={"hit_points": 3}),
    )
    _, after = done(at, intent("a", "attack", "b"), 40, 4)
    assert states(after, "b") == ("dead",)
    assert not after.combatants["a"].flags.get("holding")


def test_an_aim_does_not_help_a_blow_in_return() -> None:
    """FHT-3.6, FHT-9.5: a roll of its own at 50, which 60 misses; the aim stays."""
    at = fight(
        person("a", knife(), skills=SKILLED),
        person("b", skills=SKILLED, flags={"aimed": True, "aim_round": 1}),
        options={"fightback_counter_roll": "new"},
    )
    events, _ = done(at, intent("a", "attack", "b", item="item:1"), 20, 40, 60, reaction__0__choice="fight_back")
    assert rolled(events, "counter").data["target_number"] == 50


def test_every_test_strains_whoever_is_in_aftercare() -> None:
    """FHT-7.5: the blow in return and its own roll are two."""
    hurt = person("b", skills=SKILLED, pools={"hit_points": 8}, in_aftercare=True)
    at = fight(person("a", knife(), skills=SKILLED), hurt, options={"fightback_counter_roll": "new"})
    _, after = done(at, intent("a", "attack", "b", item="item:1"), 20, 40, 80, 1, 2, reaction__0__choice="fight_back")
    assert points(after, "b") == 5


def test_an_answer_says_which_rolls_it_leads_to() -> None:
    """FHT-3.12: a blow in return by hand (50) or with the knife (60), the weapon asked for tells which."""
    armed = person("b", knife("item:2"), skills=SKILLED | {"melee_weapons": 60})
    at = fight(person("a", knife(), skills=SKILLED), armed)
    asks = questions(at, intent("a", "attack", "b", item="item:1"), reaction__0__choice="fight_back")
    kinds, held = asks[0], asks[1]
    assert {choice.key: choice.leads_to for choice in kinds.choices}["fight_back"] == ("fight_back", "fight_back_armed")
    assert {choice.key: choice.leads_to for choice in held.choices} == {
        "unarmed": ("fight_back",), "item:2": ("fight_back_armed",),
    }  # fmt: skip
    assert [(check.term, check.target_number) for check in held.checks] == [
        ("dodge", 50), ("fight_back", 50), ("fight_back_armed", 60),
    ]  # fmt: skip


def test_a_flash_blinds_everybody_near_and_keeps_nobody_down() -> None:
    """FHT-2.13, FHT-8.5: a radius, but no lethality; with one it would."""
    flash = weapon(weapon_class="explosive", damage=None, irritates=-40, radius=10, magazine=None, loaded=None)
    at = fight(person("a", flash, skills=SKILLED), person("b"), person("c"))
    _, after = done(at, intent("a", "attack", "b", "c", item="item:1"), 30)
    assert [states(after, name) for name in ("b", "c")] == [("irritated",), ("irritated",)]
    assert not after.combatants["b"].flags.get("suppressed")
