"""Which fights a viewer may know of: the list of a campaign's, and one of them as the rules read it."""

from __future__ import annotations

from collections.abc import Iterable

from chaos_sheets import policy
from chaos_sheets.errors import NotVisible
from chaos_sheets.selectors.known import Known, Named
from combat.encounter_records import RETIRED
from combat.mapping import Table, read_table
from combat.models import Encounter, Resolution
from combat.registry import ruleset_info
from combat.requests import NOBODY, Request
from combat.selectors.encounter_view import EncounterLine
from combat.selectors.question import is_start, waits_for


def encounters(who: policy.Viewer) -> tuple[EncounterLine, ...]:
    """The fights he may know of, those that go on first. A handful of queries."""
    rows = Encounter.objects.filter(campaign=who.campaign).prefetch_related("combatants").order_by("closed", "-pk")
    seen = [row for row in rows if _is_seen(who, row)]
    known = Known.of(who) if seen else Known(who)
    begun = _beginnings(known, seen)
    return tuple(_line(known, row, begun.get(row.pk, "")) for row in seen)


def _beginnings(known: Known, rows: Iterable[Encounter]) -> dict[int, str]:
    """Whom fights wait for that wait to begin. No query where all have begun."""
    numbers = [row.pk for row in rows if not row.closed and not round_of(row)]
    found = Resolution.objects.filter(encounter__in=numbers) if numbers else ()
    return {row.encounter_id: waits_for(known, row) for row in found if is_start(row) and row.encounter_id}


def _is_seen(who: policy.Viewer, row: Encounter) -> bool:
    return not row.body.get(RETIRED) and policy.may_see_encounter(who, started=round_of(row) > 0)


def round_of(row: Encounter) -> int:
    return int(row.body.get("round", 0))


def _line(known: Known, row: Encounter, beginning: str) -> EncounterLine:
    refs = [f"character:{one.character_id}" for one in row.combatants.all() if not one.left]
    current = "" if row.closed else str(row.body.get("current", ""))
    current_name = known.name(current)
    return EncounterLine(
        id=row.pk,
        name=row.name,
        round=round_of(row),
        closed=row.closed,
        people=tuple(Named(ref=ref, name=name) for ref in refs if (name := known.name(ref))),
        current=current if current_name else "",
        current_name=current_name,
        beginning=beginning,
    )


def encounter_of(who: policy.Viewer, number: int) -> Encounter:
    """One fight, for what is to be done with it; raises NotVisible for every other number."""
    row = Encounter.objects.filter(campaign=who.campaign, pk=number).select_related("campaign").first()
    if row is None or not _is_seen(who, row):
        raise NotVisible
    return row


def table_of(who: policy.Viewer, number: int) -> Table:
    """One fight as the rules read it, also when it is over; raises NotVisible for every other number."""
    info = ruleset_info(who.campaign.ruleset)
    table = read_table(who.campaign, Request(intent=NOBODY, encounter=number), info, closed=True)
    if not policy.may_see_encounter(who, started=table.fight.round > 0):
        raise NotVisible
    return table
