"""Every form sent twice, by a double click or from a page that is behind: done once, answered each time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from chaos_sheets import journal, services
from chaos_sheets.models import Campaign, Character, Invitation, Item, JournalEntry, User
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import prepared
from tests.web.browsing import as_user
from tests.web.forms_sent import FORMS, Sent, mended

pytestmark = pytest.mark.django_db

SHOWN = """
    account_inactive account_reset_password campaign characters rules rulings screen_pdf lookup log log_entry changes
    armoury armoury_entry home campaigns reference rule api_page api_schema encounter encounter_question
    encounter_setup questions sheet sheet_record sheet_log sheet_ledger sheet_pdf
"""
READ_ONLY = frozenset(SHOWN.split())


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for each in patterns:
        if isinstance(each, URLResolver):
            if each.namespace != "admin":
                yield from names(each.url_patterns)
        elif each.name:
            yield each.name


def test_every_address_of_the_product_is_here() -> None:
    assert set(names(get_resolver().url_patterns)) == READ_ONLY | {name.partition(",")[0] for name in FORMS}


def test_addresses_that_only_show_take_no_form(cast: Cast) -> None:
    numbers = {"campaign": cast.campaign.pk, "item": builders.stock("weapon", "faehrmann").pk, "pk": cast.hero.pk}
    entry = JournalEntry.objects.filter(campaign=cast.campaign).latest("pk")
    fight = prepared(cast)
    for name, parts in (
        ("characters", ["campaign"]), ("rules", ["campaign"]), ("log", ["campaign"]), ("armoury", ["campaign"]),
        ("armoury_entry", ["campaign", "item"]), ("sheet", ["pk"]), ("sheet_log", ["pk"]),
    ):  # fmt: skip
        answer = as_user(cast.gm).post(reverse(name, args=[numbers[part] for part in parts]))
        assert answer.status_code in (200, 405), name
    for address in (
        reverse("log_entry", args=[cast.campaign.pk, entry.pk]),
        reverse("encounter", args=[cast.campaign.pk, fight.pk]),
    ):
        assert as_user(cast.gm).post(address).status_code == 405


def said(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<script.*?</script>|<[^>]+>", " ", response.content.decode(), flags=re.S))


def send(client: Client, form: Sent, one_time: str) -> Any:
    headers = {"HX-Request": "true"} if form.part else {}
    return client.post(form.address, {**form.values, "key": one_time}, headers=headers)


def state(cast: Cast) -> Any:
    entries = JournalEntry.objects.filter(campaign=cast.campaign).count()
    return (
        journal.stored(cast.campaign),
        entries,
        Campaign.objects.count(),
        Character.objects.count(),
        User.objects.count(),
        Invitation.objects.count(),
    )


def sensible(response: Any) -> bool:
    """A page, the way to one, or a refusal with a sentence; never that there is nothing, and never a fault."""
    if response.status_code in (200, 204, 302):
        return True
    return response.status_code in (400, 403, 409, 410, 422) and len(said(response).strip()) > 20


@pytest.mark.parametrize("name", FORMS)
def test_a_double_click_does_it_once_and_leads_to_the_same_page(cast: Cast, name: str) -> None:
    """The same form with the same one-time key: whatever it has come to is answered again."""
    form = FORMS[name](cast)
    client = as_user(form.user) if form.user else Client()
    first = send(client, form, "eins")
    assert sensible(first), said(first)[:600]
    before = state(cast)
    again = send(client, form, "eins")
    assert sensible(again), (again.status_code, said(again)[:300])
    assert state(cast) == before
    if first.status_code == 302 and name.partition(",")[0] not in ONCE:
        assert again.headers.get("Location", "") == first.headers["Location"]


ONCE = frozenset({"invitation", "new_password", "account_logout", "answer"})
"""What these did once they do not do again; the page says so."""


@pytest.mark.parametrize("name", FORMS)
def test_sent_anew_from_a_page_that_is_behind_it_is_done_or_refused_with_a_sentence(cast: Cast, name: str) -> None:
    """The same form from another tab, with a key of its own."""
    form = FORMS[name](cast)
    client = as_user(form.user) if form.user else Client()
    assert sensible(send(client, form, "eins"))
    again = send(client, form, "zwei")
    assert sensible(again), (again.status_code, said(again)[:300])
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


@pytest.mark.parametrize("part", [False, True])
def test_what_was_done_is_answered_also_where_nothing_is_left_to_do_it_with(cast: Cast, part: bool) -> None:
    form = mended(cast)
    client = as_user(cast.gm)
    assert send(client, form, "eins").status_code == 302
    entry = JournalEntry.objects.get(campaign=cast.campaign, key="eins")
    armour = Item.objects.get(character=cast.hero, kind="armour")
    services.item_retire(item=armour, user=cast.gm, key=key())
    again = send(client, replace(form, part=part), "eins")
    address = reverse("log_entry", args=[cast.campaign.pk, entry.pk])
    assert again.headers["HX-Redirect" if part else "Location"] == address
    assert send(client, form, "zwei").status_code == 404
