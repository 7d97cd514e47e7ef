"""The catalogue's forms, made from what the ruleset says of each kind."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets.models import Armour, Item, Place, Weapon
from chaos_sheets.services import catalogue
from tests import builders
from tests.cast import Cast
from tests.web.browsing import ADD, CHANGE, KINDS, LIST, as_user, fields_of, form_of, own, save

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(cast: Cast) -> Client:
    return as_user(cast.gm)


@pytest.fixture
def rifle(cast: Cast) -> Item:
    return builders.stock("weapon", "faehrmann")


# --- the form -------------------------------------------------------------------------------------------------


def test_the_form_shows_the_schema_and_no_json(gm: Client, rifle: Item) -> None:
    text = gm.get(reverse(CHANGE, args=[rifle.pk])).content.decode()
    for control in (
        "damage",
        "damage_type",
        "base_range",
        "shots__auto",
        "traits__reliable",
        "traits__explosive__value",
    ):
        assert f'name="{control}"' in text
    for nothing in ('name="body"', 'name="traits"', 'name="loaded"', 'name="jammed"', "{&quot;"):
        assert nothing not in text
    assert "CHA-7.2" in text
    assert "Durchschlag" in text


def test_saving_stock_makes_the_campaigns_own_version_and_leaves_stock(cast: Cast, gm: Client, rifle: Item) -> None:
    before = Item.objects.filter(pk=rifle.pk).values().get()
    response = save(
        gm, rifle, damage="2w10 + 1", penetration="7", shots__auto="", traits__reliable=None, traits__explosive="on",
        traits__explosive__value="4", price="13.500",
    )  # fmt: skip
    assert response.status_code == 302
    assert Item.objects.filter(pk=rifle.pk).values().get() == before
    made = own(cast, rifle)
    assert made.body["damage"] == "2W10+1"
    assert made.body["penetration"] == 7
    assert made.body["shots"] == {mode: count for mode, count in rifle.body["shots"].items() if mode != "auto"}
    assert made.traits == {"explosive": 4}
    assert (made.price, made.source) == (13_500, rifle)
    text = gm.get(reverse("admin:index")).content.decode()
    assert "Der mitgelieferte Eintrag bleibt, wie er ist." in text
    shown = set(re.findall(r"/weapon/(\d+)/change/", gm.get(reverse(LIST)).content.decode()))
    assert str(made.pk) in shown
    assert str(rifle.pk) not in shown


def test_who_changed_what_is_kept_with_the_entry(cast: Cast, gm: Client, rifle: Item) -> None:
    save(gm, rifle, penetration="9")
    made = own(cast, rifle)
    text = gm.get(reverse("admin:chaos_sheets_weapon_history", args=[made.pk])).content.decode()
    assert cast.gm.username in text
    assert "Durchschlag" in text
    assert as_user(cast.stranger).get(reverse("admin:chaos_sheets_weapon_history", args=[made.pk])).status_code == 302


def test_saving_again_changes_the_same_row(cast: Cast, gm: Client, rifle: Item) -> None:
    save(gm, rifle, name="Einmal")
    first = own(cast, rifle)
    save(gm, first, name="Zweimal")
    again = own(cast, rifle)
    assert (again.pk, again.name) == (first.pk, "Zweimal")


def test_saving_without_a_change_loses_nothing(cast: Cast, gm: Client) -> None:
    """Row J13: a round trip over every field of every kind."""
    for kind in KINDS:
        text = gm.get(reverse(f"admin:chaos_sheets_{kind}_changelist")).content.decode()
        for number in re.findall(rf"/{kind}/(\d+)/change/", text)[:3]:
            item = Item.objects.get(pk=number)
            zones = {zone.zone: zone.protection for zone in item.zones.all()}
            assert save(gm, item, kind).status_code == 302
            made = own(cast, item)
            assert (made.name, made.price, made.traits, made.body) == (item.name, item.price, item.traits, item.body)
            assert {zone.zone: zone.protection for zone in made.zones.all()} == zones


def test_armour_is_edited_zone_by_zone(cast: Cast, gm: Client) -> None:
    armour = Armour.objects.stock().order_by("key")[0]
    save(gm, armour, "armour", zones__head__protection__kinetic="9", level="4")
    made = own(cast, armour)
    assert made.zones.get(zone="head").protection["kinetic"] == 9
    assert made.body["level"] == 4
    assert armour.zones.get(zone="head").protection.get("kinetic") != 9
    response = save(gm, made, "armour", zones__head__protection__kinetic="-1")
    assert response.status_code == 200
    assert "mindestens 0" in response.content.decode()


def test_a_new_entry_is_the_campaigns_own(cast: Cast, gm: Client) -> None:
    name = 'Rohr 3" <Ärger> & Söhne'
    form = fields_of(gm.get(reverse(ADD)).content.decode())
    response = gm.post(reverse(ADD), form | {"name": name, "damage": "W10+2", "traits__cqb": "on", "_save": "1"})
    assert response.status_code == 302
    made = Weapon.objects.get(name=name)
    assert (made.campaign, made.place, made.key) == (cast.campaign, Place.CATALOGUE, "rohr-3-aerger-soehne")
    assert made.traits == {"cqb": True}
    text = gm.get(reverse(CHANGE, args=[made.pk])).content.decode()
    assert "Rohr 3&quot; &lt;Ärger&gt; &amp; Söhne" in text


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("name", "", "Füll dieses Feld aus."),
        ("name", "a\u202eb", "unsichtbare Steuerzeichen"),
        ("name", "x" * 200, "höchstens 120"),
        ("price", "-1", "mindestens 0"),
        ("price", "viel", "passt nicht in das Feld"),
        ("price", "9" * 5000, "passt nicht in das Feld"),
        ("price", "9" * 40, "höchstens"),
        ("damage", "2X10", "kein Würfelausdruck"),
        ("damage", "", "Füll dieses Feld aus."),
        ("penetration", "-3", "mindestens 0"),
        ("penetration", "1.5", "passt nicht in das Feld"),
        ("penetration", "", "Füll dieses Feld aus."),
        ("base_range", "0", "mindestens 1"),
        ("hands", "3", "höchstens 2"),
        ("weapon_class", "lightsabre", "Diesen Wert gibt es hier nicht."),
        ("type_name", "\u2066x", "unsichtbare Steuerzeichen"),
        ("type_name", "x" * 900_000, "höchstens 120"),
    ],
)
def test_bad_input_is_refused_beside_its_field_and_kept(
    cast: Cast, gm: Client, rifle: Item, field: str, value: str, says: str
) -> None:
    response = save(gm, rifle, **{field: value})
    assert response.status_code == 200
    text = response.content.decode()
    assert says in text
    assert "Das passt noch nicht" in text or "Bitte" in text
    assert not Item.objects.filter(campaign=cast.campaign, place=Place.CATALOGUE).exists()


def test_null_characters_are_refused(cast: Cast, gm: Client, rifle: Item) -> None:
    assert save(gm, rifle, name="a\x00b").status_code == 200
    assert save(gm, rifle, type_name="a\x00b").status_code == 200
    assert save(gm, rifle, damage="a\x00b").status_code == 200
    assert not Item.objects.filter(campaign=cast.campaign, place=Place.CATALOGUE).exists()


def test_a_trait_needs_its_number(cast: Cast, gm: Client, rifle: Item) -> None:
    response = save(gm, rifle, traits__explosive="on", traits__explosive__value="")
    assert response.status_code == 200
    assert "Füll dieses Feld aus." in response.content.decode()
    response = save(gm, rifle, traits__explosive="on", traits__explosive__value="99999")
    assert "höchstens" in response.content.decode()
    assert not Item.objects.filter(campaign=cast.campaign, place=Place.CATALOGUE).exists()


def test_an_unknown_trait_or_field_is_not_saved(cast: Cast, gm: Client, rifle: Item) -> None:
    assert save(gm, rifle, traits__laser="on", body='{"x": 1}', loaded="99", jammed="on", name="Neu").status_code == 302
    made = own(cast, rifle)
    assert made.traits == rifle.traits
    assert made.body == rifle.body


def test_a_stale_save_is_refused_with_both_values(cast: Cast, gm: Client, rifle: Item) -> None:
    """Row J02: a value that no longer stands is not overwritten unseen; J10: other fields never conflict."""
    made = catalogue.catalogue_item_own(campaign=cast.campaign, key=builders.key(), item=rifle, user=cast.gm)
    form = form_of(gm, made)
    catalogue.catalogue_item_edit(
        campaign=cast.campaign, key=builders.key(), item=made, user=cast.gm, edits={"penetration": 9, "recoil": 4}
    )
    address = reverse(CHANGE, args=[made.pk])
    response = gm.post(address, form | {"penetration": "5", "_save": "1"})
    assert response.status_code == 409
    text = response.content.decode()
    assert "Inzwischen steht hier: 9." in text
    again = fields_of(text)
    assert again["penetration"] == "5"
    made.refresh_from_db()
    assert (made.body["penetration"], made.body["recoil"]) == (9, 4)
    assert gm.post(address, again | {"_save": "1"}).status_code == 302
    made.refresh_from_db()
    assert (made.body["penetration"], made.body["recoil"]) == (5, 4)


def test_a_page_from_before_the_own_version_keeps_what_was_typed(cast: Cast, gm: Client, rifle: Item) -> None:
    """Row J02: two tabs on one stock entry; the second save meets what the first one made."""
    form = form_of(gm, rifle)
    address = reverse(CHANGE, args=[rifle.pk])
    assert gm.post(address, form | {"penetration": "5", "_save": "1"}).status_code == 302
    response = gm.post(address, form | {"penetration": "6", "key": builders.key(), "_save": "1"})
    assert response.status_code == 409
    assert "Inzwischen steht hier: 5." in response.content.decode()
    assert fields_of(response.content.decode())["penetration"] == "6"
    assert gm.get(address).status_code == 200


def test_the_same_submit_twice_makes_one_entry(cast: Cast, gm: Client, rifle: Item) -> None:
    """Bad input: the page's key makes one entry; sent again it changes nothing more."""
    address = reverse("admin:chaos_sheets_weapon_add")
    form = fields_of(gm.get(address).content.decode()) | {"name": "Zweimal", "_save": "1"}
    assert [gm.post(address, form).status_code for _ in range(2)] == [302, 302]
    assert Item.objects.filter(campaign=cast.campaign, name="Zweimal").count() == 1
