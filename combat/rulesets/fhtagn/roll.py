"""Würfe, FHT-4: d100 at most the target number, doubles that are critical or a fumble."""

from functools import lru_cache
from typing import NamedTuple

from combat.core.bill import Bill, as_modifiers, total
from combat.core.citation import Citations, cite
from combat.core.dice import Dice, chance
from combat.core.event import Modifier, Rolled, modifier_to_json
from combat.core.intent import Check
from combat.core.value import Json
from combat.rulesets.fhtagn.data import number, rules
from combat.rulesets.fhtagn.options import House

W100 = Dice(1, number("test_die"))
HIGHEST = number("target_highest")
CAP = number("bonus_cap")
DOUBLES = number("doubles")
INHUMAN = number("inhuman_from")
TIERS = {"critical": 3, "success": 2, "failure": 1, "fumble": 1}
TEST = cite("FHT-4.2", "FHT-4.6")
INHUMANLY = cite("FHT-4.13", "FHT-9.37")


class Goal(NamedTuple):
    """What a roll may come to at most: start, modifiers with cap and clamp, and up to where it is critical anyway."""

    base: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]
    target_number: int
    critical_to: int = 0

    @property
    def window(self) -> tuple[None, int]:
        """The rolls that succeed; 01 always does.

        Rule: FHT-4.5.
        """
        return (None, max(self.target_number, 1))


class Die(NamedTuple):
    """A d100 as it lies: its face, what it means, and what makes it more or less than a plain success or failure."""

    face: int
    outcome: str
    cited: Citations = ()

    @property
    def succeeds(self) -> bool:
        """Whether it is a success of any kind."""
        return TIERS[self.outcome] > TIERS["failure"]


def capped(modifiers: tuple[Modifier, ...], house: House) -> tuple[Modifier, ...]:
    """The modifiers, with what goes beyond +40 taken off again; penalties have no limit.

    Where the table counts the difference, only what is left after the penalties is bounded.

    Rule: FHT-4.7, FHT-9.1.
    """
    bonuses = sum([found.value for found in modifiers if found.value > 0])
    if bonuses <= CAP:
        return modifiers
    over = bonuses - CAP
    if house.plays("bonus_cap_mode", "net"):
        over = max(sum([found.value for found in modifiers]) - CAP, 0)
    return (*modifiers, Modifier("bonus_cap", -over, "limit", rules("bonus_cap"))) if over else modifiers


def goal(base: Bill, modifiers: tuple[Modifier, ...], house: House, attribute: int = 0) -> Goal:
    """The target number: start, bonuses up to +40 and penalties, not below 0 and not above 99.

    ``attribute``: the attribute that is tested, 0 for a skill; from 20 on a roll up to it may be critical.

    Rule: FHT-4.6, FHT-4.13.
    """
    counted = capped(tuple([found for found in modifiers if found.value]), house)
    unbounded = total(base) + sum([found.value for found in counted])
    target = min(max(unbounded, 0), HIGHEST)
    if target != unbounded:
        beyond = rules("inhuman_from") if attribute >= INHUMAN else ()
        counted = (*counted, Modifier("clamp", target - unbounded, "limit", (*rules("target_highest"), *beyond)))
    inhuman = attribute >= INHUMAN and house.plays("inhuman_attribute_crit", True)
    return Goal(as_modifiers(base), counted, target, attribute if inhuman else 0)


def die_of(found: Goal, face: int) -> Die:
    """A face and what it means: 01 is critical, 00 a fumble, doubles make a success critical and a failure a fumble.

    Rule: FHT-4.3, FHT-4.4, FHT-4.5, FHT-4.13, FHT-9.37.
    """
    if face in (1, W100.sides):
        return Die(face, "critical" if face == 1 else "fumble", cite("FHT-4.5"))
    double = face % DOUBLES == 0
    if face > found.target_number:
        return Die(face, "fumble", cite("FHT-4.4")) if double else Die(face, "failure")
    if double:
        return Die(face, "critical", cite("FHT-4.3"))
    return Die(face, "critical", INHUMANLY) if face <= found.critical_to else Die(face, "success")


def rolled(term: str, who: str, found: Goal, die: Die, cited: Citations, data: dict[str, Json]) -> Rolled:
    """A test as it is told.

    Rule: FHT-4.14.
    """
    data = {**data, "target_number": found.target_number, "base": [modifier_to_json(step) for step in found.base]}
    rules_ = tuple(dict.fromkeys((*cited, *die.cited)))
    return Rolled(term, who, W100, (die.face,), found.modifiers, die.face, found.window, die.outcome, rules_, data)


@lru_cache(maxsize=128)
def check_of(term: str, who: str, found: Goal, cited: Citations) -> Check:
    """The same test before it is rolled, with its exact chance.

    Rule: FHT-4.2.
    """
    return Check(
        who=who,
        term=term,
        dice=W100,
        base=found.base,
        modifiers=found.modifiers,
        target_number=found.target_number,
        window=found.window,
        chance=chance(W100, found.window),
        rules=cited,
    )
