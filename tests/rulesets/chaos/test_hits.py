"""What single hits and offers tell beyond the golden cases."""

from dataclasses import replace
from typing import Any

import pytest

from combat.core.event import Event, Happened
from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Part
from combat.core.procedure import Scripted, run
from combat.core.value import Json
from combat.rulesets.chaos.forms import offers, perform, preview
from tests.rulesets.chaos.build import armour, duel, sheet, weapon

SHOOTER, TARGET = "character:1", "character:2"


def shooting(form: str = "shoot", targets: tuple[str, ...] = (TARGET,), **parameters: Json) -> Intent:
    return Intent(actor=SHOOTER, parts=(Part(form=form, item="item:1", targets=targets, parameters=parameters),))


def played(fight: Fight, intent: Intent, *dice: int) -> tuple[Event, ...]:
    script = Scripted(dice)
    events = run(perform(fight, intent), script).events
    script.finish()
    return events


def shot_offer(fight: Fight) -> Offer:
    (offer,) = [offer for offer in offers(fight, SHOOTER) if offer.form == "shoot"]
    return offer


def standing(fight: Fight, **flags: Json) -> Fight:
    shooter = replace(fight.combatants[SHOOTER], flags=flags)
    return replace(fight, combatants={**fight.combatants, SHOOTER: shooter})


def test_a_called_shot_that_turns_critical_leaves_a_note_for_the_game_master() -> None:
    events = played(duel(sheet(weapon()), sheet(), distance=5), shooting(called_zone="arms"), 10, 3, 4, 5)
    (note,) = [event for event in events if event.term == "critical_note"]
    assert (note.rules, note.data) == (("CHA-8.3",), {"bonus": 10})


def test_a_hit_told_wrongly_has_no_rolls_in_its_preview() -> None:
    found = preview(duel(sheet(weapon()), sheet()), shooting("hit", targets=()))
    assert ([reason.code for reason in found.reasons], found.checks) == (["no_target"], ())


def test_a_hit_shows_the_resistance_test_that_may_follow() -> None:
    found = preview(duel(sheet(weapon()), sheet()), shooting("hit"))
    assert [(check.who, check.term) for check in found.checks] == [(TARGET, "resistance_test")]


def test_a_weapon_that_guides_itself_shows_its_second_roll() -> None:
    launcher = weapon(traits={"fire_and_forget": 1}, weapon_kind="launcher")
    found = preview(duel(sheet(launcher), sheet()), shooting())
    again = next(check for check in found.checks if check.term == "second_attack")
    assert (again.target_number, again.modifiers) == (50, ())


ALWAYS = {"mode", "moving", "modifiers", "spend", "after_roll"}


@pytest.mark.parametrize(
    ("body", "traits", "flags", "fields"),
    [
        ({}, {}, {}, {*ALWAYS, "called_zone"}),
        (
            {"shots": {"semi": 3}},
            {},
            {},
            {*ALWAYS, "called_zone", "assign"},
        ),
        ({"shots": {"semi": 3}}, {"flame": 1}, {}, ALWAYS),
        ({"weapon_kind": "launcher"}, {}, {}, ALWAYS),
        (
            {"weapon_kind": "launcher"},
            {"fire_and_forget": 1},
            {},
            {*ALWAYS, "guidance"},
        ),
        ({}, {}, {"aim": "aim"}, {*ALWAYS, "called_zone", "give_up_aim"}),
    ],
)
def test_an_offer_asks_only_for_what_could_be_used(
    body: dict[str, Any], traits: dict[str, int], flags: dict[str, Json], fields: set[str]
) -> None:
    offer = shot_offer(standing(duel(sheet(weapon(traits=traits, **body)), sheet()), **flags))
    assert {field.path for field in offer.parameters} == fields


def test_whoever_is_in_motion_is_offered_a_shot_from_motion() -> None:
    fight = standing(duel(sheet(weapon(recoil=2)), sheet()), in_motion=True)
    offer = shot_offer(fight)
    assert (offer.reasons, offer.cost) == ((), {"action_units": 3})
    assert preview(fight, shooting()).cost == offer.cost


def test_a_weapon_without_any_mode_is_offered_with_the_reason() -> None:
    offer = shot_offer(duel(sheet(weapon(shots={})), sheet()))
    assert [reason.code for reason in offer.reasons] == ["mode_not_available"]


def test_a_third_damage_point_lowers_the_zone_only_while_it_has_protection() -> None:
    worn = armour(protection=(1, 0, 0), damage_points={"body": 2})
    fight = duel(sheet(weapon(shots={"semi": 4})), sheet(worn, maxima={"hit_points": 99}))
    dice = (5, 9, 9) * 4
    events = played(fight, shooting("hit", hits=4), *dice)
    hits = [event for event in events if isinstance(event, Happened) and event.term == "hit"]
    assert [hit.data.get("armour_lowered", False) for hit in hits] == [True, False, False, False]
    assert [hit.data["damage_points"] for hit in hits] == [3, 4, 5, 6]
