"""Somebody whose session has ended: parts of a page are told so, pages lead to the sign-in."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets.models import Character
from tests.cast import Cast

pytestmark = pytest.mark.django_db

HX = {"hx-request": "true"}
NUL = r"\000"
"""A NUL as a quoted cookie writes it; PostgreSQL takes none in a text."""


def test_a_part_of_a_page_is_told_401_and_never_sent_to_the_sign_in(cast: Cast) -> None:
    client = Client(headers=HX)
    asked = client.get(reverse("sheet", args=[cast.hero.pk]))
    written = client.post(reverse("sheet_edit", args=[cast.hero.pk]), {"of": cast.hero.ref, "field": "name"})
    for answer in (asked, written):
        assert answer.status_code == 401
        assert len(answer.content) < 200
        assert not [name for name in answer.headers if name.lower().startswith(("hx-", "location"))]


def test_a_write_without_a_session_is_401_even_with_a_worn_out_token(cast: Cast) -> None:
    before = Character.objects.get(pk=cast.hero.pk).version
    client = Client(headers=HX, enforce_csrf_checks=True)
    answer = client.post(reverse("sheet_edit", args=[cast.hero.pk]), {"of": cast.hero.ref, "field": "name"})
    assert answer.status_code == 401
    assert Character.objects.get(pk=cast.hero.pk).version == before


def test_a_whole_page_still_leads_to_the_sign_in(cast: Cast) -> None:
    answer = Client().get(reverse("sheet", args=[cast.hero.pk]))
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(reverse("account_login"))


def test_a_worn_out_token_of_somebody_signed_in_stays_403(cast: Cast) -> None:
    client = Client(headers=HX, enforce_csrf_checks=True)
    client.force_login(cast.owner)
    answer = client.post(reverse("sheet_edit", args=[cast.hero.pk]), {"of": cast.hero.ref, "field": "name"})
    assert answer.status_code == 403


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "messages", "django_language", "look", "once"])
def test_whatever_a_cookie_holds_is_no_error(cast: Cast, name: str) -> None:
    """A stranger's cookie is nobody's session, and nothing in it is asked for that a database refuses."""
    client = Client(headers={"cookie": f'{name}="abc{NUL}defghijk"'})
    for page, status in (("home", 302), ("account", 302), ("account_login", 200), ("campaigns", 302)):
        assert client.get(reverse(page)).status_code == status
    assert client.post(reverse("account_login"), {"login": cast.gm.username, "password": "x"}).status_code == 200


@pytest.mark.parametrize("key", ["abcdefgh", "ABCDEFGH12", "x" * 40])
def test_a_key_that_no_session_has_signs_nobody_in(cast: Cast, key: str) -> None:
    client = Client(headers={"cookie": f"sessionid={key}"})
    assert client.get(reverse("account")).status_code == 302
