"""Actions without a target, beside the sheet: the bill before, one deed, money and wear together."""

from __future__ import annotations

import html
import re
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.models import Campaign, Character, Item, JournalEntry, User
from tests.builders import key
from tests.cast import Cast
from tests.web.attacks import as_user

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


def test_only_the_bill_that_was_shown_is_booked(cast: Cast, bench: Bench) -> None:
    """Who has read "frei" and meanwhile wore one more notch pays nothing unseen."""
    bench.wear(body=2)
    page = bench.see().content.decode()
    assert 'name="seen" value="0"' in page
    assert f'data-follows="{cast.hero.ref} {bench.armour.ref}"' in page, "it is read again with every notch"
    bench.wear(body=3)
    before = journal.stored(cast.campaign)
    refused = bench.do(seen="0")
    assert refused.status_code == 409
    assert "Es ist nichts gebucht" in text_of(refused)
    assert 'name="seen" value="1200"' in refused.content.decode()
    assert journal.stored(cast.campaign) == before
    same = key()
    assert bench.do(seen="1200", key=same).status_code == 200
    assert "hat sich inzwischen geändert" not in text_of(bench.do(seen="1200", key=same)), "it was done, once"
    cast.hero.refresh_from_db()
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_what_cannot_be_paid_is_not_mended(cast: Cast, bench: Bench) -> None:
    bench.wear(body=9, head=9)
    response = bench.do()
    assert response.status_code == 422
    assert "So viel Geld ist nicht da" in text_of(response)
    assert bench.armour.zones.get(zone="body").damage_points == 9


def test_the_bill_is_told_zone_by_zone_in_the_campaigns_money(cast: Cast, bench: Bench) -> None:
    """CHA-7.8: the parts add up to the whole also where the rate leaves fractions: 1.200 × 0,33333 a point."""
    Campaign.objects.filter(pk=cast.campaign.pk).update(rate=Decimal("0.33333"), currency="Kronen")
    bench.wear(body=7, arms=4)
    page = text_of(bench.see())
    assert "Nach Zonen" not in page
    assert "Arme Fehlende RP 1, Halbe Tage 1" in page
    assert re.search(r"Halbe Tage 1 400 Körper Fehlende RP 2, Halbe Tage 2 800 Reparaturrechnung 1.200 Kronen", page)


def test_who_pays_is_chosen_and_his_ledger_tells_of_it(cast: Cast) -> None:
    """CHA-7.8: the payer's money is booked, what was mended is named, undo restores."""
    gm = Bench(cast, cast.gm)
    gm.wear(body=4)
    before = journal.stored(cast.campaign)
    assert "Mikkel Raun · hat" in text_of(gm.see())
    done = gm.do(payer=cast.other.ref)
    assert done.status_code == 200
    paid = {row.ref: Character.objects.get(pk=row.pk).money - row.money for row in (cast.hero, cast.other)}
    assert paid == {cast.hero.ref: 0, cast.other.ref: -1200}
    ledger = text_of(gm.client.get(reverse("sheet_ledger", args=[cast.other.pk])))
    assert re.search(r"Instand setzen · Infanterie-Kampfanzug .*−1.200", ledger)
    services.entry_undo(entry=JournalEntry.objects.latest("pk"), user=cast.gm, key=key())
    assert journal.stored(cast.campaign) == before
    ledger = text_of(gm.client.get(reverse("sheet_ledger", args=[cast.other.pk])))
    assert re.search(r"Zurückgenommen · Instand setzen .*\+1.200", ledger)


def test_the_game_master_may_let_it_be_paid_from_nowhere(cast: Cast, bench: Bench) -> None:
    gm = Bench(cast, cast.gm)
    gm.wear(body=9, head=9)
    before = cast.hero.money
    assert "So viel Geld ist dort nicht da" in text_of(gm.see())
    assert gm.do(payer="gm").status_code == 200
    cast.hero.refresh_from_db()
    assert cast.hero.money == before
    gm.wear(body=4)
    assert bench.do(payer="gm").status_code == 403
    assert gm.armour.zones.get(zone="body").damage_points == 4


@pytest.mark.parametrize(
    ("payer", "status"), [("other", 403), ("hidden", 404), ("item:1", 404), ("character:99999", 404)]
)
def test_nobody_pays_with_the_money_of_others(cast: Cast, bench: Bench, payer: str, status: int) -> None:
    bench.wear(body=4)
    before = journal.stored(cast.campaign)
    ref = getattr(cast, payer).ref if hasattr(cast, payer) else payer
    assert bench.do(payer=ref).status_code == status
    assert journal.stored(cast.campaign) == before


def test_a_ledger_is_for_whoever_may_act_for_its_owner(cast: Cast) -> None:
    address = reverse("sheet_ledger", args=[cast.hero.pk])
    told = {
        name: as_user(getattr(cast, name)).get(address).status_code for name in ("gm", "owner", "fellow", "stranger")
    }
    assert told == {"gm": 200, "owner": 200, "fellow": 403, "stranger": 404}


def test_a_long_ledger_is_read_on(cast: Cast) -> None:
    for number in range(8):
        services.money_change(character=cast.hero, user=cast.owner, key=key(), by=-1, reason=f"Kaffee {number}")
    address, owner = reverse("sheet_ledger", args=[cast.hero.pk]), as_user(cast.owner)
    short, whole = text_of(owner.get(address)), text_of(owner.get(address, {"all": "1"}))
    assert ("Kaffee 7" in short, "Kaffee 0" in short, "Ältere Buchungen" in short) == (True, False, True)
    assert ("Kaffee 0" in whole, "Ältere Buchungen" in whole) == (True, False)
    assert re.search(r"Kaffee 7 .* −1 " + f"{cast.hero.money - 8:,}".replace(",", "."), whole)


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
        ({"form": "fly\x00"}, 404),
        ({"form": "x" * 100_000}, 404),
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


def test_the_choice_reads_the_table_once(cast: Cast, bench: Bench) -> None:
    """However much there is to mend, it takes as many queries."""

    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            page = bench.client.get(bench.address, {"actor": cast.hero.ref, "form": "repair"})
        assert "Womit?" in text_of(page)
        return len(seen)

    bench.wear(body=4)
    asked()
    first = asked()
    source = bench.armour.source
    assert source is not None
    for _number in range(4):
        services.item_add(character=cast.hero, source=source, user=cast.gm, key=key())
    assert Item.objects.filter(character=cast.hero, kind="armour").count() == 5
    assert asked() == first


@pytest.mark.parametrize("form", ["hit_points", "ruleset", "shoot", "nonsense"])
def test_what_is_no_action_of_its_own_asks_for_nobody(bench: Bench, form: str) -> None:
    """A word of the rules, and an action that needs a target, have no page "Für wen?"."""
    assert bench.client.get(bench.address, {"form": form}).status_code == 404


def test_an_action_without_a_name_asks_for_whom(bench: Bench) -> None:
    assert "Für wen?" in text_of(bench.client.get(bench.address, {"form": "repair"}))
