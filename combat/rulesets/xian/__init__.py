"""XIAN: two ten-sided dice in a window between difficulty and skill, and a whole turn declared at once."""

from combat.core.ruleset import Ruleset
from combat.rulesets.xian.course import tick
from combat.rulesets.xian.derive import derive
from combat.rulesets.xian.description import describe
from combat.rulesets.xian.forms import offers, perform, preview

RULESET = Ruleset(describe=describe, derive=derive, offers=offers, preview=preview, perform=perform, tick=tick)
