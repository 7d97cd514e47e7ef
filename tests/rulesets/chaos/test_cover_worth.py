"""What a cover is worth as it stands: CHA-5.5 and 5.13."""

from __future__ import annotations

import pytest

from combat.core.description import Worth
from combat.core.sheet import Item
from combat.core.value import Json
from combat.rulesets.chaos import RULESET


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
