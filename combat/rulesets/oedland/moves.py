"""Bewegung, FAL-3.4 bis 3.6 und 3.15: walking, turning, climbing, changing one's posture."""

from fractions import Fraction

from combat.core.announce import Asked
from combat.core.body import text, whole
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.fields import choice
from combat.core.fields import length as length_field
from combat.core.fields import number as whole_number
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Reason
from combat.core.length import length
from combat.core.procedure import Step
from combat.core.rounding import half_up
from combat.core.schema import Field
from combat.core.value import Json
from combat.rulesets.oedland import watch
from combat.rulesets.oedland.cover import stay_in_cover
from combat.rulesets.oedland.data import TABLES, number
from combat.rulesets.oedland.deed import Act, Deed, form_of, not_played, told
from combat.rulesets.oedland.modifiers import pose_of
from combat.rulesets.oedland.options import house_rules
from combat.rulesets.oedland.person import rate
from combat.rulesets.oedland.scene import Scene, flag
from combat.rulesets.oedland.words import POSES

WALK = cite("FAL-3.4", "FAL-1.13", "FAL-8.2")
TURN = cite("FAL-3.5", "FAL-1.12")
WIDE_TURN = cite("FAL-3.5", "FAL-1.12", "FAL-9.3")
CLIMB = cite("FAL-3.6", "FAL-8.2")
POSE = cite("FAL-3.15", "FAL-1.8")
TO_MM = number("millimetres_per_centimetre")
FULL_TURN = 360
WAY = length_field("centimetres", optional=True, term="way_length", unit="centimetres", rules=WALK)


def walk_cost(centimetres: Fraction, millimetres_per_point: int) -> int:
    """Action points of a straight way; a started one counts. Rule: FAL-3.4, FAL-8.2."""
    return (centimetres * TO_MM / millimetres_per_point).__ceil__()


def climb_cost(centimetres: Fraction) -> int:
    """Action points of stairs or a ladder; the price is rounded, not the way. Rule: FAL-3.6, FAL-8.2."""
    return (centimetres * number("climb")).__ceil__()


def turn_cost(degrees: int) -> int:
    """Action points of a turn, by how wide it is in all. Rule: FAL-3.5."""
    width = TABLES.band("bands.turn_width").at(Fraction(degrees))
    return TABLES.number(f"list.turn_cost.{width}")


def pose_cost(before: str, after: str) -> int:
    """Action points of changing posture, by steps. Rule: FAL-3.15."""
    return number("pose_step") * abs(POSES.index(before) - POSES.index(after))


def upright(fight: Fight, who: Combatant) -> tuple[Reason, ...]:
    """Whoever climbs, jumps or sprints has to stand. Rule: FAL-3.6, FAL-3.16, FAL-3.17."""
    if pose_of(who, house_rules(fight.options)) == "upright":
        return ()
    return (Reason("not_upright", {"who": who.id}, cite("FAL-1.8", "FAL-3.6", "FAL-3.16", "FAL-3.17")),)


def set_off(who: Combatant) -> tuple[Change, ...]:
    """Whoever goes somewhere is in motion this turn, and what he stood beside is behind him.

    Rule: FAL-7.2, FAL-1.9.
    """
    return (*flag(who, "moved", True), *flag(who, "cover", None))


def told_way(way: Fraction) -> dict[str, Json]:
    """A way as it is told: on the table exactly, in the game world to a tenth of a metre. Rule: FAL-2.1."""
    metres = Fraction(half_up(way * number("tenths") / number("centimetres_per_metre")), number("tenths"))
    return {"centimetres": str(way), "metres": str(metres)}


def way_reasons(way: Fraction | None) -> tuple[Reason, ...]:
    """Whoever goes somewhere goes some way. Rule: FAL-2.1."""
    return () if way else (Reason("no_length", {}, cite("FAL-2.1", "FAL-3.4")),)


def _goes(who: str, action: str, way: Fraction, more: dict[str, Json] | None = None) -> Happened:
    data: dict[str, Json] = {"who": who, "action": action, **told_way(way), **(more or {})}
    return Happened("moved_on", who, data, (), CLIMB if action == "climb" else WALK)


def _moving(fight: Fight, who: Combatant, request: Asked, action: str) -> Act:
    """A way walked or climbed; whoever watches may notice. Rule: FAL-3.4, FAL-3.6, FAL-3.19."""
    way = length(request.given.get("centimetres"))
    pose = pose_of(who, house_rules(fight.options))
    reasons = way_reasons(way) + stay_in_cover(who)
    cost = 0
    if way is not None:
        cost = walk_cost(way, rate(who.sheet, pose)) if action == "move" else climb_cost(way)
    if action == "climb":
        reasons += upright(fight, who)

    def then(scene: Scene) -> Step[None]:
        watch.none_watches(scene, who.id)
        yield scene.tell(_goes(who.id, action, way or Fraction(0)))
        yield from watch.moved(scene, who.id)

    return Act(cost, reasons, watch.checks(fight, who), set_off(who), then)


def _move(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Walk, crouch or crawl straight on, by posture. Rule: FAL-3.4."""
    return _moving(fight, who, request, "move")


def _climb(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Take stairs or a ladder. Rule: FAL-3.6."""
    return _moving(fight, who, request, "climb")


def _turn(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Turn on the spot; turns with nothing between them are added up, and what was paid is taken off.

    Rule: FAL-3.5.
    """
    before, degrees = whole(who.flags.get("turned")), whole(request.given.get("degrees"))
    cost = turn_cost(before + degrees) - turn_cost(before)
    data: dict[str, Json] = {"who": who.id, "degrees": degrees}
    wide = turn_cost(before + degrees) == turn_cost(FULL_TURN)
    event = Happened("turned_round", who.id, data, (), WIDE_TURN if wide else TURN)
    return Act(cost, (), changes=flag(who, "turned", before + degrees), then=told(event), keeps_turning=True)


def _pose(fight: Fight, who: Combatant, request: Asked, intent: Intent) -> Act:
    """Kneel, lie down, get up; whoever rises into view may be noticed where the house plays it so.

    Rule: FAL-3.15, FAL-9.21.
    """
    house = house_rules(fight.options)
    before, after = pose_of(who, house), text(request.given.get("pose"))
    reasons = not_played(house, "pose", POSE)
    if before == after:
        reasons += (Reason("same_pose", {"pose": after}, POSE),)
    rises = house.show_triggers and POSES.index(after) < POSES.index(before)
    data: dict[str, Json] = {"who": who.id, "pose": after}

    def then(scene: Scene) -> Step[None]:
        own = scene.who(who.id)
        yield scene.tell(Happened("pose_changed", who.id, data, flag(own, "pose", after), POSE))
        if rises:
            yield from watch.moved(scene, who.id, shown=True)

    checks = watch.checks(fight, who) if rises else ()
    return Act(pose_cost(before, after), reasons, checks, then=then)


def _ways(fight: Fight, who: Combatant) -> tuple[Field, ...]:
    return (WAY,)


def _degrees(fight: Fight, who: Combatant) -> tuple[Field, ...]:
    return (whole_number("degrees", default=90, low=1, high=FULL_TURN, term="turn_by", unit="degrees", rules=TURN),)


def _poses(fight: Fight, who: Combatant) -> tuple[Field, ...]:
    house = house_rules(fight.options)
    other = next(pose for pose in ("kneeling", "upright") if pose != pose_of(who, house))
    return (choice("pose", POSES, default=other, rules=POSE),)


FORMS = {
    "move": form_of(Deed("move", _move, _ways, WALK, fights_only=True)),
    "turn": form_of(Deed("turn", _turn, _degrees, TURN, fights_only=True)),
    "climb": form_of(Deed("climb", _climb, _ways, CLIMB, fights_only=True)),
    "change_pose": form_of(Deed("change_pose", _pose, _poses, POSE, fights_only=True)),
}
