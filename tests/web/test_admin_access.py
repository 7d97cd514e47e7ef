"""Who enters the administration, and what the lists of the catalogue show."""

from __future__ import annotations

import re

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from chaos_sheets.models import Campaign, Item, Membership, Place, Role, User
from chaos_sheets.services import catalogue
from tests import builders
from tests.cast import Cast
from tests.web.browsing import ADD, CHANGE, KINDS, LIST, as_user, fields_of, form_of, save

pytestmark = pytest.mark.django_db

PASSWORD = "Regen-auf-Blech-7"


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
    made = catalogue.catalogue_item_edit(
        campaign=cast.campaign, key=builders.key(), item=rifle, user=cast.gm, edits={"name": "Nur hier"}
    )
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


@pytest.mark.parametrize("name", ["Owner", "OWNER"])
def test_a_name_that_differs_in_capitals_alone_is_taken(cast: Cast, name: str) -> None:
    """Signing in does not heed capitals: a second account of that name would keep both out."""
    cast.owner.set_password(PASSWORD)
    cast.owner.save()
    operator = as_user(User.objects.create_superuser("betrieb"))
    change = reverse("admin:chaos_sheets_user_change", args=[cast.fellow.pk])
    form = fields_of(operator.get(change).content.decode()) | {"username": name, "_save": "1"}
    refused = operator.post(change, form)
    assert refused.status_code == 200
    assert "Diesen Namen hat schon jemand. Wähl einen anderen." in refused.content.decode()
    made = operator.post(
        reverse("admin:chaos_sheets_user_add"),
        {"username": name, "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD},
    )
    assert made.status_code == 200
    with pytest.raises(CommandError, match="already taken"):
        call_command("createsuperuser", username=name, email="", interactive=False)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(name)
    assert list(User.objects.filter(username__iexact=name)) == [cast.owner]
    client = Client()
    client.post(reverse("account_login"), {"login": "owner", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(cast.owner.pk)


def test_ones_own_name_may_be_written_otherwise(cast: Cast) -> None:
    operator = as_user(User.objects.create_superuser("betrieb"))
    change = reverse("admin:chaos_sheets_user_change", args=[cast.fellow.pk])
    form = fields_of(operator.get(change).content.decode()) | {"username": "Fellow", "_save": "1"}
    assert operator.post(change, form).status_code == 302
    cast.fellow.refresh_from_db()
    assert cast.fellow.username == "Fellow"


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


def test_a_list_narrowed_down_to_a_text_that_no_database_takes_is_refused(cast: Cast, gm: Client) -> None:
    accounts = reverse("admin:chaos_sheets_user_changelist")
    operator = as_user(User.objects.create_superuser("betrieb"))
    assert operator.get(accounts, {"username": "a\x00b"}).status_code == 400
    assert operator.get(accounts, {"username": "owner"}).status_code == 200
    assert gm.get(reverse(LIST), {"name": "a\x00b"}).status_code == 400


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_list_and_its_form(gm: Client, kind: str) -> None:
    text = gm.get(reverse(f"admin:chaos_sheets_{kind}_changelist")).content.decode()
    found = re.search(rf'href="(/verwaltung/chaos_sheets/{kind}/\d+/change/[^"]*)"', text)
    assert found is not None
    assert gm.get(found[1].replace("&amp;", "&")).status_code == 200
    assert gm.get(reverse(f"admin:chaos_sheets_{kind}_add")).status_code == 200
