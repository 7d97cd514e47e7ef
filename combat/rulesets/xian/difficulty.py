"""Erschwernisse, XIAN-5: every part of a difficulty by its key; those that are 0 are left out."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from combat.core.body import text, whole
from combat.core.citation import Citations, cite
from combat.core.event import Modifier
from combat.core.fight import Combatant, Fight
from combat.core.intent import GmModifier
from combat.core.rounding import floor_div
from combat.rulesets.xian.data import TABLES, number, rules
from combat.rulesets.xian.options import House
from combat.rulesets.xian.person import can_act, trauma
from combat.rulesets.xian.weapon import Weapon, distance_points
from combat.rulesets.xian.words import SIGHTS

INERTIA = cite("XIAN-5.1", "XIAN-7.1")
OF_TWO_WEAPONS = cite("XIAN-9.5")
TRAUMA = cite("XIAN-5.10")
MOVEMENT = cite("XIAN-5.9", "XIAN-7.8")
STARTED = cite("XIAN-8.1")
BETWEEN_CLASSES = cite("XIAN-8.3")
REACH = cite("XIAN-7.5", "XIAN-9.4")
CLASSES = cite("XIAN-2.4", "XIAN-7.6")
SIGHT = cite("XIAN-2.6", "XIAN-7.7")
DEVICE = cite("XIAN-1.10", "XIAN-5.8", "XIAN-8.2")
GM = cite("XIAN-5.14")
SELF = {
    True: ("stance", "stance_self", cite("XIAN-5.11", "XIAN-7.3")),
    False: ("cover_points", "cover_self", cite("XIAN-5.12", "XIAN-7.4")),
}
ENEMY = {
    True: ("stance", "stance_enemy", cite("XIAN-5.11", "XIAN-7.3", "XIAN-9.3")),
    False: ("cover_points", "cover_enemy", cite("XIAN-5.12", "XIAN-7.4", "XIAN-9.3")),
}


def part(key: str, value: int, cited: Citations) -> tuple[Modifier, ...]:
    """One part of a difficulty, none if it is 0.

    Rule: XIAN-4.2.
    """
    return (Modifier(key, value, "bound", cited),) if value else ()


def zone_points(zone: str) -> int:
    """What aiming at a zone adds.

    Rule: XIAN-5.2, XIAN-5.3, XIAN-5.4.
    """
    return TABLES.number(f"zone.{zone}")


def reach_points(own: int, other: int, disadvantaged: str) -> int:
    """What a difference of reach costs the side with the reach ``own``: 2 per point if it is at a disadvantage.

    ``disadvantaged``: whose weapon is in the way here, the shorter or the longer one, or nobody's.

    Rule: XIAN-5.6, XIAN-7.5.
    """
    difference = other - own if disadvantaged == "shorter" else own - other
    return number("reach_factor") * difference if disadvantaged != "none" and difference > 0 else 0


def sight_points(sight: str, metres: Fraction | int, night_vision: bool) -> int:
    """What poor sight adds to a shot from 5 m on; devices halve it.

    Rule: XIAN-5.7, XIAN-5.8, XIAN-7.7, XIAN-8.2.
    """
    if metres < number("sight_from"):
        return 0
    points = TABLES.number(f"sight.{sight}")
    return floor_div(points, number("night_vision_divisor")) if night_vision else points


def movement_points(metres: Fraction | int) -> int:
    """What moving adds to the attacks of the turn: from the third metre on the whole distance in started metres.

    Rule: XIAN-5.9, XIAN-7.8, XIAN-8.1.
    """
    started = ceil(metres)
    return started if started > number("free_metres") else 0


def sight_of(fight: Fight) -> str:
    """How well one sees: what the game master stated, else clear.

    Rule: XIAN-2.6.
    """
    found = text(fight.flags.get("sight"), SIGHTS[0])
    return found if found in SIGHTS else SIGHTS[0]


def disadvantaged_between(fight: Fight, one: str, other: str) -> str:
    """Whose weapon is in the way between two fighters; in the open the shorter one.

    Rule: XIAN-7.5.
    """
    return text(fight.between(one, other, "reach_disadvantaged"), "shorter")


def by_reach(fight: Fight, who: str, own: Weapon, other_id: str, other: Weapon) -> tuple[Modifier, ...]:
    """The difficulty of the disadvantaged side.

    Rule: XIAN-7.5, XIAN-9.4.
    """
    points = reach_points(own.reach, other.reach, disadvantaged_between(fight, who, other_id))
    return part("reach", points, rules("reach_factor") + REACH)


def at_range(fight: Fight, shooter: Combatant, key: str, metres: Fraction) -> Iterator[Modifier]:
    """What distance and sight add to a shot; a length that is not whole and a device are told where they count.

    Rule: XIAN-5.5, XIAN-5.7, XIAN-5.8, XIAN-8.3.
    """
    between = () if metres.is_integer() else BETWEEN_CLASSES
    yield from part("distance", distance_points(key), TABLES.rules(f"distance.{key}") + CLASSES + between)
    sight, night_vision = sight_of(fight), shooter.sheet.value("night_vision") is True
    cited = TABLES.rules(f"sight.{sight}") + SIGHT + (DEVICE if night_vision else ())
    yield from part("sight", sight_points(sight, metres, night_vision), cited)


def by_trauma(combatant: Combatant, cited: Citations = TRAUMA) -> tuple[Modifier, ...]:
    """One point for every point of trauma, on every check.

    Rule: XIAN-5.10.
    """
    return part("trauma", trauma(combatant.sheet), cited)


def by_hindrance(combatant: Combatant, house: House) -> tuple[Modifier, ...]:
    """Hindrance, where the house lets it count.

    Rule: XIAN-9.14.
    """
    points = whole(combatant.sheet.value("hindrance")) if house.hindrance_counts else 0
    return part("hindrance", points, cite("XIAN-9.14"))


def by_caution(attacker: Combatant, target: Combatant, melee: bool, house: House) -> Iterator[Modifier]:
    """The attacker's own stance or cover, and the target's where it hinders its enemies: only one who is up has any.

    Rule: XIAN-5.11, XIAN-5.12, XIAN-9.3.
    """
    flag, key, cited = SELF[melee]
    yield from part(key, whole(attacker.flags.get(flag)), cited)
    if not house.own_defence and can_act(target.sheet):
        flag, key, cited = ENEMY[melee]
        yield from part(key, whole(target.flags.get(flag)), cited)


def by_word(words: tuple[GmModifier, ...]) -> Iterator[Modifier]:
    """What the game master adds or takes off, with his reason.

    Rule: XIAN-5.14.
    """
    for word in words:
        if word.value:
            yield Modifier("gm", word.value, "bound", GM, "gm", word.reason)
