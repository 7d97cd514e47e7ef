"""The administration: the game master's catalogue, made from what the ruleset says of each kind."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.models import Armour, Campaign, Item, Membership, Place, Role, User, Weapon
from chaos_sheets.services import catalogue
from tests import builders
from tests.cast import Cast

pytestmark = pytest.mark.django_db

LIST = "admin:chaos_sheets_weapon_changelist"
CHANGE = "admin:chaos_sheets_weapon_change"
ADD = "admin:chaos_sheets_weapon_add"
KINDS = ("weapon", "armour", "cover", "modification", "gear", "skill", "talent", "spell", "species", "characterclass")


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def fields_of(text: str) -> dict[str, Any]:
    """What a browser would send back of a form, the hidden values it showed included."""
    form = text[text.index('_form" novalidate') :]
    found: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        attributes = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if attributes.get("type") in ("submit", "button") or "name" not in attributes:
            continue
        if attributes.get("type") == "checkbox" and " checked" not in tag:
            continue
        value = attributes.get("value", "on" if attributes.get("type") == "checkbox" else "")
        found.setdefault(attributes["name"], []).append(unescape(value))
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        found[name] = [chosen[1] if chosen else ""]
    for name, value in re.findall(r'<textarea name="([^"]+)"[^>]*>\n?(.*?)</textarea>', form, re.S):
        found[name] = [unescape(value)]
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def form_of(client: Client, item: Item, model: str = "weapon") -> dict[str, Any]:
    response = client.get(reverse(f"admin:chaos_sheets_{model}_change", args=[item.pk]))
    assert response.status_code == 200
    return fields_of(response.content.decode())


def save(client: Client, item: Item, model: str = "weapon", **given: object) -> Any:
    form = form_of(client, item, model)
    for name, value in given.items():
        if value is None:
            form.pop(name, None)
        else:
            form[name] = value
    return client.post(reverse(f"admin:chaos_sheets_{model}_change", args=[item.pk]), form | {"_save": "1"})


def own(cast: Cast, item: Item) -> Item:
    return Item.objects.get(campaign=cast.campaign, place=Place.CATALOGUE, kind=item.kind, key=item.key)


@pytest.fixture
def gm(cast: Cast) -> Client:
    return as_user(cast.gm)


@pytest.fixture
def rifle(cast: Cast) -> Item:
    return builders.stock("weapon", "faehrmann")


# --- who may enter --------------------------------------------------------------------------------------------


def addresses(rifle: Item) -> list[str]:
    lists = [reverse(f"admin:chaos_sheets_{kind}_changelist") for kind in KINDS]
    return [reverse("admin:index"), *lists, reverse(ADD), reverse(CHANGE, args=[rifle.pk])]


def test_only_who_leads_a_campaign_enters(cast: Cast, rifle: Item) -> None:
    for address in addresses(rifle):
        assert as_user(cast.gm).get(address).status_code == 200
        for user in (cast.owner, cast.fellow, cast.spectator):
            assert as_user(user).get(address).status_code == 404
        assert Client().get(address).headers["Location"].startswith(reverse("account_login"))


def test_a_player_changes_nothing(cast: Cast, gm: Client, rifle: Item) -> None:
    form = form_of(gm, rifle) | {"name": "Meins", "_save": "1"}
    for user in (cast.owner, cast.spectator):
        assert as_user(user).post(reverse(CHANGE, args=[rifle.pk]), form).status_code == 404
        assert (
            as_user(user).post(reverse(LIST), {"action": "retire_entries", "_selected_action": rifle.pk}).status_code
            == 404
        )
    assert not Item.objects.filter(campaign=cast.campaign, place=Place.CATALOGUE).exists()


def test_another_gm_sees_his_own_campaigns_catalogue(cast: Cast, rifle: Item) -> None:
    made = catalogue.catalogue_item_edit(campaign=cast.campaign, item=rifle, user=cast.gm, edits={"name": "Nur hier"})
    stranger = as_user(cast.stranger)
    text = stranger.get(reverse(LIST)).content.decode()
    assert "Nur hier" not in text
    assert "Fährmann" in text
    response = stranger.get(reverse(CHANGE, args=[made.pk]))
    assert response.status_code == 302
    assert response.headers["Location"] == reverse("admin:index")
    assert stranger.post(reverse(CHANGE, args=[made.pk]), {"name": "Meins", "_save": "1"}).status_code == 302
    made.refresh_from_db()
    assert made.name == "Nur hier"


def test_the_operator_sees_accounts_but_no_campaign_he_is_not_in(cast: Cast, rifle: Item) -> None:
    operator = as_user(User.objects.create_superuser("betrieb"))
    text = operator.get(reverse("admin:index")).content.decode()
    assert cast.campaign.name not in text
    assert "Konten" in text
    assert operator.get(reverse(LIST)).status_code in (403, 404)
    assert operator.get(reverse("admin:chaos_sheets_user_changelist")).status_code == 200
    assert as_user(cast.gm).get(reverse("admin:chaos_sheets_user_changelist")).status_code == 403


def test_accounts_are_closed_not_deleted(cast: Cast) -> None:
    operator = as_user(User.objects.create_superuser("betrieb"))
    assert (
        operator.post(reverse("admin:chaos_sheets_user_delete", args=[cast.owner.pk]), {"post": "yes"}).status_code
        == 403
    )
    assert operator.get(reverse("admin:chaos_sheets_user_change", args=[cast.owner.pk])).status_code == 200


def test_a_gm_of_two_campaigns_picks_one(cast: Cast, gm: Client, rifle: Item) -> None:
    second = builders.campaign(cast.gm, "Zweite")
    assert gm.post(reverse("admin:campaign"), {"campaign": second.pk}).status_code == 302
    save(gm, rifle, name="In der zweiten")
    assert Item.objects.get(campaign=second, key="faehrmann").name == "In der zweiten"
    assert not Item.objects.filter(campaign=cast.campaign, place=Place.CATALOGUE).exists()
    foreign = Campaign.objects.get(name="Fremde Runde")
    for wrong in (foreign.pk, "x", "", "\x00"):
        assert gm.post(reverse("admin:campaign"), {"campaign": wrong}).status_code == 404


def test_who_leads_no_longer_is_out_at_once(cast: Cast, gm: Client) -> None:
    Membership.objects.filter(campaign=cast.campaign, user=cast.gm).update(role=Role.PLAYER)
    assert gm.get(reverse("admin:index")).status_code == 404


# --- the list -------------------------------------------------------------------------------------------------


def test_the_list_searches_and_filters(cast: Cast, gm: Client) -> None:
    def names(**query: str) -> set[str]:
        text = gm.get(reverse(LIST), query).content.decode()
        return set(re.findall(r'<th class="field-name"><a href="[^"]+">([^<]+)</a>', text))

    assert len(names()) == 53
    assert names(q="fährmann") == {"Fährmann", "Fährmann Kurz"}
    assert "Fährmann" in names(q="sturmgewehr zuverlässig")
    assert "Lotse" in names(is_weapon_class="pistol")
    assert "Fährmann" not in names(is_weapon_class="pistol")
    assert "Fährmann" in names(trait="reliable")
    assert "Grenzwall" not in names(trait="reliable")
    assert names(origin="own") == set()
    assert names(state="retired") == set()
    assert names(assumption="no") | names(assumption="yes") == names()


@pytest.mark.parametrize(
    "query", [{"q": "a\x00b"}, {"q": "\u202e"}, {"q": "%"}, {"trait": "x"}, {"is_weapon_class": "x"}]
)
def test_a_senseless_search_is_no_error(gm: Client, query: dict[str, str]) -> None:
    assert gm.get(reverse(LIST), query).status_code in (200, 302)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_list_and_its_form(gm: Client, kind: str) -> None:
    text = gm.get(reverse(f"admin:chaos_sheets_{kind}_changelist")).content.decode()
    found = re.search(rf'href="(/verwaltung/chaos_sheets/{kind}/\d+/change/[^"]*)"', text)
    assert found is not None
    assert gm.get(found[1].replace("&amp;", "&")).status_code == 200
    assert gm.get(reverse(f"admin:chaos_sheets_{kind}_add")).status_code == 200


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
    made = catalogue.catalogue_item_own(campaign=cast.campaign, item=rifle, user=cast.gm)
    form = form_of(gm, made)
    catalogue.catalogue_item_edit(
        campaign=cast.campaign, item=made, user=cast.gm, edits={"penetration": 9, "recoil": 4}
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


# --- copy, retire, restore ------------------------------------------------------------------------------------


def act(client: Client, action: str, *items: Item) -> str:
    given = {"action": action, "_selected_action": [item.pk for item in items], "index": "0"}
    response = client.post(f"{reverse(LIST)}?state=all", given, follow=True)
    assert response.status_code == 200
    return response.content.decode()


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
    assert journal.stored(cast.campaign) == before
    assert journal.fold(cast.campaign) == before
    carried.refresh_from_db()
    assert carried.body["damage"] != "9W10"


def test_pages_of_the_administration_keep_a_strict_policy(gm: Client, rifle: Item) -> None:
    response = gm.get(reverse(CHANGE, args=[rifle.pk]))
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    text = response.content.decode()
    assert not re.search(r"<[^>]+ (style|onclick|onchange|onsubmit)=", text)
    assert not re.search(r'(src|href)="https?://', text)
