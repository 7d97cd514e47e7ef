"""Encounters as the rules read them, and changes back into rows: the only place that does either."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chaos_sheets import mapping as sheets
from chaos_sheets.errors import NotVisible
from chaos_sheets.models import Campaign, Character, Item, Place
from chaos_sheets.prepared import Prepared
from chaos_sheets.records import Record, split_ref
from combat.core import fight as core
from combat.core.description import RulesetInfo
from combat.core.event import Change
from combat.core.schema import FieldKind
from combat.core.value import Json, JsonMap, value_at
from combat.encounter_records import COMBATANTS, COVERS, RETIRED, EncounterRecords, encounter_record
from combat.models import Combatant, Encounter
from combat.registry import ruleset_info
from combat.requests import HOUSE, Request

RECORDS: dict[str, Any] = {"encounter": EncounterRecords()}


# --- a fight as the rules read it -----------------------------------------------------------------------------


@dataclass(slots=True)
class Table:
    """A fight, and the rows it was read from: by ref, ready for the journal."""

    fight: core.Fight
    records: dict[str, Record[Any]]
    characters: dict[str, Character]
    covers: dict[str, Item]
    encounter: Record[Encounter] | None = None
    payer: Character | None = None
    versions: dict[str, int] = field(default_factory=dict)


def read_table(campaign: Campaign, request: Request, info: RulesetInfo, *, closed: bool = False) -> Table:
    """The fight of a request, read in two queries, with or without an encounter; raises NotVisible for strangers' ids.

    An encounter has its own people and covers: whoever has left it, or was put away meanwhile, takes no part. One that
    is over is read only where it is looked at (``closed``).
    """
    encounter = _read_encounter(campaign, request, closed=closed)
    named, present = _named(request), _present(encounter)
    if encounter is not None and not named <= present:
        raise NotVisible
    pays = {_number(request.payer, "character")} if request.payer not in ("", HOUSE) else set()
    rows = _people(campaign, encounter, named | present | pays)
    entered = {number: place for place, number in enumerate(encounter.parts if encounter else ())}
    characters = {row.ref: row for row in sorted(rows, key=lambda row: entered.get(str(row.pk), 0))}
    payer = next((row for row in characters.values() if row.pk in pays), None)
    aside = {} if payer is None or payer.pk in named | present else {payer.ref: characters.pop(payer.ref)}
    things = {_number(ref, "item") for ref in request.things}
    items = sheets.items_in_play([row.pk for row in characters.values()], sorted(things | _covers_of(encounter)))
    covers = {
        record.ref: record
        for record in items
        if record.row.place == Place.TABLE and record.row.campaign_id == campaign.pk
    }
    if not {f"character:{number}" for number in named} <= characters.keys() or not set(request.things) <= covers.keys():
        raise NotVisible
    if pays and payer is None:
        raise NotVisible
    records: dict[str, Record[Any]] = {record.ref: record for record in items}
    records |= {ref: sheets.character_record(row) for ref, row in (characters | aside).items()}
    if encounter is not None:
        records[encounter.ref] = encounter
    counted = {ref: record.row.version for ref, record in records.items() if _has_version(record.row)}
    return Table(
        fight=_fight(campaign, request, info, characters, items, encounter),
        records=records,
        characters=characters,
        covers={ref: record.row for ref, record in covers.items()},
        encounter=encounter,
        payer=payer,
        versions=counted,
    )


def _has_version(row: object) -> bool:
    return not isinstance(row, Item) or row.place == Place.TABLE


def _number(ref: str, name: str) -> int:
    try:
        found, number = split_ref(ref)
    except ValueError:
        raise NotVisible from None
    if found != name:
        raise NotVisible
    return number


def _named(request: Request) -> set[int]:
    """Everybody the request names."""
    refs = {*request.combatants, *([request.intent.actor] if request.intent.parts else [])}
    refs |= {target for part in request.intent.parts for target in part.targets if target not in request.things}
    return {_number(ref, "character") for ref in refs if not ref.startswith("item:")}


def _present(encounter: Record[Encounter] | None) -> set[int]:
    """Everybody in the encounter who has not left it."""
    parts = encounter.parts.items() if encounter else ()
    return {int(number) for number, one in parts if not one.left}


_characters = Prepared(
    lambda campaign, numbers: Character.objects.filter(campaign=campaign, template=False, pk__in=numbers).order_by()
)
_combatants = Prepared(
    lambda encounter, campaign: (
        Combatant.objects.filter(encounter=encounter, encounter__campaign=campaign)
        .select_related("encounter", "character")
        .order_by("pk")
    )
)


def _people(campaign: Campaign, encounter: Record[Encounter] | None, wanted: set[int]) -> list[Character]:
    """The characters in play with these numbers: those of the encounter are here already, one query for all others."""
    inside = [one.character for one in encounter.parts.values()] if encounter else []
    here = [row for row in inside if row.pk in wanted]
    others = wanted - {row.pk for row in here}
    if others:
        here += _characters(campaign.pk, sorted(others))
    return [row for row in here if not row.retired]


def _covers_of(encounter: Record[Encounter] | None) -> set[int]:
    kept = encounter.state.get(COVERS) if encounter else None
    return {int(number) for number in kept} if isinstance(kept, Mapping) else set()


def _read_encounter(campaign: Campaign, request: Request, *, closed: bool) -> Record[Encounter] | None:
    if request.encounter is None:
        return None
    combatants = _combatants(request.encounter, campaign.pk)
    # Who is in it brings it along, and his sheet; a fight that nobody is in yet is asked for itself.
    rows = Encounter.objects.filter(pk=request.encounter, campaign=campaign)
    found = combatants[0].encounter if combatants else rows.first()
    if found is None or found.body.get(RETIRED) or (found.closed and not closed):
        raise NotVisible
    return encounter_record(found, combatants)


def _fight(
    campaign: Campaign,
    request: Request,
    info: RulesetInfo,
    characters: Mapping[str, Character],
    items: Iterable[Record[Item]],
    encounter: Record[Encounter] | None,
) -> core.Fight:
    by_character: dict[int, list[Record[Item]]] = {}
    covers = []
    for record in items:
        if record.row.place == Place.TABLE:
            covers.append(record)
        elif record.row.character_id is not None:
            by_character.setdefault(record.row.character_id, []).append(record)
    body = encounter.row.body if encounter else {}
    order = body.get("order", ())
    return core.Fight(
        ruleset=campaign.ruleset,
        options=campaign.options,
        combatants={
            ref: _combatant(row, by_character.get(row.pk, ()), info, request, encounter)
            for ref, row in characters.items()
        },
        things={thing.id: thing for thing in sheets.core_items(covers, info)},
        flags={**_map(body.get("flags")), **request.flags},
        pairs=_pairs(body.get("pairs"), request.pairs),
        round=int(body.get("round", 0)),
        phase=str(body.get("phase", "")),
        order=tuple(order),
        current=str(body.get("current", "")),
    )


def _combatant(
    row: Character,
    items: Iterable[Record[Item]],
    info: RulesetInfo,
    request: Request,
    encounter: Record[Encounter] | None,
) -> core.Combatant:
    one: Combatant | None = encounter.parts.get(str(row.pk)) if encounter else None
    kept = one.body if one else {}
    # Outside an encounter nobody has a turn, and whoever acts has all of it.
    full = {budget.key: budget.per_round for budget in info.budgets}
    budget = {**full, **_map(kept.get("budget"))}
    return core.Combatant(
        id=row.ref,
        sheet=sheets.core_sheet(row, items, info),
        party=one.party if one else "",
        budget={name: units for name, units in budget.items() if isinstance(units, int)},
        flags={**_map(kept.get("flags")), **request.combatants.get(row.ref, {})},
    )


def _map(value: Json) -> dict[str, Json]:
    return dict(value) if isinstance(value, Mapping) else {}


def _pairs(kept: Json, stated: Mapping[str, JsonMap]) -> dict[str, JsonMap]:
    pairs: dict[str, JsonMap] = {name: _map(entry) for name, entry in _map(kept).items()}
    for name, entry in stated.items():
        address = pair_address(pairs, name)
        pairs[address] = {**pairs.get(address, {}), **entry}
    return pairs


def pair_address(kept: Json, name: str) -> str:
    """Where what stands between two is kept: one of the two orders, the one that is there already."""
    one, _sign, other = name.partition(">")
    back = f"{other}>{one}"
    return back if isinstance(kept, Mapping) and back in kept and name not in kept else name


def stated_changes(table: Table, request: Request) -> list[Change]:
    """What a request states that the encounter does not hold yet: entered once, it is kept with it.

    Without an encounter nothing is kept. What is said not to be so (False) is taken out; of a choice that was never
    made, what counts without one is nothing new.
    """
    if table.encounter is None:
        return []
    wanted = stated_values(table, request)
    stored = {field: value_at(table.encounter.state, field) for field in wanted}
    flags = ruleset_info(table.fight.ruleset).flags
    usual = {flag.field.path: flag.field.default for flag in flags if flag.field.kind is FieldKind.CHOICE}
    return [
        Change(table.encounter.ref, field, stored[field], value)
        for field, value in wanted.items()
        if (None if stored[field] is False else stored[field]) != value
        and not (stored[field] is None and value == usual.get(field.rpartition(".")[2]))
    ]


def stated_values(table: Table, request: Request) -> dict[str, Json]:
    """What a request states, by its address in the encounter."""
    state: JsonMap = table.encounter.state if table.encounter else {}
    wanted: dict[str, Json] = {f"flags.{path}": value for path, value in request.flags.items()}
    for ref, flags in request.combatants.items():
        above = f"{COMBATANTS}.{_number(ref, 'character')}.flags"
        wanted |= {f"{above}.{path}": value for path, value in flags.items()}
    for name, entry in request.pairs.items():
        above = f"pairs.{pair_address(state.get('pairs'), name)}"
        wanted |= {f"{above}.{path}": value for path, value in entry.items()}
    return {field: None if value is False else value for field, value in wanted.items()}


# --- changes of a fight as changes of rows --------------------------------------------------------------------


def row_changes(changes: Iterable[Change], table: Table) -> list[Change]:
    """The changes addressed to rows; what ends with the fight is dropped where no encounter keeps it."""
    found = []
    for change in changes:
        if change.of == core.FIGHT:
            found += _kept(table, change, change.field)
        elif change.of in table.characters and change.field.partition(".")[0] in ("budget", "flags"):
            number = change.of.partition(":")[2]
            found += _kept(table, change, f"{COMBATANTS}.{number}.{change.field}")
        else:
            found.append(change)
    return found


def _kept(table: Table, change: Change, field: str) -> list[Change]:
    return [] if table.encounter is None else [change._replace(of=table.encounter.ref, field=field)]
