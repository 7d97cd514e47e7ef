"""FHTAGN: d100 horror in which rolls stay on the table and the heaviest weapons kill outright."""

from combat.core.ruleset import Ruleset
from combat.rulesets.fhtagn.course import tick
from combat.rulesets.fhtagn.derive import derive
from combat.rulesets.fhtagn.description import describe
from combat.rulesets.fhtagn.forms import offers, perform, preview

RULESET = Ruleset(describe=describe, derive=derive, offers=offers, preview=preview, perform=perform, tick=tick)
