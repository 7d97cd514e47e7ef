"""Systems that measure on the table, share a value's chance and state postures: the same pages, their own words."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from chaos_sheets import services
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import Campaign, Character, Item, Place, User
from chaos_sheets.policy import viewer
from chaos_sheets.selectors.fields import Desk
from chaos_sheets.selectors.screen import screen
from chaos_sheets.trace import Reader
from chaos_sheets.words import Words, in_unit, signed
from combat.core.value import Json
from combat.models import Encounter
from combat.registry import ruleset_info
from combat.services import encounter_create, encounter_join, encounter_state_set
from tests import builders
from tests.web.browsing import as_user

pytestmark = pytest.mark.django_db

RULESET = "oedland"


@pytest.fixture
def table() -> tuple[Client, Campaign, Character, Character]:
    """A game master with two characters of a system that measures in centimetres, three of them to the metre."""
    load_stock(RULESET)
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
    assert "CQC bis 20 cm: −10" in text
    assert "Zuschlag" not in text


def test_range_classes_are_written_as_the_tables_write_them(
    table: tuple[Client, Campaign, Character, Character],
) -> None:
    """FAL-2.3: a limit may grow with perception (100 + 2 × WA), a bow has damage of its own in each class."""
    client, campaign, _hero, _other = table
    text = client.get(reverse("armoury", args=[campaign.pk])).content.decode()
    assert "Extrem bis 100 cm + 2 × WA: +5" in text
    assert "Nahbereich bis 30 cm: +5, 3W6+3" in text
    User.objects.update(language="en")
    with translation.override("en"):
        text = client.get(reverse("armoury", args=[campaign.pk])).content.decode()
    assert "Extreme up to 100 cm + 2 × WA: +5" in text


def saved(client: Client, hero: Character, shown: str, value: str) -> tuple[int, str]:
    given = {"of": hero.ref, "field": "rates.upright", "shown": shown, "value": value, "key": builders.key()}
    answer = client.post(reverse("sheet_edit", args=[hero.pk]), given, headers={"HX-Request": "true"})
    return answer.status_code, answer.content.decode()


def test_a_rate_is_typed_as_it_is_read(table: tuple[Client, Campaign, Character, Character]) -> None:
    """FAL-1.13: 3 cm per action point; what is kept in millimetres is typed in centimetres, with a comma."""
    client, _campaign, hero, _other = table
    text = client.get(reverse("sheet", args=[hero.pk])).content.decode()
    assert 'value="4,5"' in text
    assert "mm<" not in text
    assert saved(client, hero, "3", "2,5")[0] == 200
    hero.refresh_from_db()
    assert hero.body["rates"]["upright"] == 25
    status, text = saved(client, hero, "3", "2")
    assert status == 409
    assert "2,5 behalten" in text
    status, text = saved(client, hero, "2,5", "1,25")
    assert status == 422
    assert "höchstens eine Stelle nach dem Komma" in text
    status, text = saved(client, hero, "2,5", "0")
    assert status == 422
    assert "mindestens 0,1" in text
    hero.refresh_from_db()
    assert hero.body["rates"]["upright"] == 25


def test_a_posture_nobody_stated_is_the_one_everybody_begins_with(
    table: tuple[Client, Campaign, Character, Character],
) -> None:
    """FAL-1.8: upright at the start, so there is no "no posture" to choose."""
    text = announced(table)
    part = text.partition(f'name="flag.{table[3].ref}.pose"')[2]
    assert part.startswith(' value="upright" checked')


@pytest.fixture
def ambush(table: tuple[Client, Campaign, Character, Character]) -> tuple[Client, Client, Encounter, Character]:
    """A fight in which the player's character moves while somebody he does not know of lies in wait."""
    client, campaign, hero, _other = table
    gm = campaign.memberships.get(role="gm").user
    watcher = services.character_create(
        campaign=campaign,
        user=gm,
        key=builders.key("watcher"),
        template=Character.objects.get_by_natural_key(RULESET, "dachschuetzin"),
        known="nothing",
    )
    _, token = services.member_invite(campaign=campaign, user=gm, character=hero)
    services.invitation_accept(token=token, name="waylaid", password="long-enough-word")
    fight = encounter_create(campaign=campaign, user=gm, key=builders.key(), name="Hinterhalt")
    for party, one in (("Karawane", hero), ("Räuber", watcher)):
        encounter_join(encounter=fight, user=gm, key=builders.key(party), characters=[one], party=party)
    fight.refresh_from_db()
    fight.body = {**fight.body, "round": 1, "order": [hero.ref, watcher.ref], "current": hero.ref}
    fight.save()
    waiting = fight.combatants.get(character=watcher)
    waiting.body = {"budget": {"action_points": 0}, "flags": {"watch": "watching", "reserved": 8}}
    waiting.save()
    return client, as_user(User.objects.get(username="waylaid")), fight, hero


def test_who_lies_in_wait_unseen_shows_in_no_preview_of_a_player(
    ambush: tuple[Client, Client, Encounter, Character],
) -> None:
    master, player, fight, hero = ambush
    query = {"encounter": str(fight.pk), "actor": hero.ref, "form": "move", "item": "", "p.centimetres": "3"}
    address = reverse("attack", args=[fight.campaign_id])
    seen = master.get(address, query).content.decode()
    assert "Wahrnehmungsprobe" in seen
    assert "Schussfeld?" in seen
    told = player.get(address, query).content.decode()
    assert "Laufen, 1 AP" in told
    assert "Wahrnehmungsprobe" not in told
    assert "Schussfeld?" not in told


def test_a_budget_that_follows_from_the_sheet_is_shown_as_it_is(
    ambush: tuple[Client, Client, Encounter, Character],
) -> None:
    master, _player, fight, hero = ambush
    mine = fight.combatants.get(character=hero)
    mine.body = {**mine.body, "budget": {"action_points": 4}}
    mine.save()
    text = master.get(reverse("encounter", args=[fight.campaign_id, fight.pk])).content.decode()
    assert "/ 9" in text or "/9" in text


def test_jumps_and_rates_are_read_in_the_unit_of_the_text(table: tuple[Client, Campaign, Character, Character]) -> None:
    """FAL-1.13, FAL-7.2, FAL-8.5: strength and mobility 13, a sixth standing (2.2 m), half running (6.5 m)."""
    client, _campaign, hero, _other = table
    hero.body = {**hero.body, "attributes": {**hero.body["attributes"], "strength": 5, "mobility": 8}}
    hero.save()
    text = client.get(reverse("sheet", args=[hero.pk])).content.decode()
    for way in ("2,2 m<", "6,5 m<"):
        assert way in text
    assert "22 dm" not in text
    # A game master sets the jump as he reads it.
    form = client.get(reverse("sheet_override", args=[hero.pk])).content.decode()
    assert "2,2 m" in form
    given = {"value_key": "jump_standing", "value": "2,5", "reason": "Sprungfedern", "key": builders.key()}
    assert client.post(reverse("sheet_override", args=[hero.pk]), given).status_code == 200
    assert "2,5 m<" in client.get(reverse("sheet", args=[hero.pk])).content.decode()
    desk = Desk(Reader(info=ruleset_info(RULESET), words=Words.of(ruleset_info(RULESET).glossary), names={}), False)
    rates = [field for field in ruleset_info(RULESET).sheet.fields if field.group == "rates"]
    shown = [desk.field("", field, field.default) for field in rates]
    assert sorted(f"{field.text} {field.unit}" for field in shown) == ["1 cm", "2 cm", "3 cm", "4,5 cm"]


def test_a_larger_unit_keeps_the_sign_and_the_tenth() -> None:
    info = ruleset_info(RULESET)
    assert [in_unit(info, value, "decimetres")[0] for value in (-13, 0, 5, 20, 12_340)] == [
        *("−1,3", "0", "0,5", "2", "1.234"),
    ]
    assert in_unit(info, 9, "decimetres", signed) == ("+0,9", "metres")
    assert in_unit(info, -5, "percent") == ("−5", "percent")


def test_the_screen_tells_how_high_each_cover_is_and_leaves_out_what_says_nothing(
    table: tuple[Client, Campaign, Character, Character],
) -> None:
    """FAL-2.7: cover is possible from hip height on; zones that are not rolled are no table."""
    _client, campaign, _hero, _other = table
    shown = screen(who=viewer(user=campaign.memberships.get().user, campaign=campaign))
    covers = next(each for each in shown.tables if each.title == "Deckungen")
    assert {row.label: row.means for row, _values in covers.rows}["Hüfthoher Felsen"] == "Hüfthoch"
    assert all(row.means for row, _values in covers.rows)
    assert "Trefferzonen" not in {each.title for each in shown.tables}


# --- what a form asks for -----------------------------------------------------------------------------------------


def test_a_zone_and_time_to_aim_are_asked_of_an_aimed_shot_alone(
    table: tuple[Client, Campaign, Character, Character],
) -> None:
    """FAL-3.12: both are declared for an aimed shot; a single one hits no zone (FAL-6.2) and is asked for none."""
    single = announced(table)
    assert "Gezielt auf" not in single
    assert "Zusätzliche AP" not in single
    aimed = announced(table, **{"p.mode": "aimed"})
    assert "Gezielt auf" in aimed
    assert "Zusätzliche AP" in aimed


def test_a_zone_chosen_before_is_dropped_with_the_aim(table: tuple[Client, Campaign, Character, Character]) -> None:
    """Going back to a single shot is open whatever was aimed at, and leaves nothing that would forbid it."""
    aimed = announced(table, **{"p.mode": "aimed", "p.called_zone": "head"})
    assert not re.search(r'name="p.mode" value="single"[^>]*disabled', aimed)
    single = announced(table, **{"p.mode": "single", "p.called_zone": "head"})
    assert "nur gezielt" not in single


def test_a_way_that_is_typed_stands_beside_its_metres(ambush: tuple[Client, Client, Encounter, Character]) -> None:
    """FAL-2.1: 3 cm are about 1 m, so 4,5 cm are 1,5 m."""
    _master, player, fight, hero = ambush
    query = {"encounter": str(fight.pk), "actor": hero.ref, "form": "move", "item": "", "p.centimetres": "4,5"}
    page = player.get(reverse("attack", args=[fight.campaign_id]), query).content.decode()
    assert "= 1,5 m" in page
    assert "Strecke" in page


def test_nobody_is_a_cover_where_the_rules_know_none_of_flesh(
    ambush: tuple[Client, Client, Encounter, Character],
) -> None:
    """FAL-2.7: cover is a rock, a wreck, a wall's edge. Beside whom somebody stands is no cover to choose."""
    master, _player, fight, hero = ambush
    page = master.get(reverse("encounter", args=[fight.campaign_id, fight.pk])).content.decode()
    (beside,) = re.findall(rf'<select[^>]*name="flag.{hero.ref}.cover".*?</select>', page, re.DOTALL)
    assert 'value="character:' not in beside


def test_saying_what_goes_without_saying_is_no_change(ambush: tuple[Client, Client, Encounter, Character]) -> None:
    """FAL-1.8: everybody begins upright; whoever states it of him has changed nothing, and no entry says he has."""
    _master, _player, fight, hero = ambush
    gm = User.objects.get(username="measuring")
    stated: dict[str, Json] = {"combatants": {hero.ref: {"flags": {"pose": "upright", "cover_state": "uncovered"}}}}
    encounter_state_set(encounter=fight, user=gm, key=builders.key("as he is"), stated=stated)
    fight.refresh_from_db()
    assert "flags" not in str(fight.combatants.get(character=hero).body)


def pinned(fight: Encounter, hero: Character) -> dict[str, str]:
    """She is behind a rock that an enemy keeps under fire; she asks to leave it."""
    enemy = Character.objects.get(combatants__encounter=fight, known="nothing")
    Character.objects.filter(pk=enemy.pk).update(known="kind", public_name="Gestalt")
    rock = Item.objects.create(
        ruleset=RULESET, kind="cover", place=Place.TABLE, name="Felsen", key="rock", campaign=fight.campaign, body={}
    )
    fight.body = {**fight.body, "covers": {str(rock.pk): True}}
    fight.save()
    for who, flags in ((hero, {"cover": rock.ref, "cover_state": "full"}), (enemy, {"suppressing": rock.ref})):
        one = fight.combatants.get(character=who)
        one.body = {"budget": {"action_points": 8}, "flags": flags}
        one.save()
    return {"encounter": str(fight.pk), "actor": hero.ref, "form": "leave_cover", "item": ""}


def test_a_roll_whose_numbers_are_hidden_is_told_in_a_whole_sentence(
    ambush: tuple[Client, Client, Encounter, Character],
) -> None:
    """The report from the table: whoever leaves cover under fire read "Glücksprobe ." and a number to reach of "–"."""
    _master, player, fight, hero = ambush
    page = player.get(reverse("attack", args=[fight.campaign_id]), pinned(fight, hero)).content.decode()
    assert "Glücksprobe: Es würfelt Gestalt." in page
    assert "Glücksprobe ." not in page
    assert ">Zielwert<" not in page


def test_nobody_types_a_die_that_is_not_his_to_roll(ambush: tuple[Client, Client, Encounter, Character]) -> None:
    """The report from the table: a field stood there for the enemy's die, and what was typed in it was dropped."""
    master, player, fight, hero = ambush
    asked, address = pinned(fight, hero) | {"dice": "own"}, reverse("attack", args=[fight.campaign_id])
    assert 'name="die.' not in player.get(address, asked).content.decode()
    assert 'name="die.' in master.get(address, asked).content.decode()


def test_who_is_out_of_breath_reads_how_much_and_how_long(ambush: tuple[Client, Client, Encounter, Character]) -> None:
    """FAL-7.3: 20 points in rounds 3 and 4; whoever rolls has to know it before the bill tells him."""
    _master, player, fight, hero = ambush
    one = fight.combatants.get(character=hero)
    one.body = {"budget": {"action_points": 8}, "flags": {"fatigue": "20:3-4"}}
    one.save()
    page = player.get(reverse("encounter", args=[fight.campaign_id, fight.pk])).content.decode()
    assert "−20 in Runde 3–4" in page
