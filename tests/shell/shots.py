"""Shots as a page sends them, and dice typed as they lie on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chaos_sheets import journal
from chaos_sheets.models import Character, Item, User
from combat import services as combat
from combat.core.procedure import Roll
from combat.core.value import Json
from combat.services import Acted
from tests import builders
from tests.cast import Cast


def request(
    actor: Character,
    weapon: Item,
    target: Character,
    *,
    mode: str = "auto",
    distance: Json = 45,
    cover: Item | None = None,
    form: str = "shoot",
    gm: int = 0,
    **parameters: Json,
) -> dict[str, Json]:
    """A shot at one target, as a page sends it."""
    flags: dict[str, Json] = {"cover": cover.ref} if cover else {}
    return {
        "fight": {
            "combatants": {target.ref: {"flags": flags}},
            "things": {cover.ref: {}} if cover else {},
            "pairs": {f"{actor.ref}>{target.ref}": {"distance": distance}},
        },
        "intent": {
            "actor": actor.ref,
            "parts": [
                {
                    "form": form,
                    "item": weapon.ref,
                    "targets": [target.ref],
                    "parameters": {"mode": mode, **parameters},
                }
            ],
            "gm_modifiers": [{"value": gm, "reason": "Nebel"}] if gm else [],
        },
    }


def faces(name: str, dice: Any, shown: Mapping[str, int]) -> list[int]:
    """What is scripted for the name, for its end, or else one."""
    face = shown.get(name, shown.get(name.rpartition(".")[2], 1))
    return [face] * dice.count


def play(cast: Cast, user: User, what: dict[str, Json], one_time: str, shown: Mapping[str, int]) -> Acted:
    """Type every die when it is asked for, by its name or the end of it; choices take their default."""
    answers: dict[str, Json] = {}
    for _ in range(200):
        acted = combat.act(
            campaign=cast.campaign, user=user, request=what, key=one_time, answers=answers, app_dice=False, decline=True
        )
        if acted.question is None:
            return acted
        assert isinstance(acted.question, Roll)
        answers[acted.question.name] = {"faces": list(faces(acted.question.name, acted.question.dice, shown))}
    raise AssertionError("the action does not end")


def burst(cast: Cast, **more: Any) -> dict[str, Json]:
    """The mercenary's assault rifle in full auto at the hero, 45 m away."""
    weapon = builders.carried(cast.kind, "faehrmann")
    return request(cast.kind, weapon, cast.hero, **more)


HITS = {"attack": 20, "cover": 90, "zone": 5, "damage": 9}


def stored(cast: Cast) -> dict[str, Any]:
    return journal.stored(cast.campaign)
