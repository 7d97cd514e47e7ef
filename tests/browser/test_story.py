"""The main job in real browsers: a burst lands, the player's open sheet follows, one click takes it back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from chaos_sheets import services
from chaos_sheets.models import Campaign, Character, Item, JournalEntry, Membership, Role, User
from tests import builders

pytestmark = pytest.mark.django_db(transaction=True)

type Opened = Callable[..., Page]
type Check = Callable[[Page], None]

SOON = 8_000
"""Milliseconds within which an open page must show what happened elsewhere."""


class Table:
    """The demo campaign: its game master, a mercenary of his, and a player with a character."""

    def __init__(self) -> None:
        self.campaign = Campaign.objects.get(ruleset=builders.RULESET)
        self.gm = Membership.objects.get(campaign=self.campaign, role=Role.GM).user
        self.hero = Character.objects.in_play().get(campaign=self.campaign, name="Jonna Velder")
        owner = self.hero.owner
        assert owner is not None
        self.player: User = owner.user
        self.attacker = Character.objects.in_play().get(campaign=self.campaign, name="Söldner-Veteran")
        self.crate = Item.objects.on_table(self.campaign).get(name="Lagerkiste")

    @property
    def attack(self) -> str:
        return f"/runde/{self.campaign.pk}/angriff/"

    @property
    def sheet(self) -> str:
        return reverse("sheet", args=[self.hero.pk])

    def hit_points(self) -> int:
        body = Character.objects.get(pk=self.hero.pk).body
        return int(body.get("pools", {}).get("hit_points", 15))

    def shots(self) -> list[JournalEntry]:
        return list(JournalEntry.objects.filter(campaign=self.campaign, cause="shoot").order_by("pk"))


@pytest.fixture
def table(demo: None, live_server: LiveServer) -> Table:
    return Table()


def announce(page: Page, table: Table, *, asks_player: bool = False) -> None:
    """Full auto with the assault rifle at 45 m, the target behind the crate; the game master lets nobody react."""
    page.get_by_label("Wer", exact=True).select_option(label=table.attacker.name)
    page.get_by_role("radio", name=re.compile("Jonna Velder")).check(force=True)
    page.get_by_label("Entfernung").fill("45")
    page.get_by_label("In Deckung").select_option(label="Lagerkiste")
    page.get_by_role("radio", name=re.compile("Fährmann")).check(force=True)
    page.get_by_role("radio", name=re.compile("Vollautomatik")).check(force=True)
    expect(bill(page)).to_contain_text("Vollautomatisches Feuer")
    expect(bill(page)).to_contain_text("Halbe Grundreichweite")
    if not asks_player:
        page.locator('input[name="choose.reaction.0.choice"][value="none"]').check(force=True)
        page.locator('select[name="choose.reaction.0.spend"]').select_option("none")
        page.locator('select[name="choose.reaction.0.spell_points"]').select_option("0")
        settled(page)


def settled(page: Page) -> None:
    """The panel has the answer to what was chosen last."""
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def bill(page: Page) -> Locator:
    return page.locator("section", has=page.get_by_role("heading", name="Rechnung")).locator("table")


def target_number(page: Page) -> int:
    return int(page.locator(".bill").first.locator("tfoot td").last.inner_text())


def commit(page: Page) -> None:
    page.locator("button.btn--main:visible", has_text="Schießen").first.click()


def answer_dice(page: Page, faces: dict[str, str]) -> list[str]:
    """Types every die that is asked for, by keyboard alone; returns the names in the order of the questions."""
    asked: list[str] = []
    before = ""
    while True:
        page.wait_for_function(
            "last => document.querySelector('section.result h3')"
            " || (document.querySelector('#frage [name=question]')?.value ?? last) !== last",
            arg=before,
        )
        if page.locator("section.result h3").count():
            return asked
        before = page.locator("#frage [name=question]").input_value()
        names = page.locator('#frage input[name^="die."]').evaluate_all("dice => dice.map(die => die.name.slice(4))")
        expect(page.locator(f'input[name="die.{before}"]').first).to_be_focused()
        for name in names:
            page.keyboard.type(faces[name.rpartition(".")[2]])
            page.keyboard.press("Enter")
        asked += dict.fromkeys(names)


def test_the_bill_stands_before_the_roll_and_adds_up(open_page: Opened, table: Table, assert_accessible: Check) -> None:
    page = open_page(table.attack, table.gm)
    announce(page, table)
    lines = page.locator(".bill").first.locator("tbody").first.locator("td:last-child")
    amounts = [int(text.replace("−", "-")) for text in lines.all_inner_texts()]
    assert sum(amounts) == target_number(page)
    before = target_number(page)
    page.get_by_role("checkbox", name="Schlechte Sicht").first.check(force=True)
    expect(page.locator(".bill").first.locator("tfoot td").last).to_have_text(str(before - 10))
    assert table.shots() == []
    assert_accessible(page)


def test_the_story_with_app_dice(
    open_page: Opened, viewport: dict[str, int], table: Table, assert_accessible: Check, assert_fits: Check
) -> None:
    sheet = open_page(table.sheet, table.player)
    page = open_page(table.attack, table.gm)
    announce(page, table)
    assert_fits(page)
    commit(page)
    expect(page.locator("section.result h3")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    (entry,) = table.shots()
    page.get_by_text("Warum?").last.click()
    told = page.locator("section.result").inner_text()
    assert "CHA-3.2" in told
    left = table.hit_points()
    expect(sheet.locator('[data-field="pools.hit_points"]').first).to_have_value(str(left), timeout=SOON)
    if left < 15:
        assert "TP" in page.locator("section.result h3").inner_text()
    # Something else happens before it is taken back.
    services.money_change(character=table.hero, user=table.gm, key=builders.key("story"), by=70, reason="Beute")
    money = Character.objects.get(pk=table.hero.pk).money
    page.get_by_role("button", name=re.compile("Zurücknehmen")).click()
    expect(page.get_by_text(f"nimmt Eintrag {entry.pk} zurück")).to_be_visible()
    assert table.hit_points() == 15
    assert Character.objects.get(pk=table.hero.pk).money == money
    expect(sheet.locator('[data-field="pools.hit_points"]').first).to_have_value("15", timeout=SOON)


def test_the_story_with_typed_dice(
    open_page: Opened, viewport: dict[str, int], table: Table, assert_accessible: Check, assert_fits: Check
) -> None:
    sheet = open_page(table.sheet, table.player)
    page = open_page(table.attack, table.gm)
    announce(page, table)
    page.get_by_role("radio", name="eigene Würfel").check(force=True)
    die = page.locator('input[name="die.attack"]')
    die.fill(str(target_number(page) - 1))
    expect(page.locator(".rolled")).to_contain_text("gelingt, 0 EG")
    die.press("Enter")
    # No degree: one hit. The cover roll misses the crate, zone 5 is the body, the die shows 10.
    asked = answer_dice(page, {"cover": "99", "zone": "5", "damage": "0"})
    assert asked == ["hit.1.cover", "hit.1.zone", "hit.1.damage"]
    told = page.locator("section.result").inner_text()
    assert "Treffer 1: Körper" in told
    # W10+4 shows 14; armour 4 less 3 penetration counts double, toughness bonus 4: eight points get through.
    assert re.search(
        r"14\s+Gewürfelter Schaden\s+−2\s+Rüstung hält ab\s+−4\s+Widerstand hält ab\s+8\s+TP verloren", told
    )
    assert table.hit_points() == 7
    expect(sheet.locator('[data-field="pools.hit_points"]').first).to_have_value("7", timeout=SOON)
    expect(sheet.get_by_text("verwundet").first).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    page.goto(f"/runde/{table.campaign.pk}/protokoll/")
    line = page.locator(f"#e{table.shots()[0].pk}")
    expect(line).to_contain_text("eigene Würfel")
    expect(line).to_contain_text("TP 15 → 7")
    line.get_by_text("Warum?").click()
    expect(line.get_by_text("Gewürfelter Schaden").first).to_be_visible()
    assert_accessible(page)
    assert_fits(page)


def test_a_player_is_asked_and_answers_in_his_own_browser(
    open_page: Opened, table: Table, assert_accessible: Check, assert_fits: Check
) -> None:
    his = open_page(table.attack, table.player)
    page = open_page(table.attack, table.gm)
    announce(page, table, asks_player=True)
    # Nothing is decided for him beforehand.
    expect(page.get_by_role("radio", name="Spieler fragen")).to_be_checked()
    commit(page)
    expect(his.get_by_text("Wie reagierst du?")).to_be_visible(timeout=SOON)
    # Everything that is his to decide stands together; the reaction he has to choose himself, no key does it for him.
    answer = his.get_by_role("button", name="Antworten")
    answer.click()
    expect(his.get_by_text("Wie reagierst du?")).to_be_visible()
    assert not table.shots()
    his.get_by_role("radio", name=re.compile("Ausweichen")).check(force=True)
    assert_accessible(his)
    assert_fits(his)
    answer.click()
    expect(his.locator("#frage .question")).to_have_count(0)
    expect(page.locator("#frage .question")).to_have_count(0, timeout=SOON)
    (entry,) = table.shots()
    assert (entry.answers or {})["reaction.0.choice"]["choice"] == "dodge"


def test_a_double_click_is_one_attack(open_page: Opened, table: Table) -> None:
    """A01, A02: pressed twice, done once."""
    page = open_page(table.attack, table.gm)
    announce(page, table)
    page.locator("button.btn--main:visible", has_text="Schießen").first.dblclick()
    expect(page.locator("section.result h3")).to_be_visible()
    assert len(table.shots()) == 1


def test_a_wrong_die_is_told_and_stays_to_be_corrected(open_page: Opened, table: Table, watch: object) -> None:
    watch.expect(400)  # type: ignore[attr-defined]
    page = open_page(table.attack, table.gm)
    announce(page, table)
    page.get_by_role("radio", name="eigene Würfel").check(force=True)
    die = page.locator('input[name="die.attack"]')
    settled(page)
    # A nought is read as the die shows it, and says so before anything is done.
    die.fill("0")
    expect(page.get_by_text("zählt als 100")).to_be_visible()
    die.fill("101")
    expect(page.get_by_text("zählt als")).to_have_count(0)
    die.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Ein W100 zeigt 1 bis 100")
    expect(page.locator('input[name="die.attack"]')).to_have_value("101")
    assert table.shots() == []
