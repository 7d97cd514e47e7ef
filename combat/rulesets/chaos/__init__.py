"""CHAOS: percentile combat with degrees, zones, wearing armour and cover."""

from combat.core.ruleset import Ruleset
from combat.rulesets.chaos.course import tick
from combat.rulesets.chaos.derive import derive
from combat.rulesets.chaos.description import describe
from combat.rulesets.chaos.forms import offers, perform, preview

RULESET = Ruleset(describe=describe, derive=derive, offers=offers, preview=preview, perform=perform, tick=tick)
