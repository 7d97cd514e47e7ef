"""Reaktionen, CHA-3.8 und 3.12 bis 3.14: what targets are asked before the first die, and the reaction they roll."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from combat.core.bill import as_modifiers, total
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fight import Combatant, Fight
from combat.core.intent import Reason
from combat.core.procedure import Ask, Choice, Emit, Roll, Step
from combat.core.standing import has_status
from combat.core.value import Json
from combat.rulesets.chaos.cost import UNITS, price_of, units_left
from combat.rulesets.chaos.cover import BLAST
from combat.rulesets.chaos.data import modifier, number
from combat.rulesets.chaos.gathering import scattered
from combat.rulesets.chaos.options import House
from combat.rulesets.chaos.person import can_act, points, value_bill
from combat.rulesets.chaos.purse import LATER, PRICES, Purse, after_points
from combat.rulesets.chaos.roll import TEST_DIE, W100, Goal, chance_of, degrees, goal, rolled
from combat.rulesets.chaos.scene import Mark

SPELL_POINTS_HIGHEST = number("spell_points_per_roll_highest")
REACTION = cite("CHA-2.9", "CHA-3.12")
CLOSED = cite("CHA-3.8", "CHA-3.13")
PARRY = cite("CHA-3.13")
KEPT = cite("CHA-2.2", "CHA-2.9")
DODGE = cite("CHA-3.8", "CHA-3.13")
NONE = "none"
HELD_BACK = ("surprised", "unaware", "reckless")
"""Flags of someone who cannot react to anything."""
GUARD = modifier("guard")
TWICE = ("extra_degree+extra_degree", "cancel_degree+cancel_degree")
SPENDING = ("extra_degree", TWICE[0], "cancel_degree", "cancel_degree+extra_degree", TWICE[1])
"""What a target may announce, several together, in the order of the alphabet; some of it is closed to everybody."""

CANCELLING = tuple([key for key in SPENDING if "extra_degree" not in key])
"""What a target may announce who rolls nothing that has degrees."""


class Answered(NamedTuple):
    """What a target announced before the first die; ``spell_points`` None: he is asked when his test is due."""

    reaction: str = NONE
    spend: tuple[str, ...] = ()
    spell_points: int | None = 0

    def purse(self, target: Combatant, notes: tuple[Reason, ...] = ()) -> Purse:
        """The target's action points with what he announced to spend them on."""
        return Purse(target, dict.fromkeys(self.spend, 1), LATER in self.spend, notes)


UNASKED = Answered(spend=(LATER,), spell_points=None)
"""Of someone who can do nothing before the dice: his points are asked about once they would take effect."""


class Reacted(NamedTuple):
    """A reaction as it was rolled: whether it succeeded, and its degrees after action points."""

    success: bool
    degrees: int


def held_back(target: Combatant, reaction: str) -> tuple[Reason, ...]:
    """What keeps someone from reacting at all; a sprint keeps him from dodging only.

    Rule: CHA-3.13.
    """
    found = [] if can_act(target.sheet) else ["unconscious"]
    flags = (*HELD_BACK, "sprinted") if reaction == "dodge" else HELD_BACK
    found += [flag for flag in flags if target.flags.get(flag) is True]
    if has_status(target.sheet, "clinched"):
        found.append("clinched")
    return tuple([Reason("reaction_not_allowed", {"because": because}, CLOSED) for because in found])


def closed(fight: Fight, target: Combatant, reaction: str = "dodge") -> tuple[Reason, ...]:
    """Why a target cannot dodge or parry this attack: all reasons.

    Rule: CHA-3.13.
    """
    reasons = [*held_back(target, reaction)]
    if fight.round and fight.current == target.id:
        reasons.append(Reason("reaction_not_allowed", {"because": "own_turn"}, KEPT))
    needed, left = total(price_of(target, reaction)), units_left(fight, target)
    if left < needed:
        reasons.append(Reason("reaction_not_allowed", {"because": UNITS, "needed": needed, "left": left}, KEPT))
    return tuple(reasons)


@lru_cache(maxsize=256)
def spend_choices(action_points: int, known: tuple[str, ...] = SPENDING) -> tuple[Choice, ...]:
    """What a target may announce to spend; whoever can pay for any of it may leave it until the roll shows.

    Rule: CHA-8.2, CHA-8.4.
    """
    choices = []
    for key in known:
        keys = key.split("+")
        needed = sum([PRICES[one] for one in keys])
        reasons = []
        if len(set(keys)) < len(keys):
            reasons.append(Reason("once_per_roll", {"spend": keys[0]}, cite("CHA-8.2")))
        elif needed > action_points:
            data: dict[str, Json] = {"needed": needed, "left": action_points}
            reasons.append(Reason("not_enough_action_points", data, cite("CHA-8.2", "CHA-8.4")))
        choices.append(Choice(key, {"action_points": needed}, tuple(reasons)))
    later = [Choice(LATER)] if any(not choice.reasons for choice in choices) else []
    return (Choice("none"), *later, *choices)


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
NO_REACTION = Choice(NONE)


def _choice(fight: Fight, target: Combatant, reaction: str) -> Choice:
    """A reaction as it is put to a target, with what closes it to him."""
    return Choice(reaction, {UNITS: total(price_of(target, reaction))}, closed(fight, target, reaction))


def ask_reaction(fight: Fight, target: Combatant, index: int, alone: bool, melee: bool = False) -> Step[Answered]:
    """What a target announces: a reaction, action points, spell points for a resistance test.

    Nobody is kept waiting for someone to whom no reaction is open.

    Rule: CHA-2.9, CHA-8.4.
    """
    dodge = _choice(fight, target, "dodge")
    parry = _choice(fight, target, "parry") if melee else NEVER_PARRIED
    name = f"reaction.{index}"
    choice = yield Ask(f"{name}.choice", target.id, (NO_REACTION, dodge, parry), NONE, REACTION)
    if dodge.reasons and parry.reasons:
        return UNASKED
    # With several targets nobody takes a degree off the one attack roll.
    choices = spend_choices(points(target.sheet, "action_points"), SPENDING if alone else SPENDING[:2])
    spend = yield Ask(f"{name}.spend", target.id, choices, "none", cite("CHA-8.4"))
    spell_points = yield from ask_spell_points(target, name)
    return Answered(choice.choice, tuple(spend.choice.split("+")), spell_points)


def ask_spell_points(
    target: Combatant, name: str, goals: Callable[[int], Goal] | None = None, notes: tuple[Reason, ...] = ()
) -> Step[int]:
    """The spell points a target puts on a resistance test, should he have to make one.

    ``goals``: what the test has to stay under with so many of them, where that is known by now.

    Rule: CHA-9.4.
    """
    choices = spell_point_choices(points(target.sheet, "spell_points"))
    if goals is not None:
        choices = tuple([each if each.reasons else _with_chance(each, goals(int(each.key))) for each in choices])
    return int((yield Ask(f"{name}.spell_points", target.id, choices, "0", cite("CHA-9.4"), notes=notes)).choice)


def _with_chance(choice: Choice, found: Goal) -> Choice:
    """An answer with the number it would leave and how many rolls of a hundred succeed.

    Rule: CHA-0.1.
    """
    percent = int(chance_of(found.window) * TEST_DIE)
    return choice._replace(data={**choice.data, "target_number": found.target_number, "chance": percent})


def reaction_goal(target: Combatant, reaction: str, explosive: bool, house: House) -> Goal:
    """What a dodge or parry has to stay under: the skill, and no modifiers but guard and a blast.

    Rule: CHA-3.13.
    """
    found = (GUARD,) if target.flags.get("guarding") is True else ()
    modifiers = (*found, BLAST) if explosive else found
    return goal(as_modifiers(value_bill(target.sheet, reaction)), modifiers, house.strict_under)


def react(
    fight: Fight, mark: Mark, reaction: str, purses: tuple[Purse, Purse], explosive: bool, house: House
) -> Step[Reacted]:
    """The dodge or parry of a target whom the attack roll reached; its units are paid with the die.

    ``purses`` are the target's and the attacker's: first the reacting side adds a degree, then the other takes one.

    Rule: CHA-3.12.
    """
    target = mark.victim.combatant
    found = reaction_goal(target, reaction, explosive, house)
    yield Emit(_paid(fight, target, reaction))
    face = (yield Roll(f"reaction.{mark.index}", target.id, W100, found.window)).faces[0]
    yield Emit(rolled(reaction, target.id, found, face, DODGE, {"target": target.id}))
    if not found.is_reached(face):
        return Reacted(False, 0)
    left, _ = yield from after_points(degrees(found.target_number, face), f"reaction.{mark.index}", *purses)
    return Reacted(True, left)


def _paid(fight: Fight, target: Combatant, reaction: str) -> Happened:
    """Kept action units pay for the reaction.

    Rule: CHA-2.9.
    """
    price, left = total(price_of(target, reaction)), units_left(fight, target)
    data: dict[str, Json] = {"who": target.id, "action": reaction, UNITS: price}
    changes = (Change(target.id, f"budget.{UNITS}", left, left - price), *scattered(target))
    return Happened("cost_paid", target.id, data, changes, KEPT)
