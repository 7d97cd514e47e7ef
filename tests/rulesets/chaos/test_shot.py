"""What golden cases cannot say of a shot: sheets that decide, choices asked later, things without numbers."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from combat.core.event import Event, Happened, Rolled, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import GmModifier, Intent, Part
from combat.core.procedure import Answer, Ask, Provider, Question, Scripted, run
from combat.core.sheet import Item, Sheet
from combat.core.value import Json
from combat.registry import ruleset
from tests.rulesets.chaos.build import duel, sheet, weapon
from tests.rulesets.chaos.test_refusals import SHOOTER, TARGET, asked, refused, standing

CHAOS = ruleset("chaos")


def answering(rolls: list[int], choices: Mapping[str, str]) -> Provider:
    script = Scripted(rolls)

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask) and question.name in choices:
            return Answer(choice=choices[question.name])
        return script(question)

    return provide


def shot(fight: Fight, intent: Intent, rolls: list[int], **choices: str) -> tuple[tuple[Event, ...], Fight]:
    named = {name.replace("__", "."): choice for name, choice in choices.items()}
    events = run(CHAOS.perform(fight, intent), answering(rolls, named)).events
    return events, apply(fight, changes_in(events))


def happened(events: tuple[Event, ...], term: str) -> list[Happened]:
    return [event for event in events if isinstance(event, Happened) and event.term == term]


def modifiers(fight: Fight, intent: Intent) -> dict[str, int]:
    check = CHAOS.preview(fight, intent).checks[0]
    return {modifier.key: modifier.value for modifier in check.modifiers}


def item_in(fight: Fight, item_id: str = "item:1") -> Item:
    found = fight.combatants[SHOOTER].sheet.item(item_id)
    assert found is not None
    return found


# --- what acts on the target number ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"properties": ["fast"]}, {"target_fast": -10}),
        ({"properties": ["untouchable", "immobile"]}, {"target_fast": -10, "target_immobile": 20}),
        ({}, {}),
    ],
)
def test_what_the_target_is_like_counts(body: dict[str, Json], expected: dict[str, int]) -> None:
    assert modifiers(duel(sheet(weapon()), sheet(**body)), asked()) == expected


def test_poor_light_is_stated_once_for_the_fight() -> None:
    dark = replace(duel(sheet(weapon()), sheet()), flags={"poor_visibility": True})
    assert modifiers(dark, asked()) == {"poor_visibility": -10}


def test_a_modification_may_cancel_a_modifier_and_add_a_trait() -> None:
    scope = Item(id="item:9", kind="modification", body={"cancels": "poor_visibility", "adds_trait": "inaccurate"})
    item = replace(weapon(), fitted=(scope,))
    fight = duel(sheet(item), sheet())
    assert modifiers(fight, asked(modifiers=["poor_visibility", "into_melee"])) == {
        "into_melee": -10,
        "inaccurate": -10,
    }


@pytest.mark.parametrize(
    ("hit_points", "word", "expected"),
    [(9, -5, {"wounded": -5}), (9, 0, {}), (15, -5, {"wound_modifier": -5}), (15, 0, {})],
)
def test_the_game_masters_word_on_wounds_stands_in_the_roll_and_in_the_table(
    hit_points: int, word: int, expected: dict[str, int]
) -> None:
    overrides: dict[str, Json] = {"wound_modifier": {"value": word, "reason": "Schmerzmittel"}}
    person = sheet(weapon(), pools={"hit_points": hit_points}, overrides=overrides)
    assert modifiers(duel(person, sheet()), asked()) == expected
    derived = CHAOS.derive(person, {})
    assert derived.values["wound_modifier"].value == word
    assert derived.tables[0].rows[2].cells[0].value == 40 + word
    for modifier in CHAOS.preview(duel(person, sheet()), asked()).checks[0].modifiers:
        assert (modifier.source, modifier.note) == ("gm", "Schmerzmittel")


def test_an_aim_may_be_given_up_and_is_gone_then() -> None:
    fight = standing(duel(sheet(weapon()), sheet()), SHOOTER, aim="aim", aim_target=TARGET)
    assert modifiers(fight, asked()) == {"aim": 20}
    events, after = shot(fight, asked(give_up_aim=True), [80])
    assert modifiers(fight, asked(give_up_aim=True)) == {}
    assert happened(events, "aim_lost")
    assert "aim" not in after.combatants[SHOOTER].flags


def test_someone_who_cannot_act_is_proposed_as_an_easy_target() -> None:
    fight = duel(sheet(weapon()), sheet(statuses={"unconscious": True}))
    assert [warning.code for warning in CHAOS.preview(fight, asked()).warnings] == ["target_immobile_proposed"]
    assert CHAOS.preview(fight, asked(modifiers=["target_immobile"])).warnings == ()


def test_the_preview_says_how_many_shots_and_at_best_how_many_hits() -> None:
    """CHA-3.7: semi-automatic hits once, and once more for each degree; a roll of 1 has the most."""
    fight = duel(sheet(weapon(shots={"single": 1, "semi": 8})), sheet())
    target = CHAOS.preview(fight, asked(mode="semi")).checks[0].target_number
    (note,) = CHAOS.preview(fight, asked(mode="semi")).notes
    assert (note.code, note.data) == ("shots_to_fire", {"shots": 8, "hits": 1 + (target - 1) // 10})
    assert CHAOS.preview(fight, asked(mode="single")).notes == ()


def test_no_more_hits_than_shots_and_none_where_nothing_can_hit() -> None:
    """CHA-3.7: every hit is a shot that was fired; CHA-3.3: no more is fired than is loaded."""
    fight = duel(sheet(weapon(shots={"single": 1, "auto": 10}, loaded=3)), sheet())
    shots, few = CHAOS.preview(fight, asked(mode="auto")).notes
    assert shots.data == {"shots": 3, "hits": 3}
    assert (few.code, few.data) == ("only_loaded", {"left": 3, "needed": 10})
    hopeless = replace(asked(mode="auto"), gm_modifiers=(GmModifier(value=-200),))
    assert CHAOS.preview(fight, hopeless).notes[0].data == {"shots": 3, "hits": 0}


def test_shrapnel_adds_to_the_hits_of_one_shot() -> None:
    """CHA-3.6: within base range one shot may bring two shrapnel hits beside its own."""
    (note,) = CHAOS.preview(duel(sheet(weapon(traits={"shrapnel": 1})), sheet()), asked()).notes
    assert (note.code, note.data) == ("most_hits", {"hits": 3})


@pytest.mark.parametrize(("house", "told"), [("hit", "equal_and_hit"), ("evade", "equal_and_avoided")])
def test_a_tie_between_attack_and_dodge_says_who_wins(house: str, told: str) -> None:
    """CHA-3.8: as many degrees on both sides, played either way."""
    fight = replace(duel(sheet(weapon()), sheet()), options={"dodge_equal": house})
    need = {check.term: check.target_number for check in CHAOS.preview(fight, asked()).checks}
    rolls = [need["attack"] - 1, need["dodge"] - 1, *([] if house == "evade" else [5, 5, 5])]
    events, _ = shot(fight, asked(), rolls, reaction__0__choice="dodge")
    scored = [event for event in events if isinstance(event, Happened) and event.data.get(told) is True]
    assert len(scored) == 1


# --- what the weapon spends -----------------------------------------------------------------------------------


def test_rounds_that_nobody_counts_are_not_counted() -> None:
    fight = duel(sheet(weapon(capacity=None)), sheet())
    events, after = shot(fight, asked(), [80])
    (fired,) = happened(events, "rounds_fired")
    assert fired.data["loaded"] is None
    assert item_in(after).value("loaded") is None


def test_a_weapon_without_a_count_of_its_own_starts_full() -> None:
    _, after = shot(duel(sheet(weapon(capacity=20)), sheet()), asked(), [80])
    assert item_in(after).value("loaded") == 19


def test_heat_below_the_limit_leaves_a_magnetic_weapon_running() -> None:
    item = weapon(traits={"magnetic": True}, heat=1)
    fight = standing(duel(sheet(item), sheet()), SHOOTER, fired="item:8 item:1", shooting_actions=2)
    events, after = shot(fight, asked(), [80])
    assert (item_in(after).value("heat"), item_in(after).value("shut_down")) == (2, None)
    assert not happened(events, "weapon_shut_down")


def test_another_magnetic_weapon_of_the_round_does_not_heat_this_one() -> None:
    fight = standing(duel(sheet(weapon(traits={"magnetic": True})), sheet()), SHOOTER, fired="item:8")
    events, _ = shot(fight, asked(), [80])
    assert not happened(events, "heat_gained")


# --- who is in the way ----------------------------------------------------------------------------------------


def behind(thing: Item, target: Sheet | None = None, **flags: Json) -> Fight:
    fight = replace(duel(sheet(weapon()), target or sheet()), things={thing.id: thing})
    return standing(fight, TARGET, cover=thing.id, **flags)


def crate(**body: Json) -> Item:
    return Item(id="item:20", kind="cover", body={"bonus": 30, "integrity": 10, "barrier_class": 1, **body})


def cover_roll(events: tuple[Event, ...]) -> Rolled:
    (found,) = [event for event in events if isinstance(event, Rolled) and event.term == "cover_roll"]
    return found


def test_having_taken_cover_and_a_talent_raise_any_cover() -> None:
    target = sheet(talents={"use_cover": {"cover_bonus": 10}})
    events, _ = shot(behind(crate(), target, took_cover=True), asked(), [30, 49, 5, 5])
    found = cover_roll(events)
    assert (found.data["target_number"], found.outcome) == (50, "success")
    assert [(modifier.key, modifier.value) for modifier in found.modifiers] == [("talent", 10), ("take_cover", 10)]


@pytest.mark.parametrize(("traits", "more"), [({}, 0), ({"armour_piercing": 1}, 10), ({"bunker_breaking": 1}, 30)])
def test_a_hit_on_a_vehicle_tells_what_its_damage_table_gains(traits: dict[str, int], more: int) -> None:
    fight = behind(crate(vehicle=True, barrier_class=20))
    shooter = replace(fight.combatants[SHOOTER], sheet=sheet(weapon(traits=traits)))
    fight = replace(fight, combatants={**fight.combatants, SHOOTER: shooter})
    events, _ = shot(fight, asked(), [30, 10, 5, 5])
    (struck,) = happened(events, "cover_hit")
    assert struck.data["vehicle_table"] == more


def test_a_point_for_a_critical_hit_adds_on_the_vehicle_table_once() -> None:
    """CHA-8.2: +5 on the vehicle damage table instead of a die; only where the attack has earned a critical hit."""
    fight = behind(crate(vehicle=True, barrier_class=20))
    rich = sheet(weapon(), skills={"practised": {"rank": 1}}, maxima={"action_points": 2})
    fight = replace(fight, combatants={**fight.combatants, SHOOTER: replace(fight.combatants[SHOOTER], sheet=rich)})
    for face, told, left in ((5, 5, 1), (30, 0, None)):
        events, after = shot(fight, asked(spend=["extra_critical_die"]), [face, 10, 5, 5])
        (struck,) = happened(events, "cover_hit")
        assert struck.data["vehicle_table"] == told
        assert after.combatants[SHOOTER].sheet.value("pools.action_points") == left


def test_a_destroyed_cover_is_no_cover() -> None:
    events, _ = shot(behind(crate(destroyed=True, bonus_lost=30)), asked(), [30, 5, 5, 5])
    assert happened(events, "hit")


def three(item: Item, **options: Json) -> Fight:
    fight = duel(sheet(item), sheet(), options=options)
    third = Combatant(id="character:3", sheet=sheet())
    return replace(
        fight,
        combatants={**fight.combatants, "character:3": third},
        pairs={**fight.pairs, "character:1>character:3": {"distance": 30}},
    )


BOTH = (TARGET, "character:3")


def test_two_targets_behind_one_cover_wear_it_together() -> None:
    fight = replace(three(weapon(shots={"semi": 3})), things={"item:20": crate()})
    for who in BOTH:
        fight = standing(fight, who, cover="item:20")
    _, after = shot(fight, asked(targets=BOTH, mode="semi", assign=["0", "1"]), [35, 10, 6, 6, 10, 5, 5])
    assert (after.things["item:20"].value("damage"), after.things["item:20"].value("bonus_lost")) == (2, 20)


def test_one_may_hide_behind_another_who_is_shot_at_too() -> None:
    fight = standing(three(weapon(shots={"semi": 3}, damage="1W6+4")), "character:3", cover=TARGET)
    events, after = shot(fight, asked(targets=BOTH, mode="semi", assign=["0", "1"]), [35, 5, 4, 10, 5, 5])
    (direct,), (hostage,) = happened(events, "hit"), happened(events, "hostage_hit")
    assert (direct.of, hostage.of) == (TARGET, TARGET)
    assert after.combatants[TARGET].sheet.value("pools.hit_points") == 15 - 4 - 5


# --- split fire -----------------------------------------------------------------------------------------------


def test_hits_nobody_assigned_are_asked_for_one_by_one() -> None:
    intent = asked(targets=BOTH, mode="semi")
    events, _ = shot(three(weapon(shots={"semi": 3})), intent, [35, 5, 5, 5, 5, 5, 5], assign__2="1")
    dealt = {event.of: (event.data["assigned"], event.data["hits"]) for event in happened(events, "hits_assigned")}
    assert dealt == {TARGET: (1, 1), "character:3": (1, 1)}


def test_under_the_other_critical_rule_split_fire_says_so() -> None:
    fight = three(weapon(shots={"semi": 3}), critical_rule="surplus2")
    events, _ = shot(fight, asked(targets=BOTH, mode="semi", assign=["0"]), [35, 5, 1, 1, 5, 1, 1])
    (scored,) = happened(events, "hits_scored")
    assert scored.data["option"] == ["critical_rule"]


def test_full_auto_may_be_split_unless_the_house_forbids_it() -> None:
    intent = asked(targets=BOTH, mode="auto", assign=["0"])
    assert CHAOS.preview(three(weapon(shots={"auto": 6})), intent).reasons == ()
    assert refused(three(weapon(shots={"auto": 6}), auto_split=False), intent) == ["split_not_allowed"]


# --- talents, hits without a roll ------------------------------------------------------------------------------


def test_only_passive_talents_lower_a_price_by_themselves() -> None:
    talents: dict[str, Json] = {
        "quick": {"reduction_action": "single_shot", "reduction": 1},
        "costly": {"reduction_action": "single_shot", "reduction": 1, "active": True},
        "other": {"reduction_action": "burst", "reduction": 1},
        "odd": 3,
    }
    assert CHAOS.preview(duel(sheet(weapon(), talents=talents), sheet()), asked()).cost == {"action_units": 2}


def test_the_game_master_may_strike_with_anybodys_weapon_or_one_that_lies_about() -> None:
    mine = duel(sheet(), sheet(weapon("item:5")))
    lying = replace(duel(sheet(), sheet()), things={"item:5": weapon("item:5")})
    for fight in (mine, lying):
        intent = Intent(actor="gm", parts=(Part(form="hit", item="item:5", targets=(TARGET,)),))
        events, _ = shot(fight, intent, [5, 5, 5])
        (hit,) = happened(events, "hit")
        assert (hit.of, hit.data["lost"]) == (TARGET, 6)


def test_a_hit_can_be_offered_for_every_weapon_and_for_nothing_else() -> None:
    fight = duel(sheet(weapon(), Item(id="item:3", kind="gear")), sheet())
    assert [(offer.item, offer.by) for offer in CHAOS.offers(fight, SHOOTER) if offer.form == "hit"] == [
        ("item:1", "gm")
    ]


def test_damage_that_cannot_be_read_is_none() -> None:
    events, after = shot(duel(sheet(weapon(damage="viel")), sheet()), asked(), [20, 5, 1])
    (hit,) = happened(events, "hit")
    assert (hit.data["rolled_damage"], after.combatants[TARGET].sheet.value("pools.hit_points")) == (0, None)
