"""Ansagen: reading what somebody means to do, and everything that is wrong with it."""

from collections.abc import Mapping
from typing import NamedTuple

from combat.core import announce
from combat.core.bill import words_of_gm
from combat.core.body import optional, text, whole
from combat.core.citation import Citations, cite
from combat.core.event import Modifier
from combat.core.fields import choice, number, yes_no
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part, Reason
from combat.core.schema import Field
from combat.core.sheet import Item
from combat.core.value import Json
from combat.rulesets.zwanziger.options import House, house_rules
from combat.rulesets.zwanziger.roll import adjusted
from combat.rulesets.zwanziger.words import RIDER, SLOTS

ANNOUNCED = cite("W20-3.2")
TARGET = cite("W20-6.1")
WORD = cite("W20-5.6")
SLOT = choice("slot", SLOTS, rules=cite("W20-3.2"))
ADJUST = (
    number("eased", default=0, low=-99, high=99, rules=cite("W20-5.6")),
    number("advantage", default=0, low=-9, high=9, term="advantage_score", rules=cite("W20-5.7")),
)
"""Every roll may be made easier or harder and carry Advantage or Disadvantage."""
BONUS = number("damage_bonus", default=0, low=-99, high=99, rules=cite("W20-6.8", "W20-1.12"))
BACKSTAB = yes_no("backstab", rules=cite("W20-5.2", "W20-7.1"))


class Asked(NamedTuple):
    """An intent as it came: who acts, with what, on whom, what the parameters say, what is wrong with them."""

    fight: Fight
    actor: Combatant
    part: Part
    given: Mapping[str, Json]
    house: House
    gm: tuple[Modifier, ...]
    reasons: tuple[Reason, ...]

    @property
    def item(self) -> Item | None:
        """The thing that was named, if he has it."""
        return self.actor.sheet.item(self.part.item)

    @property
    def slot(self) -> str:
        """The slot that was asked for, "" for whichever is left."""
        return text(self.given.get("slot"))

    @property
    def adjusted(self) -> tuple[Modifier, ...]:
        """What is said of the roll beside the rules.

        Rule: W20-5.6, W20-5.7.
        """
        return adjusted(whole(self.given.get("eased")), whole(self.given.get("advantage")), self.gm)

    def amount(self, key: str) -> int:
        """A number among the parameters."""
        return whole(self.given.get(key))

    def word(self, key: str, usual: str = "") -> str:
        """A word among the parameters."""
        return text(self.given.get(key), usual)

    def is_true(self, key: str) -> bool:
        """A yes or no among the parameters."""
        return self.given.get(key) is True


def asked(fight: Fight, intent: Intent, fields: tuple[Field, ...]) -> Asked | tuple[Reason, ...]:
    """Read the one part of an intent against the fields of its form; reasons where nobody acts that is here."""
    actor = fight.combatants.get(intent.actor)
    if actor is None:
        return (Reason("unknown_actor", {"who": intent.actor}, ANNOUNCED),)
    part = intent.parts[0]
    given, reasons = announce.checked(fields, part.parameters, ANNOUNCED)
    words = words_of_gm(intent.gm_modifiers, WORD, "gm_modifier")
    return Asked(fight, actor, part, given, house_rules(fight.options), words, reasons)


def target_reasons(found: Asked) -> tuple[Reason, ...]:
    """What is wrong with the targets that were named.

    Rule: W20-6.1.
    """
    return announce.target_reasons(found.fight, found.actor.id, found.part.targets, TARGET)


def one_target(found: Asked) -> tuple[Combatant | None, tuple[Reason, ...]]:
    """The one target of an action, and what is wrong with it.

    Rule: W20-6.1.
    """
    reasons = target_reasons(found)
    if len(found.part.targets) > 1:
        reasons += (Reason("one_target_only", {}, TARGET),)
    return (None, reasons) if reasons else (found.fight.combatants[found.part.targets[0]], ())


def distance(fight: Fight, one: str, other: str) -> int | None:
    """The metres stated between two, None if nobody said; a mount stands where its rider stands.

    Rule: W20-2.5, W20-5.3.
    """
    return optional(fight.between(one, other, "distance", RIDER))


def out_of_reach(fight: Fight, actor: str, target: str, reach: int, cited: Citations = TARGET) -> tuple[Reason, ...]:
    """A target farther away than a weapon reaches; without a stated distance it is in reach.

    Rule: W20-6.1.
    """
    away = distance(fight, actor, target)
    if away is None or away <= reach:
        return ()
    return (Reason("not_in_reach", {"distance": away, "limit": reach}, cited),)
