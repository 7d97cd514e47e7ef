"""Programs that call the API, signed in as somebody of the cast, and the shot they ask about."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from chaos_sheets.models import User
from tests.cast import Cast


class Caller:
    """A signed-in program: `api.get("campaigns/")` answers with status and JSON."""

    def __init__(self, user: User | None, language: str = "de") -> None:
        self.client = Client(headers={"accept-language": language})
        if user is not None:
            self.client.force_login(user)

    def __call__(self, method: str, path: str, body: Any = None, **headers: Any) -> tuple[int, Any]:
        send = getattr(self.client, method)
        rest = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer = send(f"/api/v1/{path}", headers=headers or None, **rest)
        return answer.status_code, json.loads(answer.content) if answer.content else None


@pytest.fixture
def gm(cast: Cast) -> Caller:
    return Caller(cast.gm)


@pytest.fixture
def owner(cast: Cast) -> Caller:
    return Caller(cast.owner)


def burst(cast: Cast, **more: Any) -> dict[str, Any]:
    """Full auto at 45 m behind the crate, on the hero."""
    weapon = cast.weapon(cast.kind)
    hero, actor = cast.hero.ref, cast.kind.ref
    part = {"form": "shoot", "item": weapon.ref, "targets": [hero], "parameters": {"mode": "auto"}}
    fight = {
        "combatants": {actor: {}, hero: {"flags": {"cover": cast.cover.ref}}},
        "things": {cast.cover.ref: {}},
        "pairs": {f"{actor}>{hero}": {"distance": 45}},
    }
    return {"fight": fight, "intent": {"actor": actor, "parts": [part]}, **more}
