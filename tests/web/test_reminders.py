"""States whose effect the rules leave to the game master: he is reminded of them in the turn of whoever bears them."""

import re

import pytest
from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.models import Character
from chaos_sheets.services import Edit
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

NAMED = "Was es bewirkt, sagt die Spielleitung"


def page(at: Table, fight: Encounter) -> str:
    return words(at.client.get(reverse("encounter", args=[at.campaign.pk, fight.pk])))


def edit(at: Table, who: str, **edits: Json) -> None:
    character = next(each for each in (at.one, at.other) if each.ref == who)
    fresh = Character.objects.get(pk=character.pk)
    paths = {path.replace("__", "."): Edit(None, value) for path, value in edits.items()}
    services.character_edit(character=fresh, user=at.gm, key=key(), edits=paths, reason="Treffer")


def test_who_bleeds_is_told_to_the_game_master_when_his_turn_comes() -> None:
    """W20-6.9, W20-9.14: the rules give the state no effect; what the table lets it weigh stands with it."""
    at = table("zwanziger")
    fight = begun(at)
    current = str(fight.body["current"])
    assert NAMED not in page(at, fight)
    edit(at, current, statuses__bleeding=True)
    said = page(at, fight)
    assert NAMED in said
    assert "Noch wiegt es nichts" in said
    edit(at, current, burden__bleeding=-2)
    assert "Blutend: auf jeden Wurf −2" in page(at, fight)


def test_the_state_of_whoever_has_no_turn_reminds_nobody() -> None:
    at = table("zwanziger")
    fight = begun(at)
    waiting = next(each.ref for each in (at.one, at.other) if each.ref != fight.body["current"])
    edit(at, waiting, statuses__shaken=True)
    assert NAMED not in page(at, fight)


def test_whoever_acts_with_another_shows_what_that_one_has_left() -> None:
    """W20-7.2: a ridden mount has no actions of its own; all but its free movement costs its rider one."""
    at = table("zwanziger")
    fight = begun(at)
    spent = {at.one.ref: {"attack": 1, "utility": 1}, at.other.ref: {"attack": 0, "utility": 0}}
    combat.encounter_state_set(encounter=fight, user=at.gm, key=key(), budgets=spent)
    stated: dict[str, Json] = {"combatants": {at.other.ref: {"flags": {"rider": at.one.ref}}}}
    fight.refresh_from_db()
    combat.encounter_state_set(encounter=fight, user=at.gm, key=key(), stated=stated)
    shown = at.client.get(reverse("encounter", args=[at.campaign.pk, fight.pk]), {"figur": at.other.ref})
    said = words(shown)
    assert f"Handelt mit {at.one.name}" in said
    left = re.findall(r"(AA|UA) übrig (\d) / 1", said)
    assert left == [("AA", "1"), ("UA", "1")]
