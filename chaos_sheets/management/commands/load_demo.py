"""Makes a campaign to look at, by the services: so its journal tells how everything in it came to be."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand

from chaos_sheets import services
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import Campaign, Character, Item, User
from combat.registry import ruleset_ids, ruleset_info

GM = "spielleitung"


class Command(BaseCommand):
    help = "Make a demo campaign of every system, with a game master and players; prints their log-ins. Once only."

    def handle(self, *args: Any, **options: Any) -> None:
        file = Path(settings.DATA_DIR) / "demo-logins.txt"
        if not User.objects.filter(username=GM).exists():
            logins = make_demo()
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(mode=0o600)
            file.write_text("".join(f"{name}  {password}\n" for name, password in logins.items()))
        if options["verbosity"] and file.exists():
            self.stdout.write("Demo campaigns: " + ", ".join(_tables()))
            self.stdout.write(f"Log-ins (first passwords, kept in {file}):")
            for line in file.read_text().splitlines():
                name, password = line.split()
                self.stdout.write(f"  {name:<14} {password:<14} {_part(name)}")


def _tables() -> Iterator[str]:
    """The demo's campaigns, each with the system it shows."""
    for campaign in Campaign.objects.filter(memberships__user__username=GM).order_by("pk"):
        yield f"{campaign.name} ({ruleset_info(campaign.ruleset).name})"


def _part(account: str) -> str:
    """What somebody is at the demo's tables, for whoever reads the list of logins."""
    if account == GM:
        return "game master"
    played = Character.objects.in_play().filter(owner__user__username=account).values_list("name", flat=True)
    return f"plays {', '.join(played)}" if played else "player"


def described() -> Iterator[tuple[str, dict[str, Any]]]:
    """The demo that each ruleset brings beside its stock, if it has one."""
    for ruleset in ruleset_ids():
        path = Path(settings.BASE_DIR) / "fixtures" / ruleset / "demo.json"
        if path.exists():
            yield ruleset, json.loads(path.read_text(encoding="utf-8"))


def make_demo(only: str = "") -> dict[str, str]:
    """The campaigns with everybody in them, or that of one ruleset alone; the passwords by account."""
    logins = {GM: secrets.token_urlsafe(9)}
    gm = User.objects.create_user(GM, password=logins[GM])
    for ruleset, demo in described():
        if only not in ("", ruleset):
            continue
        load_stock(ruleset)
        campaign = services.campaign_create(user=gm, name=demo["name"], ruleset=ruleset, key=f"demo-{ruleset}")
        for name, template in demo["players"].items():
            character = _character(campaign, gm, template)
            _join(campaign, gm, character, name, logins)
        for number, other in enumerate(demo["others"]):
            _character(campaign, gm, key=f"other-{number}", **other)
        for key in demo["covers"]:
            cover = Item.objects.get_by_natural_key(ruleset, "cover", key)
            services.cover_place(campaign=campaign, source=cover, user=gm, key=f"demo-cover-{key}")
        for purchase in demo["purchases"]:
            _buy(campaign, **purchase)
        for furnish in _more():
            furnish(campaign, gm, demo)
    return logins


def _more() -> Iterator[Callable[[Campaign, User, dict[str, Any]], None]]:
    """What other apps put into a demo; found through Django, so that this app need not know them."""
    for app in apps.get_app_configs():
        if getattr(app, "journalled", False) and find_spec(f"{app.name}.demo") is not None:
            yield import_module(f"{app.name}.demo").furnish


def _join(campaign: Campaign, gm: User, character: Character, name: str, logins: dict[str, str]) -> None:
    _, token = services.member_invite(campaign=campaign, user=gm, character=character)
    if name in logins:
        services.invitation_accept(token=token, user=User.objects.get(username=name))
        return
    logins[name] = secrets.token_urlsafe(9)
    services.invitation_accept(token=token, name=name, password=logins[name])


def _character(
    campaign: Campaign,
    gm: User,
    template: str,
    *,
    key: str = "",
    name: str = "",
    known: str | None = None,
    public_name: str = "",
    owner: str = "",
) -> Character:
    """One of the demo's characters; ``owner``: the account of whoever plays it beside his own."""
    return services.character_create(
        campaign=campaign,
        user=gm,
        key=f"demo-{key or template}",
        template=Character.objects.get_by_natural_key(campaign.ruleset, template),
        name=name,
        known=known,
        public_name=public_name,
        owner=campaign.memberships.get(user__username=owner) if owner else None,
    )


def _buy(campaign: Campaign, player: str, kind: str, key: str) -> None:
    """An entry that a player made himself."""
    user = User.objects.get(username=player)
    character = Character.objects.filter(campaign=campaign, owner__user=user).earliest("pk")
    source = Item.objects.get_by_natural_key(campaign.ruleset, kind, key)
    services.item_add(character=character, source=source, user=user, key=f"demo-buy-{key}", pay=True)
