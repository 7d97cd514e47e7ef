"""CHAOS: percentile combat with degrees, zones, wearing armour and cover."""

from combat.core.fight import Fight
from combat.core.procedure import Procedure
from combat.core.ruleset import Moment, Ruleset
from combat.rulesets.chaos.derive import derive
from combat.rulesets.chaos.description import describe
from combat.rulesets.chaos.forms import offers, perform, preview


def tick(fight: Fight, moment: Moment) -> Procedure:
    """Nothing happens by itself outside encounters."""
    yield from ()


RULESET = Ruleset(describe=describe, derive=derive, offers=offers, preview=preview, perform=perform, tick=tick)
