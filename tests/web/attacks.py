"""What the tests of the attack page share: a signed-in client, a full announcement, the state before and after."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal
from chaos_sheets.models import Character, Item, JournalEntry, User
from chaos_sheets.records import State
from tests import builders
from tests.cast import Cast

TYPED_MISS = {"dice": "own", "die.attack": "99", "sides.attack": "100", "label.attack": "Angriffswurf"}
NO_REACTION = {
    "choose.reaction.0.choice": "none",
    "choose.reaction.0.spend": "none",
    "choose.reaction.0.spell_points": "0",
}


def decided(form: Mapping[str, Any]) -> dict[str, Any]:
    """The form where the game master has said for everybody who would be asked that he does nothing."""
    nothing = {name: "0" if name.endswith("points") else "none" for name, value in form.items() if value == "?"}
    return {**form, **nothing}


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def weapon_of(character: Character, key: str = "faehrmann") -> Item:
    return builders.carried(character, key)


def announcement(cast: Cast, attacker: Character, target: Character, **other: str) -> dict[str, str]:
    """Everything the panel sends for a burst of full auto at 45 m behind the crate."""
    names = {
        "sent": "1",
        "actor": attacker.ref,
        "target": target.ref,
        "item": weapon_of(attacker).ref,
        "form": "shoot",
        "p.mode": "auto",
        f"pair.{target.ref}.distance": "45",
        f"flag.{target.ref}.cover": cast.cover.ref,
        "dice": "app",
        "key": builders.key("attack"),
    }
    return names | NO_REACTION | other


def attack_page(cast: Cast) -> str:
    return reverse("attack", args=[cast.campaign.pk])


def look(client: Client, cast: Cast, values: Mapping[str, str]) -> HttpResponse:
    """The panel for an announcement, as an open page asks for it."""
    return client.get(attack_page(cast), values, headers={"HX-Request": "true"})  # type: ignore[return-value]


def commit(client: Client, cast: Cast, values: Mapping[str, str], *, part: bool = True) -> HttpResponse:
    headers = {"HX-Request": "true"} if part else {}
    return client.post(attack_page(cast), values, headers=headers)  # type: ignore[return-value]


def words(response: Any) -> str:
    """What a page says, without its tags."""
    text = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", text)


def newest(cast: Cast) -> JournalEntry:
    return JournalEntry.objects.filter(campaign=cast.campaign).latest("pk")


def state(cast: Cast) -> dict[str, State]:
    return journal.stored(cast.campaign)
