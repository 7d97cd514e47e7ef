"""Values stand on pages as the rule text writes them: 4W(5), 5/20/80, trauma with the points in play."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import Campaign, Character, Item, Place
from chaos_sheets.numbers import parts_in
from combat.services import encounter_cover_place, encounter_create, encounter_join
from tests import builders
from tests.web.browsing import as_user

pytestmark = pytest.mark.django_db

RULESET = "xian"


@pytest.fixture
def alley() -> tuple[Client, Campaign, Character]:
    load_stock(RULESET)
    gm = builders.user("alley")
    campaign = services.campaign_create(user=gm, name="Gasse", ruleset=RULESET, key=builders.key())
    hero = services.character_create(
        campaign=campaign,
        user=gm,
        key=builders.key(),
        template=Character.objects.get_by_natural_key(RULESET, "isis_zaifun"),
    )
    return as_user(gm), campaign, hero


def test_damage_and_distance_classes_are_one_value_each(alley: tuple[Client, Campaign, Character]) -> None:
    """XIAN-2.2, 2.4: 4W(5) is four dice that count up to five; 5/20/80 are the limits of near, middle and far."""
    client, campaign, hero = alley
    text = re.sub(r"\s+</td>", "</td>", client.get(reverse("armoury", args=[campaign.pk])).content.decode())
    assert ">4W(5)</td>" in text
    assert ">5/20/80</td>" in text
    assert "4W(5)" in client.get(reverse("sheet", args=[hero.pk])).content.decode()


def test_a_short_line_of_the_administration_writes_them_so_too(alley: tuple[Client, Campaign, Character]) -> None:
    client, campaign, _hero = alley
    client.post(reverse("admin:campaign"), {"campaign": str(campaign.pk)})
    text = client.get(reverse("admin:chaos_sheets_weapon_changelist"), follow=True).content.decode()
    assert "8W(7)" in text


def test_trauma_stands_with_the_points_in_play_and_goes_up_by_a_tap(
    alley: tuple[Client, Campaign, Character],
) -> None:
    """XIAN-1.7: a counter from nothing without a limit."""
    client, _campaign, hero = alley
    text = client.get(reverse("sheet", args=[hero.pk])).content.decode()
    state = text.partition('id="f1"')[2].partition('id="f2"')[0]
    assert 'data-field="trauma"' in state
    assert "Trauma" not in text.partition('id="f6"')[2].partition('id="f7"')[0]
    given = {"of": hero.ref, "field": "trauma", "by": "1", "key": builders.key()}
    assert client.post(reverse("sheet_edit", args=[hero.pk]), given).status_code == 200
    hero.refresh_from_db()
    assert hero.body["trauma"] == 1


def test_what_is_true_of_a_cover_is_said_and_not_counted(alley: tuple[Client, Campaign, Character]) -> None:
    """XIAN-2.5: hiding the lower body is yes or no, not one."""
    client, campaign, hero = alley
    gm = campaign.memberships.get().user
    fight = encounter_create(campaign=campaign, user=gm, key=builders.key(), name="Hof")
    encounter_join(encounter=fight, user=gm, key=builders.key("j"), characters=[hero], party="Wir")
    wall = next(
        row
        for row in Item.objects.filter(ruleset=RULESET, kind="cover", place=Place.CATALOGUE).order_by("key")
        if row.body.get("hides_lower")
    )
    encounter_cover_place(encounter=fight, user=gm, key=builders.key("c"), source=wall)
    text = client.get(reverse("encounter", args=[campaign.pk, fight.pk])).content.decode()
    part = text.partition(f"<h3>{wall.name}</h3>")[2].partition("</li>")[0]
    assert "erdeckt den Unterkörper" in part
    assert "<b" not in part


@pytest.mark.parametrize(
    ("text", "kept"),
    [("3", 30), ("4,5", 45), ("4.5", 45), ("−1,5", -15), ("+2,0", 20), ("1.200", 12_000), ("1,25", None), ("x", None)],
)
def test_a_number_with_a_comma_is_counted_in_tenths(text: str, kept: int | None) -> None:
    assert parts_in(text, 10) == kept
