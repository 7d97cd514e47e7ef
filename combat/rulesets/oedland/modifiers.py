"""Modifikatoren eines Schusses, FAL-5: what is added to the skill, and the share a small target leaves of it."""

from collections.abc import Callable
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


class Points(NamedTuple):
    """What one modifier adds, and the rules that say so."""

    value: int
    cited: Citations = ()


NOTHING = Points(0)


def _row(name: str) -> Points:
    """A row of a table with the rule of this very row."""
    return Points(TABLES.number(name), TABLES.rules(name))


def _range(shot: Shot) -> Points:
    """Rule: FAL-5.1."""
    return NOTHING if shot.band is None else Points(shot.band.modifier, RANGE)


def _blind(shot: Shot) -> Points:
    """Rule: FAL-5.2, FAL-5.3."""
    if shot.way != "blind" or shot.band is None or f"list.blind.{shot.band.key}" not in TABLES.entries:
        return NOTHING
    return _row(f"list.blind.{shot.band.key}")


def _target_cover(shot: Shot) -> Points:
    """A target in full cover, except for reaction shots. Rule: FAL-5.4."""
    return _row("number.target_cover") if shot.cover == "full" and not shot.reaction else NOTHING


def _partial(shot: Shot) -> Points:
    """What the game master gives for a target partly covered. Rule: FAL-5.16."""
    lowest = _row("number.partial_lowest")
    malus = min(max(shot.cover_malus, lowest.value), 0)
    return Points(malus, lowest.cited) if shot.cover == "partial" else NOTHING


def _aim_ap(shot: Shot) -> Points:
    """Time taken to aim, beyond the price of an aimed shot. Rule: FAL-5.7, FAL-9.10."""
    if shot.mode != "aimed":
        return NOTHING
    taken = shot.extra + (1 if shot.house.aim_first_ap else 0)
    return Points(number("aim_ap") * taken, rules("aim_ap"))


def _aim_zone(shot: Shot) -> Points:
    """Rule: FAL-5.8."""
    return _row(f"list.aim_zone.{shot.zone}") if shot.mode == "aimed" else NOTHING


def burst_malus(strength: int, needed: int) -> int:
    """Kick of a burst; strength beyond the minimum makes up for it, and never for more. Rule: FAL-5.9."""
    return min(number("burst") + number("burst_per_strength") * (strength - needed), 0)


def _burst(shot: Shot) -> Points:
    """Rule: FAL-5.9."""
    if shot.mode != "burst" or shot.weapon.skill not in BURST_SKILLS:
        return NOTHING
    return Points(burst_malus(shot.strength, shot.needed), rules("burst"))


def _dual(shot: Shot) -> Points:
    """What firing two weapons costs, by how alike they are. Rule: FAL-5.10, FAL-5.11, FAL-5.12, FAL-7.1."""
    return _row(f"list.dual.{shot.dual}") if shot.dual else NOTHING


def _perk(shot: Shot) -> Points:
    """The perk takes back what two weapons cost. Rule: FAL-1.11, FAL-7.1."""
    return Points(-_dual(shot).value, cite("FAL-1.11", "FAL-7.1")) if shot.exempt else NOTHING


def _weakness(shot: Shot) -> Points:
    """What the game master takes off for a weapon that is too heavy. Rule: FAL-5.18."""
    too_heavy = shot.strength < shot.needed and not shot.dual
    return Points(min(shot.weakness, 0), cite("FAL-5.18", "FAL-2.9")) if too_heavy else NOTHING


def _tuning(shot: Shot) -> Points:
    """Rule: FAL-5.17."""
    return Points(shot.weapon.tuning, cite("FAL-5.17"))


ADDED: tuple[tuple[str, Callable[[Shot], Points]], ...] = (
    ("range", _range),
    ("blind", _blind),
    ("target_cover", _target_cover),
    ("target_cover_partial", _partial),
    ("aim_ap", _aim_ap),
    ("aim_zone", _aim_zone),
    ("burst", _burst),
    ("dual", _dual),
    (TWO_HANDED_PERK, _perk),
    ("min_strength", _weakness),
    ("tuning", _tuning),
)
"""What is added to the skill, in order; the range is told even where it is 0."""
COVERED_TOO = cite("FAL-9.15")


def _pose(shot: Shot) -> tuple[Modifier, ...]:
    """The share of the hit chance that a kneeling or prone target leaves, taken of the finished sum.

    Rule: FAL-4.6, FAL-5.5, FAL-5.6.
    """
    divisor, cited = _row(f"list.pose_divisor.{shot.pose}")
    if divisor == 1:
        return ()
    return (Modifier("target_pose", divisor, "divisor", cited + (COVERED_TOO if _target_cover(shot).value else ())),)


def _points(shot: Shot) -> tuple[Modifier, ...]:
    found = [Modifier(key, value, "add", cited) for key, read in ADDED for value, cited in (read(shot),)]
    kept = [each for each in found if each.value or (each.key == "range" and shot.band is not None)]
    return (*kept, *shot.own)


def shot_modifiers(shot: Shot, skill: int) -> tuple[Modifier, ...]:
    """Everything that changes a shot with this skill. Where the house counts only one of cover and posture, it is
    the one that leaves the attacker less, the cover if both leave the same.

    Rule: FAL-4.6, FAL-9.15.
    """
    pose, cover = _pose(shot), _target_cover(shot).value
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
