"""The log: who sees which lines and numbers, filters, taking back, and what open pages are told."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.models import Item, JournalEntry, User
from chaos_sheets.services import Edit
from tests import builders
from tests.cast import Cast
from tests.web.attacks import announcement, as_user, commit, newest, state, weapon_of, words

pytestmark = pytest.mark.django_db

HITTING = {"dice": "own", "die.attack": "50", "sides.attack": "100", "label.attack": "Angriffswurf"}


@pytest.fixture
def gm(cast: Cast) -> Client:
    return as_user(cast.gm)


@pytest.fixture
def shot(gm: Client, cast: Cast) -> JournalEntry:
    """A burst that hits the hero: the first die is typed, the rest rolled by the app."""
    commit(gm, cast, announcement(cast, cast.kind, cast.hero) | HITTING)
    row = cast.campaign.resolutions.get()
    gm.post(reverse("answer", args=[cast.campaign.pk, row.pk]), {"question": "hit.1.cover", "app": "1"})
    return newest(cast)


def log_of(cast: Cast, user: User, **filters: str) -> str:
    return as_user(user).get(reverse("log", args=[cast.campaign.pk]), filters).content.decode()


def page_text(client: Client, cast: Cast, entry: JournalEntry) -> str:
    return client.get(entry_page(cast, entry)).content.decode()


def entry_page(cast: Cast, entry: JournalEntry, part: str = "") -> str:
    return reverse("log_entry", args=[cast.campaign.pk, entry.pk]) + (f"?part={part}" if part else "")


# --- what stands in it ----------------------------------------------------------------------------------------


def test_o01_the_log_says_who_when_why_and_before_and_after(gm: Client, cast: Cast) -> None:
    """O01, O08: actor, time, reason, before and after."""
    services.character_edit(
        character=cast.hero, user=cast.gm, key=builders.key(), edits={"pools.hit_points": Edit(15, 9)}, reason="Sturz"
    )
    said = words(gm.get(reverse("log", args=[cast.campaign.pk])))
    assert "gm · Festgesetzt · Jonna Velder" in said or "gm · Bearbeitet · Jonna Velder" in said
    assert "TP 15 → 9" in said
    assert "Sturz" in said


def test_a_result_reads_like_a_story(gm: Client, cast: Cast, shot: JournalEntry) -> None:
    said = words(gm.get(entry_page(cast, shot)))
    assert "50 gegen" in said
    assert "Deckungswurf" in said
    assert "Gewürfelter Schaden" in said
    assert re.search(r"schießt auf Jonna Velder — .*\d Treffer \(", said)


def test_f01_the_card_shows_how_each_zone_arose(gm: Client, cast: Cast, shot: JournalEntry) -> None:
    """F01, A16: the zone die stands with its hit, and the card's losses add up to what the sheet lost."""
    hits = [event for event in shot.events if event["term"] == "hit"]
    said = words(gm.get(entry_page(cast, shot)))
    assert said.count("Zonenwurf") == len(hits)
    lost = sum(c["before"] - c["after"] for e in hits for c in e["changes"] if c["field"] == "pools.hit_points")
    change = next((change for change in shot.changes if change["field"] == "pools.hit_points"), None)
    assert (15 - change["after"] if change else 0) == lost
    assert said.count(" TP verloren ") == 2 * len(hits)


def test_c28_the_card_shows_the_wear_that_happened_and_no_other(gm: Client, cast: Cast, shot: JournalEntry) -> None:
    """C28, C20: every damage point that was noted is told, none that was not."""
    worn = [
        change for event in shot.events for change in event.get("changes", ()) if "damage_points" in change["field"]
    ]
    said = words(gm.get(entry_page(cast, shot, "trace")))
    assert len(re.findall(r", Beschädigungspunkte: \d+ → \d+", said)) == len(worn)


def test_the_card_draws_the_body_with_the_hits(gm: Client, cast: Cast, shot: JournalEntry) -> None:
    page = gm.get(entry_page(cast, shot)).content.decode()
    zones = [event for event in shot.events if event["term"] == "hit"]
    assert page.count('class="fig-hit"') == len(zones)


def test_the_log_keeps_rule_numbers_beside_what_they_rule(gm: Client, cast: Cast, shot: JournalEntry) -> None:
    assert "CHA-7.3" in words(gm.get(entry_page(cast, shot, "trace")))


def test_a_value_that_was_never_stored_is_told_as_what_counted_then(gm: Client, cast: Cast) -> None:
    """O01: full is a number, also after the sheet bounds the pool otherwise."""
    edits = {"pools.hit_points": Edit(15, 9)}
    services.character_edit(character=cast.hero, user=cast.gm, key=builders.key(), edits=edits, reason="Sturz")
    fall = newest(cast)
    plan = words(gm.get(reverse("undo", args=[cast.campaign.pk, fall.pk])))
    assert re.search(r"TP Jonna Velder 9 15", plan)
    services.entry_undo(entry=fall, user=cast.gm, key=builders.key())
    assert "pools" not in state(cast)[cast.hero.ref]
    taken = newest(cast)
    higher = {"maxima.hit_points": Edit(15, 20)}
    services.character_edit(character=cast.hero, user=cast.gm, key=builders.key(), edits=higher, reason="Aufstieg")
    assert "TP 15 → 9" in words(gm.get(entry_page(cast, fall))).replace("TP Jonna Velder 15 9", "TP 15 → 9")
    assert "TP Jonna Velder 9 15" in words(gm.get(entry_page(cast, taken)))


def test_an_entry_that_takes_back_is_titled_by_what_it_takes_back(gm: Client, cast: Cast, shot: JournalEntry) -> None:
    """O01, O03."""
    told = re.search(
        r"<h3>\s*([^<]* schießt auf Jonna Velder — [^<]*−\d+ TP[^<]*\S)\s*</h3>", page_text(gm, cast, shot)
    )
    assert told
    undo = services.entry_undo(entry=shot, user=cast.gm, key=builders.key())
    page = gm.get(entry_page(cast, undo)).content.decode()
    assert re.search(rf"<h3>\s*Zurückgenommen: {re.escape(told[1])}\s*</h3>", page)
    assert f"<title>Zurückgenommen: {told[1]}" in page
    assert f"Zurückgenommen: {told[1]}" in log_of(cast, cast.gm)
    again = services.entry_undo(entry=undo, user=cast.gm, key=builders.key())
    assert f"Doch wieder: {told[1]}" in words(gm.get(entry_page(cast, again)))
    third = services.entry_undo(entry=again, user=cast.gm, key=builders.key())
    assert f"Zurückgenommen: die Rücknahme von Eintrag {undo.pk}" in words(gm.get(entry_page(cast, third)))
    services.money_change(character=cast.hero, user=cast.gm, key=builders.key(), by=5, reason="Beute")
    services.entry_undo(entry=newest(cast), user=cast.gm, key=builders.key())
    assert "Zurückgenommen: Geld · Jonna Velder" in words(gm.get(entry_page(cast, newest(cast))))


def test_the_title_of_a_taking_back_tells_a_player_no_numbers_of_others(cast: Cast, shot: JournalEntry) -> None:
    """I01: the same rule as for the entry itself."""
    undo = services.entry_undo(entry=shot, user=cast.gm, key=builders.key())
    said = words(as_user(cast.fellow).get(entry_page(cast, undo)))
    assert re.search(r"schießt auf Jonna Velder — .*Treffer", said)
    assert "TP" not in said
    assert "Ulf Brandt" not in said


# --- who may read what ----------------------------------------------------------------------------------------


def test_players_read_lines_about_whom_they_see(cast: Cast, shot: JournalEntry) -> None:
    for user in (cast.owner, cast.fellow, cast.spectator):
        assert f'id="e{shot.pk}"' in log_of(cast, user)
    assert "Frater Anselm" not in log_of(cast, cast.owner)


def test_numbers_are_told_of_ones_own_alone(cast: Cast, shot: JournalEntry) -> None:
    mine = words(as_user(cast.owner).get(entry_page(cast, shot)))
    theirs = words(as_user(cast.fellow).get(entry_page(cast, shot)))
    assert "Gewürfelter Schaden" in mine
    assert "Gewürfelter Schaden" not in theirs
    assert not re.search(r"TP|\d+ gegen \d+", theirs)
    nobody = words(as_user(cast.spectator).get(entry_page(cast, shot)))
    assert not re.search(r"TP|\d+ gegen \d+", nobody)


def test_i01_no_channel_carries_the_true_name(cast: Cast, shot: JournalEntry) -> None:
    """I01, I04: the attacker is known by kind alone: his public name stands, his own nowhere."""
    pages = [
        log_of(cast, cast.owner),
        as_user(cast.owner).get(entry_page(cast, shot)).content.decode(),
        as_user(cast.owner).get(entry_page(cast, shot, "trace")).content.decode(),
        as_user(cast.owner).get(entry_page(cast, shot, "card")).content.decode(),
        log_of(cast, cast.owner, q="Ulf"),
    ]
    assert not [page for page in pages if "Ulf Brandt" in page]
    assert "Söldner" in pages[0]
    assert f'id="e{shot.pk}"' not in pages[-1]


def test_entries_about_the_hidden_do_not_exist_for_players(cast: Cast) -> None:
    services.money_change(character=cast.hidden, user=cast.gm, key=builders.key(), by=5, reason="Beute")
    entry = newest(cast)
    assert as_user(cast.owner).get(entry_page(cast, entry)).status_code == 404
    assert f'id="e{entry.pk}"' not in log_of(cast, cast.owner)
    assert as_user(cast.gm).get(entry_page(cast, entry)).status_code == 200


def test_a_hidden_character_is_no_filter_either(cast: Cast) -> None:
    response = as_user(cast.owner).get(reverse("log", args=[cast.campaign.pk]), {"about": cast.hidden.ref})
    assert response.status_code == 400
    unknown = as_user(cast.owner).get(reverse("log", args=[cast.campaign.pk]), {"about": "character:999999"})
    assert words(response) == words(unknown)


# --- filters --------------------------------------------------------------------------------------------------


def test_on_a_phone_the_log_begins_below_one_line_of_filters(cast: Cast) -> None:
    """More filters than the search stand in a part that is closed until one of them is set."""
    assert '<details class="filter__more">' in log_of(cast, cast.gm)
    assert '<details class="filter__more">' in log_of(cast, cast.gm, q="Ulf")
    page = log_of(cast, cast.gm, cause="shoot", about=cast.hero.ref)
    assert '<details class="filter__more" open>' in page
    assert "Mehr Filter: 2 gesetzt" in page


def test_filters_narrow_the_log_down(cast: Cast, shot: JournalEntry) -> None:
    line = f'id="e{shot.pk}"'
    assert line in log_of(cast, cast.gm, about=cast.hero.ref)
    assert line not in log_of(cast, cast.gm, about=cast.other.ref)
    assert line in log_of(cast, cast.gm, who=str(cast.gm.pk))
    assert line not in log_of(cast, cast.gm, who=str(cast.owner.pk))
    assert line in log_of(cast, cast.gm, cause="shoot")
    assert line not in log_of(cast, cast.gm, cause="undo")
    assert line in log_of(cast, cast.gm, q="jonna")
    assert line not in log_of(cast, cast.gm, q="niemand")
    assert line in log_of(cast, cast.gm, **{"from": "2000-01-01", "to": "2999-12-31"})
    assert line not in log_of(cast, cast.gm, to="2000-01-01")


@pytest.mark.parametrize(
    "filters", [{"from": "gestern"}, {"to": "2026-13-40"}, {"q": "a\x00b"}, {"q": "x" * 900}, {"q": "\u202ea"}]
)
def test_a_filter_that_makes_no_sense_is_told_so(cast: Cast, filters: dict[str, str]) -> None:
    response = as_user(cast.gm).get(reverse("log", args=[cast.campaign.pk]), filters)
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()


@pytest.mark.parametrize("name", ["about", "who", "cause", "before", "page"])
@pytest.mark.parametrize("value", ["a\x00b", "-1", "x" * 500, "9" * 40])
def test_no_filter_breaks_the_page(cast: Cast, name: str, value: str) -> None:
    assert as_user(cast.gm).get(reverse("log", args=[cast.campaign.pk]), {name: value}).status_code < 500


def test_pages_go_back_to_the_first_entry(cast: Cast) -> None:
    for number in range(40):
        services.money_change(character=cast.hero, user=cast.gm, key=builders.key(), by=1, reason=f"Nr. {number}")
    page, seen = log_of(cast, cast.gm), set()
    while True:
        seen |= set(re.findall(r'id="e(\d+)"', page))
        older = re.search(r'rel="next" href="[^"]*before=(\d+)', page)
        if older is None:
            break
        page = log_of(cast, cast.gm, before=older[1])
    assert seen == {str(pk) for pk in JournalEntry.objects.filter(campaign=cast.campaign).values_list("pk", flat=True)}


# --- taking back ----------------------------------------------------------------------------------------------


def undo(client: Client, cast: Cast, entry: JournalEntry, **sent: str) -> int:
    address = reverse("undo", args=[cast.campaign.pk, entry.pk])
    return client.post(address, {"key": builders.key("undo"), **sent}).status_code


def test_b01_one_click_takes_everything_back_and_strikes_the_line(gm: Client, cast: Cast) -> None:
    """B01, B02, B04: the state is restored as a whole, the entry stands struck through with a link."""
    before = state(cast)
    commit(gm, cast, announcement(cast, cast.kind, cast.hero))
    entry = newest(cast)
    assert undo(gm, cast, entry, at_once="1") == 302
    assert state(cast) == before
    page = log_of(cast, cast.gm)
    line = page[page.index(f'id="e{entry.pk}"') :].partition("</li>")[0]
    assert "<s>" in line
    assert reverse("log_entry", args=[cast.campaign.pk, newest(cast).pk]) in line


def test_an_undo_after_something_else_leaves_that_alone(gm: Client, cast: Cast, shot: JournalEntry) -> None:
    services.money_change(character=cast.hero, user=cast.gm, key=builders.key(), by=70, reason="Beute")
    services.pool_change(character=cast.hero, user=cast.gm, key=builders.key(), pool="hit_points", by=1)
    money = type(cast.hero).objects.get(pk=cast.hero.pk).money
    assert undo(gm, cast, shot, at_once="1") == 302
    assert type(cast.hero).objects.get(pk=cast.hero.pk).money == money
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_what_an_undo_would_leave_is_shown_before_it_is_done(gm: Client, cast: Cast) -> None:
    weapon = weapon_of(cast.hero)
    for name in ("Alt", "Neu"):
        services.item_edit(
            item=weapon,
            user=cast.gm,
            key=builders.key(),
            edits={"name": Edit(Item.objects.get(pk=weapon.pk).name, name)},
        )
    entry = JournalEntry.objects.filter(campaign=cast.campaign).order_by("-pk")[1]
    before = state(cast)
    response = gm.post(reverse("undo", args=[cast.campaign.pk, entry.pk]), {"key": builders.key(), "at_once": "1"})
    assert "bleibt Neu statt Fährmann" in words(response)
    assert state(cast) == before


def test_b05_the_part_of_one_character_can_be_taken_back(gm: Client, cast: Cast, shot: JournalEntry) -> None:
    """B05: one subject alone; the other's part stands."""
    preview = words(gm.get(reverse("undo", args=[cast.campaign.pk, shot.pk])))
    assert "Nur Jonna Velder" in preview
    assert undo(gm, cast, shot, only=cast.hero.ref) == 302
    assert newest(cast).request == {"undo": shot.pk, "only": cast.hero.ref}
    assert {change["of"] for change in newest(cast).changes} <= {cast.hero.ref, *hero_things(cast)}
    assert "zurückgenommen für Jonna Velder" in words(gm.get(reverse("log", args=[cast.campaign.pk])))


def hero_things(cast: Cast) -> set[str]:
    return {item.ref for item in Item.objects.filter(character=cast.hero)}


def test_an_undo_can_be_undone(gm: Client, cast: Cast, shot: JournalEntry) -> None:
    after = state(cast)
    undo(gm, cast, shot, at_once="1")
    undo(gm, cast, newest(cast), at_once="1")
    assert state(cast) == after
    page = log_of(cast, cast.gm)
    assert "<s>" not in page[page.index(f'id="e{shot.pk}"') :].partition("</li>")[0]


def test_nothing_is_taken_back_twice(gm: Client, cast: Cast, shot: JournalEntry) -> None:
    undo(gm, cast, shot, at_once="1")
    after, count = state(cast), JournalEntry.objects.count()
    undo(gm, cast, shot, at_once="1")
    assert (state(cast), JournalEntry.objects.count()) == (after, count)


def test_a_player_takes_back_only_what_he_did_himself(cast: Cast, shot: JournalEntry) -> None:
    player, before = as_user(cast.owner), state(cast)
    assert undo(player, cast, shot) == 403
    assert undo(as_user(cast.stranger), cast, shot) == 404
    assert state(cast) == before
    services.pool_change(character=cast.hero, user=cast.owner, key=builders.key(), pool="action_points", by=-1)
    entry = newest(cast)
    assert "Zurücknehmen" in words(player.get(entry_page(cast, entry)))
    assert undo(player, cast, entry, at_once="1") == 302


# --- what open pages are told ---------------------------------------------------------------------------------


def test_open_pages_hear_of_what_they_may_know(cast: Cast) -> None:
    address = reverse("changes", args=[cast.campaign.pk])
    since = newest(cast).pk
    services.pool_change(character=cast.hero, user=cast.owner, key=builders.key(), pool="action_points", by=-1)
    services.money_change(character=cast.hidden, user=cast.gm, key=builders.key(), by=5, reason="Beute")
    told = as_user(cast.owner).get(address, {"since": since}).json()
    assert told["refs"] == [cast.hero.ref]
    assert told["entry"] == newest(cast).pk
    everything = as_user(cast.gm).get(address, {"since": since}).json()
    assert everything == {"entry": newest(cast).pk, "refs": sorted([cast.hero.ref, cast.hidden.ref]), "asks": False}
    assert as_user(cast.gm).get(address, {"since": newest(cast).pk}).json()["refs"] == []


def test_whoever_is_asked_something_hears_of_it_on_every_page(gm: Client, cast: Cast) -> None:
    address = reverse("changes", args=[cast.campaign.pk])
    commit(gm, cast, announcement(cast, cast.kind, cast.hero, **{"choose.reaction.0.choice": "?"}))
    asked = {user: as_user(user).get(address, {"since": "0"}).json()["asks"] for user in cast.insiders}
    assert asked == {cast.gm: False, cast.owner: True, cast.fellow: False, cast.spectator: False}


def test_what_is_asked_of_nobody_on_the_table_is_asked_of_the_game_master(gm: Client, cast: Cast) -> None:
    """A question the rules put to "gm" waits for him and for nobody else."""
    address = reverse("changes", args=[cast.campaign.pk])
    commit(gm, cast, announcement(cast, cast.kind, cast.hero, **{"choose.reaction.0.choice": "?"}))
    cast.campaign.resolutions.update(waits_for="gm")
    asked = {user: as_user(user).get(address, {"since": "0"}).json()["asks"] for user in cast.insiders}
    assert asked == {cast.gm: True, cast.owner: False, cast.fellow: False, cast.spectator: False}


def test_a_page_that_asks_wrongly_is_told_so(cast: Cast) -> None:
    address = reverse("changes", args=[cast.campaign.pk])
    for since in ("", "x", "-1", "9" * 40, "1\x00"):
        assert as_user(cast.gm).get(address, {"since": since}).status_code == 400
    assert Client().get(address, {"since": "1"}).status_code == 401
