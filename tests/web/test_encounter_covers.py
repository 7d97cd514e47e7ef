"""Covers on the page of a fight: what they are worth as they stand, how they ended, and how one is added."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.models import Item
from combat import services as combat
from combat.core.procedure import Roll
from combat.core.value import Json
from combat.models import Encounter
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import apart, fresh, one, running, shot
from tests.web.attacks import as_user, words
from tests.web.fight_pages import look, send, url


@pytest.fixture
def fight(cast: Cast) -> Encounter:
    made = running(cast)
    combat.encounter_cover_place(encounter=made, user=cast.gm, key=key(), source=cast.cover)
    return fresh(made)


def set_cover(cast: Cast, edits: dict[str, Any]) -> None:
    row = Item.objects.get(pk=cast.cover.pk)
    services.item_edit(
        item=row, user=cast.gm, key=key(), edits={path: services.Edit(*pair) for path, pair in edits.items()}
    )


def test_the_bonus_shown_is_the_one_that_counts(cast: Cast, fight: Encounter) -> None:
    """CHA-5.5, CHA-5.13: a step lost is lost on the page too; the game master sees what comes next."""
    bonus = cast.cover.body["bonus"]
    assert f"dann Deckungsbonus {bonus - 10}" in words(look(cast.gm, fight))
    set_cover(cast, {"bonus_lost": (0, 10)})
    for user in (cast.gm, cast.owner):
        page = look(user, fight).content.decode()
        assert f'<b class="num num--value">{bonus - 10}</b>' in page
        figures = as_user(user).get(reverse("characters", args=[cast.campaign.pk]))
        assert f"Deckungsbonus {bonus - 10}" in words(figures)
    assert f"dann Deckungsbonus {bonus - 20}" in words(look(cast.gm, fight))
    assert "dann Deckungsbonus" not in words(look(cast.owner, fight)), "how much it still takes is not his to know"


def test_a_destroyed_cover_is_struck_through_and_says_when(cast: Cast, fight: Encounter) -> None:
    """By what it ended where the reader may know who did it."""
    bonus = cast.cover.body["bonus"]
    set_cover(cast, {"bonus_lost": (0, bonus - 10), "destroyed": (False, True)})
    page = look(cast.owner, fight).content.decode()
    assert "cover--gone" in page
    assert "zerstört" in page
    assert "dann" not in words(look(cast.gm, fight)).split("Deckung hinzufügen")[0].split("Lage")[-1]


FACES = {"attack": 60, "cover": 1, "damage": 8}
"""A hit that the cover takes."""


def test_a_cover_shot_to_pieces_says_when_and_by_whom(cast: Cast, fight: Encounter) -> None:
    """CHA-5.13: the log knows; whoever may not know who shot reads the round alone."""
    body = cast.cover.body
    set_cover(cast, {"bonus_lost": (0, body["bonus"] - 10), "damage": (0, body["integrity"] - 1)})
    behind = {"combatants": {cast.kind.ref: {"flags": {"cover": cast.cover.ref}}}}
    what = shot(fight, cast.hero, cast.kind, **apart(cast.hero, cast.kind, 5), **behind)
    acted = combat.act(campaign=cast.campaign, user=cast.gm, request=what, key=key(), app_dice=False, decline=True)
    while acted.resolution is not None:
        assert isinstance(acted.question, Roll)
        face = FACES.get(acted.question.name.rpartition(".")[2], 1)
        said: dict[str, Json] = {acted.question.name: {"faces": [face] * acted.question.dice.count}}
        acted = combat.resume(resolution=acted.resolution, user=cast.gm, answers=said, decline=True)
    assert Item.objects.get(pk=cast.cover.pk).body.get("destroyed") is True
    for user in (cast.gm, cast.owner):
        assert "in Runde 1 durch Schießen von Jonna Velder" in words(look(user, fight))
    entry = acted.entry
    assert entry is not None
    undone = services.entry_undo(entry=entry, user=cast.gm, key=key())
    assert "in Runde 1" not in words(look(cast.gm, fight)).split("Ergebnisse")[0]
    services.entry_undo(entry=undone, user=cast.gm, key=key())
    assert "in Runde 1 durch Schießen von Jonna Velder" in words(look(cast.gm, fight))


def test_the_game_master_adds_cover_without_leaving_the_fight(cast: Cast, fight: Encounter) -> None:
    """The form comes into the page where it is asked for; without a script the link leads to the setup."""
    address = url("encounter_cover", fight)
    assert f'hx-get="{address}"' in look(cast.gm, fight).content.decode()
    assert address not in look(cast.owner, fight).content.decode()
    form = as_user(cast.gm).get(address, headers={"HX-Request": "true"})
    assert 'name="in_fight"' in form.content.decode()
    plain = as_user(cast.gm).get(address)
    assert plain["Location"] == url("encounter_setup", fight) + "#deckung"
    assert as_user(cast.owner).get(address).status_code == 403
    stock = Item.objects.catalogue(ruleset=cast.campaign.ruleset, campaign=cast.campaign).filter(kind="cover").first()
    assert stock is not None
    placed = send(cast.gm, "encounter_cover", fight, cover=stock.pk, name="Umgestürzter Laster", in_fight="1")
    assert placed["Location"] == url("encounter", fight) + "#f4"
    assert "Umgestürzter Laster" in words(look(cast.gm, fight))


def test_somebody_held_as_a_cover_stands_among_them_with_what_he_is_worth(cast: Cast, fight: Encounter) -> None:
    """CHA-5.15: the bonus is everybody's to see, what he still takes until it falls the game master's."""
    stated: dict[str, Json] = {"combatants": {cast.kind.ref: {"flags": {"cover": cast.hero.ref}}}}
    combat.encounter_state_set(encounter=fight, user=cast.gm, key=key(), stated=stated)
    most = cast.hero.body["maxima"]["hit_points"]
    for user in (cast.gm, cast.owner):
        said = words(look(user, fresh(fight)))
        assert re.search(r"Jonna Velder Deckungsbonus 50 als Deckung gehalten · dahinter: \S+", said), said
    assert f"Integrität {most} von {most} dann Deckungsbonus 40" in words(look(cast.gm, fresh(fight)))
    assert "dann Deckungsbonus" not in words(look(cast.owner, fresh(fight))).replace("Lagerkiste", "")


def test_somebody_whose_protection_is_used_up_is_no_cover_any_more(cast: Cast, fight: Encounter) -> None:
    """CHA-5.15, CHA-5.13: the last step of the bonus destroys it; he stands there as the other covers that are gone."""
    stated: dict[str, Json] = {"combatants": {cast.kind.ref: {"flags": {"cover": cast.hero.ref}}}}
    combat.encounter_state_set(encounter=fight, user=cast.gm, key=key(), stated=stated)
    held = one(fresh(fight), cast.hero)
    held.body = {**held.body, "flags": {**held.body.get("flags", {}), "shield_bonus_lost": 50}}
    held.save()
    for user in (cast.gm, cast.owner):
        said = words(look(user, fresh(fight)))
        assert re.search(r"Jonna Velder schützt nicht mehr als Deckung gehalten · dahinter: \S+", said), said
        assert "Integrität 0" not in said
