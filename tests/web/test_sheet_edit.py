"""Values are written where they stand: each save is one change, a stale one shows both values, a bad one says why."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from chaos_sheets.models import Character, Item, JournalEntry, User
from tests.builders import key
from tests.cast import Cast

pytestmark = pytest.mark.django_db

HX = {"hx-request": "true"}


class Hand:
    """One person at one sheet, as the page's script sends what he does."""

    def __init__(self, user: User, character: Character) -> None:
        self.client = Client(headers=HX)
        self.client.force_login(user)
        self.character = character

    def post(self, page: str, /, *more: object, **values: Any) -> Any:
        address = reverse(page, args=[self.character.pk, *more])
        return self.client.post(address, {"key": key(), **values})

    def write(self, field: str, value: object, shown: object, *, of: str = "", **more: Any) -> Any:
        return self.post("sheet_edit", of=of or self.character.ref, field=field, shown=shown, value=value, **more)

    def tap(self, field: str, by: int, *, of: str = "", **more: Any) -> Any:
        return self.post("sheet_edit", of=of or self.character.ref, field=field, by=by, **more)


@pytest.fixture
def hand(cast: Cast) -> Hand:
    return Hand(cast.owner, cast.hero)


def points(cast: Cast, pool: str = "hit_points") -> int:
    cast.hero.refresh_from_db()
    return int(cast.hero.body.get("pools", {}).get(pool, cast.hero.body["maxima"][pool]))


def said(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode()))).strip()


def entries(cast: Cast) -> int:
    return JournalEntry.objects.filter(campaign=cast.campaign).count()


# --- saved ------------------------------------------------------------------------------------------------------


def test_a_written_value_is_saved_and_the_sheet_comes_back_once(cast: Cast, hand: Hand) -> None:
    """N02: one edit, one answer; J16: one edit, one revision."""
    version, before = cast.hero.version, entries(cast)
    response = hand.write("pools.hit_points", "9", "15")
    assert response.status_code == 200
    assert response.content.decode().count('id="sheet"') == 1
    assert 'value="9"' in response.content.decode()
    assert "verwundet" in said(response)
    assert points(cast) == 9
    assert cast.hero.version == version + 1
    assert entries(cast) == before + 1


def test_an_answer_asks_the_database_little(hand: Hand, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    with django_assert_max_num_queries(30):
        hand.write("pools.hit_points", "9", "15")


def test_one_key_saves_once(cast: Cast, hand: Hand) -> None:
    """A01: the same tap sent twice is one change."""
    same = key()
    first, second = hand.tap("pools.hit_points", -3, key=same), hand.tap("pools.hit_points", -3, key=same)
    assert (first.status_code, second.status_code) == (200, 200)
    assert points(cast) == 12


def test_a_key_is_good_for_one_thing(cast: Cast, hand: Hand) -> None:
    same = key()
    hand.tap("pools.hit_points", -3, key=same)
    response = hand.tap("pools.hit_points", -4, key=same)
    assert response.status_code == 409
    assert points(cast) == 12


def test_taps_on_pools_rounds_things_and_notches(cast: Cast, hand: Hand) -> None:
    weapon, armour = cast.weapon(), Item.objects.get(character=cast.hero, kind="armour")
    hand.tap("pools.action_points", -1)
    hand.tap("loaded", -1, of=weapon.ref)
    hand.tap("loaded", -2, of=weapon.ref)
    hand.tap("zones.body.damage_points", 3, of=armour.ref)
    grenade = cast.weapon(key="splittergranate")
    hand.tap("quantity", 1, of=grenade.ref)
    assert points(cast, "action_points") == cast.hero.body["maxima"]["action_points"] - 1
    weapon.refresh_from_db()
    grenade.refresh_from_db()
    assert weapon.body["loaded"] == weapon.body["capacity"] - 3
    assert armour.zones.get(zone="body").damage_points == 3
    assert grenade.quantity == 3


def test_saving_a_zone_three_times_leaves_its_protection(cast: Cast, hand: Hand) -> None:
    """A09: editing does not add the effect of the armour again."""
    armour = Item.objects.get(character=cast.hero, kind="armour")
    before = armour.zones.get(zone="body").protection
    for number in (1, 2, 3):
        response = hand.write("zones.body.damage_points", str(number), str(number - 1), of=armour.ref)
        assert response.status_code == 200
    zone = armour.zones.get(zone="body")
    assert (zone.protection, zone.damage_points) == (before, 3)
    assert "3 Kerben, −1" in response.content.decode()


def test_saving_one_field_keeps_all_others(cast: Cast, hand: Hand) -> None:
    """J10: a partial save never drops other fields."""
    before = {**cast.hero.body}
    hand.write("attributes.strength", "50", "42")
    cast.hero.refresh_from_db()
    assert cast.hero.body == {**before, "attributes": {**before["attributes"], "strength": 50}}


@pytest.mark.parametrize(
    ("field", "value", "shown", "stored"),
    [
        ("name", "Jonna „Ö“ Velder", "Jonna Velder", None),
        ("concept", "Söldnerin", "Frühere Grenzsoldatin, heute Geleitschutz", ("concept", "Söldnerin")),
        ("notes", "eins\r\nzwei", "", None),
        ("properties", "fast,immobile", "", ("properties", ["fast", "immobile"])),
        ("weapon_skills_count", "false", "true", ("weapon_skills_count", False)),
        ("maxima.hit_points", "20", "15", None),
        ("shock_rounds", "3", "", ("shock_rounds", 3)),
    ],
)
def test_every_kind_of_field_is_written(
    cast: Cast, hand: Hand, field: str, value: str, shown: str, stored: tuple[str, object] | None
) -> None:
    response = hand.write(field, value, shown)
    assert response.status_code == 200, said(response)
    cast.hero.refresh_from_db()
    if stored:
        assert cast.hero.body[stored[0]] == stored[1]
    if field == "notes":
        assert cast.hero.notes == "eins\nzwei"
    if field == "maxima.hit_points":
        assert "/ 20" in said(response)


def test_choices_and_traits_of_a_thing_are_written(cast: Cast, hand: Hand) -> None:
    weapon = cast.weapon()
    assert hand.write("damage_type", "explosive", "kinetic", of=weapon.ref).status_code == 200
    assert hand.write("traits.explosive", "4", "", of=weapon.ref).status_code == 200
    assert hand.write("traits.reliable", "", "true", of=weapon.ref).status_code == 200
    assert hand.write("damage", "2W10+1", "1W10+4", of=weapon.ref).status_code in (200, 409)
    weapon.refresh_from_db()
    assert weapon.body["damage_type"] == "explosive"
    assert weapon.traits == {"explosive": 4}


# --- stale ------------------------------------------------------------------------------------------------------


def test_a_stale_value_is_refused_and_both_are_shown(cast: Cast, hand: Hand) -> None:
    """J02: nothing is overwritten by a page that was asleep."""
    Hand(cast.owner, cast.hero).write("pools.hit_points", "5", "15")
    before = entries(cast)
    response = hand.write("pools.hit_points", "13", "15")
    assert response.status_code == 409
    page = said(response)
    assert "Deins 13 von 15 auf 13, jetzt eben Gespeichert 5 von 15 auf 5, " in page
    assert "owner hat um" in page
    assert "Beides: 3" in page
    assert points(cast) == 5
    assert entries(cast) == before


@pytest.mark.parametrize(("wanted", "offered"), [("13", True), ("14", False)])
def test_both_changes_are_offered_together_only_where_the_sum_may_stand(
    cast: Cast, hand: Hand, wanted: str, offered: bool
) -> None:
    """Above the maximum of 15 it would only be refused."""
    hand.write("pools.hit_points", "12", "15")
    page = said(hand.write("pools.hit_points", wanted, "10"))
    assert f"Deins {wanted} von 10 auf {wanted}, jetzt eben Gespeichert 12 " in page
    assert ("Beides: 15" in page) is offered
    assert ("Beides" in page) is offered


def test_a_conflict_names_the_value_and_says_where_both_come_from(cast: Cast, hand: Hand) -> None:
    """J04: two numbers alone do not say what they are of, nor why the other one stands."""
    Hand(cast.gm, cast.hero).write("pools.hit_points", "11", "15", reason="Granate")
    page = said(hand.write("pools.hit_points", "13", "15"))
    assert "TP Deins 13 von 15 auf 13, jetzt eben Gespeichert 11 von 15 auf 11, Granate, " in page


def test_two_who_took_the_same_are_asked_whether_both_count(cast: Cast, hand: Hand) -> None:
    Hand(cast.owner, cast.hero).write("pools.hit_points", "13", "15")
    page = said(hand.write("pools.hit_points", "13", "15"))
    assert page.endswith("13 behalten Beides: 11")


def test_a_conflict_of_choices_says_them_in_words(cast: Cast, hand: Hand) -> None:
    Hand(cast.owner, cast.hero).write("properties", "fast", "")
    page = said(hand.write("properties", "untouchable", ""))
    assert "Deins Nicht zu treffen" in page
    assert "Gespeichert Schnell" in page


def test_different_fields_never_conflict(cast: Cast, hand: Hand) -> None:
    Hand(cast.gm, cast.hero).write("attributes.strength", "44", "42")
    assert hand.write("attributes.mobility", "41", "40").status_code == 200
    cast.hero.refresh_from_db()
    assert cast.hero.body["attributes"]["strength"] == 44
    assert cast.hero.body["attributes"]["mobility"] == 41


def test_a_stale_text_keeps_what_was_typed(cast: Cast, hand: Hand) -> None:
    """J04: a long text is refused, not erased."""
    Hand(cast.owner, cast.hero).write("notes", "vom Laptop", "")
    response = hand.write("notes", "vom Telefon", "")
    assert response.status_code == 409
    assert "vom Telefon" in said(response)
    assert "vom Laptop" in said(response)
    assert "Gespeichertes behalten Deins nehmen" in said(response)
    assert "jetzt eben" not in said(response)


# --- refused ----------------------------------------------------------------------------------------------------

BAD = [
    ("pools.hit_points", "51", "höchstens 15"),
    ("pools.hit_points", "zwölf", "ganze Zahl"),
    ("pools.hit_points", "1.5", "ganze Zahl"),
    ("pools.hit_points", "9" * 40, "zu lang"),
    ("pools.action_points", "-1", "mindestens 0"),
    ("attributes.strength", "0", "mindestens 1"),
    ("attributes.strength", "", "ganze Zahl"),
    ("attributes.nothing", "1", "gibt es nicht"),
    ("overrides.dodge", "1", "gibt es nicht"),
    ("concept", "x" * 500, "zu lang"),
    ("concept", "a\x00b", "Steuerzeichen"),
    ("name", "\u202egnu", "Steuerzeichen"),
    ("name", "", "aus"),
    ("properties", "flying", "gibt es hier nicht"),
    ("weapon_skills_count", "vielleicht", "passt nicht"),
    ("owner", "1", "gibt es nicht"),
    ("", "1", "gibt es nicht"),
]


@pytest.mark.parametrize(("field", "value", "why"), BAD)
def test_a_bad_value_changes_nothing_and_says_why(cast: Cast, hand: Hand, field: str, value: str, why: str) -> None:
    """E05: a range per field; M02: never a 500."""
    before, body = entries(cast), cast.hero.body
    response = hand.write(field, value, "15")
    assert response.status_code in (404, 409, 422), said(response)
    if response.status_code == 422:
        assert why in said(response)
    cast.hero.refresh_from_db()
    assert cast.hero.body == body
    assert entries(cast) == before


def test_points_that_are_not_there_cannot_be_spent(cast: Cast, hand: Hand) -> None:
    response = hand.tap("pools.spell_points", -5)
    assert response.status_code == 422
    assert "vorhanden" in said(response)


@pytest.mark.parametrize("by", ["0", "x", "", "99999999999"])
def test_a_step_that_is_none_is_refused(hand: Hand, by: str) -> None:
    assert hand.post("sheet_edit", of=hand.character.ref, field="pools.hit_points", by=by).status_code == 422


def test_rounds_are_never_fewer_than_none(cast: Cast, hand: Hand) -> None:
    weapon = cast.weapon()
    assert hand.write("loaded", "0", str(weapon.body["capacity"]), of=weapon.ref).status_code == 200
    assert hand.tap("loaded", -1, of=weapon.ref).status_code == 422


@pytest.mark.parametrize("name", ["fellow", "spectator", "stranger"])
def test_nobody_else_writes(cast: Cast, name: str) -> None:
    other = Hand(getattr(cast, name), cast.hero)
    response = other.write("pools.hit_points", "1", "15")
    assert response.status_code == (404 if name == "stranger" else 403)
    assert points(cast) == 15


def test_only_what_is_on_the_sheet_is_written_from_it(cast: Cast, hand: Hand) -> None:
    elsewhere = cast.weapon(of=cast.other, key=Item.objects.filter(character=cast.other, kind="weapon")[0].key)
    for ref in (elsewhere.ref, cast.other.ref, cast.cover.ref, "item:999999", "item:x", "", "journal:1"):
        response = hand.post("sheet_edit", of=ref, field="name", shown="", value="Meins")
        assert response.status_code == 404, ref
    elsewhere.refresh_from_db()
    assert elsewhere.name != "Meins"


def test_a_get_changes_nothing(cast: Cast, hand: Hand) -> None:
    for name in ("sheet_edit", "sheet_status", "sheet_money", "sheet_entry"):
        assert hand.client.get(reverse(name, args=[cast.hero.pk])).status_code == 405


# --- the game master --------------------------------------------------------------------------------------------


def test_the_game_master_says_why_he_sets_somebodys_points(cast: Cast) -> None:
    gm = Hand(cast.gm, cast.hero)
    asked = gm.write("pools.hit_points", "4", "15")
    assert asked.status_code == 422
    assert "sag, warum" in said(asked)
    assert points(cast) == 15
    assert gm.write("pools.hit_points", "4", "15", reason="Sturz vom Dach").status_code == 200
    entry = JournalEntry.objects.filter(campaign=cast.campaign).latest("pk")
    assert (entry.cause, entry.reason) == ("override", "Sturz vom Dach")


def test_states_are_set_and_lifted(cast: Cast, hand: Hand) -> None:
    assert "brennt" in said(hand.post("sheet_status", status="burning", set="1"))
    cast.hero.refresh_from_db()
    assert cast.hero.body["statuses"] == {"burning": True}
    hand.post("sheet_status", status="burning", set="")
    cast.hero.refresh_from_db()
    assert "burning" not in cast.hero.body.get("statuses", {})
    refused = hand.post("sheet_status", status="wounded", set="1")
    assert refused.status_code == 422
    assert refused["HX-Retarget"] == "[data-says]"


def test_money_is_booked_and_what_is_not_there_is_not_spent(cast: Cast, hand: Hand) -> None:
    """I12: money and goods together or not at all; O05: each booking is in the log."""
    before = cast.hero.money
    assert hand.post("sheet_money", by="−1.000", reason="Munition").status_code == 200
    cast.hero.refresh_from_db()
    assert cast.hero.money == before - 1000
    refused = hand.post("sheet_money", by="-99999999", reason="Panzer")
    assert refused.status_code == 422
    assert "So viel Geld ist nicht da" in said(refused)
    assert hand.post("sheet_money", by="viel").status_code == 422
    cast.hero.refresh_from_db()
    assert cast.hero.money == before - 1000
