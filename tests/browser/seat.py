"""Somebody at the table with a browser of his own: what he does, by the links, buttons and fields he sees."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping

from playwright.sync_api import Locator, Page, expect

SOON = 30_000
"""Milliseconds within which an open page must show what happened elsewhere, on a busy machine."""
UNDER_WAY = ".htmx-request, .htmx-swapping, .htmx-settling"

type Faces = Mapping[str, str | Iterator[str]]
"""What the dice show, by what they are for; an iterator: one after the other."""


class Seat:
    """One person's page. Nothing here knows an address: people follow links."""

    def __init__(self, page: Page, *, leaves_to: str = "nobody") -> None:
        self.page = page
        self.leaves_to = leaves_to
        """Whose dice he sees too, but leaves to somebody else to roll."""

    # --- where things are ---------------------------------------------------------------------------------------

    @property
    def headline(self) -> Locator:
        """What stands under the fight's name: its round, or that it is over."""
        return self.page.get_by_role("main").locator("h1 + p")

    @property
    def question(self) -> Locator:
        return self.page.get_by_role("region", name="Frage", exact=True)

    @property
    def asked(self) -> Locator:
        """What he himself is asked; that somebody else is waited for is no question to him."""
        return self.question.get_by_role("heading", level=3).filter(has_not_text="Wartet auf")

    @property
    def dice(self) -> Locator:
        return self.question.get_by_role("textbox")

    @property
    def is_asked_for_dice(self) -> bool:
        """Whether there are dice of somebody he plays, or of those nobody else plays."""
        whose = self.question.locator("h2 + p").get_by_text(self.leaves_to, exact=True)
        return self.dice.first.is_visible() and not whose.is_visible()

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("region", name="Ergebnis", exact=True)

    @property
    def news(self) -> Locator:
        """What happened in the fight, the newest first."""
        return self.page.get_by_role("region", name="Ergebnisse").get_by_role("listitem")

    def row(self, name: str) -> Locator:
        """Somebody's place in the order."""
        listed = self.page.get_by_role("list", name="Reihenfolge")
        return listed.get_by_role("listitem").filter(has_text=name)

    def turn_of(self, name: str) -> Locator:
        return self.page.get_by_role("heading", name=f"Am Zug: {name}")

    def amount(self, name: str) -> Locator:
        """A number of whoever is shown: points, or what a weapon has loaded."""
        term = self.page.get_by_role("term").filter(has_text=re.compile(f"^{name}$"))
        return self.page.locator("dl > div", has=term).get_by_role("definition")

    def cover(self, name: str) -> Locator:
        state = self.page.get_by_role("region", name="Lage")
        return state.get_by_role("listitem").filter(has=self.page.get_by_role("heading", name=name))

    # --- getting about ------------------------------------------------------------------------------------------

    def menu(self, name: str) -> None:
        """The main menu's entry; on a phone the menu has to be opened first."""
        link = self.page.get_by_role("navigation", name="Hauptmenü").get_by_role("link", name=name, exact=True)
        if not link.first.is_visible():
            self.page.get_by_role("banner").get_by_text("Menü", exact=True).click()
        link.locator("visible=true").click()

    def to_fight(self, fight: str) -> None:
        """From whatever page of the table he sees."""
        self.menu("Kampf")
        self.page.get_by_role("link", name=fight, exact=True).click()
        expect(self.page.get_by_role("heading", name=fight, level=1)).to_be_visible()

    def back(self) -> None:
        self.page.get_by_role("link", name=re.compile("^Zurück zum Kampf")).click()
        expect(self.page.get_by_role("list", name="Reihenfolge")).to_be_visible()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(f"^{name}")).locator("visible=true").first.click()

    def settled(self) -> None:
        """The page has answered whatever was chosen last."""
        self.page.evaluate("new Promise((done) => setTimeout(done, 200))")
        expect(self.page.locator(UNDER_WAY)).to_have_count(0)

    # --- a turn -------------------------------------------------------------------------------------------------

    def begin(self, offer: str) -> None:
        """Choose what is offered to whoever is shown; it leads to the announcement."""
        self.page.get_by_role("link", name=re.compile(offer)).first.click()
        expect(self.page.get_by_role("heading", name="Handlung", level=1)).to_be_visible(timeout=SOON)
        self.page.wait_for_load_state("load")

    def say(self, *choices: str) -> None:
        """Choose among what the announcement offers, one after the other, as the page answers."""
        for choice in choices:
            self.page.get_by_role("radio", name=re.compile(f"^{choice}")).first.check(force=True)
            self.settled()

    def say_for(self, label: str, choice: str) -> None:
        """Decide beforehand what somebody would be asked."""
        group = self.page.get_by_role("group", name=re.compile(label))
        if group.count():
            group.get_by_role("radio", name=re.compile(f"^{choice}")).check(force=True)
        else:
            self.page.get_by_role("combobox", name=re.compile(label)).select_option(choice)
        self.settled()

    def type_die(self, face: str) -> None:
        """The first roll, with the dice on the table."""
        self.page.get_by_role("region", name="Wurf").get_by_role("textbox").fill(face)

    def commit(self, name: str) -> None:
        self.page.locator("button:visible:not([aria-disabled])", has_text=name).first.click()

    def end_turn(self, name: str) -> None:
        """End somebody's turn, and see it pass on."""
        expect(self.turn_of(name)).to_be_visible(timeout=SOON)
        self.press("Zug beenden")
        expect(self.turn_of(name)).to_have_count(0, timeout=SOON)

    # --- what he is asked ---------------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Answer a question by one press."""
        expect(self.asked).to_be_visible(timeout=SOON)
        self.question.get_by_role("button", name=re.compile(f"^{name}")).click()

    def decide(self, *radios: str, **choices: str) -> None:
        """Answer what stands together in a question: what to press, and the lists by their label."""
        expect(self.asked).to_be_visible(timeout=SOON)
        for radio in radios:
            self.question.get_by_role("radio", name=re.compile(f"^{radio}")).check(force=True)
        for label, choice in choices.items():
            self.question.get_by_label(label.replace("_", " ")).first.select_option(choice)
        self.question.get_by_role("button", name="Antworten").click()

    def roll(self, faces: Faces) -> str:
        """Type the dice he is asked for; what they were for."""
        name = self.asked.first.inner_text()
        for die in self.dice.all():
            label = str(die.evaluate("field => field.labels[0].firstElementChild.textContent"))
            face = faces[re.split("[:,] ", label.partition(" W")[0])[-2 if ": " in label else -1]]
            die.fill(face if isinstance(face, str) else next(face))
        self.question.get_by_role("button", name="Weiter").click()
        expect(self.question.get_by_role("heading", name=name, exact=True, level=3)).to_have_count(0, timeout=SOON)
        return name


def roll_all(faces: Faces, *, gm: Seat, player: Seat, until: Locator) -> list[str]:
    """Both type the dice of those they play until something stands there; who was asked for what, in order.

    The game master sees a player's dice too, and could type them: he leaves them to whose they are.
    """
    told: list[str] = []
    while True:
        deadline = time.monotonic() + 2 * SOON / 1000
        while not (until.is_visible() or player.is_asked_for_dice or gm.is_asked_for_dice):
            assert time.monotonic() < deadline, f"nobody is asked for dice and nothing came of it after {told}"
            until.page.wait_for_timeout(100)
        if until.is_visible():
            return told
        who = "player" if player.is_asked_for_dice else "gm"
        told.append(f"{who}: {(player if who == 'player' else gm).roll(faces)}")
