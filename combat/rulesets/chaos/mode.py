"""Feuermodi, CHA-3.3 bis 3.7: what each mode costs, allows and brings."""

from typing import NamedTuple

from combat.core.citation import Citations
from combat.core.rounding import ceil_div
from combat.rulesets.chaos.data import TABLES, number
from combat.rulesets.chaos.weapon import Weapon, shots_of
from combat.rulesets.chaos.words import MODES

SHRAPNEL_PER_DEGREE = number("shrapnel_hits_per_degree")
SHRAPNEL_PER_SHOT = number("shrapnel_hits_per_shot")


class Mode(NamedTuple):
    """A fire mode as printed: ``action`` pays for it, ``hits`` on a success and ``hits_per_degree`` beside them."""

    action: str
    hits: int
    hits_per_degree: int
    split: bool
    aimed: bool
    called: bool
    heat: int
    rules: Citations


def _printed(key: str) -> Mode:
    name = f"mode.{key}"
    return Mode(
        action=TABLES.text(f"{name}.action"),
        hits=TABLES.number(f"{name}.hits"),
        hits_per_degree=TABLES.number(f"{name}.hits_per_degree"),
        split=TABLES.switch(f"{name}.split"),
        aimed=TABLES.switch(f"{name}.aimed"),
        called=TABLES.switch(f"{name}.called"),
        heat=TABLES.number(f"{name}.magnetic_heat"),
        rules=TABLES.rules(f"{name}.hits"),
    )


PRINTED = {key: _printed(key) for key in MODES}


def modes_of(weapon: Weapon) -> tuple[str, ...]:
    """The modes a weapon has.

    Rule: CHA-3.3.
    """
    return tuple([key for key in MODES if shots_of(weapon, key)])


def shots_fired(weapon: Weapon, mode: str) -> int:
    """Shots that an attack fires: those of the mode, but no more than are loaded.

    Rule: CHA-3.3.
    """
    shots = shots_of(weapon, mode)
    return shots if weapon.loaded is None else min(shots, weapon.loaded)


class Landed(NamedTuple):
    """Hits of an attack and the degrees that brought none."""

    hits: int
    surplus: int


def hits_of(mode: Mode, shots: int, degrees: int, shrapnel: bool) -> Landed:
    """Hits by mode and degrees, never more than shots fired, shrapnel hits beside them; and the surplus degrees.

    A degree counts as used when it brings any hit.

    Rule: CHA-3.7.
    """
    hits = min(mode.hits + mode.hits_per_degree * degrees, shots)
    used = ceil_div(hits - mode.hits, mode.hits_per_degree) if mode.hits_per_degree else 0
    if shrapnel:
        more = min(SHRAPNEL_PER_DEGREE * degrees, SHRAPNEL_PER_SHOT * shots)
        used = max(used, ceil_div(more, SHRAPNEL_PER_DEGREE))
        hits += more
    return Landed(hits, degrees - used)


def hits_per_degree(mode: Mode, shrapnel: bool) -> int:
    """Hits that one degree brings, and one degree of a reaction takes away in split fire.

    Rule: CHA-3.14.
    """
    return mode.hits_per_degree + (SHRAPNEL_PER_DEGREE if shrapnel else 0)
