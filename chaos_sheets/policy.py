"""Who may see and do what. Nothing else looks at a role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from chaos_sheets.errors import NotAllowed, NotVisible
from chaos_sheets.models import Campaign, Character, Item, JournalEntry, Known, Membership, Place, Role, User
from chaos_sheets.prepared import Prepared
from chaos_sheets.records import records_of, split_ref

# A campaign's switch: players see each other's whole sheets.
OPEN_SHEETS = "open_sheets"
# Beyond this no row has a number, and databases refuse to look.
LARGEST_NUMBER = 2**63


class Sight(IntEnum):
    """How much of a character somebody sees; from KIND on also how it fares, without numbers."""

    NOTHING = 0
    KIND = 1
    NAME = 2
    ALL = 3


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody looking at a campaign he is a member of."""

    user: User
    campaign: Campaign
    membership: Membership

    @property
    def is_gm(self) -> bool:
        return self.membership.role == Role.GM

    @property
    def is_player(self) -> bool:
        return self.membership.role == Role.PLAYER

    @property
    def is_spectator(self) -> bool:
        return self.membership.role == Role.SPECTATOR

    def owns(self, character: Character) -> bool:
        return character.owner_id == self.membership.pk


_membership = Prepared(
    lambda campaign, user: Membership.objects.select_related("campaign").filter(campaign=campaign, user=user)
)


def viewer(*, user: User | AnonymousUser, campaign: Campaign | int) -> Viewer:
    """The user as a member of the campaign; strangers get NotVisible, whether it exists or not."""
    if not user.is_authenticated:
        raise NotVisible
    number = campaign if isinstance(campaign, int) else campaign.pk
    if not 0 <= number < LARGEST_NUMBER:
        raise NotVisible
    found = _membership.first(number, user.pk)
    if found is None:
        raise NotVisible
    return Viewer(user=user, campaign=found.campaign, membership=found)


def campaigns_of(user: User) -> QuerySet[Campaign]:
    return Campaign.objects.filter(memberships__user=user)


def led_by(user: User) -> QuerySet[Campaign]:
    return Campaign.objects.filter(memberships__user=user, memberships__role=Role.GM)


# --- characters and things ------------------------------------------------------------------------------------


def sight(who: Viewer, character: Character) -> Sight:
    if character.template:
        return Sight.ALL if may_use_template(who, character) else Sight.NOTHING
    if character.campaign_id != who.campaign.pk:
        return Sight.NOTHING
    if who.is_gm or who.owns(character):
        return Sight.ALL
    if character.retired:
        return Sight.NOTHING
    if character.owner_id is not None and who.is_player and who.campaign.switches.get(OPEN_SHEETS):
        return Sight.ALL
    return {Known.NOTHING: Sight.NOTHING, Known.KIND: Sight.KIND}.get(Known(character.known), Sight.NAME)


def is_hidden(character: Character) -> bool:
    """Whether the players know nothing of him."""
    return character.owner_id is None and character.known == Known.NOTHING


def is_named_otherwise(character: Character) -> bool:
    """Whether the players know him by another name."""
    return character.owner_id is None and character.known == Known.KIND and bool(character.public_name)


def visible_characters(who: Viewer) -> QuerySet[Character]:
    """Characters in play of which he sees anything at all."""
    rows = Character.objects.in_play().filter(campaign=who.campaign)
    return rows if who.is_gm else rows.filter(Q(owner=who.membership) | ~Q(known=Known.NOTHING))


def shown_name(who: Viewer, character: Character) -> str:
    """The name he may know, empty if none."""
    seen = sight(who, character)
    if seen >= Sight.NAME:
        return character.name
    return character.public_name if seen == Sight.KIND else ""


def see_character(who: Viewer, character: Character, level: Sight = Sight.KIND) -> None:
    """Raise NotVisible where nothing may be seen, NotAllowed where less than `level`."""
    seen = sight(who, character)
    if seen == Sight.NOTHING:
        raise NotVisible
    if seen < level:
        raise NotAllowed


def may_use_template(who: Viewer, character: Character) -> bool:
    """The GM any; a player those of the stock that are made for players, which are known by name."""
    if character.campaign_id not in (None, who.campaign.pk) or character.ruleset != who.campaign.ruleset:
        return False
    if who.is_gm:
        return True
    return who.is_player and not character.retired and character.known == Known.NAME


def may_act(who: Viewer, character: Character) -> bool:
    """Act, spend, repair, edit: the GM for all, a player for his own."""
    return (
        not character.template
        and character.campaign_id == who.campaign.pk
        and (who.is_gm or (who.is_player and who.owns(character)))
    )


def act_for(who: Viewer, character: Character) -> None:
    see_character(who, character)
    if not may_act(who, character):
        raise NotAllowed


def may_target(who: Viewer, character: Character) -> bool:
    return character.campaign_id == who.campaign.pk and sight(who, character) > Sight.NOTHING


def may_see_item(who: Viewer, item: Item) -> bool:
    """Whole things: stock and catalogue everyone, covers the GM alone (others see a part), carried with the sheet."""
    if item.place == Place.CATALOGUE:
        return item.campaign_id in (None, who.campaign.pk) and item.ruleset == who.campaign.ruleset
    if item.campaign_id != who.campaign.pk:
        return False
    if item.place == Place.TABLE:
        return who.is_gm
    return item.character is not None and sight(who, item.character) == Sight.ALL


def may_see_cover(who: Viewer, item: Item) -> bool:
    """Name, bonus and whether it is intact, damaged or destroyed."""
    return item.place == Place.TABLE and item.campaign_id == who.campaign.pk and (who.is_gm or not item.retired)


def edit_item(who: Viewer, item: Item) -> None:
    """Raise NotVisible or NotAllowed unless he may change this thing on a sheet or on the table."""
    if item.place == Place.CATALOGUE or item.campaign_id != who.campaign.pk:
        raise NotVisible
    if item.character is not None:
        act_for(who, item.character)
    else:
        lead(who)


# --- the game master's part -----------------------------------------------------------------------------------


def lead(who: Viewer) -> None:
    """Members, options, encounters, catalogue, overrides: the GM alone."""
    if not who.is_gm:
        raise NotAllowed


def may_see_encounter(who: Viewer, *, started: bool) -> bool:
    """What the game master prepares is his own; from its first round on all at the table see a fight."""
    return who.is_gm or started


def may_answer(who: Viewer, of: str, characters: Mapping[str, Character]) -> bool:
    """Whose roll or choice it is: the owner's; the GM answers for everybody, and what is asked of nobody at the table.

    ``of``: the ref of whoever is asked; ``characters``: those of this campaign by ref.
    """
    return who.is_gm or (of in characters and may_act(who, characters[of]))


def may_reset_password(who: Viewer, member: Membership) -> bool:
    """Only for accounts that play nowhere but in campaigns he leads: else the link opened other people's tables."""
    if not who.is_gm or member.campaign_id != who.campaign.pk or member.user_id == who.user.pk:
        return False
    if member.user.is_staff or member.user.is_superuser:
        return False
    return not campaigns_of(member.user).exclude(pk__in=led_by(who.user).values("pk")).exists()


# --- the log --------------------------------------------------------------------------------------------------


def may_undo(who: Viewer, entry: JournalEntry) -> bool:
    """The GM any entry; a player what he did himself, if it touched nothing but his own characters.

    In a fight also what he did to his side of it, until anything else has happened there.
    """
    if entry.campaign_id != who.campaign.pk:
        return False
    if who.is_gm:
        return True
    if not who.is_player or entry.user_id != who.user.pk:
        return False
    own = {f"character:{pk}" for pk in who.membership.characters.values_list("pk", flat=True)}
    refs = set(entry.subjects.values_list("ref", flat=True))
    carried = {f"item:{pk}" for pk in Item.objects.filter(character__owner=who.membership).values_list("pk", flat=True)}
    shared = refs - own - carried
    return bool(refs) and (not shared or (_is_his_side(entry, shared, own) and _is_newest(entry, shared)))


def _is_his_side(entry: JournalEntry, shared: set[str], own: set[str]) -> bool:
    """Whether all that an entry changed in records of several people tells of his own characters."""
    touched = [(change["of"], change["field"]) for change in entry.changes if change["of"] in shared]
    about = [set(records_of(split_ref(ref)[0]).whose(path)) for ref, path in touched]
    return shared == {ref for ref, _path in touched} and all(people & own for people in about)


def _is_newest(entry: JournalEntry, refs: set[str]) -> bool:
    later = JournalEntry.objects.filter(campaign=entry.campaign_id, pk__gt=entry.pk, subjects__ref__in=refs)
    return not later.filter(undoes=None).standing().exists()


def may_see_entry_numbers(who: Viewer, character: Character) -> bool:
    """Numbers in log lines: of his own only; a spectator sees none."""
    return who.is_gm or (who.is_player and who.owns(character))
