"""Which system a campaign plays: chosen when it is made; what belongs to another one is refused with a sentence."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal
from chaos_sheets.models import Campaign, Character, Item, Place
from combat.registry import ruleset_ids, ruleset_info
from tests import builders
from tests.cast import Cast
from tests.web.browsing import as_user

pytestmark = pytest.mark.django_db

REFUSED = "Das gehört zu einem anderen Regelwerk"


@pytest.fixture
def foreign() -> Item:
    """Stock of a system this campaign does not play."""
    return Item.objects.create(ruleset="elsewhere", kind="weapon", place=Place.CATALOGUE, key="laser", name="Laser")


@pytest.fixture
def foreigner() -> Character:
    return Character.objects.create(ruleset="elsewhere", template=True, key="alien", name="Fremder", known="name")


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_every_system_can_be_chosen_and_is_described(cast: Cast, ruleset: str) -> None:
    client, info = as_user(cast.stranger), ruleset_info(ruleset)
    text = client.get(reverse("campaign_new")).content.decode()
    assert f"{info.name}<small>{info.glossary.terms['ruleset'].means['de']}</small>" in text
    assert f'href="{reverse("reference", args=[ruleset])}"' in text
    given = {"name": f"Neu {ruleset}", "ruleset": ruleset, "currency": "", "rate": "1", "key": f"new-{ruleset}"}
    assert client.post(reverse("campaign_new"), given).status_code == 302
    made = Campaign.objects.get(name=f"Neu {ruleset}")
    assert (made.ruleset, made.currency) == (ruleset, info.currency)
    for name in ("characters", "armoury", "rules", "rulings", "lookup", "character_new"):
        assert client.get(reverse(name, args=[made.pk])).status_code == 200


def test_a_thing_of_another_system_is_refused_on_the_page(cast: Cast, foreign: Item) -> None:
    before = journal.stored(cast.campaign)
    answer = as_user(cast.owner).post(
        reverse("sheet_add", args=[cast.hero.pk]),
        {"source": str(foreign.pk), "quantity": "1", "key": builders.key()},
    )
    assert REFUSED in answer.content.decode()
    taken = as_user(cast.gm).post(
        reverse("armoury_take", args=[cast.campaign.pk, foreign.pk]),
        {"figure": str(cast.hero.pk), "quantity": "1", "key": builders.key()},
        follow=True,
    )
    assert REFUSED in taken.content.decode()
    assert journal.stored(cast.campaign) == before


def api(cast: Cast) -> Client:
    client = Client()
    client.force_login(cast.gm)
    return client


def test_the_api_refuses_things_and_templates_of_another_system(
    cast: Cast, foreign: Item, foreigner: Character
) -> None:
    before = journal.stored(cast.campaign)
    for address, given in (
        (f"/api/v1/characters/{cast.hero.pk}/items/", {"entry": foreign.pk, "key": builders.key()}),
        (f"/api/v1/campaigns/{cast.campaign.pk}/characters/", {"template": foreigner.pk, "key": builders.key()}),
    ):
        answer = api(cast).post(address, given, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (400, "other_ruleset"), address
        assert REFUSED in answer.json()["errors"][0]["message"]
    assert journal.stored(cast.campaign) == before


def test_a_template_of_another_system_is_no_choice(cast: Cast, foreigner: Character) -> None:
    before = journal.stored(cast.campaign)
    given = {"name": "x", "template": str(foreigner.pk), "key": builders.key()}
    answer = as_user(cast.gm).post(reverse("character_new", args=[cast.campaign.pk]), given)
    assert answer.status_code == 400
    assert 'id="id_template_error"' in answer.content.decode()
    assert journal.stored(cast.campaign) == before


def test_the_administration_knows_no_thing_of_another_system(cast: Cast, foreign: Item) -> None:
    answer = as_user(cast.gm).get(
        reverse("admin:chaos_sheets_weapon_change", args=[foreign.pk]), {"campaign": cast.campaign.pk}, follow=True
    )
    assert "Laser" not in answer.content.decode()
