"""What a sheet says once: a single number of a weapon, counts of a fight, what a state weighs, pools that are none."""

from __future__ import annotations

import pytest

from chaos_sheets import pdf
from chaos_sheets.models import Character
from chaos_sheets.printing.layout import paper
from combat.registry import ruleset_ids
from tests.cast import stock_once
from tests.web.test_every_ruleset import table
from tests.web.test_sheets_of_systems import on_paper, page, seen, view

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db


MANY = ("xian",)
"""Systems of which the weapons at the test table all have several numbers."""


@pytest.mark.parametrize("ruleset", [ruleset for ruleset in ruleset_ids() if ruleset not in MANY])
def test_a_weapon_with_one_number_has_it_among_its_values_and_not_in_a_table(ruleset: str) -> None:
    """A table of one cell says less than a value; on screen and on paper the number stands once."""
    at = table(ruleset)
    sheet, text = view(at), page(at)
    alone = [one for one in sheet.weapons if one.table is not None and one.table.single is not None]
    assert alone
    for item in alone:
        assert item.table is not None
        article = text.partition(f'data-key="weapon-{item.id}"')[2].partition("</article>")[0]
        assert 'class="targets"' not in article
        assert item.table.number not in {spec.label for spec in item.other_specs}
        specs_shown = article.partition('class="weapon__specs"')[2].partition("</dl>")[0]
        assert specs_shown.count(f">{item.table.number}<") == 1
    paper_text = seen(pdf.sheet_html(on_paper(at)))
    for item in alone:
        assert item.table is not None
        own = paper_text.partition(f"{item.name} ")[2].partition(" Angriff")[0]
        assert item.table.number not in own


@pytest.mark.parametrize("ruleset", MANY)
def test_a_weapon_with_several_numbers_has_its_table(ruleset: str) -> None:
    at = table(ruleset)
    sheet, text = view(at), page(at)
    assert sheet.weapons
    for item in sheet.weapons:
        assert item.table is not None
        assert item.table.single is None
        assert 'class="targets"' in text.partition(f'data-key="weapon-{item.id}"')[2].partition("</article>")[0]


def test_exhaustion_has_boxes_on_the_first_page() -> None:
    """W20-3.7: every defence raises it; at the table it is ticked with a pencil."""
    at = table("zwanziger")
    sheet = paper(on_paper(at))
    (boxes,) = [pool.drawing for pool in sheet.pools if pool.label == "Erschöpfung"]
    assert boxes.count("M") >= 8


def test_what_a_state_weighs_is_asked_for_while_it_holds() -> None:
    """W20-6.9, W20-9.14: the game master may let bleeding weigh on every roll of whoever bleeds."""
    at = table("zwanziger")
    assert "Blutend: auf jeden Wurf" not in page(at)
    Character.objects.filter(pk=at.one.pk).update(body=at.one.body | {"statuses": {"bleeding": True}})
    assert "Blutend: auf jeden Wurf" in page(at)
    assert "Erschüttert: auf jeden Wurf" not in page(at)


def test_the_list_of_figures_leaves_out_a_pool_that_can_hold_nothing() -> None:
    at = table("zwanziger")
    listed = seen(at.client.get(at.address("characters")).content.decode())
    assert "WU 0/" in listed
    assert "LP 0/0" not in listed
