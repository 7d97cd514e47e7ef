"""The pages of a fight as somebody sends and reads them."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from chaos_sheets.models import User
from combat.models import Encounter
from combat.steps import Step
from tests.builders import key
from tests.shell.fights import fresh
from tests.web.attacks import as_user


def url(name: str, encounter: Encounter) -> str:
    return reverse(name, args=[encounter.campaign_id, encounter.pk])


def look(user: User, encounter: Encounter, **query: str) -> Any:
    return as_user(user).get(url("encounter", encounter), query)


def send(user: User, name: str, encounter: Encounter, /, *, part: bool = False, **values: Any) -> Any:
    headers = {"HX-Request": "true"} if part else {}
    return as_user(user).post(url(name, encounter), {"key": key(), **values}, headers=headers)


def move(user: User, encounter: Encounter, wanted: Step, **other: Any) -> Any:
    state = fresh(encounter).body
    shown = {"round": state.get("round", 0), "current": state.get("current", "")}
    return send(user, "encounter_step", encounter, **{"step": str(wanted), **shown, **other})
