"""One action: read what it depends on, let the rules decide, record what they answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db import IntegrityError, connection

from chaos_sheets import journal, policy
from chaos_sheets.errors import KeyReused, NotAllowed, ServiceError
from chaos_sheets.models import Campaign, Character, Item, JournalEntry, Place, User
from chaos_sheets.records import locked
from chaos_sheets.services.common import Retired, price_in
from chaos_sheets.services.sheets import money_paid
from chaos_sheets.writing import writing
from combat.core.event import Change, Event, Happened, changes_in
from combat.core.procedure import (
    Answer,
    Ask,
    Outcome,
    Provider,
    Question,
    Roll,
    chained,
    defaults,
    recorded,
    run,
)
from combat.core.value import Json, JsonMap
from combat.mapping import Table, row_changes
from combat.models import Encounter, Resolution
from combat.registry import ruleset, ruleset_info
from combat.requests import (
    Request,
    answers_from_json,
    answers_kept,
    answers_to_json,
    request_from_json,
    request_to_json,
)
from combat.services.reading import check, read
from combat.system_dice import system_dice

# The event whose `cost`, in the ruleset's currency, the shell takes from the actor's money.
PAID = "repaired"
# Source of an answer that the game master gave in a player's stead.
GM = "gm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """What came of an action: an entry if it is done, else the question it waits for."""

    entry: JournalEntry | None = None
    resolution: Resolution | None = None
    question: Question | None = None
    events: tuple[Event, ...] = ()


class Over(ServiceError):
    status = 409


class Faster(Exception):
    """Somebody changed what the action was decided on."""

    def __init__(self, table: Table) -> None:
        super().__init__("faster")
        self.table = table


@dataclass(frozen=True, slots=True, kw_only=True)
class _Used:
    entry: int | None = None
    resolution: int | None = None


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
    given, kept = answers_from_json(answers), dict[str, Answer]()
    used = _used(who.campaign, key)
    if used.entry is not None:
        return _earlier(who, asked, key)
    if used.resolution is not None:
        waiting = Resolution.objects.get(pk=used.resolution)
        if waiting.user_id != user.pk or waiting.request != request_to_json(asked):
            raise KeyReused
        kept = answers_kept(waiting.answers)
    deal = _Deal(who=who, asked=asked, key=key, is_resumed=bool(used.resolution), answerer=who, given=given)
    return _decide(deal, kept, app_dice=app_dice, decline=decline)


def resume(
    *, resolution: Resolution, user: User, answers: Json = None, app_dice: bool = False, decline: bool = False
) -> Acted:
    """Go on with an action that waits, on the state of this moment, with what was answered before."""
    who = policy.viewer(user=user, campaign=resolution.campaign)
    if who.campaign.retired:
        raise Retired("campaign_retired")
    if not _may_answer(who, resolution):
        raise NotAllowed("not_your_question")
    if not Resolution.objects.filter(pk=resolution.pk).exists():
        raise Over("no_open_question")
    given = answers_from_json(answers)
    asked = request_from_json(resolution.request, ruleset_info(who.campaign.ruleset))
    acting = _viewer_of(resolution)
    deal = _Deal(who=acting, asked=asked, key=resolution.key, is_resumed=True, answerer=who, given=given)
    # Dice that were rolled stay as they fell, whatever comes in later.
    return _decide(deal, answers_kept(resolution.answers), app_dice=app_dice, decline=decline)


def cancel(*, resolution: Resolution, user: User) -> None:
    """Give an open action up: nothing was spent, nothing stays."""
    who = policy.viewer(user=user, campaign=resolution.campaign)
    if resolution.user_id != user.pk:
        policy.lead(who)
    Resolution.objects.filter(pk=resolution.pk).delete()


def _viewer_of(resolution: Resolution) -> policy.Viewer:
    """Whoever began the action, as what he is now."""
    return policy.viewer(user=resolution.user, campaign=resolution.campaign)


def _may_answer(who: policy.Viewer, resolution: Resolution) -> bool:
    if who.is_gm or resolution.user_id == who.user.pk:
        return True
    return Character.objects.filter(
        pk__in=[int(number) for number in [resolution.waits_for.partition(":")[2]] if number.isdigit()],
        owner=who.membership,
    ).exists()


def _used(campaign: Campaign, key: str) -> _Used:
    """What a key was used for, by one query."""
    entry, resolution = (connection.ops.quote_name(model._meta.db_table) for model in (JournalEntry, Resolution))
    where = "WHERE campaign_id = %s AND key = %s"
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT 'entry', id FROM {entry} {where} UNION ALL "  # noqa: S608  names of tables only
            f"SELECT 'resolution', id FROM {resolution} {where}",
            [campaign.pk, key] * 2,
        )
        return _Used(**dict(cursor.fetchall()))


def _earlier(who: policy.Viewer, asked: Request, key: str) -> Acted:
    entry = journal.earlier(
        campaign=who.campaign, key=key, user=who.user, cause=_cause(asked), request=request_to_json(asked)
    )
    return Acted(entry=entry)


def _cause(asked: Request) -> str:
    return asked.intent.parts[0].form[:40]


def _decide(deal: _Deal, kept: Mapping[str, Answer], *, app_dice: bool, decline: bool) -> Acted:
    who, asked, key = deal.who, deal.asked, deal.key
    deal.kept.append(recorded(kept))
    deal.rest += [system_dice] if app_dice else []
    deal.rest += [defaults] if decline else []
    try:
        try:
            return deal.close()
        except Faster as faster:
            # Whoever was overtaken once decides again with the table locked: nobody is overtaken for ever.
            with writing(campaign=who.campaign.pk):
                _versions_now(who.campaign, faster.table)
                if JournalEntry.objects.filter(campaign=who.campaign, key=key).exists():
                    return _earlier(who, asked, key)
                return deal.close()
    except IntegrityError:
        return _earlier(who, asked, key)


@dataclass(slots=True, kw_only=True)
class _Deal:
    """One action on its way: who asks for what, and where the answers come from.

    ``given`` is what ``answerer`` says now; before it comes what was answered earlier, after it the app.
    """

    who: policy.Viewer
    asked: Request
    key: str
    is_resumed: bool
    answerer: policy.Viewer
    given: Mapping[str, Answer]
    kept: list[Provider] = field(default_factory=list)
    rest: list[Provider] = field(default_factory=list)

    def close(self) -> Acted:
        """Read, decide, record; raises Faster if what was read has changed before it could be recorded."""
        table = read(self.who, self.asked)
        check(self.who, self.asked, table)
        procedure = ruleset(self.who.campaign.ruleset).perform(table.fight, self.asked.intent)
        given = _given(self.given, self.answerer, table)
        outcome = run(procedure, chained(*self.kept, given, *self.rest))
        # If it has to be decided again, dice that fell stay as they fell, as far as they are asked for again.
        self.kept.insert(0, _fitting(outcome.answers))
        if outcome.question is not None:
            return _wait(self.who, self.asked, self.key, outcome, table)
        return _record(self.who, self.asked, self.key, outcome, table, is_resumed=self.is_resumed)


def _given(answers: Mapping[str, Answer], who: policy.Viewer, table: Table) -> Provider:
    """What somebody answers now. Others choose for themselves; what the game master says for a player is marked."""

    def provide(question: Question) -> Answer | None:
        answer, asked = answers.get(question.name), table.characters.get(question.who)
        if answer is None or asked is None:
            return answer
        if isinstance(question, Ask) and not policy.may_answer(who, asked):
            return None
        is_for_player = who.is_gm and asked.owner_id is not None and not who.owns(asked)
        return answer._replace(source=GM) if is_for_player else answer

    return provide


def _fitting(answers: Mapping[str, Answer]) -> Provider:
    """Dice that fell, where the same dice are asked for."""

    def provide(question: Question) -> Answer | None:
        answer = answers.get(question.name)
        fits = isinstance(question, Roll) and answer is not None and question.dice.allows(answer.faces)
        return answer if fits else None

    return provide


def _wait(who: policy.Viewer, asked: Request, key: str, outcome: Outcome, table: Table) -> Acted:
    """Keep what was asked and rolled before anybody sees it, so that loading the page anew rolls nothing."""
    question = outcome.question
    encounter: Encounter | None = table.encounter.row if table.encounter else None
    with writing(campaign=who.campaign.pk, key=key):
        if encounter is not None:
            other = Resolution.objects.filter(encounter=encounter).exclude(key=key)
            if other.exists():
                raise ServiceError("open_question")
        row, _ = Resolution.objects.update_or_create(
            campaign=who.campaign,
            key=key,
            defaults={
                "encounter": encounter,
                "user": who.user,
                "request": request_to_json(asked),
                "answers": answers_to_json(outcome.answers),
                "waits_for": question.who if question else "",
            },
        )
    return Acted(resolution=row, question=question, events=outcome.events)


def _record(who: policy.Viewer, asked: Request, key: str, outcome: Outcome, table: Table, *, is_resumed: bool) -> Acted:
    changes = row_changes(changes_in(outcome.events), table)
    changes += _paid(who.campaign, asked, outcome.events, table)
    with writing(campaign=who.campaign.pk):
        if _versions_now(who.campaign, table) != table.versions:
            raise Faster(table)
        entry = journal.record(
            campaign=who.campaign,
            changes=changes,
            cause=_cause(asked),
            key=key,
            user=who.user,
            events=outcome.events,
            request=request_to_json(asked),
            answers=answers_to_json(outcome.answers),
            reason="; ".join(modifier.reason for modifier in asked.intent.gm_modifiers if modifier.reason),
            ruleset_version=ruleset_info(who.campaign.ruleset).version,
            loaded=table.records,
            is_new_key=True,
        )
        if is_resumed:
            Resolution.objects.filter(campaign=who.campaign, key=key).delete()
    return Acted(entry=entry, events=outcome.events)


def _versions_now(campaign: Campaign, table: Table) -> dict[str, int]:
    """Lock what the action was decided on, in id order, and say in which versions it is."""
    if not connection.features.has_select_for_update:
        return _versions_alone(table)
    now: dict[str, int] = {}
    characters = Character.objects.filter(pk__in=[row.pk for row in table.characters.values()])
    for pk, version in locked(characters, lock=True).values_list("pk", "version"):
        now[f"character:{pk}"] = version
    if table.covers:
        covers = Item.objects.filter(pk__in=[row.pk for row in table.covers.values()], place=Place.TABLE)
        for pk, version in locked(covers, lock=True).values_list("pk", "version"):
            now[f"item:{pk}"] = version
    if table.encounter is not None:
        rows = Encounter.objects.filter(pk=table.encounter.row.pk, campaign=campaign)
        for pk, version in locked(rows, lock=True).values_list("pk", "version"):
            now[f"encounter:{pk}"] = version
    return now


def _versions_alone(table: Table) -> dict[str, int]:
    """The versions where there is but one writer, who needs no locks: by one query."""
    quote = connection.ops.quote_name
    parts = []
    for model in (Character, Item, Encounter):
        name = model.__name__.lower()
        numbers = [str(int(ref.partition(":")[2])) for ref in table.versions if ref.startswith(f"{name}:")]
        if numbers:
            found = f"FROM {quote(model._meta.db_table)} WHERE id IN ({', '.join(numbers)})"
            parts.append(f"SELECT '{name}:' || id, version {found}")
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        return dict(cursor.fetchall())


def _paid(campaign: Campaign, asked: Request, events: Iterable[Event], table: Table) -> list[Change]:
    costs = [event.data.get("cost") for event in events if isinstance(event, Happened) and event.term == PAID]
    total = sum(price_in(campaign, cost) for cost in costs if isinstance(cost, int))
    actor = table.characters[asked.intent.actor]
    return [money_paid(table.records, actor, total)] if total else []
