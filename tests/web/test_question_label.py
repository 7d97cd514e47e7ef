"""The names of questions in words: a number that only tells who is asked is left out, for his name stands beside it."""

import pytest

from chaos_sheets.selectors.log import question_label
from tests.web.test_headlines import reader


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("tactics.3.roll", "Taktik, Wurf"),
        ("interrupt.2.choice", "Vorbereitete Reaktion"),
        ("reaction.1.spend", "Reaktion, Punkte einsetzen"),
        ("hit.2.zone", "Treffer 2, Trefferzone"),
        ("reaction.1.hit.2", "Reaktion, Treffer 2"),
    ],
)
def test_a_question_is_named(name: str, label: str) -> None:
    """The report from the table: "Taktik 3, Wurf" shows where somebody stands in a list nobody sees."""
    assert question_label(name, reader("chaos")) == label
