"""Signed out, cut off, in somebody's way: nothing typed is lost, and the page says what is known."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import Page, Route, expect

from chaos_sheets.models import Character, JournalEntry, User
from tests.browser.conftest import Watch
from tests.browser.test_story import Check, Opened, Table, table

__all__ = ["table"]

pytestmark = pytest.mark.django_db(transaction=True)

POINTS = "#pool-hit_points"
SIGNED_OUT = "[data-signed-out]"


def sign_in_elsewhere(page: Page, user: User) -> None:
    """What the other window leaves behind: a new session and a new token."""
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    home = page.evaluate("location.origin")
    page.context.add_cookies(
        [
            {"name": settings.SESSION_COOKIE_NAME, "value": client.session.session_key or "", "url": home},
            {"name": settings.CSRF_COOKIE_NAME, "value": "n" * 32, "url": home},
        ]
    )


def test_who_is_signed_out_keeps_his_typing_and_goes_on_after_signing_in(
    open_page: Opened, table: Table, watch: Watch, assert_accessible: Check
) -> None:
    watch.expect(401)
    page = open_page(table.sheet, table.player)
    Session.objects.all().delete()
    points = page.locator(POINTS)
    points.fill("9")
    points.press("Enter")
    banner = page.locator(SIGNED_OUT)
    expect(banner).to_be_visible()
    expect(banner).to_contain_text("was du getippt hast, bleibt stehen")
    expect(banner.get_by_role("link")).to_have_attribute("target", "_blank")
    expect(page.locator("output.saved[for=pool-hit_points]")).to_have_text("nicht gespeichert")
    expect(page.locator("[data-live-word]")).to_have_text("keine Verbindung")
    expect(points).to_have_value("9")
    expect(page.locator("[data-says] li")).to_have_count(0)
    assert_accessible(page)
    assert table.hit_points() == 15
    sign_in_elsewhere(page, table.player)
    expect(banner).to_be_hidden()
    expect(page.locator("[data-live-word]")).to_have_text("verbunden")
    expect(points).to_have_value("9")
    points.press("Enter")
    expect(page.locator("[data-live-saved]")).to_contain_text("gespeichert")
    assert table.hit_points() == 9


@pytest.mark.parametrize("arrives", [True, False])
def test_a_broken_line_is_no_claim_that_nothing_changed(
    open_page: Opened, table: Table, watch: Watch, arrives: bool
) -> None:
    page = open_page(table.sheet, table.player)
    page.evaluate(
        """() => {
            window.heard = [];
            const told = (all) => all.forEach((one) => one.addedNodes.forEach((node) => heard.push(node.textContent)));
            new MutationObserver(told).observe(document.querySelector("[data-says]"), {childList: true});
        }"""
    )
    edit = page.locator("#sheet").get_attribute("data-edit")

    def broken(route: Route) -> None:
        if arrives:
            route.fetch()
        route.abort("connectionreset")

    page.route(f"**{edit}", broken, times=1)
    points = page.locator(POINTS)
    points.fill("9")
    points.press("Enter")
    place = page.locator("output.saved[for=pool-hit_points]")
    expect(place).to_have_text("gespeichert" if arrives else "nicht gespeichert")
    expect(points).to_have_value("9")
    asked, again = (
        "Unklar, ob es angekommen ist. Es wird nachgesehen.",
        "Was rot hinterlegt ist, ist nicht gespeichert.",
    )
    heard = page.evaluate("window.heard")
    assert heard[0] == asked
    assert [said.startswith(again) for said in heard[1:]] == [True] * (not arrives)
    assert table.hit_points() == (9 if arrives else 15)
    # The broken line itself is on purpose; nothing else may have gone wrong.
    told = ("ERR_CONNECTION_RESET", "htmx:sendError", "htmx:afterRequest")
    watch.seen[:] = [one for one in watch.seen if not any(word in one for word in told)]


def test_a_poll_that_fails_in_the_background_says_nothing(open_page: Opened, table: Table, watch: Watch) -> None:
    watch.expect(500)
    page = open_page(table.sheet, table.player)
    page.route(f"**{table.sheet}", lambda route: route.fulfill(status=500, body="<!doctype html>"))
    with page.expect_response(f"**{table.sheet}"):
        page.evaluate("htmx.trigger('#sheet', 'stale')")
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    expect(page.locator("[data-says] li")).to_have_count(0)
    expect(page.locator(POINTS)).to_have_value("15")


def test_a_refusal_in_the_box_of_two_values_is_shown_and_the_box_stays(
    open_page: Opened, table: Table, watch: Watch
) -> None:
    watch.expect(409, 422)
    page = open_page(table.sheet, table.player)
    points = page.locator(POINTS)
    points.fill("14")
    Character.objects.filter(pk=table.hero.pk).update(body={**table.hero.body, "pools": {"hit_points": 13}})
    points.press("Enter")
    box = page.locator(".conflict-box")
    expect(box).to_be_visible()
    page.evaluate("document.querySelector('.conflict-box [data-shown]').dataset.take = '99'")
    box.get_by_role("button", name="14 nehmen").click()
    expect(page.locator("[data-refused]")).to_contain_text("höchstens 15")
    expect(box).to_be_visible()
    expect(points).to_have_value("13")
    box.get_by_role("button", name="13 behalten").click()
    expect(box).to_have_count(0)


def test_long_names_and_the_time_of_a_save_fit_a_phone(open_page: Opened, table: Table, assert_fits: Check) -> None:
    User.objects.filter(pk=table.player.pk).update(username="w" * 150, first_name="", last_name="")
    page = open_page(table.sheet, table.player, viewport={"width": 360, "height": 740})
    points = page.locator(POINTS)
    points.fill("9")
    points.press("Enter")
    expect(page.locator("[data-live-saved]")).to_contain_text("gespeichert")
    heights = page.evaluate(
        """() => [".brand", ".menu__word"].map((where) => {
            const range = document.createRange();
            range.selectNodeContents(document.querySelector(where));
            return new Set([...range.getClientRects()].filter((box) => box.width > 30).map((box) => box.top)).size;
        })"""
    )
    assert heights == [1, 1]
    assert_fits(page)
    Character.objects.filter(pk=table.hero.pk).update(name="m" * 110)
    assert JournalEntry.objects.filter(campaign=table.campaign).exists()
    for path in (f"/runde/{table.campaign.pk}/figuren/", f"/runde/{table.campaign.pk}/protokoll/"):
        page.goto(path)
        assert_fits(page)
    page.evaluate("document.querySelector('[data-says]').innerHTML = `<li>${'m'.repeat(110)} ist angelegt.</li>`")
    assert_fits(page)
