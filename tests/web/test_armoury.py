"""The armoury: what the campaign's catalogue shows, how it is searched, and a copy for a sheet."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.models import Item, Place, User
from chaos_sheets.services import catalogue
from tests import builders
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def listed(cast: Cast, user: User, **query: Any) -> str:
    response = as_user(user).get(
        reverse("armoury", args=[cast.campaign.pk]), query, headers={"HX-Request": "true", "HX-Target": "catalogue"}
    )
    assert response.status_code == 200
    return response.content.decode()


def names(text: str) -> list[str]:
    return re.findall(r'<th scope="row">\s*<a [^>]*>(.*?)</a>', text)


def take(cast: Cast, user: User, item: Item, **given: object) -> int:
    address = reverse("armoury_take", args=[cast.campaign.pk, item.pk])
    given = {"key": builders.key(), "figure": cast.hero.pk, "quantity": "1"} | given
    return int(as_user(user).post(address, given).status_code)


# --- reading --------------------------------------------------------------------------------------------------


def test_every_member_reads_it_and_a_stranger_is_told_nothing(cast: Cast) -> None:
    item = builders.stock("weapon", "faehrmann")
    addresses = (
        reverse("armoury", args=[cast.campaign.pk]),
        reverse("armoury_entry", args=[cast.campaign.pk, item.pk]),
    )
    for address in addresses:
        for user in cast.insiders:
            assert as_user(user).get(address).status_code == 200
        assert as_user(cast.stranger).get(address).status_code == 404


def test_the_list_shows_values_units_and_where_they_come_from(cast: Cast) -> None:
    text = listed(cast, cast.owner)
    assert len(names(text)) == Item.objects.stock().filter(kind="weapon").count()
    assert "Fährmann" in text
    assert "53 von 53" in text
    whole = as_user(cast.owner).get(reverse("armoury", args=[cast.campaign.pk])).content.decode()
    assert "Annahme" in whole
    assert 'aria-current="page"' in whole


def test_it_is_searched_by_name_kind_and_trait(cast: Cast) -> None:
    assert names(listed(cast, cast.owner, q="fährm")) == ["Fährmann", "Fährmann Kurz"]
    assert set(names(listed(cast, cast.owner, q="fährm", trait="cqb"))) == {"Fährmann Kurz"}
    by_word = names(listed(cast, cast.owner, q="sturmgewehr zuverlässig"))
    assert "Fährmann" in by_word
    assert "Grenzwall" not in by_word
    rifles = names(listed(cast, cast.owner, weapon_class=["assault_rifle", "carbine"]))
    assert {"Fährmann", "Fährmann Kurz", "Grenzwall"} <= set(rifles)
    assert "Federkiel" not in rifles
    assert all(name in names(listed(cast, cast.owner)) for name in names(listed(cast, cast.owner, price="5.000")))
    assert names(listed(cast, cast.owner, price="0"))


@pytest.mark.parametrize(
    "query",
    [
        {"q": "a\x00b"},
        {"q": "\u202e"},
        {"q": "x" * 5000},
        {"q": "%' OR 1=1 --"},
        {"kind": "nonsense"},
        {"trait": "nonsense"},
        {"weapon_class": "\x00"},
        {"nonsense": "1"},
        {"price": "-1"},
        {"price": "9" * 60},
        {"price": "²"},
    ],
)
def test_a_senseless_search_is_no_error(cast: Cast, query: dict[str, str]) -> None:
    assert 'id="catalogue"' in listed(cast, cast.owner, **query)


def test_an_empty_result_says_what_to_do(cast: Cast) -> None:
    text = listed(cast, cast.owner, q="gibtesnicht")
    assert "Nichts passt zu diesen Filtern." in text
    assert "0 von 53" in text


def test_armour_shows_its_zones(cast: Cast) -> None:
    armour = Item.objects.stock().filter(kind="armour").order_by("-body__level").first()
    assert armour is not None
    text = as_user(cast.owner).get(reverse("armoury_entry", args=[cast.campaign.pk, armour.pk])).content.decode()
    for word in ("Kopf", "Arme", "Körper", "Beine"):
        assert word in text
    assert "zone-table" in text
    zone = armour.zones.get(zone="head")
    shown = "/".join(str(zone.protection.get(kind, 0)) for kind in ("kinetic", "explosive", "energy"))
    assert shown in listed(cast, cast.owner, kind="armour")


def test_an_entry_explains_its_values_and_traits(cast: Cast) -> None:
    item = builders.stock("weapon", "faehrmann")
    text = as_user(cast.owner).get(reverse("armoury_entry", args=[cast.campaign.pk, item.pk])).content.decode()
    assert "W10+4" in text
    assert "CHA-7.2" in text
    assert "CHA-6.reliable" in text
    assert "Bearbeiten" not in text
    gm = as_user(cast.gm).get(reverse("armoury_entry", args=[cast.campaign.pk, item.pk])).content.decode()
    assert f"/verwaltung/chaos_sheets/weapon/{item.pk}/change/" in gm


def test_a_single_assumed_value_is_marked_where_the_rest_is_from_the_rules(cast: Cast) -> None:
    entries = Item.objects.stock().filter(kind="modification", assumption=False, fitted_to=None)
    item = next(entry for entry in entries if entry.body.get("assumptions", {}).get("price"))
    assert "Annahme: Preis" in listed(cast, cast.owner, kind="modification", q=item.name)
    text = as_user(cast.owner).get(reverse("armoury_entry", args=[cast.campaign.pk, item.pk])).content.decode()
    assert "Annahme: Preis" in text
    admin = reverse("admin:chaos_sheets_modification_change", args=[item.pk])
    assert "Annahme, nicht aus dem Regelwerk" in as_user(cast.gm).get(admin).content.decode()


def test_the_campaigns_own_version_is_marked_and_stands_in_the_stock_ones_place(cast: Cast) -> None:
    stock = builders.stock("weapon", "faehrmann")
    own = catalogue.catalogue_item_edit(
        campaign=cast.campaign, key=builders.key(), item=stock, user=cast.gm, edits={"name": 'Fährmann 5,56" <M&S>'}
    )
    text = listed(cast, cast.owner, q="5,56")
    assert names(text) == ["Fährmann 5,56&quot; &lt;M&amp;S&gt;"]
    assert "eigene Fassung" in text
    assert names(listed(cast, cast.owner, q="fährmann")).count("Fährmann") == 0
    foreign = reverse("armoury_entry", args=[cast.campaign.pk, own.pk]).replace(
        f"/{cast.campaign.pk}/", f"/{builders.campaign(cast.stranger).pk}/"
    )
    assert as_user(cast.stranger).get(foreign).status_code == 404


def test_what_somebody_carries_is_no_entry(cast: Cast) -> None:
    for number in (cast.weapon().pk, 987_654, 10**17):
        address = reverse("armoury_entry", args=[cast.campaign.pk, number])
        assert as_user(cast.gm).get(address).status_code == 404


# --- taking ---------------------------------------------------------------------------------------------------


def test_a_copy_is_paid_for_or_given(cast: Cast) -> None:
    item = builders.stock("weapon", "lotse")
    money, cost = cast.hero.money, item.price or 0
    had = Item.objects.filter(character=cast.hero, source=item).count()
    assert take(cast, cast.owner, item) == 302
    copy = Item.objects.filter(character=cast.hero, key="lotse").latest("pk")
    assert (copy.place, copy.source) == (Place.CARRIED, item)
    cast.hero.refresh_from_db()
    assert cast.hero.money == money
    services.money_change(character=cast.hero, user=cast.gm, key=builders.key(), by=cost)
    assert take(cast, cast.owner, item, pay="1") == 302
    cast.hero.refresh_from_db()
    assert cast.hero.money == money
    assert Item.objects.filter(character=cast.hero, source=item).count() == had + 2
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_who_cannot_pay_is_told_what_is_missing(cast: Cast) -> None:
    item = builders.stock("weapon", "abendglut")
    client = as_user(cast.owner)
    address = reverse("armoury_take", args=[cast.campaign.pk, item.pk])
    given = {"key": builders.key(), "figure": cast.hero.pk, "quantity": "3", "pay": "1"}
    text = client.post(address, given, follow=True).content.decode()
    assert "So viel Geld ist nicht da" in text
    assert not Item.objects.filter(character=cast.hero, key="abendglut").exists()


@pytest.mark.parametrize("quantity", ["0", "-1", "x", "", "9" * 50, "1.5"])
def test_a_senseless_quantity_takes_nothing(cast: Cast, quantity: str) -> None:
    item = builders.stock("weapon", "lotse")
    count = Item.objects.count()
    assert take(cast, cast.owner, item, quantity=quantity) == 302
    assert Item.objects.count() == count


def test_nobody_takes_for_another_or_from_elsewhere(cast: Cast) -> None:
    item = builders.stock("weapon", "lotse")
    count = Item.objects.count()
    assert take(cast, cast.owner, item, figure=cast.other.pk) == 403
    assert take(cast, cast.owner, item, figure=cast.hidden.pk) == 404
    assert take(cast, cast.spectator, item) == 403
    assert take(cast, cast.stranger, item) == 404
    carried = Item.objects.filter(character=cast.other)[0]
    assert take(cast, cast.owner, carried) == 404
    for figure in ("x", "", "²", "9" * 40, "\x00"):
        assert take(cast, cast.owner, item, figure=figure) == 404
    assert Item.objects.count() == count


def test_the_gm_gives_to_everybody(cast: Cast) -> None:
    item = Item.objects.stock().filter(kind="gear").order_by("key")[0]
    assert take(cast, cast.gm, item, figure=cast.other.pk) == 302
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)
