"""Fights by API: the same services, the same secrets, every refusal with a code and a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from chaos_sheets import journal
from chaos_sheets.models import JournalEntry
from combat.models import Encounter
from combat.steps import Step
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import apart, fresh, prepared, running, shot
from tests.web.caller import Caller, gm, owner

__all__ = ["gm", "owner"]


def at(cast: Cast, encounter: Encounter | None = None, *rest: object) -> str:
    parts = [f"campaigns/{cast.campaign.pk}/encounters", *([encounter.pk] if encounter else []), *rest]
    return "/".join(str(part) for part in parts) + "/"


def test_a_fight_is_played_from_its_making_to_its_end(cast: Cast, gm: Caller, owner: Caller) -> None:
    """CHA-1, CHA-2: made, set up, begun, acted in, moved on, ended and taken back, by requests alone."""
    status, made = gm("post", at(cast), {"key": "kampf", "name": "Am Tor"})
    assert (status, made["name"], made["round"]) == (201, "Am Tor", 0)
    assert gm("post", at(cast), {"key": "kampf", "name": "Am Tor"})[1]["id"] == made["id"]
    fight = Encounter.objects.get()
    gm("post", at(cast, fight, "combatants"), {"key": key(), "characters": [cast.hero.pk], "party": "Konvoi"})
    template = builders.template("mercenary").pk
    joined = {"key": key(), "template": template, "count": 2, "party": "Söldner", "known": "name"}
    status, shown = gm("post", at(cast, fight, "combatants"), joined)
    assert (status, len(shown["rows"])) == (201, 3)
    foe = next(row for row in shown["rows"] if row["party"] == "Söldner")
    tree = builders.stock("cover", "tree").pk
    status, shown = gm("post", at(cast, fight, "covers"), {"key": key(), "item": tree, "name": "Eiche"})
    cover = shown["covers"][0]["line"]["ref"]
    stated = {
        "pairs": {f"{cast.hero.ref}>{foe['ref']}": {"distance": 45}},
        "combatants": {foe["ref"]: {"flags": {"cover": cover}}},
    }
    status, shown = gm("post", at(cast, fight, "state"), {"key": key(), "stated": stated})
    assert (status, shown["covers"][0]["behind"]) == (200, [foe["name"]])
    status, begun = gm("post", at(cast, fight, "steps"), {"key": key(), "step": str(Step.START), "defaults": True})
    assert (status, begun["done"]) == (201, True)
    order = {"key": key(), "order": [cast.hero.ref, foe["ref"]], "current": cast.hero.ref}
    assert gm("put", at(cast, fight, "order"), order)[1]["current"] == cast.hero.ref
    gm("post", at(cast, fight, "state"), {"key": key(), "budgets": {cast.hero.ref: {"action_units": 10}}})
    what: dict[str, Any] = {
        "intent": {
            "actor": cast.hero.ref,
            "parts": [
                {
                    "form": "shoot",
                    "item": cast.weapon().ref,
                    "targets": [foe["ref"]],
                    "parameters": {"mode": "single"},
                }
            ],
        }
    }
    status, acted = owner("post", at(cast, fight, "actions"), {"key": key(), "defaults": True, **what})
    if status == 202:
        path = f"campaigns/{cast.campaign.pk}/actions/{acted['resolution']}/"
        status, acted = gm("post", path, {"app_dice": True, "defaults": True})
    assert (status, acted["done"]) == (201, True)
    shown = owner("get", at(cast, fight))[1]
    assert shown["turn"]["budgets"][0]["now"] == 7
    ended = {"key": key(), "step": str(Step.TURN), "round": 1, "current": cast.hero.ref}
    assert owner("post", at(cast, fight, "steps"), ended)[0] == 201
    undo = f"campaigns/{cast.campaign.pk}/log/{JournalEntry.objects.latest('pk').pk}/undo/"
    assert gm("post", undo, {"key": key()})[0] == 201
    assert gm("get", at(cast, fight))[1]["current"] == cast.hero.ref
    number = foe["ref"].partition(":")[2]
    assert gm("patch", at(cast, fight, "combatants", number), {"key": key(), "party": "Wache"})[0] == 200
    assert len(gm("delete", at(cast, fight, "combatants", number), {"key": key()})[1]["rows"]) == 2
    cover_number = cover.partition(":")[2]
    assert gm("delete", at(cast, fight, "covers", cover_number), {"key": key()})[1]["covers"] == []
    assert gm("patch", at(cast, fight), {"key": key(), "name": "Danach"})[1]["name"] == "Danach"
    assert gm("post", at(cast, fight, "steps"), {"key": key(), "step": str(Step.END)})[0] == 201
    assert gm("get", at(cast, fight))[1]["closed"] is True
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_a_fight_that_is_over_says_so_by_api(cast: Cast, gm: Caller) -> None:
    made = running(cast)
    assert gm("post", at(cast, made, "steps"), {"key": key(), "step": str(Step.END), "defaults": True})[0] == 201
    what = {"intent": {"actor": cast.hero.ref, "parts": [{"form": "stand_up"}]}}
    for place, asked in (("steps", {"step": str(Step.ROUND)}), ("actions", what)):
        status, told = gm("post", at(cast, made, place), {"key": key(), **asked})
        assert (status, told["code"]) == (409, "encounter_closed")


def test_a_fight_by_api_tells_no_more_than_its_page(cast: Cast, owner: Caller) -> None:
    """I01, I03: no channel carries the hidden one: neither his name, nor his number, nor that he is there."""
    made = running(cast, first=cast.hidden)
    status, shown = owner("get", at(cast, made))
    assert status == 200
    told = str(shown)
    assert "Anselm" not in told
    assert cast.hidden.ref not in told
    assert shown["current"] == ""
    assert (shown["unseen_turn"], shown["hidden"]) == (True, 0)
    kind = next(row for row in shown["rows"] if row["ref"] == cast.kind.ref)
    assert (kind["health"], kind["budgets"], kind["value"]) == (None, [], "")


def test_a_prepared_fight_is_the_game_masters(cast: Cast, owner: Caller, gm: Caller) -> None:
    made = prepared(cast)
    assert [line["id"] for line in gm("get", at(cast))[1]] == [made.pk]
    assert owner("get", at(cast)) == (200, [])
    assert owner("get", at(cast, made))[0] == 404
    assert owner("post", at(cast, made, "steps"), {"key": key(), "step": str(Step.START)})[0] == 404
    assert Caller(cast.stranger)("get", at(cast, made))[0] == 404
    assert Caller(None)("get", at(cast, made))[0] == 401


@pytest.mark.parametrize(
    ("method", "rest", "body", "status"),
    [
        ("post", ("steps",), {"step": "weiter"}, 400),
        ("post", ("steps",), {"step": 7}, 400),
        ("post", ("steps",), {"step": str(Step.TURN), "round": "eins"}, 400),
        ("post", ("steps",), {"step": str(Step.TURN), "round": 9, "current": ""}, 409),
        ("post", ("steps",), {"step": str(Step.START)}, 409),
        ("post", ("state",), {"stated": "alles"}, 400),
        ("post", ("state",), {"budgets": {"character:1": {"action_units": "viele"}}}, 400),
        ("post", ("state",), {"budgets": {"character:1": {"action_units": 4}}}, 404),
        ("post", ("state",), {"budgets": {"HERO": {"mana": 4}}}, 400),
        ("post", ("combatants",), {"template": 999_999}, 404),
        ("post", ("combatants",), {"characters": [999_999]}, 404),
        ("post", ("combatants",), {}, 400),
        ("put", ("order",), {"order": ["HERO", "HERO"]}, 404),
        ("put", ("order",), {}, 400),
        ("post", ("covers",), {"item": 999_999}, 404),
        ("delete", ("covers", 999_999), {}, 404),
        ("delete", ("combatants", 999_999), {}, 404),
        ("patch", (), {"name": ""}, 400),
        ("post", ("actions",), {"fight": [], "intent": {}}, 400),
    ],
)
def test_what_cannot_be_is_refused_with_a_code(
    cast: Cast, gm: Caller, method: str, rest: tuple[object, ...], body: dict[str, Any], status: int
) -> None:
    made = running(cast)

    def filled(value: Any) -> Any:
        if isinstance(value, dict):
            return {filled(name): filled(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [filled(inner) for inner in value]
        return cast.hero.ref if value == "HERO" else value

    before = journal.stored(cast.campaign)
    found, answer = gm(method, at(cast, made, *rest), {"key": key(), **filled(body)})
    assert found == status, answer
    assert answer["code"]
    assert answer["message"]
    assert journal.stored(cast.campaign) == before


def test_players_set_nothing_up(cast: Cast, owner: Caller) -> None:
    made = running(cast)
    for method, rest, body in (
        ("post", ("combatants",), {"characters": [cast.named.pk]}),
        ("post", ("combatants",), {"template": builders.template("looter").pk}),
        ("delete", ("combatants", cast.kind.pk), {}),
        ("patch", ("combatants", cast.kind.pk), {"party": "Konvoi"}),
        ("put", ("order",), {"order": []}),
        ("post", ("covers",), {"item": cast.cover.pk}),
        ("patch", (), {"name": "Meiner"}),
        ("post", ("state",), {"budgets": {cast.hero.ref: {"action_units": 99}}}),
        ("post", ("steps",), {"step": str(Step.ROUND)}),
    ):
        assert owner(method, at(cast, made, *rest), {"key": key(), **body})[0] == 403, (method, rest)
    assert owner("post", at(cast), {"key": key(), "name": "Meiner"})[0] == 403


def test_an_action_in_a_fight_that_waits_is_answered_as_ever(cast: Cast, owner: Caller, gm: Caller) -> None:
    made = running(cast)
    what = shot(made, cast.hero, cast.kind, **apart(cast.hero, cast.kind))
    body = {"key": key(), "app_dice": False, "intent": what["intent"], "fight": what["fight"]}
    status, acted = owner("post", at(cast, made, "actions"), body)
    assert (status, acted["done"]) == (202, False)
    refused = gm("post", at(cast, made, "steps"), {"key": key(), "step": str(Step.TURN)})
    assert (refused[0], refused[1]["code"]) == (409, "open_question")
    path = f"campaigns/{cast.campaign.pk}/actions/{acted['resolution']}/"
    assert gm("post", path, {"app_dice": True, "defaults": True})[0] == 201
    assert fresh(made).body["current"] == cast.hero.ref
