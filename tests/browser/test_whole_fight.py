"""The demo's fight as two people play it, from the round of surprise to the repair bill: laptop and phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from chaos_sheets import journal
from chaos_sheets.models import Character, JournalEntry, Membership, Role
from combat.models import Encounter
from combat.steps import Step
from tests.browser.conftest import VIEWPORTS, Watch
from tests.browser.seat import SOON, Faces, Seat, roll_all

pytestmark = pytest.mark.django_db(transaction=True)

type Opened = Callable[..., Page]
type Check = Callable[[Page], None]

FIGHT = "Brücke Süd"
GUARD = "Werkschützer 1"
VETERAN = "Söldner-Veteran"
HERO = "Jonna Velder"
BURST, SHOT = r"Salve\s+Fährmann", r"Einzelschuss\s+Fährmann"
SHOTS = {"Angriffswurf": "5", "Trefferzone": "5", "Schaden": "7", "Kritisch": "5"}
"""What the dice on the table show: into the body, 7 and the weapon's 4."""


@pytest.fixture
def seats(demo: None, live_server: LiveServer, open_page: Opened) -> tuple[Seat, Seat]:
    """The game master at his laptop and Kim with her phone, each on the first page they see."""
    campaign = Encounter.objects.get(name=FIGHT).campaign
    master = Membership.objects.get(campaign=campaign, role=Role.GM).user
    owner = Character.objects.in_play().get(campaign=campaign, name=HERO).owner
    assert owner is not None
    gm = Seat(open_page("/", master), leaves_to=HERO)
    return gm, Seat(open_page("/", owner.user, viewport=VIEWPORTS["phone"], has_touch=True))


def test_the_demos_fight_from_surprise_to_the_repair_bill(
    seats: tuple[Seat, Seat], watch: Watch, assert_fits: Check
) -> None:
    """CHA-1.1, CHA-2.1, CHA-2.2, CHA-2.9, CHA-5.3, CHA-7.8, CHA-8.4: by links and buttons alone."""
    gm, kim = seats
    the_mercenaries_are_surprised(gm, kim)
    the_guard_falls_behind_his_crate(gm, kim)
    assert_fits(kim.page)
    it_is_taken_back_and_counts_again(gm, kim)
    the_round_ends(gm, kim)
    the_veteran_hits(gm, kim)
    kim_dodges(gm, kim)
    assert_fits(kim.page)
    kim_reloads(gm, kim)
    the_fight_ends(gm, kim)
    assert_fits(kim.page)
    kim_has_her_armour_repaired(kim)
    assert_fits(kim.page)
    the_log_tells_it(gm)
    campaign = Encounter.objects.get(name=FIGHT).campaign
    assert journal.fold(campaign) == journal.stored(campaign)
    causes = set(JournalEntry.objects.filter(campaign=campaign).values_list("cause", flat=True))
    assert {*map(str, Step), "shoot", "reload", "undo", "repair"} <= causes


def the_mercenaries_are_surprised(gm: Seat, kim: Seat) -> None:
    """In the first round they do not act."""
    gm.to_fight(FIGHT)
    gm.page.get_by_role("link", name="Aufstellung").click()
    side = gm.page.get_by_role("region", name="Für eine ganze Seite")
    side.get_by_label("Seite").select_option("Söldner")
    side.get_by_label("Angabe").select_option(label="Überrascht")
    side.get_by_role("button", name="Das gilt", exact=True).click()
    expect(gm.page.get_by_text("Söldner: Überrascht.")).to_be_visible()
    gm.press("Kampf beginnen")
    expect(gm.headline).to_contain_text("Runde 1")
    expect(gm.page.get_by_text("handelt diese Runde nicht")).to_have_count(3)
    kim.to_fight(FIGHT)
    for name in ("Grakh Tolvar", "Mikkel Raun"):
        gm.end_turn(name)
    expect(kim.turn_of(HERO)).to_be_visible(timeout=SOON)


def the_guard_falls_behind_his_crate(gm: Seat, kim: Seat) -> None:
    """A burst of three with Kim's own dice: the crate takes one, the guard two. His cover is the game master's roll."""
    kim.begin(BURST)
    kim.say(GUARD, "eigene Würfel")
    expect(kim.page.get_by_text("hinter: Lagerkiste")).to_be_visible()
    kim.type_die("5")
    expect(kim.page.get_by_text("gelingt, 8 EG")).to_be_visible()
    kim.commit("Schießen")
    faces: Faces = {**SHOTS, "Schaden": "8", "Deckung": iter(["1", "99", "99"])}
    asked = roll_all(faces, gm=gm, player=kim, until=kim.result)
    assert "gm: Treffer 1, Deckung" in asked
    assert not any("Angriffswurf" in one for one in asked), "a die typed with the announcement is not asked for again"
    for told in ("5 gegen 93", "Treffer 1: Lagerkiste", "Treffer 2: Körper", "Werkschützer 1: Stand danach · tot"):
        expect(kim.result).to_contain_text(told)
    kim.back()
    the_guard_is_down(gm, kim)


def the_guard_is_down(gm: Seat, kim: Seat) -> None:
    expect(gm.row(GUARD)).to_contain_text("−15/13", timeout=SOON)
    for seat in (gm, kim):
        expect(seat.row(GUARD)).to_contain_text("tot", timeout=SOON)
    expect(kim.amount("Fährmann")).to_have_text("27 / 30")
    expect(kim.page.get_by_role("img", name="6 von 10 AE übrig")).to_be_visible()
    expect(gm.cover("Lagerkiste")).to_contain_text("Integrität 5 von 10", timeout=SOON)


def it_is_taken_back_and_counts_again(gm: Seat, kim: Seat) -> None:
    """Undone from the fight, redone from the log: both wholly, on both screens."""
    gm.press("Zurücknehmen")
    expect(gm.row(GUARD)).to_contain_text("13/13", timeout=SOON)
    expect(gm.cover("Lagerkiste")).to_contain_text("Integrität 10 von 10")
    expect(kim.row(GUARD)).not_to_contain_text("tot", timeout=SOON)
    expect(kim.amount("Fährmann")).to_have_text("30 / 30")
    expect(kim.page.get_by_role("img", name="10 von 10 AE übrig")).to_be_visible()
    gm.page.get_by_role("link", name="Ganzes Protokoll").click()
    gm.page.get_by_role("listitem").filter(has_text="Zurückgenommen").get_by_role("link", name="Eintrag").first.click()
    gm.press("Zurücknehmen")
    expect(gm.page.get_by_role("main")).to_contain_text("Zurückgenommen.")
    gm.to_fight(FIGHT)
    the_guard_is_down(gm, kim)


def the_round_ends(gm: Seat, kim: Seat) -> None:
    """After the surprise tactics are asked for, of Kim on her phone and of the game master; nobody wants it."""
    kim.end_turn(HERO)
    expect(gm.row(HERO).get_by_role("img", name="6 AE aufgehoben")).to_be_visible(timeout=SOON)
    gm.press("Runde beenden")
    expect(kim.asked).to_contain_text("Taktik", timeout=SOON)
    kim.choose("Nicht würfeln")
    expect(gm.question.get_by_text(VETERAN)).to_be_visible(timeout=SOON)
    gm.choose("Nicht würfeln")
    for seat in (gm, kim):
        expect(seat.headline).to_contain_text("Runde 2", timeout=SOON)
    gm.end_turn("Grakh Tolvar")
    gm.end_turn("Mikkel Raun")


def the_veteran_shoots(gm: Seat, kim: Seat, way: str, attack: str) -> None:
    """The others stay out of it: the game master has asked them. Kim decides for herself, with what she has kept."""
    expect(gm.turn_of(VETERAN)).to_be_visible(timeout=SOON)
    gm.begin(way)
    gm.say(HERO, "eigene Würfel")
    expect(gm.page.get_by_role("group", name=f"Reaktion: {HERO}", exact=True)).to_be_visible(timeout=SOON)
    gm.settled()
    for name in ("Grakh Tolvar", "Mikkel Raun"):
        gm.say_for(f"Vorbereitete Reaktion.*{name}", "Nicht eingreifen")
    gm.type_die(attack)
    gm.commit("Schießen")


def kim_answers(kim: Seat) -> None:
    expect(kim.asked).to_have_text("Wie reagierst du?", timeout=SOON)
    kim.decide("Ausweichen", Punkte_einsetzen="nach dem Wurf entscheiden")


def the_veteran_hits(gm: Seat, kim: Seat) -> None:
    """She throws herself aside, 40 against 40, and her oil drum does not help: three times 7 − 2 − 4 = 1."""
    the_veteran_shoots(gm, kim, BURST, "70")
    kim.decide(Vorbereitete_Reaktion="bis zum nächsten Zug nicht mehr fragen")
    kim_answers(kim)
    expect(kim.asked).to_contain_text("Nimmst du ihm einen?", timeout=SOON)
    kim.choose("Nein")
    asked = roll_all({**SHOTS, "Schaden": "3", "Ausweichen": "40", "Deckung": "99"}, gm=gm, player=kim, until=gm.result)
    assert asked[1:2] == ["player: Treffer 1, Deckung"]
    expect(gm.result).to_contain_text("TP 15 − 3 = 12 von 15")
    expect(kim.row(HERO)).to_contain_text("12/15", timeout=SOON)
    gm.back()


def kim_dodges(gm: Seat, kim: Seat) -> None:
    """The second shot, harder for the recoil: she evades, is asked a second time and spends a point on it."""
    the_veteran_shoots(gm, kim, SHOT, "50")
    kim_answers(kim)
    expect(kim.dice).to_be_visible(timeout=SOON)
    kim.roll({"Ausweichen": "22"})
    expect(kim.question).to_contain_text("22 gegen 40")
    kim.choose("Ein EG mehr")
    expect(kim.amount("AP")).to_have_text("2 / 3", timeout=SOON)
    gm.back()
    expect(gm.news.first).to_contain_text("Jonna Velder entgeht dem Angriff.", timeout=SOON)
    expect(gm.row(HERO).get_by_role("img", name="2 AE aufgehoben")).to_be_visible()
    gm.end_turn(VETERAN)


def kim_reloads(gm: Seat, kim: Seat) -> None:
    expect(kim.turn_of(HERO)).to_be_visible(timeout=SOON)
    kim.begin(r"Nachladen\s+Fährmann")
    kim.commit("Nachladen")
    expect(kim.result).to_contain_text("nachgeladen: 30 Schuss", timeout=SOON)
    kim.back()
    expect(kim.amount("Fährmann")).to_have_text("30 / 30")
    kim.end_turn(HERO)
    gm.end_turn("Panzerjäger")
    gm.press("Runde beenden")
    for seat in (gm, kim):
        expect(seat.headline).to_contain_text("Runde 3", timeout=SOON)


def the_fight_ends(gm: Seat, kim: Seat) -> None:
    """Everybody could still act, so the game master is asked whether he means it."""
    gm.page.get_by_text("Mehr", exact=True).click()
    gm.press("Kampf beenden")
    gm.press("Kampf trotzdem beenden")
    for seat in (gm, kim):
        expect(seat.headline).to_contain_text("beendet", timeout=SOON)
        expect(seat.page.get_by_role("button", name="Runde beenden")).to_have_count(0)
        expect(seat.row(GUARD)).to_contain_text("tot")


def kim_has_her_armour_repaired(kim: Seat) -> None:
    """From the ended fight to the bill: what it costs and who pays before she agrees, what is left afterwards."""
    kim.page.get_by_role("link", name=re.compile("Instand setzen: Infanterie-Kampfanzug")).click()
    expect(kim.page.get_by_role("heading", level=1)).to_have_text("Instand setzen")
    bill = kim.page.get_by_role("table").last
    expect(bill.get_by_role("row", name="Fehlende RP 1", exact=True)).to_be_visible()
    expect(bill).to_contain_text("1.200")
    expect(kim.page.get_by_label("Wer bezahlt").locator("option:checked")).to_contain_text("Jonna Velder · hat 2.600")
    kim.press("Instand setzen")
    expect(kim.page.get_by_text("Erledigt.")).to_be_visible(timeout=SOON)
    kim.page.get_by_role("link", name="Eintrag ansehen").click()
    expect(kim.page.get_by_role("row").filter(has_text="Geld")).to_contain_text("1.400")


def the_log_tells_it(gm: Seat) -> None:
    """The repair with what was paid, the shot with the dice that were typed, and that it counts again."""
    gm.menu("Protokoll")
    lines = gm.page.get_by_role("region", name="Einträge").get_by_role("listitem")
    repaired = lines.filter(has_text="Infanterie-Kampfanzug ist instand gesetzt").first
    for told in ("kim · Instand setzen", "Geld 2.600 → 1.400", "Beschädigungspunkte 3 → 0"):
        expect(repaired).to_contain_text(told)
    shots = lines.filter(has_text="Schießen").filter(has_text="eigene Würfel")
    expect(shots.filter(has_text=GUARD).first).to_contain_text("tot")
    expect(lines.filter(has_text=f"Doch wieder: {HERO}").first).to_be_visible()
