"""One short fight for every system, on its demo's table: begun, an attack announced, asked and rolled, taken back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from chaos_sheets import journal
from chaos_sheets.models import Campaign, Character, JournalEntry, Membership, Role, User
from combat.models import Encounter
from combat.registry import ruleset_ids
from tests.browser.conftest import VIEWPORTS, Watch
from tests.browser.seat import SOON, Seat

pytestmark = pytest.mark.django_db(transaction=True)

type Opened = Callable[..., Page]
type Check = Callable[[Page], None]

PHONE = VIEWPORTS["phone"]
GIVEN = ("Rest würfelt die App", "Zu Ende führen")
"""What answers a question without deciding anything: dice for the app, or nothing left to ask."""


class Demo:
    """The demo's fight of a system, its game master, and a player with his character."""

    def __init__(self, ruleset: str) -> None:
        self.fight = Encounter.objects.get(campaign__ruleset=ruleset)
        self.campaign: Campaign = self.fight.campaign
        self.gm: User = Membership.objects.get(campaign=self.campaign, role=Role.GM).user
        in_it = Character.objects.filter(combatants__encounter=self.fight, owner__isnull=False)
        self.hero = in_it.earliest("pk")
        assert self.hero.owner is not None
        self.player: User = self.hero.owner.user

    def entries(self) -> int:
        return JournalEntry.objects.filter(campaign=self.campaign).count()


def answer(seat: Seat) -> None:
    """One question, as whoever does not care answers it: the dice are the app's, a choice is the first there is."""
    seat.settled()
    place = seat.question
    if not seat.asked.count():
        return
    before = place.all_text_contents()
    for button in GIVEN:
        if place.get_by_role("button", name=button).count():
            place.get_by_role("button", name=button).click()
            break
    else:
        for group in place.get_by_role("group").all():
            radios = group.locator("input[type=radio]:enabled")
            if radios.count() and not group.locator("input:checked").count():
                radios.first.check(force=True)
        for field in place.get_by_role("combobox").all():
            if not field.input_value():
                field.select_option(index=1)
        said = place.get_by_role("button", name="Antworten")
        (said if said.count() else place.get_by_role("button")).first.click()
    for _ in range(SOON // 100):
        if place.all_text_contents() != before:
            return
        seat.page.wait_for_timeout(100)


def answer_all(seat: Seat, *, until: Callable[[], bool]) -> None:
    """Whatever is still asked is answered on the page, until it is done."""
    for _ in range(600):
        if until():
            return
        if seat.asked.count():
            answer(seat)
        seat.page.wait_for_timeout(100)
    raise AssertionError(f"it does not come to an end: {seat.question.inner_text()}")


def step(seat: Seat, button: str, *, done: Callable[[], bool]) -> None:
    """A step of the fight; whoever could still act is passed over, and what it asks is answered."""
    seat.press(button)
    sure = seat.page.get_by_role("button", name=re.compile("trotzdem beenden"))

    def is_done() -> bool:
        if sure.count():
            sure.click()
            expect(sure).to_have_count(0, timeout=SOON)
        return done()

    answer_all(seat, until=is_done)


def can_be_done(seat: Seat) -> bool:
    return seat.page.locator("button.btn--main:visible:not([aria-disabled])").count() > 0


def announce(seat: Seat, *, attack: bool) -> None:
    """Try what is offered until it can be done; with a target, whoever can be reached is as good as any."""
    offers = seat.page.get_by_role("list").locator("a.offer:visible")
    for number in range(offers.count()):
        offers.nth(number).click()
        expect(seat.page.get_by_role("heading", name="Handlung", level=1)).to_be_visible(timeout=SOON)
        targets = seat.page.get_by_role("group", name="Ziel", exact=True).get_by_role("radio")
        for target in range(targets.count()):
            targets.nth(target).check(force=True)
            seat.settled()
            if can_be_done(seat):
                return
        if not attack and can_be_done(seat):
            return
        seat.back()
    raise AssertionError("nothing can be announced")


def act(seat: Seat, demo: Demo, *, attack: bool, assert_fits: Check) -> None:
    """Announce it, do it, answer what it asks, and go back to the fight."""
    announce(seat, attack=attack)
    assert_fits(seat.page)
    before = demo.entries()
    seat.page.locator("button.btn--main:visible:not([aria-disabled])").first.click()
    answer_all(seat, until=lambda: seat.result.count() > 0)
    assert demo.entries() == before + 1
    assert_fits(seat.page)
    seat.back()


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_short_fight_on_the_demos_table(
    demo_of: Callable[[str], None], open_page: Opened, assert_fits: Check, watch: Watch, ruleset: str
) -> None:
    """By links and buttons, from the fight's beginning to its second round and one step back."""
    demo_of(ruleset)
    demo = Demo(ruleset)
    gm = Seat(open_page("/", demo.gm))
    gm.to_fight(demo.fight.name)
    step(gm, "Kampf beginnen", done=lambda: gm.page.get_by_role("heading", name=re.compile("Am Zug: ")).count() == 1)
    act(gm, demo, attack=True, assert_fits=assert_fits)
    now = gm.page.get_by_role("heading", name=re.compile("Am Zug: ")).text_content()
    step(gm, "Zug beenden", done=lambda: gm.page.get_by_role("heading", name=now, exact=True).count() == 0)
    # The next one acts on a phone, and so does the player who looks on.
    gm.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    act(gm, demo, attack=False, assert_fits=assert_fits)
    player = Seat(open_page("/", demo.player, viewport=PHONE, has_touch=True))
    player.to_fight(demo.fight.name)
    expect(player.headline).to_contain_text("Runde 1")
    assert_fits(player.page)
    step(gm, "Runde beenden", done=lambda: "Runde 2" in gm.headline.inner_text())
    gm.page.keyboard.press("z")
    expect(gm.headline).to_contain_text("Runde 1", timeout=SOON)
    assert journal.fold(demo.campaign) == journal.stored(demo.campaign)
