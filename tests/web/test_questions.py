"""What waits at a table, and what open pages are told: also when somebody has left, or much happened out of sight."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chaos_sheets import policy, services
from chaos_sheets.models import Character, Item, JournalEntry
from chaos_sheets.selectors import news
from combat import services as combat
from combat.models import Resolution
from tests import builders
from tests.cast import Cast
from tests.shell.shots import burst, request
from tests.web.attacks import as_user, words

pytestmark = pytest.mark.django_db


def begin(cast: Cast, **more: Any) -> Resolution:
    combat.act(campaign=cast.campaign, user=cast.gm, request=burst(cast, **more), key=builders.key())
    return Resolution.objects.latest("pk")


def questions(client: Client, cast: Cast) -> Any:
    return client.get(reverse("questions", args=[cast.campaign.pk]))


# --- somebody has left ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("gone", ["target", "actor", "cover"])
def test_what_cannot_go_on_is_shown_and_can_be_discarded(cast: Cast, gone: str) -> None:
    gm = as_user(cast.gm)
    row = begin(cast, cover=cast.cover)
    combat.resume(resolution=row, user=cast.gm, decline=True)
    other = begin(cast, mode="semi")
    if gone == "cover":
        services.cover_remove(cover=cast.cover, user=cast.gm, key=builders.key())
    else:
        who = cast.hero if gone == "target" else cast.kind
        services.character_retire(character=who, user=cast.gm, key=builders.key())
    response = questions(gm, cast)
    assert response.status_code == 200
    assert "Diese Handlung geht so nicht mehr" in words(response)
    assert reverse("give_up", args=[cast.campaign.pk, row.pk]) in response.content.decode()
    api = f"/api/v1/campaigns/{cast.campaign.pk}/actions/"
    told = gm.get(api).json()
    assert [each["id"] for each in told] == [row.pk, other.pk]
    assert told[0]["refused"]
    assert gm.get(f"{api}{row.pk}/").json()["may_cancel"]
    tried = gm.post(f"{api}{row.pk}/", {"app_dice": True}, content_type="application/json")
    assert (tried.status_code, tried.json()["code"]) == (409, "action_impossible")
    answer = reverse("answer", args=[cast.campaign.pk, row.pk])
    typed = gm.post(answer, {"question": "attack", "app": "1"})
    assert typed.status_code == 409
    assert "Verwirf sie" in words(typed)
    assert gm.post(reverse("give_up", args=[cast.campaign.pk, row.pk])).status_code == 302
    assert list(Resolution.objects.all()) == [other]


# --- what is new ----------------------------------------------------------------------------------------------


def hide(cast: Cast, count: int) -> None:
    """Entries about somebody no player knows of."""
    for _ in range(count):
        services.money_change(character=cast.hidden, user=cast.gm, key=builders.key(), by=5, reason="Beute")


def member(cast: Cast) -> policy.Viewer:
    return policy.viewer(user=cast.owner, campaign=cast.campaign)


def test_a_player_does_not_go_over_hidden_entries_twice(cast: Cast) -> None:
    who, since = member(cast), JournalEntry.objects.latest("pk").pk
    hide(cast, 2)
    newest, refs = news.changes_since(who=who, since=since)
    assert (newest, refs) == (JournalEntry.objects.latest("pk").pk, [])
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert news.changes_since(who=who, since=newest) == (newest, [])
    assert len(captured) == 1


def test_many_hidden_entries_do_not_hold_back_what_comes_after(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "MOST_NEW", 3)
    who, since = member(cast), JournalEntry.objects.latest("pk").pk
    hide(cast, 4)
    services.pool_change(character=cast.hero, user=cast.gm, key=builders.key(), pool="hit_points", by=-1)
    heard: list[str] = []
    for _ in range(2):
        since, refs = news.changes_since(who=who, since=since)
        heard += refs
    assert heard == [cast.hero.ref]
    assert since == JournalEntry.objects.latest("pk").pk


def test_an_entry_that_touches_much_is_told_wholly(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "MOST_NEW", 1)
    since = JournalEntry.objects.latest("pk").pk
    services.member_remove(membership=cast.member(cast.owner), user=cast.gm, key=builders.key())
    assert Character.objects.get(pk=cast.hero.pk).owner_id is None
    combat.act(
        campaign=cast.campaign, user=cast.gm, request=burst(cast), key=builders.key(), decline=True,
        answers={"attack": {"faces": [5]}},
    )  # fmt: skip
    who = policy.viewer(user=cast.gm, campaign=cast.campaign)
    since, first = news.changes_since(who=who, since=since)
    _newest, second = news.changes_since(who=who, since=since)
    assert first == [cast.hero.ref]
    assert {cast.hero.ref, cast.kind.ref} < set(second)


# --- what a question says -------------------------------------------------------------------------------------


def asked_player(cast: Cast) -> Resolution:
    """The mercenary shoots with app dice; the hero's player is asked how she reacts."""
    begin(cast)
    return Resolution.objects.get()


def test_a_question_says_who_attacks_and_what_each_answer_means(cast: Cast) -> None:
    """CHA-3.12, CHA-2.9: number, chance and price stand at the answer, before anybody gives one."""
    asked_player(cast)
    said = words(questions(as_user(cast.owner), cast))
    assert "Söldner schießt auf dich." in said
    rank = re.search(r"Ausweichen (\d+) gelingt in (\d+) von 100 · 2 AE", said)
    assert rank is not None, said
    assert int(rank[2]) == int(rank[1]) - 1
    # The weapon of somebody whose sheet she does not know is not hers to know; the game master reads it.
    assert "Fährmann" not in said
    gm = words(questions(as_user(cast.gm), cast))
    assert "Ulf Brandt schießt auf Jonna Velder: Vollautomatik mit Fährmann." in gm


def test_whoever_may_take_a_degree_is_told_that_it_is_about_his_neck(cast: Cast) -> None:
    """CHA-4.8: a neck break is announced before the roll; the player of the held one reads what the degrees decide."""
    fist = builders.carried(cast.kind, "faehrmann")
    Item.objects.filter(pk=fist.pk).update(body={**fist.body, "weapon_kind": "unarmed"})
    held = {**cast.hero.body, "statuses": {"clinched": True}, "pools": {"action_points": 2}}
    Character.objects.filter(pk=cast.hero.pk).update(body=held)
    what = request(cast.kind, fist, cast.hero, form="strike", neck_break=True)
    what["intent"]["parts"][0]["parameters"].pop("mode")  # type: ignore[index, union-attr, call-overload]
    acted = combat.act(
        campaign=cast.campaign, user=cast.gm, request=what, key=builders.key(), answers={"attack": {"faces": [2]}}
    )
    assert acted.question is not None, acted.entry
    said = words(questions(as_user(cast.owner), cast))
    assert "Nimmst du ihm einen?" in said
    assert "Ab 5 EG bricht das Genick" in said


def test_no_answer_is_given_by_accident(cast: Cast) -> None:
    """The default is neither chosen beforehand nor the button a stray key would press."""
    asked_player(cast)
    page = questions(as_user(cast.owner), cast).content.decode()
    assert "btn--main" not in page
    assert "data-next-die" not in page
    assert 'name="choose.reaction.0.choice" value="none" required>' in page


def test_what_belongs_together_is_asked_together(cast: Cast) -> None:
    row = asked_player(cast)
    player = as_user(cast.owner)
    page = questions(player, cast).content.decode()
    assert re.findall(r'name="(choose[^"]+)"', page)[0] == "choose.reaction.0.choice"
    assert {"choose.reaction.0.spend", "choose.reaction.0.spell_points"} <= set(re.findall(r'name="([^"]+)"', page))
    sent = {
        "question": "reaction.0.choice",
        "choose.reaction.0.choice": "none",
        "choose.reaction.0.spend": "none",
        "choose.reaction.0.spell_points": "0",
    }
    response = player.post(reverse("answer", args=[cast.campaign.pk, row.pk]), sent, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert not Resolution.objects.exists()
    assert JournalEntry.objects.latest("pk").cause == "shoot"


def test_a_list_leaves_out_what_can_never_be_chosen(cast: Cast) -> None:
    """CHA-8.2, CHA-9.6: twice the same for one roll is never open, nor a second point of one; both are left out."""
    asked_player(cast)
    page = questions(as_user(cast.owner), cast)
    lists = dict(re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', page.content.decode(), re.S))
    spends = re.findall(r'<option value="([^"]*)"', lists["choose.reaction.0.spend"])
    assert spends
    assert all(len(set(value.split("+"))) == len(value.split("+")) for value in spends)
    assert re.findall(r'<option value="(\d+)"', lists["choose.reaction.0.spell_points"]) == ["0", "1"]
    assert "Das geht nur einmal je Wurf." not in words(page)
    assert "höchstens 3 ZP" not in words(page)


def test_the_question_stands_before_the_panel(cast: Cast) -> None:
    """On a phone whoever is asked does not have to look for it."""
    page = as_user(cast.owner).get(reverse("attack", args=[cast.campaign.pk])).content.decode()
    assert page.index('id="frage"') < page.index('id="angriff"') < page.index('id="ergebnis"')


def test_a_second_window_is_told_what_was_answered(cast: Cast) -> None:
    """The dice lie as they fell: a second answer to the same die counts nowhere, and says so."""
    what = burst(cast)
    acted = combat.act(
        campaign=cast.campaign, user=cast.gm, request=what, key=builders.key(), app_dice=False, decline=True
    )
    row = acted.resolution
    assert row is not None
    gm, address = as_user(cast.gm), reverse("answer", args=[cast.campaign.pk, row.pk])
    first = {"question": "attack", "die.attack": "37", "sides.attack": "100"}
    assert gm.post(address, first, headers={"HX-Request": "true"}).status_code == 200
    kept = Resolution.objects.get(pk=row.pk).answers
    second = gm.post(address, first | {"die.attack": "12"}, headers={"HX-Request": "true"})
    assert second.status_code == 409
    assert "Schon beantwortet: 37." in words(second)
    assert Resolution.objects.get(pk=row.pk).answers == kept
    api = f"/api/v1/campaigns/{cast.campaign.pk}/actions/{row.pk}/"
    told = gm.post(api, {"answers": {"attack": {"faces": [12]}}}, content_type="application/json")
    assert (told.status_code, told.json()["code"]) == (409, "already_answered")


def test_a_second_answer_to_a_choice_is_told_in_words(cast: Cast) -> None:
    row = asked_player(cast)
    gm, address = as_user(cast.gm), reverse("answer", args=[cast.campaign.pk, row.pk])
    sent = {"question": "reaction.0.choice", "choose.reaction.0.choice": "dodge"}
    gm.post(address, sent, headers={"HX-Request": "true"})
    second = gm.post(address, sent | {"choose.reaction.0.choice": "none"}, headers={"HX-Request": "true"})
    assert "Schon beantwortet: Ausweichen." in words(second)


def test_the_die_of_a_reaction_is_named_by_it(cast: Cast) -> None:
    """CHA-3.12: she chose to dodge, so it is her dodge that is rolled."""
    what: Any = burst(cast)
    combat.act(campaign=cast.campaign, user=cast.gm, request=what, key=builders.key(), app_dice=False)
    chosen = {"reaction.0.choice": "dodge", "reaction.0.spend": "none", "reaction.0.spell_points": "0"}
    answers: dict[str, Any] = {name: {"choice": choice} for name, choice in chosen.items()}
    combat.resume(resolution=Resolution.objects.get(), user=cast.owner, answers=answers, app_dice=False)
    combat.resume(resolution=Resolution.objects.get(), user=cast.gm, answers={"attack": {"faces": [5]}}, app_dice=False)
    page = questions(as_user(cast.owner), cast)
    assert 'class="label">Ausweichen W100</span>' in page.content.decode()
    assert "Reaktion W100" not in words(page)


def test_a_question_and_the_panel_share_no_id(cast: Cast) -> None:
    """The same reaction is asked by two actions that wait, and may be asked by the announcement beside them."""
    begin(cast)
    begin(cast)
    page = questions(as_user(cast.gm), cast).content.decode()
    found = re.findall(r' id="([^"]+)"', page)
    assert any("choose" in each for each in found)
    assert sorted(found) == sorted(set(found))
    assert not any(each.startswith(("choose", "die")) for each in found)


def test_whoever_waits_reads_what_fell_and_then_what_came_of_it(cast: Cast) -> None:
    """His own roll stands beside whom it waits for; the answer of another brings the result to his open page."""
    what = request(cast.hero, cast.weapon(), cast.kind, mode="single")
    done = combat.act(
        campaign=cast.campaign, user=cast.owner, request=what, key=builders.key(), answers={"attack": {"faces": [3]}}
    )
    row = done.resolution
    assert row is not None
    assert row.waits_for == cast.kind.ref
    player, address = as_user(cast.owner), reverse("questions", args=[cast.campaign.pk])
    waits = player.get(address)
    poll = html.unescape(re.search(r'hx-get="([^"]+)"', waits.content.decode())[1])  # type: ignore[index]
    assert "Wartet auf: Spielleitung" in words(waits)
    assert f"mine={row.key}" in poll
    assert player.get(poll).status_code == 204
    ended = combat.resume(resolution=row, user=cast.gm, app_dice=True, decline=True)
    assert ended.entry is not None
    entry = JournalEntry.objects.latest("pk")
    closed = player.get(poll)
    assert reverse("log_entry", args=[cast.campaign.pk, entry.pk]) in closed.content.decode()
    assert 'id="ergebnis"' in closed.content.decode()
    assert closed["HX-Trigger"] == "acted"
    other = as_user(cast.fellow).get(poll)
    assert 'id="ergebnis"' not in other.content.decode(), "a key is of use to nobody else"


def test_a_question_leads_back_to_the_page_it_was_answered_on(cast: Cast) -> None:
    row = asked_player(cast)
    fight = reverse("encounters", args=[cast.campaign.pk])
    wrong = as_user(cast.owner).post(
        reverse("answer", args=[cast.campaign.pk, row.pk]),
        {"question": "reaction.0.choice", "again": fight},
        headers={"HX-Request": "true"},
    )
    assert f'name="again" value="{fight}"' in wrong.content.decode()
    poll = html.unescape(re.search(r'hx-get="([^"]+)"', wrong.content.decode())[1])  # type: ignore[index]
    again = as_user(cast.owner).get(poll.replace("seen=", "seen=x"))
    assert f'name="again" value="{fight}"' in again.content.decode()
