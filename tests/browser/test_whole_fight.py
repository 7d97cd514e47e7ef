"""The demo's fight by hand, from the round of surprise to the repair bill, on the pages of the game master."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from chaos_sheets import journal
from chaos_sheets.models import Character, Item, JournalEntry, Membership, Role
from combat.models import Encounter
from combat.steps import Step
from tests.browser.conftest import Watch

pytestmark = pytest.mark.django_db(transaction=True)

type Opened = Callable[..., Page]

SOON = 20_000
FACES = {"attack": "5", "zone": "5", "damage": "8", "cover": "100"}
"""What the dice on the table show, by the last word of the question: a burst that lands in the body."""
ASKED = "#frage [name=question]"
TOLD = "#ergebnis section.result"


def settle(page: Page) -> list[str]:
    """Answers whatever is asked until the result stands there; the names of the questions."""
    asked: list[str] = []
    while True:
        page.wait_for_function(
            f"last => document.querySelector('{TOLD}') || (document.querySelector('{ASKED}')?.value ?? last) !== last",
            arg=asked[-1] if asked else "",
        )
        if page.locator(TOLD).count():
            return asked
        name = page.locator(ASKED).first.input_value()
        asked.append(name)
        dice = page.locator(f'#frage input[name="die.{name}"]')
        for number in range(dice.count()):
            dice.nth(number).fill(FACES.get(name.rpartition(".")[2], "1"))
        if dice.count():
            page.locator("#frage .btn--take").click()
        else:
            page.locator("#frage .question__acts .btn").last.click()


def end_turn(page: Page) -> None:
    now = page.locator(".rail__row--now")
    name = now.get_attribute("data-key")
    page.get_by_role("button", name="Zug beenden").click()
    expect(page.locator(f'.rail__row[data-key="{name}"]')).not_to_have_attribute("aria-current", "step", timeout=SOON)


def test_the_demos_fight_from_surprise_to_the_repair_bill(
    demo: None, live_server: LiveServer, open_page: Opened, watch: Watch
) -> None:
    """CHA-1.1, CHA-2.1, CHA-2.11, CHA-7.8: surprise, order, a burst, turns, end of round and fight, the bill."""
    # Whoever could still act is named before his turn is cut short.
    watch.expect(409)
    fight = Encounter.objects.get(name="Brücke Süd")
    campaign = fight.campaign
    gm = Membership.objects.get(campaign=campaign, role=Role.GM).user
    veteran = Character.objects.in_play().get(campaign=campaign, name="Söldner-Veteran")
    home = reverse("encounter", args=[campaign.pk, fight.pk])
    page = open_page(reverse("encounter_setup", args=[campaign.pk, fight.pk]), gm)
    # The mercenaries are surprised: in the first round they do not act.
    page.get_by_label("Seite", exact=True).first.select_option("Söldner")
    page.get_by_label("Angabe").select_option("surprised")
    page.get_by_role("button", name="Das gilt", exact=True).click()
    expect(page.locator(".says")).to_contain_text("Söldner")
    page.get_by_role("button", name="Kampf beginnen").click()
    expect(page.locator(".masthead__what")).to_contain_text("Runde 1")
    expect(page.get_by_text("handelt diese Runde nicht")).to_have_count(3)
    # Everybody has his turn; the one with the assault rifle empties a burst into the veteran.
    for _turn in range(3):
        if "Jonna Velder" in (page.locator("#f3").text_content() or ""):
            page.get_by_role("link", name=re.compile("Vollautomatik.*Schießen · Fährmann", re.S)).click()
            expect(page.get_by_role("heading", name="Handlung")).to_be_visible()
            page.goto(re.sub(r"&target=[^&]*", "", page.url) + f"&target={veteran.ref}&dice=own")
            page.locator('#ansage input[name="die.attack"]').fill(FACES["attack"])
            page.locator("button.btn--main:visible", has_text="Schießen").first.click()
            settle(page)
            page.get_by_role("link", name=re.compile("Zurück zum Kampf")).click()
            expect(page.locator(".turnstate .num--state").first).to_have_text("4")
        end_turn(page)
    expect(page.locator("#f3")).to_have_text("Am Zug")
    page.get_by_role("button", name="Runde beenden").click()
    while Encounter.objects.get(pk=fight.pk).body.get("round") != 2:
        page.wait_for_timeout(500)
        page.goto(home)
        if page.locator(ASKED).count():
            name = page.locator(ASKED).first.input_value()
            dice = page.locator(f'#frage input[name="die.{name}"]')
            if dice.count():
                page.get_by_role("button", name="Rest würfelt die App").click()
            else:
                page.locator("#frage .question__acts .btn").last.click()
    page.goto(home)
    expect(page.locator(".masthead__what")).to_contain_text("Runde 2")
    # Enough: the game master ends it, and nothing of the fight can be moved any more.
    page.locator("summary", has_text="Mehr").click()
    page.get_by_role("button", name="Kampf beenden").click()
    page.get_by_role("button", name="Kampf trotzdem beenden").click()
    expect(page.locator(".masthead__what")).to_contain_text("beendet", timeout=SOON)
    expect(page.get_by_role("button", name="Runde beenden")).to_have_count(0)
    # What the burst did to the armour is mended, and the bill is booked.
    armour = Item.objects.get(character=veteran, kind="armour", retired=False)
    assert sum(zone.damage_points for zone in armour.zones.all()) > 0
    page.goto(f"{reverse('task', args=[campaign.pk])}?actor={veteran.ref}&form=repair&item={armour.ref}")
    expect(page.locator(".bill").first).to_be_visible()
    payer = page.locator("select[name=payer]")
    if payer.count():
        payer.select_option("gm")
    page.get_by_role("button", name="Instand setzen").click()
    expect(page.get_by_text("Erledigt.")).to_be_visible(timeout=SOON)
    assert sum(zone.damage_points for zone in armour.zones.all()) == 0
    causes = set(JournalEntry.objects.filter(campaign=campaign).values_list("cause", flat=True))
    assert {*map(str, Step), "shoot", "repair"} <= causes
    assert journal.fold(campaign) == journal.stored(campaign)
