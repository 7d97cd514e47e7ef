"""Zielen, CHA-2.6 und 2.12: at whom somebody aims, and the end of it."""

from combat.core.body import text
from combat.core.event import Change
from combat.core.fight import Combatant
from combat.rulesets.chaos.words import AIM_FLAGS, AIMS


def aim_at(actor: Combatant, target: str) -> str:
    """The aim an actor has taken at this target, "" if he has none.

    Rule: CHA-2.12.
    """
    aim = text(actor.flags.get("aim"))
    return aim if aim in AIMS and text(actor.flags.get("aim_target"), target) == target else ""


def aim_cleared(who: Combatant) -> tuple[Change, ...]:
    """What changes when an aim is used up or lost.

    Rule: CHA-2.12.
    """
    flags = who.flags
    return tuple([Change(who.id, f"flags.{key}", flags[key], None) for key in AIM_FLAGS if flags.get(key)])
