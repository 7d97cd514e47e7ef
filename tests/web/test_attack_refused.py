"""Whatever is wrong with an announcement: a sentence, what was typed stays, nothing changes, never a 500."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.models import Item, JournalEntry
from chaos_sheets.services import Edit
from combat.models import Resolution
from tests import builders
from tests.cast import Cast
from tests.web.attacks import TYPED_MISS, announcement, as_user, attack_page, commit, look, state, weapon_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(cast: Cast) -> Client:
    return as_user(cast.gm)


@pytest.fixture
def refused(gm: Client, cast: Cast) -> Callable[..., str]:
    """Sends an announcement that must be refused and returns what the page says."""

    def check(status: int, **other: str) -> str:
        form = announcement(cast, cast.kind, cast.hero) | other
        before, entries = state(cast), JournalEntry.objects.count()
        responses = [commit(gm, cast, form), commit(gm, cast, form, part=False)]
        assert [response.status_code for response in responses] == [status, status]
        assert state(cast) == before
        assert JournalEntry.objects.count() == entries
        assert not Resolution.objects.exists()
        page = responses[0].content.decode()
        assert 'role="alert"' in page
        assert f'name="pair.{cast.hero.ref}.distance" value="{form[f"pair.{cast.hero.ref}.distance"]}"' in page
        return words(responses[0])

    return check


def test_an_unknown_weapon(refused: Callable[..., str]) -> None:
    assert "Das hat diese Figur nicht bei sich." in refused(404, item="item:999999")


def test_somebody_elses_weapon(refused: Callable[..., str], cast: Cast) -> None:
    assert "Das hat diese Figur nicht bei sich." in refused(404, item=weapon_of(cast.hero, "lotse").ref)


def test_an_empty_magazine(refused: Callable[..., str], cast: Cast) -> None:
    weapon = weapon_of(cast.kind)
    services.item_edit(item=weapon, user=cast.gm, key=builders.key(), edits={"loaded": Edit(30, 0)}, reason="leer")
    assert "nichts geladen" in refused(409) or "leer" in refused(409)


def test_a_mode_the_weapon_lacks(refused: Callable[..., str], cast: Cast) -> None:
    pistol = weapon_of(cast.kind, "lotse")
    said = refused(409, item=pistol.ref)
    assert "CHA-3.3" in said


def test_a_mode_no_weapon_has(refused: Callable[..., str]) -> None:
    assert "Diesen Wert gibt es hier nicht." in refused(409, **{"p.mode": "laser"})


@pytest.mark.parametrize("face", ["0x", "101", "-3", "1000000", "abc", "１０"])
def test_a_die_that_cannot_show_that(refused: Callable[..., str], face: str) -> None:
    said = refused(400, **TYPED_MISS | {"die.attack": face})
    assert "Ein W100 zeigt 1 bis 100; 00 zählt als 100." in said


def test_dice_typed_for_a_question_with_other_dice(gm: Client, cast: Cast) -> None:
    form = announcement(cast, cast.kind, cast.hero) | TYPED_MISS | {"die.attack": "150", "sides.attack": "200"}
    before = state(cast)
    response = commit(gm, cast, form)
    assert response.status_code == 400
    assert "zeigt der Würfel nicht" in words(response)
    assert state(cast) == before


@pytest.mark.parametrize("distance", ["-5", "−5", "12345678901", "45 Meter", "4.5", "1e3"])
def test_a_distance_that_is_none(refused: Callable[..., str], cast: Cast, distance: str) -> None:
    said = refused(400, **{f"pair.{cast.hero.ref}.distance": distance})
    assert any(told in said for told in ("ganze Zahl", "zu klein", "zu groß"))


def test_no_distance_at_all(refused: Callable[..., str], cast: Cast) -> None:
    assert "Gib die Entfernung in ganzen Metern an." in refused(409, **{f"pair.{cast.hero.ref}.distance": ""})


def test_a_target_that_is_not_there(refused: Callable[..., str]) -> None:
    assert "Dieses Ziel gibt es nicht, oder du darfst es nicht sehen." in refused(404, target="character:999999")


def test_i03_a_target_one_may_not_see_is_one_that_is_not_there(cast: Cast) -> None:
    """I03: for a player a hidden character and none at all are the same."""
    player, before = as_user(cast.owner), state(cast)
    pages = []
    for ref in (cast.hidden.ref, "character:999999"):
        form = announcement(cast, cast.hero, cast.hidden, key="same-key") | {"target": ref}
        response = commit(player, cast, {name: form[name] for name in form if cast.hidden.ref not in name})
        assert response.status_code == 404
        pages.append(re.sub(r'value="[^"]{32,}"', "", response.content.decode()))
    assert pages[0] == pages[1]
    assert cast.hidden.name not in pages[0]
    assert state(cast) == before


def test_a_cover_of_another_table(refused: Callable[..., str], cast: Cast) -> None:
    stranger = cast.stranger.campaigns.get()
    crate = services.cover_place(
        campaign=stranger, source=builders.stock("cover", "crate"), user=cast.stranger, key=builders.key()
    )
    assert "nicht sehen" in refused(404, **{f"flag.{cast.hero.ref}.cover": crate.ref})


def test_an_attacker_that_is_not_ones_own(cast: Cast) -> None:
    player, before = as_user(cast.fellow), state(cast)
    form = announcement(cast, cast.hero, cast.named)
    assert commit(player, cast, form).status_code in (403, 404)
    assert state(cast) == before


def test_an_action_of_another_ruleset(refused: Callable[..., str]) -> None:
    assert "nicht" in refused(400, form="feuerstoss")


def test_a_parameter_of_another_ruleset(refused: Callable[..., str]) -> None:
    assert "Dieses Feld gibt es nicht." in refused(400, **{"n.range_bonus": "5"})


@pytest.mark.parametrize("text", ["a\x00b", "\u202eNegativ", "x" * 900_000])
def test_a_reason_nobody_should_read(refused: Callable[..., str], text: str) -> None:
    said = refused(400, **{"gm.value": "5", "gm.reason": text})
    assert "unsichtbare Steuerzeichen" in said or "zu lang" in said


def test_more_than_a_megabyte_is_refused_before_it_is_read(gm: Client, cast: Cast) -> None:
    before = state(cast)
    response = commit(gm, cast, announcement(cast, cast.kind, cast.hero, **{"gm.reason": "x" * 1_100_000}))
    assert response.status_code in (400, 413)
    assert state(cast) == before


@pytest.mark.parametrize("value", ["a\x00b", "\u202e1", "x" * 50_000])
@pytest.mark.parametrize("name", ["actor", "target", "item", "form", "key", "p.mode", "gm.value", "die.attack"])
def test_nothing_typed_anywhere_breaks_the_page(gm: Client, cast: Cast, name: str, value: str) -> None:
    form = announcement(cast, cast.kind, cast.hero) | TYPED_MISS | {name: value}
    before = state(cast)
    response = commit(gm, cast, form)
    assert 400 <= response.status_code < 500
    assert 'role="alert"' in response.content.decode()
    assert state(cast) == before
    if name != "key":
        assert look(gm, cast, form).status_code < 500


def test_a_page_without_a_key_is_refused(refused: Callable[..., str]) -> None:
    assert "Lade sie neu" in refused(400, key="")


def test_a_used_key_with_another_announcement_is_refused(gm: Client, cast: Cast) -> None:
    form = announcement(cast, cast.kind, cast.hero)
    commit(gm, cast, form)
    before = state(cast)
    response = commit(gm, cast, form | {f"pair.{cast.hero.ref}.distance": "10"})
    assert response.status_code == 409
    assert "schon mit anderem Inhalt abgeschickt" in words(response)
    assert state(cast) == before


def test_a_stale_page_uses_what_stands_now(gm: Client, cast: Cast) -> None:
    """The page showed a loaded weapon; somebody emptied it: the rules refuse, nothing is lost."""
    form = announcement(cast, cast.kind, cast.hero)
    look(gm, cast, form)
    weapon = Item.objects.get(pk=weapon_of(cast.kind).pk)
    services.item_edit(item=weapon, user=cast.gm, key=builders.key(), edits={"loaded": Edit(30, 0)}, reason="leer")
    response = commit(gm, cast, form)
    assert response.status_code == 409
    assert "es ist nichts geschehen" in words(response)


def test_a_retired_campaign_takes_no_action(gm: Client, cast: Cast) -> None:
    form = announcement(cast, cast.kind, cast.hero)
    services.campaign_retire(campaign=cast.campaign, user=cast.gm, key=builders.key())
    response = commit(gm, cast, form)
    assert response.status_code in (403, 409)
    assert "stillgelegt" in words(response)


def test_an_answer_that_is_no_answer_is_told_so(gm: Client, cast: Cast) -> None:
    commit(gm, cast, announcement(cast, cast.kind, cast.hero) | TYPED_MISS | {"die.attack": "50"})
    row = Resolution.objects.get()
    address = reverse("answer", args=[cast.campaign.pk, row.pk])
    for sent in ({}, {"question": "hit.1.cover", "die.hit.1.cover": "", "sides.hit.1.cover": "100"}):
        response = gm.post(address, sent, headers={"HX-Request": "true"})
        assert response.status_code == 400
        assert "Tipp ein, was deine Würfel zeigen." in words(response)
    assert Resolution.objects.get().answers == row.answers


def test_the_panel_says_what_does_not_fit_while_it_is_being_filled_in(gm: Client, cast: Cast) -> None:
    form = announcement(cast, cast.kind, cast.hero, **{f"pair.{cast.hero.ref}.distance": "-4"})
    response = look(gm, cast, form)
    assert response.status_code == 400
    assert response.headers["HX-Retarget"] == "#angriff"
    assert 'aria-invalid="true"' in response.content.decode()
    assert gm.get(attack_page(cast), {"target": "character:999"}).status_code == 404


def test_what_a_deed_has_used_up_is_no_error_when_the_panel_is_read_anew(gm: Client, cast: Cast) -> None:
    """CHA-7.16: whoever has been stabilised needs it no more; a link that names what is not there is still told so."""
    gone = announcement(cast, cast.kind, cast.hero) | {"form": "stabilise_no_more"}
    assert look(gm, cast, gone).status_code == 404
    anew = look(gm, cast, gone | {"fresh": "1"})
    assert anew.status_code == 200
    assert "Diese Handlung gibt es hier nicht." not in words(anew)
