"""Punkte und Hälften, FHT-6.8 und 7.8: what dice come to, halved or not, as the steps of a bill."""

from combat.core.bill import Bill, total
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.rounding import ceil_div
from combat.core.value import Json
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.scene import Scene


def half(scene: Scene, value: int) -> int:
    """Half of something, rounded up, or down where the table plays it so.

    Rule: FHT-7.8, FHT-9.15.
    """
    if value % number("half") and scene.house.plays("halving", "down"):
        return value // number("half")
    return ceil_div(value, number("half"))


def half_of(scene: Scene, bill: Bill, term: str, cited: Citations) -> Bill:
    """A bill with half of it taken off; what rounds it is named where anything was rounded.

    Rule: FHT-7.8, FHT-9.15.
    """
    value = total(bill)
    rounded = cite("FHT-7.8") if value % number("half") else ()
    return (*bill, DerivedStep(term, half(scene, value) - value, (*cited, *rounded)))


def as_told(bill: Bill) -> list[Json]:
    """The steps of a bill as an event tells them: whatever changed nothing is left out."""
    return [{"term": step.term, "amount": step.amount, "rules": [*step.rules]} for step in bill if step.amount]


def digits(face: int, zero: int) -> tuple[int, int]:
    """The two ten-sided dice of a d100; a 0 counts as ``zero``.

    Rule: FHT-6.8.
    """
    tens, ones = divmod(face % number("test_die"), number("digit_zero"))
    return tens or zero, ones or zero


def digits_bill(face: int) -> Bill:
    """The sum of the digits of a d100.

    Rule: FHT-4.1, FHT-6.8.
    """
    return (DerivedStep("digits", sum(digits(face, number("digit_zero"))), cite("FHT-6.8", "FHT-4.1")),)
