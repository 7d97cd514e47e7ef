"""Bewegung, W20-3 und 7: moving, leaving an enemy's reach, sprinting mounts, getting free, giving an action up."""

from collections.abc import Mapping
from functools import partial

from combat.core.body import text
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fields import choice, number
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Check, Part, Reason
from combat.core.procedure import Step
from combat.core.schema import Field
from combat.core.value import Json
from combat.rulesets.zwanziger.announce import ADJUST, SLOT, Asked, one_target, target_reasons
from combat.rulesets.zwanziger.attack import MANIPULATOR, slot_fields
from combat.rulesets.zwanziger.exchange import Leaving, breakout_test, broken_out, melee_weapons
from combat.rulesets.zwanziger.form import Act, Candidates, form_of
from combat.rulesets.zwanziger.hold import is_held, released, wrestling_test
from combat.rulesets.zwanziger.person import can_act, value
from combat.rulesets.zwanziger.roll import check_of, contest_won
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.turn import Price, left, not_now, out_of_action, paid, price_of, rider_of
from combat.rulesets.zwanziger.words import MANIPULATORS, SLOTS

METRES = number("metres", default=None, low=0, high=9999, optional=True, unit="metres", rules=cite("W20-1.3"))
THEIR_MANIPULATOR = choice(
    "their_manipulator", MANIPULATOR.choices, default=str(MANIPULATOR.default), rules=cite("W20-7.5")
)
MOVED = cite("W20-1.3", "W20-3.3", "W20-3.4")
HELD = cite("W20-7.5")
MOUNT = cite("W20-7.2", "W20-5.4")
DISCARDED = cite("W20-3.2")
LIMITS = {"sprint": "sprint"}


def _limit(found: Asked) -> int:
    """How far this movement may go, in metres.

    Rule: W20-1.3, W20-2.5.
    """
    return value(found.actor.sheet, LIMITS.get(found.part.form, "movement"), found.house)


def immobile(actor: Combatant) -> tuple[Reason, ...]:
    """Whoever is held does not move.

    Rule: W20-7.5.
    """
    return (Reason("grappled", {"who": actor.id}, HELD),) if is_held(actor) else ()


def _movement_reasons(found: Asked, price: Price) -> tuple[Reason, ...]:
    reasons = not_now(found.fight, found.actor, price) + immobile(found.actor)
    limit, wanted = _limit(found), found.amount("metres")
    if wanted > limit:
        reasons += (Reason("move_too_far", {"metres": wanted, "limit": limit}, MOVED),)
    if found.part.form == "sprint" and rider_of(found.fight, found.actor) is None:
        reasons += (Reason("not_ridden", {"who": found.actor.id}, MOUNT),)
    return reasons


def _moved(stage: Stage, found: Asked) -> Step[None]:
    """The movement itself; a mount's makes its rider's attacks of this turn harder.

    Rule: W20-3.3, W20-5.4.
    """
    who = found.actor.id
    if not stage.able(who):
        return
    data: dict[str, Json] = {"who": who, "metres": found.amount("metres") or _limit(found)}
    changes: tuple[Change, ...] = ()
    if rider_of(stage.fight, found.actor) is not None:
        changes = stage.change(who, "flags.mount_moved", True)
    yield stage.tell(Happened("moved", who, data, changes, (*MOVED, *MOUNT) if changes else MOVED))


# --- move, sprint, leave an enemy's reach ---------------------------------------------------------------------


def _read_move(found: Asked) -> Act:
    """A movement up to the movement range.

    Rule: W20-3.3, W20-3.4, W20-7.2.
    """
    price = price_of(found.fight, found.actor, found.part.form, found.slot)
    return Act(_movement_reasons(found, price), price, go=partial(_move, found, price))


def _move(found: Asked, price: Price, stage: Stage) -> Step[None]:
    yield from paid(stage, found.actor.id, found.part.form, price)
    yield from _moved(stage, found)


def _read_break_out(found: Asked) -> Act:
    """A movement out of the reach of the enemies who are named.

    Rule: W20-7.3.
    """
    price = price_of(found.fight, found.actor, found.part.form, found.slot)
    reasons = _movement_reasons(found, price) + target_reasons(found)
    stage = Stage(found.fight)
    check = check_of(breakout_test(stage, found.actor.id, found.adjusted))
    enemies = [stage.who(name) for name in found.part.targets if name in found.fight.combatants]
    asked = [each for each in enemies if melee_weapons(each) and can_act(each.sheet, found.house)]
    checks: tuple[Check, ...] = (check,) if asked or not enemies else ()
    return Act(reasons, price, checks, partial(_break_out, found, price))


def _break_out(found: Asked, price: Price, stage: Stage) -> Step[None]:
    """Each enemy may demand his contest; then the movement goes on.

    Rule: W20-7.3.
    """
    yield from paid(stage, found.actor.id, found.part.form, price)
    for n, enemy in enumerate(found.part.targets, 1):
        if stage.able(found.actor.id):
            yield from broken_out(stage, Leaving(found.actor.id, enemy), f"breakout.{n}", found.adjusted)
    yield from _moved(stage, found)


# --- out of a hold --------------------------------------------------------------------------------------------


def _read_break_free(found: Asked) -> Act:
    """Getting free of somebody's hold, by a contest against him.

    Rule: W20-7.5.
    """
    price = price_of(found.fight, found.actor, found.part.form, found.slot)
    reasons = not_now(found.fight, found.actor, price)
    if not is_held(found.actor):
        reasons += (Reason("not_grappled", {"target": found.actor.id}, HELD),)
    target, wrong = one_target(found)
    holder = text(found.actor.flags.get("held_by"))
    if target is not None and holder not in ("", target.id):
        wrong = (Reason("not_the_holder", {"target": target.id}, HELD),)
    own = wrestling_test(found.actor, _manipulator(found, "manipulator"), found.house, found.adjusted)
    return Act(reasons + wrong, price, (check_of(own),), partial(_break_free, found, price))


def _manipulator(found: Asked, key: str) -> str:
    return found.word(key, f"{MANIPULATORS[0]}_bonus").removesuffix("_bonus")


def _break_free(found: Asked, price: Price, stage: Stage) -> Step[None]:
    yield from paid(stage, found.actor.id, found.part.form, price)
    other = stage.who(found.part.targets[0])
    own = wrestling_test(found.actor, _manipulator(found, "manipulator"), stage.house, found.adjusted)
    theirs = wrestling_test(other, _manipulator(found, "their_manipulator"), stage.house)
    if (yield from contest_won(stage, "wrestle", own, theirs)):
        yield from released(stage, found.actor.id)
    else:
        yield stage.tell(Happened("still_held", found.actor.id, {"who": found.actor.id}, (), HELD))


def _read_let_go(found: Asked) -> Act:
    """The one who holds may let go at any time.

    Rule: W20-7.5.
    """
    target, wrong = one_target(found)
    if target is not None and not is_held(target):
        wrong = (Reason("not_grappled", {"target": target.id}, HELD),)
    elif target is not None and text(target.flags.get("held_by"), found.actor.id) != found.actor.id:
        wrong = (Reason("not_the_holder", {"target": found.actor.id}, HELD),)
    return Act(out_of_action(found.actor, found.house) + wrong, go=partial(_let_go, found))


def _let_go(found: Asked, stage: Stage) -> Step[None]:
    yield from released(stage, found.part.targets[0])


# --- giving an action up --------------------------------------------------------------------------------------


def _read_discard(found: Asked) -> Act:
    """An action that is not used may be discarded.

    Rule: W20-3.2.
    """
    slot = found.slot or next((slot for slot in SLOTS if left(found.actor, slot) > 0), SLOTS[0])
    units = left(found.actor, slot)
    wrong = (Reason("no_action_left", {"who": found.actor.id}, DISCARDED),) if units <= 0 else ()
    price = Price(found.actor.id, slot, reasons=wrong)
    return Act(not_now(found.fight, found.actor, price), price, go=partial(_discard, found, slot))


def _discard(found: Asked, slot: str, stage: Stage) -> Step[None]:
    units = left(found.actor, slot)
    changes = (Change(found.actor.id, f"budget.{slot}", units, units - 1),)
    data: dict[str, Json] = {"who": found.actor.id, "slot": slot}
    yield stage.tell(Happened("action_discarded", found.actor.id, data, changes, DISCARDED))


def _one(form: str) -> Candidates:
    return lambda fight, actor: (Part(form=form),)


def _if_ridden(fight: Fight, actor: str) -> tuple[Part, ...]:
    ridden = rider_of(fight, fight.combatants[actor]) is not None
    return (Part(form="sprint"),) if ridden else ()


def _unless_ridden(fight: Fight, actor: str) -> tuple[Part, ...]:
    """A mount has no actions of its own to give up.

    Rule: W20-7.2.
    """
    ridden = rider_of(fight, fight.combatants[actor]) is not None
    return () if ridden else (Part(form="discard"),)


def _if_held(fight: Fight, actor: str) -> tuple[Part, ...]:
    return (Part(form="break_free"),) if is_held(fight.combatants[actor]) else ()


def _if_holding(fight: Fight, actor: str) -> tuple[Part, ...]:
    holding = any(text(each.flags.get("held_by")) == actor for each in fight.combatants.values())
    return (Part(form="let_go"),) if holding else ()


def _move_fields(fight: Fight, actor: str, part: Part) -> tuple[Field, ...]:
    return (METRES, *slot_fields(part.form))


def _leave_fields(fight: Fight, actor: str, part: Part) -> tuple[Field, ...]:
    return (METRES, SLOT, *ADJUST)


def _free_fields(fight: Fight, actor: str, part: Part) -> tuple[Field, ...]:
    return (MANIPULATOR, THEIR_MANIPULATOR, SLOT, *ADJUST)


FORMS: Mapping[str, Form] = {
    "move": form_of(_read_move, _one("move"), _move_fields, MOVED),
    "break_out": form_of(_read_break_out, _one("break_out"), _leave_fields, cite("W20-7.3"), needs_target=True),
    "sprint": form_of(_read_move, _if_ridden, _move_fields, MOUNT),
    "break_free": form_of(_read_break_free, _if_held, _free_fields, HELD, needs_target=True),
    "let_go": form_of(_read_let_go, _if_holding, lambda fight, actor, part: (), HELD, needs_target=True),
    "discard": form_of(_read_discard, _unless_ridden, lambda fight, actor, part: (SLOT,), DISCARDED),
}
