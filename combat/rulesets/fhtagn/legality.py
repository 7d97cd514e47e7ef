"""Was nicht geht, FHT-3.18: every reason why an attack as announced is refused."""

from collections.abc import Callable

from combat.core.body import optional, text, whole
from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.intent import INSTEAD, Reason
from combat.core.sheet import Sheet
from combat.core.value import Json
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.plan import HANDS, SWEEPS, Plan
from combat.rulesets.fhtagn.protection import counting, cover_of
from combat.rulesets.fhtagn.states import is_holding
from combat.rulesets.fhtagn.turn import may_act
from combat.rulesets.fhtagn.weapon import range_word
from combat.rulesets.fhtagn.words import CROWDS

type Check = Callable[[Plan], Reason | None]

CALLED = cite("FHT-3.5")


def _disabled(plan: Plan) -> Reason | None:
    """A weapon that has failed has to be worked on first. Rule: FHT-4.12."""
    data: dict[str, Json] = {"item": plan.weapon.id, "rounds": plan.weapon.disabled, INSTEAD: "repair_weapon"}
    return Reason("weapon_disabled", data, cite("FHT-4.12", "FHT-9.40")) if plan.weapon.disabled else None


def _dropped(plan: Plan) -> Reason | None:
    """What lies on the ground has to be picked up first. Rule: FHT-4.12."""
    data: dict[str, Json] = {"item": plan.weapon.id, INSTEAD: "pick_up"}
    return Reason("weapon_dropped", data, cite("FHT-4.12")) if plan.weapon.dropped else None


def _mode(plan: Plan) -> Reason | None:
    """Rule: FHT-2.6."""
    if plan.said.special in SWEEPS or plan.said.mode.key in plan.weapon.modes:
        return None
    return Reason("mode_not_available", {"item": plan.weapon.id}, cite("FHT-2.6"))


def _ammunition(plan: Plan) -> Reason | None:
    """Rule: FHT-2.6."""
    loaded, needed = plan.weapon.loaded, plan.said.mode.rounds
    if loaded is None or loaded >= needed:
        return None
    data: dict[str, Json] = {"item": plan.weapon.id, "needed": needed, "loaded": loaded, INSTEAD: "reload"}
    return Reason("not_enough_ammo", data, cite("FHT-2.6"))


def _range(plan: Plan) -> Reason | None:
    """Nothing is struck beyond five times the base range. Rule: FHT-2.2."""
    if plan.distance is None or range_word(plan.reach, plan.distance) != "out_of_range":
        return None
    return Reason("out_of_range", {"distance": plan.distance}, cite("FHT-2.2"))


def arm_reach() -> int:
    """How far off a target may stand that is struck or seized, in metres: an arm and the step of the action.

    Rule: FHT-3.3, FHT-3.8.
    """
    return number("arm_metres") + number("step_metres")


def out_of_touch(fight: Fight, actor: str, target: str) -> tuple[Reason, ...]:
    """Whoever is helped has to be at arm's length, if it is stated how far off he is; oneself always is.

    Rule: FHT-1.10, FHT-3.3.
    """
    apart = optional(fight.between(actor, target, "distance")) if target != actor else None
    data: dict[str, Json] = {"target": target, "limit": arm_reach()}
    return (Reason("not_in_reach", data, cite("FHT-3.3", "FHT-1.10")),) if (apart or 0) > arm_reach() else ()


def _reach(plan: Plan) -> Reason | None:
    """Blows, disarming and pinning need the target at arm's length; where no distance is stated, the GM says so.

    Rule: FHT-1.10, FHT-3.8.
    """
    target = plan.primary
    if target is None or not plan.by_hand:
        return None
    stated = plan.distance
    away = target.flags.get("out_of_reach") is True if stated is None else stated > arm_reach()
    data: dict[str, Json] = {"target": target.id, "limit": arm_reach()}
    return Reason("not_in_reach", data, cite("FHT-3.8", "FHT-3.3", "FHT-1.10")) if away else None


def hands_used(sheet: Sheet) -> int:
    """How many hands hold something. Rule: FHT-1.10."""
    held = [item for item in sheet.items if item.kind == "weapon" and item.body.get("in_hand") is True]
    return sum([whole(item.body.get("hands"), 1) for item in held])


def _hands(plan: Plan) -> Reason | None:
    """Disarming and pinning need both hands, and whoever holds somebody has none. Rule: FHT-3.8, FHT-3.9."""
    if plan.form not in HANDS or not (hands_used(plan.actor.sheet) or is_holding(plan.actor)):
        return None
    return Reason("hands_not_free", {"who": plan.actor.id}, cite("FHT-3.8", "FHT-3.9"))


def _surprise(plan: Plan) -> Reason | None:
    """A garrotte works from surprise only. Rule: FHT-2.3."""
    target = plan.primary
    unaware = target is not None and (target.flags.get("unaware") is True or plan.automatic)
    needs = "strangles" in plan.weapon.traits and plan.form not in HANDS and target is not None
    return Reason("only_from_surprise", {}, cite("FHT-2.3")) if needs and not unaware else None


def _auto(plan: Plan) -> Reason | None:
    """Full automatic fire is not called. Rule: FHT-3.5, FHT-9.21."""
    mode = plan.said.mode
    if not plan.said.called or not mode.lethal:
        return None
    spray = mode.key.endswith("spray")
    if not spray and plan.house.plays("auto_fire_scope", "sprays_only"):
        return None
    return Reason("called_with_auto", {}, cite("FHT-3.5", "FHT-9.21"))


def _crowd(plan: Plan) -> Reason | None:
    """Only shots are called into a crowd, none with a radius, and one has to know how many stand there.

    Rule: FHT-3.5.
    """
    if not set(plan.said.called) & set(CROWDS):
        return None
    harmless = plan.weapon.damage is None and not plan.lethality
    if plan.by_hand or plan.radius or harmless:
        return Reason("called_not_possible", {}, CALLED)
    return None if plan.said.crowd else Reason("crowd_size_missing", {}, CALLED)


def _milder(plan: Plan) -> Reason | None:
    """Where it is known how much a layer covers, the milder call is refused. Rule: FHT-3.5."""
    target = plan.primary
    if target is None:
        return None
    cover = cover_of(plan.fight, target)
    mostly = {
        "partial_cover": cover is not None and text(cover.body.get("coverage")) == "mostly",
        "partial_worn": any(
            text(item.body.get("coverage")) == "mostly" for item in counting(target.sheet, plan.weapon)
        ),
    }
    named = [call for call in plan.said.called if mostly.get(call)]
    return Reason("called_not_possible", {}, CALLED) if named else None


def _several(plan: Plan) -> Reason | None:
    """One target a round; others are struck by a radius only, and within it. Rule: FHT-3.21, FHT-8.1."""
    if len(plan.targets) < 2:
        return None
    if not plan.radius:
        return Reason("one_target", {}, cite("FHT-3.21"))
    for name in plan.targets[1:]:
        apart = optional(plan.fight.between(plan.targets[0], name, "distance"))
        if apart is not None and apart > plan.radius:
            return Reason("outside_zone", {"target": name, "limit": plan.radius}, cite("FHT-8.1"))
    return None


CHECKS: tuple[Check, ...] = (
    _disabled,
    _dropped,
    _mode,
    _ammunition,
    _range,
    _reach,
    _hands,
    _surprise,
    _auto,
    _crowd,
    _milder,
    _several,
)
"""What may be wrong with an attack itself."""


def illegal(plan: Plan) -> tuple[Reason, ...]:
    """All reasons that refuse an attack; none: it is legal.

    Rule: FHT-3.18.
    """
    found = tuple([reason for check in CHECKS if (reason := check(plan)) is not None])
    return may_act(plan.fight, plan.actor, plan.form) + found
