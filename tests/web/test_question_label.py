"""The names of questions in words: a number that only tells who is asked is left out, for his name stands beside it."""

import pytest

from chaos_sheets.selectors.log import question_label
from combat.core.fields import choice
from tests.web.test_headlines import reader


@pytest.mark.parametrize(
    ("ruleset", "name", "label"),
    [
        ("chaos", "tactics.3.roll", "Taktik, Wurf"),
        ("chaos", "interrupt.2.choice", "Vorbereitete Reaktion"),
        ("chaos", "reaction.1.spend", "Reaktion, Punkte einsetzen"),
        ("chaos", "hit.2.zone", "Treffer 2, Trefferzone"),
        ("chaos", "reaction.1.hit.2", "Reaktion, Treffer 2"),
        ("chaos", "burning.1", "Schaden durch Flammen"),
        ("chaos", "attack.again", "Zweiter Wurf der Lenkwaffe"),
        ("chaos", "opposing", "Gegenwurf im Ringkampf"),
        ("oedland", "watch.1.perception", "Reaktionskampf, Wahrnehmung"),
        ("oedland", "luck_test.0", "Glücksprobe"),
        ("oedland", "luck_test.1", "Glücksprobe"),
        ("oedland", "initiative.4", "Initiative"),
        ("chaos", "resistance.1", "Resistenz"),
    ],
)
def test_a_question_is_named(ruleset: str, name: str, label: str) -> None:
    """The report from the table: "Taktik 3, Wurf" shows where somebody stands in a list nobody sees."""
    assert question_label(name, reader(ruleset)) == label


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("step.breakout.1.contest.1", "Ausbruchswurf"),
        ("breakout.2.contest.1.against", "Ausbruchswurf dagegen"),
        ("contest.1.against", "Wurfduell, Gegenwurf"),
        ("damage.1.explosion.2", "Würfelexplosion"),
        ("breakout.1.attack_roll", "Freier Angriff"),
        ("step.breakout.1", "Freier Angriff"),
        ("step.breakout.1.zone", "Freier Angriff, Trefferzone"),
        ("breakout.2.damage", "Freier Angriff, Schaden"),
        ("breakout.1.damage.1.explosion.1", "Würfelexplosion"),
        ("initiative.tie.8.1.1", "Initiative bei Gleichstand"),
        ("breakout.1.wound_save", "KON-Save gegen Bewusstlosigkeit"),
        ("counter.attack_roll", "Konter, Angriffswurf"),
    ],
)
def test_a_die_whose_name_is_long_is_called_as_at_the_table(name: str, label: str) -> None:
    """W20-7.3: "Schritt, Ausbruchswurf 1, Wurfduell 1, gegen" was asked for."""
    assert question_label(name, reader("zwanziger")) == label


def test_what_a_player_calls_his_own_is_shown_as_he_wrote_it() -> None:
    """A spell that he named "burning" is not translated, though the rules have a word of that id (CHA-9.1)."""
    words = reader("chaos").words
    known = choice("spell", ("a", "burning"), choice_names=(("a", "burning"),))
    assert (words.choice(known, "a"), words.choice(known, "burning")) == ("burning", "brennt")
