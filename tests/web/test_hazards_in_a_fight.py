"""What the game master orders in a fight belongs to the fight, whatever it changes there."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.models import Item, JournalEntry
from combat import services as combat
from combat.core.value import Json
from combat.models import Encounter
from tests.builders import key
from tests.cast import stock_once
from tests.web.attacks import words
from tests.web.test_every_ruleset import Table, table
from tests.web.test_offers import begun

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> Table:
    return table("fhtagn")


def fall(at: Table, fight: Encounter) -> JournalEntry:
    part: dict[str, Json] = {"form": "fall", "targets": [at.one.ref], "parameters": {"metres": 1}}
    request: dict[str, Json] = {"fight": {"encounter": fight.pk}, "intent": {"actor": at.one.ref, "parts": [part]}}
    done = combat.act(campaign=at.campaign, user=at.gm, request=request, key=key(), decline=True)
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
