"""Ein Treffer, CHA-5 und CHA-7: the cover first, then zone, damage and what comes of it; one event per hit."""

from typing import NamedTuple

from combat.core.citation import cite
from combat.core.dice import Dice, Faces
from combat.core.event import Change, Happened, Rolled
from combat.core.procedure import Emit, Roll
from combat.core.value import Json
from combat.rulesets.chaos.cover import Barrier, CoverCheck, Shelter
from combat.rulesets.chaos.critical import Criticals
from combat.rulesets.chaos.damage import NO_FLAMES, ZONES, Flames, Steps, Victim, Wound, step, wound
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.roll import W100, degrees, rolled
from combat.rulesets.chaos.scene import Mark, Scene, Told
from combat.rulesets.chaos.weapon import barrier_step

ZONE_DIE = Dice(1, ZONES.ends[-1])
CRITICAL_SIDES = number("critical_die")
COVER_ROLL = cite("CHA-5.1", "CHA-5.3")
HIT = cite("CHA-7.2", "CHA-7.3", "CHA-7.4", "CHA-7.6")
COVER_HIT = cite("CHA-5.3", "CHA-5.12")
HOSTAGE_HIT = cite("CHA-5.15")
BOTH_HIT = (*cite("CHA-5.7", "CHA-5.16"), *HIT)
BARRIER = cite("CHA-5.12")
NOTE = cite("CHA-8.3")
NONE_LEFT = Criticals(())


def blow(scene: Scene, mark: Mark, n: int) -> Told[None]:
    """One hit, from the cover roll to its event.

    Rule: CHA-5.1.
    """
    shelter = mark.shelter
    check = None if shelter is None or (scene.clears and shelter.barrier.destroyed) else shelter.check()
    if shelter is None or check is None:
        return (yield from _on_target(scene, mark, n, None, NO_FLAMES))
    face = (yield Roll(f"hit.{n}.cover", mark.victim.id, W100)).faces[0]
    yield Emit(_cover_rolled(mark, shelter, n, check, face))
    if not check.goal.is_reached(face):
        return (yield from _on_target(scene, mark, n, None, NO_FLAMES))
    if scene.flame:
        flames = Flames(covered=True, degrees=degrees(check.goal.target_number, face))
        return (yield from _on_target(scene, mark, n, shelter.barrier, flames))
    if shelter.barrier.hostage is not None:
        return (yield from _on_hostage(scene, mark, n, shelter.barrier, shelter.barrier.hostage))
    return (yield from _on_cover(scene, mark, n, shelter.barrier))


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
    """The dice of one hit: zone (``zone_face`` None: it was called), damage, critical dice, and their sum."""

    zone: str
    zone_face: int | None
    faces: Faces
    critical: Faces
    amount: int


def _dealt(scene: Scene, n: int, called: str, criticals: Criticals) -> Told[Dealt]:
    """Zone, damage and critical dice of a hit, in that order; rolled damage is never below 0.

    Rule: CHA-7.1.
    """
    zone, zone_face = called, None
    if not called:
        zone_face = (yield Roll(f"hit.{n}.zone", scene.actor, ZONE_DIE)).faces[0]
        zone = ZONES.at(zone_face)
    faces = (yield Roll(f"hit.{n}.damage", scene.actor, scene.dice)).faces
    amount = max(sum(faces) + scene.dice.bonus, 0)
    count, events = criticals.draw()
    if not count:
        return Dealt(zone, zone_face, faces, (), amount)
    if events:
        yield Emit(*events)
    critical = (yield Roll(f"hit.{n}.critical", scene.actor, Dice(count, CRITICAL_SIDES))).faces
    return Dealt(zone, zone_face, faces, critical, amount + sum(critical))


def _told(scene: Scene, n: int, victim: Victim, aimed_at: str, dealt: Dealt, found: Wound) -> dict[str, Json]:
    """The numbers of a hit on a person, as its event holds them."""
    return {
        "hit": n,
        "target": victim.id,
        "aimed_at": aimed_at,
        "zone": dealt.zone,
        "zone_face": dealt.zone_face,
        "rolled_damage": dealt.amount,
        "faces": dealt.faces,
        "bonus": scene.dice.bonus,
        "critical": dealt.critical,
        "armour_points": found.armour_points,
        "doubled": scene.effect.primitive,
        "penetration": scene.effect.penetration,
        "effective_armour": found.effective_armour,
        "lost": found.lost,
        "hit_points": victim.hit_points,
        "damage_points": found.damage_points,
        "armour_lowered": found.lowered,
        "abc_broken": found.unsealed,
        "steps": found.steps,
    }


def _on_target(scene: Scene, mark: Mark, n: int, barrier: Barrier | None, flames: Flames) -> Told[None]:
    """A hit that reaches the one it is meant for; flames may have passed a cover, which takes them too.

    Rule: CHA-7.2.
    """
    victim = mark.victim
    dealt = yield from _dealt(scene, n, scene.called, mark.criticals)
    if mark.dodged:
        flames = flames._replace(dodged=True)
    found = wound(victim, dealt.zone, dealt.amount, scene.effect, flames)
    victim.burns = victim.burns or (scene.flame and not mark.dodged)
    data = _told(scene, n, victim, victim.id, dealt, found)
    if barrier is None:
        yield Emit(Happened("hit", victim.id, data, found.changes, HIT))
    else:
        changes = (*found.changes, *_through(scene, barrier, dealt, data))
        yield Emit(Happened("both_hit", victim.id, data, changes, BOTH_HIT))
    if dealt.critical and scene.called:
        yield Emit(Happened("critical_note", victim.id, {"bonus": number("called_shot_critical")}, (), NOTE))


def _through(scene: Scene, barrier: Barrier, dealt: Dealt, data: dict[str, Json]) -> tuple[Change, ...]:
    """What flames do to the cover they pass: a thing takes the hit, a hostage the same zone and damage.

    Rule: CHA-5.16.
    """
    data["item"] = barrier.id
    if barrier.hostage is None:
        return _barrier_struck(scene, barrier, dealt.amount, data)
    found = wound(barrier.hostage, dealt.zone, dealt.amount, scene.effect)
    barrier.hostage.burns = True
    return (*found.changes, *_shield_struck(barrier, found.lost, data))


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


def _on_cover(scene: Scene, mark: Mark, n: int, barrier: Barrier) -> Told[None]:
    """A hit that the cover takes: damage only, no zone, no critical dice.

    Rule: CHA-5.12.
    """
    faces = (yield Roll(f"hit.{n}.damage", scene.actor, scene.dice)).faces
    amount = max(sum(faces) + scene.dice.bonus, 0)
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
        data["vehicle_table"] = _vehicle_bonus(scene)
    yield Emit(Happened("cover_hit", barrier.id, data, changes, COVER_HIT))


def _vehicle_bonus(scene: Scene) -> int:
    """What a weapon adds on the vehicle damage table, which the game master keeps.

    Rule: CHA-6.armour_piercing.
    """
    found = barrier_step(scene.weapon.item)
    return 0 if found is None else number(f"{found.term}_vehicle")


def _on_hostage(scene: Scene, mark: Mark, n: int, barrier: Barrier, hostage: Victim) -> Told[None]:
    """A hit that the hostage takes: zone and damage, his armour and toughness, no critical dice.

    Rule: CHA-5.15.
    """
    dealt = yield from _dealt(scene, n, "", NONE_LEFT)
    found = wound(hostage, dealt.zone, dealt.amount, scene.effect)
    data = _told(scene, n, hostage, mark.victim.id, dealt, found)
    data["item"] = hostage.id
    changes = (*found.changes, *_shield_struck(barrier, found.lost, data))
    yield Emit(Happened("hostage_hit", hostage.id, data, changes, HOSTAGE_HIT))
