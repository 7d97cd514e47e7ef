"""Verteidigung, W20-6.3 bis 6.6: the defender sees the attack roll and chooses, and what his roll then shows."""

from dataclasses import replace
from typing import NamedTuple

from combat.core.bill import as_modifiers
from combat.core.citation import Citations, cite
from combat.core.dice import Dice
from combat.core.event import Happened, Rolled
from combat.core.fight import Combatant
from combat.core.intent import Check, Reason
from combat.core.procedure import Ask, Choice, Step, ask, roll
from combat.core.sheet import Item
from combat.core.value import Json
from combat.rulesets.zwanziger.data import number
from combat.rulesets.zwanziger.options import BY_THE_BOOK, House
from combat.rulesets.zwanziger.person import DODGE, burdens, can_act, start
from combat.rulesets.zwanziger.roll import Test, check_of, shown
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.strike import Strike
from combat.rulesets.zwanziger.turn import tired, tiredness
from combat.rulesets.zwanziger.weapon import defence_bill, defending_with, strength_bill
from combat.rulesets.zwanziger.words import DEFENCES, ZONES

NONE = "none"
PERFECT_FROM = number("perfect_from")
DICE = {"block": number("block_die"), "parry": number("parry_die"), "dodge": number("dodge_die")}
PARRY_DIE = Dice(1, DICE["parry"])
RULES: dict[str, Citations] = {
    "block": cite("W20-6.4", "W20-4.2"),
    "parry": cite("W20-6.5", "W20-4.2"),
    "dodge": cite("W20-6.6", "W20-4.2"),
}
CHOSEN = cite("W20-3.6", "W20-6.3")
UNLISTED: dict[str, Citations] = {
    "block": cite("W20-7.5", "W20-9.8"),
    "parry": cite("W20-6.3"),
    "dodge": cite("W20-6.3", "W20-7.3", "W20-9.7"),
}
MISSILE = cite("W20-9.17")
SECOND = cite("W20-6.5", "W20-9.2")
HARMLESS = cite("W20-9.19")
LANDED = "torso"
"""The zone of an ordinary parry whose defender names none."""


class Defended(NamedTuple):
    """What came of a defence: ``parry`` perfect, ordinary or failed; ``zone`` named by the defender.

    ``stopped``: the attack does nothing more; ``held``: the thing whose strength lowers the damage.
    """

    kind: str = NONE
    success: bool = False
    stopped: bool = False
    parry: str = ""
    zone: str = ""
    item: str = ""
    held: Item | None = None


def closed(strike: Strike, target: Combatant, kind: str, house: House) -> tuple[Reason, ...]:
    """Why a defender cannot defend in this way: all reasons.

    Rule: W20-6.3.
    """
    reasons = []
    if not can_act(target.sheet, house):
        reasons.append(Reason("defence_closed", {"because": "cannot_act"}, CHOSEN))
    for flag in ("unaware", f"no_{kind}"):
        if target.flags.get(flag) is True:
            reasons.append(Reason("defence_closed", {"because": flag}, CHOSEN))
    if kind not in strike.defences:
        reasons.append(Reason("defence_closed", {"because": "not_listed"}, UNLISTED[kind]))
    if strike.missile and kind != "dodge" and not house.parry_ranged:
        reasons.append(Reason("defence_closed", {"because": "missile"}, MISSILE))
    if kind != "dodge" and not defending_with(target.sheet, kind):
        reasons.append(Reason("no_value", {"value": kind}, cite("W20-1.5")))
    return tuple(reasons)


def choices(strike: Strike, target: Combatant, house: House) -> tuple[Choice, ...]:
    """What a defender may choose from; each way out of three, or none.

    Rule: W20-3.6, W20-6.3.
    """
    return (
        Choice(NONE),
        *[Choice(kind, _strength_told(target, kind), closed(strike, target, kind, house)) for kind in DEFENCES],
    )


def _holds_off(item: Item) -> dict[str, Json]:
    """What a block with a thing takes off the damage, told with the choice.

    Rule: W20-6.4.
    """
    return {step.term: step.amount for step in strength_bill(item)}


def _strength_told(target: Combatant, kind: str) -> dict[str, Json]:
    """The strength of a block where only one thing is there to block with; of several each says its own.

    Rule: W20-6.4.
    """
    items = defending_with(target.sheet, kind) if kind == "block" else ()
    return _holds_off(items[0]) if len(items) == 1 else {}


def open_keys(found: tuple[Choice, ...]) -> tuple[str, ...]:
    """The choices nothing speaks against."""
    return tuple([choice.key for choice in found if not choice.reasons])


def defence_test(target: Combatant, kind: str, item: Item | None, house: House) -> Test:
    """A defence before it is rolled.

    Rule: W20-6.4, W20-6.5, W20-6.6, W20-5.1.
    """
    dodged = start(target.sheet, "dodge", house, DODGE)
    base = (dodged,) if item is None else as_modifiers(defence_bill(item, kind))
    modifiers = (*tiredness(target, house), *burdens(target.sheet))
    return Test(kind, target.id, DICE[kind], base, modifiers, RULES[kind])


def chances(target: Combatant, found: tuple[Choice, ...], total: int, house: House) -> tuple[Check, ...]:
    """What each open defence would roll against this attack, with the best thing for it; nothing is promised where
    dice may explode.

    Rule: W20-6.3, W20-4.2.
    """
    if house.explode_all:
        return ()
    rolls = []
    for kind in [key for key in open_keys(found) if key != NONE]:
        tests = [defence_test(target, kind, item, house) for item in _means(target, kind)]
        best = max(tests, key=lambda test: test.bonus)
        rolls.append(check_of(best, (total, None), total))
    return tuple(rolls)


def _means(target: Combatant, kind: str) -> tuple[Item | None, ...]:
    """The things a defence may be made with; a dodge needs none."""
    return (None,) if kind == "dodge" else defending_with(target.sheet, kind)


def defend(stage: Stage, strike: Strike, total: int, at: str) -> Step[Defended]:
    """Ask the defender, and let him roll. Every defence tires, failed ones too.

    Rule: W20-6.3, W20-3.7.
    """
    target = stage.who(strike.target)
    found = choices(strike, target, stage.house)
    rolls = chances(target, found, total, stage.house)
    kind = yield from ask(Ask(f"{at}defence.choice", target.id, found, NONE, CHOSEN, checks=rolls))
    usual = choices(strike, target, stage.house._replace(parry_ranged=True))
    stage.decided("parry_ranged", open_keys(found), open_keys(usual))
    if kind == NONE:
        return Defended()
    item = yield from _chosen_item(stage, target, kind, total, at)
    test = _as_played(stage, strike, target, kind, item)
    if kind == "parry":
        result = yield from _parry(stage, strike, test, total, at)
    else:
        data: dict[str, Json] = {"item": item.id} if item is not None else {}
        result = yield from _plain(stage, test, total, at, data)
    if kind == "block" and result.success and strike.harm is not None:
        result = result._replace(stopped=False, held=item)
    yield from tired(stage, target.id)
    return result._replace(kind=kind, item="" if item is None else item.id)


def _as_played(stage: Stage, strike: Strike, target: Combatant, kind: str, item: Item | None) -> Test:
    """A defence as the house plays it; every rule of the house that makes a difference acted."""
    stage.able(target.id)
    if kind in strike.opened:
        stage.acted(strike.opened[kind])
    test, usual = [defence_test(target, kind, item, house) for house in (stage.house, BY_THE_BOOK)]
    stage.decided("exhaustion_applies", test.modifiers, usual.modifiers)
    stage.decided("dodge_base", test.base, usual.base)
    return test


def _with_item(target: Combatant, kind: str, item: Item, total: int, house: House) -> Check:
    """What a defence with one of several things would roll. Rule: W20-6.3."""
    test = defence_test(target, kind, item, house)
    return replace(check_of(test, (total, None), total), term=item.id)


def _chosen_item(stage: Stage, target: Combatant, kind: str, total: int, at: str) -> Step[Item | None]:
    """The thing to block or parry with, each with the roll it would mean; nobody is asked who has only one.

    Rule: W20-6.3.
    """
    if kind == "dodge":
        return None
    items = defending_with(target.sheet, kind)
    if len(items) == 1:
        return items[0]
    open_ones = tuple([Choice(item.id, _holds_off(item) if kind == "block" else {}) for item in items])
    promised = () if stage.house.explode_all else items
    rolls = tuple([_with_item(target, kind, item, total, stage.house) for item in promised])
    chosen = yield from ask(Ask(f"{at}defence.item", target.id, open_ones, items[0].id, CHOSEN, checks=rolls))
    return target.sheet.item(chosen)


def _plain(stage: Stage, test: Test, total: int, at: str, data: dict[str, Json]) -> Step[Defended]:
    """A block or a dodge: it reaches the attack roll or it does not. A dodge stops everything.

    Rule: W20-6.4, W20-6.6, W20-4.2.
    """
    found = yield from shown(stage, f"{at}defence", test, (total, None), ("success", "failure"), data, explodes=True)
    reached = found.total >= total
    return Defended(success=reached, stopped=reached)


def _parry(stage: Stage, strike: Strike, test: Test, total: int, at: str) -> Step[Defended]:
    """A parry: perfect with a high die, else the defender names the zone and rolls a second die that can only help.

    Where an attack does no damage, reaching it is enough.

    Rule: W20-6.5, W20-9.2, W20-9.19.
    """
    found = yield from shown(stage, f"{at}defence", test, (total, None), ("success", "failure"), explodes=True)
    if found.total < total:
        return Defended(parry="failed")
    if found.face >= PERFECT_FROM:
        yield stage.tell(parried("perfect_parry", test.who))
        return Defended(success=True, stopped=True, parry="perfect")
    yield stage.tell(parried("ordinary_parry", test.who, () if strike.harm is not None else HARMLESS))
    if strike.harm is None:
        return Defended(success=True, stopped=True, parry="ordinary")
    zones = tuple([Choice(zone) for zone in ZONES])
    zone = yield from ask(Ask(f"{at}parry.zone", test.who, zones, LANDED, SECOND))
    second = (yield from roll(f"{at}second_parry", test.who, PARRY_DIE, (found.face, None)))[0]
    reached = second >= found.face
    outcome = "success" if reached else "failure"
    yield stage.tell(
        Rolled(
            "second_parry",
            test.who,
            PARRY_DIE,
            (second,),
            (),
            second,
            (found.face, None),
            outcome,
            SECOND,
            {"target_number": found.face},
        )
    )
    return Defended(success=True, stopped=reached, parry="ordinary", zone=zone)


def parried(term: str, who: str, more: Citations = ()) -> Happened:
    """A parry that reached the attack.

    Rule: W20-6.5.
    """
    return Happened(term, who, {"who": who}, (), (*RULES["parry"], *more))
