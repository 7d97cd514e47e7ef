"""Several actions of one turn in one announcement, where the rules declare whole turns."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

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
from combat.selectors.parts import added, as_text, earlier_parts, left_out, taken_back
from tests.builders import key, user
from tests.web.attacks import as_user, words
from tests.web.test_panel import sent_by

pytestmark = pytest.mark.django_db

BLOW = Part(form="attack", item="item:5", targets=("character:2",), parameters={"zone": "head", "hasty": True})


# --- the page alone -------------------------------------------------------------------------------------------


def test_a_part_that_is_put_aside_comes_back_as_it_was() -> None:
    typed = Typed({"form": ["attack"], "item": ["item:5"], "p.zone": ["head"], "die.x": ["4"]})
    once = Typed(added(typed, BLOW))
    assert earlier_parts(once) == (BLOW,)
    assert not {"p.zone", "die.x"} & set(once.values)
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
    typed = Typed({"form": ["move"], "part": [as_text(BLOW)]})
    assert taken_back(typed, 4, {}) == {"form": ["move"], "part": [as_text(BLOW)]}


def test_a_part_for_several_people_comes_back_for_all_of_them_and_the_form_takes_its_place() -> None:
    """Reported from play: one of two targets was lost, and so was what stood in the form."""
    wide = Part(form="attack", item="item:5", targets=("character:2", "character:3"))
    way = Part(form="move", parameters={"metres": 3})
    typed = Typed({"form": ["move"], "n.metres": ["3"], "part": [as_text(wide), as_text(BLOW)]})
    back = Typed(taken_back(typed, 0, {}, way))
    assert (back.many("target"), back.one("several")) == (["character:2", "character:3"], "1")
    assert earlier_parts(back) == (way, BLOW)
    assert "n.metres" not in back.values


def test_a_part_is_left_out_and_the_form_stays() -> None:
    way = Part(form="move", parameters={"metres": 3})
    typed = Typed({"form": ["move"], "n.metres": ["4"], "part": [as_text(BLOW), as_text(way)], "die.attack.1": ["4"]})
    assert left_out(typed, 0) == {"form": ["move"], "n.metres": ["4"], "part": [as_text(way)]}


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


HEADERS = {"HX-Request": "true"}


def announced(table: tuple[Client, Campaign, list[Character]]) -> dict[str, Any]:
    """The form of an attack that has not been announced with anything else yet."""
    _client, _campaign, (actor, target) = table
    weapon = actor.items.filter(kind="weapon").order_by("pk").first()
    assert weapon is not None
    asked = {"actor": actor.ref, "item": weapon.ref, "form": "attack", "target": target.ref, "pair.distance": "5"}
    return sent_by(shown(table, asked).content.decode())


def shown(table: tuple[Client, Campaign, list[Character]], values: Mapping[str, Any]) -> Any:
    client, campaign, _people = table
    return client.get(reverse("attack", args=[campaign.pk]), values, headers=HEADERS)


def parts_of(form: Mapping[str, Any]) -> list[Any]:
    found = form.get("part", [])
    return [json.loads(text) for text in ([found] if isinstance(found, str) else found)]


@pytest.mark.parametrize("typed", ["99999999999999", "🗡"])
@pytest.mark.parametrize("button", [{"add": "1"}, {"back": "0"}])
def test_what_is_wrong_stays_in_the_form_and_nothing_is_put_anywhere(
    table: tuple[Client, Campaign, list[Character]], typed: str, button: dict[str, str]
) -> None:
    """Reported from play: the deed was announced without the number that was no number."""
    form = sent_by(shown(table, announced(table) | {"add": "1"}).content.decode())
    page = shown(table, form | {"n.times": typed} | button)
    assert page.status_code == 400
    again = sent_by(page.content.decode())
    assert (len(parts_of(again)), again["n.times"]) == (1, typed)
    assert 'aria-invalid="true"' in page.content.decode()


def test_what_stands_in_the_form_takes_the_place_of_what_is_changed(
    table: tuple[Client, Campaign, list[Character]],
) -> None:
    form = sent_by(shown(table, announced(table) | {"add": "1", "p.zone": "head"}).content.decode())
    form = sent_by(shown(table, form | {"n.times": "2", "back": "0"}).content.decode())
    assert form["p.zone"] == "head"
    assert [part["parameters"].get("times") for part in parts_of(form)] == [2]
    page = shown(table, form | {"out": "0"})
    form = sent_by(page.content.decode())
    assert (parts_of(form), form["p.zone"]) == ([], "head")


def test_whoever_else_acts_has_announced_nothing_yet(table: tuple[Client, Campaign, list[Character]]) -> None:
    """Reported from play: another's deeds stayed in the list, and the turn was refused as unknown."""
    _client, _campaign, (_actor, target) = table
    form = sent_by(shown(table, announced(table) | {"add": "1"}).content.decode())
    page = shown(table, form | {"actor": target.ref, "target": ""})
    assert page.status_code == 200
    assert parts_of(sent_by(page.content.decode())) == []


def test_a_part_for_somebody_unknown_is_told(table: tuple[Client, Campaign, list[Character]]) -> None:
    part = as_text(Part(form="attack", item="item:1", targets=("character:999999",)))
    page = shown(table, announced(table) | {"part": part})
    assert page.status_code == 404
    assert "Was schon angesagt war, gilt jemandem" in words(page)
    assert parts_of(sent_by(page.content.decode())) == []


def test_dice_and_chances_stand_in_the_order_in_which_a_turn_is_rolled(
    table: tuple[Client, Campaign, list[Character]],
) -> None:
    """XIAN-3.5: attacks are resolved in the order of the declaration, so the first die is that of the first one.

    XIAN-5.2: the head is harder to hit than the body; the die was judged by the number of the attack announced last.
    """
    first = announced(table) | {"dice": "own", "p.zone": "head"}
    alone = shown(table, first)
    number = window_of(alone)
    page = shown(table, sent_by(alone.content.decode()) | {"add": "1"})
    text = page.content.decode()
    weapon = table[2][0].items.filter(kind="weapon").order_by("pk").first()
    assert weapon is not None
    about = f"Kopf, {weapon.name} → {table[2][1].name}"
    name = f"Angriff: {about}"
    assert 'name="die.attack.1"' in text
    assert f'name="label.attack.1" value="Angriff 1: {about}"' in text
    # Each of two attacks is harder by the inertia of the other's weapon, XIAN-7.1: still the one at the head.
    body = window_of(shown(table, sent_by(text) | {"out": "0"}))
    assert number != body
    odds = text[text.index('data-key="aussicht"') :]
    assert odds.index(name) < odds.index(f"Angriff: {weapon.name}")
    swapped = shown(table, sent_by(text) | {"back": "0"})
    assert window_of(swapped) != window_of(page)
    assert f'value="Angriff 1: {weapon.name} → ' in swapped.content.decode()


def test_dice_typed_for_what_cannot_succeed_are_told_to_fail(table: tuple[Client, Campaign, list[Character]]) -> None:
    """XIAN-4.7: both bounds were empty then, and whatever was typed was said to succeed."""
    word = {"gm.value": "20", "gm.reason": "Nebel"}
    page = shown(table, announced(table) | {"dice": "own"} | word)
    assert "unmöglich" in words(page)
    assert " data-never" in page.content.decode()
    assert " data-never" not in shown(table, announced(table) | {"dice": "own"}).content.decode()


def test_whoever_is_changed_and_carried_out_at_once_does_not_do_the_deeds_of_another(
    table: tuple[Client, Campaign, list[Character]],
) -> None:
    """Reported from play: without its script a page sent the deeds announced for Garik as those of Isis."""
    client, campaign, (garik, isis) = table
    form = sent_by(shown(table, announced(table) | {"add": "1"}).content.decode()) | {"form": "move", "item": ""}
    form = sent_by(shown(table, form).content.decode())
    before = JournalEntry.objects.count()
    sent = form | {"actor": isis.ref, "key": key(), "dice": "app", "p.metres": "3"}
    refused = client.post(reverse("attack", args=[campaign.pk]), sent)
    text = refused.content.decode()
    assert (refused.status_code, JournalEntry.objects.count()) == (400, before)
    assert f"Was hier stand, war für {garik.name} angesagt. Sieh nach, was davon für {isis.name} gilt" in words(refused)
    kept = sent_by(text[text.index('<form class="cols cols--attack"') :])
    assert re.search(rf'value="{isis.ref}" selected', text)
    assert (kept["was"], kept["p.metres"]) == (isis.ref, "3")
    again = kept | {"actor": isis.ref, "key": key(), "dice": "app"}
    done = client.post(reverse("attack", args=[campaign.pk]), again)
    assert done.status_code == 302
    assert (JournalEntry.objects.latest("pk").request or {})["intent"]["actor"] == isis.ref


def window_of(page: Any) -> str:
    """What the dice are judged by on the page."""
    found = re.search(r'id="wurf-linie-says" data-low="(\d*)"\s+data-high="(\d*)"', page.content.decode())
    assert found is not None
    return f"{found[1]}-{found[2]}"


def test_a_turn_is_told_as_a_turn(table: tuple[Client, Campaign, list[Character]]) -> None:
    """Reported from play: the button named the last action alone, and the list told what goes without saying."""
    form = sent_by(shown(table, announced(table) | {"add": "1"}).content.decode())
    page = shown(table, form | {"form": "move", "item": ""})
    assert words(page).count("Zug ausführen: 2 Handlungen") == 2
    standing = words(page).split("Schon angesagt")[1].split("Ändern")[0]
    assert "→" in standing
    assert "Anzahl" not in standing
    assert "Trefferzone" not in standing


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
