"""Zwanziger: attack and utility actions, open defences, exploding damage dice."""

from combat.core.ruleset import Ruleset
from combat.rulesets.zwanziger.course import tick
from combat.rulesets.zwanziger.derive import derive
from combat.rulesets.zwanziger.description import describe
from combat.rulesets.zwanziger.forms import offers, perform, preview

RULESET = Ruleset(describe=describe, derive=derive, offers=offers, preview=preview, perform=perform, tick=tick)
