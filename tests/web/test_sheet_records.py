"""The panels of a sheet: things come and go, are fitted and taken over; what one knows is learned and forgotten."""

from __future__ import annotations

import pytest
from django.urls import reverse

from chaos_sheets.models import Item
from tests import builders
from tests.cast import Cast
from tests.web.test_sheet_edit import Hand, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def hand(cast: Cast) -> Hand:
    return Hand(cast.owner, cast.hero)


def get(hand: Hand, name: str, **query: str) -> str:
    response = hand.client.get(reverse(name, args=[hand.character.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


# --- things -----------------------------------------------------------------------------------------------------


def test_a_thing_opens_with_every_field_and_trait(cast: Cast, hand: Hand) -> None:
    page = get(hand, "sheet_record", of=cast.weapon().ref)
    for field in ("damage", "penetration", "shots.semi", "traits.reliable", "quantity"):
        assert f'data-field="{field}"' in page
    assert "CHA-3.3" in page


def test_a_thing_of_somebody_else_does_not_open(cast: Cast, hand: Hand) -> None:
    theirs = Item.objects.filter(character=cast.other, kind="weapon")[0]
    for ref in (theirs.ref, "item:0", "nonsense", ""):
        response = hand.client.get(reverse("sheet_record", args=[cast.hero.pk]), {"of": ref})
        assert response.status_code == 404
    response = Hand(cast.fellow, cast.hero).client.get(
        reverse("sheet_record", args=[cast.hero.pk]), {"of": cast.weapon().ref}
    )
    assert response.status_code == 404


def test_the_catalogue_is_searched_and_a_thing_taken(cast: Cast, hand: Hand) -> None:
    assert "Lotse" in get(hand, "sheet_add", use="weapon")
    assert "Lotse" not in get(hand, "sheet_add", use="weapon", q="Nebelhorn")
    assert "Nichts gefunden" in get(hand, "sheet_add", use="weapon", q="\u202e%_'\"")
    source = builders.stock("gear", "medipack")
    had = Item.objects.filter(character=cast.hero).count()
    assert hand.post("sheet_add", source=source.pk).status_code == 200
    assert Item.objects.filter(character=cast.hero).count() == had + 1
    assert cast.hero.money == type(cast.hero).objects.get(pk=cast.hero.pk).money


def test_buying_takes_the_price_or_nothing(cast: Cast, hand: Hand) -> None:
    dear = Item.objects.stock().filter(kind="weapon", price__gt=cast.hero.money).order_by("price")[0]
    cheap = Item.objects.stock().filter(kind="weapon", price__lte=cast.hero.money, price__gt=0)[0]
    had = Item.objects.filter(character=cast.hero, kind="weapon").count()
    assert hand.post("sheet_add", source=dear.pk, pay="1").status_code == 422
    assert Item.objects.filter(character=cast.hero, kind="weapon").count() == had
    assert hand.post("sheet_add", source=cheap.pk, pay="1").status_code == 200
    before = cast.hero.money
    cast.hero.refresh_from_db()
    assert cast.hero.money == before - (cheap.price or 0)


@pytest.mark.parametrize("source", ["0", "999999", "x", "", "9" * 30])
def test_what_the_catalogue_does_not_have_is_not_taken(hand: Hand, source: str) -> None:
    assert hand.post("sheet_add", source=source).status_code in (404, 422)


def test_a_thing_is_put_away(cast: Cast, hand: Hand) -> None:
    weapon = cast.weapon()
    assert "Fährmann" not in said(hand.post("sheet_thing", "ablegen", of=weapon.ref)).partition("Waffen")[2]
    weapon.refresh_from_db()
    assert weapon.retired


def test_a_modification_comes_off_and_goes_on_again(cast: Cast, hand: Hand) -> None:
    """C33, F09: what is fitted counts, what is not does not."""
    weapon = cast.weapon()
    part = Item.objects.get(fitted_to=weapon)
    assert hand.post("sheet_thing", "abbauen", of=part.ref).status_code == 200
    part.refresh_from_db()
    assert part.fitted_to_id is None
    assert part.name in get(hand, "sheet_record", of=weapon.ref)
    assert hand.post("sheet_thing", "anbauen", of=weapon.ref, part=part.ref).status_code == 200
    part.refresh_from_db()
    assert part.fitted_to_id == weapon.pk
    assert hand.post("sheet_thing", "anbauen", of=weapon.ref, part=part.ref).status_code == 422
    assert hand.post("sheet_thing", "sprengen", of=weapon.ref).status_code == 404


def test_what_differs_is_named_and_taken_over_on_request(cast: Cast, hand: Hand) -> None:
    weapon = cast.weapon()
    assert hand.write("penetration", "9", str(weapon.body["penetration"]), of=weapon.ref).status_code == 200
    assert "Weicht vom Katalog ab" in get(hand, "sheet_record", of=weapon.ref)
    assert hand.post("sheet_thing", "katalog", of=weapon.ref).status_code == 200
    before = weapon.body["penetration"]
    weapon.refresh_from_db()
    assert weapon.body["penetration"] == before
    assert "Weicht vom Katalog ab" not in get(hand, "sheet_record", of=weapon.ref)


# --- what one knows ---------------------------------------------------------------------------------------------


def test_a_skill_is_learned_improved_and_forgotten(cast: Cast, hand: Hand) -> None:
    page = get(hand, "sheet_record", of=cast.hero.ref, field="skills")
    assert 'data-field="skills.' in page
    known = set(cast.hero.body["skills"])
    new = Item.objects.stock().filter(kind="skill").exclude(key__in=known)[0]
    assert hand.post("sheet_entry", field="skills", entry=new.key).status_code == 200
    cast.hero.refresh_from_db()
    entry = cast.hero.body["skills"][new.key]
    assert entry["rank"] == 1
    assert entry["attribute"] == new.body["attribute"]
    assert hand.write(f"skills.{new.key}.rank", "2", "1").status_code == 200
    assert hand.write(f"skills.{new.key}.rank", "9", "2").status_code == 422
    assert hand.post("sheet_entry", field="skills", entry=new.key, forget="1").status_code == 200
    cast.hero.refresh_from_db()
    assert set(cast.hero.body["skills"]) == known


def test_an_own_entry_gets_a_key_of_its_own(cast: Cast, hand: Hand) -> None:
    for _ in range(2):
        assert hand.post("sheet_entry", field="talents", name="Ölkännchen & Co.").status_code == 200
    cast.hero.refresh_from_db()
    own = [key for key, entry in cast.hero.body["talents"].items() if entry.get("label") == "Ölkännchen & Co."]
    assert len(own) == 2


@pytest.mark.parametrize("values", [{"field": "nothing"}, {"field": "skills"}, {"field": "skills", "name": "x" * 999}])
def test_a_senseless_entry_is_refused(hand: Hand, values: dict[str, str]) -> None:
    assert hand.post("sheet_entry", **values).status_code in (404, 422)


# --- the game master's word -------------------------------------------------------------------------------------


def test_a_derived_value_is_set_with_a_reason_and_lifted(cast: Cast) -> None:
    gm = Hand(cast.gm, cast.hero)
    assert 'value="dodge"' in get(gm, "sheet_override")
    refused = gm.post("sheet_override", value_key="dodge", value="77", reason="")
    assert refused.status_code == 422
    page = said(gm.post("sheet_override", value_key="dodge", value="77", reason="Gift wirkt"))
    assert "gesetzt von der SL Gift wirkt" in page
    assert "77" in page
    assert "Gift wirkt" in get(gm, "sheet_override")
    assert "Gift wirkt" not in said(gm.post("sheet_override", value_key="dodge", lift="1"))
    assert gm.post("sheet_override", value_key="nothing", value="1", reason="x").status_code == 422


def test_a_player_sets_no_derived_value(cast: Cast, hand: Hand) -> None:
    assert hand.client.get(reverse("sheet_override", args=[cast.hero.pk])).status_code == 403
    assert hand.post("sheet_override", value_key="dodge", value="99", reason="weil").status_code == 403


# --- the log on the sheet ---------------------------------------------------------------------------------------


def test_the_last_changes_stand_on_the_sheet(cast: Cast, hand: Hand) -> None:
    """O01: who, before and after."""
    hand.write("pools.hit_points", "9", "15")
    page = get(hand, "sheet_log")
    assert "TP 15 → 9" in page
    assert "owner" in page
