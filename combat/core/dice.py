"""Dice expressions in W notation and exact chances."""

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Self

EXPRESSION = re.compile(r"(\d{0,2})[WwDd](\d{1,4})\s*([↑↓]?)\s*(?:([+\-−])\s*(\d{1,3}))?")
type Faces = tuple[int, ...]
type Window = tuple[int | None, int | None]
OPEN: Window = (None, None)
"""No number to reach: the total counts as it is, and others may have to reach it."""


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` dice of ``sides`` faces plus ``bonus``: 2W10+4 is ``Dice(2, 10, 4)``.

    ``keep``: only one of the dice counts, the highest (↑) or the lowest (↓): 2W20↑ is ``Dice(2, 20, keep="↑")``.
    """

    count: int
    sides: int
    bonus: int = 0
    keep: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "2W10+4", "W5", "1w6-1", "2W20↑+3"; raises ValueError with the text for anything else."""
        match = EXPRESSION.fullmatch(text.strip())
        if match is None or int(match[1] or 1) < 1 or int(match[2]) < 1:
            raise ValueError(text)
        bonus = int(match[5] or 0)
        return cls(int(match[1] or 1), int(match[2]), bonus if match[4] == "+" else -bonus, match[3])

    def __str__(self) -> str:
        count = str(self.count) if self.count > 1 else ""
        bonus = f"{self.bonus:+d}" if self.bonus else ""
        return f"{count}W{self.sides}{self.keep}{bonus}"

    @property
    def lowest(self) -> int:
        """The lowest total."""
        return (1 if self.keep else self.count) + self.bonus

    @property
    def highest(self) -> int:
        """The highest total."""
        return (1 if self.keep else self.count) * self.sides + self.bonus

    def total(self, faces: Faces) -> int:
        """Sum of the faces, or the one that counts, and the bonus; may be negative, floors are the ruleset's."""
        if self.keep:
            return (max(faces) if self.keep == "↑" else min(faces)) + self.bonus
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


def _ways_to_keep(dice: Dice, face: int) -> int:
    """In how many ways a face is the one that counts: no other beats it, and not all stay behind it."""
    no_better = face if dice.keep == "↑" else dice.sides - face + 1
    return int(no_better**dice.count - (no_better - 1) ** dice.count)


@cache
def distribution(dice: Dice) -> tuple[tuple[int, int], ...]:
    """Each total with the number of ways to roll it, in rising order."""
    if dice.keep:
        return tuple((face + dice.bonus, _ways_to_keep(dice, face)) for face in range(1, dice.sides + 1))
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
