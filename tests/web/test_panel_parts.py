"""Several actions of one turn in one announcement, where the rules declare whole turns."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import Campaign, Character, JournalEntry
from chaos_sheets.trace import Reader
from chaos_sheets.words import Words
from combat.core.intent import Part
from combat.core.procedure import Ask, Choice
from combat.core.value import Json
from combat.models import Resolution
from combat.registry import ruleset_info
from combat.selectors.announce import Typed
from combat.selectors.panel_words import choice_options
from combat.selectors.parts import added, as_text, earlier_parts, taken_back
from tests.builders import key, user
from tests.web.attacks import as_user, words
from tests.web.test_panel import sent_by

pytestmark = pytest.mark.django_db

BLOW = Part(form="attack", item="item:5", targets=("character:2",), parameters={"zone": "head", "hasty": True})


# --- the page alone -------------------------------------------------------------------------------------------


def test_a_part_that_is_put_aside_comes_back_as_it_was() -> None:
    typed = Typed({"form": ["attack"], "item": ["item:5"], "p.zone": ["head"], "die.x": ["4"], "add": ["1"]})
    once = Typed(added(typed, BLOW))
    assert earlier_parts(once) == (BLOW,)
    assert not {"p.zone", "die.x", "add"} & set(once.values)
    back = Typed(taken_back(once, 0, {"hasty": "b.hasty"}))
    assert earlier_parts(back) == ()
    assert (back.one("form"), back.one("item"), back.one("target")) == ("attack", "item:5", "character:2")
    assert (back.one("p.zone"), back.one("b.hasty")) == ("head", "1")


@pytest.mark.parametrize("text", ["{", "[]", "7", '{"form": 3}', "x" * 3000, "[" * 1500])
def test_what_is_no_part_is_told_and_left_out(text: str) -> None:
    typed = Typed({"part": [text, as_text(BLOW)]})
    assert earlier_parts(typed) == (BLOW,)
    assert "nicht lesbar" in typed.error("ansage")


def test_a_part_that_is_not_there_changes_nothing() -> None:
    typed = Typed({"form": ["move"], "part": [as_text(BLOW)], "back": ["4"]})
    assert taken_back(typed, 4, {}) == {"form": ["move"], "part": [as_text(BLOW)]}


# --- a system that declares whole turns -----------------------------------------------------------------------


@pytest.fixture
def table(db: None) -> tuple[Client, Campaign, list[Character]]:
    load_stock("xian")
    gm = user("leitung")
    campaign = services.campaign_create(user=gm, name="Rat", ruleset="xian", key=key())
    made = []
    for template in Character.objects.filter(template=True, ruleset="xian").order_by("pk")[:2]:
        new = services.character_create(
            campaign=campaign, user=gm, key=key(), template=template, name=f"{template.name} A"
        )
        made.append(new)
    return as_user(gm), campaign, made


def test_an_attack_and_a_move_are_one_declaration(table: tuple[Client, Campaign, list[Character]]) -> None:
    """XIAN-3.5: all of a turn is declared before the first die; the panel keeps what stands already."""
    client, campaign, (actor, target) = table
    address = reverse("attack", args=[campaign.pk])
    headers = {"HX-Request": "true"}
    weapon = actor.items.filter(kind="weapon").first()
    assert weapon is not None
    asked = {"actor": actor.ref, "item": weapon.ref, "form": "attack", "target": target.ref, "pair.distance": "5"}
    page = client.get(address, asked, headers=headers)
    assert "Und in diesem Zug noch etwas" in words(page)
    form = sent_by(page.content.decode())
    page = client.get(address, form | {"add": "1"}, headers=headers)
    assert "Schon angesagt" in words(page)
    form = sent_by(page.content.decode())
    assert json.loads(form["part"])["item"] == weapon.ref
    assert re.search(rf"{weapon.name} → ", words(page))
    move = client.get(address, form | {"form": "move", "item": ""}, headers=headers)
    form = sent_by(move.content.decode())
    assert form["form"] == "move"
    done = client.post(address, form | {"key": key(), "dice": "app", "n.metres": "3"}, headers=headers)
    assert done.status_code == 200, words(done)
    # Whoever is attacked may be asked how he defends himself: then it waits, with the whole turn.
    waiting = Resolution.objects.filter(campaign=campaign).first()
    entry = JournalEntry.objects.filter(campaign=campaign).latest("pk")
    request = waiting.request if waiting is not None else entry.request or {}
    assert [part["form"] for part in request["intent"]["parts"]] == ["attack", "move"]


def test_a_question_is_no_sentence_with_holes_and_a_chance_is_told_in_words() -> None:
    """XIAN-3.9: the term of the roll that is asked about tells of an event; a chance of 72 % is no price."""
    info = ruleset_info("xian")
    reader = Reader(info=info, words=Words.of(info.glossary), names={}, kinds={})
    assert "{" in info.glossary.term("defence").says["de"]
    assert reader.words.asks("defence") == ""
    data: dict[str, Json] = {"target_number": 14, "chance": 72}
    ask = Ask("defence.1.choice", "character:2", (Choice("dodge", data),), "dodge")
    (option,) = choice_options(reader, ask, (), "")
    assert option.note.startswith("gelingt in 72 von 100")
    assert "Chance" not in option.note


def test_a_question_that_has_a_sentence_is_put_by_it() -> None:
    """CHA-3.12, W20-6.3: the rules say how they ask."""
    for ruleset, term, said in (("chaos", "reaction", "Wie reagierst du?"), ("fhtagn", "reaction", "")):
        assert Words.of(ruleset_info(ruleset).glossary).asks(term) == said
