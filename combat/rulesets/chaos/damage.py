"""Rüstung und Schaden, CHA-7: what one hit does to a person, with armour that wears from hit to hit."""

from collections.abc import Mapping
from typing import NamedTuple

from combat.core.citation import Citations, cite
from combat.core.event import Change
from combat.core.fight import Combatant
from combat.core.rounding import floor_div
from combat.core.sheet import Item, Sheet
from combat.core.value import Json
from combat.rulesets.chaos.data import TABLES, number
from combat.rulesets.chaos.person import health, value
from combat.rulesets.chaos.words import PROTECTIONS

ZONES = TABLES.ladder("ladder.zone")
ARMOUR_FACTOR = number("armour_factor")
PRIMITIVE_FACTOR = number("primitive_factor")
HEAD_DIVISOR = number("head_toughness_divisor")
HALF = number("flame_dodged_divisor")
COVER_HALF = number("flame_cover_divisor")
POINTS_PER_STEP = number("damage_points_per_armour_point")
POINTS_PER_HIT = number("damage_points_per_hit")
STUNNED_AT = number("stun_hit_points")
LOWEST = number("hit_points_lowest")
ROLLED = cite("CHA-7.2")
TOUGHNESS = cite("CHA-7.4")
SEALED = cite("CHA-7.5")
FLAME = cite("CHA-6.flame")
STUN = cite("CHA-6.stun")
THROUGH_COVER = cite("CHA-5.16")

type Steps = list[Json]


def step(term: str, amount: int, cited: Citations) -> dict[str, Json]:
    """One line of a hit's bill."""
    return {"term": term, "amount": amount, "rules": cited}


class Effect(NamedTuple):
    """What a weapon brings to every hit of an attack; ``penetration`` against persons, at this distance.

    ``rules``: where it is written how armour meets this weapon.
    """

    damage_type: str
    penetration: int
    primitive: bool
    warp: bool
    stun: bool
    rules: Citations


class Flames(NamedTuple):
    """What halves flames: a dodge, a cover with the degrees of its roll."""

    dodged: bool = False
    covered: bool = False
    degrees: int = 0


NO_FLAMES = Flames()


class Victim:
    """A person under fire: whole numbers while an attack is worked out, one hit after the other; ``lost`` so far.

    Rule: CHA-7.6.
    """

    __slots__ = (
        "armour", "base", "before", "burns", "combatant", "head_toughness", "hit_points", "id", "lost", "maximum",
        "notches", "sealed", "struck", "toughness",
    )  # fmt: skip

    def __init__(self, combatant: Combatant, damage_type: str) -> None:
        sheet = combatant.sheet
        self.combatant = combatant
        self.id = combatant.id
        self.hit_points, self.maximum = health(sheet)
        self.before = self.hit_points
        self.toughness = value(sheet, "toughness_bonus")
        self.head_toughness = floor_div(self.toughness, HEAD_DIVISOR)
        self.armour = worn_armour(sheet)
        self.base, self.notches = _zones(self.armour, damage_type)
        self.sealed = self.armour is not None and is_sealed(self.armour)
        self.lost = 0
        self.struck = False
        self.burns = False

    def armour_points(self, zone: str) -> int:
        """Armour points of a zone against this attack, as worn as it is now."""
        return worn_to(self.base.get(zone, 0), self.notches.get(zone, 0))


def worn_to(base: int, damage_points: int) -> int:
    """Armour points that are left: every third damage point lowers them by one, not below 0.

    Rule: CHA-7.6.
    """
    return max(base - floor_div(damage_points, POINTS_PER_STEP), 0)


def worn_armour(sheet: Sheet) -> Item | None:
    """The armour that counts: the first one that is worn."""
    for item in sheet.items:
        if item.kind == "armour" and item.body.get("worn") is not False:
            return item
    return None


def is_sealed(armour: Item) -> bool:
    """Whether ABC protection is intact: any damage point anywhere breaks it.

    Rule: CHA-7.5.
    """
    return armour.body.get("abc") is True and not any(zone.damage_points for zone in armour.zones.values())


def _zones(armour: Item | None, damage_type: str) -> tuple[Mapping[str, int], dict[str, int]]:
    if armour is None:
        return {}, {}
    notches = {key: zone.damage_points for key, zone in armour.zones.items()}
    if damage_type not in PROTECTIONS:
        return {}, notches
    return {key: zone.protection.get(damage_type, 0) for key, zone in armour.zones.items()}, notches


def _through_flames(steps: Steps, damage: int, flames: Flames) -> int:
    """Damage of flames after a dodge and a cover: halved by each, the dodge first, less the cover roll's degrees.

    Rule: CHA-5.16.
    """
    for halves, divisor, cited in ((flames.dodged, HALF, FLAME), (flames.covered, COVER_HALF, THROUGH_COVER)):
        if halves:
            left = floor_div(damage, divisor)
            steps.append(step("halved", left - damage, cited))
            damage = left
    spared = min(flames.degrees, damage)
    if spared:
        steps.append(step("cover_degrees", -spared, THROUGH_COVER))
    return damage - spared


def _through_armour(victim: Victim, zone: str, damage: int, effect: Effect, steps: Steps, data: dict[str, Json]) -> int:
    """Damage past the armour; the zone's armour points as worn, and what of them was effective, join ``data``.

    Rule: CHA-7.3.
    """
    if effect.damage_type in PROTECTIONS:
        worn = worn_to(victim.base.get(zone, 0), victim.notches.get(zone, 0))
        if not worn:
            return damage
        effective = max((worn * PRIMITIVE_FACTOR if effect.primitive else worn) - effect.penetration, 0)
        data["armour_points"], data["effective_armour"] = worn, effective
        blocked = min(ARMOUR_FACTOR * effective, damage)
        steps.append(step("armour_blocked", -blocked, effect.rules))
        return damage - blocked
    if victim.sealed:
        steps.append(step("stopped_by_abc", -damage, SEALED))
        return 0
    return damage


def wound(
    victim: Victim, zone: str, rolled: int, effect: Effect, data: dict[str, Json], flames: Flames = NO_FLAMES
) -> tuple[Change, ...]:
    """Work out one hit on a person; its numbers and steps join ``data``, what it changes is returned.

    Stunning weapons take no hit points below 0.

    Rule: CHA-7.3.
    """
    steps: Steps = [step("rolled_damage", rolled, ROLLED)]
    damage = rolled if flames is NO_FLAMES else _through_flames(steps, rolled, flames)
    data["armour_points"] = data["effective_armour"] = 0
    if effect.warp:
        steps.append(step("warp", 0, effect.rules))
    else:
        damage = _through_armour(victim, zone, damage, effect, steps, data)
    toughness = min(victim.head_toughness if zone == "head" else victim.toughness, damage)
    if toughness:
        steps.append(step("toughness_blocked", -toughness, TOUGHNESS))
    lost = damage - toughness
    if effect.stun and victim.hit_points - lost < STUNNED_AT:
        spared = lost - max(victim.hit_points - STUNNED_AT, 0)
        steps.append(step("stun", -spared, STUN))
        lost -= spared
    data["steps"] = steps
    return _noted(victim, zone, lost, data)


def _noted(victim: Victim, zone: str, lost: int, data: dict[str, Json]) -> tuple[Change, ...]:
    """Hit points that a hit takes, and the damage point on the armour if it takes any.

    Rule: CHA-7.6.
    """
    before, armour = victim.hit_points, victim.armour
    changes: tuple[Change, ...] = ()
    victim.struck = True
    if lost:
        victim.lost += lost
        victim.hit_points = max(before - lost, LOWEST)
        loss = Change(victim.id, "pools.hit_points", before, victim.hit_points)
        changes = (loss,) if armour is None else (loss, _notch(victim, armour, zone, data))
    data["lost"], data["hit_points"] = lost, victim.hit_points
    data["damage_points"] = None if armour is None else victim.notches.get(zone, 0)
    return changes


def _notch(victim: Victim, armour: Item, zone: str, data: dict[str, Json]) -> Change:
    """The damage point of a hit that costs hit points; ``data`` tells whether the zone lost an armour point by it,
    or the suit its ABC protection.

    Rule: CHA-7.6.
    """
    before = victim.notches.get(zone, 0)
    after = victim.notches[zone] = before + POINTS_PER_HIT
    if victim.sealed:
        victim.sealed, data["abc_broken"] = False, True
    if after % POINTS_PER_STEP == 0 and after <= POINTS_PER_STEP * highest_base(armour, zone):
        data["armour_lowered"] = True
    return Change(armour.id, f"zones.{zone}.damage_points", before, after)


def highest_base(armour: Item, zone: str) -> int:
    """The highest base armour points of a zone: so many steps it can lose.

    Rule: CHA-7.17.
    """
    found = armour.zones.get(zone)
    return max(found.protection.values(), default=0) if found is not None else 0
