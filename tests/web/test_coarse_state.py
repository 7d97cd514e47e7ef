"""How somebody fares to whoever does not see his sheet: in words, without a number."""

from __future__ import annotations

import pytest

from chaos_sheets import policy
from chaos_sheets.selectors.sheet import coarse_state, load
from chaos_sheets.words import Words
from combat.core.derived import Derived
from tests.cast import stock_once
from tests.web.test_every_ruleset import table

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db


def test_of_two_states_that_are_equally_grave_both_are_told() -> None:
    """W20-6.9: who bleeds and is shaken is both to whoever sees only how he fares; what is graver stands alone."""
    at = table("zwanziger")
    found = load(policy.viewer(user=at.gm, campaign=at.campaign.pk), at.one, whole=False)
    words = Words.of(found.info.glossary)

    def told(*held: str) -> str:
        return coarse_state(Derived(values={}, statuses=held), found.info, words, found.sheet).word

    assert told("bleeding", "shaken") == f"{words.word('bleeding')}, {words.word('shaken')}"
    assert told("bleeding", "unconscious", "shaken") == words.word("unconscious")
