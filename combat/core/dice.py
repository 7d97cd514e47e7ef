"""Dice expressions in W notation and exact chances."""

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Self

EXPRESSION = re.compile(r"(\d{0,2})[WwDd](\d{1,4})\s*(?:([+\-−])\s*(\d{1,3}))?")
type Faces = tuple[int, ...]
type Window = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` dice of ``sides`` faces plus ``bonus``: 2W10+4 is ``Dice(2, 10, 4)``."""

    count: int
    sides: int
    bonus: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "2W10+4", "W5", "1w6-1"; raises ValueError with the text for anything else."""
        match = EXPRESSION.fullmatch(text.strip())
        if match is None or int(match[1] or 1) < 1 or int(match[2]) < 1:
            raise ValueError(text)
        bonus = int(match[4] or 0)
        return cls(int(match[1] or 1), int(match[2]), bonus if match[3] == "+" else -bonus)

    def __str__(self) -> str:
        count = str(self.count) if self.count > 1 else ""
        bonus = f"{self.bonus:+d}" if self.bonus else ""
        return f"{count}W{self.sides}{bonus}"

    def total(self, faces: Faces) -> int:
        """Sum of the faces and the bonus; may be negative, floors are the ruleset's."""
        return sum(faces) + self.bonus

    def allows(self, faces: Faces) -> bool:
        """Whether these dice can show these faces, one number per die."""
        sides = self.sides
        for face in faces:
            if not 1 <= face <= sides:
                return False
        return len(faces) == self.count


def within(window: Window, total: int) -> bool:
    """Whether a total lies in a window; an end that is None is open."""
    low, high = window
    return (low is None or total >= low) and (high is None or total <= high)


@cache
def distribution(dice: Dice) -> tuple[tuple[int, int], ...]:
    """Each total with the number of ways to roll it, in rising order."""
    ways = Counter({dice.bonus: 1})
    for _ in range(dice.count):
        further: Counter[int] = Counter()
        for total, number in ways.items():
            for face in range(1, dice.sides + 1):
                further[total + face] += number
        ways = further
    return tuple(sorted(ways.items()))


def chance(dice: Dice, window: Window | None) -> Fraction:
    """The exact chance that a total lies in the window; 0 where there is nothing to reach."""
    if window is None:
        return Fraction(0)
    hits = sum(ways for total, ways in distribution(dice) if within(window, total))
    return Fraction(hits, dice.sides**dice.count)
