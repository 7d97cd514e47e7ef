"""The fighters of a fight as one viewer may know them: in order, with what they have left and how they fare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q
from django.utils.translation import gettext

from chaos_sheets import policy
from chaos_sheets.models import Character, Item, JournalEntry
from chaos_sheets.policy import Sight
from chaos_sheets.records import Record
from chaos_sheets.selectors.bodies import StateView, states_of
from chaos_sheets.selectors.campaign import display_name, statuses_held
from chaos_sheets.selectors.groups import counters
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.log import visible_entries
from chaos_sheets.selectors.sheet import coarse_state
from chaos_sheets.trace import Reader
from chaos_sheets.words import fraction_words, number
from combat.core.derived import Derived
from combat.core.description import Budget, Flag, RulesetInfo
from combat.core.fight import Combatant
from combat.core.schema import FieldKind
from combat.core.value import value_at
from combat.mapping import Table
from combat.registry import full_budgets, ruleset, ruleset_info
from combat.selectors.bought import buyable, owned
from combat.selectors.encounter_view import Amount, RowView

NEWEST = 8
"""So many entries of the fight stand on its page."""
OUT_OF_IT = 4
"""From this severity on somebody is struck off the order."""


@dataclass(kw_only=True)
class Look:
    """A fight and what one viewer knows of everybody and everything in it.

    ``typed`` and ``errors``: what stood in the fields of a form that was refused, and what is wrong with it.
    """

    who: policy.Viewer
    table: Table
    known: Known
    typed: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, who: policy.Viewer, table: Table) -> Look:
        known = Known.of(who)
        known.items |= {ref: record.row for ref, record in table.records.items() if isinstance(record.row, Item)}
        return cls(who=who, table=table, known=known)

    @cached_property
    def info(self) -> RulesetInfo:
        return ruleset_info(self.who.campaign.ruleset)

    @cached_property
    def reader(self) -> Reader:
        return self.known.reader()

    @cached_property
    def items(self) -> Mapping[int, Sequence[Record[Item]]]:
        """What each of them carries."""
        found: dict[int, list[Record[Item]]] = {}
        for record in self.table.records.values():
            if isinstance(record.row, Item) and record.row.character_id is not None:
                found.setdefault(record.row.character_id, []).append(record)
        return found

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Everybody present of whom he knows: as they act, each with those who act in his turn, and after them all who
        do not act this round.
        """
        acting = [ref for ref in self.table.fight.order if ref in self.table.characters]
        rest = [ref for ref in self.table.characters if ref not in acting]
        with_him = {one: [ref for ref in rest if self.acts_with(ref) == one] for one in acting}
        order = dict.fromkeys([*(ref for one in acting for ref in (one, *with_him[one])), *rest])
        return tuple(ref for ref in order if self.sight(ref) > Sight.NOTHING)

    def acts_with(self, ref: str) -> str:
        """In whose turn somebody acts, empty for whoever has his own."""
        flags = self.table.fight.combatants[ref].flags
        named = (flags.get(flag.field.path) for flag in self.info.flags if flag.acts_with)
        return next((one for one in named if isinstance(one, str) and one in self.table.fight.order), "")

    def tallies(self, ref: str) -> tuple[Amount, ...]:
        """The counts that weigh on what he does."""
        flags, words = self.table.fight.combatants[ref].flags, self.reader.words
        found = []
        for flag in (flag for flag in self.info.flags if flag.tally):
            stored = value_at(flags, flag.field.path)
            label, short = words.word(flag.field.label), words.short(flag.field.label)
            now = stored if isinstance(stored, int) else 0
            found.append(Amount(key=flag.field.path, label=label, short=short, now=now, full=0, rising=True))
        return (*found, *self._counted(ref))

    def _counted(self, ref: str) -> Iterator[Amount]:
        """What play has added up on his sheet without an end: trauma; not what only follows from the rest of it."""
        sheet, words = self.table.fight.combatants[ref].sheet, self.reader.words
        for each in counters(self.info, ()):
            now = sheet.value(each.path)
            usual = each.default_from(sheet.body) if each.default_from is not None else 0
            if isinstance(now, int) and now != usual:
                label, short = words.word(each.label), words.short(each.label)
                yield Amount(key=each.path, label=label, short=short, now=now, full=0, rising=True)

    @cached_property
    def history(self) -> tuple[tuple[JournalEntry, ...], JournalEntry | None]:
        """The newest entries of the fight that he may read, and the last that worked out its order: one query."""
        of_this = {"campaign": self.who.campaign, "subjects__ref": f"encounter:{self.encounter}"}
        news = visible_entries(self.who, self.known).filter(**of_this).order_by("-pk").values("pk")[:NEWEST]
        steps = JournalEntry.objects.filter(order_worked_out=True, **of_this).standing()
        newest = Q(pk__in=news)
        rows = JournalEntry.objects.filter(newest | Q(pk__in=steps.order_by("-pk").values("pk")[:1]))
        rows = rows.select_related("undoes__undoes").annotate(is_news=ExpressionWrapper(newest, BooleanField()))
        # What is annotated has no type.
        found: list[Any] = list(rows.order_by("-pk"))
        order = next((row for row in found if row.stands and row.order_worked_out), None)
        return tuple(row for row in found if row.is_news), order

    @property
    def encounter(self) -> int:
        record = self.table.encounter
        assert record is not None
        return int(record.row.pk)

    @property
    def current(self) -> str:
        """Whose turn it is; nobody's once the fight is over."""
        record = self.table.encounter
        return "" if record is not None and record.row.closed else self.table.fight.current

    def sight(self, ref: str) -> Sight:
        return policy.sight(self.who, self.table.characters[ref])

    def may_act(self, ref: str) -> bool:
        return ref in self.table.characters and policy.may_act(self.who, self.table.characters[ref])

    @cached_property
    def _distances(self) -> tuple[Flag, ...]:
        stated = (flag for flag in self.info.flags if flag.scope == "pair" and flag.stated)
        return tuple(flag for flag in stated if flag.field.kind is FieldKind.INTEGER)

    def distance(self, one: str, other: str) -> float:
        """The first number that is stated between two, in the units of the rules; infinite where nobody said one."""
        fight = self.table.fight
        stated = (fight.between(one, other, flag.field.path, flag.through) for flag in self._distances)
        return next((found for found in stated if isinstance(found, int)), inf)

    def statuses(self, ref: str) -> Derived:
        row, sheet = self.table.characters[ref], self.table.fight.combatants[ref].sheet
        held = statuses_held(self.who, row, list(self.items.get(row.pk, ())), sheet)
        return Derived(values={}, statuses=held)

    def states(self, ref: str) -> tuple[StateView, ...]:
        """His states in full; of somebody whose sheet is not the viewer's, how he fares in a word."""
        if self.sight(ref) is Sight.ALL:
            return states_of(self.statuses(ref), self.info, self.reader.words)
        key, word, harm = coarse_state(
            self.statuses(ref), self.info, self.reader.words, self.table.fight.combatants[ref].sheet
        )
        return (StateView(key=key, label=word, severity=harm),) if harm else ()

    def budgets(self, ref: str) -> tuple[Amount, ...]:
        fight, words = self.table.fight, self.reader.words
        left, full = (
            fight.combatants[ref].budget,
            full_budgets(self.info.id, fight.combatants[ref].sheet, fight.options),
        )
        return tuple(
            Amount(
                key=budget.key,
                label=words.word(budget.key),
                short=words.short(budget.key),
                now=left.get(budget.key, 0),
                full=full[budget.key],
                extra=buyable(self.info, budget, fight.combatants[ref]) if ref == self.current else 0,
                price=self.points(budget, fight.combatants[ref]),
            )
            for budget in self.info.budgets
        )

    def points(self, budget: Budget, one: Combatant) -> str:
        """What pays for more units of a budget, as much as he has: 2 AP."""
        found = owned(self.info, budget, one)
        return (
            f"{number(found)}\N{NO-BREAK SPACE}{self.reader.words.short(budget.bought.field.pool)}"
            if budget.bought
            else ""
        )

    def pools(self, ref: str, *, health: bool) -> tuple[Amount, ...]:
        """What he has of each pool; a pool of which he has none and can have none is left out."""
        sheet, words = self.table.fight.combatants[ref].sheet, self.reader.words
        found = []
        for pool in self.info.pools:
            now, full = sheet.value(pool.current), sheet.value(pool.maximum)
            if pool.health is health and isinstance(now, int) and isinstance(full, int) and (full or now):
                label = words.word(pool.key)
                short = words.short(pool.key)
                found.append(Amount(key=pool.key, label=label, short=short, now=now, full=full, rising=pool.rising))
        return tuple(found)


def row_views(look: Look) -> tuple[tuple[RowView, ...], str]:
    """Everybody he knows of, in the order in which they act, and what that order goes by: BE + NT.

    One query, for the numbers behind the order.
    """
    data = _order_told(look)
    rows = tuple(_row(look, ref, data) for ref in look.order)
    return rows, look.reader.words.word(str(data["by"])) if data.get("by") else ""


def _left(pool: Amount) -> float:
    """The share that is left of it."""
    return 1 - pool.now / max(1, pool.full) if pool.rising else pool.now / max(1, pool.full)


def _row(look: Look, ref: str, data: Mapping[str, Any]) -> RowView:
    row, whole = look.table.characters[ref], look.sight(ref) is Sight.ALL
    sees = look.known.sees_numbers(ref) or whole
    states = look.states(ref)
    value = data.get("values", {}).get(ref)
    health = look.pools(ref, health=True) if whole else ()
    waits = look.table.fight.round > 0 and ref not in look.table.fight.order
    leader = look.acts_with(ref)
    return RowView(
        id=row.pk,
        ref=ref,
        name=look.known.name(ref),
        sub=_sub(look, row),
        party=look.table.fight.combatants[ref].party,
        value=fraction_words(value) if sees else "",
        health=min(health, key=_left, default=None),
        health_named=len(health) > 1,
        budgets=look.budgets(ref) if whole and look.table.fight.round else (),
        states=states,
        tied=_tied(look, ref, data) if sees else "",
        now=ref == look.current,
        out=any(state.severity >= OUT_OF_IT for state in states),
        waits=waits and not leader and not any(state.severity >= OUT_OF_IT for state in states),
        acts_with=look.known.name(leader) if waits and leader else "",
        tallies=tuple(one for one in look.tallies(ref) if one.now) if whole else (),
        hidden=look.who.is_gm and policy.is_hidden(row),
        mine=look.who.owns(row),
        whole=whole,
    )


def yet_to_act(look: Look) -> tuple[str, ...]:
    """Who could still act this round: whoever has the turn, if he has something left, and all who come after him."""
    order, current = look.table.fight.order, look.current
    if current not in order:
        return ()
    refs = [ref for ref in order[order.index(current) :] if ref in look.table.characters]
    return tuple(name for ref in refs if _could_act(look, ref) and (name := look.known.name(ref)))


def _could_act(look: Look, ref: str) -> bool:
    """Whether the rules leave him anything to do that takes part of a turn; one to come begins with all he has."""
    fight = look.table.fight
    one = fight.combatants[ref]
    if ref != look.current:
        one = replace(one, budget=full_budgets(look.info.id, one.sheet, fight.options))
    turn = replace(fight, current=ref, combatants={**fight.combatants, ref: one})
    offers = ruleset(look.info.id).offers(turn, ref)
    return any(not offer.reasons and offer.by != "gm" and (offer.cost or not look.info.budgets) for offer in offers)


def _sub(look: Look, row: Character) -> str:
    """Who plays him; for the game master the name under which the players know him, where that is another."""
    owner = look.known.characters[row.ref].owner
    if owner is not None:
        return display_name(owner.user)
    if look.who.is_gm and policy.is_named_otherwise(row):
        return gettext("„%(name)s“") % {"name": row.public_name}
    return ""


def _order_told(look: Look) -> Mapping[str, Any]:
    """What the order was last worked out from: a number for each, those between whom it did not decide, what was
    looked at next, and the word of the rules for that number. Fights that began before their rules told it have none.
    """
    _news, entry = look.history
    for event in reversed(entry.events if entry is not None else ()):
        data: Mapping[str, Any] = event["data"]
        if isinstance(data.get("values"), dict) and isinstance(data.get("order"), list):
            return data
    return {}


def _tied(look: Look, ref: str, data: Mapping[str, Any]) -> str:
    """That somebody stands level with others, and what was looked at next where the rules know more."""
    level = data.get("level") or {}
    further = level.get("values", {}).get(ref)
    if further is not None:
        told = f"{look.reader.words.short(str(level['by']))} {fraction_words(further)}"
        return gettext("gleichauf, %(further)s") % {"further": told}
    return gettext("gleichauf") if any(ref in group for group in data.get("tied", ())) else ""


def gone_rows(look: Look) -> list[str]:
    """Those who have left, of whom the viewer knows."""
    record = look.table.encounter
    assert record is not None
    left = [f"character:{number_}" for number_, one in record.parts.items() if one.left]
    return [ref for ref in left if look.known.name(ref)]
