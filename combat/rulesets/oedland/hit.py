"""Ein Treffer, FAL-6.3 bis 6.9: where it strikes, what it does, and whether somebody lives."""

from typing import NamedTuple

from combat.core.citation import Citations, cite
from combat.core.dice import Dice
from combat.core.event import Change, Happened
from combat.core.fight import Combatant, Fight
from combat.core.procedure import Ask, Choice, Step, ask, roll
from combat.core.standing import has_status
from combat.core.value import Json
from combat.rulesets.oedland.damage import Damage, armour_against, damage_of, hit_points_after, told
from combat.rulesets.oedland.data import TABLES, number
from combat.rulesets.oedland.modifiers import pose_of
from combat.rulesets.oedland.options import house_rules
from combat.rulesets.oedland.person import hit_points
from combat.rulesets.oedland.scene import Scene
from combat.rulesets.oedland.weapon import held
from combat.rulesets.oedland.words import WEAPON, ZONES

ZONE = cite("FAL-6.3")
W6 = Dice(1, number("zone_die"))
HIDDEN_PRONE = ("torso", "leg")
SEEN_PRONE = ("head", "arm")
LIMBS = ("arm", "leg")
DEATH = cite("FAL-6.7", "FAL-9.18")


class Hit(NamedTuple):
    """A hit before it is worked out. ``zone`` is the one aimed at, "" if none was; ``shot``: not a blow."""

    attacker: str
    target: str
    item: str
    dice: Dice
    rules: Citations
    zone: str = ""
    critical: bool = False


def struck_zone(face: int) -> str:
    """The zone a critical hit strikes. Rule: FAL-6.3."""
    return TABLES.ladder("ladder.zone").at(face)


def zone_ask(name: str, target: str, zone: str, choices: tuple[str, ...], default: str) -> Ask:
    """The game master is asked where a hit strikes instead of a zone. Rule: FAL-6.3."""
    data: dict[str, Json] = {"target": target, "zone": zone, "zone_remap": True}
    return Ask(name, "gm", tuple([Choice(each) for each in choices]), default, ZONE, data)


def seen_zones(pose: str, zone: str, face: int) -> tuple[tuple[str, ...], str]:
    """Where a hit may strike a low target instead, and where it is likely to; nothing else: it stays.

    Rule: FAL-6.3.
    """
    if pose == "prone" and zone in HIDDEN_PRONE:
        return SEEN_PRONE, TABLES.ladder("ladder.seen_prone").at(face)
    return (ZONES if pose == "kneeling" and zone in ZONES else ()), zone


def _rolled_zone(scene: Scene, hit: Hit, number_: int) -> Step[str]:
    """A critical hit rolls its zone; what a low target hides, the game master moves to what is seen of him.

    Rule: FAL-6.3.
    """
    name = f"hit.{number_}"
    face = (yield from roll(f"{name}.zone", hit.attacker, W6))[0]
    zone = struck_zone(face)
    target = scene.who(hit.target)
    scene.by_house(lambda other: seen_zones(pose_of(target, house_rules(other.options)), zone, face))
    choices, default = seen_zones(pose_of(target, scene.house), zone, face)
    return (yield from ask(zone_ask(f"{name}.remap", target.id, zone, choices, default))) if choices else default


def _zone(scene: Scene, hit: Hit, number_: int) -> Step[str]:
    """Where a hit strikes: aimed, rolled on a critical hit, nowhere in particular; "weapon": what the target holds.

    Whoever holds nothing is struck in a hand or a foot instead.

    Rule: FAL-6.3.
    """
    zone = hit.zone
    if not zone and hit.critical:
        zone = yield from _rolled_zone(scene, hit, number_)
    if zone == WEAPON and held(scene.who(hit.target).sheet) is None:
        zone = yield from ask(zone_ask(f"hit.{number_}.limb", hit.target, zone, LIMBS, LIMBS[0]))
    return zone


def land(scene: Scene, hit: Hit) -> Step[None]:
    """A hit from its zone to what it leaves of the target. Rule: FAL-6.3."""
    number_ = scene.next_hit()
    zone = yield from _zone(scene, hit, number_)
    if zone == WEAPON:
        weapon = held(scene.who(hit.target).sheet)
        item = weapon.id if weapon is not None else ""
        data: dict[str, Json] = {"who": hit.attacker, "target": hit.target, "item": item, "zone": zone}
        yield scene.tell(Happened("weapon_struck", hit.target, data, (), ZONE))
        return
    faces = yield from roll(f"hit.{number_}.damage", hit.attacker, hit.dice)
    yield scene.tell(_struck(scene, hit, number_, zone, max(hit.dice.total(faces), 0)))
    target = scene.who(hit.target)
    if hit_points(target.sheet) <= 0:
        yield from _down(scene, target)


def _struck(scene: Scene, hit: Hit, number_: int, zone: str, rolled: int) -> Happened:
    """What a hit does to hit points, and the wound of a critical one. Rule: FAL-6.4, FAL-6.5, FAL-6.6."""
    target = scene.who(hit.target)

    def dealt(other: Fight) -> Damage:
        armour = armour_against(target.sheet, zone or None, house_rules(other.options).armour_without_zone)
        return damage_of(rolled, armour, hit.critical, zoned=bool(zone))

    scene.by_house(dealt)
    found = dealt(scene.fight)
    before = hit_points(target.sheet)
    after = hit_points_after(before, found.damage)
    changes: tuple[Change, ...] = (Change(target.id, "pools.hit_points", before, after),) if before != after else ()
    if hit.critical and not has_status(target.sheet, "wound"):
        changes += (Change(target.id, "statuses.wound", None, True),)
    data: dict[str, Json] = {
        "hit": number_,
        "who": hit.attacker,
        "target": hit.target,
        "rolled_damage": rolled,
        "absorbed": found.absorbed,
        "damage": found.damage,
        "critical_hit": hit.critical,
        "steps": told(found.steps),
    }
    if zone:
        data["zone"] = zone
    if hit.item:
        data["item"] = hit.item
    return Happened("hit", target.id, data, changes, hit.rules)


def _down(scene: Scene, target: Combatant) -> Step[None]:
    """Without hit points somebody is dead, or lies dying where the house lets the game master say so.

    Rule: FAL-6.7, FAL-9.18.
    """
    before, fate = has_status(target.sheet, "dying"), "dead"
    if scene.house.may_be_dying:
        usual = "dead" if before else "dying"
        data: dict[str, Json] = {"target": target.id}
        choices = (Choice("dying"), Choice("dead"))
        fate = yield from ask(Ask(f"hit.{scene.hits}.fate", "gm", choices, usual, DEATH, data))
    if fate == "dying":
        scene.acted("zero_tp")
    after = True if fate == "dying" else None
    was = True if before else None
    changes = (Change(target.id, "statuses.dying", was, after),) if was != after else ()
    yield scene.tell(Happened(fate, target.id, {"target": target.id}, changes, DEATH))
