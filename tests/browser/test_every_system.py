"""One short fight for every system, on its demo's table: begun, an attack announced and rolled, ended, taken back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from chaos_sheets import journal
from chaos_sheets.models import Character, JournalEntry, Membership, Role, User
from combat import services as combat
from combat.models import Encounter, Resolution
from combat.registry import ruleset_ids
from tests.browser.conftest import Watch

pytestmark = pytest.mark.django_db(transaction=True)

type Opened = Callable[..., Page]
type Check = Callable[[Page], None]

SOON = 15_000


def announce_an_attack(page: Page) -> bool:
    """Try what is offered until something that needs a target can be done; whom it can reach is as good as any."""
    offers = page.locator("ul.offers a.offer")
    for address in [offer.get_attribute("href") or "" for offer in offers.all()]:
        page.goto(address)
        targets = page.locator("input[type=radio][name=target]")
        if not targets.count():
            continue
        for target in [one.get_attribute("value") for one in targets.all()]:
            page.locator(f'input[type=radio][name=target][value="{target}"]').check(force=True)
            ready = page.locator("button.btn--main:visible:not([aria-disabled])")
            try:
                expect(ready.first).to_be_enabled(timeout=4_000)
            except AssertionError:
                continue
            return True
    return False


def settle(fight: Encounter, gm: User) -> None:
    """Whatever is still asked is answered as it stands; dice are the app's."""
    for row in Resolution.objects.filter(encounter=fight):
        combat.resume(resolution=row, user=gm, app_dice=True, decline=True)


def press(page: Page, name: str, fight: Encounter, gm: User) -> None:
    """A step of the fight, with what it asks answered, and the page as it is afterwards."""
    sure = page.locator("[data-confirm]")
    with page.expect_response(lambda response: response.request.method == "POST") as answered:
        page.get_by_role("button", name=re.compile(name)).click()
    if answered.value.status == 409:
        # Others could still act: it is meant.
        with page.expect_response(lambda response: response.request.method == "POST") as answered:
            sure.click()
    assert answered.value.status < 400, name
    settle(fight, gm)
    page.reload()


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_short_fight_on_the_demos_table(
    demo_of: Callable[[str], None],
    open_page: Opened,
    assert_accessible: Check,
    assert_fits: Check,
    ruleset: str,
    watch: Watch,
) -> None:
    # Whoever could still act is named before the round is cut short.
    watch.expect(409)
    demo_of(ruleset)
    fight = Encounter.objects.get(campaign__ruleset=ruleset)
    campaign = fight.campaign
    gm = Membership.objects.get(campaign=campaign, role=Role.GM).user
    address = reverse("encounter", args=[campaign.pk, fight.pk])
    page = open_page(address, gm)
    press(page, "Kampf beginnen", fight, gm)
    expect(page.get_by_role("heading", name=re.compile("Am Zug: "))).to_be_visible(timeout=SOON)
    assert_accessible(page)
    assert_fits(page)
    assert announce_an_attack(page), "no attack can be announced"
    assert_accessible(page)
    assert_fits(page)
    entries = JournalEntry.objects.filter(campaign=campaign)
    before = entries.count()
    page.locator("button.btn--main:visible").first.click()
    expect(page.locator("section.result, #ergebnis h3, .field--ask, #frage h3").first).to_be_visible(timeout=SOON)
    settle(fight, gm)
    assert entries.count() > before
    entry = entries.latest("pk")
    page.goto(reverse("log_entry", args=[campaign.pk, entry.pk]))
    assert_accessible(page)
    assert_fits(page)
    page.goto(address)
    press(page, "Zug beenden", fight, gm)
    press(page, "Runde beenden", fight, gm)
    expect(page.locator(".masthead__what")).to_contain_text("Runde 2", timeout=SOON)
    page.keyboard.press("z")
    expect(page.locator(".masthead__what")).to_contain_text("Runde 1", timeout=SOON)
    hero = Character.objects.in_play().filter(campaign=campaign, owner__isnull=False).earliest("pk")
    page.goto(reverse("sheet", args=[hero.pk]))
    assert_accessible(page)
    assert_fits(page)
    assert journal.fold(campaign) == journal.stored(campaign)
