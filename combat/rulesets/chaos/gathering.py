"""Sammlung, CHA-9.7: concentration that is gathered for the next cast."""

from combat.core.body import optional
from combat.core.event import Change
from combat.core.fight import Combatant

FLAG = "concentrating"
KEPT_BY = ("concentrate", "cast")
"""The actions it is gathered by and used for."""


def kept_round(who: Combatant) -> int | None:
    """The round in which somebody concentrated for his next cast.

    Rule: CHA-9.7.
    """
    return optional(who.flags.get(FLAG))


def scattered(who: Combatant, action: str = "") -> tuple[Change, ...]:
    """Whatever else costs action units between concentrating and the cast ends the concentration.

    Rule: CHA-9.7.
    """
    kept = kept_round(who)
    return () if kept is None or action in KEPT_BY else (Change(who.id, f"flags.{FLAG}", kept, None),)
