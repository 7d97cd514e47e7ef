"""The sheet under real fingers: written in place, stale, offline, from the keyboard, on the smallest phone."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from chaos_sheets.models import Character, Item
from tests.browser.conftest import Watch
from tests.browser.test_story import Check, Opened, Table, table

__all__ = ["table"]

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 8_000
LONG = "Freifrau Änne-Magdalena von der Überwälder-Großschreckenstein zu Ötzingen und Ko"
POINTS = "#pool-hit_points"


def test_enter_saves_and_says_so_and_escape_takes_back(open_page: Opened, table: Table, watch: Watch) -> None:
    """J14: cancel really cancels."""
    watch.expect(422)
    page = open_page(table.sheet, table.player)
    points = page.locator(POINTS)
    points.fill("9")
    points.press("Enter")
    expect(page.locator("[data-live-saved]")).to_contain_text("gespeichert")
    expect(page.locator(".tags").first).to_contain_text("verwundet")
    points.fill("51")
    points.press("Enter")
    expect(page.locator("[data-say-for]")).to_contain_text("höchstens 15")
    expect(points).to_have_value("51")
    points.press("Escape")
    expect(points).to_have_value("9")
    expect(page.locator("[data-say-for]")).to_have_count(0)
    assert table.hit_points() == 9


def test_every_tap_counts_however_fast(open_page: Opened, table: Table) -> None:
    """J18: taps are added, none is lost and none counts twice."""
    page = open_page(table.sheet, table.player)
    minus = page.get_by_label("1 TP abziehen")
    for _ in range(7):
        minus.click()
    expect(page.locator(POINTS)).to_have_value("8")
    page.wait_for_load_state("networkidle")
    assert table.hit_points() == 8


def test_two_who_write_the_same_choose_what_counts(open_page: Opened, table: Table, watch: Watch) -> None:
    """J02: both values shown, nothing overwritten."""
    watch.expect(409)
    mine, other = open_page(table.sheet, table.player), open_page(table.sheet, table.player)
    mine.locator(POINTS).fill("12")
    other.locator(POINTS).fill("10")
    other.locator(POINTS).press("Enter")
    expect(other.locator("[data-live-saved]")).to_contain_text("gespeichert")
    mine.locator(POINTS).press("Enter")
    expect(mine.locator(".conflict")).to_contain_text("12")
    expect(mine.locator(".conflict__side--stands")).to_contain_text("10")
    mine.get_by_role("button", name="Beides: 7").click()
    expect(mine.locator(POINTS)).to_have_value("7")
    expect(mine.locator(".conflict")).to_have_count(0)
    assert table.hit_points() == 7


def test_live_data_leaves_typing_focus_and_open_bills_alone(open_page: Opened, table: Table) -> None:
    page, other = open_page(table.sheet, table.player), open_page(table.sheet, table.gm)
    page.get_by_text("Warum?").first.click()
    notes = page.locator("#notes")
    notes.fill("mitten im Satz")
    other.get_by_label("1 TP abziehen").click()
    expect(page.locator(POINTS)).to_have_value("14", timeout=SOON)
    expect(notes).to_have_value("mitten im Satz")
    expect(notes).to_be_focused()
    expect(page.locator("details.why[open]")).to_have_count(1)


def test_without_a_connection_the_page_says_so_and_comes_back(open_page: Opened, table: Table, watch: Watch) -> None:
    page = open_page(table.sheet, table.player)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.locator("[data-offline]")).to_be_visible()
    expect(page.locator("[data-live-word]")).to_have_text("keine Verbindung")


def test_the_keyboard_reaches_every_field(open_page: Opened, table: Table) -> None:
    page = open_page(table.sheet, table.player)
    for number in "123456789"[:8]:
        page.keyboard.press(number)
        expect(page.locator(f"#f{number}")).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("Tab")
    expect(page.locator(POINTS)).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator(POINTS)).to_be_focused()
    expect(page.locator(POINTS)).to_have_value("2")
    page.keyboard.press("Escape")
    expect(page.locator(POINTS)).to_have_value("15")


def test_panels_open_in_place_and_what_is_taken_is_on_the_sheet(open_page: Opened, table: Table) -> None:
    page = open_page(table.sheet, table.player)
    page.get_by_text("Gegenstand hinzufügen").click()
    page.get_by_role("searchbox").fill("Morphin")
    # The list is searched while one types: what is pressed is in the list that was found.
    expect(page.get_by_role("button", name=re.compile("^Nehmen: "))).to_have_count(1)
    page.get_by_role("button", name="Nehmen: Morphin").click()
    expect(page.locator(".gear").first).to_contain_text("Morphin")
    page.get_by_text("Alle Angaben").first.click()
    penetration = page.locator("[data-field=penetration]")
    penetration.fill("6")
    expect(penetration).to_have_value("6")
    penetration.press("Enter")
    expect(page.locator(".weapon").first).to_contain_text("abweichend")


def test_a_repair_shows_its_bill_and_mends(open_page: Opened, table: Table) -> None:
    armour = Item.objects.get(character=table.hero, kind="armour")
    armour.zones.filter(zone="body").update(damage_points=4)
    page = open_page(table.sheet, table.player)
    page.get_by_text(f"{armour.name}: Kerben und mehr").click()
    panel = page.locator(".in-body form.task")
    expect(panel).to_contain_text("1.200 DKK")
    panel.get_by_role("button", name="Instand setzen").click()
    expect(panel).to_contain_text("Erledigt")
    expect(page.locator(".in-body .zone").nth(2)).to_contain_text("unversehrt", timeout=SOON)


@pytest.mark.parametrize("width", [320, 360, 768, 1280, 1920])
def test_eighty_letters_fit_any_window(
    open_page: Opened, table: Table, assert_fits: Check, assert_accessible: Check, width: int
) -> None:
    """L10, N04: long names on the screen, 320 pixels wide."""
    Character.objects.filter(pk=table.hero.pk).update(name=LONG)
    Item.objects.filter(character=table.hero).update(name=LONG)
    page = open_page(table.sheet, table.player, viewport={"width": width, "height": 800})
    assert_fits(page)
    assert_accessible(page)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_open_panels_are_accessible_in_both_looks(
    open_page: Opened, table: Table, assert_accessible: Check, look: str
) -> None:
    page = open_page(table.sheet, table.gm, color_scheme=look)
    for words in ("Alle Angaben", "Fertigkeiten: ändern", "Waffe hinzufügen", "Einen Wert festsetzen", "+ Zustand"):
        page.get_by_text(words).first.click()
    page.wait_for_load_state("networkidle")
    assert_accessible(page)


def test_thumbs_meet_what_they_aim_at(open_page: Opened, table: Table) -> None:
    """N05: on a phone everything that is tapped is 44 pixels high."""
    page = open_page(table.sheet, table.player, viewport={"width": 360, "height": 740}, has_touch=True)
    small = page.evaluate(
        """() => [...document.querySelectorAll("main button, main a.btn, main summary, .targets a, .dock a")]
            .filter((element) => element.checkVisibility())
            .filter((element) => element.getBoundingClientRect().height < 43.5)
            .map((element) => element.outerHTML.slice(0, 120))"""
    )
    assert small == []


def test_others_see_a_coarse_sheet(open_page: Opened, table: Table, assert_accessible: Check) -> None:
    fellow = Character.objects.in_play().get(campaign=table.campaign, name="Mikkel Raun")
    assert fellow.owner is not None
    page = open_page(reverse("sheet", args=[table.hero.pk]), fellow.owner.user)
    expect(page.locator("main")).to_contain_text("unverletzt")
    expect(page.locator("[data-field]")).to_have_count(0)
    assert_accessible(page)
