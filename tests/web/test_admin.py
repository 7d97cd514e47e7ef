"""Copying, retiring and bringing back entries of the catalogue; sheets and journal stay as they are."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.models import Item, Place, Weapon
from tests import builders
from tests.cast import Cast
from tests.web.browsing import CHANGE, LIST, act, as_user, form_of, own, save

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(cast: Cast) -> Client:
    return as_user(cast.gm)


@pytest.fixture
def rifle(cast: Cast) -> Item:
    return builders.stock("weapon", "faehrmann")


# --- copy, retire, restore ------------------------------------------------------------------------------------


def test_a_copy_gets_a_name_and_a_key_of_its_own(cast: Cast, gm: Client, rifle: Item) -> None:
    """Row J05: a copy shares nothing with what it was made from."""
    act(gm, "copy_entries", rifle)
    made = Weapon.objects.get(campaign=cast.campaign, place=Place.CATALOGUE)
    assert made.name == "Fährmann (Kopie)"
    assert made.key != rifle.key
    assert (made.body, made.traits) == (rifle.body, rifle.traits)
    save(gm, made, penetration="9")
    rifle.refresh_from_db()
    assert rifle.body.get("penetration") != 9
    act(gm, "copy_entries", made)
    assert Weapon.objects.filter(campaign=cast.campaign, place=Place.CATALOGUE).count() == 2


def test_retiring_stock_hides_it_here_alone_and_can_be_taken_back(cast: Cast, gm: Client, rifle: Item) -> None:
    grenzwall = builders.stock("weapon", "grenzwall")
    assert "2 Einträge stillgelegt." in act(gm, "retire_entries", rifle, grenzwall)
    text = gm.get(reverse(LIST)).content.decode()
    assert ">Grenzwall<" not in text
    assert ">Grenzwall<" in gm.get(reverse(LIST), {"state": "retired"}).content.decode()
    assert ">Grenzwall<" in as_user(cast.stranger).get(reverse(LIST)).content.decode()
    grenzwall.refresh_from_db()
    assert not grenzwall.retired
    act(gm, "restore_entries", own(cast, grenzwall))
    assert ">Grenzwall<" in gm.get(reverse(LIST)).content.decode()


def test_actions_stand_on_the_entry_too(cast: Cast, gm: Client, rifle: Item) -> None:
    address = reverse(CHANGE, args=[rifle.pk])
    button = re.search(r'name="([^"]+)" value="retire_entries">Stilllegen<', gm.get(address).content.decode())
    assert button is not None
    gm.post(address, form_of(gm, rifle) | {button[1]: "retire_entries"})
    assert own(cast, rifle).retired
    assert "Zurückholen" in gm.get(reverse(CHANGE, args=[own(cast, rifle).pk])).content.decode()


def test_nothing_can_be_deleted(gm: Client, rifle: Item) -> None:
    address = reverse("admin:chaos_sheets_weapon_delete", args=[rifle.pk])
    assert gm.post(address, {"post": "yes"}).status_code == 403
    assert Item.objects.filter(pk=rifle.pk).exists()
    assert "delete_selected" not in gm.get(reverse(LIST)).content.decode()


def test_a_retired_campaign_is_read_only(cast: Cast, gm: Client, rifle: Item) -> None:
    services.campaign_retire(campaign=cast.campaign, user=cast.gm, key=builders.key())
    response = save(gm, rifle, name="Zu spät")
    assert response.status_code == 409
    assert "stillgelegt" in response.content.decode()
    assert "Zu spät" in response.content.decode()
    assert "stillgelegt" in act(gm, "copy_entries", rifle)
    assert not Item.objects.filter(campaign=cast.campaign, place=Place.CATALOGUE).exists()


# --- sheets and journal ---------------------------------------------------------------------------------------


def test_a_change_of_the_catalogue_changes_no_sheet_and_the_journal_folds(cast: Cast, gm: Client, rifle: Item) -> None:
    carried = cast.weapon()
    before = journal.stored(cast.campaign)
    save(gm, rifle, damage="9W10")
    act(gm, "copy_entries", own(cast, rifle))
    act(gm, "retire_entries", own(cast, rifle))
    after = journal.stored(cast.campaign)
    assert {ref: after[ref] for ref in before} == before
    assert journal.fold(cast.campaign) == after
    carried.refresh_from_db()
    assert carried.body["damage"] != "9W10"


def test_pages_of_the_administration_keep_a_strict_policy(gm: Client, rifle: Item) -> None:
    response = gm.get(reverse(CHANGE, args=[rifle.pk]))
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    text = response.content.decode()
    assert not re.search(r"<[^>]+ (style|onclick|onchange|onsubmit)=", text)
    assert not re.search(r'(src|href)="https?://', text)
