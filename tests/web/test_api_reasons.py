"""Whatever speaks against an action, a warning, a note, a closed choice: its code, and the sentence of the page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from html import unescape
from typing import Any

import pytest

from chaos_sheets.services.account import token_create
from combat import services as combat
from combat.core.value import Json
from tests.builders import key
from tests.cast import Cast, stock_once
from tests.shell.fights import running
from tests.web.attacks import words
from tests.web.caller import Caller
from tests.web.test_every_ruleset import Table, every_ruleset, table
from tests.web.test_offers import begun

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db


def reasons_in(found: Any) -> Iterator[dict[str, Any]]:
    """Every reason in an answer, however deep."""
    if isinstance(found, list):
        for one in found:
            yield from reasons_in(one)
    elif isinstance(found, dict):
        for name, inner in found.items():
            if name in ("reasons", "warnings", "notes"):
                yield from inner
            else:
                yield from reasons_in(inner)


def asked(at: Table) -> dict[str, Json]:
    stated: Json = {"combatants": {at.one.ref: {}, at.other.ref: {}}}
    return {"fight": stated, "intent": {"actor": at.one.ref, "parts": [{"form": ""}]}}


@every_ruleset
def test_offers_tell_why_not_in_both_languages(ruleset: str) -> None:
    at = table(ruleset)
    fight = begun(at)
    token, said = token_create(user=at.gm), {}
    for language in ("de", "en"):
        program = partial(Caller(None, language), authorization=f"Token {token}")
        said[language] = [
            reason
            for actor in (at.one.ref, at.other.ref)
            for reason in reasons_in(
                program(
                    "post",
                    f"campaigns/{at.campaign.pk}/offers/",
                    {"fight": {"encounter": fight.pk}, "intent": {"actor": actor, "parts": [{"form": ""}]}},
                )[1]
            )
        ]
    assert said["de"]
    assert [one["code"] for one in said["de"]] == [one["code"] for one in said["en"]]
    assert all(one["message"] and one["message"] != one["code"] for each in said.values() for one in each)
    assert any(german["message"] != english["message"] for german, english in zip(*said.values(), strict=True))


@every_ruleset
def test_a_preview_and_a_refusal_say_what_the_page_says(ruleset: str) -> None:
    """The same function, the same names: of an attack at nobody."""
    at = table(ruleset)
    found = combat.offers(campaign=at.campaign, user=at.gm, request=asked(at), actor=at.one.ref)
    offer = next(offer for offer in found if offer.needs_target and not offer.reasons)
    part: Json = {"form": offer.form, "item": offer.item, "targets": [], "parameters": {}}
    request = asked(at) | {"intent": {"actor": at.one.ref, "parts": [part]}}
    caller = Caller(at.gm)
    status, preview = caller("post", f"campaigns/{at.campaign.pk}/preview/", request)
    assert status == 200
    assert preview["reasons"]
    status, refusal = caller("post", f"campaigns/{at.campaign.pk}/actions/", request | {"key": key()})
    assert (status, refusal["reasons"]) == (409, preview["reasons"])
    assert refusal["message"] == preview["reasons"][0]["message"]
    sent = {"sent": "1", "actor": at.one.ref, "item": offer.item, "form": offer.form}
    page = unescape(words(at.client.get(at.address("attack"), sent, headers={"HX-Request": "true"})))
    for reason in preview["reasons"]:
        assert reason["message"] in page


def test_reasons_name_nobody_whom_the_asker_does_not_know(cast: Cast) -> None:
    """Whose turn it is stands in the data as a reference; in the sentence only by the name he may know."""
    fight = running(cast, first=cast.kind)
    intent: Json = {"actor": cast.hero.ref, "parts": [{"form": ""}]}
    request: dict[str, Json] = {"fight": {"encounter": fight.pk}, "intent": intent}
    status, offers = Caller(cast.owner)("post", f"campaigns/{cast.campaign.pk}/offers/", request)
    assert status == 200
    texts = " ".join(one["message"] for one in reasons_in(offers))
    assert texts
    assert "Ulf Brandt" not in texts
