"""The people every test of permissions is played with, and a campaign they sit around."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from pytest_django.plugin import DjangoDbBlocker

from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import Campaign, Character, Item, Known, Membership, Place, Role, User
from tests import builders


@dataclass(slots=True, kw_only=True)
class Cast:
    """GM, owner of the hero, a fellow player with a character of his own, a spectator, and a stranger."""

    campaign: Campaign
    gm: User
    owner: User
    fellow: User
    spectator: User
    stranger: User
    hero: Character
    other: Character
    hidden: Character
    kind: Character
    named: Character
    cover: Item

    def member(self, user: User) -> Membership:
        return Membership.objects.get(campaign=self.campaign, user=user)

    def weapon(self, of: Character | None = None, key: str = "faehrmann") -> Item:
        return builders.carried(of or self.hero, key)

    @property
    def insiders(self) -> tuple[User, ...]:
        return (self.gm, self.owner, self.fellow, self.spectator)


NAMES = ("gm", "owner", "fellow", "spectator", "stranger")
CAMPAIGN = "Konvoi Süd"
OTHER_CAMPAIGN = "Fremde Runde"


def make_cast(password: str = "") -> Cast:
    gm, owner, fellow, spectator, stranger = (builders.user(name, password) for name in NAMES)
    campaign = builders.campaign(gm, CAMPAIGN)
    members = {
        user: Membership.objects.create(campaign=campaign, user=user, role=role)
        for user, role in ((owner, Role.PLAYER), (fellow, Role.PLAYER), (spectator, Role.SPECTATOR))
    }
    builders.character(builders.campaign(stranger, OTHER_CAMPAIGN), stranger, "looter", name="Fremder Plünderer")
    builders.character(campaign, gm, owner=members[owner])
    builders.character(campaign, gm, "mikkel_raun", owner=members[fellow])
    builders.character(campaign, gm, "cult_psychic", name="Frater Anselm", known=Known.NOTHING)
    builders.character(campaign, gm, "mercenary", name="Ulf Brandt", known=Known.KIND, public_name="Söldner")
    builders.character(campaign, gm, "looter", name="Plünderer (11)", known=Known.NAME)
    builders.cover(campaign, gm)
    return read_cast()


def read_cast() -> Cast:
    """The cast as it stands in the database."""
    gm, owner, fellow, spectator, stranger = (User.objects.get(username=name) for name in NAMES)
    campaign = Campaign.objects.get(name=CAMPAIGN)
    hero, other, hidden, kind, named = (
        Character.objects.get(campaign=campaign, name=name)
        for name in ("Jonna Velder", "Mikkel Raun", "Frater Anselm", "Ulf Brandt", "Plünderer (11)")
    )
    return Cast(
        campaign=campaign,
        gm=gm,
        owner=owner,
        fellow=fellow,
        spectator=spectator,
        stranger=stranger,
        hero=hero,
        other=other,
        hidden=hidden,
        kind=kind,
        named=named,
        cover=Item.objects.get(campaign=campaign, place=Place.TABLE),
    )


@pytest.fixture(scope="session")
def stock_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Stock and cast, put into the test database before the first test: made anew they would cost most of it.

    Every folder that takes this fixture over runs it, so whoever comes second finds it done.
    """
    with django_db_blocker.unblock():
        if not User.objects.filter(username=NAMES[0]).exists():
            load_stock(builders.RULESET)
            make_cast()


@pytest.fixture
def stock(stock_once: None, db: None) -> None:
    """The stock, also after a test with real transactions has emptied the tables."""
    if not Item.objects.stock().exists():
        load_stock(builders.RULESET)


@pytest.fixture
def cast(stock: None) -> Cast:
    return read_cast() if User.objects.filter(username=NAMES[0]).exists() else make_cast()
