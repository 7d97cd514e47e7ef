"""Everything in the stock can be fought with: every weapon in every mode, every armour, cover and distance."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle

import pytest

from combat.core.body import words
from combat.core.event import changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import Intent, Part
from combat.core.procedure import Procedure, chained, defaults, run
from combat.core.ruleset import Moment
from combat.core.sheet import Item
from combat.registry import ruleset
from combat.rulesets.chaos.traits import traits
from tests.rulesets.chaos.build import sheet
from tests.rulesets.chaos.stock import items
from tests.rulesets.chaos.stock_fights import (
    ARMOURS,
    COVERS,
    DISTANCES,
    HOUSES,
    ONE,
    TWO,
    WEAPONS,
    attacks,
    broken_bounds,
    dice_of,
    fight,
    intent,
)
from tests.rulesets.chaos.test_anything_goes import rolling

CHAOS = ruleset("chaos")
MODIFICATIONS = items("modifications", "modification")


def combinations() -> Iterator[tuple[Item, str, str, Item | None, Item, int]]:
    """Every weapon in every mode; armours, covers and distances in turn, numbers without a common factor.

    The whole product is resolved in ``tests/sweep``.
    """
    armours, covers, distances = cycle([*ARMOURS, None]), cycle(COVERS), cycle(DISTANCES[:9])
    for weapon in WEAPONS:
        for form, how in attacks(weapon):
            yield weapon, form, how, next(armours), next(covers), next(distances)
    # Every armour behind every kind of cover, and every distance.
    for weapon in (WEAPONS[0], WEAPONS[-1]):
        for armour, cover, distance in zip(cycle(ARMOURS), COVERS, cycle(DISTANCES), strict=False):
            form, how = attacks(weapon)[0]
            yield weapon, form, how, armour, cover, distance


def test_every_template_has_the_weapon_ready_that_it_fights_with() -> None:
    """CHA-1.2: the readied weapon's melee fitness counts for initiative."""
    weapons = items("characters", "weapon")
    ready = [item for item in weapons if item.body.get("readied") is True]
    assert len(ready) == 19
    assert all(item.body["weapon_kind"] != "thrown" for item in ready)


def test_the_stock_is_as_large_as_promised() -> None:
    assert (len(WEAPONS), len(ARMOURS), len(COVERS), len(MODIFICATIONS)) == (53, 12, 22, 12)


def test_everything_in_the_stock_resolves_and_leaves_nothing_impossible() -> None:
    tried: set[object] = set()
    refused = set()
    for number, (weapon, form, how, armour, cover, distance) in enumerate(combinations()):
        scene = fight(weapon, armour, cover, distance, HOUSES[number % 2])
        act = intent(weapon, form, how)
        reasons = {reason.code for reason in CHAOS.preview(scene, act).reasons}
        if reasons:
            # Only what lies in the weapon: an arm throws or strikes so far, magnets do not fire for long.
            assert reasons in ({"out_of_range"}, {"melee_out_of_reach"}), (weapon.key, how, reasons)
            refused.add(weapon.key)
            continue
        outcome = run(CHAOS.perform(scene, act), chained(dice_of(number), defaults))
        assert outcome.question is None
        apply(scene, changes_in(outcome.events))
        assert broken_bounds(scene, changes_in(outcome.events)) == []
        tried |= {weapon.key, (weapon.key, how), cover.key, distance, armour and armour.key}
    assert {weapon.key for weapon in WEAPONS} - tried <= refused
    assert {thing.key for thing in (*ARMOURS, *COVERS)} | set(DISTANCES) <= tried


# --- modifications --------------------------------------------------------------------------------------------

ACTS = {
    "smartgun_system": "smartgun",
    "detonation_computer": "smartgun",
    "laser_marker": "laser_marker",
    "reflex_sight": "reflex_sight",
    "bipod": None,
    "recoil_damper": "recoil",
    "inner_vibration": "inner_vibration",
    "night_sight": "poor_visibility",
    "silencer": None,
    "large_magazine": "capacity",
    "long_barrel": "base_range",
    "short_barrel": "cqb",
}
"""What each stock modification changes: a modifier, a value or a trait; a bipod once set up, a silencer nothing."""


@pytest.mark.parametrize("modification", MODIFICATIONS, ids=lambda item: str(item.key))
def test_every_stock_modification_does_what_its_data_say(modification: Item) -> None:
    fits = words(modification.body.get("fits")) or ("pistol",)
    bare = next(weapon for weapon in WEAPONS if weapon.body.get("weapon_class") in fits)
    bare = replace(bare, body={**bare.body, "recoil": 2}) if modification.key == "recoil_damper" else bare
    changed = told(replace(bare, fitted=(modification,))) ^ told(bare)
    expected = ACTS[modification.key]
    assert (expected in {key for key, _ in changed}) if expected else changed == set()


def told(weapon: Item) -> set[tuple[str, int]]:
    """Values, traits and the modifiers of a called shot in poor light with this weapon."""
    scene = fight(weapon, None, COVERS[0], 10, {})
    form, how = attacks(weapon)[0]
    part = intent(weapon, form, how).parts[0]
    called = {"called_zone": "head"} if weapon.body["weapon_kind"] != "launcher" else {}
    parameters = {**part.parameters, **called, "modifiers": ["poor_visibility"]}
    act = Intent(actor=ONE, parts=(replace(part, parameters=parameters),))
    modifiers = CHAOS.preview(scene, act).checks[0].modifiers
    values = CHAOS.derive(sheet(weapon), {}).item_values[weapon.id].values()
    return {
        *((modifier.key, modifier.value) for modifier in modifiers),
        *((value.key, value.value) for value in values),
        *traits(weapon).items(),
    }


# --- fights end -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_any_fight_of_two_default_combatants_ends(seed: int) -> None:
    """Two people as a new sheet has them, with the first weapon of the stock and a knife, until one is down."""
    source = random.Random(seed)
    weapons = source.sample([weapon for weapon in WEAPONS if weapon.body["weapon_kind"] in ("firearm", "melee")], 2)
    people = {
        name: Combatant(id=name, party=name, sheet=sheet(replace(weapon, id=f"weapon:{name}")))
        for name, weapon in zip((ONE, TWO), weapons, strict=True)
    }
    state = Fight(ruleset="chaos", combatants=people, pairs={f"{ONE}>{TWO}": {"distance": 2}})

    def happens(procedure: Procedure) -> None:
        nonlocal state
        outcome = run(procedure, chained(rolling(source.randint(0, 10**6)), defaults))
        assert outcome.question is None
        state = apply(state, changes_in(outcome.events))

    happens(CHAOS.tick(state, Moment.FIGHT_START))
    for _ in range(400):
        happens(CHAOS.tick(state, Moment.ROUND_START))
        while state.current:
            happens(CHAOS.tick(state, Moment.TURN_START))
            for act in turn(state):
                if not CHAOS.preview(state, act).reasons:
                    happens(CHAOS.perform(state, act))
            happens(CHAOS.tick(state, Moment.TURN_END))
        happens(CHAOS.tick(state, Moment.ROUND_END))
        if any(map(is_down, state.combatants.values())):
            return
    raise AssertionError("nobody went down in 400 rounds")


def is_down(person: Combatant) -> bool:
    return bool({"unconscious", "dead"} & set(CHAOS.derive(person.sheet, {}).statuses))


def turn(state: Fight) -> Iterator[Intent]:
    """What a simple mind does: attack with what is at hand, clear a jam, reload."""
    who = state.current
    other = TWO if who == ONE else ONE
    item = state.combatants[who].sheet.items[0]
    form = "strike" if item.body["weapon_kind"] == "melee" else "shoot"
    for _ in range(3):
        yield Intent(actor=who, parts=(Part(form=form, item=item.id, targets=(other,)),))
    yield Intent(actor=who, parts=(Part(form="handle_object", item=item.id, parameters={"purpose": "clear_jam"}),))
    yield Intent(actor=who, parts=(Part(form="reload", item=item.id),))
