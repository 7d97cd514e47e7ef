"""Bills: the steps that lead to a value, and what they come to; the same steps start a roll."""

from collections.abc import Iterable

from combat.core.citation import Citations
from combat.core.derived import DerivedStep
from combat.core.event import Modifier
from combat.core.intent import GmModifier

type Bill = tuple[DerivedStep, ...]
"""The steps to a value: the first one sets it, the others add."""


def total(bill: Bill) -> int:
    """What a bill comes to."""
    return bill[0].amount if len(bill) == 1 else sum([step.amount for step in bill])


def as_modifiers(bill: Bill) -> tuple[Modifier, ...]:
    """The same steps as the start of a roll."""
    return tuple([Modifier(step.term, step.amount, "add", step.rules) for step in bill])


def words_of_gm(words: Iterable[GmModifier], cited: Citations, key: str = "gm") -> tuple[Modifier, ...]:
    """What the game master adds to a roll, each word with his reason; a word of 0 points adds nothing."""
    return tuple([Modifier(key, word.value, "add", cited, "gm", word.reason) for word in words if word.value])
