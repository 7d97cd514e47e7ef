"""Angriffe als Handlungen, W20-3.3, 6 und 7.5: standard attacks with either hand, and the grapple."""

from collections.abc import Mapping
from functools import partial

from combat.core.citation import cite
from combat.core.fields import choice
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Check, Part, Reason
from combat.core.procedure import Step
from combat.core.schema import Field
from combat.rulesets.zwanziger.announce import (
    ADJUST,
    BACKSTAB,
    BONUS,
    SLOT,
    Asked,
    one_target,
    out_of_reach,
)
from combat.rulesets.zwanziger.data import TABLES
from combat.rulesets.zwanziger.exchange import resolve
from combat.rulesets.zwanziger.form import Act, Candidates, form_of
from combat.rulesets.zwanziger.hold import grapple_strike
from combat.rulesets.zwanziger.person import can_act
from combat.rulesets.zwanziger.roll import check_of
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.strike import Strike, weapon_strike
from combat.rulesets.zwanziger.turn import Price, not_now, paid, price_of, rider_of, slots_of
from combat.rulesets.zwanziger.weapon import hand_of, is_weapon, reach_of
from combat.rulesets.zwanziger.words import DEFENCES, MANIPULATORS

BY_HAND = {"attack_main": "main", "attack_off": "offhand"}
GRAPPLE = "grapple"
REACH = TABLES.number("usual.reach")
MANIPULATOR = choice(
    "manipulator",
    tuple(f"{key}_bonus" for key in MANIPULATORS),
    default=f"{MANIPULATORS[0]}_bonus",
    rules=cite("W20-7.5"),
)
WEAPON = cite("W20-6.1", "W20-2.1")
OFFHAND = cite("W20-3.4", "W20-6.1", "W20-7.8")
LIMBS = cite("W20-7.5", "W20-1.12")
OPEN = cite("W20-6.3")


def slot_fields(fight: Fight, actor: str, form: str) -> tuple[Field, ...]:
    """Where a form fits both slots its player may say which; what a ridden mount does fits any action of its rider.

    Rule: W20-3.2, W20-7.2.
    """
    who = fight.combatants.get(actor)
    ridden = who is not None and rider_of(fight, who) is not None
    return (SLOT,) if ridden or len(slots_of(form)) > 1 else ()


def undefended(found: Asked, target: Combatant | None) -> tuple[Reason, ...]:
    """What the table should know: a target that cannot defend itself, at all or in one of the ways.

    Rule: W20-6.3.
    """
    if target is None:
        return ()
    if not can_act(target.sheet, found.house) or target.flags.get("unaware") is True:
        return (Reason("target_undefended", {"target": target.id}, OPEN),)
    barred = [f"no_{kind}" for kind in DEFENCES if target.flags.get(f"no_{kind}") is True]
    return tuple([Reason("defence_barred", {"target": target.id, "because": flag}, OPEN) for flag in barred])


def struck_at(strike: Strike, price: Price, stage: Stage) -> Step[None]:
    """Book the action and attack."""
    yield from paid(stage, strike.actor, strike.form, price)
    yield from resolve(stage, strike)


def act_of(strike: Strike, price: Price, reasons: tuple[Reason, ...], warnings: tuple[Reason, ...] = ()) -> Act:
    """An attack as an action: its roll is known before, the defence's only once it has fallen."""
    checks: tuple[Check, ...] = (check_of(strike.test),)
    return Act(reasons, price, checks, partial(struck_at, strike, price), warnings, strike.notes)


# --- standard attacks -----------------------------------------------------------------------------------------


def _read_attack(found: Asked) -> Act:
    """A standard attack as announced.

    Rule: W20-6.1, W20-7.8.
    """
    item, form = found.item, found.part.form
    price = price_of(found.fight, found.actor, form, found.slot)
    reasons = not_now(found.fight, found.actor, price)
    target, wrong = one_target(found)
    if item is None or not is_weapon(item) or hand_of(item) != BY_HAND[form]:
        return Act((Reason("unknown_weapon", {"item": found.part.item}, WEAPON), *reasons, *wrong), price)
    if target is not None:
        wrong = out_of_reach(found.fight, found.actor.id, target.id, reach_of(item), WEAPON)
    strike = weapon_strike(
        found.fight,
        found.actor,
        "" if target is None else target.id,
        item,
        found.house,
        found.adjusted,
        form=form,
        backstab=found.is_true("backstab"),
        more=found.amount("damage_bonus"),
    )
    return act_of(strike, price, reasons + wrong, undefended(found, target))


def _with_weapon(form: str) -> Candidates:
    def candidates(fight: Fight, actor: str) -> tuple[Part, ...]:
        """One attack for each weapon of a hand."""
        items = fight.combatants[actor].sheet.items
        mine = [item for item in items if is_weapon(item) and hand_of(item) == BY_HAND[form]]
        return tuple([Part(form=form, item=item.id) for item in mine])

    return candidates


def _attack_fields(fight: Fight, actor: str, part: Part) -> tuple[Field, ...]:
    return (*slot_fields(fight, actor, part.form), BACKSTAB, BONUS, *ADJUST)


# --- grapple --------------------------------------------------------------------------------------------------


def _read_grapple(found: Asked) -> Act:
    """A grapple as announced; it needs limbs.

    Rule: W20-7.5.
    """
    price = price_of(found.fight, found.actor, GRAPPLE, found.slot)
    reasons = not_now(found.fight, found.actor, price)
    if found.actor.sheet.body.get("can_grapple") is False:
        reasons += (Reason("no_limbs", {"who": found.actor.id}, LIMBS),)
    target, wrong = one_target(found)
    if target is not None:
        wrong = out_of_reach(found.fight, found.actor.id, target.id, REACH)
    manipulator = found.word("manipulator", f"{MANIPULATORS[0]}_bonus").removesuffix("_bonus")
    strike = grapple_strike(
        found.fight,
        found.actor,
        "" if target is None else target.id,
        manipulator,
        found.house,
        found.adjusted,
        backstab=found.is_true("backstab"),
    )
    return act_of(strike, price, reasons + wrong, undefended(found, target))


def _alone(form: str) -> Candidates:
    def candidates(fight: Fight, actor: str) -> tuple[Part, ...]:
        """One offer that needs no thing."""
        return (Part(form=form),)

    return candidates


def _grapple_fields(fight: Fight, actor: str, part: Part) -> tuple[Field, ...]:
    return (MANIPULATOR, *slot_fields(fight, actor, part.form), BACKSTAB, *ADJUST)


FORMS: Mapping[str, Form] = {
    "attack_main": form_of(
        _read_attack, _with_weapon("attack_main"), _attack_fields, cite("W20-3.3", "W20-6.1"), needs_target=True
    ),
    "attack_off": form_of(_read_attack, _with_weapon("attack_off"), _attack_fields, OFFHAND, needs_target=True),
    GRAPPLE: form_of(_read_grapple, _alone(GRAPPLE), _grapple_fields, cite("W20-7.5"), needs_target=True),
}
