"""Small makers for tests, all by the services: whatever they make is in the journal."""

from __future__ import annotations

from itertools import count

from chaos_sheets import services
from chaos_sheets.models import Campaign, Character, Item, Membership, User

RULESET = "chaos"
_numbers = count(1)


def key(name: str = "key") -> str:
    """A one-time key nobody used before."""
    return f"{name}-{next(_numbers)}"


def user(name: str, password: str = "") -> User:
    """An account; without a password nobody can sign in, which makes it quicker."""
    return User.objects.create_user(name, password=password or None)


def campaign(gm: User, name: str = "Konvoi Süd") -> Campaign:
    return services.campaign_create(user=gm, name=name, ruleset=RULESET, key=key("campaign"))


def template(name: str = "jonna_velder") -> Character:
    return Character.objects.get_by_natural_key(RULESET, name)


def stock(kind: str, name: str) -> Item:
    return Item.objects.get_by_natural_key(RULESET, kind, name)


def character(
    campaign: Campaign,
    gm: User,
    of: str = "jonna_velder",
    *,
    owner: Membership | None = None,
    name: str = "",
    known: str | None = None,
    public_name: str = "",
) -> Character:
    return services.character_create(
        campaign=campaign,
        user=gm,
        key=key("character"),
        template=template(of),
        owner=owner,
        name=name,
        known=known,
        public_name=public_name,
    )


def cover(campaign: Campaign, gm: User, name: str = "crate") -> Item:
    return services.cover_place(campaign=campaign, source=stock("cover", name), user=gm, key=key("cover"))


def carried(character: Character, item_key: str) -> Item:
    """A thing of the character by its catalogue key."""
    return Item.objects.get(character=character, key=item_key)
