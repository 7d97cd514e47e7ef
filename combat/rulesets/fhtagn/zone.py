"""Tödlicher Wirkungsbereich, FHT-8.3: in which order those within a radius are rolled for."""

from combat.core.body import optional
from combat.core.fight import Fight


def _rank(fight: Fight, first: str, name: str) -> tuple[int, str, int]:
    distance = optional(fight.between(first, name, "distance"))
    head, _, tail = name.rpartition(":")
    known = name in fight.combatants and tail.isdigit()
    return (distance or 0, head if known else name, int(tail) if known else 0)


def in_order(fight: Fight, targets: tuple[str, ...]) -> tuple[str, ...]:
    """The first target, then the others by their distance from it, then by id.

    Rule: FHT-8.3.
    """
    if len(targets) < 2:
        return targets
    first, *others = targets
    return (first, *sorted(others, key=lambda name: _rank(fight, first, name)))
