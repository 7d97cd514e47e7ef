"""Was nicht geht, CHA-2 und CHA-3: every reason why a shot or throw as announced is refused."""

from collections.abc import Callable

from combat.core.body import whole
from combat.core.citation import cite
from combat.core.intent import INSTEAD, Reason
from combat.rulesets.chaos.afford import bought_in_reaction, out_of_action, out_of_turn, unaffordable
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.manner import THROW
from combat.rulesets.chaos.modifiers import range_modifier
from combat.rulesets.chaos.moves import throw_range
from combat.rulesets.chaos.plan import Plan, stated_against
from combat.rulesets.chaos.reaction import held_back
from combat.rulesets.chaos.supply import supply
from combat.rulesets.chaos.weapon import shots_of

HEAT_LIMIT = number("heat_limit")

type Check = Callable[[Plan], Reason | None]


def cannot_act(plan: Plan) -> Reason | None:
    """Rule: CHA-2.9."""
    return out_of_action(plan.actor)


def broken(plan: Plan) -> Reason | None:
    """Rule: CHA-7.12."""
    found = plan.weapon.item.body.get("broken") is True
    return Reason("weapon_broken", {"item": plan.weapon.id}, cite("CHA-7.12")) if found else None


def _jammed(plan: Plan) -> Reason | None:
    """Rule: CHA-3.4."""
    jammed = plan.weapon.item.body.get("jammed") is True
    return Reason("jammed", {"item": plan.weapon.id, INSTEAD: "handle_object"}, cite("CHA-3.4")) if jammed else None


def _overheated(plan: Plan) -> Reason | None:
    """A magnetic weapon that has shut down stays so until it is cool.

    Rule: CHA-6.magnetic.
    """
    hot = plan.weapon.item.body.get("shut_down") is True or plan.weapon.heat >= HEAT_LIMIT
    return Reason("overheated", {"item": plan.weapon.id}, cite("CHA-6.magnetic")) if hot else None


def _mode(plan: Plan) -> Reason | None:
    """Rule: CHA-3.3."""
    missing = not shots_of(plan.weapon, plan.announced.mode)
    return Reason("mode_not_available", {"item": plan.weapon.id}, cite("CHA-3.3")) if missing else None


def _ammunition(plan: Plan) -> Reason | None:
    """Rule: CHA-3.3."""
    loaded = supply(plan.weapon) if plan.manner is THROW else plan.weapon.loaded
    empty = loaded is not None and loaded <= 0
    return Reason("no_ammunition", {"item": plan.weapon.id, INSTEAD: "reload"}, cite("CHA-3.3")) if empty else None


def _reach(plan: Plan) -> Reason | None:
    """A grenade flies as far as the arm throws it; the blast may reach further.

    Rule: CHA-3.9.
    """
    limit = throw_range(plan.actor.sheet)
    for target in plan.targets[:1]:
        distance = whole(plan.fight.between(plan.actor.id, target.id, "distance"))
        if distance > limit:
            return Reason("out_of_range", {"limit": limit, "distance": distance}, cite("CHA-3.9"))
    return None


def _motion(plan: Plan) -> Reason | None:
    """In motion the only shooting action is fire_moving, and it needs motion.

    Rule: CHA-2.10.
    """
    in_motion = plan.actor.flags.get("in_motion") is True
    if in_motion is plan.announced.moving:
        return None
    return Reason("in_motion" if in_motion else "not_in_motion", {"who": plan.actor.id}, cite("CHA-2.10"))


def _called(plan: Plan) -> Reason | None:
    """Rule: CHA-3.18."""
    if not plan.announced.called_zone:
        return None
    open_to_it = plan.mode.called and not plan.area and plan.weapon.kind != "launcher"
    return None if open_to_it else Reason("called_shot_not_allowed", {}, cite("CHA-3.18"))


def _aim(plan: Plan) -> Reason | None:
    """Aiming helps neither full auto nor a shot from motion; it may be given up.

    Rule: CHA-2.12.
    """
    moving = plan.actor.flags.get("in_motion") is True if plan.manner is THROW else plan.announced.moving
    refused = bool(plan.aim) and (moving or not plan.mode.aimed)
    return Reason("aim_not_allowed", {"aim": plan.aim}, cite("CHA-3.2", "CHA-2.12")) if refused else None


def _split(plan: Plan) -> Reason | None:
    """Only semi and full automatic fire is split, over targets to whom the same modifiers apply.

    Rule: CHA-3.5.
    """
    if not plan.split:
        return None
    by_house = plan.announced.mode == "auto" and not plan.house.auto_split
    if by_house:
        return Reason("split_not_allowed", {"option": "auto_split"}, cite("CHA-3.5"))
    if plan.mode.split and _alike(plan):
        return None
    return Reason("split_not_allowed", {}, cite("CHA-3.5"))


def _alike(plan: Plan) -> bool:
    """Whether the same modifiers apply to all targets.

    Rule: CHA-3.5.
    """
    first = range_modifier(plan.shot)
    for target in plan.targets[1:]:
        distance = plan.fight.between(plan.actor.id, target.id, "distance")
        there = plan.shot._replace(distance=distance if isinstance(distance, int) else None)
        if range_modifier(there) != first:
            return False
        if stated_against(plan.fight, target, plan.announced.stated) != plan.shot.stated:
            return False
    return True


def timing(plan: Plan) -> tuple[Reason, ...]:
    """Whether it is his turn; an attack as a reaction needs somebody who can react, and no units bought for it.

    Rule: CHA-2.9.
    """
    if not plan.announced.as_reaction:
        turn = out_of_turn(plan.fight, plan.actor)
        return () if turn is None else (turn,)
    # The unconscious cannot act at all, which is a reason of its own.
    found = [each for each in held_back(plan.actor, "parry") if each.data["because"] != "unconscious"]
    bought = bought_in_reaction(plan.announced.spend)
    return (*found, *([] if bought is None else [bought]))


def payment(plan: Plan) -> tuple[Reason, ...]:
    """What is wrong with the price of an attack.

    Rule: CHA-2.7.
    """
    return unaffordable(plan.actor, plan.announced.spend, plan.cost, plan.units)


CHECKS: tuple[Check, ...] = (
    cannot_act,
    broken,
    _jammed,
    _overheated,
    _mode,
    _ammunition,
    _motion,
    _called,
    _aim,
    _split,
)
"""What may be wrong with a shot."""
THROW_CHECKS: tuple[Check, ...] = (cannot_act, broken, _ammunition, _reach, _called, _aim, _split)
"""What may be wrong with a throw: a grenade neither jams nor heats, and motion is no matter."""


def illegal(plan: Plan) -> tuple[Reason, ...]:
    """All reasons that refuse a shot or throw; none: it is legal.

    Rule: CHA-2.7.
    """
    checks = THROW_CHECKS if plan.manner is THROW else CHECKS
    return tuple([reason for check in checks if (reason := check(plan)) is not None]) + timing(plan) + payment(plan)
