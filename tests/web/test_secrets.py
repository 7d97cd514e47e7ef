"""What is kept from somebody is not told by any side door: search, lists of names, odd addresses, deep bodies."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.errors import Invalid, ServiceError
from chaos_sheets.models import User
from chaos_sheets.services import Edit
from chaos_sheets.trace import Reader
from chaos_sheets.words import Words
from combat.registry import ruleset_info
from combat.services import act
from tests import builders
from tests.cast import Cast


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def lines_of(page: str) -> int:
    """How many entries a page of the log shows: each links to its own page."""
    return len(re.findall(r"/protokoll/\d+/", page))


def figure_of(page: str) -> list[str]:
    """What the card says of each zone, in words."""
    found = re.findall(r"(?:unversehrt|\d+ Kerben?[^<]*|zerstört)", page)
    assert found
    return found


def test_a_search_does_not_tell_reasons_one_may_not_read(cast: Cast) -> None:
    """I01: no channel carries it: page, live, log, export, PDF, search."""
    services.money_change(character=cast.kind, user=cast.gm, key=builders.key(), by=100, reason="Geheimwort sieben")
    page = reverse("log", args=[cast.campaign.pk])
    found = as_user(cast.fellow).get(page, {"q": "Geheimwort sieben"}).content.decode()
    other = as_user(cast.fellow).get(page, {"q": "Geheimwort acht"}).content.decode()
    assert lines_of(found) == lines_of(other) == 0
    assert "Geheimwort sieben" in as_user(cast.gm).get(page, {"q": "Geheimwort"}).content.decode()


def test_whom_the_game_master_plays_in_secret_is_on_no_list(cast: Cast) -> None:
    """I01, I03: a hidden character of the game master's is named nowhere on the campaign's page."""
    services.character_hand_over(character=cast.hidden, user=cast.gm, to=cast.member(cast.gm), key=builders.key())
    cast.hidden.refresh_from_db()
    services.character_reveal(character=cast.hidden, user=cast.gm, key=builders.key(), known="nothing")
    page = reverse("campaign", args=[cast.campaign.pk])
    for user in (cast.owner, cast.spectator):
        assert "Anselm" not in as_user(user).get(page).content.decode()
    assert "Anselm" in as_user(cast.gm).get(page).content.decode()


@pytest.mark.parametrize("number", [10**30, 2**63])
def test_a_number_no_campaign_has(cast: Cast, number: int) -> None:
    client = as_user(cast.gm)
    assert client.get(f"/runde/{number}/figuren/").status_code == 404
    assert client.get(f"/api/v1/campaigns/{number}/characters/").status_code == 404


def test_a_ref_has_one_spelling(cast: Cast) -> None:
    actor = f"character:0{cast.kind.pk}"
    body = {"intent": {"actor": actor, "parts": [{"form": "test"}]}, "fight": {}}
    answer = as_user(cast.gm).post(
        f"/api/v1/campaigns/{cast.campaign.pk}/preview/", json.dumps(body), content_type="application/json"
    )
    assert answer.status_code == 404


@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 1500 + "1" + "}" * 1500, "[" * 60 + "]" * 60])
def test_a_body_deeper_than_anything_of_ours(cast: Cast, body: str) -> None:
    answer = as_user(cast.gm).post("/api/v1/rulesets/chaos/preview", body, content_type="application/json")
    assert answer.status_code == 400
    assert json.loads(answer.content)["message"]


@pytest.mark.parametrize("path", ["catalogue/?q=%00", "catalogue/?kind=%00", "log/?cause=%00", "log/?q=a%E2%80%AEb"])
def test_an_address_with_what_no_text_holds(cast: Cast, path: str) -> None:
    answer = as_user(cast.gm).get(f"/api/v1/campaigns/{cast.campaign.pk}/{path}")
    assert answer.status_code == 400
    assert json.loads(answer.content)["errors"][0]["code"] == "forbidden_character"


def test_an_old_invitation_takes_a_character_from_nobody(cast: Cast) -> None:
    member = cast.member(cast.fellow)
    free = builders.character(cast.campaign, cast.gm, "saela_nim")
    _invitation, token = services.member_invite(campaign=cast.campaign, user=cast.gm, role="player", character=free)
    services.character_hand_over(character=free, user=cast.gm, to=member, key=builders.key())
    with pytest.raises(ServiceError, match="invitation_character_taken"):
        services.invitation_accept(token=token, user=cast.stranger)
    free.refresh_from_db()
    assert free.owner_id == member.pk


def test_no_magazine_holds_more_than_fits(cast: Cast) -> None:
    """F09: what fits in is one number everywhere."""
    with pytest.raises(Invalid) as refused:
        services.item_edit(
            item=cast.weapon(), user=cast.gm, key=builders.key(), reason="viel", edits={"loaded": Edit(30, 31)}
        )
    assert [(error.field, error.code, error.data) for error in refused.value.errors] == [
        ("loaded", "too_large", {"maximum": 30})
    ]


def test_players_start_from_characters_made_for_players(cast: Cast) -> None:
    """I03: whom the game master hides behind a public name is not for sale as a template."""
    page = reverse("character_new", args=[cast.campaign.pk])
    offered = as_user(cast.fellow).get(page).content.decode()
    assert "Saela Nim" in offered
    for name in ("Kult-Psychic", "Söldner-Veteran", "Panzerjäger"):
        assert name not in offered
        assert name in as_user(cast.gm).get(page).content.decode()
    with pytest.raises(ServiceError, match="not_found"):
        services.character_create(
            campaign=cast.campaign, user=cast.fellow, key=builders.key(), template=builders.template("cult_psychic")
        )


def test_a_card_shows_the_body_as_it_stood_then(cast: Cast) -> None:
    """B01: an entry tells the same tomorrow, whatever has happened to the same armour since."""
    worn = cast.hero.items.get(kind="armour")
    shown = []
    for zone in ("arms", "legs"):
        body: dict[str, Any] = {
            "intent": {
                "actor": cast.hero.ref,
                "parts": [
                    {
                        "form": "hit",
                        "item": cast.weapon().ref,
                        "targets": [cast.hero.ref],
                        "parameters": {"hits": 1, "called_zone": zone},
                    }
                ],
            },
            "fight": {"combatants": {cast.hero.ref: {}}},
        }
        done = act(campaign=cast.campaign, user=cast.gm, request=body, key=builders.key(), decline=True)
        assert done.entry is not None
        shown.append(reverse("log_entry", args=[cast.campaign.pk, done.entry.pk]))
        if zone == "arms":
            before = figure_of(as_user(cast.gm).get(shown[0]).content.decode())
    services.item_edit(
        item=worn, user=cast.gm, key=builders.key(), reason="Probe", edits={"zones.head.damage_points": Edit(0, 4)}
    )
    assert figure_of(as_user(cast.gm).get(shown[0]).content.decode()) == before


def test_a_list_does_not_tell_that_somebody_hidden_stands_in_it() -> None:
    """Who is not known is left out of an order or a list of people, however it is kept; alone he is "jemand"."""
    info = ruleset_info(builders.RULESET)
    reader = Reader(
        info=info, words=Words.of(info.glossary, "de"), names={"character:1": "Mara", "character:3": "Jost"}
    )
    assert reader.text(["character:1", "character:2", "character:3"]) == "Mara, Jost"
    assert reader.text("character:1 character:2 character:3") == "Mara, Jost"
    assert reader.text("character:2") == "jemand"
