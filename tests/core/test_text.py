"""What may stand in a text, by one list for sheets, names, searches and one-time keys."""

import pytest

from combat.core.text import forbidden_in, is_printable


@pytest.mark.parametrize(
    "text", ["Zoë", "<script>", "漢字", "Zeile\nZeile", "Spalte\tSpalte", "👩‍👩‍👧", "", "a\u00a0b"]
)
def test_letters_of_any_script_and_signs_may_stand(text: str) -> None:
    assert is_printable(text)
    assert forbidden_in(text) == ()


@pytest.mark.parametrize(
    "character", ["\x00", "\r", "\x7f", "\u200e", "\u202e", "\u2066", "\u2028", "\ud800", "\u061c"]
)
def test_what_hides_or_reorders_may_not(character: str) -> None:
    assert forbidden_in(f"a{character}b") == (character,)
    assert not is_printable(f"a{character}b")


def test_line_breaks_are_for_texts_of_several_lines() -> None:
    assert forbidden_in("a\nb", allowed="") == ("\n",)
