"""Names somebody gave to what he knows: his own on his sheet, a word of the rules for everybody who may not read it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.happening import own_names, said_of
from chaos_sheets.headline import headline
from chaos_sheets.models import Character, JournalEntry, Known, Membership, Role, User
from chaos_sheets.services import Edit
from chaos_sheets.trace import reason_view
from combat import services as combat
from combat.core.intent import Part, Reason
from combat.core.value import Json
from combat.models import Resolution
from combat.selectors.parts import joined_views, part_words
from combat.selectors.question import means_words
from tests.builders import key, user
from tests.cast import stock_once
from tests.web.browsing import as_user
from tests.web.test_every_ruleset import Table, rolled, table
from tests.web.test_headlines import GUARD, changes, happened, reader
from tests.web.test_headlines import rolled as rolled_die

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db

SECRET = "Blutpakt <b>der Sieben</b> {who}"
SHOWN = "Blutpakt &lt;b&gt;der Sieben&lt;/b&gt; {who}"
DEEDS: dict[str, tuple[str, str, str, dict[str, Json]]] = {
    "chaos": ("spells", "cast", "spell", {"grade": 1}),
    "zwanziger": ("abilities", "ability_offensive", "ability", {"text": "Alle frieren."}),
}
"""Where a system keeps what one can name oneself, the form that uses it, and its parameter."""


def furnished(ruleset: str, name: str = SECRET) -> tuple[Table, User]:
    """An opponent the players know by sight alone has a deed of a telling name; a player sits at the table."""
    at = table(ruleset)
    player = user(f"player-{ruleset}")
    member = Membership.objects.create(campaign=at.campaign, user=player, role=Role.PLAYER)
    services.character_hand_over(character=at.other, user=at.gm, to=member, key=key())
    services.character_reveal(character=at.one, user=at.gm, key=key(), known=Known.NAME)
    path, _form, _parameter, record = DEEDS[ruleset]
    edits = {f"{path}.blutpakt": Edit(None, {"label": name, **record})}
    services.character_edit(character=at.one, user=at.gm, key=key(), edits=edits)
    return at, player


def used(at: Table, by: Character, target: Character) -> JournalEntry:
    _path, form, parameter, _record = DEEDS[at.ruleset]
    part: dict[str, Json] = {"form": form, "item": None, "targets": [target.ref], "parameters": {parameter: "blutpakt"}}
    fight: Json = {"combatants": {by.ref: {}, target.ref: {}}}
    return rolled(at, {"fight": fight, "intent": {"actor": by.ref, "parts": [part]}}, (0.0, 0.5))


def everything(client: Client, at: Table, entry: JournalEntry) -> Iterator[tuple[str, str]]:
    """Each channel by which somebody at the table learns of an entry."""
    campaign = at.campaign.pk
    for address in (
        reverse("log", args=[campaign]),
        reverse("log_entry", args=[campaign, entry.pk]),
        reverse("characters", args=[campaign]),
        reverse("sheet_log", args=[at.other.pk]),
        f"/api/v1/campaigns/{campaign}/log/",
        f"/api/v1/campaigns/{campaign}/log/{entry.pk}/",
    ):
        answer = client.get(address)
        assert answer.status_code == 200, address
        text = answer.content.decode()
        yield address, json.dumps(answer.json(), ensure_ascii=False) if address.startswith("/api/") else text


@pytest.mark.parametrize("ruleset", sorted(DEEDS))
def test_what_an_opponent_calls_his_deed_stays_on_his_sheet(ruleset: str) -> None:
    """I01: what stands on a sheet he may not read reaches a player by no channel: nor do the keys made of it."""
    at, player = furnished(ruleset)
    entry = used(at, at.one, at.other)
    for address, text in everything(as_user(player), at, entry):
        assert "blutpakt" not in text.casefold(), address
    told = [text for _address, text in everything(at.client, at, entry)]
    assert any(SHOWN in text for text in told[:2])
    assert not any("<b>der Sieben" in text for text in told[:4])


TAKEN = {"chaos": ("burning", "brennt"), "zwanziger": ("shaken", "erschüttert")}
"""A name that is an id of the rules as well, and the word the rules have for it."""


@pytest.mark.parametrize("ruleset", sorted(DEEDS))
def test_a_name_that_is_a_word_of_the_rules_too_stays_a_name(ruleset: str) -> None:
    """I01: whoever may not read the sheet learns neither name nor word; whoever may reads what was written."""
    name, word = TAKEN[ruleset]
    at, player = furnished(ruleset, name)
    entry = used(at, at.one, at.other)
    for address, text in everything(as_user(player), at, entry):
        assert name not in text, address
        assert word not in text, address
    told = dict(everything(at.client, at, entry))
    shown = told[reverse("log_entry", args=[at.campaign.pk, entry.pk])]
    assert name in shown
    assert word not in shown


@pytest.mark.parametrize("ruleset", sorted(DEEDS))
def test_the_key_made_of_such_a_name_is_no_word_of_the_rules_either(ruleset: str) -> None:
    """Where what was announced is told in words: of an open question, and of the parts of a turn."""
    name, word = TAKEN[ruleset]
    _path, form, parameter, _record = DEEDS[ruleset]
    part = Part(form=form, targets=(GUARD,), parameters={parameter: name})
    intent = {"actor": GUARD, "parts": [{"form": form, "item": "", "targets": [], "parameters": {parameter: name}}]}
    assert means_words(reader(ruleset), Resolution(request={"intent": intent})) == ""
    assert word not in part_words(reader(ruleset), part)
    assert word not in joined_views(reader(ruleset), [part])[0].text


@pytest.mark.parametrize("name", ["shaken", "3W6", "1/2", "ruf", "character:1", "Schildwall"])
def test_whatever_an_ability_is_called_only_the_rules_say_that_it_is_a_name(name: str) -> None:
    """A glossary id, dice, a fraction, a key, somebody's address: as the name of an ability each is a name alone."""
    event = happened("ability_used", GUARD, who=GUARD, ability=name)
    stranger = reader("zwanziger")
    assert said_of(stranger, event) == "Panzerjäger 1 setzt ein: Fähigkeit."
    assert said_of(replace(stranger, opened=frozenset({GUARD})), event) == f"Panzerjäger 1 setzt ein: {name}."
    noted = Reason("as_noted", {"ability": name, "text": name})
    assert reason_view(stranger, noted).text == f"{name}: {name}"
    cast = rolled_die("cast", GUARD, 40, [None, 50], "success", spell=name)
    assert own_names(reader("chaos"), cast) == []
    assert own_names(replace(reader("chaos"), opened=frozenset({GUARD})), cast) == [name]


def test_an_ability_called_like_a_state_brings_nobody_that_state() -> None:
    hit = happened("hit", GUARD, ("pools.hit_points", 9, 5), hit=1)
    told = happened("ability_used", GUARD, who=GUARD, ability="shaken")
    assert "erschüttert" not in headline(reader("zwanziger"), [hit, told], changes(hit)).text


def test_what_has_no_name_is_told_by_the_word_for_it() -> None:
    opened = replace(reader("zwanziger"), opened=frozenset({GUARD}))
    assert said_of(opened, happened("ability_used", GUARD, ability="")) == "Panzerjäger 1 setzt ein: Fähigkeit."
    assert (
        own_names(replace(reader("chaos"), everything=True), rolled_die("cast", GUARD, 9, [None, 5], "failure")) == []
    )


@pytest.mark.parametrize("ruleset", sorted(DEEDS))
def test_an_entry_keeps_the_name_a_deed_had_then(ruleset: str) -> None:
    """It was told so at the table, whatever it is called on the sheet by now, or whether it stands there still."""
    at, _player = furnished(ruleset)
    entry = used(at, at.one, at.other)
    path = DEEDS[ruleset][0]
    at.one.refresh_from_db()
    stands = at.one.body[path]["blutpakt"]
    for shown, value in ((stands, {**stands, "label": "Sternenlied"}), ({**stands, "label": "Sternenlied"}, None)):
        edits = {f"{path}.blutpakt": Edit(shown, value)}
        services.character_edit(character=at.one, user=at.gm, key=key(), edits=edits)
        text = at.client.get(reverse("log_entry", args=[at.campaign.pk, entry.pk])).content.decode()
        assert SHOWN in text
        assert "Sternenlied" not in text
    assert journal.fold(at.campaign) == journal.stored(at.campaign)


@pytest.mark.parametrize("ruleset", sorted(DEEDS))
def test_who_is_asked_about_a_deed_is_not_told_its_name(ruleset: str) -> None:
    at, player = furnished(ruleset)
    _path, form, parameter, _record = DEEDS[ruleset]
    part: dict[str, Json] = {
        "form": form,
        "item": None,
        "targets": [at.other.ref],
        "parameters": {parameter: "blutpakt"},
    }
    fight: Json = {"combatants": {at.one.ref: {}, at.other.ref: {}}}
    asked: dict[str, Json] = {"fight": fight, "intent": {"actor": at.one.ref, "parts": [part]}}
    combat.act(campaign=at.campaign, user=at.gm, request=asked, key=key(), answers={}, app_dice=True, decline=False)
    text = as_user(player).get(reverse("questions", args=[at.campaign.pk])).content.decode()
    assert "blutpakt" not in text.casefold()
