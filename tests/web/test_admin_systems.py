"""The administration of every system: the kinds it has and no others, and forms that refuse with a sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import Campaign, Item, Place
from combat.core.description import ItemKind
from combat.core.schema import FieldKind
from combat.registry import ruleset_ids, ruleset_info
from tests import builders
from tests.web.browsing import KINDS, as_user, fields_of

pytestmark = pytest.mark.django_db
every_ruleset = pytest.mark.parametrize("ruleset", ruleset_ids())

MODELS = {"class": "characterclass"}
WRONG = {
    FieldKind.INTEGER: "viel",
    FieldKind.TEXT: "a\u202eb",
    FieldKind.DICE: "2X10",
    FieldKind.CHOICE: "lightsabre",
}


def model_of(kind: ItemKind) -> str:
    return MODELS.get(kind.key, kind.key)


@pytest.fixture
def led() -> Any:
    """A game master who leads a campaign of a system."""

    def made(ruleset: str) -> tuple[Client, Campaign]:
        load_stock(ruleset)
        gm = builders.user("admin")
        campaign = services.campaign_create(user=gm, name="Runde", ruleset=ruleset, key=builders.key())
        client = as_user(gm)
        client.post(reverse("admin:campaign"), {"campaign": str(campaign.pk)})
        return client, campaign

    return made


@every_ruleset
def test_it_lists_the_kinds_of_the_system_and_no_others(led: Any, ruleset: str) -> None:
    client, _campaign = led(ruleset)
    text = client.get(reverse("admin:index")).content.decode()
    shown = re.findall(r'kind-list__name" href="/verwaltung/chaos_sheets/(\w+)/"', text)
    assert shown == [model_of(kind) for kind in ruleset_info(ruleset).kinds]
    for other in set(KINDS) - set(shown):
        for page in ("changelist", "add"):
            assert client.get(reverse(f"admin:chaos_sheets_{other}_{page}")).status_code in (403, 404), other


def wrong(kind: ItemKind, form: dict[str, Any]) -> dict[str, Any]:
    """The form with something senseless in every field that takes anything of its kind."""
    names = {field.path.replace(".", "__"): WRONG.get(field.kind) for field in kind.schema.fields}
    bad = {name: value for name, value in names.items() if name in form and value is not None}
    return form | {"name": "a\u202eb", "price": "viel", **bad}


@every_ruleset
def test_every_form_refuses_what_makes_no_sense_with_a_sentence_and_keeps_it(led: Any, ruleset: str) -> None:
    client, campaign = led(ruleset)
    for kind in ruleset_info(ruleset).kinds:
        stock = Item.objects.stock().filter(ruleset=ruleset, kind=kind.key, fitted_to=None).first()
        pages = [reverse(f"admin:chaos_sheets_{model_of(kind)}_add")]
        if stock is not None:
            pages.append(reverse(f"admin:chaos_sheets_{model_of(kind)}_change", args=[stock.pk]))
        for page in pages:
            form = fields_of(client.get(page).content.decode())
            given = wrong(kind, form)
            answer = client.post(page, given | {"_save": "1"})
            assert answer.status_code == 200, page
            text = answer.content.decode()
            # What was typed wrongly in a text or a number stays where it was typed.
            assert text.count("errorlist") >= sum(value != form.get(name) for name, value in given.items()), page
            assert 'value="viel"' in text, page
            endless = client.post(page, form | {"name": "x" * 100_000, "price": "9" * 5000, "_save": "1"})
            assert endless.status_code == 200, page
    assert not Item.objects.filter(campaign=campaign, place=Place.CATALOGUE).exists()


@every_ruleset
def test_every_form_takes_what_it_shows(led: Any, ruleset: str) -> None:
    client, campaign = led(ruleset)
    for kind in ruleset_info(ruleset).kinds:
        stock = Item.objects.stock().filter(ruleset=ruleset, kind=kind.key, fitted_to=None).first()
        if stock is None:
            continue
        page = reverse(f"admin:chaos_sheets_{model_of(kind)}_change", args=[stock.pk])
        form = fields_of(client.get(page).content.decode())
        assert client.post(page, form | {"name": "Umbenannt", "_save": "1"}).status_code == 302, page
        own = Item.objects.get(campaign=campaign, place=Place.CATALOGUE, kind=kind.key, key=stock.key)
        assert (own.name, own.body) == ("Umbenannt", stock.body), page
