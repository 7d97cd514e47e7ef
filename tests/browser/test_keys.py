"""One turn with the keys alone: announced, answered, ended; the focus is seen and is never lost to the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import Watch
from tests.browser.seat import SOON, Seat
from tests.browser.test_encounter import Fight, Opened

pytestmark = pytest.mark.django_db(transaction=True)

HERE = """() => {
    const here = document.activeElement;
    const style = getComputedStyle(here);
    const shown = style.outlineStyle !== "none" || style.boxShadow !== "none";
    const acts = here.matches("a, button, summary, input, select");
    return { place: here.nodeName, name: (acts && (here.closest("label") ?? here).innerText) || "", shown };
}"""


@pytest.fixture
def fight(demo: None, live_server: LiveServer) -> Fight:
    return Fight()


def tab_to(page: Page, name: str) -> None:
    """From field to field until this one has the focus, and shows it."""
    for _ in range(250):
        page.keyboard.press("Tab")
        here = page.evaluate(HERE)
        if re.search(name, here["name"], re.IGNORECASE):
            assert here["shown"] or here["place"] == "INPUT", f"{name} has the focus and does not show it"
            return
    raise AssertionError(f"no key leads to {name}")


def result_or_dice(gm: Seat) -> bool:
    """Whether it is done; else the first die that is asked for has the focus by itself. Nobody spends points."""
    spent_none = gm.question.get_by_role("button", name=re.compile(r"^(Nein$|0\b)"))
    expect(gm.result.or_(gm.dice.first).or_(spent_none).first).to_be_visible(timeout=SOON)
    while spent_none.count():
        spent_none.first.focus()
        gm.page.keyboard.press("Enter")
        gm.settled()
        expect(gm.result.or_(gm.dice.first).or_(spent_none).first).to_be_visible(timeout=SOON)
    if gm.result.count():
        return True
    expect(gm.dice.first).to_be_focused()
    return False


def assert_focus(page: Page) -> None:
    assert page.evaluate(HERE)["place"] != "BODY", "the focus is lost"


def test_a_turn_is_played_with_the_keys_alone(fight: Fight, open_page: Opened, watch: Watch) -> None:
    """N05: no mouse, no touch."""
    fight.begin()
    fight.gm.own_dice = True
    fight.gm.save()
    page = open_page(fight.page, fight.gm)
    gm = Seat(page)
    expect(gm.turn_of("Jonna Velder")).to_be_visible()
    tab_to(page, r"Einzelschuss\s+Fährmann")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Handlung", level=1)).to_be_visible(timeout=SOON)
    tab_to(page, r"^Angriffswurf")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    while not result_or_dice(gm):
        assert_focus(page)
        for _ in gm.dice.all():
            page.keyboard.type("5")
            page.keyboard.press("Enter")
        gm.settled()
    gm.settled()
    assert_focus(page)
    tab_back(page)
    tab_to(page, r"Zug beenden")
    page.keyboard.press("Enter")
    expect(gm.turn_of("Jonna Velder")).to_have_count(0, timeout=SOON)
    gm.settled()
    assert_focus(page)
    # The round is ended the same way; what that asks is answered where it stands.
    tab_to(page, r"Runde beenden")
    page.keyboard.press("Enter")
    sure = page.get_by_role("button", name="Runde trotzdem beenden")
    expect(sure).to_be_focused(timeout=SOON)


def tab_back(page: Page) -> None:
    for _ in range(250):
        page.keyboard.press("Shift+Tab")
        if "Zurück zum Kampf" in page.evaluate(HERE)["name"]:
            page.keyboard.press("Enter")
            expect(page.get_by_role("list", name="Reihenfolge")).to_be_visible(timeout=SOON)
            return
    raise AssertionError("no key leads back to the fight")
