"""Makes a campaign to look at, by the services: so its journal tells how everything in it came to be."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand

from chaos_sheets import services
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import Campaign, Character, Item, Known, User

GM = "spielleitung"
NAME = "Konvoi Nord"
RULESET = "chaos"


class Someone(NamedTuple):
    template: str
    name: str
    known: str
    public_name: str = ""


PLAYERS = {"kim": "jonna_velder", "alex": "grakh_tolvar", "robin": "mikkel_raun", "toni": "saela_nim"}
OTHERS = (
    Someone("mercenary", "Söldner-Veteran", Known.KIND, "Söldner"),
    Someone("tank_hunter", "Panzerjäger", Known.KIND, "Schwer Bewaffneter"),
    Someone("plant_guard", "Werkschützer 1", Known.NAME),
    Someone("plant_guard", "Werkschützer 2", Known.NAME),
    Someone("looter", "Plünderer 1", Known.NAME),
    Someone("looter", "Plünderer 2", Known.NAME),
    Someone("looter_boss", "Plündererboss", Known.KIND, "Plünderer mit Flinte"),
    Someone("cult_psychic", "Kult-Psychic", Known.NOTHING, "Gestalt im Mantel"),
)
COVERS = ("crate", "oil_drum", "house_corner")


class Command(BaseCommand):
    help = "Make the demo campaign with a game master and four players; prints their logins. Once only."

    def handle(self, *args: Any, **options: Any) -> None:
        file = Path(settings.DATA_DIR) / "demo-logins.txt"
        if not User.objects.filter(username=GM).exists():
            load_stock(RULESET)
            logins = make_demo()
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(mode=0o600)
            file.write_text("".join(f"{name}  {password}\n" for name, password in logins.items()))
        if options["verbosity"] and file.exists():
            self.stdout.write(f"{NAME} ({file}):\n{file.read_text()}")


def make_demo() -> dict[str, str]:
    """The campaign with everybody in it; the passwords by account."""
    logins = {name: secrets.token_urlsafe(9) for name in (GM, *PLAYERS)}
    gm = User.objects.create_user(GM, password=logins[GM])
    campaign = services.campaign_create(user=gm, name=NAME, ruleset=RULESET, key="demo")
    for name, template in PLAYERS.items():
        character = _character(campaign, gm, template)
        _, token = services.member_invite(campaign=campaign, user=gm, character=character)
        services.invitation_accept(token=token, name=name, password=logins[name])
    for number, one in enumerate(OTHERS):
        _character(campaign, gm, one.template, one, key=f"demo-other-{number}")
    for key in COVERS:
        cover = Item.objects.get_by_natural_key(RULESET, "cover", key)
        services.cover_place(campaign=campaign, source=cover, user=gm, key=f"demo-cover-{key}")
    _shopping(campaign)
    return logins


def _character(campaign: Campaign, gm: User, template: str, one: Someone | None = None, key: str = "") -> Character:
    return services.character_create(
        campaign=campaign,
        user=gm,
        key=key or f"demo-{template}",
        template=Character.objects.get_by_natural_key(RULESET, template),
        name=one.name if one else "",
        known=one.known if one else None,
        public_name=one.public_name if one else "",
    )


def _shopping(campaign: Campaign) -> None:
    """The first entry a player made himself."""
    player = User.objects.get(username="kim")
    character = Character.objects.get(campaign=campaign, owner__user=player)
    medipack = Item.objects.get_by_natural_key(RULESET, "gear", "medipack")
    services.item_add(character=character, source=medipack, user=player, key="demo-shopping", pay=True)
