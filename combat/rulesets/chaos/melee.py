"""Nahkampf, CHA-4: what a melee weapon and the state of its bearer add to every blow."""

from collections.abc import Callable
from typing import NamedTuple

from combat.core.event import Modifier
from combat.rulesets.chaos.data import TABLES
from combat.rulesets.chaos.weapon import Weapon


class Blow(NamedTuple):
    """What the standing modifiers of a blow depend on."""

    weapon: Weapon
    irritated: bool = False
    wounds: Modifier | None = None


CONDITIONS: tuple[tuple[str, Callable[[Blow], bool]], ...] = (
    ("inner_vibration", lambda blow: "inner_vibration" in blow.weapon.grants),
    ("inaccurate", lambda blow: "inaccurate" in blow.weapon.traits),
    ("irritated", lambda blow: blow.irritated),
)


def standing_modifiers(blow: Blow) -> tuple[Modifier, ...]:
    """The modifiers of a blow that hold whatever the situation.

    Rule: CHA-4.1.
    """
    found = [
        Modifier(key, TABLES.number(f"modifier.{key}"), "add", TABLES.rules(f"modifier.{key}"))
        for key, acts in CONDITIONS
        if acts(blow)
    ]
    return tuple(found) if blow.wounds is None else (*found, blow.wounds)
