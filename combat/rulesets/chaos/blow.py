"""Ein Treffer, CHA-5 und CHA-7: the cover first, then zone, damage and what comes of it; one event per hit."""

from typing import NamedTuple

from combat.core.body import whole
from combat.core.citation import cite
from combat.core.dice import Dice, Faces
from combat.core.event import Change, Event, Happened, Rolled
from combat.core.procedure import Emit, Roll, Step
from combat.core.value import Json
from combat.rulesets.chaos.cover import Barrier, CoverCheck, Shelter
from combat.rulesets.chaos.damage import NO_FLAMES, ZONES, Flames, Steps, Victim, step, wound
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.roll import W100, degrees, rolled
from combat.rulesets.chaos.scene import Mark, Scene
from combat.rulesets.chaos.weapon_bills import barrier_step

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
    dealt = Dealt(zone, zone_face, faces, critical, rolled_damage(scene, faces) + sum(critical))
    yield Emit(*_on_target(scene, mark, n, dealt, barrier, flames))
    return None


def rolled_damage(scene: Scene, faces: Faces) -> int:
    """What damage dice come to with their bonus, never below 0.

    Rule: CHA-7.2.
    """
    return max(sum(faces) + scene.dice.bonus, 0)


def _cover_rolled(mark: Mark, shelter: Shelter, n: int, check: CoverCheck, face: int) -> Rolled:
    """The cover roll as it is told.

    Rule: CHA-5.3.
    """
    target = mark.victim.id
    data: dict[str, Json] = {"hit": n, "target": target, "item": shelter.barrier.id, "pierced": check.pierced}
    if check.option:
        data["option"] = [check.option]
    return rolled("cover_roll", target, check.goal, face, COVER_ROLL, data)


class Dealt(NamedTuple):
    """The dice of one hit on a person: zone (``zone_face`` None: called), damage, critical dice, and their sum."""

    zone: str
    zone_face: int | None
    faces: Faces
    critical: Faces
    amount: int


def _told(scene: Scene, n: int, victim: Victim, aimed_at: str, dealt: Dealt) -> dict[str, Json]:
    """The numbers of a hit on a person that stand before it is worked out."""
    zone, zone_face, faces, critical, amount = dealt
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
    if barrier is None:
        events: list[Event] = [Happened("hit", victim.id, data, changes, HIT)]
    else:
        changes = (*changes, *_through(scene, barrier, dealt, data))
        events = [Happened("both_hit", victim.id, data, changes, BOTH_HIT)]
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
    steps: Steps = [step("rolled_damage", amount, HIT[:1])]
    if scene.barrier_penetration:
        steps.append(step("penetration", scene.barrier_penetration, BARRIER))
    data: dict[str, Json] = {
        "hit": n,
        "target": mark.victim.id,
        "aimed_at": mark.victim.id,
        "item": barrier.id,
        "rolled_damage": amount,
        "faces": faces,
        "bonus": scene.dice.bonus,
        "penetration": scene.barrier_penetration,
        "steps": steps,
    }
    changes = _barrier_struck(scene, barrier, amount, data)
    if barrier.vehicle:
        data["vehicle_table"] = _vehicle_bonus(scene) + more
    return Happened("cover_hit", barrier.id, data, changes, COVER_HIT)


def _vehicle_bonus(scene: Scene) -> int:
    """What a weapon adds on the vehicle damage table, which the game master keeps.

    Rule: CHA-6.armour_piercing.
    """
    found = barrier_step(scene.weapon.item)
    return 0 if found is None else number(f"{found.term}_vehicle")


def _on_hostage(scene: Scene, mark: Mark, n: int, dealt: Dealt, barrier: Barrier, hostage: Victim) -> Happened:
    """A hit on the hostage: his armour and toughness, and what it costs him as a cover.

    Rule: CHA-5.15.
    """
    data = _told(scene, n, hostage, mark.victim.id, dealt)
    data["item"] = hostage.id
    changes = wound(hostage, dealt.zone, dealt.amount, scene.effect, data)
    changes = (*changes, *_shield_struck(barrier, whole(data["lost"]), data))
    return Happened("hostage_hit", hostage.id, data, changes, HOSTAGE_HIT)
