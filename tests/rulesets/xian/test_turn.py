"""A declared turn: what may be announced, how attacks follow one another, what defences and damage do."""

from typing import Any

import pytest

from combat.core.event import Happened
from combat.core.intent import GmModifier, Intent, Part
from combat.core.procedure import Answer, Ask, Question, run
from combat.rulesets.xian import RULESET
from tests.rulesets.xian.table import Table, armour, attack, codes, fight, fighter, in_round, intent, weapon

HIT, MISS = (5, 5), (10, 10)


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ((attack("item:99"),), "unknown_item"),
        ((Part(form="attack", item="item:11"),), "no_target"),
        ((attack("item:11", "character:1"),), "unknown_target"),
        ((attack("item:11", "character:9"),), "unknown_target"),
        ((attack(zone="tail"),), "bad_parameter"),
        ((attack(times=0),), "bad_parameter"),
        ((attack("item:12", distance=161),), "out_of_range"),
        ((attack(distance=5),), "out_of_reach"),
        ((attack(distance=5, metres=2),), "out_of_reach"),
        ((attack(distance=7, metres=4),), "out_of_reach"),
        ((Part(form="move", parameters={"metres": 11}),), "too_far"),
        ((Part(form="move", parameters={"metres": "10,5"}),), "too_far"),
        ((Part(form="move", parameters={"metres": "far"}),), "bad_parameter"),
        ((attack(metres=6), Part(form="move", parameters={"metres": 5})), "too_far"),
        ((attack(), Part(form="recover")), "no_such_action"),
        ((), "no_such_action"),
    ],
)
def test_what_cannot_be_declared_is_refused_with_its_reason(parts: tuple[Part, ...], code: str) -> None:
    """XIAN-3.5 and the limits of XIAN-2.4 and XIAN-7.8: athletics untrained is twice 5."""
    assert codes(fight(fighter(1), fighter(2)), intent(*parts)) == [code]


def test_nobody_acts_who_is_not_there_or_not_able() -> None:
    """XIAN-6.9, XIAN-6.10."""
    down = fight(fighter(1, statuses={"unconscious": True}), fighter(2))
    assert codes(down, intent(attack())) == ["cannot_act"]
    assert codes(down, intent(attack(), actor="character:9")) == ["unknown_actor"]
    assert RULESET.offers(down, "character:9") == ()
    offer = next(offer for offer in RULESET.offers(down, "character:1") if offer.form == "attack")
    assert [reason.code for reason in offer.reasons] == ["cannot_act"]


def test_a_turn_is_declared_once_and_by_whose_turn_it_is() -> None:
    """XIAN-3.5."""
    table = Table(in_round(fighter(1), fighter(2)))
    assert codes(table.state, intent(attack("item:21", "character:1"), actor="character:2")) == ["not_your_turn"]
    table.plays(intent(attack(metres=4)), MISS)
    assert table.state.flags["begun"] is True
    assert table.state.combatants["character:1"].flags == {"declared": True, "moved": 4}
    assert codes(table.state, intent(attack())) == ["turn_declared"]


def test_a_way_counts_in_started_metres_and_a_shot_at_its_exact_distance() -> None:
    """XIAN-8.1: 2.5 m are 3; XIAN-8.3: what lies between two classes belongs to the farther one."""
    at = in_round(fighter(1), fighter(2))
    table = Table(at)
    table.plays(intent(attack(metres="2,5")), MISS)
    assert table.state.combatants["character:1"].flags["moved"] == 3

    def added(distance: str) -> dict[str, int]:
        (check,) = RULESET.preview(at, intent(attack("item:12", distance=distance))).checks
        return {part.key: part.value for part in check.modifiers}

    assert added("5,5") == added("6") != added("5")


def test_two_attackers_of_one_round_note_its_beginning_once() -> None:
    """XIAN-3.3."""
    table = Table(in_round(fighter(1), fighter(2), flags={"begun": True}))
    table.plays(intent(Part(form="move", parameters={"metres": 2})))
    assert table.terms() == ["way_declared"]
    assert [change.field for change in table.happened("way_declared").changes] == ["flags.declared"]


def test_a_defence_that_is_higher_wards_the_attack_off() -> None:
    """XIAN-4.4: attack 10, defence 11 of 14."""
    table = Table(fight(fighter(1), fighter(2))).plays(intent(attack()), HIT, (5, 6), defence_1_choice="dodge")
    assert table.terms() == ["attack", "defence", "defended_against"]
    assert table.rolled("defence").data["skill"] == "dodge"


def test_whoever_says_nothing_takes_the_best_defence_and_none_where_all_are_hopeless() -> None:
    """XIAN-3.9."""
    best = fighter(2, overrides={"dodge": {"value": 9, "reason": ""}, "medium_melee": {"value": 12, "reason": ""}})
    table = Table(fight(fighter(1), best)).plays(intent(attack()), HIT, MISS, (9, 9, 9, 9, 1))
    assert table.rolled("defence").data["skill"] == "medium_melee"
    hurt = fighter(2, trauma=15)
    table = Table(fight(fighter(1), hurt)).plays(intent(attack()), HIT, (9, 9, 9, 9, 9))
    assert "defence" not in table.terms()


@pytest.mark.parametrize(
    ("attack_dice", "options", "percent"),
    [
        # 13 lies in 8 of 100 throws of 2W10, 14 in 7; an attack of 14 cannot be beaten by somebody with a value of 14.
        ((6, 6), {}, 15),
        ((7, 7), {}, 0),
        ((7, 7), {"tie": "defender"}, 7),
        # Above an attack of 2 everything up to 14 succeeds but the double one.
        ((1, 1), {}, 78),
    ],
)
def test_the_chance_of_a_defence_is_that_of_avoiding_this_attack(
    attack_dice: tuple[int, int], options: Any, percent: int
) -> None:
    """XIAN-4.4, XIAN-4.5, XIAN-4.7: above the own difficulty, above the attack, up to the value."""
    asks: list[Ask] = []

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            asks.append(question)
            return None
        return Answer(faces=attack_dice)

    run(RULESET.perform(fight(fighter(1), fighter(2), options=options), intent(attack())), provide)
    chances = {choice.key: choice.data.get("chance") for choice in asks[0].choices}
    assert chances["dodge"] == percent
    assert asks[0].default == ("dodge" if percent else "none")


def test_the_weapon_in_the_main_hand_counts_for_defence() -> None:
    """XIAN-7.5: the spear in the main hand reaches further than the sword that is carried too."""
    spear = weapon("item:21", held="main_hand", reach=3)
    table = Table(fight(fighter(1), fighter(2, spear, weapon("item:22"))))
    table.plays(intent(attack()), (7, 6), MISS, (9, 9, 9, 9, 9), defence_1_choice="medium_melee")
    assert [found.key for found in table.rolled("attack").modifiers] == ["reach"]
    assert table.rolled("defence").modifiers == ()


def test_a_shot_in_the_back_is_not_answered() -> None:
    """XIAN-7.9."""
    table = Table(fight(fighter(1), fighter(2, flags={"unaware": True})))
    noted = RULESET.preview(table.state, intent(attack("item:12", distance=4), attack("item:12", distance=4))).notes
    assert [(note.code, note.data) for note in noted] == [("unaware_target", {"who": "character:2"})]
    table.plays(intent(attack("item:12", distance=4)), HIT, (9, 9, 9, 9, 9, 9))
    assert table.terms() == ["attack", "struck_unaware", "hit"]


def test_whoever_lies_is_struck_without_a_defence_and_that_is_told() -> None:
    """XIAN-6.2: only an aware and able target answers."""
    table = Table(fight(fighter(1), fighter(2, statuses={"unconscious": True}, pools={"action_points": 9})))
    noted = RULESET.preview(table.state, intent(attack())).notes
    assert [(note.code, note.data) for note in noted] == [("helpless_target", {"who": "character:2"})]
    assert table.plays(intent(attack()), HIT, (9, 9, 9, 9, 9)).terms() == ["attack", "struck_helpless", "hit"]


def test_whoever_only_moves_is_told_that_his_turn_is_declared_with_that() -> None:
    """XIAN-3.5: all of a turn is declared first; who moves and means to strike then comes too late."""
    way = Part(form="move", parameters={"metres": 3})
    for state, parts, told in (
        (in_round(fighter(1), fighter(2)), (way,), ["only_way"]),
        (in_round(fighter(1), fighter(2)), (way, attack()), []),
        (fight(fighter(1), fighter(2)), (way,), []),
    ):
        assert [note.code for note in RULESET.preview(state, intent(*parts)).notes] == told


def test_defences_are_counted_in_a_fight() -> None:
    """XIAN-9.7."""
    table = Table(in_round(fighter(1), fighter(2)))
    table.plays(intent(attack(times=2)), HIT, (6, 6), HIT, (6, 6))
    assert table.state.combatants["character:2"].flags["defences"] == 2


def test_armour_that_reaches_the_penetration_holds() -> None:
    """XIAN-6.5."""
    table = Table(fight(fighter(1), fighter(2, armour("item:29", 6))))
    table.plays(intent(attack()), HIT, defence_1_choice="none")
    assert table.terms()[-1] == "armour_held"
    told = table.happened("armour_held").data
    assert (told["hit"], told["zone"], told["penetration"], told["armour"], told["penetration_left"]) == (
        *(1, "upper_body"),
        *(6, 6, 0),
    )
    assert bill(table.happened("armour_held")) == [("penetration", 6), ("armour", -6)]


def bill(event: Happened) -> list[tuple[Any, Any]]:
    steps: Any = event.data["steps"]
    return [(step["term"], step["amount"]) for step in steps]


def test_a_hit_shows_its_bill_from_penetration_to_points_and_trauma() -> None:
    """XIAN-6.4 to XIAN-6.7: k 6 less armour 2 is 4; of 2, 3, 4, 5, 9 three count; 2 points take two, 1 is trauma."""
    target = fighter(2, armour("item:29", 2), pools={"upper_body_constitution": 2, "action_points": 10})
    table = Table(fight(fighter(1), target))
    table.plays(intent(attack()), HIT, (2, 3, 4, 5, 9), (5, 5), defence_1_choice="none")
    hit = table.happened("hit")
    keys = ("hit", "zone", "penetration", "armour", "penetration_left", "damage", "lost", "trauma")
    assert [hit.data[key] for key in keys] == [1, "upper_body", 6, 2, 4, 3, 2, 1]
    assert bill(hit) == [("damage", 3), ("beyond_zone", -1)]
    steps: Any = hit.data["steps"]
    assert steps[0]["data"] == {"penetration": 6, "armour": 2, "penetration_left": 4, "faces": (2, 3, 4, 5, 9)}


def test_hits_are_numbered_within_the_turn_and_misses_are_not() -> None:
    """XIAN-6.1: the first of three attacks misses."""
    table = Table(fight(fighter(1, weapon("item:11", inertia=0)), fighter(2)))
    none = {f"defence_{n}_choice": "none" for n in (1, 2, 3)}
    table.plays(intent(attack(times=3)), MISS, HIT, (1, 9, 9, 9, 9), HIT, (9, 9, 9, 9, 9), **none)
    hits = [event for event in table.events if event.term == "hit"]
    assert [event.data["hit"] for event in hits] == [1, 2]
    assert [bill(event) for event in hits if isinstance(event, Happened)] == [[("damage", 1)], [("damage", 0)]]


@pytest.mark.parametrize("faces", [(4, 5), (5, 5)])
def test_a_defence_that_succeeds_but_is_not_higher_says_so(faces: tuple[int, int]) -> None:
    """XIAN-4.4, XIAN-4.5: 9 or 10 of 14 against an attack of 10."""
    table = Table(fight(fighter(1), fighter(2)))
    table.plays(intent(attack()), HIT, faces, (9, 9, 9, 9, 9), defence_1_choice="dodge")
    assert table.terms() == ["attack", "defence", "defence_too_low", "hit"]
    assert table.happened("defence_too_low").data == {"attack": 10, "defence": sum(faces)}


def test_a_defence_that_fails_by_itself_needs_no_comparison() -> None:
    """XIAN-4.4."""
    table = Table(fight(fighter(1), fighter(2)))
    table.plays(intent(attack()), HIT, MISS, (9, 9, 9, 9, 9), defence_1_choice="dodge")
    assert "defence_too_low" not in table.terms()


@pytest.mark.parametrize(("distance", "metres"), [(None, 0), (4, 0), (4, 2), (5, 3), (6, 4)])
def test_a_melee_weapon_strikes_as_far_as_reach_and_way_go(distance: int | None, metres: int) -> None:
    """XIAN-3.6, our assumption: reach 2 is 2 m, and 2 m are free anyhow; what nobody has stated is allowed."""
    state = fight(fighter(1), fighter(2), pairs={"character:1>character:2": {"distance": distance}} if distance else {})
    assert codes(state, intent(attack(metres=metres))) == []


def test_the_distance_stated_of_two_keeps_a_melee_weapon_away() -> None:
    """XIAN-3.6, our assumption: 2 m of reach and 2 m of way are less than 5."""
    state = fight(fighter(1), fighter(2), pairs={"character:1>character:2": {"distance": 5}})
    preview = RULESET.preview(state, intent(attack()))
    assert [(reason.code, dict(reason.data)) for reason in preview.reasons] == [
        ("out_of_reach", {"distance": 5, "limit": 4})
    ]


def test_trauma_brings_a_pain_check_and_unconsciousness_if_it_fails() -> None:
    """XIAN-6.7 to XIAN-6.9: five dice of 6 or less on 2 points are 3 trauma; 3 is not above 3."""
    target = fighter(2, pools={"upper_body_constitution": 2, "action_points": 10})
    table = Table(fight(fighter(1), target))
    table.plays(intent(attack()), HIT, (1, 1, 1, 1, 1), (1, 2), defence_1_choice="none")
    assert table.statuses(2) == ("unconscious",)
    sheet = table.state.combatants["character:2"].sheet
    assert (sheet.value("trauma"), sheet.value("pools.action_points")) == (3, 7)


def test_without_action_points_one_collapses_whatever_the_check_says() -> None:
    """XIAN-6.10."""
    target = fighter(2, pools={"upper_body_constitution": 0, "action_points": 2})
    table = Table(fight(fighter(1), target))
    table.plays(intent(attack()), HIT, (1, 1, 1, 9, 9), (5, 5), defence_1_choice="none")
    assert table.statuses(2) == ("incapacitated",)


@pytest.mark.parametrize(
    ("states", "after"),
    [(("unconscious",), ("unconscious", "incapacitated")), (("dead",), ("dead",))],
)
def test_whoever_lies_loses_his_last_action_points_too(states: tuple[str, ...], after: tuple[str, ...]) -> None:
    """XIAN-6.10: no check is rolled for the unconscious, but without action points one cannot fight; the dead are
    past it.
    """
    held = dict.fromkeys(states, True)
    target = fighter(2, pools={"upper_body_constitution": 0, "action_points": 1}, statuses=held)
    table = Table(fight(fighter(1), target)).plays(intent(attack()), HIT, (1, 9, 9, 9, 9))
    assert table.statuses(2) == after
    assert "pain_check" not in table.terms()


def test_whoever_cannot_fight_but_is_awake_rolls_against_pain() -> None:
    """XIAN-6.9: each time trauma is received."""
    points = {"upper_body_constitution": 0, "action_points": 0}
    target = fighter(2, pools=points, statuses={"incapacitated": True}, trauma=1)
    table = Table(fight(fighter(1), target)).plays(intent(attack()), HIT, (1, 9, 9, 9, 9), (1, 1))
    assert table.statuses(2) == ("unconscious", "incapacitated")


@pytest.mark.parametrize(("item", "flag"), [("item:11", "stance"), ("item:12", "cover_points")])
def test_nobody_keeps_his_guard_up_who_is_down(item: str, flag: str) -> None:
    """XIAN-7.3, XIAN-7.4: caution is something one does; whoever lies does not hamper his enemies by it."""
    state = fight(fighter(1), fighter(2, flags={flag: 4}))
    assert RULESET.preview(state, intent(attack(item))).checks[0].window == (5, 14)
    down = fight(fighter(1), fighter(2, flags={flag: 4}, statuses={"unconscious": True}))
    assert RULESET.preview(down, intent(attack(item))).checks[0].window == (None, 14)


def test_trauma_beyond_the_last_action_point_takes_none() -> None:
    """XIAN-6.8: never below 0."""
    target = fighter(2, pools={"upper_body_constitution": 0, "action_points": 0})
    table = Table(fight(fighter(1), target))
    table.plays(intent(attack()), HIT, (1, 9, 9, 9, 9), (5, 5), defence_1_choice="none")
    assert [change.field for change in table.happened("hit").changes] == ["trauma"]


@pytest.mark.parametrize(("choice", "terms"), [("drop", ["attack_dropped"]), ("go_on", ["struck_helpless", "hit"])])
def test_an_attack_on_somebody_who_has_fallen_may_be_dropped(choice: str, terms: list[str]) -> None:
    """XIAN-3.5: the second attack's difficulty stays that of two attacks; whoever lies feels no more pain."""
    target = fighter(2, pools={"upper_body_constitution": 0, "action_points": 9})
    more = ((4, 4), (1, 9, 9, 9, 9)) if choice == "go_on" else ()
    table = Table(fight(fighter(1), target))
    table.plays(
        intent(attack(times=2)), HIT, (1, 1, 9, 9, 9), (1, 1), *more, defence_1_choice="none", attack_2_drop=choice
    )
    assert table.terms()[-len(terms) :] == terms
    if choice == "go_on":
        assert table.rolled("attack").data["difficulty"] == 5


def test_an_attack_that_cannot_succeed_is_told_before_it_is_rolled() -> None:
    """XIAN-4.7: E ≥ AW."""
    words = (GmModifier(value=14), GmModifier(value=0, reason="nothing"))
    what = Intent(actor="character:1", parts=(attack(),), gm_modifiers=words)
    found = RULESET.preview(fight(fighter(1), fighter(2)), what)
    assert [warning.code for warning in found.warnings] == ["hopeless"]
    assert found.checks[0].chance == 0


def test_without_a_stated_distance_a_shot_counts_as_near() -> None:
    """XIAN-5.5: the nearest class adds nothing, and sight is not asked."""
    found = RULESET.preview(fight(fighter(1), fighter(2), flags={"sight": "severe"}), intent(attack("item:12")))
    assert found.checks[0].modifiers == ()


def test_poor_sight_makes_a_shot_harder_from_five_metres_on() -> None:
    """XIAN-5.7."""
    for distance, keys in ((4, []), ("4,5", []), (5, ["sight"]), (30, ["distance", "sight"])):
        state = fight(fighter(1), fighter(2), flags={"sight": "severe"})
        (check,) = RULESET.preview(state, intent(attack("item:12", distance=distance))).checks
        assert [found.key for found in check.modifiers] == keys
    odd = fight(fighter(1), fighter(2), flags={"sight": "purple"})
    assert RULESET.preview(odd, intent(attack("item:12", distance=5))).checks[0].modifiers == ()


@pytest.mark.parametrize(
    ("item", "flags", "key"),
    [("item:11", {"stance": 3}, "stance_self"), ("item:12", {"cover_points": 3}, "cover_self")],
)
def test_caution_raises_the_own_defence_where_the_house_plays_it_so(item: str, flags: Any, key: str) -> None:
    """XIAN-9.3: the defender's value rises, the attacker is unhindered; a stance does not help against shots."""
    state = fight(fighter(1), fighter(2, flags=flags), options={"stance_gain": "own_defence_value"})
    table = Table(state).plays(intent(attack(item, distance=4)), HIT, (6, 6), defence_1_choice="dodge")
    assert table.rolled("attack").modifiers == ()
    assert [(found.key, found.value) for found in table.rolled("defence").modifiers] == [(key, 3)]
    other = fight(fighter(1), fighter(2, flags=flags), options={"stance_gain": "own_defence_value"})
    swapped = "item:12" if item == "item:11" else "item:11"
    table = Table(other).plays(intent(attack(swapped, distance=4)), HIT, (6, 6), defence_1_choice="dodge")
    assert table.rolled("defence").modifiers == ()


def test_cover_does_not_help_a_weapon_defence_in_melee() -> None:
    """XIAN-7.4 with XIAN-9.3: cover raises dodging against shots only."""
    state = fight(fighter(1), fighter(2, flags={"cover_points": 3}), options={"stance_gain": "own_defence_value"})
    table = Table(state).plays(intent(attack()), HIT, (6, 6), defence_1_choice="medium_melee")
    assert table.rolled("defence").modifiers == ()


def test_two_weapons_help_attack_and_defence_but_not_brawling() -> None:
    """XIAN-7.2."""
    pair = (
        weapon("item:21", held="main_hand", load=1, skill="light_melee"),
        weapon("item:22", held="off_hand", load=1, skill="light_melee"),
    )
    able = fighter(2, *pair, skills={"light_melee": {"points": 6}})
    for skill, bonus in (("light_melee", 1), ("dodge", 1), ("brawling", 0)):
        table = Table(fight(fighter(1), able))
        table.plays(intent(attack()), HIT, (6, 6), defence_1_choice=skill)
        changes = [found for found in table.rolled("defence").modifiers if found.key == "two_weapon"]
        assert sum(found.value for found in changes) == bonus
    (check,) = RULESET.preview(
        fight(fighter(1), able), intent(attack("item:21", "character:1"), actor="character:2")
    ).checks
    assert check.target_number == 13


def test_a_weapon_of_each_hand_that_attacks_makes_a_pair_even_if_none_is_noted_as_held() -> None:
    """XIAN-7.1: the second attack's weapon gives the inertia."""
    state = fight(fighter(1, weapon("item:11", inertia=4), weapon("item:12", inertia=7)), fighter(2))
    checks = RULESET.preview(state, intent(attack("item:11"), attack("item:12"))).checks
    assert [check.modifiers[0].value for check in checks] == [7, 7]
