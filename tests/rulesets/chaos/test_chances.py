"""The chance that preview names is what comes out when every face of the W100 is tried."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from combat.core.event import Rolled
from combat.core.procedure import Answer, Question, Roll, defaults, run
from combat.core.sheet import Item
from combat.core.value import Json
from combat.registry import ruleset
from tests.rulesets.chaos.build import duel, sheet, weapon
from tests.rulesets.chaos.test_refusals import asked

CHAOS = ruleset("chaos")


def outcomes(item: Item, marksmanship: int, options: dict[str, Json], parameters: dict[str, Any]) -> Counter[str]:
    """How often each outcome of the attack roll comes up, over all faces."""
    fight = duel(sheet(item, attributes={"marksmanship": marksmanship}), sheet(), 30, options)
    intent = asked(**parameters)
    (check, *_) = CHAOS.preview(fight, intent).checks
    found: Counter[str] = Counter()
    for face in range(1, 101):

        def provide(question: Question, face: int = face) -> Answer | None:
            if isinstance(question, Roll):
                return Answer(faces=(face,)) if question.name == "attack" else None
            return defaults(question)

        attack = next(event for event in run(CHAOS.perform(fight, intent), provide).events if isinstance(event, Rolled))
        found[attack.outcome] += 1
    assert check.chance == Fraction(found["success"], 100)
    return found


@pytest.mark.parametrize(
    ("body", "marksmanship", "options", "expected"),
    [
        ({}, 50, {}, {"success": 49, "failure": 46, "jam": 5}),
        ({}, 50, {"strict_under": False}, {"success": 50, "failure": 45, "jam": 5}),
        ({}, 50, {"jam_from": 101}, {"success": 49, "failure": 51}),
        ({"traits": {"reliable": 1}}, 100, {}, {"success": 99, "jam": 1}),
        ({}, 100, {}, {"success": 95, "jam": 5}),
        ({"weapon_kind": "bow"}, 1, {}, {"failure": 100}),
        ({"weapon_kind": "launcher"}, 100, {}, {"success": 95, "dud": 4, "burst_in_hand": 1}),
        ({"weapon_kind": "launcher", "grants": ("smartgun",)}, 80, {}, {"success": 89, "failure": 6, "dud": 5}),
    ],
)
def test_every_face_was_tried(
    body: dict[str, Any], marksmanship: int, options: dict[str, Json], expected: dict[str, int]
) -> None:
    assert outcomes(weapon(**body), marksmanship, options, {}) == expected


def test_a_called_shot_is_twenty_faces_worse() -> None:
    assert outcomes(weapon(), 50, {}, {"called_zone": "head"})["success"] == 29
