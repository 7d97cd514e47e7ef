"""The whole stock against the whole stock, by CHA-3 to CHA-7 and the bounds of CHA-5.13, CHA-7.4 and CHA-7.6.

Every weapon in every way to attack, against every armour and none, behind every kind of cover, at every distance
that makes a difference. Which distances do is worked out from the preview and the penetration, and that nothing else
of a distance counts is a test of its own.
"""

from itertools import groupby, product

import pytest

from combat.core.event import changes_in
from combat.core.fight import apply
from combat.core.intent import Preview, Refused
from combat.core.procedure import chained, defaults, run
from combat.core.sheet import Item
from combat.registry import ruleset
from combat.rulesets.chaos.weapon_bills import penetration_at
from tests.rulesets.chaos.stock_fights import (
    ARMOURS,
    COVERS,
    DISTANCES,
    HOUSES,
    WEAPONS,
    attacks,
    broken_bounds,
    dice_of,
    fight,
    intent,
)
from tests.sweep.counted import CASES, WAYS

CHAOS = ruleset("chaos")
PROTECTED = (*ARMOURS, None)
each_weapon = pytest.mark.parametrize("weapon", WEAPONS, ids=lambda item: str(item.key))
OF_EACH_KIND = tuple(
    next(cover for cover in COVERS if cover.body.get("hostage") is hostage and cover.body.get("vehicle") is vehicle)
    for hostage, vehicle in ((None, None), (True, None), (None, True))
)
"""A thing, a hostage, a vehicle."""


def preview(weapon: Item, form: str, how: str, distance: int) -> Preview:
    return CHAOS.preview(fight(weapon, ARMOURS[-1], COVERS[0], distance, {}), intent(weapon, form, how))


def alike(weapon: Item, form: str, how: str) -> list[list[int]]:
    """The distances in groups that make no difference: what the attack needs, costs and comes to is the same, or why
    there is none, and so is the penetration, which a heat ray loses with every metre (CHA-6.heat_ray).
    """
    seen: dict[str, list[int]] = {}
    for distance in DISTANCES:
        key = repr((preview(weapon, form, how, distance), penetration_at(weapon, distance)))
        seen.setdefault(key, []).append(distance)
    return list(seen.values())


def is_open(weapon: Item, form: str, how: str, distance: int) -> bool:
    """Whether the weapon reaches so far; nothing else may keep the stock from being used."""
    reasons = {reason.code for reason in preview(weapon, form, how, distance).reasons}
    assert reasons <= {"out_of_range", "melee_out_of_reach"}, (weapon.key, how, distance, reasons)
    return not reasons


def open_distances(weapon: Item, form: str, how: str) -> list[int]:
    """One distance of every group at which the attack is legal."""
    return [group[0] for group in alike(weapon, form, how) if is_open(weapon, form, how, group[0])]


def test_the_product_is_as_large_as_claimed() -> None:
    """53 weapons in their modes × 12 armours and none × 22 covers × the range bands of each."""
    ways = [(weapon, *way) for weapon in WEAPONS for way in attacks(weapon)]
    bands = sum(len(open_distances(*way)) for way in ways)
    assert (len(WEAPONS), len(ARMOURS), len(COVERS), len(ways)) == (53, 12, 22, WAYS)
    assert bands * len(PROTECTED) * len(COVERS) == CASES


@each_weapon
def test_every_attack_resolves_within_all_bounds(weapon: Item) -> None:
    for form, how in attacks(weapon):
        act = intent(weapon, form, how)
        for distance, cover in product(open_distances(weapon, form, how), COVERS):
            for number, armour in enumerate(PROTECTED):
                scene = fight(weapon, armour, cover, distance, HOUSES[number % 2])
                outcome = run(CHAOS.perform(scene, act), chained(dice_of(number), defaults))
                case = (weapon.key, how, distance, cover.key, armour and armour.key)
                assert outcome.question is None, case
                assert broken_bounds(scene, changes_in(outcome.events)) == [], case
            # Whatever is changed is there to be changed: the fight can be folded.
            apply(scene, changes_in(outcome.events))


@each_weapon
def test_distances_with_the_same_preview_come_to_the_same(weapon: Item) -> None:
    """Which is why one of each group stands for all."""
    for form, how in attacks(weapon):
        act = intent(weapon, form, how)
        for group, cover in product(alike(weapon, form, how), OF_EACH_KIND):
            told = []
            for distance in group:
                scene = fight(weapon, ARMOURS[-1], cover, distance, {})
                try:
                    events = run(CHAOS.perform(scene, act), chained(dice_of(1), defaults)).events
                except Refused as refused:
                    told.append(repr(refused.reasons))
                else:
                    # How far a charge closed in is the one thing it tells of the distance (CHA-2.11).
                    told.append(repr([event for event in events if event.term != "closed_in"]))
            assert len(list(groupby(told))) == 1, (weapon.key, how, group)
