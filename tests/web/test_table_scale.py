"""Systems that measure on the table, share a value's chance and state postures: the same pages, their own words."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.models import Campaign, Character
from tests import builders
from tests.web.browsing import as_user

pytestmark = pytest.mark.django_db

RULESET = "oedland"


@pytest.fixture
def table() -> tuple[Client, Campaign, Character, Character]:
    """A game master with two characters of a system that measures in centimetres, three of them to the metre."""
    call_command("load_stock", verbosity=0)
    gm = builders.user("measuring")
    campaign = services.campaign_create(user=gm, name="Am Tisch", ruleset=RULESET, key=builders.key())
    hero, other = (
        services.character_create(
            campaign=campaign,
            user=gm,
            key=builders.key(name),
            template=Character.objects.get_by_natural_key(RULESET, name),
        )
        for name in ("mara_eisen", "strassenraeuber")
    )
    return as_user(gm), campaign, hero, other


def announced(table: tuple[Client, Campaign, Character, Character], **more: str) -> str:
    client, campaign, hero, other = table
    item = hero.items.get(key="waechterin")
    query = {"actor": hero.ref, "target": other.ref, "item": item.ref, "form": "shoot", "pair.distance": "45", **more}
    return client.get(reverse("attack", args=[campaign.pk]), query).content.decode()


def test_distances_on_the_table_stand_beside_their_metres(table: tuple[Client, Campaign, Character, Character]) -> None:
    client, _campaign, hero, _other = table
    assert "bis 55 cm (18 m)" in client.get(reverse("sheet", args=[hero.pk])).content.decode()
    text = announced(table)
    assert "45 cm (15 m)" in text
    assert "= 15 m" in text


def test_what_is_stated_of_a_target_is_asked_for_where_it_matters(
    table: tuple[Client, Campaign, Character, Character],
) -> None:
    other = table[3]
    text = announced(table)
    assert f'name="flag.{other.ref}.pose"' in text
    assert f'name="flag.{other.ref}.cover_state"' in text
    assert f'name="flag.{other.ref}.opening_bonus"' not in text
    assert f'name="flag.{table[2].ref}.cover_state"' in text
    assert f'name="flag.{table[2].ref}.pose"' not in text
    assert f'name="pair.{other.ref}.bearing"' not in text
    text = announced(table, **{f"flag.{other.ref}.pose": "kneeling"})
    assert "÷ 2" in text


def test_a_roll_read_off_another_die_is_no_further_die(table: tuple[Client, Campaign, Character, Character]) -> None:
    text = announced(table)
    assert "Kritischer Treffer" in text
    assert "Kritischer Treffer W100" not in text
    assert "Kritischer Patzer bei 96–100" in text


def test_the_armoury_tells_only_numbers_that_somebody_set_and_which_group_they_are_of(
    table: tuple[Client, Campaign, Character, Character],
) -> None:
    client, campaign, _hero, _other = table
    text = client.get(reverse("armoury", args=[campaign.pk])).content.decode()
    assert "CQC bis 20, CQC Zuschlag −10" in text or "CQC bis 20, CQC Zuschlag -10" in text
    assert "je Punkt WA weiter 0" not in text
