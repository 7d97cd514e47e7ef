"""Schlagabtausch, W20-6, 6.14 und 7.3: an attack from its roll to its end, and the attacks that answer it."""

from typing import NamedTuple

from combat.core.body import words
from combat.core.citation import cite
from combat.core.dice import OPEN
from combat.core.event import Happened, Modifier
from combat.core.fight import Combatant
from combat.core.intent import Reason
from combat.core.procedure import Ask, Choice, Step, ask
from combat.core.sheet import Item
from combat.core.standing import has_status
from combat.core.value import Json
from combat.rulesets.zwanziger.announce import out_of_reach
from combat.rulesets.zwanziger.damage import land
from combat.rulesets.zwanziger.data import TABLES, number
from combat.rulesets.zwanziger.defence import Defended, defend
from combat.rulesets.zwanziger.hold import grapple_strike, manipulator_of, seized
from combat.rulesets.zwanziger.person import burdens, start
from combat.rulesets.zwanziger.roll import CONTEST_DIE, Test, contest_won, shown
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.strike import Strike, weapon_strike
from combat.rulesets.zwanziger.turn import reacted, reaction_reasons, tired
from combat.rulesets.zwanziger.weapon import hand_of, is_ranged, is_weapon, reach_of, strength_bill
from combat.rulesets.zwanziger.words import LEARNABLE

AFTER = cite("W20-6.14", "W20-9.10")
COUNTER = cite("W20-6.14", "W20-3.8", "W20-9.18")
LEAVING = cite("W20-7.3", "W20-4.6", "W20-9.20")
FREE = cite("W20-7.3", "W20-3.8")
STEPPED = cite("W20-6.14", "W20-3.8", "W20-9.9")
WARDED = cite("W20-6.3", "W20-6.5", "W20-6.6")
EFFECT = cite("W20-1.13")
STEP_METRES = number("step_metres")
REACH = TABLES.number("usual.reach")
NOTHING = "nothing"
STEP = "step_2m"
STAYS, LEAVES = "stays_in_reach", "leaves_reach"
DEMAND, LET = "demand", "let_pass"
STANDING = ("block", "parry")
"""Defences against the free attack of a breakout: dodging is not listed."""


class Leaving(NamedTuple):
    """Somebody who leaves the reach of an enemy."""

    mover: str
    enemy: str


def resolve(stage: Stage, strike: Strike, at: str = "") -> Step[None]:
    """An attack: its roll, the defence, what it does, and what the parrying side does then.

    Rule: W20-6.2, W20-6.3.
    """
    data: dict[str, Json] = {"target": strike.target, "form": strike.form}
    if strike.item:
        data["item"] = strike.item
    rolled = yield from shown(stage, f"{at}attack_roll", strike.test, OPEN, more=data, explodes=True)
    defended = yield from defend(stage, strike, rolled.total, at)
    if defended.stopped:
        yield stage.tell(Happened("warded_off", strike.target, {"target": strike.target}, (), WARDED))
    else:
        yield from _effect(stage, strike, defended, at)
    if defended.kind == "parry" and defended.success:
        yield from _after_parry(stage, strike, defended, at)


def _effect(stage: Stage, strike: Strike, defended: Defended, at: str) -> Step[None]:
    """What an attack does that nobody stopped: damage, a hold, or whatever an ability says."""
    if strike.harm is not None:
        held = strength_bill(defended.held) if defended.held is not None else ()
        yield from land(stage, strike, strike.harm, defended.zone, held, at)
    elif strike.form == "grapple":
        yield from seized(stage, strike.actor, strike.target)
    else:
        data: dict[str, Json] = {"who": strike.actor, "target": strike.target}
        yield stage.tell(Happened("effect_lands", strike.target, data, (), EFFECT))


# --- after a parry --------------------------------------------------------------------------------------------


def _after_parry(stage: Stage, strike: Strike, defended: Defended, at: str) -> Step[None]:
    """Whoever has parried may do nothing, take a step, or answer with what he has learnt, if he can still act.

    Rule: W20-6.14.
    """
    who = stage.who(strike.target)
    if not stage.able(who.id):
        return
    found = _answers(stage, who, strike.actor, defended)
    chosen = yield from ask(Ask(f"{at}after_parry.choice", who.id, found, NOTHING, AFTER))
    if chosen == STEP:
        yield from _step(stage, Leaving(who.id, strike.actor), f"{at}step.")
    elif chosen in LEARNABLE:
        yield from _answer(stage, who.id, strike.actor, defended.item, chosen, f"{at}{chosen}.")


def _answers(stage: Stage, who: Combatant, against: str, defended: Defended) -> tuple[Choice, ...]:
    """What is open to the parrying side; counter and counter-grapple only to whoever has learnt them.

    Rule: W20-6.14, W20-9.18.
    """
    held = has_status(who.sheet, "grappled")
    step = Choice(STEP, {}, (Reason("grappled", {"who": who.id}, cite("W20-7.5")),) if held else ())
    found = [Choice(NOTHING), step]
    learnt = words(who.sheet.body.get("learnt"))
    reasons: tuple[Reason, ...] = reaction_reasons(who) if stage.house.counter_is_reaction else ()
    if "counter" in learnt:
        reach = _reach_with(who, defended.item)
        found.append(Choice("counter", {}, reasons + out_of_reach(stage.fight, who.id, against, reach)))
    if "counter_grapple" in learnt:
        limbs = _no_limbs(who)
        found.append(Choice("counter_grapple", {}, reasons + limbs + out_of_reach(stage.fight, who.id, against, REACH)))
    return tuple(found)


def _reach_with(who: Combatant, item_id: str) -> int:
    item = who.sheet.item(item_id)
    return REACH if item is None else reach_of(item)


def _no_limbs(who: Combatant) -> tuple[Reason, ...]:
    """Rule: W20-7.5."""
    missing = who.sheet.body.get("can_grapple") is False
    return (Reason("no_limbs", {"who": who.id}, cite("W20-7.5")),) if missing else ()


def _answer(stage: Stage, who: str, against: str, item_id: str, chosen: str, at: str) -> Step[None]:
    """A counter with the weapon that parried, or a counter-grapple; both outside the budget.

    Rule: W20-6.14, W20-9.18.
    """
    if stage.house.counter_is_reaction:
        stage.acted("counter_is_reaction")
        yield stage.tell(reacted(stage, who))
        yield from tired(stage, who)
    yield stage.tell(Happened(f"{chosen}_made", who, {"who": who, "target": against}, (), COUNTER))
    if chosen == "counter":
        item = stage.who(who).sheet.item(item_id)
        assert item is not None
        yield from resolve(stage, free_strike(stage, who, against, item), at)
        return
    manipulator = yield from manipulator_of(stage, who, f"{at}manipulator", {"target": against})
    strike = grapple_strike(stage.fight, stage.who(who), against, manipulator, stage.house)
    yield from resolve(stage, strike, at)


def free_strike(stage: Stage, who: str, target: str, item: Item) -> Strike:
    """A standard attack that costs no action.

    Rule: W20-3.8.
    """
    return weapon_strike(stage.fight, stage.who(who), target, item, stage.house)


def _step(stage: Stage, leaving: Leaving, at: str) -> Step[None]:
    """A step of two metres; if it leaves the attacker's reach it may cause a breakout like any other movement.

    Rule: W20-6.14, W20-9.9.
    """
    if stage.house.step_safe:
        stage.acted("parry_step_safe")
    else:
        ways = (Choice(STAYS), Choice(LEAVES))
        way = yield from ask(Ask(f"{at}way", leaving.mover, ways, STAYS, STEPPED, {"target": leaving.enemy}))
        if way == LEAVES:
            yield from broken_out(stage, leaving, f"{at}breakout.1")
    if stage.able(leaving.mover):
        data: dict[str, Json] = {"who": leaving.mover, "metres": STEP_METRES}
        yield stage.tell(Happened("moved", leaving.mover, data, (), STEPPED))


# --- breakout -------------------------------------------------------------------------------------------------


def breakout_test(stage: Stage, who: str, modifiers: tuple[Modifier, ...] = ()) -> Test:
    """One side of the contest when somebody leaves an enemy's reach.

    Rule: W20-7.3.
    """
    sheet = stage.who(who).sheet
    base = (start(sheet, "dexterity_bonus", stage.house, LEAVING),)
    return Test("breakout", who, CONTEST_DIE, base, (*modifiers, *burdens(sheet)), LEAVING)


def melee_weapons(who: Combatant) -> tuple[Item, ...]:
    """What somebody holds an enemy within reach with, the main hand first.

    Rule: W20-7.3.
    """
    found = [item for item in who.sheet.items if is_weapon(item) and not is_ranged(item)]
    return tuple(sorted(found, key=lambda item: hand_of(item) != "main"))


def broken_out(stage: Stage, leaving: Leaving, at: str, modifiers: tuple[Modifier, ...] = ()) -> Step[None]:
    """The enemy who is left may demand a contest; if he wins it he has a free attack, which tires nobody.

    Rule: W20-7.3.
    """
    enemy = stage.who(leaving.enemy)
    weapons = melee_weapons(enemy)
    if not weapons or not stage.able(enemy.id):
        return
    ways = (Choice(DEMAND), Choice(LET))
    if (yield from ask(Ask(f"{at}.demand", enemy.id, ways, DEMAND, LEAVING, {"target": leaving.mover}))) == LET:
        return
    mover, other = breakout_test(stage, leaving.mover, modifiers), breakout_test(stage, enemy.id)
    if (yield from contest_won(stage, f"{at}.contest", mover, other)):
        yield stage.tell(Happened("broke_out", leaving.mover, {"target": enemy.id}, (), LEAVING))
        return
    yield stage.tell(Happened("free_attack", enemy.id, {"who": enemy.id, "target": leaving.mover}, (), FREE))
    item = weapons[0]
    if len(weapons) > 1:
        open_ones = tuple([Choice(each.id) for each in weapons])
        chosen = yield from ask(Ask(f"{at}.item", enemy.id, open_ones, item.id, LEAVING))
        item = next(each for each in weapons if each.id == chosen)
    strike = free_strike(stage, enemy.id, leaving.mover, item)
    if stage.house.breakout_dodge:
        strike = strike._replace(opened={"dodge": "breakout_dodge"})
    else:
        strike = strike._replace(defences=STANDING)
    yield from resolve(stage, strike, f"{at}.")
