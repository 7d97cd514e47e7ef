"""One action: read what it depends on, let the rules decide, record what they answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from chaos_sheets import journal, policy
from chaos_sheets.errors import KeyReused, NotAllowed, ServiceError
from chaos_sheets.models import Campaign, Character, Item, JournalEntry, User
from chaos_sheets.numbers import count_in
from chaos_sheets.prepared import table_of
from chaos_sheets.services.common import Retired, price_in
from chaos_sheets.services.sheets import money_paid
from chaos_sheets.writing import writing
from combat.core.course import tells_order
from combat.core.event import COST, Change, Event, Happened, changes_in
from combat.core.intent import Refused
from combat.core.procedure import Answer, BadAnswer, Outcome, Question, chained, recorded, run
from combat.core.value import Json, JsonMap
from combat.mapping import Table, row_changes, stated_changes
from combat.models import Encounter, Resolution
from combat.registry import ruleset, ruleset_info
from combat.requests import (
    HOUSE,
    Request,
    actor_of,
    answers_from_json,
    answers_kept,
    answers_to_json,
    has_rolled,
    procedure_of,
    request_from_json,
    request_to_json,
)
from combat.services.answering import declined, fallen, fitting, given
from combat.services.reading import check, read
from combat.steps import ROUND_BEGINS, Step
from combat.system_dice import system_dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """What came of an action: an entry if it is done, else the question it waits for."""

    entry: JournalEntry | None = None
    resolution: Resolution | None = None
    question: Question | None = None
    events: tuple[Event, ...] = ()
    table: Table | None = None
    """What it was decided on, where it waits."""


class Over(ServiceError):
    status = 409


class Outdated(ServiceError):
    """An action that waited has come to nothing in the meantime; nothing was saved."""

    status = 409


class AlreadyAnswered(ServiceError):
    """Somebody answered before, maybe in another window; `answer` is what counts."""

    status = 409

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__("already_answered", answer=" + ".join(map(str, answer.faces)) or answer.choice)


class Faster(Exception):
    """Somebody changed what the action was decided on, or answered, before it could be recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Used:
    """What a key was used for; `other`: an action of the same encounter that waits under another key."""

    entry: int | None = None
    resolution: int | None = None
    other: int | None = None


# --- the action -----------------------------------------------------------------------------------------------


def act(
    *,
    campaign: Campaign,
    user: User,
    request: JsonMap,
    key: str,
    answers: Json = None,
    app_dice: bool = True,
    decline: bool = False,
    who: policy.Viewer | None = None,
) -> Acted:
    """Do it: all at once, or up to the first question nobody has answered.

    `answers` are typed dice and choices by the questions' names; `app_dice` lets the app roll the rest, `decline`
    takes the default of every choice left, `who` is the user as a member where a page has looked him up already.
    The same key again returns what it made.
    """
    journal.check_key(key)
    if who is None or who.user != user or who.campaign != campaign:
        who = policy.viewer(user=user, campaign=campaign)
    if who.campaign.retired:
        raise Retired("campaign_retired")
    asked = request_from_json(request, ruleset_info(who.campaign.ruleset))
    deal = _Deal(who=who, asked=asked, key=key, answerer=who, given=answers_from_json(answers))
    used = _used(who.campaign, key)
    if used.entry is not None:
        return deal.earlier()
    waiting = deal.waiting(used.resolution)
    if waiting is not None:
        deal.stored, deal.early = waiting.answers, answers_kept(waiting.early)
    return deal.decide(app_dice=app_dice, decline=decline)


def resume(
    *, resolution: Resolution, user: User, answers: Json = None, app_dice: bool = False, decline: bool = False
) -> Acted:
    """Go on with an action that waits, on the state of this moment, with what was answered before."""
    who = policy.viewer(user=user, campaign=resolution.campaign)
    if who.campaign.retired:
        raise Retired("campaign_retired")
    row = Resolution.objects.select_related("user").filter(pk=resolution.pk).first()
    if row is None:
        raise Outdated("no_open_question")
    if row.user_id != user.pk and not policy.may_answer(who, row.waits_for, _by_ref(row, row.waits_for)):
        raise NotAllowed("not_your_question")
    said = answers_from_json(answers)
    _check_open(said, row)
    try:
        # Whoever began the action acts, as what he is now.
        acting = policy.viewer(user=row.user, campaign=who.campaign)
        asked = request_from_json(row.request, ruleset_info(who.campaign.ruleset))
    except ServiceError as error:
        raise Outdated("action_impossible") from error
    early = answers_kept(row.early)
    deal = _Deal(who=acting, asked=asked, key=row.key, answerer=who, given=said, stored=row.answers, early=early)
    acted = deal.decide(app_dice=app_dice, decline=decline)
    is_as_before = acted.resolution is not None and acted.resolution.answers == row.answers
    if is_as_before and acted.question is not None and acted.question.name in said:
        raise NotAllowed("not_your_question")
    return acted


def cancel(*, resolution: Resolution, user: User) -> None:
    """Give an open action up: nothing was spent, nothing stays. Once a die fell, only the game master can."""
    who = policy.viewer(user=user, campaign=resolution.campaign)
    actor = actor_of(resolution.request)
    # Whoever acts may have been handed over since: he who plays him now can give it up too.
    if resolution.user_id != user.pk and not policy.may_answer(who, actor, _by_ref(resolution, actor)):
        raise NotAllowed
    with writing(campaign=who.campaign.pk, key=resolution.key):
        # What was rolled meanwhile was seen: nobody tries again until he likes it.
        row = Resolution.objects.filter(pk=resolution.pk).first()
        if row is not None and has_rolled(row.answers) and not who.is_gm:
            raise NotAllowed("already_rolled")
        Resolution.objects.filter(pk=resolution.pk).delete()


def _check_open(said: Mapping[str, Answer], row: Resolution) -> None:
    """Nobody answers again what has been answered: the dice lie as they fell."""
    for name, answer in answers_kept(row.answers).items():
        if name in said:
            raise AlreadyAnswered(answer)


def _by_ref(row: Resolution, ref: str) -> dict[str, Character]:
    """Whoever an action is about, if it is a character."""
    number = count_in(ref.removeprefix("character:"))
    found = Character.objects.filter(campaign=row.campaign_id, pk=number or 0)
    return {character.ref: character for character in found}


@dataclass(slots=True, kw_only=True)
class _Deal:
    """One action on its way: who asks for what, and where the answers come from.

    ``stored`` are the answers it is decided on that are kept already, None if it does not wait; after them comes what
    ``answerer`` says now (``given``), what whoever acts said before it was asked for (``early``), then the app.
    ``fallen`` are the dice of an attempt that somebody overtook.
    """

    who: policy.Viewer
    asked: Request
    key: str
    answerer: policy.Viewer
    given: Mapping[str, Answer]
    stored: dict[str, Any] | None = None
    early: Mapping[str, Answer] = field(default_factory=dict)
    fallen: Mapping[str, Answer] = field(default_factory=dict)

    def decide(self, *, app_dice: bool, decline: bool) -> Acted:
        try:
            return self.close(app_dice=app_dice, decline=decline)
        except (Refused, BadAnswer, ServiceError):
            # What cannot be done again may have been done by the same key at the same time.
            if _used(self.who.campaign, self.key).entry is None:
                raise
            return self.earlier()
        except Faster:
            # Whoever was overtaken once decides again as the one writer: nobody is overtaken for ever.
            with writing(campaign=self.who.campaign.pk, key=self.key):
                if _used(self.who.campaign, self.key).entry is not None:
                    return self.earlier()
                return self.close(app_dice=app_dice, decline=decline)

    def close(self, *, app_dice: bool, decline: bool) -> Acted:
        """Read, decide, record; raises Faster if what it was decided on has changed before it could be recorded."""
        table = self.read()
        procedure = procedure_of(ruleset(self.who.campaign.ruleset), table.fight, self.asked)
        providers = [
            recorded(answers_kept(self.stored or {})),
            fallen(self.fallen),
            given(self.given, self.answerer, table),
            fitting(given(self.early, self.who, table)),
            *([system_dice] if app_dice else []),
            *([declined(self.answerer, table)] if decline else []),
        ]
        outcome = run(procedure, chained(*providers))
        # If it has to be decided again, dice that fell stay as they fell, as far as they are asked for again.
        self.fallen = outcome.answers
        with writing(campaign=self.who.campaign.pk, key=self.key):
            used, versions = _now(self.who.campaign, self.key, table)
            if used.entry is not None:
                return self.earlier()
            if used.other is not None:
                raise Over("open_question")
            waiting = self.still(used.resolution)
            if outcome.question is not None:
                return self.wait(outcome, outcome.question, table, waiting)
            if versions != table.versions:
                raise Faster
            return self.record(outcome, table, waiting)

    def read(self) -> Table:
        try:
            table = read(self.who, self.asked)
            check(self.who, self.asked, table)
        except ServiceError as error:
            if self.stored is None:
                raise
            raise Outdated("action_impossible") from error
        return table

    def earlier(self) -> Acted:
        """What this key has made already; raises KeyReused if it was for something else."""
        entry = journal.earlier(
            campaign=self.who.campaign,
            key=self.key,
            user=self.who.user,
            cause=self.asked.cause,
            request=request_to_json(self.asked),
        )
        return Acted(entry=entry)

    def waiting(self, number: int | None) -> Resolution | None:
        """What waits under this key; raises KeyReused if it is something else."""
        row = Resolution.objects.filter(pk=number).first() if number is not None else None
        if row is not None and (row.user_id != self.who.user.pk or row.request != request_to_json(self.asked)):
            raise KeyReused
        return row

    def still(self, number: int | None) -> Resolution | None:
        """The row that waits, if it is as it was; what somebody answered meanwhile counts before what is said now."""
        row = self.waiting(number)
        if row is None and self.stored is not None:
            raise Outdated("no_open_question")
        if row is not None and row.answers != self.stored:
            if self.stored is not None:
                _check_open(self.given, row)
            self.stored = row.answers
            raise Faster
        return row

    def wait(self, outcome: Outcome, question: Question, table: Table, row: Resolution | None) -> Acted:
        """Keep what was asked and rolled before anybody sees it, so that loading the page anew rolls nothing."""
        encounter: Encounter | None = table.encounter.row if table.encounter else None
        if row is None:
            row = Resolution(
                campaign=self.who.campaign,
                encounter=encounter,
                user=self.who.user,
                key=self.key,
                request=request_to_json(self.asked),
            )
        row.answers, row.waits_for = answers_to_json(outcome.answers), question.who
        row.early = {**row.early, **self.unused(outcome)}
        row.save()
        return Acted(resolution=row, question=question, events=outcome.events, table=table)

    def unused(self, outcome: Outcome) -> dict[str, Json]:
        """What whoever acts said that nothing has asked for yet; it is not asked of him again."""
        said = self.given if self.answerer.user == self.who.user else {}
        return answers_to_json({name: answer for name, answer in said.items() if name not in outcome.answers})

    def record(self, outcome: Outcome, table: Table, row: Resolution | None) -> Acted:
        changes = stated_changes(table, self.asked) + row_changes(changes_in(outcome.events), table)
        changes += _paid(self.who.campaign, self.asked, outcome.events, table)
        if self.asked.step is Step.END and table.encounter is not None:
            changes.append(Change(table.encounter.ref, "closed", False, True))
        entry = journal.record(
            campaign=self.who.campaign,
            changes=changes,
            cause=self.asked.cause,
            key=self.key,
            user=self.who.user,
            events=outcome.events,
            request=request_to_json(self.asked),
            answers=answers_to_json(outcome.answers),
            reason="; ".join(modifier.reason for modifier in self.asked.intent.gm_modifiers if modifier.reason),
            ruleset_version=ruleset_info(self.who.campaign.ruleset).version,
            loaded=table.records,
            is_new_key=True,
            about=[table.encounter.ref] if table.encounter is not None else (),
            order_worked_out=self.asked.step in ROUND_BEGINS or tells_order(outcome.events),
        )
        if row is not None:
            row.delete()
        return Acted(entry=entry, events=outcome.events)


def _used(campaign: Campaign, key: str) -> _Used:
    """What a key was used for, by one query."""
    return _asked_at_once(*_key_query(campaign, key))[0]


def _now(campaign: Campaign, key: str, table: Table) -> tuple[_Used, dict[str, int]]:
    """What a key was used for, and in which versions is what the action was decided on: by one query.

    Asked by the one writer of the campaign, so that it stands until he has written.
    """
    sql, values = _key_query(campaign, key)
    for model in (Character, Item, Encounter):
        name = model.__name__.lower()
        numbers = [str(int(ref.partition(":")[2])) for ref in table.versions if ref.startswith(f"{name}:")]
        if numbers:
            found = f"FROM {table_of(model)} WHERE id IN ({', '.join(numbers)})"
            sql += f" UNION ALL SELECT '{name}:' || id, version {found}"
    if table.encounter is not None:
        waiting = f"FROM {table_of(Resolution)} WHERE encounter_id = %s AND key <> %s"
        sql += f" UNION ALL SELECT 'other', id {waiting}"
        values += [table.encounter.row.pk, key]
    return _asked_at_once(sql, values)


def _key_query(campaign: Campaign, key: str) -> tuple[str, list[int | str]]:
    entry, resolution = table_of(JournalEntry), table_of(Resolution)
    where = "WHERE campaign_id = %s AND key = %s"
    first = f"SELECT 'entry', id FROM {entry} {where}"  # noqa: S608  names of tables only
    second = f"SELECT 'resolution', id FROM {resolution} {where}"  # noqa: S608
    return f"{first} UNION ALL {second}", [campaign.pk, key] * 2


def _asked_at_once(sql: str, values: list[int | str]) -> tuple[_Used, dict[str, int]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found = dict(cursor.fetchall())
    used = _Used(**{name: found.pop(name, None) for name in ("entry", "resolution", "other")})
    return used, found


def _paid(campaign: Campaign, asked: Request, events: Iterable[Event], table: Table) -> list[Change]:
    """What the events say they cost, taken from the money of whoever pays: the actor, if nobody else was named."""
    costs = [event.data.get(COST) for event in events if isinstance(event, Happened)]
    total = sum(price_in(campaign, cost) for cost in costs if isinstance(cost, int))
    payer = table.payer or table.characters.get(asked.intent.actor)
    if not total or payer is None or asked.payer == HOUSE:
        return []
    return [money_paid(table.records, payer, total)]
