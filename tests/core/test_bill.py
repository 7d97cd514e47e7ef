"""Bills and what they come to."""

from combat.core.bill import as_modifiers, total, words_of_gm
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.event import Modifier
from combat.core.intent import GmModifier

CITED = cite("CHA-0.3")


def test_a_bill_is_the_sum_of_its_steps() -> None:
    assert [
        total(()),
        total((DerivedStep("skill", 40),)),
        total((DerivedStep("skill", 40), DerivedStep("rank", -5))),
    ] == [0, 40, 35]


def test_the_same_steps_start_a_roll() -> None:
    assert as_modifiers((DerivedStep("skill", 40, CITED),)) == (Modifier("skill", 40, "add", CITED),)


def test_a_word_of_no_points_adds_nothing() -> None:
    words = (GmModifier(value=10, reason="Rückenwind"), GmModifier(value=0, reason="Egal"))
    assert words_of_gm(words, CITED) == (Modifier("gm", 10, "add", CITED, "gm", "Rückenwind"),)
