"""Modifikatoren eines Schusses, FAL-5: what is added to the skill, and the share a small target leaves of it."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from combat.core.bill import Bill, total
from combat.core.body import text, whole
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.event import Modifier
from combat.core.fight import Combatant
from combat.core.rounding import half_up
from combat.core.sheet import Sheet
from combat.rulesets.oedland.data import TABLES, number, rules
from combat.rulesets.oedland.options import BY_THE_BOOK, House
from combat.rulesets.oedland.person import critical_bill
from combat.rulesets.oedland.weapon import Band, Weapon
from combat.rulesets.oedland.words import COVERS, POSES, TWO_HANDED_PERK

RANGE = cite("FAL-5.1", "FAL-2.3")
BURST_SKILLS = ("handguns", "rifles")


class Shot(NamedTuple):
    """All that the modifiers of one shot depend on. ``dual`` is the relation of two weapons, "" for one alone.

    ``needed``: the minimum strength that counts; ``reaction``: fired while an enemy's turn is interrupted.
    """

    weapon: Weapon
    mode: str
    band: Band | None
    strength: int
    needed: int
    way: str = "open"
    zone: str = ""
    extra: int = 0
    dual: str = ""
    exempt: bool = False
    weakness: int = 0
    reaction: bool = False
    cover: str = ""
    cover_malus: int = 0
    pose: str = "upright"
    own: tuple[Modifier, ...] = ()
    house: House = BY_THE_BOOK


def pose_of(who: Combatant, house: House) -> str:
    """Somebody's posture; without the rules for postures everybody stands. Rule: FAL-1.8."""
    found = text(who.flags.get("pose"))
    return found if found in POSES and house.has("pose") else "upright"


def cover_of(who: Combatant) -> str:
    """How somebody is covered, "" if he is not; leaning out to fire he is not. Rule: FAL-1.9, FAL-3.10."""
    found = text(who.flags.get("cover_state"))
    return found if found in COVERS and not who.flags.get("leaning_out") else ""


def is_covered(who: Combatant) -> bool:
    """Whether somebody has cover, in full or in part, even while he leans out of it. Rule: FAL-1.9."""
    return text(who.flags.get("cover_state")) in COVERS


def is_hidden(who: Combatant) -> bool:
    """Whether somebody stays behind full cover, even while he leans out to fire. Rule: FAL-1.9."""
    return who.flags.get("cover_state") == "full"


def _range(shot: Shot) -> int:
    """Rule: FAL-5.1."""
    return 0 if shot.band is None else shot.band.modifier


def _blind(shot: Shot) -> int:
    """Rule: FAL-5.2, FAL-5.3."""
    if shot.way != "blind" or shot.band is None or f"list.blind.{shot.band.key}" not in TABLES.entries:
        return 0
    return TABLES.number(f"list.blind.{shot.band.key}")


def _target_cover(shot: Shot) -> int:
    """A target in full cover, except for reaction shots. Rule: FAL-5.4."""
    return number("target_cover") if shot.cover == "full" and not shot.reaction else 0


def _partial(shot: Shot) -> int:
    """What the game master gives for a target partly covered. Rule: FAL-5.16."""
    return min(max(shot.cover_malus, number("partial_lowest")), 0) if shot.cover == "partial" else 0


def _aim_ap(shot: Shot) -> int:
    """Time taken to aim, beyond the price of an aimed shot. Rule: FAL-5.7, FAL-9.10."""
    if shot.mode != "aimed":
        return 0
    return number("aim_ap") * (shot.extra + (1 if shot.house.aim_first_ap else 0))


def _aim_zone(shot: Shot) -> int:
    """Rule: FAL-5.8."""
    return TABLES.number(f"list.aim_zone.{shot.zone}") if shot.mode == "aimed" else 0


def burst_malus(strength: int, needed: int) -> int:
    """Kick of a burst; strength beyond the minimum makes up for it, and never for more. Rule: FAL-5.9."""
    return min(number("burst") + number("burst_per_strength") * (strength - needed), 0)


def _burst(shot: Shot) -> int:
    """Rule: FAL-5.9."""
    if shot.mode != "burst" or shot.weapon.skill not in BURST_SKILLS:
        return 0
    return burst_malus(shot.strength, shot.needed)


def dual_malus(relation: str) -> int:
    """What firing two weapons costs, by how alike they are. Rule: FAL-5.10, FAL-5.11, FAL-5.12."""
    return TABLES.number(f"list.dual.{relation}")


def _dual(shot: Shot) -> int:
    """Rule: FAL-7.1."""
    return dual_malus(shot.dual) if shot.dual else 0


def _perk(shot: Shot) -> int:
    """The perk takes back what two weapons cost. Rule: FAL-1.11, FAL-7.1."""
    return -_dual(shot) if shot.exempt else 0


def _weakness(shot: Shot) -> int:
    """What the game master takes off for a weapon that is too heavy. Rule: FAL-5.18."""
    return min(shot.weakness, 0) if shot.strength < shot.needed and not shot.dual else 0


def _tuning(shot: Shot) -> int:
    """Rule: FAL-5.17."""
    return shot.weapon.tuning


ADDED: tuple[tuple[str, Callable[[Shot], int], Citations], ...] = (
    ("range", _range, RANGE),
    ("blind", _blind, cite("FAL-3.9")),
    ("target_cover", _target_cover, rules("target_cover")),
    ("target_cover_partial", _partial, rules("partial_lowest")),
    ("aim_ap", _aim_ap, rules("aim_ap")),
    ("aim_zone", _aim_zone, TABLES.rules("list.aim_zone.head")),
    ("burst", _burst, rules("burst")),
    ("dual", _dual, cite("FAL-7.1", "FAL-2.6")),
    (TWO_HANDED_PERK, _perk, cite("FAL-1.11", "FAL-7.1")),
    ("min_strength", _weakness, cite("FAL-5.18", "FAL-2.9")),
    ("tuning", _tuning, cite("FAL-5.17")),
)
"""What is added to the skill, in order; the range is told even where it is 0."""
ROWS: Mapping[tuple[str, str], Citations] = {
    ("blind", "cqc"): cite("FAL-5.2"),
    ("blind", "near"): cite("FAL-5.3"),
    ("dual", "same"): cite("FAL-5.10"),
    ("dual", "similar"): cite("FAL-5.11"),
    ("dual", "different"): cite("FAL-5.12"),
}
"""The rule of the very row that was read, by modifier and row."""
POSED = {"kneeling": cite("FAL-4.6", "FAL-5.5", "FAL-9.2"), "prone": cite("FAL-4.6", "FAL-5.6", "FAL-9.2")}
COVERED_TOO = cite("FAL-9.15")


def _pose(shot: Shot) -> tuple[Modifier, ...]:
    """The share of the hit chance that a kneeling or prone target leaves, taken of the finished sum.

    Rule: FAL-4.6, FAL-5.5, FAL-5.6.
    """
    divisor = TABLES.number(f"list.pose_divisor.{shot.pose}")
    if divisor == 1:
        return ()
    cited = POSED[shot.pose] + (COVERED_TOO if _target_cover(shot) else ())
    return (Modifier("target_pose", divisor, "divisor", cited),)


def _points(shot: Shot) -> tuple[Modifier, ...]:
    read = {"blind": shot.band.key if shot.band is not None else "", "dual": shot.dual}
    found = [
        Modifier(key, points(shot), "add", cited + ROWS.get((key, read.get(key, "")), ()))
        for key, points, cited in ADDED
    ]
    kept = [each for each in found if each.value or (each.key == "range" and shot.band is not None)]
    return (*kept, *shot.own)


def shot_modifiers(shot: Shot, skill: int) -> tuple[Modifier, ...]:
    """Everything that changes a shot with this skill. Where the house counts only one of cover and posture, it is
    the one that leaves the attacker less, the cover if both leave the same.

    Rule: FAL-4.6, FAL-9.15.
    """
    pose, cover = _pose(shot), _target_cover(shot)
    if not (shot.house.better_one and pose and cover):
        return (*_points(shot), *pose)
    covered = _points(shot)
    posed = tuple([each for each in covered if each.key != "target_cover"])
    in_cover = skill + sum([each.value for each in covered])
    in_pose = Fraction(skill + sum([each.value for each in posed]), pose[0].value)
    return covered if max(in_cover, 0) <= max(half_up(in_pose), 0) else (*posed, *pose)


def critical_chance(sheet: Sheet, weapon: Weapon, zone: str) -> Bill:
    """The critical chance of a shot: luck, what an aimed zone adds (half its malus), the weapon; never below luck.

    Rule: FAL-1.6, FAL-5.8.
    """
    start = critical_bill(sheet)
    steps = list(start)
    if zone:
        half = Fraction(-TABLES.number(f"list.aim_zone.{zone}"), number("aim_critical_divisor"))
        steps.append(DerivedStep("aim_zone", half_up(half), rules("aim_critical_divisor")))
    if weapon.critical:
        steps.append(DerivedStep("critical_bonus", weapon.critical, cite("FAL-1.6", "FAL-2.2")))
    missing = total(start) - total(tuple(steps))
    if missing > 0:
        steps.append(DerivedStep("lowest_value", missing, cite("FAL-1.6")))
    return tuple(steps)


def cover_malus(who: Combatant) -> int:
    """What the game master takes off shots at somebody partly covered. Rule: FAL-5.16."""
    return whole(who.flags.get("cover_malus"))
