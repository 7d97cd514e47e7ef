"""Before anything is rolled: what an action depends on, as far as the asker may see it, and what he may do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from chaos_sheets import policy
from chaos_sheets.errors import Invalid, NotAllowed, NotVisible, ServiceError
from chaos_sheets.models import Campaign, User
from chaos_sheets.records import is_ref
from combat.core.intent import Offer, Preview
from combat.core.value import JsonMap
from combat.encounter_records import COMBATANTS
from combat.mapping import Table, read_table, stated_changes
from combat.registry import ruleset, ruleset_info
from combat.requests import HOUSE, Request, check_parameters, request_from_json
from combat.steps import Step

MOST_ALONE = 2
"""So many it takes for a fight."""


class Untimely(ServiceError):
    """The fight is not where this belongs: it has moved on, or has not begun."""

    status = 409


def offers(*, campaign: Campaign, user: User, request: JsonMap, actor: str | None = None) -> tuple[Offer, ...]:
    """What the actor of the request, or somebody else in it, may do now, and why not."""
    who = policy.viewer(user=user, campaign=campaign)
    asked = request_from_json(request, ruleset_info(who.campaign.ruleset))
    table = read(who, asked)
    actor = actor or asked.intent.actor
    if actor not in table.characters:
        raise NotVisible
    policy.act_for(who, table.characters[actor])
    found = ruleset(who.campaign.ruleset).offers(table.fight, actor)
    return tuple(offer for offer in found if who.is_gm or offer.by != "gm")


def preview(*, campaign: Campaign, user: User, request: JsonMap) -> Preview:
    """The checks an intent would need, with every modifier and the exact chance; no dice."""
    who = policy.viewer(user=user, campaign=campaign)
    asked = request_from_json(request, ruleset_info(who.campaign.ruleset))
    table = read(who, asked)
    check(who, asked, table)
    return ruleset(who.campaign.ruleset).preview(table.fight, asked.intent)


def previews(*, campaign: Campaign, user: User, request: JsonMap, items: Iterable[str]) -> dict[str, Preview]:
    """What the one part of an intent would take with each of these things: the table is read once for all."""
    who = policy.viewer(user=user, campaign=campaign)
    asked = request_from_json(request, ruleset_info(who.campaign.ruleset))
    table = read(who, asked)
    check(who, asked, table)
    rules, (part,) = ruleset(who.campaign.ruleset), asked.intent.parts
    forms = rules.offers(table.fight, asked.intent.actor, {part.form})
    found = {}
    for item in items:
        if not any(offer.item in ("", item) for offer in forms):
            raise NotVisible
        found[item] = rules.preview(table.fight, replace(asked.intent, parts=(replace(part, item=item),)))
    return found


def read(who: policy.Viewer, asked: Request) -> Table:
    """The fight, if he sees everybody in it; what he may not see is not there."""
    if asked.intent.gm_modifiers and not who.is_gm:
        raise NotAllowed
    table = read_table(who.campaign, asked, ruleset_info(who.campaign.ruleset))
    if table.encounter is not None and not policy.may_see_encounter(who, started=table.fight.round > 0):
        raise NotVisible
    if asked.step is not None:
        return table
    actor = table.characters.get(asked.intent.actor)
    if actor is None:
        raise NotVisible
    named = {*asked.combatants, *(target for part in asked.intent.parts for target in part.targets)}
    for ref in named - {asked.intent.actor}:
        if ref in table.characters and not policy.may_target(who, table.characters[ref]):
            raise NotVisible
    if any(not policy.may_see_cover(who, cover) for cover in table.covers.values()):
        raise NotVisible
    _check_refs(asked, table)
    policy.act_for(who, actor)
    if asked.payer == HOUSE:
        policy.lead(who)
    elif table.payer is not None:
        policy.act_for(who, table.payer)
    check_stated(who, asked, table)
    return table


def check_stated(who: policy.Viewer, asked: Request, table: Table) -> None:
    """In an encounter the game master has the word; a player says what is so of his own characters.

    Of somebody he knows nothing of he can say nothing either, as of nobody: else he would learn who is there.
    """
    if who.is_gm or table.encounter is None:
        return
    own = {ref for ref, row in table.characters.items() if policy.may_act(who, row)}
    hidden = [ref for ref, row in table.characters.items() if not policy.may_target(who, row)]
    if any(side in hidden for name in asked.pairs for side in name.split(">")):
        raise NotVisible
    for change in stated_changes(table, asked):
        if change.after in hidden:
            raise NotVisible
        head, _dot, rest = change.field.partition(".")
        about = rest.partition(".")[0]
        of = {f"character:{about}"} if head == COMBATANTS else set(about.split(">")) if head == "pairs" else set()
        if not of & own:
            raise NotAllowed


def _check_refs(asked: Request, table: Table) -> None:
    """Whatever the request points at must be in the fight."""
    present = table.characters.keys() | table.covers.keys()
    stated = [value for flags in asked.combatants.values() for value in flags.values() if is_ref(value)]
    sides = [side for name in asked.pairs for side in name.split(">")]
    targets = [target for part in asked.intent.parts for target in part.targets]
    if any(ref not in present for ref in (*stated, *sides, *targets)):
        raise NotVisible


def _check_step(who: policy.Viewer, step: Step, table: Table) -> None:
    """A player ends the turns of his own characters; every other step is the game master's."""
    fight = table.fight
    actor = table.characters.get(fight.current)
    if step is not Step.TURN or actor is None or not policy.may_act(who, actor):
        policy.lead(who)
    if step is Step.START and fight.round:
        raise Untimely("encounter_running")
    if step is Step.START and len(fight.combatants) < MOST_ALONE:
        raise Untimely("encounter_empty")
    if step in (Step.TURN, Step.ROUND) and not fight.round:
        raise Untimely("encounter_not_started")
    if step is Step.TURN and actor is None:
        raise Untimely("nobody_has_the_turn")


def check(who: policy.Viewer, asked: Request, table: Table) -> None:
    """Whether it may be asked for at all; the rules have their own reasons against it."""
    if asked.shown not in (None, (table.fight.round, table.fight.current)):
        raise Untimely("turn_is_over")
    if asked.step is not None:
        _check_step(who, asked.step, table)
        return
    rules = ruleset(who.campaign.ruleset)
    found = rules.offers(table.fight, asked.intent.actor, {part.form for part in asked.intent.parts})
    for part in asked.intent.parts:
        forms = [offer for offer in found if offer.form == part.form]
        if not forms:
            known = {offer.form for offer in rules.offers(table.fight, asked.intent.actor)}
            raise Invalid.of("intent.parts", "not_a_choice", choices=sorted(known))
        if all(offer.by == "gm" for offer in forms) and not who.is_gm:
            raise NotAllowed
        if part.item and not any(offer.item in ("", part.item) for offer in forms):
            raise NotVisible
    check_parameters(asked.intent.parts, {(offer.form, offer.item): offer.parameters for offer in found})
    of_gm = {known.path for offer in found for known in offer.parameters if known.by == "gm"}
    if not who.is_gm and any(part.parameters.get(path) for part in asked.intent.parts for path in of_gm):
        raise NotAllowed
