"""Repair outside fights: the rules make the bill, the campaign's money pays it."""

from __future__ import annotations

from collections.abc import Sequence

from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Campaign, Character, Item, User
from combat.core.intent import Preview
from combat.core.value import Json
from combat.services.action import Acted, act
from combat.services.reading import preview


def armour_repair(*, item: Item, user: User, key: str, zones: Sequence[str] = (), payer: str = "") -> Acted:
    """Repair the zones named, or all of them; damage points and the payer's money change together."""
    campaign, request = _request(item, {"zones": list(zones)}, payer)
    return act(campaign=campaign, user=user, request=request, key=key, decline=True)


def weapon_repair(*, item: Item, user: User, key: str, payer: str = "") -> Acted:
    campaign, request = _request(item, {}, payer)
    return act(campaign=campaign, user=user, request=request, key=key, decline=True)


def item_repair(*, item: Item, user: User, key: str, zones: Sequence[str] = (), payer: str = "") -> Acted:
    """Repair an armour's zones, or a weapon as a whole."""
    if item.zones.exists():
        return armour_repair(item=item, user=user, key=key, zones=zones, payer=payer)
    return weapon_repair(item=item, user=user, key=key, payer=payer)


def repair_preview(*, item: Item, user: User, zones: Sequence[str] = ()) -> Preview:
    """What the repair would cost and why not, in the ruleset's currency."""
    campaign, request = _request(item, {"zones": list(zones)} if zones else {})
    return preview(campaign=campaign, user=user, request=request)


def _request(item: Item, parameters: dict[str, Json], payer: str = "") -> tuple[Campaign, dict[str, Json]]:
    character: Character | None = item.character
    if character is None or character.campaign is None:
        raise NotVisible
    part: dict[str, Json] = {"form": "repair", "item": item.ref, "targets": [], "parameters": parameters}
    return character.campaign, {
        "fight": {"combatants": {character.ref: {}}},
        "intent": {"actor": character.ref, "parts": [part]},
        "payer": payer,
    }
