"""Which system a campaign plays: chosen when it is made; what belongs to another one is refused with a sentence."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal
from chaos_sheets.models import Campaign, Character, Item, Place
from combat.registry import ruleset_ids, ruleset_info
from combat.services import encounter_create
from tests import builders
from tests.cast import Cast
from tests.web.browsing import as_user

pytestmark = pytest.mark.django_db

ELSEWHERE = next(each for each in ruleset_ids() if each != builders.RULESET)
THEIRS, OURS = (ruleset_info(each).name for each in (ELSEWHERE, builders.RULESET))


def refused(name: str) -> str:
    return f"„{name}“ gehört zu {THEIRS}; diese Runde spielt {OURS}."


@pytest.fixture
def foreign() -> Item:
    """Stock of a system this campaign does not play."""
    return Item.objects.create(ruleset=ELSEWHERE, kind="weapon", place=Place.CATALOGUE, key="laser", name="Laser")


@pytest.fixture
def foreigner() -> Character:
    return Character.objects.create(ruleset=ELSEWHERE, template=True, key="alien", name="Fremder", known="name")


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
    assert refused("Laser") in answer.content.decode()
    taken = as_user(cast.gm).post(
        reverse("armoury_take", args=[cast.campaign.pk, foreign.pk]),
        {"figure": str(cast.hero.pk), "quantity": "1", "key": builders.key()},
        follow=True,
    )
    assert refused("Laser") in taken.content.decode()
    assert journal.stored(cast.campaign) == before


def api(cast: Cast) -> Client:
    client = Client()
    client.force_login(cast.gm)
    return client


@pytest.mark.parametrize("ruleset", [ELSEWHERE, "gone"])
def test_the_api_refuses_what_is_of_another_system(
    cast: Cast, foreign: Item, foreigner: Character, ruleset: str
) -> None:
    """By the system's name, also where that is no longer installed."""
    Item.objects.filter(pk=foreign.pk).update(ruleset=ruleset, kind="cover")
    Character.objects.filter(pk=foreigner.pk).update(ruleset=ruleset)
    fight = encounter_create(campaign=cast.campaign, user=cast.gm, key=builders.key(), name="Brücke")
    before, campaign = journal.stored(cast.campaign), f"/api/v1/campaigns/{cast.campaign.pk}"
    for address, given in (
        (f"/api/v1/characters/{cast.hero.pk}/items/", {"entry": foreign.pk}),
        (f"{campaign}/characters/", {"template": foreigner.pk}),
        (f"{campaign}/encounters/{fight.pk}/combatants/", {"template": foreigner.pk}),
        (f"{campaign}/encounters/{fight.pk}/covers/", {"item": foreign.pk}),
        (f"{campaign}/catalogue/{foreign.pk}/copy/", {}),
        (f"{campaign}/catalogue/{foreign.pk}/retire/", {}),
    ):
        answer = api(cast).post(address, given | {"key": builders.key()}, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (400, "other_ruleset"), address
        said = answer.json()["errors"][0]["message"]
        assert (
            refused(foreigner.name if "template" in given else foreign.name).replace(
                THEIRS, THEIRS if ruleset == ELSEWHERE else ruleset
            )
            in said
        )
    edits = {"edits": {"name": {"shown": "Laser", "value": "Maser"}}, "key": builders.key()}
    answer = api(cast).patch(f"{campaign}/catalogue/{foreign.pk}/", edits, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "other_ruleset")
    assert journal.stored(cast.campaign) == before


def test_a_template_of_another_system_is_named_and_the_form_keeps_what_was_typed(
    cast: Cast, foreigner: Character
) -> None:
    before = journal.stored(cast.campaign)
    given = {"name": "Rolf", "template": str(foreigner.pk), "public_name": "Der Lange", "key": builders.key()}
    answer = as_user(cast.gm).post(reverse("character_new", args=[cast.campaign.pk]), given)
    text = answer.content.decode()
    assert answer.status_code == 400
    assert 'id="id_template_error"' in text
    assert refused("Fremder") in text
    assert 'value="Rolf"' in text
    assert 'value="Der Lange"' in text
    assert journal.stored(cast.campaign) == before


@pytest.mark.parametrize("wanted", ["999999", "leer", "-1", "9" * 30, "own"])
def test_a_template_that_is_none_here_is_refused_in_our_own_words(cast: Cast, wanted: str) -> None:
    """What another campaign keeps is none here either, and nothing tells that it is there."""
    elsewhere = Campaign.objects.exclude(pk=cast.campaign.pk).get()
    kept = Character.objects.create(
        ruleset=ELSEWHERE, campaign=elsewhere, template=True, key="kept", name="Geheim", known="name"
    )
    given = {"name": "Rolf", "template": str(kept.pk) if wanted == "own" else wanted, "key": builders.key()}
    answer = as_user(cast.gm).post(reverse("character_new", args=[cast.campaign.pk]), given)
    assert answer.status_code == 400
    assert "Diesen Wert gibt es hier nicht. Wähl einen aus der Liste." in answer.content.decode()
    assert 'value="Rolf"' in answer.content.decode()
    assert "Geheim" not in answer.content.decode()


def test_a_template_of_another_system_does_not_come_into_a_fight(
    cast: Cast, foreigner: Character, foreign: Item
) -> None:
    Item.objects.filter(pk=foreign.pk).update(kind="cover")
    fight = encounter_create(campaign=cast.campaign, user=cast.gm, key=builders.key(), name="Brücke")
    before = journal.stored(cast.campaign)
    for page, given, name in (
        ("encounter_copies", {"template": str(foreigner.pk), "count": "3", "party": "Nachtwache"}, "Fremder"),
        ("encounter_cover", {"cover": str(foreign.pk), "name": "Die Mauer"}, "Laser"),
    ):
        address = reverse(page, args=[cast.campaign.pk, fight.pk])
        answer = as_user(cast.gm).post(address, given | {"key": builders.key()})
        assert answer.status_code == 400
        assert refused(name) in answer.content.decode()
        for typed in list(given.values())[1:]:
            assert f'value="{typed}"' in answer.content.decode()
    assert journal.stored(cast.campaign) == before


def test_the_administration_names_the_system_of_an_entry_that_is_of_another(cast: Cast, foreign: Item) -> None:
    """It stays on a page that was open while another campaign was chosen."""
    client = as_user(cast.gm)
    address = reverse("admin:chaos_sheets_weapon_change", args=[foreign.pk])
    for answer in (client.get(address, follow=True), client.post(address, {"name": "Maser"}, follow=True)):
        assert answer.status_code == 200
        assert refused("Laser") in answer.content.decode()
    foreign.refresh_from_db()
    assert foreign.name == "Laser"


def test_a_choice_that_is_none_is_refused_in_our_own_words(cast: Cast) -> None:
    given = {"name": "Neu", "ruleset": "gone", "rate": "1", "key": builders.key()}
    answer = as_user(cast.gm).post(reverse("campaign_new"), given)
    assert answer.status_code == 400
    assert "Diesen Wert gibt es hier nicht. Wähl einen aus der Liste." in answer.content.decode()
