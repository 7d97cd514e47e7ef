"""The only module that imports a random source: dice from the operating system's entropy."""

import os
import threading
from array import array

from combat.core.procedure import Answer, Question, Roll


class _Entropy(threading.local):
    """Numbers of 32 bits, fetched by the thousand: one call to the system for every die would be ten times dearer."""

    def __init__(self) -> None:
        self.numbers: array[int] = array("I")

    def below(self, limit: int) -> int:
        """A whole number from 0 up to below the limit, each equally likely."""
        fair = 2**32 - 2**32 % limit
        while True:
            if not self.numbers:
                self.numbers.frombytes(os.urandom(4096))
            number = self.numbers.pop()
            if number < fair:
                return number % limit


_entropy = _Entropy()


def die(sides: int) -> int:
    """One fair die: a whole number from 1 to ``sides``."""
    return _entropy.below(sides) + 1


def system_dice(question: Question) -> Answer | None:
    """Roll what is asked for; choices are left to people."""
    if not isinstance(question, Roll):
        return None
    sides = question.dice.sides
    return Answer(faces=tuple([die(sides) for _ in range(question.dice.count)]), source="app")
