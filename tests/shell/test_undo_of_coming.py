"""Taking back that somebody came into a fight that runs: nobody's turn is lost, and nobody's begins unasked."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.errors import NothingToUndo, NotYet
from chaos_sheets.models import Character, JournalEntry
from combat import services as combat
from combat.registry import ruleset_ids
from tests.builders import key
from tests.shell.fights import fresh
from tests.shell.test_undo_in_fight import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("ruleset_id", ruleset_ids())]


def standing(evening: Evening) -> tuple[list[str], str]:
    body = fresh(evening.encounter).body
    return body["order"], body.get("current", "")


def newcomer_of(evening: Evening) -> Character:
    template = Character.objects.filter(ruleset=evening.ruleset, template=True, campaign=None).order_by("pk")[0]
    return services.character_create(campaign=evening.campaign, user=evening.gm, key=key(), template=template)


def newcomer(evening: Evening) -> tuple[Character, JournalEntry]:
    """One more comes in while the fight runs."""
    row = newcomer_of(evening)
    return row, combat.encounter_join(
        encounter=fresh(evening.encounter), user=evening.gm, key=key(), characters=[row], party="Die"
    )


def changes_sides(evening: Evening, row: Character) -> None:
    """Something about him is otherwise than when he came: as a turn of his own makes it, in any system."""
    combat.encounter_party_set(
        encounter=fresh(evening.encounter), user=evening.gm, key=key(), character=row, party="Dritte"
    )


def on_to(evening: Evening, ref: str) -> None:
    """Until it is his turn, whoever else has one before."""
    for _ in range(20):
        if standing(evening)[1] == ref:
            return
        evening.moves_on()
    raise AssertionError("his turn never comes")


def test_who_has_the_turn_stays_until_it_has_ended(client: Client, ruleset_id: str) -> None:
    """H07. Else the next one would have the turn without its beginning, or nobody, and all after him lost theirs."""
    evening = Evening(ruleset_id, 1)
    late, joined = newcomer(evening)
    on_to(evening, late.ref)
    was = fresh(evening.encounter).body
    with pytest.raises(NotYet, match="has_the_turn"):
        services.entry_undo(entry=joined, user=evening.gm, key=key())
    client.force_login(evening.gm)
    page = client.get(reverse("undo", args=[evening.campaign.pk, joined.pk]))
    assert page.status_code == 409
    assert "Beende zuerst den Zug." in page.content.decode()
    assert fresh(evening.encounter).body == was


def test_whose_coming_is_left_keeps_his_place_in_the_order(ruleset_id: str) -> None:
    """Something is otherwise with him since: he stays in the fight, so he stays in the order, and his turn comes."""
    evening = Evening(ruleset_id, 1)
    late, joined = newcomer(evening)
    evening.moves_on()
    changes_sides(evening, late)
    before = standing(evening)
    _changes, left = services.entry_undo_preview(entry=joined, user=evening.gm)
    assert {conflict.field for conflict in left} == {f"combatants.{late.pk}", "order"}
    with pytest.raises(NothingToUndo):
        services.entry_undo(entry=joined, user=evening.gm, key=key())
    assert standing(evening) == before
    on_to(evening, late.ref)


def test_of_two_who_came_only_the_one_who_is_as_he_came_goes(ruleset_id: str) -> None:
    evening = Evening(ruleset_id, 1)
    both = [newcomer_of(evening) for _ in range(2)]
    late, other = both
    joined = combat.encounter_join(
        encounter=fresh(evening.encounter), user=evening.gm, key=key(), characters=both, party="Die"
    )
    changes_sides(evening, late)
    order, current = standing(evening)
    services.entry_undo(entry=joined, user=evening.gm, key=key())
    assert standing(evening) == ([ref for ref in order if ref != other.ref], current)
    assert journal.fold(evening.campaign) == journal.stored(evening.campaign)
