"""The contract: a ruleset is one frozen record that names six functions and its data.

describe  what a sheet, an item, a zone, a pool, a budget, a status, a flag and an option look like
derive    what follows from a sheet, each value with its steps; ready tables; problems. Never stored
offers    what a combatant may do now, at what cost, and why not: all reasons; of all forms of action or of some
preview   the checks of an intent with modifiers, window and exact chance; no dice; equals what perform uses
perform   do it, as a procedure; raises Refused before its first die, never later
tick      what happens by itself at a moment
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from combat.core.derived import Derived
from combat.core.description import RulesetInfo
from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Preview
from combat.core.procedure import Procedure
from combat.core.sheet import Sheet
from combat.core.value import JsonMap


class Moment(StrEnum):
    """When something may happen by itself."""

    FIGHT_START = "fight_start"
    ROUND_START = "round_start"
    TURN_START = "turn_start"
    TURN_END = "turn_end"
    ROUND_END = "round_end"
    FIGHT_END = "fight_end"


class Offering(Protocol):
    """What a combatant may do; ``forms`` names those that are asked for, None: all."""

    def __call__(self, fight: Fight, actor: str, forms: Collection[str] | None = None) -> tuple[Offer, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The six operations."""

    describe: Callable[[], RulesetInfo]
    derive: Callable[[Sheet, JsonMap], Derived]
    offers: Offering
    preview: Callable[[Fight, Intent], Preview]
    perform: Callable[[Fight, Intent], Procedure]
    tick: Callable[[Fight, Moment], Procedure]
