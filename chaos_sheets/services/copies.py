"""Rows made after other rows: what a template or a catalogue entry becomes on a sheet or on the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum

from chaos_sheets import mapping
from chaos_sheets.errors import Invalid, NotVisible
from chaos_sheets.models import ArmourZone, Campaign, Character, Item, Known, Membership, Place
from chaos_sheets.records import Record, normal_map
from chaos_sheets.services.common import column_errors, price_in
from combat.core.description import RulesetInfo
from combat.core.event import Change
from combat.core.schema import Schema
from combat.core.value import Json
from combat.registry import ruleset_info

# What a copy has in common with its source unless somebody changed it; state and whereabouts are its own.
_COMPARED = ("name", "price", "repair_cost", "traits", "assumption")
_NUMBERED = re.compile(r"(?P<name>.+?) (?P<number>[0-9]{1,4})")
_BUNDLE = tuple[Record[Item], list[Record[Item]]]


class State(Enum):
    """How much of what play does to a thing a copy takes along."""

    NONE = "as it comes from the shop"
    AS_CARRIED = "in which hand, worn or not: for a template"
    ALL = "everything: what a template states is meant"


def with_fittings(item: Item) -> _BUNDLE:
    """A thing with its zones, and what is fitted to it."""
    rows = Item.objects.filter(retired=False)
    (record,) = mapping.read_items(Item.objects.filter(pk=item.pk))
    return record, mapping.read_items(rows.filter(fitted_to=item))


def copy_item(
    bundle: _BUNDLE,
    *,
    info: RulesetInfo,
    campaign: Campaign,
    character: Character | None,
    quantity: int = 1,
    name: str = "",
    state: State = State.NONE,
) -> list[Change]:
    """Save a copy, with zones and fittings, and say what was made."""
    record, fittings = bundle
    made = _copy(record, info, campaign=campaign, character=character, quantity=quantity, name=name, state=state)
    changes = [Change(made.ref, "", None, made.state)]
    for fitting in fittings:
        part = _copy(fitting, info, campaign=campaign, character=character, fitted_to=made.row, state=state)
        changes.append(Change(part.ref, "", None, part.state))
    return changes


def _copy(
    record: Record[Item],
    info: RulesetInfo,
    *,
    campaign: Campaign,
    character: Character | None,
    quantity: int = 1,
    name: str = "",
    fitted_to: Item | None = None,
    state: State,
) -> Record[Item]:
    source = record.row
    kind = info.kind(source.kind)
    # A fitting has a key of its own in the catalogue; on a sheet it is a modification like any other.
    is_entry = source.place == Place.CATALOGUE and source.fitted_to_id is None
    entry = source if is_entry else source.source
    row = Item(
        ruleset=source.ruleset,
        kind=source.kind,
        place=Place.CARRIED if character else Place.TABLE,
        campaign=campaign,
        character=character,
        source=entry,
        fitted_to=fitted_to,
        key=entry.key if entry else source.key,
        name=name or source.name,
        price=source.price,
        repair_cost=source.repair_cost,
        quantity=quantity,
        traits=source.traits,
        assumption=source.assumption,
        body=normal_map(_stated(kind.schema if kind else Schema(), source.body, state)),
    )
    row.save()
    zones = [
        ArmourZone(
            item=row,
            zone=zone.zone,
            protection=zone.protection,
            damage_points=zone.damage_points if state is State.ALL else 0,
        )
        for zone in record.parts.values()
    ]
    if zones:
        ArmourZone.objects.bulk_create(zones)
    return mapping.item_record(row, zones)


def _stated(schema: Schema, body: Mapping[str, Json], state: State) -> Mapping[str, Json]:
    return body if state is State.ALL else schema.fresh(body, as_carried=state is State.AS_CARRIED)


def new_character(
    campaign: Campaign,
    name: str,
    template: Character | None,
    owner: Membership | None,
    known: str,
    public_name: str,
) -> Character:
    """A sheet that is not saved yet, blank or after a template; raises Invalid for what it cannot be called."""
    row = Character(
        ruleset=campaign.ruleset, campaign=campaign, owner=owner, name=name, known=known, public_name=public_name
    )
    if template is not None:
        row.name = name or template.name
        row.public_name = public_name or template.public_name
        row.notes = template.notes
        # What the campaign keeps itself is in its own currency already.
        row.money = template.money if template.campaign_id else price_in(campaign, template.money)
        row.body = normal_map(template.body)
    errors = column_errors(row, {"name": row.name, "known": row.known, "public_name": row.public_name})
    if errors:
        raise Invalid(errors)
    return row


def new_template(character: Character, name: str, key: str, known: str) -> Character:
    """A template after a sheet, not saved yet: what play has done to it is left out; raises Invalid for its name.

    What the game master has noted stays with him: a template for players goes without.
    """
    is_for_players = known == Known.NAME
    row = Character(
        ruleset=character.ruleset,
        campaign=character.campaign,
        template=True,
        key=key,
        name=name,
        known=known,
        public_name="" if is_for_players else character.public_name,
        notes="" if is_for_players else character.notes,
        money=character.money,
        body=normal_map(ruleset_info(character.ruleset).sheet.fresh(character.body, as_carried=True)),
    )
    errors = column_errors(row, {"name": row.name})
    if errors:
        raise Invalid(errors)
    return row


def numbered(name: str, count: int, taken: Iterable[str]) -> list[str]:
    """Names for so many copies: alone by its name, else numbered on from those that are there: "Söldner 2"."""
    used = set()
    for other in taken:
        found = _NUMBERED.fullmatch(other)
        if other == name:
            used.add(1)
        elif found is not None and found["name"] == name:
            used.add(int(found["number"]))
    if count == 1 and not used:
        return [name]
    first = max(used, default=0) + 1
    return [f"{name} {number}" for number in range(first, first + count)]


def copy_carried(template: Character, row: Character, info: RulesetInfo, state: State = State.ALL) -> list[Change]:
    """Save copies of all somebody carries, with what is fitted, and say what was made."""
    carried = mapping.carried_items([template.pk])[template.pk]
    present = {record.row.pk for record in carried}
    changes: list[Change] = []
    for record in carried:
        if record.row.fitted_to_id in present:
            continue
        fittings = [other for other in carried if other.row.fitted_to_id == record.row.pk]
        changes += copy_item(
            (record, fittings),
            info=info,
            campaign=_campaign(row),
            character=row,
            quantity=record.row.quantity,
            state=state,
        )
    return changes


def _campaign(row: Character) -> Campaign:
    if row.campaign is None:
        raise NotVisible
    return row.campaign


def differences(item: Record[Item], source: Record[Item], info: RulesetInfo) -> list[Change]:
    """What would have to change for a copy to be as its source is now, state apart."""
    own, theirs = _comparable(item, info), _comparable(source, info)
    return [
        Change(item.ref, path, own.get(path), theirs.get(path))
        for path in sorted(own.keys() | theirs.keys())
        if own.get(path) != theirs.get(path)
    ]


def _comparable(record: Record[Item], info: RulesetInfo) -> dict[str, Json]:
    kind = info.kind(record.row.kind)
    body = normal_map(kind.schema.fresh(record.row.body) if kind else record.row.body)
    columns = normal_map({name: getattr(record.row, name) for name in _COMPARED})
    zones = {f"zones.{name}.protection": normal_map(zone.protection) or None for name, zone in record.parts.items()}
    return {**_leaves(body), **columns, **zones}


def _leaves(body: Mapping[str, Json], above: str = "") -> dict[str, Json]:
    """The body's values by their addresses."""
    found: dict[str, Json] = {}
    for key, value in body.items():
        if isinstance(value, Mapping):
            found |= _leaves(value, f"{above}{key}.")
        else:
            found[f"{above}{key}"] = value
    return found
