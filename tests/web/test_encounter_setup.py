"""The page on which a fight is set up: the game master alone, what is refused stays typed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal, services
from combat import services as combat
from combat.steps import Step
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import fresh, prepared, running, step
from tests.web.attacks import as_user, words
from tests.web.fight_pages import look, send, url

# --- setting up -----------------------------------------------------------------------------------------------


SETUP = ("setup", "rename", "join", "copies", "leave", "party", "side", "order", "cover", "cover_remove")


@pytest.mark.parametrize("name", SETUP)
def test_setting_up_is_the_game_masters(cast: Cast, name: str) -> None:
    made = running(cast)
    values = {"character": cast.kind.pk, "template": builders.template("looter").pk, "count": 1, "name": "x"}
    values |= {"cover": cast.cover.pk, "party": "Konvoi", "flag": "in_motion", "on": "1"}
    before = journal.stored(cast.campaign)
    for user, status in ((cast.owner, 403), (cast.spectator, 403), (cast.stranger, 404)):
        client = as_user(user)
        target = url(f"encounter_{name}", made)
        answer = client.get(target) if name == "setup" else client.post(target, {"key": key(), **values})
        assert answer.status_code == status, (user, name)
    assert journal.stored(cast.campaign) == before


def test_a_fight_is_set_up_on_its_page(cast: Cast) -> None:
    made = combat.encounter_create(campaign=cast.campaign, user=cast.gm, key=key(), name="Am Tor")
    assert "Noch ist niemand dabei" in words(as_user(cast.gm).get(url("encounter_setup", made)))
    send(cast.gm, "encounter_join", made, character=[cast.hero.pk, cast.other.pk], party="Konvoi")
    template = builders.template("looter")
    send(cast.gm, "encounter_copies", made, template=template.pk, count=3, party="Plünderer", known="name")
    send(cast.gm, "encounter_cover", made, cover=builders.stock("cover", "tree").pk, name="Eiche")
    send(cast.gm, "encounter_side", made, party="Plünderer", flag="surprised", on="1")
    send(cast.gm, "encounter_rename", made, name="Am Fluss")
    shown = words(as_user(cast.gm).get(url("encounter_setup", made)))
    for word in ("Am Fluss", "Eiche", f"{template.name} 3", "Jonna Velder"):
        assert word in shown
    assert {each.body["flags"]["surprised"] for each in made.combatants.filter(party="Plünderer")} == {True}
    step(made, cast.gm, Step.START)
    assert "handelt diese Runde nicht" in words(look(cast.gm, made))
    send(cast.gm, "encounter_leave", made, character=cast.other.pk)
    assert "Gegangen: Mikkel Raun" in words(look(cast.gm, made))
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("copies", {"count": "viele", "name": "Bande", "template": "LOOTER"}),
        ("copies", {"count": "99", "name": "Bande", "template": "LOOTER"}),
        ("copies", {"count": "2", "name": "Bande", "known": "alles", "template": "LOOTER"}),
        ("rename", {"name": ""}),
        ("join", {"party": "Bande"}),
        ("order", {"place.HERO": "zuerst"}),
    ],
)
def test_what_is_refused_keeps_what_was_typed(cast: Cast, name: str, values: dict[str, Any]) -> None:
    made = running(cast)
    values = {
        word.replace("HERO", cast.hero.ref): text.replace("LOOTER", str(builders.template("looter").pk))
        for word, text in values.items()
    }
    before = journal.stored(cast.campaign)
    answer = send(cast.gm, f"encounter_{name}", made, **values)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert 'role="alert"' in page
    assert "Bande" in page or name in ("rename", "order", "join")
    assert journal.stored(cast.campaign) == before


def test_whoever_was_ticked_stays_ticked_where_it_is_refused(cast: Cast) -> None:
    made = running(cast, hidden=False)
    answer = send(cast.gm, "encounter_join", made, character=[cast.hidden.pk], party="x" * 500)
    assert answer.status_code == 400
    ticked = re.findall(r'name="character" value="(\d+)" checked', answer.content.decode())
    assert ticked == [str(cast.hidden.pk)]


def test_the_order_is_set_by_numbers(cast: Cast) -> None:
    """H04: the game master has the last word on who acts when."""
    made = running(cast)
    order = made.body["order"]
    shown: dict[str, Any] = {"shown": " ".join(order), "was": made.body["current"]}
    places: dict[str, Any] = {f"place.{ref}": str(len(order) - number) for number, ref in enumerate(order)}
    answer = send(cast.gm, "encounter_order", made, current=order[-1], **shown, **places)
    assert answer.status_code == 302
    assert fresh(made).body["order"] == list(reversed(order))
    again = send(cast.gm, "encounter_order", made, current=order[0], **shown, **places | {f"place.{order[0]}": "0"})
    assert again.status_code == 409
    assert "inzwischen eine andere" in words(again)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"count": "21"}, "copies-count"),
        ({"count": "0"}, "copies-count"),
        ({"count": "viele"}, "copies-count"),
        ({"count": "2", "party": "x" * 201}, "copies-party"),
    ],
)
def test_a_wrong_number_of_opponents_is_told_at_its_field(cast: Cast, values: dict[str, Any], field: str) -> None:
    """N04: the error leads to the field it is about, names it, and keeps what was typed."""
    made = prepared(cast)
    template = builders.template("looter")
    answer = send(cast.gm, "encounter_copies", made, template=template.pk, **values)
    assert answer.status_code == 400
    page = answer.content.decode()
    label = {"copies-count": "Wie viele", "copies-party": "Seite"}[field]
    assert f'<a href="#{field}">{label}: ' in page
    assert f'id="{field}" aria-invalid="true"' in page
    assert f'value="{values["count"]}"' in page


def test_whoever_is_unknown_cannot_be_named_in_a_form(cast: Cast) -> None:
    made = running(cast)
    for name, values in (
        ("join", {"character": [999_999]}),
        ("leave", {"character": 999_999}),
        ("copies", {"template": 999_999, "count": 1}),
        ("cover", {"cover": 999_999}),
        ("side", {"party": "niemand", "flag": "surprised", "on": "1"}),
        ("side", {"party": "Konvoi", "flag": "unfug", "on": "1"}),
    ):
        assert send(cast.gm, f"encounter_{name}", made, **values).status_code == 404, name


def test_the_page_speaks_english(cast: Cast) -> None:
    """M02: no text of the page is left in German for whoever reads English."""
    made = running(cast)
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast.gm)
    cast.gm.language = "en"
    cast.gm.save()
    shown = words(client.get(url("encounter", made))) + words(client.get(url("encounter_setup", made)))
    for german in ("Runde beenden", "Das geht nicht", "Reihenfolge", "Aufstellung", "Deckung", "Abstände"):
        assert german not in shown


@pytest.mark.parametrize("name", ["owner", "spectator"])
def test_no_answer_tells_what_there_is(cast: Cast, name: str) -> None:
    """I01: somebody hidden, a template, a thing are refused like a number that nobody has."""
    fight = running(cast, hidden=False)
    template = services.template_save(character=cast.kind, user=cast.gm, key=key(), name="Wache")
    client = as_user(getattr(cast, name))
    asked = {
        "encounter_join": ("character", cast.hidden.pk),
        "encounter_leave": ("character", cast.hidden.pk),
        "encounter_party": ("character", cast.hidden.pk),
        "encounter_copies": ("template", template.pk),
        "encounter_cover": ("cover", cast.cover.pk),
        "encounter_cover_remove": ("cover", cast.cover.pk),
    }
    for view, (field, number) in asked.items():
        address = reverse(view, args=[cast.campaign.pk, fight.pk])
        told = {client.post(address, {field: each, "key": key()}).status_code for each in (number, 999999)}
        assert told == {403}, view


def test_what_waits_in_a_fight_one_may_not_know_of_is_not_found(cast: Cast) -> None:
    hidden = prepared(cast)
    for number in (hidden.pk, 999999):
        address = reverse("encounter_question", args=[cast.campaign.pk, number])
        assert as_user(cast.owner).get(address, {"seen": ""}).status_code == 404
