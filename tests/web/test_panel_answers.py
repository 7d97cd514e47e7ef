"""Rolls that an answer leads to stand in the panel while it is given, and only then; the game master's word too."""

from __future__ import annotations

import pytest

from chaos_sheets import services
from chaos_sheets.models import Character, Item, JournalEntry, Known, Membership, Role
from tests.builders import key, user
from tests.cast import stock_once
from tests.web.attacks import words
from tests.web.browsing import as_user
from tests.web.test_every_ruleset import Table, table

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db
ARMED = "Zurückschlagen mit Waffe"


@pytest.fixture
def at() -> Table:
    return table("fhtagn")


def blade_of(at: Table) -> Item:
    """A machete on the other one's sheet."""
    blade = Item.objects.get(ruleset="fhtagn", place="catalogue", key="dickicht", campaign=None)
    services.item_add(character=at.other, source=blade, user=at.gm, key=key())
    return Item.objects.get(character=at.other, key="dickicht")


def odds(at: Table, **form: str) -> str:
    """What the panel shows of the rolls of a punch at the other one."""
    asked = {"sent": "1", "actor": at.one.ref, "item": "", "form": "attack", "target": at.other.ref} | form
    return words(at.client.get(at.address("attack"), asked)).partition("Aussicht")[2]


def test_a_blow_in_return_with_a_weapon_is_shown_with_that_answer_only(at: Table) -> None:
    """FHT-3.12: nobody who does nothing strikes back, by hand or with the knife."""
    knife = blade_of(at)
    choice, weapon = "choose.reaction.0.choice", "choose.reaction.0.weapon"
    quiet = odds(at, **{choice: "none"})
    assert "Zurückschlagen" not in quiet
    by_hand = odds(at, **{choice: "fight_back", weapon: "unarmed"})
    assert "Zurückschlagen" in by_hand
    assert ARMED not in by_hand
    assert ARMED in odds(at, **{choice: "fight_back", weapon: knife.ref})


def test_the_game_masters_word_is_asked_for_only_where_it_counts(at: Table) -> None:
    """FHT-7.14, FHT-7.12: nothing can be added to the dice of ramming; a fall is followed by a test."""
    ask = {"sent": "1", "actor": at.one.ref, "item": ""}
    rammed = at.client.get(at.address("attack"), ask | {"form": "ram", "p.role": "rammer"}).content.decode()
    assert 'name="gm.value"' not in rammed
    assert 'name="gm.value"' in at.client.get(at.address("attack"), ask | {"form": "fall"}).content.decode()


def test_what_is_only_rolled_for_its_sum_shows_its_dice_and_no_target_number(at: Table) -> None:
    """FHT-7.12: a fall is a die of damage first, then a test."""
    page = at.client.get(at.address("attack"), {"sent": "1", "actor": at.one.ref, "item": "", "form": "fall"})
    said = words(page)
    assert "Sturzschaden ohne Zielwert: die Summe zählt" in said
    assert "Würfel FHT-7.12 W6" in said


def test_a_number_far_beyond_its_bound_is_told_the_bound(at: Table) -> None:
    """FHT-7.12: a fall of 9,999 m at most; a word is no number, and a number without a bound may only be so long."""
    ask = {"sent": "1", "actor": at.one.ref, "item": "", "form": "fall"}
    far = words(at.client.get(at.address("attack"), ask | {"p.metres": "999999999999"}))
    assert "höchstens 9999" in far
    assert "Das ist keine Strecke" in words(at.client.get(at.address("attack"), ask | {"p.metres": "hoch"}))
    assert "höchstens 9 Stellen" in words(at.client.get(at.address("attack"), ask | {"gm.value": "99999999999"}))


def test_what_the_game_master_hands_out_is_not_for_players_to_take(at: Table) -> None:
    """FHT-5.4: point blank, sight, size of the target are the game master's word, never the player's."""
    player = user("kim")
    member = Membership.objects.create(campaign=at.campaign, user=player, role=Role.PLAYER)
    services.character_hand_over(character=at.one, user=at.gm, to=member, key=key())
    Character.objects.filter(pk=at.other.pk).update(known=Known.NAME)
    asked = {"sent": "1", "actor": at.one.ref, "item": "", "form": "attack", "target": at.other.ref}
    his, theirs = as_user(player), at.client
    assert "Günstige Umstände" in words(theirs.get(at.address("attack"), asked))
    assert "Günstige Umstände" not in words(his.get(at.address("attack"), asked))
    before = JournalEntry.objects.count()
    sent = asked | {"m.modifiers": "gm_bonus", "key": key(), "dice": "app"}
    assert his.post(at.address("attack"), sent).status_code == 403
    assert JournalEntry.objects.count() == before


def test_whether_somebody_elses_figure_can_react_is_not_told_by_the_question(at: Table) -> None:
    """FHT-3.17: the stunned cannot react; whoever attacks him is told no less than of anybody else who is asked."""
    player = user("spielt")
    member = Membership.objects.create(campaign=at.campaign, user=player, role=Role.PLAYER)
    Character.objects.filter(pk=at.one.pk).update(owner=member)
    Character.objects.filter(pk=at.other.pk).update(known=Known.NAME)
    asked = {"sent": "1", "actor": at.one.ref, "item": "", "form": "attack", "target": at.other.ref}
    told = []
    for states in ({}, {"dazed": True}):
        Character.objects.filter(pk=at.other.pk).update(body={**at.other.body, "statuses": states})
        page = words(as_user(player).get(at.address("attack"), asked))
        told.append(page.partition("Reaktion")[2].partition("Wurf")[0])
    assert "Spielleitung wird gefragt." in told[0]
    assert told[0] == told[1]
