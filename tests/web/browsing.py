"""A browser in small: signs somebody in, reads a form of the administration and sends it back changed."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from chaos_sheets.models import Item, Place, User
from tests.cast import Cast

LIST = "admin:chaos_sheets_weapon_changelist"
CHANGE = "admin:chaos_sheets_weapon_change"
ADD = "admin:chaos_sheets_weapon_add"
KINDS = ("weapon", "armour", "cover", "modification", "gear", "skill", "talent", "spell", "species", "characterclass")


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def fields_of(text: str) -> dict[str, Any]:
    """What a browser would send back of a form of the administration, the hidden values it showed included."""
    return values_of(text[text.index('_form" novalidate') :])


def values_of(form: str) -> dict[str, Any]:
    """What a browser would send back of a form."""
    found: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        attributes = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if attributes.get("type") in ("submit", "button") or "name" not in attributes:
            continue
        if attributes.get("type") in ("checkbox", "radio") and " checked" not in tag:
            continue
        value = attributes.get("value", "on" if attributes.get("type") == "checkbox" else "")
        found.setdefault(attributes["name"], []).append(unescape(value))
    for name, options in re.findall(r'<select[^>]*? name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        found[name] = [chosen[1] if chosen else ""]
    for name, value in re.findall(r'<textarea name="([^"]+)"[^>]*>\n?(.*?)</textarea>', form, re.S):
        found[name] = [unescape(value)]
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def form_of(client: Client, item: Item, model: str = "weapon") -> dict[str, Any]:
    response = client.get(reverse(f"admin:chaos_sheets_{model}_change", args=[item.pk]))
    assert response.status_code == 200
    return fields_of(response.content.decode())


def save(client: Client, item: Item, model: str = "weapon", **given: object) -> Any:
    form = form_of(client, item, model)
    for name, value in given.items():
        if value is None:
            form.pop(name, None)
        else:
            form[name] = value
    return client.post(reverse(f"admin:chaos_sheets_{model}_change", args=[item.pk]), form | {"_save": "1"})


def own(cast: Cast, item: Item) -> Item:
    return Item.objects.get(campaign=cast.campaign, place=Place.CATALOGUE, kind=item.kind, key=item.key)


def act(client: Client, action: str, *items: Item) -> str:
    given = {"action": action, "_selected_action": [item.pk for item in items], "index": "0"}
    response = client.post(f"{reverse(LIST)}?state=all", given, follow=True)
    assert response.status_code == 200
    return response.content.decode()
