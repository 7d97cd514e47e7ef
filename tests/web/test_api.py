"""The API: what pages show and do, as JSON, by session and by token; every refusal with a code and a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chaos_sheets import journal, services
from chaos_sheets.models import JournalEntry
from chaos_sheets.selectors.sheet import sheet_view
from chaos_sheets.services.account import token_create
from tests import builders
from tests.cast import Cast
from tests.web.caller import Caller, burst, gm, owner

__all__ = ["gm", "owner"]

FULL_AUTO_MISS = {"attack": {"faces": [95]}}


class TestWhoMayAsk:
    def test_nobody_is_told_to_sign_in(self, cast: Cast) -> None:
        status, said = Caller(None)("get", "campaigns/")
        assert (status, said["code"]) == (401, "not_signed_in")
        status, said = Caller(None)("get", "campaigns/", authorization="Token nonsense")
        assert status == 401

    def test_a_token_signs_in_without_a_session(self, cast: Cast) -> None:
        token = token_create(user=cast.owner)
        status, said = Caller(None)("get", "campaigns/", authorization=f"Token {token}")
        assert status == 200
        assert [line["name"] for line in said] == [cast.campaign.name]

    def test_a_token_that_was_replaced_or_whose_owner_is_gone_signs_nobody_in(self, cast: Cast) -> None:
        old = token_create(user=cast.owner)
        new = token_create(user=cast.owner)
        status, said = Caller(None)("get", "campaigns/", authorization=f"Token {old}")
        assert (status, said["code"]) == (401, "authentication_failed")
        assert "Kontoseite" in said["message"]
        cast.owner.is_active = False
        cast.owner.save()
        assert Caller(None)("get", "campaigns/", authorization=f"Token {new}")[0] == 401

    def test_keys_stand_beside_the_words_for_them(self, cast: Cast) -> None:
        """What a program compares does not depend on the language of who asks."""
        signed_in = {"authorization": f"Token {token_create(user=cast.gm)}"}
        (german,), (english,) = (Caller(None, each)("get", "campaigns/", **signed_in)[1] for each in ("de", "en"))
        for line in (german, english):
            assert (line["role"], line["ruleset"]) == ("gm", cast.campaign.ruleset)
        assert (german["role_word"], english["role_word"]) == ("Spielleitung", "Game master")
        assert german["ruleset_name"] == "CHAOS"

    @pytest.mark.parametrize("path", ["characters/", "catalogue/", "log/", "changes/", "actions/", "templates/"])
    def test_strangers_are_told_that_there_is_nothing(self, cast: Cast, path: str) -> None:
        """I13: what is kept from somebody is not in the payload."""
        status, said = Caller(cast.stranger)("get", f"campaigns/{cast.campaign.pk}/{path}")
        assert (status, said["code"]) == (404, "not_found")

    def test_a_hidden_character_is_not_there(self, cast: Cast, owner: Caller) -> None:
        status, _said = owner("get", f"characters/{cast.hidden.pk}/")
        assert status == 404

    def test_of_a_stranger_seen_by_kind_there_is_no_name_and_no_number(self, cast: Cast, owner: Caller) -> None:
        """I03: nothing, kind, name are three things."""
        status, said = owner("get", f"characters/{cast.kind.pk}/")
        assert status == 200
        assert said["whole"] is False
        assert said["pools"] == []
        assert "Ulf Brandt" not in json.dumps(said)

    def test_a_player_does_not_see_the_numbers_of_whom_he_attacks(self, cast: Cast, owner: Caller) -> None:
        what = burst(cast)
        hero, enemy = cast.hero.ref, cast.kind.ref
        what["intent"] = {
            "actor": hero,
            "parts": [{"form": "shoot", "item": cast.weapon().ref, "targets": [enemy], "parameters": {}}],
        }
        what["fight"] = {"combatants": {hero: {}, enemy: {}}, "pairs": {f"{hero}>{enemy}": {"distance": 30}}}
        status, said = owner("post", f"campaigns/{cast.campaign.pk}/preview/", what)
        assert status == 200
        assert {check["who"] for check in said["checks"]} == {hero}


class TestSheets:
    def test_a_sheet_is_what_the_page_shows(self, cast: Cast, owner: Caller) -> None:
        status, said = owner("get", f"characters/{cast.hero.pk}/")
        view = sheet_view(user=cast.owner, character_id=cast.hero.pk)
        assert status == 200
        assert {value["key"]: value["value"] for value in said["values"]} == {v.key: v.value for v in view.values}
        assert [weapon["name"] for weapon in said["weapons"]] == [weapon.name for weapon in view.weapons]
        cells = [[cell["value"] for cell in row["cells"]] for row in said["weapons"][0]["table"]["rows"]]
        assert view.weapons[0].table is not None
        assert cells == [[cell.value for cell in row.cells] for row in view.weapons[0].table.rows]

    def test_an_edit_names_what_it_saw(self, cast: Cast, owner: Caller) -> None:
        edits = {"attributes.strength": {"shown": 42, "value": 43}}
        status, said = owner("patch", f"characters/{cast.hero.pk}/", {"key": "e1", "edits": edits})
        assert (status, said["version"]) == (200, cast.hero.version + 1)
        status, said = owner("patch", f"characters/{cast.hero.pk}/", {"key": "e2", "edits": edits})
        assert (status, said["code"]) == (409, "stale")
        assert said["conflicts"][0]["stored"] == 43

    def test_points_are_spent_once_per_key(self, cast: Cast, owner: Caller) -> None:
        """A01: the same key twice is one change."""
        for _ in range(2):
            status, said = owner(
                "post", f"characters/{cast.hero.pk}/pools/", {"key": "ap", "pool": "action_points", "by": -1}
            )
            assert status == 200
        pools = {pool["key"]: pool["current"] for pool in said["pools"]}
        assert pools["action_points"] == 2

    def test_money_states_things_and_overrides(self, cast: Cast, gm: Caller) -> None:
        path = f"characters/{cast.hero.pk}"
        before = cast.hero.money
        assert gm("post", f"{path}/money/", {"key": "m", "by": -100})[1]["money"] == before - 100
        said = gm("post", f"{path}/statuses/", {"key": "s", "status": "irritated", "on": True, "reason": "Rauch"})[1]
        assert "irritated" in {each["key"] for each in said["statuses"] if each["held"]}
        said = gm("post", f"{path}/overrides/", {"key": "o", "value_key": "dodge", "value": 60, "reason": "Segen"})[1]
        assert {v["key"]: v["value"] for v in said["values"]}["dodge"] == 60
        said = gm("post", f"{path}/overrides/", {"key": "l", "value_key": "dodge", "value": None})[1]
        assert {v["key"]: v["value"] for v in said["values"]}["dodge"] != 60
        entry = builders.stock("weapon", "lotse").pk
        status, said = gm("post", f"{path}/items/", {"key": "t", "entry": entry})
        assert status == 201
        new = said["weapons"][-1]
        status, said = gm("delete", new["ref"].replace("item:", "items/") + "/", {"key": "d"})
        assert status == 200
        assert new["ref"] not in {weapon["ref"] for weapon in said["weapons"]}

    def test_a_new_character_after_a_template(self, cast: Cast, gm: Caller) -> None:
        path = f"campaigns/{cast.campaign.pk}"
        template = gm("get", f"{path}/templates/")[1][0]
        body = {"key": "new", "template": template["id"], "name": "Äöü „Groß“"}
        status, said = gm("post", f"{path}/characters/", body)
        assert (status, said["name"]) == (201, "Äöü „Groß“")
        assert gm("post", f"{path}/characters/", body)[1]["id"] == said["id"]


class TestActions:
    def test_preview_then_attack_then_undo(self, cast: Cast, gm: Caller) -> None:
        path = f"campaigns/{cast.campaign.pk}"
        before = journal.stored(cast.campaign)
        status, seen = gm("post", f"{path}/preview/", burst(cast))
        assert status == 200
        status, said = gm("post", f"{path}/actions/", burst(cast, key="shot", defaults=True))
        assert (status, said["done"]) == (201, True)
        entry = said["entry"]["line"]["id"]
        rolled = next(event for event in JournalEntry.objects.get(pk=entry).events if event["kind"] == "rolled")
        assert rolled["data"]["target_number"] == seen["checks"][0]["target_number"]
        assert gm("post", f"{path}/actions/", burst(cast, key="shot", defaults=True))[1]["entry"]["line"]["id"] == entry
        assert gm("get", f"{path}/log/{entry}/undo/")[0] == 200
        assert gm("post", f"{path}/log/{entry}/undo/", {"key": "u"})[0] == 201
        assert journal.stored(cast.campaign) == before
        assert gm("post", f"{path}/log/{entry}/undo/", {"key": "u2"})[1]["code"] == "already_undone"

    def test_dice_on_the_table_are_asked_for_one_by_one(self, cast: Cast, gm: Caller) -> None:
        """G04: whoever rolls real dice types what they show."""
        path = f"campaigns/{cast.campaign.pk}"
        status, said = gm("post", f"{path}/actions/", burst(cast, key="t", app_dice=False, defaults=True))
        assert (status, said["done"]) == (202, False)
        assert (said["needs"]["roll"], said["needs"]["dice"]) == ("attack", "W100")
        number = said["resolution"]
        assert gm("get", f"{path}/actions/{number}/")[1]["dice"][0]["sides"] == 100
        assert [each["id"] for each in gm("get", f"{path}/actions/")[1]] == [number]
        status, said = gm("post", f"{path}/actions/{number}/", {"answers": {"attack": {"faces": [101]}}})
        assert (status, said["code"], said["question"]) == (400, "face_not_on_die", "attack")
        status, said = gm("post", f"{path}/actions/{number}/", {"answers": FULL_AUTO_MISS, "defaults": True})
        assert (status, said["done"]) == (201, True)

    def test_an_open_action_can_be_given_up(self, cast: Cast, gm: Caller) -> None:
        path = f"campaigns/{cast.campaign.pk}/actions"
        number = gm("post", f"{path}/", burst(cast, key="g", app_dice=False, defaults=True))[1]["resolution"]
        assert Caller(cast.fellow)("delete", f"{path}/{number}/")[0] == 404
        assert gm("delete", f"{path}/{number}/")[0] == 204
        assert gm("get", f"{path}/{number}/")[0] == 404

    def test_an_empty_magazine_is_refused_with_a_sentence_in_both_languages(self, cast: Cast) -> None:
        weapon = cast.weapon(cast.kind)
        services.item_edit(
            item=weapon, user=cast.gm, key="empty", reason="leer", edits={"loaded": services.Edit(30, 0)}
        )
        said = {}
        for language in ("de", "en"):
            cast.gm.language = language
            cast.gm.save()
            status, answer = Caller(cast.gm, language)(
                "post", f"campaigns/{cast.campaign.pk}/actions/", burst(cast, key=f"e{language}")
            )
            assert (status, answer["code"]) == (409, "no_ammunition")
            said[language] = answer["message"]
        assert said["de"] != said["en"]

    def test_offers_say_what_and_why_not(self, cast: Cast, gm: Caller) -> None:
        status, said = gm("post", f"campaigns/{cast.campaign.pk}/offers/", burst(cast))
        assert status == 200
        assert {"shoot", "hit", "repair"} <= {offer["form"] for offer in said}

    def test_repair_shows_its_bill_and_books_it(self, cast: Cast, gm: Caller) -> None:
        armour = cast.hero.items.get(kind="armour")
        services.item_edit(
            item=armour, user=cast.gm, key="wear", reason="alt", edits={"zones.body.damage_points": services.Edit(0, 3)}
        )
        assert gm("get", f"items/{armour.pk}/repair/")[0] == 200
        status, said = gm("post", f"items/{armour.pk}/repair/", {"key": "r", "zones": ["body"]})
        assert (status, said["done"]) == (201, True)
        cast.hero.refresh_from_db()
        assert cast.hero.money == 3400 - 1200


class TestLog:
    def test_entries_filters_and_what_is_new(self, cast: Cast, gm: Caller) -> None:
        path = f"campaigns/{cast.campaign.pk}"
        gm("post", f"characters/{cast.hero.pk}/pools/", {"key": "p", "pool": "action_points", "by": -1})
        newest = gm("get", f"{path}/log/?about={cast.hero.ref}&cause=pool")[1]["lines"][0]
        assert newest["changes"][0]["field"] == "pools.action_points"
        assert gm("get", f"{path}/log/{newest['id']}/")[0] == 200
        said = gm("get", f"{path}/changes/?since={newest['id'] - 1}")[1]
        assert said == {"entry": newest["id"], "refs": [cast.hero.ref]}
        assert gm("get", f"{path}/changes/?since=x")[1]["errors"][0]["field"] == "since"


class TestBadInput:
    """Each a sentence and a code, and nothing changes."""

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"item": "item:999999"}, "not_found"),
            ({"parameters": {"mode": "burst"}, "item": "LOTSE"}, "mode_not_available"),
            ({"targets": ["character:999999"]}, "not_found"),
            ({"targets": ["character:1\0"]}, None),
            ({"targets": ["x" * 1000]}, None),
            ({"form": "\u202etoohs"}, None),
            ({"form": "dance"}, None),
            ({"parameters": {"mode": 7}}, None),
            ({"parameters": {"nonsense": 1}}, None),
            ({"parameters": []}, None),
        ],
    )
    def test_an_intent_that_cannot_be(self, cast: Cast, gm: Caller, change: dict[str, Any], code: str | None) -> None:
        what = burst(cast, key="bad")
        part = what["intent"]["parts"][0] | change
        if part["item"] == "LOTSE":
            part["item"] = cast.weapon(cast.kind, "lotse").ref
        what["intent"]["parts"] = [part]
        before = journal.stored(cast.campaign), JournalEntry.objects.count()
        status, said = gm("post", f"campaigns/{cast.campaign.pk}/actions/", what)
        assert 400 <= status < 500
        assert said["message"]
        assert code in (None, said["code"])
        assert (journal.stored(cast.campaign), JournalEntry.objects.count()) == before

    def test_a_distance_below_nothing(self, cast: Cast, gm: Caller) -> None:
        what = burst(cast, key="bad")
        what["fight"]["pairs"] = {f"{cast.kind.ref}>{cast.hero.ref}": {"distance": -1}}
        status, said = gm("post", f"campaigns/{cast.campaign.pk}/actions/", what)
        assert (status, said["errors"][0]["code"]) == (400, "too_small")

    @pytest.mark.parametrize("body", ["[1]", "7", '"x"', "null", "{", "{}"])
    def test_a_body_of_another_shape(self, cast: Cast, gm: Caller, body: str) -> None:
        answer = gm.client.post(f"/api/v1/campaigns/{cast.campaign.pk}/actions/", body, content_type="application/json")
        assert answer.status_code == 400
        assert json.loads(answer.content)["message"]

    @pytest.mark.parametrize("size", [1_100_000, 3_000_000])
    @pytest.mark.parametrize("by_token", [False, True])
    def test_too_much_is_refused_unread(
        self, cast: Cast, gm: Caller, size: int, by_token: bool, caplog: pytest.LogCaptureFixture
    ) -> None:
        """By session and by token, without a trace for the operator: nothing went wrong."""
        if by_token:
            gm = Caller(None)
            gm.client.defaults["HTTP_AUTHORIZATION"] = f"Token {token_create(user=cast.gm)}"
        edits = {"notes": {"shown": "", "value": "x" * size}}
        status, said = gm("patch", f"characters/{cast.hero.pk}/", {"key": "big", "edits": edits})
        assert (status, said["code"]) == (413, "too_much")
        assert said["message"]
        assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]

    def test_nul_and_turned_text(self, cast: Cast, gm: Caller) -> None:
        for number, text in enumerate(("a\0b", "a\u202eb")):
            edits = {"name": {"shown": cast.hero.name, "value": text}}
            status, said = gm("patch", f"characters/{cast.hero.pk}/", {"key": f"n{number}", "edits": edits})
            assert (status, said["code"]) == (400, "forbidden_character")

    @pytest.mark.parametrize("path", ["nix/", "characters/x/", f"characters/{'9' * 30}/", "rulesets/\u0007/"])
    def test_an_address_that_does_not_exist(self, cast: Cast, gm: Caller, path: str) -> None:
        status, said = gm("get", path)
        assert (status, said["code"]) == (404, "not_found")

    def test_no_json_at_all(self, cast: Cast, gm: Caller) -> None:
        answer = gm.client.post(f"/api/v1/campaigns/{cast.campaign.pk}/actions/", "a=b", content_type="text/plain")
        assert answer.status_code == 415
        assert json.loads(answer.content)["code"]
