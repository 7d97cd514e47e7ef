"""A yardstick, not a rule engine: the leanest plain Python for one burst, without events, types or explanations."""

from collections.abc import Callable
from typing import NamedTuple

ZONE_OF_FACE = (0, 0, 0, 1, 1, 1, 1, 2, 2, 3)


class Burst(NamedTuple):
    """Ten shots at target number 85 behind a cover of 20, with a dodge of 35."""

    goal: int = 85
    shots: int = 10
    per_degree: int = 2
    dice: int = 2
    bonus: int = 4
    penetration: int = 2
    toughness: int = 5
    armour: tuple[int, ...] = (3, 6, 3, 4)  # legs, body, arms, head
    wear: tuple[int, ...] = (0, 0, 0, 0)
    cover: int = 20
    dodge: int = 35


def resolve(burst: Burst, rnd: Callable[[], float]) -> int:
    """The points lost to one burst; hits wear the zone they strike, every third wear lowers its armour."""
    goal, shots, per, dice, bonus, penetration, toughness, armour, wear, cover, dodge = burst
    face = int(rnd() * 100) + 1
    if face > goal:
        return 0
    degrees = (goal - face) // 10
    face = int(rnd() * 100) + 1
    if face <= dodge:
        degrees -= 1 + (dodge - face) // 10
        if degrees < 0:
            return 0
    hits = min(shots, 1 + per * degrees)
    extra = (degrees - -(-(hits - 1) // per)) // 3
    dice += extra
    bonus += dice
    withstood = (toughness, toughness, toughness, toughness // 2)
    values, wears, total = list(armour), list(wear), 0
    for _ in range(hits):
        if rnd() * 100 < cover:
            continue
        zone = ZONE_OF_FACE[int(rnd() * 10)]
        value = values[zone]
        loss = bonus - withstood[zone]
        for _ in range(dice):
            loss += int(rnd() * 10)
        if value > penetration:
            loss -= 2 * (value - penetration)
        if loss > 0:
            total += loss
            worn = (wears[zone] + 1) % 3
            wears[zone] = worn
            values[zone] = value - (not worn and value > 0)
    return total
