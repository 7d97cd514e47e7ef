"""What the game master orders in a fight belongs to the fight, whatever it changes there."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.errors import Invalid
from chaos_sheets.models import Character, Item, JournalEntry, Known, Membership
from combat import services as combat
from combat.core.value import Json
from combat.models import Encounter
from tests.builders import key, user
from tests.cast import stock_once
from tests.web.attacks import as_user, words
from tests.web.test_every_ruleset import Table, table
from tests.web.test_offers import begun

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> Table:
    return table("fhtagn")


def fall(at: Table, fight: Encounter, who: Character | None = None) -> JournalEntry:
    ref = (who or at.one).ref
    part: dict[str, Json] = {"form": "fall", "targets": [ref], "parameters": {"metres": 1}}
    request: dict[str, Json] = {"fight": {"encounter": fight.pk}, "intent": {"actor": ref, "parts": [part]}}
    faces: dict[str, Json] = {"fall_damage": {"faces": [3]}, "stun_test": {"faces": [1]}, "injury_test": {"faces": [1]}}
    done = combat.act(campaign=at.campaign, user=at.gm, request=request, key=key(), answers=faces, decline=True)
    assert done.entry is not None
    return done.entry


def page_of(at: Table, fight: Encounter) -> str:
    return words(at.client.get(reverse("encounter", args=[at.campaign.pk, fight.pk])))


def test_a_fall_stands_among_the_results_and_is_what_is_taken_back(at: Table) -> None:
    """FHT-7.12: a fall spends nothing of the fight; it happened in it all the same."""
    fight = begun(at)
    fall(at, fight)
    before = journal.stored(at.campaign)
    newest = fall(at, fight)
    assert {change.of for change in journal.changes_of(newest)} == {at.one.ref}, "nothing of the fight is another"
    address = reverse("encounter", args=[at.campaign.pk, fight.pk])
    page = at.client.get(address).content.decode()
    assert f'data-key="e{newest.pk}"' in page
    undo = reverse("undo", args=[at.campaign.pk, newest.pk])
    assert f'action="{undo}"' in page
    services.entry_undo(entry=newest, user=at.gm, key=key())
    assert journal.stored(at.campaign) == before


def test_taken_back_and_made_to_count_again_it_stands_there_each_time(at: Table) -> None:
    """Each of the three is a line of its own among the results, the newest first."""
    fight = begun(at)
    fallen = fall(at, fight)
    undone = services.entry_undo(entry=fallen, user=at.gm, key=key())
    again = services.entry_undo(entry=undone, user=at.gm, key=key())
    page = at.client.get(reverse("encounter", args=[at.campaign.pk, fight.pk])).content.decode()
    places = [page.index(f'data-key="e{entry.pk}"') for entry in (again, undone, fallen)]
    assert places == sorted(places)


def test_only_who_is_behind_a_cover_is_named_there(at: Table) -> None:
    """FHT-3.11: what somebody could still reach is not what he is behind."""
    fight = begun(at)
    stock = Item.objects.catalogue(ruleset="fhtagn", campaign=at.campaign).filter(kind="cover").first()
    assert stock is not None
    combat.encounter_cover_place(encounter=fight, user=at.gm, key=key(), source=stock)
    cover = Item.objects.on_table(at.campaign).get()
    for flag, named in (("cover_in_reach", False), ("cover", True)):
        facts: dict[str, Json] = {"combatants": {at.one.ref: {"flags": {flag: cover.ref}}}}
        fresh = Encounter.objects.get(pk=fight.pk)
        combat.encounter_state_set(encounter=fresh, user=at.gm, key=key(), stated=facts)
        assert (f"dahinter: {at.one.name}" in page_of(at, fight)) == named


def test_who_only_stands_at_a_cover_is_not_called_behind_it() -> None:
    """FAL-3.7: cover is taken; the report from the table: "dahinter" stood there, and no −40 followed."""
    at = table("oedland")
    fight = begun(at)
    stock = Item.objects.catalogue(ruleset="oedland", campaign=at.campaign).filter(kind="cover").first()
    assert stock is not None
    combat.encounter_cover_place(encounter=fight, user=at.gm, key=key(), source=stock)
    cover = Item.objects.on_table(at.campaign).get()
    query = {"encounter": str(fight.pk), "actor": at.one.ref, "target": at.other.ref, "form": "strike", "item": ""}
    for state, lage, target in (("uncovered", "ohne Deckung daneben", "steht bei"), ("full", "dahinter", "hinter")):
        facts: dict[str, Json] = {"combatants": {at.other.ref: {"flags": {"cover": cover.ref, "cover_state": state}}}}
        fresh = Encounter.objects.get(pk=fight.pk)
        combat.encounter_state_set(encounter=fresh, user=at.gm, key=key(), stated=facts)
        assert f"{lage}: {at.other.name}" in page_of(at, fight)
        assert f"{target}: {cover.name}" in words(at.client.get(at.address("attack"), query))


def test_where_nobody_takes_cover_none_is_offered() -> None:
    """W20: there are no covers to put up."""
    other = table("zwanziger")
    assert "Deckung hinzufügen" not in page_of(other, begun(other))


def test_of_several_pools_the_order_names_the_one_of_which_least_is_left() -> None:
    """XIAN-1.3: head, upper and lower body each have their own points."""
    other = table("xian")
    fight = begun(other)
    services.character_edit(
        character=other.one, user=other.gm, key=key(), edits={"pools.upper_body_constitution": services.Edit(None, 1)}
    )
    page = words(other.client.get(reverse("encounter", args=[other.campaign.pk, fight.pk])))
    assert re.search(rf"{other.one.name}.*? VOb 1 ?/", page), page


def test_help_that_nobody_needs_stands_among_what_is_closed(at: Table) -> None:
    """FHT-7.2: once somebody is hurt, first aid is possible, and its number is for him."""
    fight = begun(at)
    closed = page_of(at, fight).partition("Das geht nicht")[2]
    assert "Hier braucht das gerade niemand. FHT-7.2" in closed
    fall(at, fight)
    possible = page_of(at, fight).partition("Das geht nicht")[0]
    assert f"Erste Hilfe Wunden versorgen, solange es eilt. {at.one.name}: Zielwert" in possible


def test_who_is_hidden_opens_no_help_for_a_player(at: Table) -> None:
    """Whoever does not know that somebody lies there does not learn it by what he may do."""
    player = user("spielt")
    member = Membership.objects.create(campaign=at.campaign, user=player)
    Character.objects.filter(pk=at.one.pk).update(owner=member)
    Character.objects.filter(pk=at.other.pk).update(known=Known.NOTHING)
    fight = begun(at)
    fall(at, fight, at.other)
    address = reverse("encounter", args=[at.campaign.pk, fight.pk])
    seen = words(as_user(player).get(address, {"figur": at.one.ref}))
    assert "Hier braucht das gerade niemand." in seen.partition("Das geht nicht")[2]
    told = words(at.client.get(address, {"figur": at.one.ref}))
    assert f"{at.other.name}: Zielwert" in told.partition("Erste Hilfe")[2].partition("Wiederbelebung")[0]


def test_the_game_masters_hazards_stand_under_headings_and_healing_apart(at: Table) -> None:
    """FHT-7: poison and disease, falls, fire, cold are not looked for among the ways of healing."""
    page = page_of(at, begun(at)).partition("Was die Spielleitung anordnet")[2]
    places = [page.index(word) for word in ("Heilung", "Gift und Krankheit", "Sturz, Aufprall, Rammen", "Kälte und")]
    assert places == sorted(places)


def test_a_breaking_point_that_only_follows_is_no_mark_in_the_order(at: Table) -> None:
    """FHT-1.5: it stands on the sheet; in the fight only one that was changed tells anything."""
    fight = begun(at)
    order = page_of(at, fight).partition("Reihenfolge")[2].partition("Frage")[0]
    assert "Belastungsgrenze" not in order
    Character.objects.filter(pk=at.one.pk).update(body={**at.one.body, "breaking_point": 33})
    order = page_of(at, fight).partition("Reihenfolge")[2].partition("Frage")[0]
    assert "Belastungsgrenze" in order


def test_the_bill_of_a_hazard_stands_in_the_log(at: Table) -> None:
    """FHT-7.14, FHT-7.8: a belt halves 2W6; of 7 points 4 are left."""
    part: dict[str, Json] = {"form": "ram", "targets": [], "parameters": {"role": "rammed", "protected": True}}
    request: dict[str, Json] = {"intent": {"actor": at.one.ref, "parts": [part]}}
    typed: dict[str, Json] = {"ram_damage": {"faces": [3, 4]}}
    done = combat.act(campaign=at.campaign, user=at.gm, request=request, key=key(), answers=typed, decline=True)
    assert done.entry is not None
    told = words(at.client.get(reverse("log_entry", args=[at.campaign.pk, done.entry.pk])))
    assert "Gurt, Airbag" in told or "FHT-7.8" in told
    assert "FHT-7.14 · FHT-7.8 −3" in told


def test_what_decided_harm_to_others_is_not_told_by_its_numbers(at: Table) -> None:
    """FHT-6.18: whoever does not see somebody's numbers does not learn that he had taken aim."""
    player = user("spielt")
    Membership.objects.create(campaign=at.campaign, user=player)
    Character.objects.filter(pk=at.other.pk).update(known=Known.NAME)
    fight = begun(at)
    facts: dict[str, Json] = {"combatants": {at.other.ref: {"flags": {"aimed": True}}}}
    combat.encounter_state_set(encounter=Encounter.objects.get(pk=fight.pk), user=at.gm, key=key(), stated=facts)
    entry = fall(at, fight, at.other)
    address = reverse("log_entry", args=[at.campaign.pk, entry.pk])
    told, seen = (words(client.get(address)) for client in (at.client, as_user(player)))
    assert "FHT-6.18" in told
    assert at.other.name in seen
    assert "FHT-6.18" not in seen


def test_what_was_chosen_is_told_in_words(at: Table) -> None:
    """FHT-7.16: the size of the flames somebody catches is no name of the program."""
    part: dict[str, Json] = {"form": "fire", "targets": [], "parameters": {"size": "large"}}
    request: dict[str, Json] = {"intent": {"actor": at.one.ref, "parts": [part]}}
    typed: dict[str, Json] = {"fire_damage": {"faces": [1, 1]}, "fire_test": {"faces": [100]}}
    done = combat.act(campaign=at.campaign, user=at.gm, request=request, key=key(), answers=typed, decline=True)
    assert done.entry is not None
    told = words(at.client.get(reverse("log_entry", args=[at.campaign.pk, done.entry.pk])))
    assert f"Flammen {at.one.name} – groß" in told


def test_the_dice_of_an_antidote_can_be_typed(at: Table) -> None:
    """FHT-7.11: the test of whoever gives it is diced at the table of him who takes it."""
    parameters: dict[str, Json] = {"strength_class": "weak", "lethality": 5, "antidote": "before", "antidote_value": 50}
    part: dict[str, Json] = {"form": "poison", "parameters": parameters}
    request: dict[str, Json] = {"intent": {"actor": at.one.ref, "parts": [part]}}
    done = combat.act(campaign=at.campaign, user=at.gm, request=request, key=key(), app_dice=False)
    assert done.question is not None
    assert (done.question.name, done.question.who) == ("antidote", at.one.ref)


def test_what_is_left_of_points_is_read_off_the_sheet(at: Table) -> None:
    """FHT-8.6: acting under fire costs a point of stability beside the action."""
    Character.objects.filter(pk=at.one.pk).update(body={**at.one.body, "pools": {"stability": 40}})
    fight = begun(at)
    facts: dict[str, Json] = {at.one.ref: {"flags": {"suppressed": True}}}
    combat.encounter_state_set(encounter=fight, user=at.gm, key=key(), stated={"combatants": facts})
    address = reverse("attack", args=[at.campaign.pk])
    weapon = Item.objects.filter(character=at.one, kind="weapon").order_by("pk")[0]
    asked = {"encounter": str(fight.pk), "actor": at.one.ref, "form": "attack", "item": weapon.ref}
    page = words(at.client.get(address, {**asked, "target": at.other.ref}))
    assert "danach bleiben 0 H, 39 STA." in page


def test_nobody_is_a_cover_where_the_rules_know_no_hostage(at: Table) -> None:
    fight = begun(at)
    facts: dict[str, Json] = {at.one.ref: {"flags": {"cover": at.other.ref}}}
    with pytest.raises(Invalid):
        combat.encounter_state_set(encounter=fight, user=at.gm, key=key(), stated={"combatants": facts})
