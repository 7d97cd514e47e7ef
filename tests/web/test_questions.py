"""What waits at a table, and what open pages are told: also when somebody has left, or much happened out of sight."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chaos_sheets import policy, services
from chaos_sheets.models import Character, JournalEntry
from chaos_sheets.selectors import log
from combat import services as combat
from combat.models import Resolution
from tests import builders
from tests.cast import Cast
from tests.shell.shots import burst
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
    newest, refs = log.changes_since(who=who, since=since)
    assert (newest, refs) == (JournalEntry.objects.latest("pk").pk, [])
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert log.changes_since(who=who, since=newest) == (newest, [])
    assert len(captured) == 1


def test_many_hidden_entries_do_not_hold_back_what_comes_after(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MOST_NEW", 3)
    who, since = member(cast), JournalEntry.objects.latest("pk").pk
    hide(cast, 4)
    services.pool_change(character=cast.hero, user=cast.gm, key=builders.key(), pool="hit_points", by=-1)
    heard: list[str] = []
    for _ in range(2):
        since, refs = log.changes_since(who=who, since=since)
        heard += refs
    assert heard == [cast.hero.ref]
    assert since == JournalEntry.objects.latest("pk").pk


def test_an_entry_that_touches_much_is_told_wholly(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MOST_NEW", 1)
    since = JournalEntry.objects.latest("pk").pk
    services.member_remove(membership=cast.member(cast.owner), user=cast.gm, key=builders.key())
    assert Character.objects.get(pk=cast.hero.pk).owner_id is None
    combat.act(
        campaign=cast.campaign, user=cast.gm, request=burst(cast), key=builders.key(), decline=True,
        answers={"attack": {"faces": [5]}},
    )  # fmt: skip
    who = policy.viewer(user=cast.gm, campaign=cast.campaign)
    since, first = log.changes_since(who=who, since=since)
    _newest, second = log.changes_since(who=who, since=since)
    assert first == [cast.hero.ref]
    assert {cast.hero.ref, cast.kind.ref} < set(second)
