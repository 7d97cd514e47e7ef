"""A round in real browsers: begun by the game master, acted by a player; both pages follow, one key takes it back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from chaos_sheets.models import Campaign, Character, JournalEntry, Membership, Role, User
from combat import services as combat
from combat.models import Encounter
from combat.steps import Step
from tests import builders
from tests.browser.conftest import Watch

pytestmark = pytest.mark.django_db(transaction=True)

type Opened = Callable[..., Page]
type Check = Callable[[Page], None]

SOON = 15_000
"""Milliseconds within which an open page must show what happened elsewhere."""


class Fight:
    """The demo's fight, its game master, and the player of one of the three."""

    def __init__(self) -> None:
        self.row = Encounter.objects.get(name="Brücke Süd")
        self.campaign: Campaign = self.row.campaign
        self.gm = Membership.objects.get(campaign=self.campaign, role=Role.GM).user
        self.hero = Character.objects.in_play().get(campaign=self.campaign, name="Jonna Velder")
        owner = self.hero.owner
        assert owner is not None
        self.player: User = owner.user

    @property
    def page(self) -> str:
        return reverse("encounter", args=[self.campaign.pk, self.row.pk])

    def fresh(self) -> Encounter:
        return Encounter.objects.get(pk=self.row.pk)

    def begin(self) -> None:
        """Begun, and it is the hero's turn."""
        combat.encounter_step(encounter=self.row, user=self.gm, key=builders.key(), step=Step.START, decline=True)
        rest = [ref for ref in self.fresh().body["order"] if ref != self.hero.ref]
        order = [self.hero.ref, *rest]
        combat.encounter_order_set(
            encounter=self.fresh(), user=self.gm, key=builders.key(), order=order, current=self.hero.ref
        )
        combat.encounter_state_set(
            encounter=self.fresh(),
            user=self.gm,
            key=builders.key(),
            budgets={self.hero.ref: dict.fromkeys(("action_units",), 10)},
        )


@pytest.fixture
def fight(demo: None, live_server: LiveServer) -> Fight:
    return Fight()


def row(page: Page, name: str) -> Locator:
    return page.locator(".rail__row", has_text=name)


def test_a_round_is_played_on_two_screens(
    fight: Fight, open_page: Opened, assert_accessible: Check, assert_fits: Check, watch: Watch
) -> None:
    """B09, H02, N05: begun, acted, the turn ended by its player, the round by the game master, taken back by a key."""
    fight.begin()
    gm, player = (open_page(fight.page, user) for user in (fight.gm, fight.player))
    for page in (gm, player):
        expect(page.get_by_role("heading", name="Am Zug: Jonna Velder")).to_be_visible()
        expect(row(page, "Jonna Velder")).to_have_attribute("aria-current", "step")
        assert_accessible(page)
        assert_fits(page)
    expect(player.get_by_role("button", name="Runde beenden")).to_have_count(0)
    # The offer leads to the announcement, the announcement back to the fight.
    player.get_by_role("link", name=re.compile("^.*Schnelle Bewegung")).click()
    expect(player.get_by_role("heading", name="Handlung")).to_be_visible()
    player.locator("button.btn--main:visible", has_text="Schnelle Bewegung").first.click()
    expect(player.locator("section.result, #ergebnis h3").first).to_be_visible(timeout=SOON)
    player.get_by_role("link", name=re.compile("Zurück zum Kampf")).click()
    expect(player.locator(".turnstate .num--state").first).to_have_text("6")
    expect(gm.locator(".turnstate .num--state").first).to_have_text("6", timeout=SOON)
    # His turn is his to end; the other page follows.
    player.get_by_role("button", name="Zug beenden").click()
    expect(row(player, "Jonna Velder")).not_to_have_attribute("aria-current", "step", timeout=SOON)
    expect(row(gm, "Jonna Velder")).not_to_have_attribute("aria-current", "step", timeout=SOON)
    gm.get_by_role("button", name="Runde beenden").click()
    # Others could still act: the page names them, and one more press confirms.
    expect(gm.get_by_role("button", name="Runde trotzdem beenden")).to_be_focused(timeout=SOON)
    gm.keyboard.press("Enter")
    expect(gm.locator(".masthead__what")).to_contain_text("Runde 2", timeout=SOON)
    expect(player.locator(".masthead__what")).to_contain_text("Runde 2", timeout=SOON)
    # One key takes the last step back.
    gm.keyboard.press("z")
    expect(gm.locator(".masthead__what")).to_contain_text("Runde 1", timeout=SOON)
    assert fight.fresh().body["round"] == 1
    causes = list(JournalEntry.objects.filter(campaign=fight.campaign).order_by("-pk").values_list("cause", flat=True))
    assert causes[:3] == ["undo", str(Step.ROUND), str(Step.TURN)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_fit_and_can_be_read(
    fight: Fight, open_page: Opened, viewport: dict[str, int], scheme: str, assert_accessible: Check, assert_fits: Check
) -> None:
    """N04, N05: on a phone, a laptop and a projector, light and dark, nothing sticks out and axe finds nothing."""
    fight.begin()
    for name in ("encounter", "encounter_setup"):
        path = reverse(name, args=[fight.campaign.pk, fight.row.pk])
        page = open_page(path, fight.gm, color_scheme=scheme)
        assert_fits(page)
        assert_accessible(page)
    page = open_page(reverse("encounters", args=[fight.campaign.pk]), fight.player, color_scheme=scheme)
    assert_fits(page)
    assert_accessible(page)


def test_what_is_being_typed_stays_while_the_fight_goes_on(fight: Fight, open_page: Opened) -> None:
    """Two distances half typed, and somebody else ends the turn: nothing typed is lost, all of it is saved."""
    fight.begin()
    gm = open_page(f"{fight.page}?figur={fight.hero.ref}", fight.gm)
    distances = gm.locator(".states input.input--num")
    distances.nth(0).fill("11")
    distances.nth(1).fill("22")
    combat.encounter_step(encounter=fight.fresh(), user=fight.player, key=builders.key(), step=Step.TURN)
    expect(row(gm, "Jonna Velder")).not_to_have_attribute("aria-current", "step", timeout=SOON)
    expect(distances.nth(0)).to_have_value("11")
    expect(distances.nth(1)).to_have_value("22")
    gm.get_by_role("button", name="Lage speichern").click()
    expect(gm.locator(".fight__said")).to_contain_text("Gespeichert", timeout=SOON)
    kept = sorted(entry["distance"] for entry in fight.fresh().body["pairs"].values())
    assert {11, 22} <= set(kept)


def test_the_numbers_and_letters_are_keys(fight: Fight, open_page: Opened) -> None:
    """N05: the whole page by keyboard: fields by number, offers by letter, the turn's end by its button."""
    fight.begin()
    player = open_page(fight.page, fight.player)
    for number, title in ((1, "Reihenfolge"), (3, "Am Zug: Jonna Velder"), (4, "Lage"), (5, "Ergebnisse")):
        player.keyboard.press(str(number))
        expect(player.get_by_role("heading", name=title, exact=True)).to_be_focused()
    key = player.locator("a.offer[data-hotkey]").first.get_attribute("data-hotkey")
    assert key
    player.keyboard.press(key)
    expect(player).to_have_url(re.compile(r"/angriff/\?encounter="))


def test_switched_off_the_numbers_and_letters_are_no_keys(fight: Fight, open_page: Opened) -> None:
    """WCAG 2.1.4."""
    fight.begin()
    User.objects.filter(pk=fight.player.pk).update(letter_keys=False)
    player = open_page(fight.page, fight.player)
    expect(player.locator("a.offer").first).to_be_visible()
    player.keyboard.press("3")
    for letter in "abcdefghijklmnopqrstuvwxyz":
        player.keyboard.press(letter)
    assert player.evaluate("document.activeElement.nodeName") == "BODY"
    expect(player).to_have_url(re.compile(re.escape(fight.page)))
