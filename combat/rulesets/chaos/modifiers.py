"""Modifikatoren beim Schießen, CHA-3.2: every reason why a shot is easier or harder, each with its rule."""

from collections.abc import Callable
from typing import NamedTuple

from combat.core.bill import words_of_gm
from combat.core.citation import Citations, cite
from combat.core.event import Modifier
from combat.core.intent import GmModifier
from combat.rulesets.chaos.data import TABLES, number
from combat.rulesets.chaos.options import BY_THE_BOOK, House
from combat.rulesets.chaos.weapon import Weapon

STATED = ("poor_visibility", "into_melee", "blind", "target_fast", "target_immobile", "braced", "hip_shot")
"""What is named with the attack."""
RANGES = TABLES.band("bands.range")
BOUNDS = tuple((end.numerator, end.denominator, word) for end, word in zip(RANGES.ends, RANGES.words, strict=False))
POINT_BLANK = number("point_blank_distance")
FULL_AUTO_RANGE = number("full_auto_range")
GM = cite("CHA-3.2")


class Shot(NamedTuple):
    """All that the modifiers of a shot depend on; ``distance`` in metres, None: it does not matter.

    ``aim`` is snap_aim or aim where it counts for this shot; ``earlier`` counts the shooting actions of this round
    before it; ``stated`` holds what was named with the attack.
    """

    weapon: Weapon
    mode: str
    distance: int | None
    aim: str = ""
    called: bool = False
    moving: bool = False
    stated: frozenset[str] = frozenset()
    irritated: bool = False
    wounds: Modifier | None = None
    earlier: int = 0
    house: House = BY_THE_BOOK
    gm: tuple[GmModifier, ...] = ()


class Printed(NamedTuple):
    """A modifier as the text prints it."""

    value: int
    per_recoil: int
    rules: Citations


def _printed(key: str) -> Printed:
    name = f"modifier.{key}"
    more = f"{name}.per_recoil"
    per_recoil = TABLES.number(more) if more in TABLES.entries else 0
    return Printed(TABLES.number(name), per_recoil, TABLES.rules(name))


def band(base_range: int, distance: int) -> str:
    """The one range band that holds; twice the distance is compared, nothing is rounded.

    Rule: CHA-3.2.
    """
    if distance <= POINT_BLANK and distance <= base_range:
        return "point_blank"
    for times, divisor, key in BOUNDS:
        if distance * divisor <= base_range * times:
            return key
    return RANGES.words[-1]


def _laser_helps(shot: Shot) -> bool:
    """A laser marker helps called shots or, where the house reads it so, those that were aimed.

    Rule: CHA-3.2.
    """
    return "laser_marker" in shot.weapon.grants and (bool(shot.aim) if shot.house.laser_aimed else shot.called)


def _within_base(shot: Shot) -> bool:
    return shot.distance is not None and shot.distance <= shot.weapon.base_range


CONDITIONS: tuple[tuple[str, Callable[[Shot], bool]], ...] = (
    ("full_auto", lambda shot: shot.mode == "auto"),
    ("burst", lambda shot: shot.mode == "burst"),
    ("semi_auto", lambda shot: shot.mode == "semi"),
    ("snap_aim", lambda shot: shot.aim == "snap_aim"),
    ("aim", lambda shot: shot.aim == "aim"),
    ("accurate", lambda shot: bool(shot.aim) and "accurate" in shot.weapon.traits),
    ("inaccurate", lambda shot: "inaccurate" in shot.weapon.traits),
    ("smartgun", lambda shot: "smartgun" in shot.weapon.grants),
    ("laser_marker", _laser_helps),
    ("reflex_sight", lambda shot: "reflex_sight" in shot.weapon.grants and _within_base(shot)),
    ("braced", lambda shot: "braced" in shot.stated),
    ("poor_visibility", lambda shot: "poor_visibility" in shot.stated and "blind" not in shot.stated),
    ("into_melee", lambda shot: "into_melee" in shot.stated),
    ("blind", lambda shot: "blind" in shot.stated),
    ("target_fast", lambda shot: "target_fast" in shot.stated),
    ("target_immobile", lambda shot: "target_immobile" in shot.stated),
    ("called_shot", lambda shot: shot.called),
    ("hip_shot", lambda shot: "hip_shot" in shot.stated),
    ("moving_shot", lambda shot: shot.moving),
    ("irritated", lambda shot: shot.irritated),
)
"""When each modifier acts, in the order of the text; its points stand in the table."""
PRINTED = {key: _printed(key) for key in (*[key for key, _ in CONDITIONS], "point_blank", *RANGES.words, "repeat_fire")}


def range_modifier(shot: Shot) -> Modifier | None:
    """The modifier of the distance; beyond base range full auto is 10 points worse. None where it is 0.

    Rule: CHA-3.2.
    """
    if shot.distance is None or not shot.weapon.base_range:
        return None
    key = band(shot.weapon.base_range, shot.distance)
    value, _, cited = PRINTED[key]
    if shot.mode == "auto" and shot.distance > shot.weapon.base_range:
        value += FULL_AUTO_RANGE
    return Modifier(key, value, "add", cited) if value else None


def repeat_modifier(shot: Shot) -> Modifier | None:
    """Recoil from the second shooting action of a round on; the house may let it grow with each. None where it is 0.

    Rule: CHA-2.5.
    """
    printed = PRINTED["repeat_fire"]
    times = shot.earlier if shot.house.recoil_cumulative else min(shot.earlier, 1)
    value = printed.per_recoil * shot.weapon.recoil * times
    return Modifier("repeat_fire", value, "add", printed.rules) if value else None


def shooting_modifiers(shot: Shot) -> tuple[Modifier, ...]:
    """Every modifier of a shot that is not 0, in the order of the text, the game master's last.

    Rule: CHA-3.2.
    """
    recoil, cancels = shot.weapon.recoil, shot.weapon.cancels
    distance, repeated = range_modifier(shot), repeat_modifier(shot)
    found = [] if distance is None else [distance]
    for key, acts in CONDITIONS:
        if acts(shot) and key not in cancels:
            value, per_recoil, cited = PRINTED[key]
            found.append(Modifier(key, value + per_recoil * recoil, "add", cited))
    found += shot.weapon.bonuses
    found += [modifier for modifier in (shot.wounds, repeated) if modifier is not None]
    found += words_of_gm(shot.gm, GM)
    return tuple(found)


def options_in(shot: Shot, modifiers: tuple[Modifier, ...]) -> tuple[str, ...]:
    """The house rules that deviate and acted in these modifiers."""
    keys = {modifier.key for modifier in modifiers}
    found = []
    if shot.house.recoil_cumulative and "repeat_fire" in keys:
        found.append("recoil_cumulative")
    if shot.house.laser_aimed and "laser_marker" in shot.weapon.grants:
        found.append("laser_marker")
    return tuple(found)
