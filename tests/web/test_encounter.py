"""The page of a fight: who may see what of it, what moves it on, what is refused and why."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.models import JournalEntry, Known, User
from combat import services as combat
from combat.models import Encounter, Resolution
from combat.steps import Step
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import fresh, prepared, running, step
from tests.web.attacks import as_user, words
from tests.web.fight_pages import look, move, url


def facts_form(name: str, value: str, kept: str = "") -> dict[str, Any]:
    """One fact as the page sends it: what was typed and what stood there."""
    return {name: value, f"kept.{name}": kept}


# --- the list -------------------------------------------------------------------------------------------------


def test_the_list_says_what_to_do_where_there_is_none(cast: Cast) -> None:
    page = reverse("encounters", args=[cast.campaign.pk])
    assert "Gerade wird nicht gekämpft." in words(as_user(cast.gm).get(page))
    assert "Kampf anlegen" in words(as_user(cast.gm).get(page))
    assert "Kampf anlegen" not in words(as_user(cast.owner).get(page))
    assert as_user(cast.stranger).get(page).status_code == 404


def test_a_fight_is_made_and_leads_to_its_setup(cast: Cast) -> None:
    page = reverse("encounters", args=[cast.campaign.pk])
    answer = as_user(cast.gm).post(page, {"name": "Brücke <Süd>", "key": key()})
    made = Encounter.objects.get()
    assert answer["Location"] == url("encounter_setup", made)
    assert "Brücke &lt;Süd&gt;" in as_user(cast.gm).get(page).content.decode()
    refused = as_user(cast.gm).post(page, {"name": "a\0" + "x" * 300, "key": key()})
    assert refused.status_code == 400
    assert "x" * 300 in refused.content.decode()
    assert as_user(cast.owner).post(page, {"name": "Meiner", "key": key()}).status_code == 403
    assert Encounter.objects.count() == 1


def test_a_player_sees_a_fight_once_it_has_begun(cast: Cast) -> None:
    """I01, I03: what the game master prepares is on no list and has no page."""
    made = prepared(cast)
    page = reverse("encounters", args=[cast.campaign.pk])
    for user in (cast.owner, cast.fellow, cast.spectator):
        assert "Am Tor" not in words(as_user(user).get(page))
        assert look(user, made).status_code == 404
    step(made, cast.gm, Step.START)
    for user in (cast.owner, cast.fellow, cast.spectator):
        assert "Am Tor" in words(as_user(user).get(page))
        assert look(user, made).status_code == 200
    assert look(cast.stranger, made).status_code == 404


# --- what is shown --------------------------------------------------------------------------------------------


def test_the_hidden_one_is_nowhere_on_a_players_page(cast: Cast) -> None:
    """I01, I03: neither his name nor his number, nor that there is one more; his turn is the game master's."""
    made = running(cast, first=cast.hidden)
    for user in (cast.owner, cast.spectator):
        page = look(user, made).content.decode()
        assert "Anselm" not in page
        assert cast.hidden.ref not in page
        assert "3 Beteiligte" in page
        assert "pielleitung ist am Zug" in page
    shown = words(look(cast.gm, made))
    assert "Frater Anselm" in shown
    assert "1 verdeckt" in shown


def test_who_is_known_by_kind_has_no_name_and_no_numbers(cast: Cast) -> None:
    """I03: known by kind: the public name, and how he fares in a word."""
    services.character_edit(
        character=cast.kind,
        user=cast.gm,
        key=key(),
        edits={"pools.hit_points": services.Edit(cast.kind.body["maxima"]["hit_points"], 7)},
        reason="angeschossen",
    )
    made = running(cast)
    row = re.search(rf'data-key="{cast.kind.ref}".*?</li>', look(cast.owner, made).content.decode(), re.S)
    assert row is not None
    assert "Söldner" in row[0]
    assert "Ulf Brandt" not in row[0]
    assert "/16" not in row[0]
    assert "verwundet" in row[0]
    assert "Ulf Brandt" in words(look(cast.gm, made))


def test_offers_stand_possible_first_and_refused_with_their_reason(cast: Cast) -> None:
    """CHA-2.3, CHA-2.7: what cannot be done is shown with the reason and its rule."""
    made = running(cast)
    page = look(cast.owner, made).content.decode()
    assert page.index("Das geht</h3>") < page.index("Das geht nicht</h3>")
    assert f"encounter={made.pk}" in page
    refused = page[page.index("Das geht nicht</h3>") :]
    assert "CHA-2.3" in refused


def test_a_spectator_and_whoever_has_no_turn_get_no_button(cast: Cast) -> None:
    made = running(cast)
    assert "Zug beenden" in words(look(cast.owner, made))
    for user in (cast.fellow, cast.spectator):
        shown = words(look(user, made))
        assert "Zug beenden" not in shown
        assert "Runde beenden" not in shown
        assert "Aufstellung" not in shown
        assert "Jonna Velder" in shown


def test_a_round_can_be_ended_whoever_the_page_acts_for(cast: Cast) -> None:
    """CHA-2.1: an open page keeps whom it acts for; the round's end has its one button there too."""
    made = running(cast)
    while fresh(made).body.get("current"):
        move(cast.gm, made, Step.TURN)
    for page in (look(cast.gm, made), look(cast.gm, made, figur=cast.hero.ref)):
        assert words(page).count("Runde beenden") == 1


def test_an_open_page_goes_where_the_turn_goes_unless_somebody_was_chosen(cast: Cast) -> None:
    """The page reads itself again at the address it names: for whoever was chosen, as long as it is not his turn."""
    made = running(cast, first=cast.hero)
    address = f'hx-get="{url("encounter", made)}'
    for chosen in ("", cast.hero.ref):
        assert f'{address}"' in look(cast.gm, made, figur=chosen).content.decode()
    held = f"{address}?figur={quote(cast.kind.ref)}"
    assert held in look(cast.gm, made, figur=cast.kind.ref).content.decode()


def test_the_number_of_queries_does_not_grow_with_what_is_taken_back(cast: Cast) -> None:
    """N01: nor with how often it is done again; the page speaks of what was taken back in the first place."""
    made = running(cast)
    entry = JournalEntry.objects.get(campaign=cast.campaign, cause=str(Step.START))
    client = as_user(cast.gm)

    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url("encounter", made)).status_code == 200
        return len(captured)

    asked()
    counts = []
    for _turn in range(6):
        entry = services.entry_undo(entry=entry, user=cast.gm, key=key())
        counts.append(asked())
    assert max(counts) == max(counts[:2]), counts
    assert max(counts) <= 10


def test_the_number_of_queries_does_not_grow_with_the_fighters(cast: Cast) -> None:
    """N01, N05: thirty fighters cost as many queries as four."""
    made = running(cast)

    def asked(user: User) -> int:
        client = as_user(user)
        client.get(url("encounter", made))
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert client.get(url("encounter", made)).status_code == 200
        return len(captured)

    few = {user: asked(user) for user in (cast.gm, cast.owner)}
    combat.encounter_join_copies(
        encounter=fresh(made), user=cast.gm, key=key(), template=builders.template("looter"), count=20, known=Known.NAME
    )
    combat.encounter_join_copies(
        encounter=fresh(made), user=cast.gm, key=key(), template=builders.template("mercenary"), count=6
    )
    assert made.combatants.count() == 30
    many = {user: asked(user) for user in (cast.gm, cast.owner)}
    assert all(many[user] <= few[user] for user in few), (few, many)
    assert max(many.values()) <= 10


# --- steps ----------------------------------------------------------------------------------------------------


def test_a_fight_is_begun_and_moved_on_from_its_page(cast: Cast) -> None:
    """CHA-2.1, CHA-2.11; M02: the page says in words whose turn it is and what comes next."""
    made = prepared(cast)
    assert move(cast.gm, made, Step.START).status_code == 302
    waits = Resolution.objects.get(encounter=made)
    combat.resume(resolution=waits, user=cast.gm, app_dice=True, decline=True)
    assert "Runde 1" in words(look(cast.gm, made))
    for _fighter in range(4):
        assert move(cast.gm, made, Step.TURN).status_code == 302
    assert "alle waren dran" in words(look(cast.gm, made))
    assert move(cast.gm, made, Step.ROUND).status_code == 302
    assert "Runde 2" in words(look(cast.gm, made))
    assert move(cast.gm, made, Step.END, sure="1").status_code == 302
    shown = words(look(cast.gm, made))
    assert "beendet" in shown
    assert "Zug beenden" not in shown


@pytest.mark.parametrize(("wanted", "say"), [(Step.ROUND, "Runde trotzdem"), (Step.END, "Kampf trotzdem")])
def test_who_could_still_act_is_named_before_his_turn_is_cut_short(cast: Cast, wanted: Step, say: str) -> None:
    """CHA-2.11: a slip of the finger costs nobody his turn; one more press does it, with or without a script."""
    made = running(cast)
    step(made, cast.owner, Step.TURN)
    before = journal.stored(cast.campaign)
    for part in (True, False):
        asked = move(cast.gm, made, wanted, part=part)
        assert asked.status_code == 200
        shown = words(asked)
        assert "könnten in dieser Runde noch handeln" in shown
        assert say in shown
        named = re.search(r'id="confirm-what".*?</p>', asked.content.decode(), re.S)
        assert named is not None
        assert "Jonna Velder" not in named[0], "her turn is over"
        assert "Frater Anselm" in named[0]
        assert journal.stored(cast.campaign) == before
    # Somebody records something meanwhile: the page reads itself again and still asks.
    address = re.search(r'id="kampf"[^>]*hx-get="([^"]*)"', move(cast.gm, made, wanted, part=True).content.decode())
    assert address is not None
    assert say in words(as_user(cast.gm).get(unescape(address[1]), headers={"HX-Request": "true"}))
    assert say not in words(as_user(cast.owner).get(unescape(address[1])))
    assert move(cast.gm, made, wanted, sure="1").status_code == 302
    assert journal.stored(cast.campaign) != before


def test_nobody_is_named_who_cannot_act_any_more(cast: Cast) -> None:
    """CHA-2.2, CHA-2.14: whoever has spent his units or is down is waited for by nobody."""
    made = running(cast)
    order = [cast.kind.ref, cast.hero.ref]
    combat.encounter_order_set(encounter=made, user=cast.gm, key=key(), order=order, current=cast.kind.ref)
    combat.encounter_state_set(
        encounter=fresh(made), user=cast.gm, key=key(), budgets={cast.kind.ref: {"action_units": 0}}
    )
    services.character_edit(
        character=cast.hero,
        user=cast.gm,
        key=key(),
        edits={"statuses.unconscious": services.Edit(None, True)},
        reason="getroffen",
    )
    assert move(cast.gm, made, Step.ROUND).status_code == 302
    assert "Runde 2" in words(look(cast.gm, made))


def test_a_stale_page_moves_nothing_and_says_so(cast: Cast) -> None:
    """A13: an outdated page stays without effect, with a reason."""
    made = running(cast)
    old = {"round": 1, "current": cast.hero.ref}
    assert move(cast.owner, made, Step.TURN, **old).status_code == 302
    before = journal.stored(cast.campaign)
    answer = move(cast.gm, made, Step.TURN, **old)
    assert answer.status_code == 409
    assert "Der Kampf ist schon weiter als diese Seite." in words(answer)
    assert journal.stored(cast.campaign) == before


def test_the_same_form_sent_twice_ends_one_turn(cast: Cast) -> None:
    """A01, A02: a double click on a step is one step."""
    made = running(cast)
    values = {"step": str(Step.TURN), "round": "1", "current": cast.hero.ref, "key": "einmal"}
    for _twice in range(2):
        assert as_user(cast.owner).post(url("encounter_step", made), values).status_code == 302
    assert JournalEntry.objects.filter(cause=str(Step.TURN)).count() == 1


@pytest.mark.parametrize("values", [{"step": "weiter"}, {"round": "viele"}, {"key": "nul\0"}, {"key": ""}])
def test_a_form_no_page_has_made_changes_nothing(cast: Cast, values: dict[str, str]) -> None:
    made = running(cast)
    before = journal.stored(cast.campaign)
    answer = move(cast.gm, made, Step.TURN, **values)
    assert answer.status_code == 400
    assert "veraltet" in words(answer)
    assert journal.stored(cast.campaign) == before


def test_undo_stands_on_the_page_and_comes_back_to_it(cast: Cast) -> None:
    """B09: undo reachable from the combat screen by key and button."""
    made = running(cast)
    before = journal.stored(cast.campaign)
    step(made, cast.gm, Step.TURN)
    page = look(cast.gm, made).content.decode()
    assert 'data-hotkey="z"' in page
    newest = JournalEntry.objects.latest("pk")
    answer = as_user(cast.gm).post(
        reverse("undo", args=[cast.campaign.pk, newest.pk]),
        {"at_once": "1", "key": key(), "next": url("encounter", made)},
    )
    assert answer["Location"] == url("encounter", made)
    assert journal.stored(cast.campaign) == before
    assert "zurückgenommen" in words(look(cast.gm, made))


def test_no_page_takes_itself_for_newer_than_what_it_shows(cast: Cast) -> None:
    """A page that follows reads the newest entry first: what happens while it is built is told to it again."""
    made = running(cast, first=cast.hero)
    pages = [
        url("encounter", made),
        reverse("encounters", args=[cast.campaign.pk]),
        reverse("attack", args=[cast.campaign.pk]),
        reverse("characters", args=[cast.campaign.pk]),
    ]
    for page in pages:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            as_user(cast.gm).get(page)
        newest = [
            place for place, query in enumerate(asked) if re.search(r"FROM \S*journalentry\S* .*LIMIT 1$", query["sql"])
        ]
        state = [
            place
            for place, query in enumerate(asked)
            if re.search(r"FROM \S*(encounter|combatant|_item|_character)\"", query["sql"])
        ]
        assert newest[0] < state[0], page


def test_the_order_keeps_its_values_when_a_round_is_taken_back_and_counts_again(cast: Cast) -> None:
    """E04: as often as that happens."""
    made = running(cast, hidden=False)
    entry = JournalEntry.objects.get(campaign=cast.campaign, cause=str(Step.START))
    address = f"/api/v1/campaigns/{cast.campaign.pk}/encounters/{made.pk}/"

    def shown() -> tuple[str, list[str]]:
        told = as_user(cast.gm).get(address).json()
        return told["order_by"], [row["value"] for row in told["rows"]]

    before = shown()
    assert before[0]
    for turn in range(4):
        entry = services.entry_undo(entry=entry, user=cast.gm, key=key())
        assert (shown() == before) is (turn % 2 == 1), turn
