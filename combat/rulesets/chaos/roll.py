"""Proben, CHA-0: under a target number with one W100."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from combat.core.citation import Citations, cite
from combat.core.dice import Dice, Window, chance
from combat.core.event import Modifier, Rolled, modifier_to_json
from combat.core.intent import Check
from combat.core.rounding import floor_div
from combat.core.value import Json
from combat.rulesets.chaos.data import number

TEST_DIE = number("test_die")
W100 = Dice(1, TEST_DIE)
DEGREE = number("degree_step")
TEST = cite("CHA-0.1", "CHA-0.2")
HOPELESS = cite("CHA-0.8")
"""What cannot succeed is rolled all the same."""


def highest(target_number: int, strict: bool) -> int:
    """The highest roll that succeeds: below the target number, or up to it where the house plays it so.

    Rule: CHA-0.1.
    """
    return target_number - 1 if strict else target_number


def window(target_number: int, strict: bool, trouble: int | None = None) -> tuple[None, int] | None:
    """The rolls that succeed; from ``trouble`` on none does, whatever the target number. None: none can.

    Rule: CHA-0.1.
    """
    end = highest(target_number, strict)
    if trouble is not None and end >= trouble:
        end = trouble - 1
    return (None, end) if end >= 1 else None


def degrees(target_number: int, face: int) -> int:
    """Degrees of success, or of failure, in full tens by which a roll lies beside its target number.

    Rule: CHA-0.2.
    """
    return floor_div(abs(target_number - face), DEGREE)


@lru_cache(maxsize=1024)
def chance_of(found: Window | None) -> Fraction:
    """The exact chance of a test.

    Rule: CHA-0.1.
    """
    return chance(W100, found)


class Goal(NamedTuple):
    """What a roll has to stay under: where the sum starts, what is added, what it comes to, the rolls that succeed.

    ``told`` is the start as events hold it.
    """

    base: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]
    target_number: int
    window: tuple[None, int] | None
    told: Json

    def is_reached(self, face: int) -> bool:
        """Whether a roll succeeds.

        Rule: CHA-0.1.
        """
        return self.window is not None and face <= self.window[1]


def points_of(base: tuple[Modifier, ...], modifiers: tuple[Modifier, ...]) -> int:
    """The target number: where the sum starts and everything added to it.

    Rule: CHA-0.1.
    """
    return sum([modifier.value for modifier in base]) + sum([modifier.value for modifier in modifiers])


def goal(base: tuple[Modifier, ...], modifiers: tuple[Modifier, ...], strict: bool, trouble: int | None = None) -> Goal:
    """The goal that a start and its modifiers add up to.

    Rule: CHA-0.1.
    """
    target_number = points_of(base, modifiers)
    told = [modifier_to_json(modifier) for modifier in base]
    return Goal(base, modifiers, target_number, window(target_number, strict, trouble), told)


def rolled(
    term: str, who: str, found: Goal, face: int, cited: Citations, data: dict[str, Json], *, outcome: str = ""
) -> Rolled:
    """A test as it is told; its numbers join ``data``. Without ``outcome`` it is a success or a failure.

    A house rule that decided is named: equality succeeds only where the house plays it so.

    Rule: CHA-0.2.
    """
    target_number = found.target_number
    success = found.is_reached(face)
    data["target_number"] = target_number
    data["base"] = found.told
    data["degrees" if success else "degrees_of_failure"] = degrees(target_number, face)
    if face == target_number and success:
        option = data.get("option")
        data["option"] = [*option, "strict_under"] if isinstance(option, list) else ["strict_under"]
    outcome = outcome or ("success" if success else "failure")
    if found.window is None:
        cited += HOPELESS
    return Rolled(term, who, W100, (face,), found.modifiers, face, found.window, outcome, cited, data)


def check_of(
    term: str, who: str, found: Goal, cited: Citations, trouble: Window | None = None, *, graded: bool = True
) -> Check:
    """The same test before it is rolled, with its exact chance; ``graded``: whether degrees are counted.

    Rule: CHA-0.1.
    """
    return Check(
        who=who,
        term=term,
        dice=W100,
        base=found.base,
        modifiers=found.modifiers,
        target_number=found.target_number,
        window=found.window,
        chance=chance_of(found.window),
        rules=cited if found.window is not None else cited + HOPELESS,
        trouble=trouble,
        degrees=graded,
    )
