"""Who pays for a repair that is announced in the panel: shown with its bill before anybody agrees."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from chaos_sheets.models import ArmourZone, Campaign, Character, Item
from combat.requests import HOUSE
from tests import builders
from tests.cast import Cast
from tests.web.attacks import as_user, commit, look, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(cast: Cast) -> Client:
    return as_user(cast.gm)


def worn(cast: Cast) -> dict[str, str]:
    """A repair of the hero's armour, whose head has taken two steps."""
    armour = Item.objects.get(character=cast.hero, kind="armour")
    ArmourZone.objects.filter(item=armour, zone="head").update(damage_points=6)
    Character.objects.filter(campaign=cast.campaign).update(money=1_000_000)
    Campaign.objects.filter(pk=cast.campaign.pk).update(currency="Kredite")
    return {"sent": "1", "actor": cast.hero.ref, "item": armour.ref, "form": "repair", "key": builders.key()}


def money(character: Character) -> int:
    character.refresh_from_db()
    return character.money


def price_in(page: str) -> int:
    total = re.search(r"<tfoot>.*?<td[^>]*>([\d.\xa0\u202f ]+) Kredite</td>", page, flags=re.S)
    assert total is not None, page
    return int(re.sub(r"\D", "", total[1]))


def test_the_bill_names_price_currency_and_who_pays(gm: Client, cast: Cast) -> None:
    """CHA-7.17: as on the sheet, everybody the game master acts for may pay, or nobody at the table."""
    page = look(gm, cast, worn(cast)).content.decode()
    select = page.partition('name="payer"')[2].partition("</select>")[0]
    payers = re.findall(r'value="([^"]+)"', select)
    assert payers[0] == cast.hero.ref
    assert cast.other.ref in payers
    assert payers[-1] == HOUSE
    assert "Kredite" in select
    assert price_in(page) > 0


def test_whoever_was_chosen_pays(gm: Client, cast: Cast) -> None:
    form = worn(cast)
    price = price_in(look(gm, cast, form).content.decode())
    before = {one.pk: money(one) for one in (cast.hero, cast.other)}
    assert commit(gm, cast, form | {"payer": cast.other.ref, "was": cast.hero.ref}).status_code == 200
    assert money(cast.hero) == before[cast.hero.pk]
    assert money(cast.other) == before[cast.other.pk] - price


def test_too_little_money_is_told_before_anybody_agrees(gm: Client, cast: Cast) -> None:
    form = worn(cast)
    Character.objects.filter(pk=cast.hero.pk).update(money=0)
    assert "So viel Geld ist dort nicht da" in words(look(gm, cast, form))
    assert "So viel Geld ist dort nicht da" not in words(look(gm, cast, form | {"payer": HOUSE}))


@pytest.mark.parametrize("payer", ["other", "house", "word"])
def test_nobody_pays_with_somebody_elses_money(cast: Cast, payer: str) -> None:
    """A player chooses among his own; what he names otherwise is not there for him, and nothing happens."""
    form = worn(cast)
    named = {"other": cast.other.ref, "house": HOUSE, "word": "Kasse"}[payer]
    client = as_user(cast.owner)
    before = (money(cast.hero), money(cast.other))
    assert look(client, cast, form | {"payer": named}).status_code == 404
    assert commit(client, cast, form | {"payer": named}).status_code in (403, 404)
    assert (money(cast.hero), money(cast.other)) == before
    assert HOUSE not in look(client, cast, form).content.decode().partition('name="payer"')[2].partition("</select>")[0]


def test_a_payer_chosen_for_one_figure_is_not_meant_for_another(gm: Client, cast: Cast) -> None:
    form = worn(cast) | {"payer": cast.hero.ref, "was": cast.other.ref}
    page = look(gm, cast, form).content.decode()
    assert f'value="{cast.hero.ref}" selected' in page.partition('name="payer"')[2]
