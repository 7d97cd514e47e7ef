"""Bewegung, W20-3 und 7: moving, sprinting mounts, getting free, giving an action up."""

from collections.abc import Mapping
from functools import partial

from combat.core.body import text
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fields import number
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Part, Reason
from combat.core.procedure import Step
from combat.core.schema import Field
from combat.core.value import Json
from combat.rulesets.zwanziger.announce import ADJUST, SLOT, Asked, one_target
from combat.rulesets.zwanziger.attack import MANIPULATOR, slot_fields
from combat.rulesets.zwanziger.form import Act, Candidates, form_of
from combat.rulesets.zwanziger.hold import is_held, manipulator_of, released, wrestling_test
from combat.rulesets.zwanziger.person import value
from combat.rulesets.zwanziger.roll import check_of, contest_won
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.turn import Price, left, not_now, out_of_action, paid, price_of, rider_of
from combat.rulesets.zwanziger.words import MANIPULATORS, SLOTS

METRES = number("metres", default=None, low=0, high=9999, optional=True, unit="metres", rules=cite("W20-1.3"))
MOVED = cite("W20-1.3", "W20-3.3", "W20-3.4")
HELD = cite("W20-7.5")
MOUNT = cite("W20-7.2", "W20-5.4")
DISCARDED = cite("W20-3.2")
LIMITS = {"sprint": "sprint"}


def _limit(found: Asked, way: str) -> int:
    """How far a movement of this kind may go, in metres.

    Rule: W20-1.3, W20-2.5.
    """
    return value(found.actor.sheet, LIMITS.get(way, "movement"), found.house)


def immobile(actor: Combatant) -> tuple[Reason, ...]:
    """Whoever is held does not move.

    Rule: W20-7.5.
    """
    return (Reason("grappled", {"who": actor.id}, HELD),) if is_held(actor) else ()


def movement_reasons(found: Asked, way: str) -> tuple[Reason, ...]:
    """What is wrong with a movement itself, whoever it leaves.

    Rule: W20-1.3, W20-7.2, W20-7.5.
    """
    reasons = immobile(found.actor)
    limit, wanted = _limit(found, way), found.amount("metres")
    if wanted > limit:
        reasons += (Reason("move_too_far", {"metres": wanted, "limit": limit}, MOVED),)
    if way == "sprint" and rider_of(found.fight, found.actor) is None:
        reasons += (Reason("not_ridden", {"who": found.actor.id}, MOUNT),)
    return reasons


def as_mount(stage: Stage, who: str) -> tuple[Change, ...]:
    """A ridden mount that moves makes its rider's attacks of this turn harder, a jump too.

    Rule: W20-5.4.
    """
    ridden = rider_of(stage.fight, stage.who(who)) is not None
    return stage.change(who, "flags.mount_moved", True) if ridden else ()


def moved(stage: Stage, found: Asked, way: str) -> Step[None]:
    """The movement itself, by whoever can still make it.

    Rule: W20-3.3.
    """
    who = found.actor.id
    if not stage.able(who):
        return
    data: dict[str, Json] = {"who": who, "metres": found.amount("metres") or _limit(found, way)}
    changes = as_mount(stage, who)
    yield stage.tell(Happened("moved", who, data, changes, (*MOVED, *MOUNT) if changes else MOVED))


# --- move, sprint ---------------------------------------------------------------------------------------------


def _read_move(found: Asked) -> Act:
    """A movement up to the movement range.

    Rule: W20-3.3, W20-3.4, W20-7.2.
    """
    price = price_of(found.fight, found.actor, found.part.form, found.slot)
    reasons = not_now(found.fight, found.actor, price) + movement_reasons(found, found.part.form)
    return Act(reasons, price, go=partial(_move, found, price))


def _move(found: Asked, price: Price, stage: Stage) -> Step[None]:
    yield from paid(stage, found.actor.id, found.part.form, price)
    yield from moved(stage, found, found.part.form)


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
    own = wrestling_test(found.actor, _manipulator(found), found.house, found.adjusted)
    return Act(reasons + wrong, price, (check_of(own),), partial(_break_free, found, price))


def _manipulator(found: Asked) -> str:
    return found.word("manipulator", f"{MANIPULATORS[0]}_bonus").removesuffix("_bonus")


def _break_free(found: Asked, price: Price, stage: Stage) -> Step[None]:
    yield from paid(stage, found.actor.id, found.part.form, price)
    other = stage.who(found.part.targets[0])
    own = wrestling_test(found.actor, _manipulator(found), stage.house, found.adjusted)
    ask_name, asked_of = "holder_manipulator", {"target": found.actor.id}
    theirs = wrestling_test(other, (yield from manipulator_of(stage, other.id, ask_name, asked_of)), stage.house)
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
    """How far, and on which action it is booked; a mount's free movement is booked on none.

    Rule: W20-7.2.
    """
    who = fight.combatants.get(actor)
    is_free = who is not None and price_of(fight, who, part.form).free_of_mount
    return (METRES,) if is_free else (METRES, *slot_fields(fight, actor, part.form))


def _free_fields(fight: Fight, actor: str, part: Part) -> tuple[Field, ...]:
    return (MANIPULATOR, SLOT, *ADJUST)


FORMS: Mapping[str, Form] = {
    "move": form_of(_read_move, _one("move"), _move_fields, MOVED),
    "sprint": form_of(_read_move, _if_ridden, _move_fields, MOUNT),
    "break_free": form_of(_read_break_free, _if_held, _free_fields, HELD, needs_target=True),
    "let_go": form_of(_read_let_go, _if_holding, lambda fight, actor, part: (), HELD, needs_target=True),
    "discard": form_of(_read_discard, _unless_ridden, lambda fight, actor, part: (SLOT,), DISCARDED),
}
