"""Ein Treffer, CHA-5 und CHA-7: the cover first, then zone, damage and what comes of it; one event per hit."""

from typing import NamedTuple

from combat.core.body import whole
from combat.core.citation import Citations, cite
from combat.core.dice import Dice, Faces
from combat.core.event import Change, Event, Happened, Rolled
from combat.core.procedure import Emit, Roll, Step
from combat.core.value import Json
from combat.rulesets.chaos.cover import Barrier, CoverCheck, Shelter
from combat.rulesets.chaos.damage import NO_FLAMES, ZONES, Flames, Steps, Victim, step, wound
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.roll import W100, degrees, rolled
from combat.rulesets.chaos.scene import Mark, Scene

ZONE_DIE = Dice(1, ZONES.ends[-1])
ZONE_OF = {face: ZONES.at(face) for face in range(ZONES.low, ZONES.ends[-1] + 1)}
ON_THE_TABLE = number("called_shot_critical")
CRITICAL_SIDES = number("critical_die")
COVER_ROLL = cite("CHA-5.1", "CHA-5.3")
HIT = cite("CHA-7.2", "CHA-7.3", "CHA-7.4", "CHA-7.6")
COVER_HIT = cite("CHA-5.3", "CHA-5.12")
HOSTAGE_HIT = cite("CHA-5.15")
BOTH_HIT = (*cite("CHA-5.7", "CHA-5.16"), *HIT)
BARRIER = cite("CHA-5.12")
NOTE = cite("CHA-8.3")
CRITICAL = cite("CHA-8.5")
CLEARED = cite("CHA-5.6")
PAST_COVER = cite("CHA-5.8", "CHA-5.11")
NO_ROLL = cite("CHA-5.11")
STILL_THERE = cite("CHA-5.14")


def blow(scene: Scene, mark: Mark, n: int) -> Step[None]:
    """One hit, from the cover roll to its event: zone, damage and critical dice in that order.

    Rule: CHA-7.1.
    """
    barrier, flames = None, NO_FLAMES
    shelter = mark.shelter
    check = None if shelter is None or (scene.clears and shelter.barrier.destroyed) else shelter.check()
    if shelter is not None and check is not None:
        face = (yield Roll(f"hit.{n}.cover", mark.victim.id, W100)).faces[0]
        yield Emit(_cover_rolled(mark, shelter, n, check, face))
        if check.goal.is_reached(face):
            if not scene.flame:
                return (yield from _on_barrier(scene, mark, n, shelter.barrier))
            barrier, flames = shelter.barrier, Flames(covered=True, degrees=degrees(check.goal.target_number, face))
    zone, zone_face = scene.called, None
    if not zone:
        zone_face = (yield Roll(f"hit.{n}.zone", scene.actor, ZONE_DIE)).faces[0]
        zone = ZONE_OF[zone_face]
    faces = (yield Roll(f"hit.{n}.damage", scene.actor, scene.dice)).faces
    critical: Faces = ()
    count = (yield from mark.criticals.draw(f"hit.{n}")) if mark.criticals.left else 0
    if count:
        critical = (yield Roll(f"hit.{n}.critical", scene.actor, Dice(count, CRITICAL_SIDES))).faces
    open_to_it = () if check is not None else unsheltered(scene, mark)
    dealt = Dealt(zone, zone_face, faces, critical, rolled_damage(scene, faces) + sum(critical), open_to_it)
    yield Emit(*_on_target(scene, mark, n, dealt, barrier, flames))
    return None


def unsheltered(scene: Scene, mark: Mark) -> Citations:
    """Why a hit meets no cover roll though its target has taken cover; nothing for one who stands in the open.

    Rule: CHA-5.6, CHA-5.8, CHA-5.11.
    """
    if not isinstance(mark.victim.combatant.flags.get("cover"), str):
        return ()
    if scene.effect.warp:
        return PAST_COVER
    return NO_ROLL if mark.shelter is None or not scene.clears else CLEARED


def rolled_damage(scene: Scene, faces: Faces) -> int:
    """What damage dice come to with their bonus, never below 0.

    Rule: CHA-7.2.
    """
    return max(sum(faces) + scene.dice.bonus, 0)


def _cover_rolled(mark: Mark, shelter: Shelter, n: int, check: CoverCheck, face: int) -> Rolled:
    """The cover roll as it is told; a cover that this attack has destroyed protects to its end.

    Rule: CHA-5.3, CHA-5.14.
    """
    target = mark.victim.id
    data: dict[str, Json] = {"hit": n, "target": target, "item": shelter.barrier.id, "pierced": check.pierced}
    if check.option:
        data["option"] = [check.option]
    cited = COVER_ROLL + STILL_THERE if shelter.barrier.destroyed else COVER_ROLL
    return rolled("cover_roll", target, check.goal, face, cited, data)


class Dealt(NamedTuple):
    """The dice of one hit on a person: zone (``zone_face`` None: called), damage, critical dice, and their sum.

    ``rules``: where it is written that nothing protected him.
    """

    zone: str
    zone_face: int | None
    faces: Faces
    critical: Faces
    amount: int
    rules: Citations = ()


def _told(scene: Scene, n: int, victim: Victim, aimed_at: str, dealt: Dealt) -> dict[str, Json]:
    """The numbers of a hit on a person that stand before it is worked out."""
    zone, zone_face, faces, critical, amount, _ = dealt
    return {
        "hit": n,
        "target": victim.id,
        "aimed_at": aimed_at,
        "zone": zone,
        "zone_face": zone_face,
        "rolled_damage": amount,
        "faces": faces,
        "bonus": scene.dice.bonus,
        "critical": critical,
        "doubled": scene.effect.primitive,
        "penetration": scene.effect.penetration,
    }


def _on_target(scene: Scene, mark: Mark, n: int, dealt: Dealt, barrier: Barrier | None, flames: Flames) -> list[Event]:
    """A hit that reaches the one it is meant for; flames may have passed a cover, which takes them too.

    Rule: CHA-7.2.
    """
    victim = mark.victim
    data = _told(scene, n, victim, victim.id, dealt)
    if mark.dodged:
        flames = flames._replace(dodged=True)
    changes = wound(victim, dealt.zone, dealt.amount, scene.effect, data, flames)
    if scene.flame and not mark.dodged:
        victim.burns = True
    more = dealt.rules + CRITICAL if dealt.critical else dealt.rules
    if barrier is None:
        events: list[Event] = [Happened("hit", victim.id, data, changes, HIT + more)]
    else:
        own = barrier.own
        changes = (*changes, *_through(scene, barrier, dealt, data))
        events = [Happened("both_hit", victim.id, data, changes, (*BOTH_HIT, *more, *barrier.worn(own)))]
    if dealt.critical and scene.called:
        events.append(Happened("critical_note", victim.id, {"bonus": ON_THE_TABLE}, (), NOTE))
    return events


def _through(scene: Scene, barrier: Barrier, dealt: Dealt, data: dict[str, Json]) -> tuple[Change, ...]:
    """What flames do to the cover they pass: a thing takes the hit, a hostage the same zone and damage.

    Rule: CHA-5.16.
    """
    data["item"] = barrier.id
    if barrier.hostage is None:
        return _barrier_struck(scene, barrier, dealt.amount, data)
    own: dict[str, Json] = {}
    changes = wound(barrier.hostage, dealt.zone, dealt.amount, scene.effect, own)
    barrier.hostage.burns = True
    return (*changes, *_shield_struck(barrier, whole(own["lost"]), data))


def _barrier_struck(scene: Scene, barrier: Barrier, amount: int, data: dict[str, Json]) -> tuple[Change, ...]:
    """The damage a cover takes: rolled damage and penetration, none if it is immune or already gone.

    Rule: CHA-5.12.
    """
    spared = barrier.immune or barrier.destroyed
    taken = 0 if spared else amount + scene.barrier_penetration
    changes = barrier.take(taken)
    data["damage_to_cover"] = taken
    data["immune"] = barrier.immune
    data["cover_bonus"] = barrier.own
    data["destroyed"] = barrier.destroyed
    return changes


def _shield_struck(barrier: Barrier, lost: int, data: dict[str, Json]) -> tuple[Change, ...]:
    """A hostage's lost hit points count against his maximum.

    Rule: CHA-5.15.
    """
    changes = barrier.take(lost)
    data["damage_to_cover"] = lost
    data["cover_bonus"] = barrier.own
    data["destroyed"] = barrier.destroyed
    return changes


def _on_barrier(scene: Scene, mark: Mark, n: int, barrier: Barrier) -> Step[None]:
    """A hit that the cover takes: damage only; a hostage is struck in a zone. No critical dice for either.

    Rule: CHA-5.12.
    """
    zone_face = 0
    if barrier.hostage is not None:
        zone_face = (yield Roll(f"hit.{n}.zone", scene.actor, ZONE_DIE)).faces[0]
    faces = (yield Roll(f"hit.{n}.damage", scene.actor, scene.dice)).faces
    if barrier.hostage is None:
        more = (yield from mark.criticals.on_vehicle(f"hit.{n}")) if barrier.vehicle else 0
        yield Emit(_on_cover(scene, mark, n, barrier, faces, more))
    else:
        dealt = Dealt(ZONE_OF[zone_face], zone_face, faces, (), rolled_damage(scene, faces))
        yield Emit(_on_hostage(scene, mark, n, dealt, barrier, barrier.hostage))


def _on_cover(scene: Scene, mark: Mark, n: int, barrier: Barrier, faces: Faces, more: int) -> Happened:
    """A hit on a thing: rolled damage and penetration; ``more`` is bought for the vehicle damage table.

    Rule: CHA-5.3.
    """
    amount = rolled_damage(scene, faces)
    data: dict[str, Json] = {
        "hit": n,
        "target": mark.victim.id,
        "aimed_at": mark.victim.id,
        "item": barrier.id,
        "rolled_damage": amount,
        "faces": faces,
        "bonus": scene.dice.bonus,
        "penetration": scene.barrier_penetration,
        "steps": _steps_to_cover(scene, amount),
    }
    own = barrier.own
    changes = _barrier_struck(scene, barrier, amount, data)
    if barrier.vehicle:
        data["vehicle_table"] = _vehicle_bonus(scene) + more
    return Happened("cover_hit", barrier.id, data, changes, COVER_HIT + barrier.worn(own))


def _steps_to_cover(scene: Scene, amount: int) -> Steps:
    """The bill of what strikes a thing: rolled damage, penetration, and what a trait adds against covers.

    Rule: CHA-5.12.
    """
    steps: Steps = [step("rolled_damage", amount, HIT[:1])]
    if scene.effect.penetration:
        steps.append(step("penetration", scene.effect.penetration, BARRIER))
    if scene.against_cover is not None:
        steps.append(step(*scene.against_cover[:3]))
    return steps


def _vehicle_bonus(scene: Scene) -> int:
    """What a weapon adds on the vehicle damage table, which the game master keeps.

    Rule: CHA-6.armour_piercing.
    """
    found = scene.against_cover
    return 0 if found is None else number(f"{found.term}_vehicle")


def _on_hostage(scene: Scene, mark: Mark, n: int, dealt: Dealt, barrier: Barrier, hostage: Victim) -> Happened:
    """A hit on the hostage: his armour and toughness, and what it costs him as a cover.

    Rule: CHA-5.15.
    """
    data = _told(scene, n, hostage, mark.victim.id, dealt)
    data["item"] = hostage.id
    own = barrier.own
    changes = wound(hostage, dealt.zone, dealt.amount, scene.effect, data)
    changes = (*changes, *_shield_struck(barrier, whole(data["lost"]), data))
    return Happened("hostage_hit", hostage.id, data, changes, HOSTAGE_HIT + barrier.worn(own))
