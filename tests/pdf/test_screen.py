"""The game master's screen, read back: two pages across, every number of a fight on it, tagged, nothing cut off."""

from __future__ import annotations

import pytest
from django.utils import translation

from chaos_sheets import pdf, policy
from chaos_sheets.models import Campaign, User
from chaos_sheets.printing.worker import Press
from chaos_sheets.selectors.reference import reference
from chaos_sheets.selectors.screen import Screen, screen
from combat.core.value import Json
from combat.registry import ruleset_ids
from tests import builders
from tests.cast import Cast
from tests.pdf.paper import Paper

LANGUAGES = ("de", "en")


def read_screen(user: User, campaign: Campaign, options: dict[str, Json] | None = None) -> Screen:
    who = policy.viewer(user=user, campaign=campaign)
    who.campaign.options = options or {}
    return screen(who=who)


def print_screen(press: Press, found: Screen) -> Paper:
    return Paper(press, pdf.screen_html(found))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_every_system_fits_on_two_pages_across(stock: None, press: Press, ruleset: str, language: str) -> None:
    gm = builders.user(f"gm-{ruleset}")
    campaign = builders.campaign(gm, "Runde")
    Campaign.objects.filter(pk=campaign.pk).update(ruleset=ruleset)
    campaign.refresh_from_db()
    with translation.override(language):
        paper = print_screen(press, read_screen(gm, campaign))
        book = reference(ruleset=ruleset)
    assert 1 <= len(paper.pages) <= 2
    width, height = (float(side) for side in paper.reader.pages[0].mediabox[2:])
    assert (round(width), round(height)) == (842, 595)
    assert paper.outside() == []
    assert paper.overlapping() == []
    for table in book.tables:
        for row in table.rows:
            assert paper.holds(row.label), row.label


def test_the_screen_of_chaos_holds_what_a_fight_asks_for(cast: Cast, press: Press) -> None:
    """CHA-2.3, CHA-3.2, CHA-5, CHA-7.1, CHA-7.15, CHA-8: by hand from the rule page."""
    paper = print_screen(press, read_screen(cast.gm, cast.campaign))
    assert len(paper.pages) == 2
    for text in (
        *(
            "Voller Nahkampfangriff8",
            "Beschuss4 · je RSM 1",
            "Kernschussreichweite+30",
            "Schuss aus der Hüfte−20 · je RSM −2",
        ),
        *("Kopf10", "Beine1–3", "Verwundet4", "Massiver Fels40100", "Kritischer Würfel (Seiten)10"),
    ):
        assert paper.holds(text), text


def test_it_is_tagged_and_says_what_it_is_in_which_language(cast: Cast, press: Press) -> None:
    for language, title in (("de", "Spielleitungsschirm"), ("en", "Game master’s screen")):
        with translation.override(language):
            paper = print_screen(press, read_screen(cast.gm, cast.campaign))
        assert paper.root["/Lang"] == language
        assert paper.root["/MarkInfo"]["/Marked"]
        assert str(paper.reader.metadata.title if paper.reader.metadata else "").startswith(title)
        assert list(paper.elements("/Table"))
        assert len(list(paper.elements("/H1"))) == 1
        assert paper.numbers == [(1, 2), (2, 2)]


def test_house_rules_stand_on_it_and_change_its_numbers(cast: Cast, press: Press) -> None:
    paper = print_screen(press, read_screen(cast.gm, cast.campaign, {"jam_from": 98, "strict_under": False}))
    assert paper.holds("Ladehemmung ab Wurf *98")
    assert paper.holds("Gleichstand beim Würfeln: gelingt")
    plain = print_screen(press, read_screen(cast.gm, cast.campaign))
    assert plain.holds("Ladehemmung ab Wurf96")
    assert not plain.holds("Hausregeln:")
