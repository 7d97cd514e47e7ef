"""Was im Nahkampf nicht geht, CHA-2 und CHA-4: every reason why a blow as announced is refused."""

from combat.core.body import optional, whole
from combat.core.citation import cite
from combat.core.fight import Combatant
from combat.core.intent import Reason
from combat.core.standing import has_status
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.legality import cannot_act, payment, timing
from combat.rulesets.chaos.melee import Melee
from combat.rulesets.chaos.moves_made import metres_of
from combat.rulesets.chaos.plan import Plan, melee_in
from combat.rulesets.chaos.weapon import Weapon

REACH = number("reaction_reach")


def _broken(plan: Plan, melee: Melee) -> list[Reason]:
    """Rule: CHA-7.12."""
    used = {weapon.id: weapon.item for weapon in (melee.main, melee.off)}
    return [
        Reason("weapon_broken", {"item": item.id}, cite("CHA-7.12"))
        for item in used.values()
        if item.body.get("broken") is True
    ]


def _hasty(plan: Plan, melee: Melee) -> list[Reason]:
    """A hasty attack once per round, unless it is a reaction.

    Rule: CHA-2.3, CHA-2.9.
    """
    used = (
        melee.action == "hasty_melee" and not plan.announced.as_reaction and plan.actor.flags.get("hasty_used") is True
    )
    return [Reason("once_per_round", {"action": melee.action}, cite("CHA-2.3"))] if used else []


def may_grip(weapon: Weapon) -> bool:
    """Whether a one-handed weapon is long enough for both hands; never without a weapon.

    Rule: CHA-2.4.
    """
    body = weapon.item.body
    return weapon.kind == "melee" and body.get("hands") == 1 and body.get("two_handed_grip") is not False


def _grip(plan: Plan, melee: Melee) -> list[Reason]:
    """Both hands on the weapon leave none to strike with beside it.

    Rule: CHA-2.4.
    """
    possible = may_grip(melee.main) and "off_hand" not in melee.hands
    if not melee.two_handed or possible:
        return []
    return [Reason("grip_not_allowed", {"item": plan.weapon.id}, cite("CHA-2.4"))]


def _held(plan: Plan, melee: Melee) -> list[Reason]:
    """Whoever is held cannot leave the spot to charge.

    Rule: CHA-4.7.
    """
    stays = melee.action == "charge" and has_status(plan.actor.sheet, "clinched")
    return [Reason("clinched", {"who": plan.actor.id}, cite("CHA-4.7"))] if stays else []


def _neck(plan: Plan, melee: Melee) -> list[Reason]:
    """A neck is broken with bare hands, and only of someone who is held.

    Rule: CHA-4.4, CHA-4.8.
    """
    if not melee.neck_break:
        return []
    armed = [Reason("wrong_kind", {"item": plan.weapon.id}, cite("CHA-4.8"))] if plan.weapon.kind != "unarmed" else []
    free = [target.id for target in plan.targets if not has_status(target.sheet, "clinched")]
    return armed + [Reason("not_in_clinch", {"target": target}, cite("CHA-4.4", "CHA-4.8")) for target in free]


def distance_to(plan: Plan, target: Combatant) -> int:
    """How far a target is in a fight; 0 where nobody has said it, and without turns, where nobody keeps it."""
    return whole(optional(plan.fight.between(plan.actor.id, target.id, "distance"))) if plan.fight.order else 0


def out_of_reach(plan: Plan) -> list[Reason]:
    """A blow reaches as far as a reaction does, a charge its move more; where nobody has said how far apart the two
    are, it is taken to reach.

    Rule: CHA-2.3, CHA-2.11.
    """
    move = melee_in(plan).move
    limit = REACH + (metres_of(plan.actor, move) if move else 0)
    return [
        Reason("melee_out_of_reach", {"limit": limit, "distance": distance}, cite("CHA-2.3", "CHA-2.11"))
        for target in plan.targets
        if (distance := distance_to(plan, target)) > limit
    ]


def wrong_aim(plan: Plan) -> Reason | None:
    """In melee only the quick aim counts; it may be given up.

    Rule: CHA-2.12.
    """
    return Reason("aim_not_allowed", {"aim": plan.aim}, cite("CHA-2.12")) if plan.aim == "aim" else None


CHECKS = (_broken, _hasty, _grip, _held, _neck)


def illegal(plan: Plan) -> tuple[Reason, ...]:
    """All reasons that refuse a blow; none: it is legal.

    Rule: CHA-2.7.
    """
    melee = melee_in(plan)
    found = [reason for reason in (cannot_act(plan), wrong_aim(plan)) if reason is not None]
    found += [reason for check in CHECKS for reason in check(plan, melee)] + out_of_reach(plan)
    return (*found, *timing(plan), *payment(plan))
