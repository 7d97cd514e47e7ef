"""Whatever is typed into the form of any action of any system: told at its field, kept, and nothing changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from chaos_sheets.models import JournalEntry
from combat import services as combat
from combat.core.intent import Offer
from combat.core.value import Json
from combat.models import Resolution
from tests.builders import key
from tests.cast import stock_once
from tests.web.attacks import words
from tests.web.test_every_ruleset import Table, every_ruleset, table
from tests.web.test_panel import sent_by

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db

WRITTEN = re.compile(r'<input class="input( input--num)? live" id="[^"]*"\s+name="([^"]+)"')
HUGE = 10**9
TOLD = re.compile(r'class="(?:wrong__say|why-not|summary)"')


def forms(at: Table) -> Iterator[Offer]:
    """Every kind of action once, with the first thing it can be done with; first those that are possible."""
    stated: Json = {"combatants": {at.one.ref: {}, at.other.ref: {}}}
    asked: dict[str, Json] = {"fight": stated, "intent": {"actor": at.one.ref, "parts": [{"form": ""}]}}
    found = combat.offers(campaign=at.campaign, user=at.gm, request=asked, actor=at.one.ref)
    seen: set[str] = set()
    for offer in sorted(found, key=lambda offer: bool(offer.reasons)):
        if offer.form not in seen:
            seen.add(offer.form)
            yield offer


def panel(at: Table, values: dict[str, Any]) -> Any:
    return at.client.get(at.address("attack"), values, headers={"HX-Request": "true"})


def commit(at: Table, values: dict[str, Any]) -> Any:
    return at.client.post(at.address("attack"), values | {"key": key("form")}, headers={"HX-Request": "true"})


def opened(at: Table, offer: Offer) -> tuple[dict[str, Any], dict[str, bool]]:
    """What the form sends as it opens, and the fields one writes into: whether they take numbers."""
    asked = {"actor": at.one.ref, "item": offer.item, "form": offer.form}
    page = panel(at, asked | ({"target": at.other.ref} if offer.may_target else {})).content.decode()
    inside = page[page.index('<form class="cols cols--attack"') : page.index("</form>")]
    return sent_by(page), {unescape(name): bool(kind) for kind, name in WRITTEN.findall(inside)}


def state() -> tuple[int, int]:
    return JournalEntry.objects.count(), Resolution.objects.count()


def assert_refused(at: Table, offer: Offer, sent: dict[str, Any]) -> str:
    """It is told in words, and nothing came of it, looked at or sent."""
    before = state()
    shown, tried = panel(at, sent), commit(at, sent)
    for response in (shown, tried):
        assert 400 <= response.status_code < 500 or response is shown, (offer.form, response.status_code)
        assert TOLD.search(response.content.decode()), (offer.form, words(response)[:300])
    assert state() == before, offer.form
    page: str = tried.content.decode()
    return page


@every_ruleset
def test_every_form_opens_and_takes_nothing_typed(ruleset: str) -> None:
    """Sent with every field empty, it is done, asks, or says what is missing: then nothing changed."""
    at, count = table(ruleset), 0
    for offer in forms(at):
        sent, fields = opened(at, offer)
        empty = {name: value for name, value in sent.items() if not name.startswith(("p.", "m.", "b.", "choose."))}
        empty |= dict.fromkeys(fields, "")
        assert panel(at, empty).status_code == 200, offer.form
        before = state()
        tried = commit(at, empty)
        if tried.status_code == 200:
            assert state() != before, offer.form
            Resolution.objects.all().delete()
        else:
            assert 400 <= tried.status_code < 500, offer.form
            assert TOLD.search(tried.content.decode()), offer.form
            assert state() == before, offer.form
        count += 1
    assert count > 3


@every_ruleset
def test_what_no_number_is_stays_typed_and_is_told_at_its_field(ruleset: str) -> None:
    at, tried = table(ruleset), 0
    for offer in forms(at):
        sent, fields = opened(at, offer)
        for text in ("abc", str(HUGE)):
            typed = {name: text for name, is_number in fields.items() if is_number}
            if not typed:
                continue
            page = assert_refused(at, offer, sent | typed)
            for name in typed:
                place = page.index(f'name="{name}"')
                assert f'value="{text}"' in page[place : place + 200], (offer.form, name)
                assert "wrong__say" in page[: page.index("<input", place - 120)].rpartition("data-key")[2], (
                    offer.form,
                    name,
                    text,
                )
            tried += 1
    assert tried or not any(fields for fields in (opened(at, offer)[1] for offer in forms(at)))


@every_ruleset
def test_a_number_below_what_there_is_is_told_with_its_bound(ruleset: str) -> None:
    at = table(ruleset)
    for offer in forms(at):
        sent, fields = opened(at, offer)
        lows = {f"n.{field.path}": field.minimum for field in offer.parameters if field.minimum is not None}
        typed = {name: "-1" for name in fields if lows.get(name, -1) >= 0}
        if typed:
            page = assert_refused(at, offer, sent | typed)
            assert page.count('aria-invalid="true"') >= len(typed), offer.form


@every_ruleset
def test_words_where_a_length_belongs_change_nothing(ruleset: str) -> None:
    """Lengths of the announcement, and the distance to the target that people state."""
    at, tried = table(ruleset), 0
    for offer in forms(at):
        sent, fields = opened(at, offer)
        measured = {f"{start}.{field.path}" for field in offer.parameters if field.unit for start in ("p", "n")}
        typed = {name: "weit weg" for name in fields if name in measured or name.startswith("pair.")}
        if typed:
            page = assert_refused(at, offer, sent | typed)
            assert page.count('value="weit weg"') == len(typed)
            tried += 1
    assert tried


@every_ruleset
def test_a_target_that_is_gone_is_told(ruleset: str) -> None:
    """Put away by somebody else while the page stood open."""
    at, gone = table(ruleset), ["item:1", "Niemand", "character:999999999"]
    for offer in forms(at):
        if offer.may_target:
            sent, _fields = opened(at, offer)
            page = assert_refused(at, offer, sent | {"target": gone[0]})
            assert "Ziel" in page
            gone = gone[1:] or gone
