"""Was beim Schießen nicht geht, FAL-3.9 bis 3.13, 3.18 und 7.1: every reason why a shot as announced is refused."""

from collections.abc import Callable

from combat.core.citation import cite
from combat.core.fight import Combatant
from combat.core.intent import Reason
from combat.core.value import Json
from combat.rulesets.oedland.data import TABLES
from combat.rulesets.oedland.hands import not_in_hand
from combat.rulesets.oedland.modifiers import is_hidden
from combat.rulesets.oedland.pay import not_now, too_dear
from combat.rulesets.oedland.person import attribute
from combat.rulesets.oedland.shot import Plan, Volley
from combat.rulesets.oedland.weapon import Weapon, dual_strength, has_mode

type Check = Callable[[Plan], Reason | None]


def _block(plan: Plan) -> Reason | None:
    """Rule: FAL-7.1."""
    off = bool(plan.dual) and not plan.house.has("dual")
    return Reason("not_played", {"option": "opt_dual"}, cite("FAL-7.1")) if off else None


def _cover(plan: Plan) -> Reason | None:
    """Out of full cover one fires blind or leaning out, and without it neither.

    Rule: FAL-3.9, FAL-3.10, FAL-3.11.
    """
    covered = is_hidden(plan.actor)
    if plan.way == "open":
        return Reason("leave_cover_first", {}, cite("FAL-3.9", "FAL-3.10", "FAL-3.11")) if covered else None
    return None if covered else Reason("cover_required", {"way": plan.way}, cite("FAL-3.9", "FAL-3.10"))


def _aimed(plan: Plan) -> Reason | None:
    """Nobody aims blind or with two weapons, and a zone is only struck by aiming. Rule: FAL-3.9, FAL-3.12, FAL-7.1."""
    aimed = plan.volleys[0].mode == "aimed"
    if (aimed and plan.way == "blind") or (plan.dual and plan.zone):
        return Reason("aimed_fire_not_allowed", {}, cite("FAL-3.9", "FAL-3.12", "FAL-7.1"))
    return Reason("zone_needs_aim", {}, cite("FAL-3.12")) if plan.zone and not aimed else None


def _class(plan: Plan) -> Reason | None:
    """Blind fire reaches no further than the near class. Rule: FAL-3.9."""
    if plan.way != "blind":
        return None
    far = [each.band for each in plan.volleys if each.band and f"list.blind.{each.band.key}" not in TABLES.entries]
    return Reason("range_class_not_allowed", {"range_class": far[0].key}, cite("FAL-3.9")) if far else None


def _distance(plan: Plan) -> Reason | None:
    """Beyond its last range class a weapon reaches nothing. Rule: FAL-2.3."""
    if plan.target is None:
        return None
    if plan.distance is None:
        return Reason("distance_missing", {"target": plan.target.id}, cite("FAL-2.1", "FAL-2.3"))
    limits = [each.bands[-1].up_to if each.bands else 0 for each in plan.volleys]
    if any(each.band is None for each in plan.volleys):
        return Reason("out_of_range", {"limit": min(limits), "distance": plan.distance}, cite("FAL-2.3"))
    return None


def _mode(plan: Plan) -> Reason | None:
    """A burst needs a full-auto weapon; those of heavy weapons are not in this text.

    Rule: FAL-3.13.
    """
    for each in plan.volleys:
        if each.mode == "burst" and not each.weapon.full_auto:
            return Reason("not_full_auto", {"item": each.weapon.id}, cite("FAL-3.13"))
        if each.mode == "burst" and each.weapon.skill == "heavy_weapons":
            return Reason("heavy_burst", {"item": each.weapon.id}, cite("FAL-5.9"))
        if not has_mode(each.weapon, each.mode):
            return Reason("mode_not_available", {"item": each.weapon.id, "fire_mode": each.mode}, cite("FAL-2.2"))
    return None


def _ammunition(plan: Plan) -> Reason | None:
    """Rule: FAL-3.11, FAL-3.13."""
    short: list[Volley] = [
        each for each in plan.volleys if each.weapon.loaded is not None and each.weapon.loaded < each.rounds
    ]
    if not short:
        return None
    data: dict[str, Json] = {"item": short[0].weapon.id, "needed": short[0].rounds, "left": short[0].weapon.loaded}
    return Reason("not_enough_ammo", data, cite("FAL-3.11", "FAL-3.13"))


def _strength(plan: Plan) -> Reason | None:
    """Two weapons need more strength than either alone, without exception. Rule: FAL-7.1."""
    needed = max(dual_strength(each.weapon) for each in plan.volleys)
    strength = attribute(plan.actor.sheet, "strength")
    if not plan.dual or strength >= needed:
        return None
    doubled = any(each.weapon.two_handed for each in plan.volleys)
    cited = cite("FAL-7.1", "FAL-2.9", "FAL-9.22") if doubled else cite("FAL-7.1", "FAL-2.9")
    return Reason("strength_too_low", {"needed": needed, "left": strength}, cited)


CHECKS: tuple[Check, ...] = (_block, _cover, _aimed, _class, _distance, _mode, _ammunition, _strength)


def illegal(plan: Plan) -> tuple[Reason, ...]:
    """All reasons that refuse a shot; none: it is legal. Rule: FAL-6.1."""
    found = tuple([reason for check in CHECKS if (reason := check(plan)) is not None])
    found = not_in_hand(plan.fight, *[each.weapon for each in plan.volleys]) + found
    return not_now(plan.fight, plan.actor) + found + too_dear(plan.fight, plan.actor, plan.cost)


def warnings(plan: Plan) -> tuple[Reason, ...]:
    """Who is too weak for one weapon is told so; what it costs him the game master says. Rule: FAL-2.9."""
    strength = attribute(plan.actor.sheet, "strength")
    weak = [each.weapon for each in plan.volleys if strength < each.weapon.strength]
    return () if plan.dual or not weak else (too_weak(plan.actor, weak[0]),)


def too_weak(who: Combatant, weapon: Weapon) -> Reason:
    """That a weapon asks for more strength than somebody has. Rule: FAL-2.9."""
    strength = attribute(who.sheet, "strength")
    return Reason("too_weak", {"item": weapon.id, "needed": weapon.strength, "left": strength}, cite("FAL-2.9"))
