"""Encounters as the journal reads and writes them, with those who take part in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from chaos_sheets.errors import Conflict, NotYet
from chaos_sheets.models import Campaign
from chaos_sheets.records import Bounds, Record, State, locked, normal_map, save_rows
from combat.core.description import Budget, Flag, RulesetInfo
from combat.core.event import Change
from combat.core.value import Json, thawed
from combat.models import Combatant, Encounter
from combat.steps import Step

ENCOUNTER_COLUMNS = ("name", "closed")
COMBATANTS = "combatants"
COVERS = "covers"
RETIRED = "retired"
"""Whose making was taken back is not deleted: it is retired."""
# What counts before the rules have said anything.
_AT_FIRST: dict[str, Json] = {"round": 0, "phase": "", "order": [], "current": "", RETIRED: False}


def encounter_state(row: Encounter, combatants: Iterable[Combatant]) -> State:
    inside: State = {
        str(one.character_id): normal_map({**one.body, "party": one.party, "left": one.left}) for one in combatants
    }
    return normal_map({**row.body, "name": row.name, "closed": row.closed, COMBATANTS: inside})


class EncounterRecords:
    setting_anew = frozenset(str(step) for step in Step)

    def load(self, ids: Collection[int], campaign: Campaign, *, lock: bool) -> list[Record[Encounter]]:
        rows = Encounter.objects.filter(campaign=campaign, pk__in=ids)
        if lock:
            list(locked(rows, lock=True).values_list("pk"))
        return self._records(rows)

    def all_of(self, campaign: Campaign) -> list[Record[Encounter]]:
        return self._records(Encounter.objects.filter(campaign=campaign))

    def _records(self, rows: Any) -> list[Record[Encounter]]:
        rows = rows.prefetch_related("combatants").order_by("pk")
        return [encounter_record(row, list(row.combatants.all())) for row in rows]

    def default_of(self, record: Record[Encounter], path: str, info: RulesetInfo) -> Json:
        if path in _AT_FIRST:
            return _AT_FIRST[path]
        budget, flag = _described(path, info)
        return budget.per_round if budget else thawed(flag.field.default) if flag else None

    def counter_bounds(self, record: Record[Encounter], path: str, info: RulesetInfo) -> Bounds | None:
        budget, flag = _described(path, info)
        if budget:
            # Units that were refilled since are not given back beyond a full turn's.
            return 0, budget.per_round
        return (flag.field.minimum, flag.field.maximum) if flag and flag.field.counter else None

    def sets_anew(self, path: str, after: Json) -> bool:
        """A step gives everybody the units of a new turn, and clears what was counted in the one before."""
        match path.split("."):
            case [known, _number, "budget", _key] if known == COMBATANTS:
                return True
            case [known, _number, "flags", _key] if known == COMBATANTS:
                return after is None
        return False

    def settled(
        self, record: Record[Encounter], undone: Sequence[Change], left: Sequence[Conflict]
    ) -> tuple[Sequence[Change], Sequence[Conflict]]:
        """Whose coming is taken back has no place in the order either; who stays keeps his.

        Raises NotYet for whoever has the turn: the next one's begins where this one ends, by the rules.
        """
        goes = {_whose_coming(change.field, change.after) for change in undone} - {""}
        stays = {_whose_coming(conflict.field, conflict.wanted) for conflict in left} - {""}
        wanted = {change.field: change.after for change in undone}
        if wanted.get("current", record.state.get("current")) in goes | stays:
            raise NotYet("has_the_turn")
        stored = _order(record.state.get("order"))
        kept = {*_order(wanted.get("order", stored)), *stays} - goes
        changes = [change for change in undone if change.field != "order"]
        if "order" in wanted and not stays.intersection(stored):
            order = [ref for ref in _order(wanted["order"]) if ref not in goes]
        else:
            order = [ref for ref in stored if ref in kept]
        if order != stored:
            # Before the first round there is none at all.
            after = None if not order and wanted.get("order", order) is None else order
            return [*changes, Change(record.ref, "order", stored, after)], left
        held = [Conflict(record.ref, "order", stored, stored, wanted["order"])] if "order" in wanted else []
        return changes, [*left, *held]

    def whose(self, path: str) -> Collection[str]:
        head, _dot, rest = path.partition(".")
        about = rest.partition(".")[0]
        return {COMBATANTS: [f"character:{about}"], "pairs": about.split(">")}.get(head, [])

    def save(self, records: list[Record[Encounter]]) -> None:
        changed: list[Combatant] = []
        for record in records:
            row = record.row
            row.name, row.closed = str(record.state["name"]), record.state["closed"] is True
            row.body = {
                name: value
                for name, value in record.state.items()
                if name not in ENCOUNTER_COLUMNS and name != COMBATANTS
            }
            row.version += 1
            if COMBATANTS in record.dirty:
                changed += _write_combatants(record)
        save_rows(Encounter, [record.row for record in records], (*ENCOUNTER_COLUMNS, "body", "version"))
        save_rows(Combatant, changed, ("party", "left", "body"))


def _order(value: Json) -> list[Json]:
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else []


def _whose_coming(path: str, value: Json) -> str:
    """Who would be out of the fight again if this stood at this address; "" if nobody."""
    match path.split("."):
        case [known, number] if known == COMBATANTS:
            is_out = value is None or (isinstance(value, Mapping) and value.get("left") is True)
            return f"character:{number}" if is_out else ""
        case [known, number, "left"] if known == COMBATANTS and value is True:
            return f"character:{number}"
    return ""


def _described(path: str, info: RulesetInfo) -> tuple[Budget | None, Flag | None]:
    """What the ruleset says of a budget, or of a flag of a combatant, of two, or of the fight itself."""
    parts = path.split(".")
    match parts:
        case [known, _number, "budget", key] if known == COMBATANTS:
            return next((budget for budget in info.budgets if budget.key == key), None), None
        case [known, _number, "flags", key] if known == COMBATANTS:
            scope = "combatant"
        case ["pairs", _names, key]:
            scope = "pair"
        case ["flags", key]:
            scope = "fight"
        case _:
            return None, None
    return None, next((flag for flag in info.flags if flag.scope == scope and flag.field.path == key), None)


def _write_combatants(record: Record[Encounter]) -> list[Combatant]:
    """The rows as the state has them: whoever came in is made here, whose coming was taken back is gone.

    Returns those that were there before and have changed.
    """
    found = record.state.get(COMBATANTS, {})
    stated = found if isinstance(found, Mapping) else {}
    changed: list[Combatant] = []
    new: list[Combatant] = []
    kept: dict[str, Combatant] = {}
    for number, value in stated.items():
        if not isinstance(value, Mapping):
            raise ValueError(f"{record.ref} has no combatant {number}")
        one: Combatant | None = record.parts.get(number)
        was = None if one is None else (one.party, one.left, one.body)
        party, left = str(value.get("party", "")), value.get("left") is True
        body = {name: inner for name, inner in value.items() if name not in ("party", "left")}
        one = one or _newcomer(record, number)
        one.party, one.left, one.body = party, left, body
        kept[number] = one
        if was is None:
            new.append(one)
        elif was != (party, left, body):
            changed.append(one)
    gone = record.parts.keys() - stated.keys()
    if gone:
        Combatant.objects.filter(pk__in=[record.parts[number].pk for number in gone]).delete()
    if new:
        Combatant.objects.bulk_create(new)
    record.parts = dict(kept)
    return changed


def _newcomer(record: Record[Encounter], number: str) -> Combatant:
    return Combatant(encounter=record.row, character_id=int(number))


def encounter_record(row: Encounter, combatants: Collection[Combatant]) -> Record[Encounter]:
    parts = {str(one.character_id): one for one in combatants}
    return Record(row.ref, row, lambda encounter: encounter_state(encounter, combatants), parts)
