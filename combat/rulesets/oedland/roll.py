"""Würfelmechanik, FAL-4: skill tests with a W100, statistic tests with a W10, luck, fumbles."""

from fractions import Fraction
from typing import NamedTuple

from combat.core.bill import as_modifiers, words_of_gm
from combat.core.citation import Citations, cite
from combat.core.dice import Dice, Window, chance
from combat.core.event import Modifier, Rolled, modifier_to_json
from combat.core.fight import Combatant, Fight
from combat.core.intent import Check, GmModifier
from combat.core.rounding import half_up
from combat.core.value import Json
from combat.rulesets.oedland.data import number
from combat.rulesets.oedland.fatigue import fatigue
from combat.rulesets.oedland.options import House, house_rules
from combat.rulesets.oedland.person import attribute, conditions, skill_bill

W100 = Dice(1, number("skill_die"))
W10 = Dice(1, number("statistic_die"))
STATISTIC = cite("FAL-4.2", "FAL-9.20")
STATISTIC_VALUE = cite("FAL-1.1", "FAL-4.2")
LUCK_TEST = cite("FAL-3.20", "FAL-4.2")
GM = cite("FAL-4.8", "FAL-5.19")
FLOOR = cite("FAL-4.5")
TROUBLE = cite("FAL-4.4", "FAL-9.14")


class Goal(NamedTuple):
    """What a roll has to stay within: where the sum starts, what changes it, what it comes to.

    ``trouble``: the rolls that fail critically, None if none do.
    """

    base: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]
    value: int
    trouble: Window | None = None
    dice: Dice = W100

    @property
    def window(self) -> Window | None:
        """The rolls that succeed; at a value of 0 none do. Rule: FAL-4.1, FAL-4.5."""
        return (None, self.value) if self.value >= 1 else None

    def is_reached(self, face: int) -> bool:
        """Whether a roll succeeds. Rule: FAL-4.1."""
        return face <= self.value


def value_of(base: tuple[Modifier, ...], modifiers: tuple[Modifier, ...]) -> int:
    """The effective value: everything added up, then the share of a small target, rounded half up; never below 0.

    Rule: FAL-4.5, FAL-4.6, FAL-8.1.
    """
    added = sum([each.value for each in (*base, *modifiers) if each.kind == "add"])
    divisor = 1
    for each in modifiers:
        divisor *= each.value if each.kind == "divisor" else 1
    return max(half_up(Fraction(added, divisor)), 0)


def trouble_of(value: int, house: House) -> Window | None:
    """The rolls that fail critically: high ones that fail at all. Rule: FAL-4.4."""
    lowest = max(house.fumble_from, value + 1)
    return (lowest, W100.sides) if lowest <= W100.sides else None


def goal(base: tuple[Modifier, ...], modifiers: tuple[Modifier, ...], house: House) -> Goal:
    """The goal that a skill and its modifiers come to. A sum below 0 is said to count as 0.

    Rule: FAL-4.5.
    """
    value = value_of(base, modifiers)
    if not value and sum([each.value for each in (*base, *modifiers) if each.kind == "add"]) < 0:
        modifiers = (*modifiers, Modifier("lowest_value", 0, "floor", FLOOR))
    return Goal(base, modifiers, value, trouble_of(value, house))


def outcome_of(found: Goal, face: int, luck: int, lucky: str = "lucky") -> str:
    """What a roll means; luck helps only those who succeed, and only a failure can be a critical one.

    Rule: FAL-4.3, FAL-4.4.
    """
    if found.is_reached(face):
        return lucky if face <= luck else "success"
    return "fumble" if found.trouble is not None and face >= (found.trouble[0] or 0) else "failure"


def own_modifiers(fight: Fight, who: Combatant, house: House, words: tuple[GmModifier, ...]) -> tuple[Modifier, ...]:
    """What weighs on every W100 test of somebody: breath, the game master's states, his word for this test.

    Rule: FAL-5.13, FAL-5.19, FAL-6.9.
    """
    return (*fatigue(fight, who, house), *conditions(who.sheet), *words_of_gm(words, GM))


def skill_goal(
    fight: Fight, who: Combatant, skill: str, words: tuple[GmModifier, ...] = (), more: tuple[Modifier, ...] = ()
) -> Goal:
    """A test on a skill, with what weighs on every W100 test and what more this one has. Rule: FAL-4.1, FAL-4.8."""
    house = house_rules(fight.options)
    return goal(as_modifiers(skill_bill(who.sheet, skill)), (*more, *own_modifiers(fight, who, house, words)), house)


def statistic_goal(who: Combatant, key: str, house: House, words: tuple[Modifier, ...] = ()) -> Goal:
    """A test on a statistic; only the game master's word counts.

    Rule: FAL-4.2, FAL-9.20.
    """
    base = (Modifier(key, attribute(who.sheet, key), "add", STATISTIC_VALUE),)
    dice = W100 if house.statistic_w100 else W10
    return Goal(base, words, value_of(base, words), None, dice)


def rolled(
    term: str, who: str, found: Goal, face: int, outcome: str, cited: Citations, data: dict[str, Json]
) -> Rolled:
    """A test as it is told; its numbers join ``data``."""
    told: dict[str, Json] = {
        **data,
        "target_number": found.value,
        "base": [modifier_to_json(each) for each in found.base],
    }
    if found.trouble is not None:
        told["trouble"] = list(found.trouble)
    if outcome == "fumble":
        cited = tuple(dict.fromkeys((*cited, *TROUBLE)))
    return Rolled(term, who, found.dice, (face,), found.modifiers, face, found.window, outcome, cited, told)


def check_of(term: str, who: str, found: Goal, cited: Citations) -> Check:
    """The same test before it is rolled, with its exact chance."""
    return Check(
        who=who,
        term=term,
        dice=found.dice,
        base=found.base,
        modifiers=found.modifiers,
        target_number=found.value,
        window=found.window,
        chance=chance(found.dice, found.window),
        rules=cited,
        trouble=found.trouble,
    )
