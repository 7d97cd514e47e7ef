"""A misspelt rule number never leaves the place where it was written."""

import pytest

from combat.core.citation import Citation, cite


@pytest.mark.parametrize("text", ["CHA-7.3", "CHA-6.heat_ray", "CHA-7", "W20-9.12"])
def test_numbers_traits_and_chapters_are_citations(text: str) -> None:
    assert Citation(text) == text


@pytest.mark.parametrize("text", ["", "7.3", "CHA 7.3", "cha-7.3", "CHA-7.3.1", "CHA-7.", "CHA-7.Heat"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a citation"):
        Citation(text)


def test_a_citation_knows_its_chapter() -> None:
    assert [rule.chapter for rule in cite("CHA-12.3", "CHA-6.flame", "CHA-0")] == [12, 6, 0]
