"""Every id has a word in both languages, and an abbreviation stands for one thing only."""

import pytest

from combat.core.citation import cite
from combat.core.glossary import Glossary, GlossaryError

GOOD = """
[term.hit_points]
de = "Trefferpunkte"
en = "Hit points"
abbr = {de = "TP", en = "HP"}
means.de = "Wie viel einer aushält."
means.en = "How much one can take."
cite = "CHA-7.4"
not = ["life_points"]

[term.hit]
de = "Treffer"
en = "Hit"
says.de = "{lost} TP"
says.en = "{lost} HP"
cite = ["CHA-7.1", "CHA-7.3"]
"""


def test_a_term_has_words_abbreviation_meaning_and_citations() -> None:
    glossary = Glossary.load("g", GOOD)
    points = glossary.term("hit_points")
    assert (points.word["de"], points.short("de"), points.short("en")) == ("Trefferpunkte", "TP", "HP")
    assert points.false_friends == ("life_points",)
    assert glossary.term("hit").short("de") == "Treffer"
    assert glossary.term("hit").rules == cite("CHA-7.1", "CHA-7.3")


def test_an_abbreviation_may_be_the_same_in_both_languages() -> None:
    assert Glossary.load("g", '[term.a]\nde = "A"\nen = "A"\nabbr = "AP"').term("a").short("en") == "AP"


def test_an_id_nobody_wrote_down_is_shown_as_it_is() -> None:
    assert Glossary.load("g", GOOD).term("odd_thing").word["de"] == "odd thing"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[term.a]\nde = "A"', "de and en"),
        ('[term.a]\nde = "A"\nen = "A"\nmeans.de = "x"', "means needs"),
        ('[term.a]\nde = "A"\nen = "A"\nabbr = 3', "abbr needs"),
        ('[term.a]\nde = "A"\nen = "A"\nabbr = "X"\n[term.b]\nde = "B"\nen = "B"\nabbr = "X"', "already stands"),
    ],
)
def test_a_broken_entry_is_named(text: str, told: str) -> None:
    with pytest.raises(GlossaryError, match=told):
        Glossary.load("g", text)


def test_a_ruleset_says_which_words_are_asked_of_several_people() -> None:
    """The number in "tactics.3" tells only whose roll it is; in "hit.3" it tells which hit."""
    glossary = Glossary.load("g", f"{GOOD}per_person = true")
    assert (glossary.term("hit").per_person, glossary.term("hit_points").per_person) == (True, False)


def test_a_ruleset_says_which_words_stand_before_a_name_somebody_gave_himself() -> None:
    glossary = Glossary.load("g", f"{GOOD}own = true")
    assert (glossary.term("hit").own, glossary.term("hit_points").own) == (True, False)
