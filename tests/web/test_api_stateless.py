"""Rules without stored data: the whole fight in the body, dice included; what happened or what is still needed back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.cast import Cast

RULESET = "chaos"


def fight(**weapon: Any) -> dict[str, Any]:
    """Anna (WG 50) shoots at Bert (TP 15, WIB 4, armour 4/3/2 on the body) at 30 m with 2W10, DS 1."""
    body = {
        "weapon_kind": "firearm", "weapon_class": "assault_rifle", "skill": "automatic_weapons", "damage": "2W10",
        "damage_type": "kinetic", "penetration": 1, "recoil": 1, "base_range": 50, "shots": {"single": 1},
        "capacity": 30, "hands": 2, **weapon,
    }  # fmt: skip
    zones = {"body": {"protection": {"kinetic": 4, "explosive": 3, "energy": 2}}}
    armour = {"id": "armour", "kind": "armour", "body": {"level": 2, "abc": False}, "zones": zones}
    shooter = {"attributes": {"marksmanship": 50}, "skills": {"automatic_weapons": {"rank": 1}}}
    target = {"attributes": {"toughness": 40}, "maxima": {"hit_points": 15}}
    return {
        "combatants": {
            "anna": {"sheet": {"body": shooter, "items": [{"id": "rifle", "kind": "weapon", "body": body}]}},
            "bert": {"sheet": {"body": target, "items": [armour]}},
        },
        "pairs": {"anna>bert": {"distance": 30}},
    }


def shot(**more: Any) -> dict[str, Any]:
    parts = [{"form": "shoot", "item": "rifle", "targets": ["bert"], "parameters": {"mode": "single"}}]
    return {"fight": fight(), "intent": {"actor": "anna", "parts": parts}, "defaults": True, **more}


@pytest.fixture
def ask(cast: Cast) -> Any:
    client = Client(headers={"accept-language": "de"})
    client.force_login(cast.stranger)

    def asked(what: str, body: Any, ruleset: str = RULESET) -> tuple[int, Any]:
        answer = client.post(f"/api/v1/rulesets/{ruleset}/{what}", json.dumps(body), content_type="application/json")
        return answer.status_code, json.loads(answer.content)

    return asked


def test_it_says_which_die_is_needed_next(ask: Any) -> None:
    status, said = ask("perform", shot())
    assert status == 200
    assert said["done"] is False
    assert said["needs"] == {"roll": "attack", "who": "anna", "dice": "W100", "window": [None, 49]}


def test_with_all_dice_it_says_what_happened(ask: Any) -> None:
    """CHA-7.3, 7.4 by hand: 14 − 2 × (4 − 1) − 4 = 4."""
    answers = {
        "attack": {"faces": [37]}, "hit.1.zone": {"faces": [5]}, "hit.1.damage": {"faces": [6, 8]},
    }  # fmt: skip
    status, said = ask("perform", shot(answers=answers))
    assert (status, said["done"]) == (200, True)
    hit = next(event for event in said["events"] if event.get("term") == "hit")
    assert hit["data"]["lost"] == 4
    bert = said["fight"]["combatants"]["bert"]["sheet"]
    assert bert["body"]["pools"]["hit_points"] == 11
    assert bert["items"][0]["zones"]["body"]["damage_points"] == 1
    changed = {(change["of"], change["field"]): change["after"] for change in said["changes"]}
    assert changed[("rifle", "loaded")] == 29


def test_the_fight_that_comes_back_can_be_sent_again(ask: Any) -> None:
    miss = {"attack": {"faces": [90]}}
    said = ask("perform", shot(answers=miss))[1]
    status, again = ask("perform", shot(fight=said["fight"], answers=miss))
    assert (status, again["done"]) == (200, True)
    rifle = again["fight"]["combatants"]["anna"]["sheet"]["items"][0]
    assert rifle["body"]["loaded"] == 28


def test_the_preview_tells_the_target_number(ask: Any) -> None:
    """CHA-3.2: between half and full base range nothing is added: WG 50."""
    status, said = ask("preview", shot())
    assert status == 200
    assert said["checks"][0]["target_number"] == 50
    assert said["checks"][0]["chance"] == "49/100"


def test_a_house_rule_changes_it(ask: Any) -> None:
    """CHA-0.1 by switch: success on equality, 50 of 100."""
    assert ask("preview", shot(options={"strict_under": False}))[1]["checks"][0]["chance"] == "1/2"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"options": {"nonsense": 1}}, "options.nonsense"),
        ({"options": {"strict_under": "vielleicht"}}, "options.strict_under"),
        ({"fight": {}}, "fight.combatants"),
        ({"fight": []}, "fight"),
        ({"fight": fight(damage="viel")}, "fight.combatants.anna.sheet.items.0.body.damage"),
        ({"fight": {"combatants": {"anna": {"budget": {"mana": 1}}}}}, "fight.combatants.anna.budget.mana"),
        ({"fight": {"combatants": {"anna": {"flags": {"mana": 1}}}}}, "fight.combatants.anna.flags.mana"),
        (
            {"fight": {"combatants": {"anna": {"sheet": {"items": [{"id": "x", "kind": "spaceship"}]}}}}},
            "fight.combatants.anna.sheet.items.0.kind",
        ),
        (
            {
                "fight": {
                    "combatants": {"anna": {"sheet": {"items": [{"id": "x", "kind": "weapon", "traits": {"hot": 1}}]}}}
                }
            },
            "fight.combatants.anna.sheet.items.0.traits.hot",
        ),
        ({"intent": {"actor": "zoe", "parts": [{"form": "shoot"}]}}, "intent.actor"),
        ({"intent": {"actor": "anna", "parts": []}}, "intent.parts"),
        ({"answers": {"attack": {"faces": ["x"]}}}, "answers.attack.faces"),
    ],
)
def test_each_wrong_field_is_named(ask: Any, change: dict[str, Any], field: str) -> None:
    status, said = ask("perform", shot(**change))
    assert status == 400
    assert field in {error["field"] for error in said["errors"]}
    assert all(error["message"] for error in said["errors"])


@pytest.mark.parametrize("face", [0, 101, -3])
def test_a_face_no_die_has(ask: Any, face: int) -> None:
    status, said = ask("perform", shot(answers={"attack": {"faces": [face]}}))
    assert (status, said["code"]) == (400, "face_not_on_die")


def test_a_refusal_carries_all_reasons(ask: Any) -> None:
    body = shot(fight=fight(loaded=0, jammed=True))
    status, said = ask("perform", body)
    assert status == 409
    assert {reason["code"] for reason in said["reasons"]} == {"no_ammunition", "jammed"}
    assert said["message"] == said["reasons"][0]["message"]
    assert all(reason["message"] for reason in said["reasons"])


def test_unknown_rules_are_not_there(ask: Any) -> None:
    assert ask("perform", shot(), ruleset="mausritter")[0] == 404


def test_the_rules_describe_themselves(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.stranger)
    names = {one["id"] for one in json.loads(client.get("/api/v1/rulesets/").content)}
    assert RULESET in names
    said = json.loads(client.get(f"/api/v1/rulesets/{RULESET}/").content)
    assert "attributes.strength" in {field["path"] for field in said["sheet"]["fields"]}


@pytest.mark.parametrize(("stated", "left"), [({}, 2), ({"budget": {"action_points": 9}}, 1)])
def test_a_budget_that_follows_from_the_sheet_is_full_at_first(ask: Any, stated: dict[str, Any], left: int) -> None:
    """FAL-1.4 by hand: 5 + 10 / 2 = 10 action points, of which 8 are spent; whoever says what is left has that."""
    mara = {"sheet": {"body": {"attributes": {"mobility": 10}}}, **stated}
    fight = {"combatants": {"mara": mara}, "round": 1, "order": ["mara"], "current": "mara"}
    parts = [{"form": "other", "parameters": {"points": 8, "description": "gräbt"}}]
    status, said = ask("perform", {"fight": fight, "intent": {"actor": "mara", "parts": parts}}, ruleset="oedland")
    assert status == 200, said
    assert said["fight"]["combatants"]["mara"]["budget"] == {"action_points": left}


@pytest.mark.parametrize(("where", "most"), [("combatants", 60), ("things", 200)])
def test_too_many_are_refused_with_the_limit_that_holds(ask: Any, where: str, most: int) -> None:
    crowd = {f"one{number}": {"kind": "cover"} for number in range(most + 1)}
    body = shot()
    body["fight"] |= {where: crowd | (body["fight"]["combatants"] if where == "combatants" else {})}
    status, said = ask("perform", body)
    assert status == 400
    (error,) = said["errors"]
    assert (error["field"], error["code"]) == (f"fight.{where}", "too_many")
    assert str(most) in error["message"]
