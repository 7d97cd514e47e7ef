"""The document of the API: every address described once, in English, and a page that shows it."""

from __future__ import annotations

import json
import re

import pytest
from django.core.management import call_command
from django.test import Client

from tests.cast import Cast
from tests.web.browsing import as_user

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


def test_the_page_loads_nothing_from_elsewhere(client: Client) -> None:
    answer = client.get("/api/v1/")
    assert answer.status_code == 200
    assert b"https://" not in answer.content
