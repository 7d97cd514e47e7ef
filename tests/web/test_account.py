"""Coming in by a link, signing in, one's own settings."""

from __future__ import annotations

import re
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chaos_sheets import services
from chaos_sheets.models import AccessToken, Invitation, Membership, Role, User
from chaos_sheets.services.account import token_owner
from combat import services as combat
from combat.steps import Step
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import running

pytestmark = pytest.mark.django_db

PASSWORD = "Regen-auf-Blech-7"
MESSY = ("a\x00b", "\u202egnirts", "x" * 2000)


@pytest.fixture(autouse=True)
def _no_counted_guesses() -> None:
    cache.clear()


def invite(cast: Cast, **options: object) -> str:
    return services.member_invite(campaign=cast.campaign, user=cast.gm, **options)[1]  # type: ignore[arg-type]


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# --- signing in -----------------------------------------------------------------------------------------------


def test_a_visitor_is_asked_to_sign_in_and_comes_back_to_the_page(client: Client, cast: Cast) -> None:
    page = reverse("characters", args=[cast.campaign.pk])
    response = client.get(page)
    assert response.status_code == 302
    assert response.headers["Location"] == f"{reverse('account_login')}?next={page}"


def test_signing_in_needs_a_name_and_a_password_and_no_address(client: Client, cast: Cast) -> None:
    cast.owner.set_password(PASSWORD)
    cast.owner.save()
    form = client.get(reverse("account_login")).content.decode()
    assert 'name="login"' in form
    assert "Passwort vergessen?" in form
    response = client.post(reverse("account_login"), {"login": "owner", "password": PASSWORD})
    assert response.status_code == 302
    assert client.get("/").status_code == 302


@pytest.mark.parametrize("name", ["owner", "nobody", *MESSY])
def test_a_wrong_sign_in_says_so_and_keeps_the_name(client: Client, cast: Cast, name: str) -> None:
    response = client.post(reverse("account_login"), {"login": name, "password": "wrong"})
    assert response.status_code == 200
    assert "Das passt noch nicht" in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_guessing_is_stopped(client: Client, cast: Cast) -> None:
    cast.owner.set_password(PASSWORD)
    cast.owner.save()
    for _ in range(6):
        client.post(reverse("account_login"), {"login": "owner", "password": "wrong"})
    client.post(reverse("account_login"), {"login": "owner", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_nobody_signs_up_from_outside(client: Client, db: None) -> None:
    assert "Nur mit Einladung" in client.get(reverse("account_signup")).content.decode()
    client.post(reverse("account_signup"), {"username": "eve", "password1": PASSWORD, "password2": PASSWORD})
    assert not User.objects.filter(username="eve").exists()


def test_signing_out_is_a_post(cast: Cast) -> None:
    client = as_user(cast.owner)
    assert client.get(reverse("account_logout")).status_code == 200
    assert "_auth_user_id" in client.session
    client.post(reverse("account_logout"))
    assert "_auth_user_id" not in client.session


# --- the first page -------------------------------------------------------------------------------------------


def test_who_has_one_campaign_is_there_at_once(cast: Cast) -> None:
    client = as_user(cast.owner)
    assert client.get("/").headers["Location"] == reverse("characters", args=[cast.campaign.pk])
    page = client.get(reverse("campaigns")).content.decode()
    assert cast.campaign.name in page
    assert reverse("campaign_new") in page


def test_who_has_several_sees_the_list_and_only_his_own(cast: Cast) -> None:
    other = services.campaign_create(user=cast.owner, name="Zweite <Runde>", ruleset="chaos", key="second")
    page = as_user(cast.owner).get("/").content.decode()
    assert "Zweite &lt;Runde&gt;" in page
    assert cast.campaign.name in page
    assert "Fremde Runde" not in page
    assert reverse("characters", args=[other.pk]) in page


def test_who_has_none_is_told_what_to_do(db: None) -> None:
    page = as_user(User.objects.create_user("neu")).get("/").content.decode()
    assert "Du bist noch in keiner Runde." in page


# --- invitations ----------------------------------------------------------------------------------------------


def test_an_invitation_makes_an_account_a_member_and_hands_over_a_character(client: Client, cast: Cast) -> None:
    token = invite(cast, character=cast.hidden)
    address = reverse("invitation", args=[token])
    assert cast.hidden.name in client.get(address).content.decode()
    response = client.post(address, {"name": "Zoë", "password": PASSWORD})
    assert response.headers["Location"] == reverse("characters", args=[cast.campaign.pk])
    member = Membership.objects.get(user__username="Zoë")
    assert (member.campaign, member.role) == (cast.campaign, Role.PLAYER)
    cast.hidden.refresh_from_db()
    assert cast.hidden.owner == member
    assert client.session["_auth_user_id"] == str(member.user_id)


def test_a_used_expired_or_invented_invitation_says_what_to_do(client: Client, cast: Cast) -> None:
    used, expired = invite(cast), invite(cast)
    Client().post(reverse("invitation", args=[used]), {"name": "erste", "password": PASSWORD})
    Invitation.objects.filter(uses_left=1).update(expiry=timezone.now() - timedelta(seconds=1))
    for token in (used, expired, "invented", "\x00", "x" * 3000):
        response = client.get(reverse("invitation", args=[token]))
        assert response.status_code == 410
        assert "Bitte deine Spielleitung um eine neue." in response.content.decode()
        assert client.post(reverse("invitation", args=[token]), {"name": "b", "password": PASSWORD}).status_code == 410
    assert not User.objects.filter(username="b").exists()


def test_a_name_with_signs_is_told_which_signs_a_name_has(client: Client, cast: Cast) -> None:
    page = client.post(reverse("invitation", args=[invite(cast)]), {"name": "<script>", "password": PASSWORD})
    said = page.content.decode()
    assert "Buchstaben, Ziffern und @ . + - _, ohne Leerzeichen oder andere Zeichen" in said
    assert "&lt;script&gt;" in said
    assert not User.objects.filter(username="<script>").exists()


@pytest.mark.parametrize(
    ("name", "password", "field"),
    [
        ("", PASSWORD, "name"),
        ("Owner", PASSWORD, "name"),
        ("mit leerzeichen", PASSWORD, "name"),
        ("kurz", "1234", "password"),
        ("kurz", "", "password"),
        ("kurz", "password", "password"),
        *((name, PASSWORD, "name") for name in MESSY),
    ],
)
def test_a_bad_name_or_password_is_refused_beside_its_field(
    client: Client, cast: Cast, name: str, password: str, field: str
) -> None:
    token, before = invite(cast), User.objects.count()
    response = client.post(reverse("invitation", args=[token]), {"name": name, "password": password})
    assert response.status_code == 400
    assert f'id="id_{field}_error"' in response.content.decode()
    assert Invitation.objects.get().uses_left == 1
    assert User.objects.count() == before


def test_who_has_an_account_joins_with_it_once(cast: Cast) -> None:
    client = as_user(cast.stranger)
    address = reverse("invitation", args=[invite(cast, uses=3, role=Role.SPECTATOR)])
    assert "angemeldet" in client.get(address).content.decode()
    client.post(address)
    assert cast.member(cast.stranger).role == Role.SPECTATOR
    response = client.post(address)
    assert response.status_code == 400
    assert "Du bist schon Mitglied" in response.content.decode()
    assert Invitation.objects.get().uses_left == 2


# --- passwords ------------------------------------------------------------------------------------------------


def test_a_password_link_works_once(client: Client, cast: Cast) -> None:
    token = services.password_link_create(membership=cast.member(cast.owner), user=cast.gm)
    address = reverse("new_password", args=[token])
    assert client.post(address, {"password": "1234"}).status_code == 400
    assert client.post(address, {"password": PASSWORD}).headers["Location"] == reverse("account_login")
    cast.owner.refresh_from_db()
    assert cast.owner.check_password(PASSWORD)
    assert client.get(address).status_code == 410
    assert client.get(reverse("new_password", args=["x.y"])).status_code == 410


def test_another_password_needs_the_one_that_holds(cast: Cast) -> None:
    cast.owner.set_password("Alt-und-lang-genug")
    cast.owner.save()
    client = as_user(cast.owner)
    address = reverse("account_change_password")
    refused = client.post(address, {"old": "falsch", "password": PASSWORD})
    assert refused.status_code == 400
    assert "Das ist nicht dein bisheriges Passwort." in refused.content.decode()
    client.post(address, {"old": "Alt-und-lang-genug", "password": PASSWORD})
    cast.owner.refresh_from_db()
    assert cast.owner.check_password(PASSWORD)
    assert client.get(reverse("account")).status_code == 200


# --- settings -------------------------------------------------------------------------------------------------


def test_settings_are_saved_and_language_follows_the_account(cast: Cast) -> None:
    client = as_user(cast.owner)
    given = {"first_name": "Jo „<&“ Ä", "language": "en", "look": "dark", "own_dice": "on"}
    client.post(reverse("account"), given)
    cast.owner.refresh_from_db()
    assert (cast.owner.language, cast.owner.look, cast.owner.own_dice) == ("en", "dark", True)
    page = client.get(reverse("account"))
    assert page.headers["Content-Language"] == "en"
    assert 'data-theme="dark"' in page.content.decode()
    assert "Jo „&lt;&amp;“ Ä" in page.content.decode()


def test_single_letters_are_no_keys_for_whoever_switches_them_off(cast: Cast) -> None:
    """WCAG 2.1.4: whoever speaks to his device would set them off by dictating."""
    client, made = as_user(cast.gm), running(cast)
    combat.encounter_step(encounter=made, user=cast.gm, key=key(), step=Step.TURN, decline=True)
    fight = reverse("encounter", args=[cast.campaign.pk, made.pk])
    assert "data-hotkey" in client.get(fight).content.decode()
    assert 'name="letter_keys"' in client.get(reverse("account")).content.decode()
    client.post(reverse("account"), {"first_name": "", "language": "de", "look": "system"})
    page = client.get(fight).content.decode()
    assert 'data-keys="off"' in page
    assert "data-hotkey" not in page
    assert "<kbd" not in page
    client.post(reverse("account"), {"first_name": "", "language": "de", "look": "system", "letter_keys": "on"})
    assert 'data-keys="off"' not in client.get(fight).content.decode()


@pytest.mark.parametrize(
    "wrong", [{"first_name": "\u202ex"}, {"first_name": "x" * 500}, {"language": "xx"}, {"look": "pink"}]
)
def test_a_setting_that_is_none_is_refused_and_changes_nothing(cast: Cast, wrong: dict[str, str]) -> None:
    client = as_user(cast.owner)
    given = {"first_name": "", "language": "en", "look": "dark"} | wrong
    assert client.post(reverse("account"), given).status_code == 400
    cast.owner.refresh_from_db()
    assert (cast.owner.first_name, cast.owner.language, cast.owner.look) == ("", "de", "system")


def test_language_and_look_change_from_the_menu_also_for_visitors(client: Client, cast: Cast) -> None:
    client.post(reverse("language"), {"language": "en", "next": "/konto/anmelden/"})
    assert client.get(reverse("account_login")).headers["Content-Language"] == "en"
    client.post(reverse("look"), {"look": "dark"})
    assert 'data-theme="dark"' in client.get(reverse("account_login")).content.decode()
    response = client.post(reverse("look"), {"look": "nonsense", "next": "https://elsewhere.example/"})
    assert response.headers["Location"] == "/"
    member = as_user(cast.owner)
    member.post(reverse("language"), {"language": "en"})
    member.post(reverse("look"), {"look": "light"})
    cast.owner.refresh_from_db()
    assert (cast.owner.language, cast.owner.look) == ("en", "light")


def test_a_token_is_shown_once_replaced_and_revoked(cast: Cast) -> None:
    client = as_user(cast.owner)
    answer = client.post(reverse("token_create"))
    assert answer.status_code == 302
    page = client.get(answer.headers["Location"]).content.decode()
    assert 'data-copies="once"' in page
    found = re.search(r"<code[^>]*>([A-Za-z0-9_-]{43})</code>", page)
    assert found is not None
    first = found[1]
    assert token_owner(token=first) == cast.owner
    kept = AccessToken.objects.values_list("token_hash", flat=True).get(user=cast.owner)
    assert first not in kept
    again = client.get(reverse("account")).content.decode()
    assert first not in again
    assert kept not in again
    client.post(reverse("token_create"))
    assert token_owner(token=first) is None
    client.post(reverse("token_revoke"))
    assert not AccessToken.objects.exists()


def test_tokens_of_older_versions_go_on_working_without_their_text(cast: Cast) -> None:
    """A plain token is hashed where it was kept; its table goes with it."""
    migration = import_module("chaos_sheets.migrations.0002_hashed_tokens")
    token = "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b"
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE authtoken_token (key varchar(40), user_id bigint)")
        cursor.execute("INSERT INTO authtoken_token VALUES (%s, %s)", [token, cast.owner.pk])
    # Not entered: inside a test's transaction SQLite lets nobody begin to change tables, one statement goes.
    editor = connection.schema_editor()
    migration.keep_hashes(apps, editor)
    migration.keep_hashes(apps, editor)
    assert token_owner(token=token) == cast.owner
    assert "authtoken_token" not in connection.introspection.table_names()
    assert not migration.Migration.operations[-1].reversible, "a token cannot be had back from its hash"


@pytest.mark.parametrize("name", ["account", "account_change_password", "token_create", "token_revoke", "campaign_new"])
def test_settings_are_for_who_is_signed_in(client: Client, db: None, name: str) -> None:
    assert client.post(reverse(name)).headers["Location"].startswith(reverse("account_login"))
