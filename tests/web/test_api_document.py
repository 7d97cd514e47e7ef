"""The document of the API: every address described once, in English, and a page that shows it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.builders import key
from tests.cast import Cast
from tests.web.browsing import as_user
from tests.web.caller import Caller, burst

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(cast: Cast) -> Client:
    return as_user(cast.gm)


def test_the_document_describes_every_address(client: Client) -> None:
    answer = client.get("/api/v1/schema/?format=json")
    document = json.loads(answer.content)
    assert "/api/v1/rulesets/{ruleset}/perform" in document["paths"]
    sheet = document["paths"]["/api/v1/characters/{character}/"]["get"]["responses"]["200"]
    assert sheet["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/SheetView"}
    assert "pools" in document["components"]["schemas"]["SheetView"]["properties"]
    # Every shape stands once: a program's editor has to open this.
    assert len(answer.content) < 400_000
    for path, methods in document["paths"].items():
        for method, one in methods.items():
            if method in ("get", "post", "put", "patch", "delete") and not path.endswith("schema/"):
                assert one.get("summary"), (path, method)
                assert "description" not in one, (path, method)


def test_the_document_is_english_whatever_language_is_asked_for(client: Client) -> None:
    """It is read by those who write programs; each operation says in its own words what it is for."""
    answer = client.get("/api/v1/schema/?format=json", headers={"accept-language": "de"})
    document = json.loads(answer.content)
    operations = [one for methods in document["paths"].values() for one in methods.values()]
    said = [one["summary"] for one in operations]
    assert len(set(said)) == len(said)
    said += [answer["description"] for one in operations for answer in one["responses"].values()]
    said += [known.get("description", "") for one in operations for known in one.get("parameters", ())]
    for shape in document["components"]["schemas"].values():
        said += [known.get("description", "") for known in shape.get("properties", {}).values()]
    german = re.compile(r"[äöüßÄÖÜ]|\b(der|die|das|ein|eine|und|oder|nicht|nur|im|für|des|nach)\b", re.IGNORECASE)
    assert [text for text in said if german.search(text)] == []


def test_the_document_is_valid_and_without_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn")
    assert capsys.readouterr().out.startswith("openapi:")


def undocumented(value: Any, shape: dict[str, Any], document: dict[str, Any], where: str = "") -> set[str]:
    """What an answer sends that its description does not name."""
    if "$ref" in shape:
        shape = document["components"]["schemas"][shape["$ref"].rpartition("/")[2]]
    shape = next((one for one in shape.get("oneOf", ()) if one.get("type") != "null"), shape)
    if isinstance(value, list):
        items = shape.get("items", {})
        return set().union(*(undocumented(each, items, document, f"{where}[]") for each in value))
    properties = shape.get("properties")
    if not isinstance(value, dict) or properties is None:
        return set()
    known = [(name, each) for name, each in value.items() if name in properties]
    return {f"{where}.{name}" for name in value if name not in properties}.union(
        *(undocumented(each, properties[name], document, f"{where}.{name}") for name, each in known)
    )


def test_what_is_sent_around_an_action_is_described(cast: Cast) -> None:
    """Offers, the preview, what an action needs, the open question: no key but those of the document."""
    gm = Caller(cast.gm)
    document = json.loads(gm.client.get("/api/v1/schema/?format=json").content)
    base, address = f"campaigns/{cast.campaign.pk}", "/api/v1/campaigns/{campaign}/"
    body = burst(cast, key=key(), app_dice=False)
    status, acted = gm("post", f"{base}/actions/", body)
    assert status == 202
    open_action = f"{base}/actions/{acted['resolution']}/"
    told = {
        ("offers/", "post", "200"): gm("post", f"{base}/offers/", burst(cast))[1],
        ("preview/", "post", "200"): gm("post", f"{base}/preview/", burst(cast))[1],
        ("actions/", "post", "202"): acted,
        ("actions/", "get", "200"): gm("get", f"{base}/actions/")[1],
        ("actions/{resolution}/", "get", "200"): gm("get", open_action)[1],
        ("actions/{resolution}/", "post", "201"): gm("post", open_action, {"app_dice": True, "defaults": True})[1],
    }
    for (path, method, code), answer in told.items():
        assert answer, path
        answers = document["paths"][address + path][method]["responses"]
        shape = answers[code]["content"]["application/json"]["schema"]
        assert shape.get("properties") or shape.get("items") or "$ref" in shape, path
        assert undocumented(answer, shape, document) == set(), path


def test_what_only_tells_elements_of_a_page_apart_is_not_sent(cast: Cast) -> None:
    gm, base = Caller(cast.gm), f"campaigns/{cast.campaign.pk}/actions/"
    gm("post", base, burst(cast, key=key(), app_dice=False))
    (waiting,) = gm("get", base)[1]
    assert waiting["asks"] or waiting["dice"]
    assert all("place" not in each for each in (*waiting["asks"], *waiting["dice"]))


def test_the_page_loads_nothing_from_elsewhere(client: Client) -> None:
    answer = client.get("/api/v1/")
    assert answer.status_code == 200
    assert b"https://" not in answer.content
