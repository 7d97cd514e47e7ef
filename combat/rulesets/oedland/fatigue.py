"""Außer Atem, FAL-1.10 und 7.3: entries of malus and rounds, kept as ``20:4-6`` (20 points in rounds 4 to 6)."""

import re
from typing import NamedTuple

from combat.core.body import text
from combat.core.citation import cite
from combat.core.event import Modifier
from combat.core.fight import Combatant, Fight
from combat.core.value import JsonMap
from combat.rulesets.oedland.options import House

ENTRY = re.compile(r"(\d{1,3}):(\d{1,6})-(\d{1,6})")
RULES = cite("FAL-5.13", "FAL-9.13")


class Breathless(NamedTuple):
    """One entry: points off every W100 roll, from one round to another, both included."""

    points: int
    first: int
    last: int

    @property
    def rounds(self) -> str:
        """The rounds in which it holds, as people write them."""
        return f"{self.first}–{self.last}" if self.last > self.first else str(self.first)

    def __str__(self) -> str:
        return f"{self.points}:{self.first}-{self.last}"


def entries(combatant: Combatant) -> tuple[Breathless, ...]:
    """All entries of somebody. Rule: FAL-1.10."""
    return _entries_in(text(combatant.flags.get("fatigue")))


def _entries_in(kept: str) -> tuple[Breathless, ...]:
    """The entries of a text; what cannot be read counts for nothing."""
    found = [ENTRY.fullmatch(word) for word in kept.split()]
    return tuple([Breathless(*(int(number) for number in each.groups())) for each in found if each])


def in_words(kept: str) -> tuple[tuple[str, JsonMap], ...]:
    """What is kept as ``20:4-6`` as people read it: −20 in rounds 4 to 6. Rule: FAL-1.10."""
    return tuple([("fatigue_while", {"fatigue": -each.points, "rounds": each.rounds}) for each in _entries_in(kept)])


def written(found: tuple[Breathless, ...]) -> str | None:
    """The entries as they are kept; None if there are none."""
    return " ".join([str(entry) for entry in found]) or None


def left(combatant: Combatant, after_round: int) -> tuple[Breathless, ...]:
    """The entries that outlast a round. Rule: FAL-7.3."""
    return tuple([entry for entry in entries(combatant) if entry.last > after_round])


def begun(fight: Fight, house: House, points: int, rounds: int) -> Breathless:
    """A new entry: it holds from the next round on, or at once and that many rounds more.

    Rule: FAL-7.3, FAL-9.12.
    """
    first = fight.round if house.fatigue_at_once else fight.round + 1
    return Breathless(points, first, fight.round + rounds)


def fatigue(fight: Fight, combatant: Combatant, house: House) -> tuple[Modifier, ...]:
    """What being out of breath takes off every W100 roll: the worst running entry, or all together.

    Rule: FAL-5.13, FAL-9.13.
    """
    running = [entry.points for entry in entries(combatant) if entry.first <= fight.round <= entry.last]
    points = sum(running) if house.fatigue_sum else max(running, default=0)
    return (Modifier("fatigue", -points, "add", RULES),) if points else ()
