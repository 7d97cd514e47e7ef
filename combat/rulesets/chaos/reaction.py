"""Reaktionen, CHA-3.8 und 3.12 bis 3.14: what targets are asked before the first die, and the dodge they roll."""

from functools import lru_cache
from typing import NamedTuple

from combat.core.citation import cite
from combat.core.event import Change, Happened, Modifier
from combat.core.fight import Combatant, Fight
from combat.core.intent import Reason
from combat.core.procedure import Ask, Choice, Emit, Roll
from combat.core.value import Json
from combat.rulesets.chaos.cost import UNITS, price_bill, units_left
from combat.rulesets.chaos.data import TABLES, number
from combat.rulesets.chaos.options import House
from combat.rulesets.chaos.person import as_modifiers, can_act, has_status, points, total, value_bill
from combat.rulesets.chaos.purse import PRICES, Purse, after_points
from combat.rulesets.chaos.roll import W100, Goal, degrees, goal, rolled
from combat.rulesets.chaos.scene import Told

SPELL_POINTS_HIGHEST = number("spell_points_per_roll_highest")
REACTION = cite("CHA-2.9", "CHA-3.12")
CLOSED = cite("CHA-3.8", "CHA-3.13")
PARRY = cite("CHA-3.13")
KEPT = cite("CHA-2.2", "CHA-2.9")
DODGE = cite("CHA-3.8", "CHA-3.13")
HELD_BACK = ("surprised", "unaware", "reckless", "sprinted")
GUARD = Modifier("guard", TABLES.number("modifier.guard"), "add", TABLES.rules("modifier.guard"))
BLAST = Modifier(
    "against_explosive", TABLES.number("modifier.against_explosive"), "add", TABLES.rules("modifier.against_explosive")
)
TWICE = ("extra_degree+extra_degree", "cancel_degree+cancel_degree")
SPENDING = ("extra_degree", TWICE[0], "cancel_degree", "cancel_degree+extra_degree", TWICE[1])
"""What a target may announce, several together, in the order of the alphabet; some of it is closed to everybody."""


class Answered(NamedTuple):
    """What a target announced before the first die."""

    dodges: bool = False
    spend: tuple[str, ...] = ()
    spell_points: int = 0

    def announced(self) -> dict[str, int]:
        """How often each way of spending action points is announced."""
        return dict.fromkeys(self.spend, 1)


class Reacted(NamedTuple):
    """A reaction as it was rolled: whether it succeeded, and its degrees after action points."""

    success: bool
    degrees: int


def closed(fight: Fight, target: Combatant) -> tuple[Reason, ...]:
    """Why a target cannot dodge this attack: all reasons.

    Rule: CHA-3.13.
    """
    found = [] if can_act(target.sheet) else ["unconscious"]
    found += [flag for flag in HELD_BACK if target.flags.get(flag) is True]
    if has_status(target.sheet, "clinched"):
        found.append("clinched")
    reasons = [Reason("reaction_not_allowed", {"because": because}, CLOSED) for because in found]
    needed, left = total(price_bill("dodge", target.sheet)), units_left(fight, target)
    if left < needed:
        reasons.append(Reason("reaction_not_allowed", {"because": UNITS, "needed": needed, "left": left}, KEPT))
    return tuple(reasons)


@lru_cache(maxsize=256)
def spend_choices(action_points: int, alone: bool) -> tuple[Choice, ...]:
    """What a target may announce to spend; with several targets nobody takes a degree off the one attack roll.

    Rule: CHA-8.2.
    """
    choices = [Choice("none")]
    for key in SPENDING if alone else SPENDING[:2]:
        keys = key.split("+")
        needed = sum([PRICES[one] for one in keys])
        reasons = []
        if len(set(keys)) < len(keys):
            reasons.append(Reason("once_per_roll", {"spend": keys[0]}, cite("CHA-8.2")))
        elif needed > action_points:
            data: dict[str, Json] = {"needed": needed, "left": action_points}
            reasons.append(Reason("not_enough_action_points", data, cite("CHA-8.2", "CHA-8.4")))
        choices.append(Choice(key, {"action_points": needed}, tuple(reasons)))
    return tuple(choices)


@lru_cache(maxsize=256)
def spell_point_choices(spell_points: int) -> tuple[Choice, ...]:
    """The spell points a target may put on the resistance test he may have to make.

    Rule: CHA-9.4.
    """
    choices = []
    for count in range(SPELL_POINTS_HIGHEST + 2):
        reasons = []
        if count > SPELL_POINTS_HIGHEST:
            reasons.append(Reason("too_many_spell_points", {"limit": SPELL_POINTS_HIGHEST}, cite("CHA-9.4")))
        elif count > max(spell_points, 0):
            reasons.append(Reason("not_enough_spell_points", {"needed": count, "left": spell_points}, cite("CHA-9.6")))
        choices.append(Choice(str(count), {"spell_points": count}, tuple(reasons)))
    return tuple(choices)


NEVER_PARRIED = Choice("parry", {}, (Reason("reaction_not_allowed", {"because": "parry"}, PARRY),))
NO_REACTION = Choice("none")
DODGE_OPEN = Choice("dodge")


def ask_reaction(fight: Fight, target: Combatant, index: int, alone: bool) -> Told[Answered]:
    """What a target announces: a reaction, action points, spell points for a resistance test.

    Rule: CHA-2.9.
    """
    reasons = closed(fight, target)
    dodge = DODGE_OPEN if not reasons else Choice("dodge", {}, reasons)
    name = f"reaction.{index}"
    choice = yield Ask(f"{name}.choice", target.id, (NO_REACTION, dodge, NEVER_PARRIED), "none", REACTION)
    choices = spend_choices(points(target.sheet, "action_points"), alone)
    spend = yield Ask(f"{name}.spend", target.id, choices, "none", cite("CHA-8.4"))
    spell_points = yield from ask_spell_points(target, index)
    return Answered(choice.choice == "dodge", tuple(spend.choice.split("+")), spell_points)


def ask_spell_points(target: Combatant, index: int) -> Told[int]:
    """The spell points a target puts on a resistance test, should he have to make one.

    Rule: CHA-9.4.
    """
    choices = spell_point_choices(points(target.sheet, "spell_points"))
    return int((yield Ask(f"reaction.{index}.spell_points", target.id, choices, "0", cite("CHA-9.4"))).choice)


def dodge_goal(target: Combatant, explosive: bool, house: House) -> Goal:
    """What a dodge has to stay under: the skill, and no modifiers but guard and a blast.

    Rule: CHA-3.13.
    """
    found = (GUARD,) if target.flags.get("guarding") is True else ()
    modifiers = (*found, BLAST) if explosive else found
    return goal(as_modifiers(value_bill(target.sheet, "dodge")), modifiers, house.strict_under)


def dodge(
    fight: Fight, target: Combatant, index: int, purses: tuple[Purse, Purse], explosive: bool, house: House
) -> Told[Reacted]:
    """The dodge of a target whom the attack roll reached; its units are paid with the die.

    ``purses`` are the target's and the attacker's: first the reacting side adds a degree, then the other takes one.

    Rule: CHA-3.12.
    """
    found = dodge_goal(target, explosive, house)
    yield Emit(_paid(fight, target))
    face = (yield Roll(f"reaction.{index}", target.id, W100)).faces[0]
    yield Emit(rolled("dodge", target.id, found, face, DODGE, {"target": target.id}))
    if not found.is_reached(face):
        return Reacted(False, 0)
    left, events = after_points(degrees(found.target_number, face), *purses)
    if events:
        yield Emit(*events)
    return Reacted(True, left)


def _paid(fight: Fight, target: Combatant) -> Happened:
    """Kept action units pay for the dodge.

    Rule: CHA-2.9.
    """
    price, left = total(price_bill("dodge", target.sheet)), units_left(fight, target)
    data: dict[str, Json] = {"who": target.id, "action": "dodge", UNITS: price}
    return Happened("cost_paid", target.id, data, (Change(target.id, f"budget.{UNITS}", left, left - price),), KEPT)
