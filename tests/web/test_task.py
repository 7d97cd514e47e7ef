"""Actions without a target, beside the sheet: the bill before, one deed, money and wear together."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets.models import Item, JournalEntry, User
from tests.builders import key
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode()))).strip()


class Bench:
    """Somebody with an armour to mend."""

    def __init__(self, cast: Cast, user: User) -> None:
        self.client = Client(headers={"hx-request": "true"})
        self.client.force_login(user)
        self.address = reverse("task", args=[cast.campaign.pk])
        self.armour = Item.objects.get(character=cast.hero, kind="armour")
        self.values = {"actor": cast.hero.ref, "form": "repair", "item": self.armour.ref}

    def wear(self, **zones: int) -> None:
        for zone, points in zones.items():
            self.armour.zones.filter(zone=zone).update(damage_points=points)

    def see(self, **more: Any) -> Any:
        return self.client.get(self.address, {**self.values, **more})

    def do(self, **more: Any) -> Any:
        return self.client.post(self.address, {**self.values, "key": key(), **more})


@pytest.fixture
def bench(cast: Cast) -> Bench:
    return Bench(cast, cast.owner)


def test_the_bill_stands_before_the_deed(cast: Cast, bench: Bench) -> None:
    bench.wear(body=7, arms=2)
    page = text_of(bench.see())
    assert "CHA-7.8" in page
    assert "2.400 DKK" in page
    assert "1.200 DKK" in text_of(bench.see(**{"p.zones": ["body"]})) or "2.400 DKK" in page


def test_a_repair_takes_wear_and_money_together(cast: Cast, bench: Bench) -> None:
    """I12: money and what it pays for in one transaction; A01: once."""
    bench.wear(body=4)
    before, same = cast.hero.money, key()
    first = bench.do(key=same)
    assert first.status_code == 200
    assert first["HX-Trigger"] == "acted"
    assert bench.do(key=same).status_code in (200, 409)
    cast.hero.refresh_from_db()
    assert cast.hero.money == before - 1200
    assert bench.armour.zones.get(zone="body").damage_points == 0
    assert JournalEntry.objects.filter(campaign=cast.campaign, cause="repair").count() == 1


def test_what_cannot_be_paid_is_not_mended(cast: Cast, bench: Bench) -> None:
    bench.wear(body=9, head=9)
    response = bench.do()
    assert response.status_code == 422
    assert "So viel Geld ist nicht da" in text_of(response)
    assert bench.armour.zones.get(zone="body").damage_points == 9


def test_a_roll_in_the_app_is_done_at_once(cast: Cast, bench: Bench) -> None:
    page = bench.see(form="test", item="", **{"p.attribute": "strength"})
    assert "42" in text_of(page)
    done = bench.do(form="test", item="", **{"p.attribute": "strength"})
    assert "Erledigt" in text_of(done)
    assert JournalEntry.objects.filter(campaign=cast.campaign, cause="test").count() == 1


def test_own_dice_are_typed_on_their_page(cast: Cast, bench: Bench) -> None:
    """G01: real dice beside app dice."""
    User.objects.filter(pk=cast.owner.pk).update(own_dice=True)
    response = bench.do(form="test", item="", **{"p.attribute": "strength"})
    assert response.status_code == 204
    assert "/angriff/fragen/" in response["HX-Redirect"]


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({"actor": "character:999999"}, 404),
        ({"actor": "nobody"}, 404),
        ({"item": "item:999999"}, 404),
        ({"item": "\x00"}, 404),
        ({"form": "fly"}, 404),
        ({"form": "shoot"}, 404),
        ({"form": "test", "item": "", "p.attribute": "luck"}, 422),
        ({"form": "test", "item": "", "p.attribute": "strength", "p.difficulty": "sehr"}, 422),
        ({"p.zones": "wings"}, 422),
    ],
)
def test_bad_input_does_nothing(cast: Cast, bench: Bench, values: dict[str, str], status: int) -> None:
    before = JournalEntry.objects.filter(campaign=cast.campaign).count()
    assert bench.see(**values).status_code == status
    assert bench.do(**values).status_code == status
    assert JournalEntry.objects.filter(campaign=cast.campaign).count() == before


@pytest.mark.parametrize(("name", "status"), [("fellow", 403), ("spectator", 403), ("stranger", 404)])
def test_nobody_mends_what_is_not_his(cast: Cast, name: str, status: int) -> None:
    other = Bench(cast, getattr(cast, name))
    assert other.see().status_code == status
    assert other.do().status_code == status
