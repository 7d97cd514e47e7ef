"""What a cover is worth as it stands: CHA-5.5 and 5.13."""

from __future__ import annotations

import pytest

from combat.core.fight import Combatant
from combat.core.sheet import Item
from combat.core.value import Json
from combat.core.worth import Worth
from combat.rulesets.chaos import RULESET
from tests.rulesets.chaos.build import sheet


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"bonus": 30, "integrity": 10}, Worth(30, 20)),
        ({"bonus": 30, "integrity": 10, "bonus_lost": 10, "damage": 4}, Worth(20, 10)),
        ({"bonus": 30, "integrity": 10, "bonus_lost": 20}, Worth(10, 0)),
        ({"bonus": 30, "integrity": 10, "bonus_lost": 20, "destroyed": True}, Worth(0)),
        ({"bonus": 40}, Worth(40)),
    ],
    ids=["whole", "worn once", "before its end", "destroyed", "nothing wears it"],
)
def test_each_full_integrity_costs_a_step_of_ten(body: dict[str, Json], expected: Worth) -> None:
    """CHA-5.5, CHA-5.13: 30, 20, 10, gone; a wall without integrity stays."""
    kind = RULESET.describe().kind("cover")
    assert kind is not None
    assert kind.worth is not None
    assert kind.worth(Item(id="item:1", kind="cover", body=body)) == expected


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ({}, (Worth(50, 40), 15)),
        ({"shield_damage": 6, "shield_bonus_lost": 40}, (Worth(10, 0), 9)),
        ({"shield_bonus_lost": 50}, (Worth(0), 0)),
    ],
    ids=["whole", "last step", "gone"],
)
def test_a_hostage_is_worth_fifty_and_a_step_less_for_each_maximum_he_lost(
    flags: dict[str, Json], expected: tuple[Worth, int]
) -> None:
    """CHA-5.9, CHA-5.15: his 15 hit points are the integrity, counted apart from those he has left."""
    found = RULESET.describe().held_worth
    assert found is not None
    held = found(Combatant(id="character:1", sheet=sheet(), flags=flags))
    assert (held.worth, held.left, held.full) == (*expected, 15)
