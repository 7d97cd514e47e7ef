"""Ödland: percentile shots and blows paid with action points, postures, cover, watches and suppressive fire."""

from combat.core.ruleset import Ruleset
from combat.rulesets.oedland.course import tick
from combat.rulesets.oedland.derive import derive
from combat.rulesets.oedland.description import describe
from combat.rulesets.oedland.forms import offers, perform, preview

RULESET = Ruleset(describe=describe, derive=derive, offers=offers, preview=preview, perform=perform, tick=tick)
