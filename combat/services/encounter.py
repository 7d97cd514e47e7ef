"""Fights as the game master sets them up: who is in them, on which side, behind what, in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from chaos_sheets import journal, policy
from chaos_sheets.errors import Invalid, NotVisible, ServiceError
from chaos_sheets.models import Campaign, Character, Item, JournalEntry, User
from chaos_sheets.records import Record, split_ref
from chaos_sheets.services.common import at_work, check_text, column_errors
from chaos_sheets.writing import writing
from combat.core.event import Change, changes_in, net_changes
from combat.core.procedure import chained, defaults, run
from combat.core.ruleset import Moment
from combat.core.value import Json, with_value
from combat.encounter_records import COMBATANTS, RETIRED, encounter_state
from combat.mapping import (
    Table,
    read_table,
    row_changes,
    stated_changes,
    stated_values,
)
from combat.models import Combatant, Encounter, Resolution
from combat.registry import ruleset, ruleset_info
from combat.requests import NOBODY, Reader, Request, stated_from_json
from combat.services.action import Acted, Over, act
from combat.services.reading import check_stated
from combat.steps import Step, course
from combat.system_dice import system_dice

MOST_COMBATANTS = 60
HIGHEST_BUDGET = 99


class Closed(ServiceError):
    status = 409


class Absent(ServiceError):
    status = 409


def refuse_absent(table: Table, one: Character | Item) -> None:
    """Raise for whoever or whatever is not in the fight; only of its own campaign is that told."""
    if one.ref not in {**table.characters, **table.covers}:
        raise Absent("not_in_encounter", name=one.name) if one.campaign == record_of(table).row.campaign else NotVisible


def refuse_closed(encounter: Encounter, key: str) -> None:
    """Raise for a fight that is over; a request that ended it, or went before, may be sent again."""
    if encounter.closed and not JournalEntry.objects.filter(campaign=encounter.campaign, key=key).exists():
        raise Closed("encounter_closed")


def begin(encounter: Encounter, user: User, *, leads: bool = True) -> policy.Viewer:
    """The user at work on a fight that goes on; raises for everybody else."""
    who = at_work(user=user, campaign=encounter.campaign)
    if encounter.body.get(RETIRED) or not policy.may_see_encounter(
        who, started=int(encounter.body.get("round", 0)) > 0
    ):
        raise NotVisible
    if leads:
        policy.lead(who)
    if encounter.closed:
        raise Closed("encounter_closed")
    return who


def recorded(
    who: policy.Viewer,
    request: dict[str, Json],
    changes: Callable[[Table], list[Change]],
    *,
    cause: str,
    key: str,
    reason: str = "",
    answered: bool = False,
) -> JournalEntry:
    """One entry, worked out on the fight as it stands once nobody else is writing.

    ``answered``: not while an action waits, whose dice have fallen on what would change here.
    """
    campaign = who.campaign
    with writing(campaign=campaign.pk, key=key):
        first = journal.earlier(campaign=campaign, key=key, user=who.user, cause=cause, request=request)
        if first is not None:
            return first
        number = request["encounter"]
        assert isinstance(number, int)
        if answered and Resolution.objects.filter(encounter=number).exists():
            raise Over("open_question")
        asked = Request(intent=NOBODY, encounter=number)
        table = read_table(campaign, asked, ruleset_info(campaign.ruleset))
        wanted = changes(table)
        missing = {change.of for change in wanted} - table.records.keys()
        loaded = table.records | journal.load(campaign, missing, lock=True)
        return journal.record(
            campaign=campaign, changes=wanted, cause=cause, key=key, user=who.user, request=request, reason=reason,
            loaded=loaded, is_new_key=True,
        )  # fmt: skip


def record_of(table: Table) -> Record[Encounter]:
    if table.encounter is None:
        raise NotVisible
    return table.encounter


def encounter_create(*, campaign: Campaign, user: User, key: str, name: str) -> Encounter:
    """A fight that nobody is in yet; until it starts, it is the game master's alone."""
    who = at_work(user=user, campaign=campaign)
    policy.lead(who)
    row = Encounter(campaign=who.campaign, name=name.strip())
    errors = column_errors(row, {"name": row.name})
    if errors:
        raise Invalid(errors)
    request: Json = {"name": row.name}
    cause = "encounter_created"
    with writing(campaign=campaign.pk, key=key):
        entry = journal.earlier(campaign=who.campaign, key=key, user=user, cause=cause, request=request)
        if entry is None:
            row.save()
            made = Change(row.ref, "", None, encounter_state(row, ()))
            entry = journal.record(
                campaign=who.campaign, changes=[made], cause=cause, key=key, user=user, request=request
            )
        return Encounter.objects.get(pk=split_ref(journal.changes_of(entry)[0].of)[1])


def encounter_rename(*, encounter: Encounter, user: User, key: str, name: str) -> JournalEntry:
    who = begin(encounter, user)
    errors = column_errors(encounter, {"name": name.strip()})
    if errors:
        raise Invalid(errors)
    request: dict[str, Json] = {"encounter": encounter.pk, "name": name.strip()}

    def changes(table: Table) -> list[Change]:
        return [journal.change(table.records, record_of(table).ref, "name", name.strip())]

    return recorded(who, request, changes, cause="encounter_edited", key=key)


# --- who is in it ---------------------------------------------------------------------------------------------


def encounter_join(
    *, encounter: Encounter, user: User, key: str, characters: Sequence[Character], party: str = ""
) -> JournalEntry:
    """Characters come in, on one side; who had left comes back. In a running fight they come last in the order."""
    who = begin(encounter, user)
    party = party_named(party)
    numbers = sorted({row.pk for row in characters})
    if not numbers:
        raise Invalid.of("characters", "required")
    if any(row.campaign_id != who.campaign.pk or row.template or row.retired for row in characters):
        raise NotVisible
    request: dict[str, Json] = {"encounter": encounter.pk, "characters": list(numbers), "party": party}

    def changes(table: Table) -> list[Change]:
        return joining(who, table, characters, party)

    return recorded(who, request, changes, cause="encounter_joined", key=key)


def party_named(party: str) -> str:
    party = party.strip()
    check_text("party", party)
    errors = column_errors(Combatant(), {"party": party}) if party else []
    if errors:
        raise Invalid(errors)
    return party


def joining(who: policy.Viewer, table: Table, characters: Sequence[Character], party: str) -> list[Change]:
    """What changes when these come in. Of the newcomers the rules say what they begin a fight with."""
    record = record_of(table)
    inside = record.state.get(COMBATANTS)
    known = inside if isinstance(inside, Mapping) else {}
    present = [row for row in characters if row.ref in table.characters]
    if present:
        raise ServiceError("already_in_encounter", name=present[0].name)
    if len(known) + len(characters) > MOST_COMBATANTS:
        raise Invalid.of("characters", "too_large", maximum=MOST_COMBATANTS)
    begins = _beginnings(who, table, characters)
    changes = []
    for row in characters:
        address = f"{COMBATANTS}.{row.pk}"
        kept = known.get(str(row.pk))
        body: dict[str, Json] = {**(kept if isinstance(kept, Mapping) else begins.get(row.ref, {}))}
        changes.append(journal.change(table.records, record.ref, address, {**body, "party": party, "left": False}))
    if table.fight.round:
        order = [*table.fight.order, *(row.ref for row in characters)]
        changes.append(journal.change(table.records, record.ref, "order", order))
    return changes


def _beginnings(who: policy.Viewer, table: Table, characters: Sequence[Character]) -> dict[str, dict[str, Json]]:
    """Budget and flags with which somebody comes into a fight that runs already; before it starts nothing."""
    if not table.fight.round:
        return {}
    info = ruleset_info(who.campaign.ruleset)
    free = Request(intent=NOBODY, combatants={row.ref: {} for row in characters})
    alone = replace(table.fight, combatants=read_table(who.campaign, free, info).fight.combatants)
    procedure = ruleset(who.campaign.ruleset).tick(alone, Moment.FIGHT_START)
    outcome = run(procedure, chained(system_dice, defaults))
    found: dict[str, dict[str, Json]] = {row.ref: {} for row in characters}
    for change in net_changes(changes_in(outcome.events)):
        if change.of in found and change.field.partition(".")[0] in ("budget", "flags"):
            found[change.of] = dict(with_value(found[change.of], change.field, change.after))
    return found


def encounter_leave(*, encounter: Encounter, user: User, key: str, character: Character) -> JournalEntry:
    """Somebody leaves. If it was his turn, it ends: nobody's turn is skipped or comes twice."""
    who = begin(encounter, user)
    request: dict[str, Json] = {"encounter": encounter.pk, "character": character.pk}

    def changes(table: Table) -> list[Change]:
        ref, record = character.ref, record_of(table)
        refuse_absent(table, character)
        found: list[Change] = []
        if table.fight.current == ref:
            procedure = course(ruleset(who.campaign.ruleset), table.fight, Step.TURN)
            found = row_changes(changes_in(run(procedure, chained(system_dice, defaults)).events), table)
        found.append(Change(record.ref, f"{COMBATANTS}.{character.pk}.left", False, True))
        order = [name for name in table.fight.order if name != ref]
        if len(order) != len(table.fight.order):
            found.append(journal.change(table.records, record.ref, "order", list(order)))
        return found

    return recorded(who, request, changes, cause="encounter_left", key=key, answered=True)


def encounter_party_set(
    *, encounter: Encounter, user: User, key: str, character: Character, party: str
) -> JournalEntry:
    """Put somebody on another side."""
    who = begin(encounter, user)
    party = party_named(party)
    request: dict[str, Json] = {"encounter": encounter.pk, "character": character.pk, "party": party}

    def changes(table: Table) -> list[Change]:
        refuse_absent(table, character)
        return [journal.change(table.records, record_of(table).ref, f"{COMBATANTS}.{character.pk}.party", party)]

    return recorded(who, request, changes, cause="encounter_edited", key=key)


# --- order and state ------------------------------------------------------------------------------------------


def encounter_order_set(
    *,
    encounter: Encounter,
    user: User,
    key: str,
    order: Sequence[str],
    current: str,
    shown: tuple[Sequence[str], str] | None = None,
    reason: str = "",
) -> JournalEntry:
    """The game master's word on the order and on whose turn it is; `shown`: what stood there when he wrote it."""
    who = begin(encounter, user)
    check_text("reason", reason)
    request: dict[str, Json] = {"encounter": encounter.pk, "order": list(order), "current": current}
    if shown is not None:
        request["shown"] = [list(shown[0]), shown[1]]

    def changes(table: Table) -> list[Change]:
        if len(set(order)) != len(order) or not set(order) <= table.characters.keys():
            raise NotVisible
        if current and current not in order:
            raise Invalid.of("current", "not_a_choice", choices=list(order))
        before = shown or (table.fight.order, table.fight.current)
        ref = record_of(table).ref
        return [
            Change(ref, "order", list(before[0]), list(order)),
            Change(ref, "current", before[1], current),
        ]

    return recorded(who, request, changes, cause="encounter_order", key=key, reason=reason.strip(), answered=True)


def encounter_state_set(
    *,
    encounter: Encounter,
    user: User,
    key: str,
    stated: Json = None,
    shown: Json = None,
    budgets: Mapping[str, Mapping[str, int]] | None = None,
    reason: str = "",
) -> JournalEntry:
    """What people tell of a fight: distances, covers, light, surprise. Entered once, it is kept with it.

    A player tells it of his own characters. Budgets are set by the game master alone. `shown` holds, in the same form,
    what the page showed: where something else stands now, nothing is saved.
    """
    who = begin(encounter, user, leads=bool(budgets))
    info = ruleset_info(who.campaign.ruleset)
    check_text("reason", reason)
    asked, kept = (stated_from_json(each, info, encounter.pk) for each in (stated, shown))
    wanted = {ref: dict(units) for ref, units in (budgets or {}).items()}
    known = {budget.key for budget in info.budgets}
    for ref, units in wanted.items():
        for budget, number in units.items():
            if budget not in known or not 0 <= number <= HIGHEST_BUDGET:
                raise Invalid.of(f"budgets.{ref}.{budget}", "too_large", maximum=HIGHEST_BUDGET)
    request: dict[str, Json] = {"encounter": encounter.pk, "stated": stated, "budgets": dict(wanted)}
    if shown is not None:
        request["shown"] = shown

    def changes(table: Table) -> list[Change]:
        _check_refs(asked, wanted, table)
        check_stated(who, asked, table)
        was = stated_values(table, kept)
        found = [
            change._replace(before=was.get(change.field, change.before)) for change in stated_changes(table, asked)
        ]
        for ref, units in wanted.items():
            above = f"{COMBATANTS}.{split_ref(ref)[1]}.budget"
            found += [
                journal.change(table.records, record_of(table).ref, f"{above}.{budget}", number)
                for budget, number in units.items()
            ]
        return found

    return recorded(who, request, changes, cause="encounter_stated", key=key, reason=reason.strip(), answered=True)


def budgets_from_json(data: Json) -> dict[str, dict[str, int]]:
    """Read `{"character:12": {"action_units": 4}}`; raises Invalid with an error for each field that is wrong."""
    reader = Reader()
    found: dict[str, dict[str, int]] = {}
    for ref, entry in reader.map("budgets", data).items():
        for budget, number in reader.map(f"budgets.{ref}", entry).items():
            units = reader.number(f"budgets.{ref}.{budget}", number)
            if units is not None:
                found.setdefault(ref, {})[budget] = units
    reader.finish()
    return found


def _check_refs(asked: Request, budgets: Mapping[str, object], table: Table) -> None:
    """Whatever is spoken of must be in the fight."""
    here = table.characters.keys() | table.covers.keys()
    sides = {side for name in asked.pairs for side in name.split(">")}
    named = {*asked.combatants, *sides, *budgets}
    pointed = {
        value
        for flags in asked.combatants.values()
        for value in flags.values()
        if isinstance(value, str) and value.startswith(("character:", "item:"))
    }
    if not named | pointed <= here or any(name.count(">") != 1 for name in asked.pairs):
        raise NotVisible


# --- steps ----------------------------------------------------------------------------------------------------


def encounter_step(
    *,
    encounter: Encounter,
    user: User,
    key: str,
    step: Step,
    shown: tuple[int, str] | None = None,
    answers: Json = None,
    app_dice: bool = True,
    decline: bool = False,
    who: policy.Viewer | None = None,
) -> Acted:
    """Start the fight, end a turn, a round or the fight, by what the rules say of these moments.

    `shown` is round and turn as the page had them: a page that is behind moves nothing.
    """
    refuse_closed(encounter, key)
    fight: dict[str, Json] = {"encounter": encounter.pk}
    if shown is not None:
        fight |= {"round": shown[0], "current": shown[1]}
    return act(
        campaign=encounter.campaign,
        user=user,
        request={"fight": fight, "step": str(step)},
        key=key,
        answers=answers,
        app_dice=app_dice,
        decline=decline,
        who=who,
    )
