"""A campaign's own catalogue. Stock stays as shipped: whoever edits it makes his campaign's own version."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Mapping

from django.db.models import Q

from chaos_sheets import journal, mapping, policy
from chaos_sheets.errors import FieldError, Invalid, NotVisible
from chaos_sheets.models import ArmourZone, Campaign, Item, Place, User
from chaos_sheets.records import KEY
from chaos_sheets.services.common import Edit, at_work, of_this_system
from chaos_sheets.services.fields import CATALOGUE_COLUMNS, item_errors
from chaos_sheets.writing import writing
from combat.core.event import Change
from combat.core.value import Json
from combat.registry import ruleset_info

type Work = Callable[[], tuple[Item, list[Change]]]
"""What is made and what is to be set, worked out once the key is known to be new."""


def catalogue_item_create(
    *,
    campaign: Campaign,
    user: User,
    kind: str,
    name: str,
    key: str,
    values: Mapping[str, Json] | None = None,
    entry_key: str = "",
) -> Item:
    """A new entry of the campaign's own; `values` by their addresses, as in an edit."""
    who = at_work(user=user, campaign=campaign)
    policy.lead(who)
    info = ruleset_info(who.campaign.ruleset)
    if info.kind(kind) is None:
        raise Invalid.of("kind", "not_a_choice", choices=[known.key for known in info.kinds])
    row = Item(ruleset=info.id, kind=kind, place=Place.CATALOGUE, campaign=who.campaign, name=name.strip())
    wanted = {"name": row.name, **(values or {})}
    errors = item_errors(row, wanted, info, CATALOGUE_COLUMNS)
    if entry_key and not KEY.fullmatch(entry_key):
        errors.append(FieldError("entry_key", "bad_key"))
    if errors:
        raise Invalid(errors)

    def work() -> tuple[Item, list[Change]]:
        row.key = free_key(who.campaign, kind, entry_key or slug(row.name))
        row.save()
        record = mapping.item_record(row)
        for field, value in wanted.items():
            record.put(field, value)
        mapping.RECORDS["item"].save([record])
        return row, _made([row])

    return _recorded(who, key, "catalogue_created", {"kind": kind, "values": wanted, "entry_key": entry_key}, work)


def catalogue_item_edit(
    *, campaign: Campaign, item: Item, user: User, key: str, edits: Mapping[str, Edit | Json]
) -> Item:
    """Save fields of an entry; a stock entry is copied first. Bare values are set whatever stood there."""
    who = _begin(campaign, item, user)
    values = {field: edit.value if isinstance(edit, Edit) else edit for field, edit in edits.items()}
    errors = item_errors(item, values, ruleset_info(item.ruleset), CATALOGUE_COLUMNS)
    if errors:
        raise Invalid(errors)
    if not edits:
        return catalogue_item_own(campaign=campaign, item=item, user=user, key=key)

    def work() -> tuple[Item, list[Change]]:
        own = _own(who, item, key)
        rows = journal.load(who.campaign, [own.ref], lock=True)
        return own, [
            Change(own.ref, field, edit.shown, edit.value)
            if isinstance(edit, Edit)
            else journal.change(rows, own.ref, field, edit)
            for field, edit in edits.items()
        ]

    stated = {field: list(edit) if isinstance(edit, Edit) else edit for field, edit in edits.items()}
    return _recorded(who, key, "catalogue_edit", {"item": item.pk, "edits": stated}, work, item)


def catalogue_item_own(*, campaign: Campaign, item: Item, user: User, key: str) -> Item:
    """The campaign's own version of an entry, made now if there is none; it stands in the stock entry's place."""
    who = _begin(campaign, item, user)
    with writing(campaign=who.campaign.pk, key=key):
        return _own(who, item, key)


def catalogue_item_copy(*, campaign: Campaign, item: Item, user: User, key: str, name: str = "") -> Item:
    """Another entry like this one, of the campaign's own."""
    who = _begin(campaign, item, user)
    name = name.strip() or item.name
    errors = item_errors(item, {"name": name}, ruleset_info(item.ruleset))
    if errors:
        raise Invalid(errors)

    def work() -> tuple[Item, list[Change]]:
        made = _copied(who.campaign, item, key=free_key(who.campaign, item.kind, slug(name)), name=name)
        return made[0], _made(made)

    return _recorded(who, key, "catalogue_copied", {"item": item.pk, "name": name}, work)


def catalogue_item_retire(*, campaign: Campaign, item: Item, user: User, key: str) -> Item:
    """Take an entry out of the campaign's catalogue; what was copied from it stays."""
    return _set_retired(campaign, item, user, key, retired=True)


def catalogue_item_restore(*, campaign: Campaign, item: Item, user: User, key: str) -> Item:
    return _set_retired(campaign, item, user, key, retired=False)


def _set_retired(campaign: Campaign, item: Item, user: User, key: str, *, retired: bool) -> Item:
    who = _begin(campaign, item, user)

    def work() -> tuple[Item, list[Change]]:
        own = _own(who, item, key)
        rows = journal.load(who.campaign, [own.ref], lock=True)
        return own, [journal.change(rows, own.ref, "retired", retired)]

    cause = "catalogue_retired" if retired else "catalogue_restored"
    return _recorded(who, key, cause, {"item": item.pk}, work, item)


def _recorded(
    who: policy.Viewer, key: str, cause: str, request: dict[str, Json], work: Work, item: Item | None = None
) -> Item:
    """The entry that came of it, all of it or none: once for each key, kept in the journal."""
    with writing(campaign=who.campaign.pk, key=key):
        first = journal.earlier(campaign=who.campaign, key=key, user=who.user, cause=cause, request=request)
        if first is not None and first.changes:
            return Item.objects.get(pk=int(journal.changes_of(first)[0].of.partition(":")[2]))
        if first is not None and item is not None:
            return _own(who, item, key)
        made, changes = work()
        journal.record(
            campaign=who.campaign,
            changes=changes,
            cause=cause,
            key=key,
            user=who.user,
            request=request,
            loaded=journal.load(who.campaign, [change.of for change in changes], lock=True),
            is_new_key=True,
        )
    return Item.objects.get(pk=made.pk)


def _made(rows: Iterable[Item]) -> list[Change]:
    found = mapping.read_items(Item.objects.filter(pk__in=[row.pk for row in rows]))
    return [Change(record.ref, "", None, record.state) for record in found]


def _begin(campaign: Campaign, item: Item, user: User) -> policy.Viewer:
    who = at_work(user=user, campaign=campaign)
    of_this_system(who, item, "item")
    if item.place != Place.CATALOGUE or not policy.may_see_item(who, item):
        raise NotVisible
    policy.lead(who)
    return who


def _own(who: policy.Viewer, item: Item, key: str) -> Item:
    """The campaign's version of an entry; made now, as an entry of the journal by itself, it outlasts what follows."""
    if item.campaign_id == who.campaign.pk:
        return item
    own = Item.objects.filter(
        campaign=who.campaign, place=Place.CATALOGUE, ruleset=item.ruleset, kind=item.kind, key=item.key
    ).first()
    if own is not None:
        return own

    def work() -> tuple[Item, list[Change]]:
        made = _copied(who.campaign, item, key=item.key, name=item.name)
        return made[0], _made(made)

    own_key = f"own-{hashlib.sha256(key.encode(errors='replace')).hexdigest()[:32]}"
    return _recorded(who, own_key, "catalogue_own", {"item": item.pk}, work)


def _copied(campaign: Campaign, item: Item, *, key: str, name: str) -> list[Item]:
    """A copy, and behind it copies of what is fitted to it."""
    row = _copy(campaign, item, key=key, name=name)
    made = [row]
    for fitting in Item.objects.filter(fitted_to=item, place=Place.CATALOGUE, retired=False):
        fitting_key = free_key(campaign, fitting.kind, f"{key}-{fitting.kind}")
        made.append(_copy(campaign, fitting, key=fitting_key, name=fitting.name, fitted_to=row))
    return made


def _copy(campaign: Campaign, item: Item, *, key: str, name: str, fitted_to: Item | None = None) -> Item:
    row = Item(
        ruleset=item.ruleset,
        kind=item.kind,
        place=Place.CATALOGUE,
        campaign=campaign,
        source=item.source if fitted_to else item,
        fitted_to=fitted_to,
        key=key,
        name=name,
        price=item.price,
        repair_cost=item.repair_cost,
        quantity=item.quantity,
        traits=item.traits,
        assumption=item.assumption,
        body=item.body,
    )
    row.save()
    ArmourZone.objects.bulk_create(
        ArmourZone(item=row, zone=zone.zone, protection=zone.protection) for zone in item.zones.all()
    )
    return row


def slug(name: str) -> str:
    """A key made of a name: lower case, ä as ae, everything else a hyphen."""
    text = name.lower()
    for letter, plain_letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        text = text.replace(letter, plain_letters)
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:70] or "eintrag"


def free_key(campaign: Campaign, kind: str, wanted: str) -> str:
    """The key, with a number behind it if stock or the campaign has one like it."""
    rows = Item.objects.filter(place=Place.CATALOGUE, ruleset=campaign.ruleset, kind=kind)
    rows = rows.filter(Q(campaign=campaign) | Q(campaign=None), key__startswith=wanted)
    return first_free(wanted, set(rows.values_list("key", flat=True)))


def first_free(wanted: str, taken: Container[str]) -> str:
    """The key, or with the first number behind it that nobody has."""
    number, key = 2, wanted
    while key in taken:
        key, number = f"{wanted}-{number}", number + 1
    return key
