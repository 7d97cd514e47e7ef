"""Grenades by hand: how many are left, how far they fly, and what a throw may carry."""

from dataclasses import replace

import pytest

from combat.core.event import Change, Happened, changes_in
from combat.core.fight import Fight
from combat.core.intent import Intent, Part
from combat.core.procedure import Scripted, run
from combat.core.sheet import Item
from combat.core.value import Json
from combat.registry import ruleset
from combat.rulesets.chaos.derive import derive
from tests.rulesets.chaos.build import duel, sheet, weapon
from tests.rulesets.chaos.test_refusals import SHOOTER, TARGET, refused, standing

CHAOS = ruleset("chaos")


def grenade(quantity: int = 1, **body: Json) -> Item:
    usual: dict[str, Json] = {"weapon_kind": "thrown", "shots": {"single": 1}, "capacity": 1, "base_range": None}
    found = weapon(traits={"explosive": 3})
    return replace(found, body={**found.body, **usual, **body}, quantity=quantity)


def throw(**parameters: Json) -> Intent:
    return Intent(actor=SHOOTER, parts=(Part(form="throw", item="item:1", targets=(TARGET,), parameters=parameters),))


def scene(item: Item | None = None, distance: int | None = 20) -> Fight:
    return duel(sheet(item or grenade()), sheet(), distance)


@pytest.mark.parametrize(
    ("quantity", "body", "changes"),
    [
        (3, {}, [("quantity", 3, 2)]),
        (3, {"loaded": 1}, [("quantity", 3, 2)]),
        (1, {"loaded": 1}, [("loaded", 1, 0)]),
        (2, {"loaded": 0}, [("quantity", 2, 1)]),
        (1, {"capacity": 5, "loaded": 4}, [("loaded", 4, 3)]),
        (2, {"capacity": 5, "loaded": 1}, [("quantity", 2, 1), ("loaded", 1, 5)]),
        (2, {"capacity": None}, [("quantity", 2, 1)]),
        (1, {"capacity": None}, [("quantity", 1, 0)]),
    ],
)
def test_a_throw_uses_one_grenade(quantity: int, body: dict[str, Json], changes: list[tuple[str, int, int]]) -> None:
    events = run(CHAOS.perform(scene(grenade(quantity, **body)), throw()), Scripted([96])).events
    (thrown,) = [event for event in events if event.term == "grenade_thrown"]
    assert changes_in((thrown,)) == tuple(Change("item:1", *change) for change in changes)


@pytest.mark.parametrize(("quantity", "body"), [(1, {"loaded": 0}), (0, {"capacity": None})])
def test_without_a_grenade_there_is_no_throw(quantity: int, body: dict[str, Json]) -> None:
    fight = scene(grenade(quantity, **body))
    assert refused(fight, throw()) == ["no_ammunition"]
    (offer,) = [one for one in CHAOS.offers(fight, SHOOTER) if one.form == "throw"]
    assert [reason.code for reason in offer.reasons] == ["no_ammunition"]


def test_the_distance_has_to_be_known_and_within_reach() -> None:
    assert refused(scene(distance=None), throw()) == ["distance_missing"]
    assert refused(scene(distance=41), throw()) == ["out_of_range"]
    (reason,) = CHAOS.preview(scene(distance=41), throw()).reasons
    assert reason.data == {"limit": 40, "distance": 41}


def test_an_aim_helps_standing_and_is_refused_in_motion_until_given_up() -> None:
    aiming = standing(scene(), SHOOTER, aim="aim", aim_target=TARGET)
    assert [found.key for found in CHAOS.preview(aiming, throw()).checks[0].modifiers] == ["aim"]
    moving = standing(aiming, SHOOTER, in_motion=True)
    assert refused(moving, throw()) == ["aim_not_allowed"]
    assert CHAOS.preview(moving, throw(give_up_aim=True)).reasons == ()


def test_a_throw_is_offered_with_what_it_can_use() -> None:
    (offer,) = [one for one in CHAOS.offers(scene(), SHOOTER) if one.form == "throw"]
    assert (offer.cost, offer.reasons) == ({"action_units": 4}, ())
    assert {field.path for field in offer.parameters} == {"modifiers", "spend", "after_roll"}
    assert "shoot" not in {one.form for one in CHAOS.offers(scene(), SHOOTER)}


def test_the_printed_number_of_a_throw_is_the_one_that_is_rolled() -> None:
    person = sheet(grenade(), statuses={"irritated": True})
    (table,) = derive(person, {}).tables
    attack = CHAOS.preview(duel(person, sheet(), 40), throw()).checks[0]
    assert table.rows[0].cells[0].value == attack.target_number == 20


def test_a_throw_counts_neither_as_a_shooting_action_nor_suffers_from_them() -> None:
    fight = standing(scene(), SHOOTER, shooting_actions=2)
    events = run(CHAOS.perform(fight, throw()), Scripted([96])).events
    assert not [change for change in changes_in(events) if change.field.startswith("flags.")]
    assert CHAOS.preview(fight, throw()).checks[0].modifiers == ()


def test_whether_a_grenade_that_deviated_catches_the_others_is_left_to_the_game_master() -> None:
    """CHA-3.16, CHA-7.18: 1 + 0 metres of 3: the first target is on the aimed point, of the next nobody knows."""
    fight = scene()
    other = replace(fight.combatants[TARGET], id="character:3")
    fight = replace(fight, combatants={**fight.combatants, "character:3": other})
    fight = replace(fight, pairs={**fight.pairs, f"{SHOOTER}>character:3": {"distance": 20}})
    part = Part(form="throw", item="item:1", targets=(TARGET, "character:3"))
    events = run(CHAOS.perform(fight, Intent(actor=SHOOTER, parts=(part,))), Scripted([41, 1, 5, 4, 10, 10, 1])).events
    terms = [event.term for event in events]
    assert terms[terms.index("grenade_deviated") + 1] == "blast_left_open"
    (open_,) = [event for event in events if isinstance(event, Happened) and event.term == "blast_left_open"]
    assert (open_.of, open_.data["target"]) == ("character:3", "character:3")
    assert {change.of for change in changes_in(events) if change.field == "pools.hit_points"} == {TARGET}
