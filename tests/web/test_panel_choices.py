"""Every yes or no that an action asks for can be said on the page, and what counts as a yes can be declined."""

from __future__ import annotations

import re
from typing import Any

import pytest

from combat.core.intent import Offer
from combat.core.schema import FieldKind, asked_for
from tests.cast import stock_once
from tests.web.attacks import words
from tests.web.test_every_form import commit, forms, opened, panel
from tests.web.test_every_ruleset import Table, every_ruleset, table
from tests.web.test_panel import sent_by

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db

BOX = r'<input\s+type="checkbox"\s+name="b\.{path}" value="1"( checked)?'


def box(page: str, path: str) -> bool | None:
    """Whether the box of a yes or no is ticked; None without one."""
    found = re.search(BOX.format(path=re.escape(path)), page)
    return None if found is None else found[1] is not None


def shown(at: Table, offer: Offer) -> str:
    asked = {"actor": at.one.ref, "item": offer.item, "form": offer.form}
    answer: str = panel(at, asked | ({"target": at.other.ref} if offer.may_target else {})).content.decode()
    return answer


@every_ruleset
def test_every_yes_or_no_of_every_form_has_its_box(ruleset: str) -> None:
    """Also where nothing before the dice tells of it: a neck break, a blow that only subdues, points put off."""
    at, missing = table(ruleset), []
    for offer in forms(at):
        page = shown(at, offer)
        given = {field.path: field.default for field in offer.parameters}
        for field in asked_for(offer.parameters, given):
            if field.kind is FieldKind.BOOLEAN and box(page, field.path) is not field.default:
                missing.append((offer.form, field.path))
    assert missing == []


@every_ruleset
def test_what_counts_as_a_yes_unless_it_is_denied_can_be_denied(ruleset: str) -> None:
    """An empty box is a no: it stays empty when the page asks for itself anew, and the rules hear of it."""
    at = table(ruleset)
    for offer in forms(at):
        for field in offer.parameters:
            if field.kind is FieldKind.BOOLEAN and field.default is True and box(shown(at, offer), field.path):
                sent, _ = opened(at, offer)
                ticked = panel(at, sent).content.decode()
                assert box(ticked, field.path) is True, (offer.form, field.path)
                denied = panel(at, sent | {f"b.{field.path}": "-"}).content.decode()
                assert box(denied, field.path) is False, (offer.form, field.path)
                assert box(panel(at, sent_by(denied)).content.decode(), field.path) is False


def test_a_box_that_is_new_on_the_page_starts_as_the_rules_have_it() -> None:
    """Whoever chooses another action has not said no to what he was not asked."""
    at = table("fhtagn")
    others = {offer.form: opened(at, offer)[0] for offer in forms(at) if offer.form in ("test", "irritant")}
    sent: dict[str, Any] = others["test"] | {"form": "irritant", "item": "", "with": ""}
    assert box(panel(at, sent).content.decode(), "resistible") is True


def test_a_poison_nobody_can_resist_is_not_resisted() -> None:
    """FHT-2.13: the game master may say that there is nothing to roll."""
    at = table("fhtagn")
    (offer,) = [offer for offer in forms(at) if offer.form == "irritant"]
    sent, _ = opened(at, offer)
    usual, denied = panel(at, sent), panel(at, sent | {"b.resistible": "-"})
    assert words(usual) != words(denied)
    assert commit(at, sent | {"b.resistible": "-"}).status_code == 200
