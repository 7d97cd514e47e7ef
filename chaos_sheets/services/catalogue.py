"""A campaign's own catalogue. Stock stays as shipped: whoever edits it makes his campaign's own version."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from django.db.models import Q

from chaos_sheets import mapping, policy
from chaos_sheets.errors import Conflict, FieldError, Invalid, NotVisible, StaleEdit
from chaos_sheets.models import ArmourZone, Campaign, Item, Place, User
from chaos_sheets.records import Record
from chaos_sheets.services.common import KEY, Edit, at_work
from chaos_sheets.services.fields import CATALOGUE_COLUMNS, item_errors
from chaos_sheets.writing import writing
from combat.core.value import Json, value_at
from combat.registry import ruleset_info

# The catalogue of a campaign has one writer at a time: two first edits of a stock entry make one version of its own.
CATALOGUE = "catalogue"


def catalogue_item_create(
    *, campaign: Campaign, user: User, kind: str, name: str, values: Mapping[str, Json] | None = None, key: str = ""
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
    if key and not KEY.fullmatch(key):
        errors.append(FieldError("key", "bad_key"))
    if errors:
        raise Invalid(errors)
    with writing(campaign=campaign.pk, key=CATALOGUE):
        row.key = free_key(who.campaign, kind, key or slug(row.name))
        row.save()
        _save(mapping.item_record(row), wanted)
    return row


def catalogue_item_edit(*, campaign: Campaign, item: Item, user: User, edits: Mapping[str, Edit | Json]) -> Item:
    """Save fields of an entry; a stock entry is copied first. Bare values are set whatever stood there."""
    who = _begin(campaign, item, user)
    values = {field: edit.value if isinstance(edit, Edit) else edit for field, edit in edits.items()}
    errors = item_errors(item, values, ruleset_info(item.ruleset), CATALOGUE_COLUMNS)
    if errors:
        raise Invalid(errors)
    with writing(campaign=campaign.pk, key=CATALOGUE):
        record = _read(_own(who.campaign, item))
        _refuse_stale(record, edits)
        _save(record, values)
    return record.row


def catalogue_item_own(*, campaign: Campaign, item: Item, user: User) -> Item:
    """The campaign's own version of an entry, made now if there is none; it stands in the stock entry's place."""
    who = _begin(campaign, item, user)
    with writing(campaign=campaign.pk, key=CATALOGUE):
        return _own(who.campaign, item)


def catalogue_item_copy(*, campaign: Campaign, item: Item, user: User, name: str = "") -> Item:
    """Another entry like this one, of the campaign's own."""
    who = _begin(campaign, item, user)
    name = name.strip() or item.name
    errors = item_errors(item, {"name": name}, ruleset_info(item.ruleset))
    if errors:
        raise Invalid(errors)
    with writing(campaign=campaign.pk, key=CATALOGUE):
        return _copied(who.campaign, item, key=free_key(who.campaign, item.kind, slug(name)), name=name)


def catalogue_item_retire(*, campaign: Campaign, item: Item, user: User) -> Item:
    """Take an entry out of the campaign's catalogue; what was copied from it stays."""
    return _set_retired(campaign, item, user, retired=True)


def catalogue_item_restore(*, campaign: Campaign, item: Item, user: User) -> Item:
    return _set_retired(campaign, item, user, retired=False)


def _set_retired(campaign: Campaign, item: Item, user: User, *, retired: bool) -> Item:
    who = _begin(campaign, item, user)
    with writing(campaign=campaign.pk, key=CATALOGUE):
        row = _own(who.campaign, item)
        row.retired = retired
        row.version += 1
        row.save(update_fields=["retired", "version"])
    return row


def _begin(campaign: Campaign, item: Item, user: User) -> policy.Viewer:
    who = at_work(user=user, campaign=campaign)
    if item.place != Place.CATALOGUE or not policy.may_see_item(who, item):
        raise NotVisible
    policy.lead(who)
    return who


def _own(campaign: Campaign, item: Item) -> Item:
    if item.campaign_id == campaign.pk:
        return Item.objects.select_for_update().get(pk=item.pk)
    own = Item.objects.filter(
        campaign=campaign, place=Place.CATALOGUE, ruleset=item.ruleset, kind=item.kind, key=item.key
    ).first()
    return own or _copied(campaign, item, key=item.key, name=item.name)


def _copied(campaign: Campaign, item: Item, *, key: str, name: str) -> Item:
    row = _copy(campaign, item, key=key, name=name)
    for fitting in Item.objects.filter(fitted_to=item, place=Place.CATALOGUE, retired=False):
        fitting_key = free_key(campaign, fitting.kind, f"{key}-{fitting.kind}")
        _copy(campaign, fitting, key=fitting_key, name=fitting.name, fitted_to=row)
    return row


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


def _read(item: Item) -> Record[Item]:
    (record,) = mapping.read_items(Item.objects.filter(pk=item.pk))
    return record


def _refuse_stale(record: Record[Item], edits: Mapping[str, Edit | Json]) -> None:
    info = ruleset_info(record.row.ruleset)
    conflicts = []
    for field, edit in edits.items():
        if not isinstance(edit, Edit):
            continue
        stored = value_at(record.state, field)
        if stored is None:
            stored = mapping.default_of(record, field, info)
        if edit.shown not in (stored, value_at(record.state, field)):
            conflicts.append(Conflict(record.ref, field, edit.shown, stored, edit.value))
    if conflicts:
        raise StaleEdit(conflicts)


def _save(record: Record[Item], values: Mapping[str, Json]) -> None:
    for field, value in values.items():
        record.put(field, value)
    record.row.version += 1
    mapping.RECORDS["item"].save([record])
    record.row.save(update_fields=["version"])


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
    taken = set(rows.values_list("key", flat=True))
    number, key = 2, wanted
    while key in taken:
        key, number = f"{wanted}-{number}", number + 1
    return key
