"""Rules looked up in a real browser: found while typing, opened in place without losing what was typed."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.test_story import Check, Opened, Table, table

__all__ = ["table"]

pytestmark = pytest.mark.django_db(transaction=True)

CARD = ".rule-card"


def test_what_is_typed_finds_rules_and_leads_to_them(
    open_page: Opened, table: Table, viewport: dict[str, int], assert_accessible: Check, assert_fits: Check
) -> None:
    page = open_page(reverse("lookup", args=[table.campaign.pk]), table.player)
    assert_fits(page)
    page.get_by_label("Suche").press_sequentially("ladehem")
    first = page.locator(".found li").first
    expect(first).to_contain_text("CHA-3.4")
    expect(page.get_by_label("Suche")).to_be_focused()
    assert_accessible(page)
    first.get_by_role("link").first.click()
    expect(page.locator("[id='CHA-3.4']")).to_be_in_viewport()
    for part in ("Tabellen", "Begriffe"):
        page.get_by_role("link", name=part, exact=True).click()
        expect(page.get_by_role("link", name=part, exact=True)).to_have_attribute("aria-current", "page")
        assert_fits(page)


@pytest.mark.parametrize("part", ["Tabellen", "Begriffe"])
def test_tables_and_terms_can_be_read_by_everybody(
    open_page: Opened, table: Table, assert_accessible: Check, part: str
) -> None:
    page = open_page(reverse("lookup", args=[table.campaign.pk]), table.player)
    page.get_by_role("link", name=part, exact=True).click()
    expect(page.get_by_role("link", name=part, exact=True)).to_have_attribute("aria-current", "page")
    assert_accessible(page)


def test_a_rule_opens_beside_its_number_and_leaves_what_was_typed(
    open_page: Opened, table: Table, viewport: dict[str, int], assert_accessible: Check, assert_fits: Check
) -> None:
    page = open_page(table.sheet, table.player)
    points = page.locator("#pool-hit_points")
    points.fill("7")
    page.locator("details.why summary").first.click()
    link = page.locator("details.why a[data-rule]").first
    link.focus()
    page.keyboard.press("Enter")
    card = page.locator(CARD)
    expect(card).to_be_visible()
    expect(card).to_be_focused()
    expect(card).to_contain_text("Attributsbonus")
    expect(page.get_by_role("dialog", name="Attributsbonus")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    box = card.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= viewport["width"]
    assert 0 <= box["y"] <= box["y"] + box["height"] <= viewport["height"]
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(link).to_be_focused()
    assert len(page.context.pages) == 1
    link.click()
    card.get_by_role("button", name="schließen").click()
    expect(card).to_be_hidden()
    assert table.hit_points() in (7, 15)


def test_without_a_script_a_number_opens_a_window_of_its_own(open_page: Opened, table: Table) -> None:
    page = open_page(table.sheet, table.player, java_script_enabled=False)
    page.locator("details.why summary").first.click()
    with page.context.expect_page() as opened:
        page.locator("details.why a[data-rule]").first.click()
    expect(opened.value.locator("[id='CHA-0.4']")).to_be_in_viewport()
    opened.value.get_by_label("Suche").fill("ladehemmung")
    opened.value.get_by_role("button", name="Suchen").click()
    expect(opened.value.locator(".found li").first).to_contain_text("CHA-3.4")
