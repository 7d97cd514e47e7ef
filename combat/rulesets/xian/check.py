"""Proben, XIAN-4: two ten-sided dice, above the difficulty and up to the skill's value."""

from collections.abc import Iterable
from typing import NamedTuple

from combat.core.citation import Citations, cite
from combat.core.dice import Dice, Faces, Window, chance
from combat.core.event import Modifier, Rolled, modifier_to_json
from combat.core.intent import Check, Reason
from combat.core.value import Json
from combat.rulesets.xian.data import number

DICE = Dice(number("check_dice"), number("die"))
WINDOW = cite("XIAN-4.1", "XIAN-4.2")
CHANCE = cite("XIAN-4.7")
OUTCOMES = cite("XIAN-4.3")
LOWER_BOUND = cite("XIAN-9.1")
"""That a difficulty is exceeded and not taken off: told where it decides."""

SUCCESS, UNDER, OVER = "success", "fail_under", "fail_over"


def floor_of(parts: tuple[Modifier, ...]) -> int:
    """The difficulty that its parts add up to, never below 0.

    Rule: XIAN-4.2.
    """
    return max(sum(part.value for part in parts), 0)


def window(value: int, difficulty: int) -> Window | None:
    """The totals that succeed: above the difficulty, up to the value; None where there are none.

    Rule: XIAN-4.1, XIAN-4.2.
    """
    if difficulty >= value or value < DICE.count:
        return None
    return (difficulty + 1 if difficulty else None, value)


def outcome(value: int, difficulty: int, total: int) -> str:
    """What a total means; above the value it is beyond the own ability, whatever the difficulty.

    Rule: XIAN-4.3.
    """
    if total > value:
        return OVER
    return UNDER if total <= difficulty else SUCCESS


class Probe(NamedTuple):
    """A check as it is announced: where the value starts, what changes it, the parts of its difficulty.

    ``changes`` act on the value, ``parts`` raise the lower bound; both stand among the roll's modifiers.
    ``acting``: house rules that made it other than usual.
    """

    who: str
    term: str
    base: tuple[Modifier, ...]
    changes: tuple[Modifier, ...]
    parts: tuple[Modifier, ...]
    acting: tuple[str, ...] = ()

    @property
    def value(self) -> int:
        """The highest total that succeeds."""
        return sum(step.value for step in (*self.base, *self.changes))

    @property
    def difficulty(self) -> int:
        """The total that has to be exceeded."""
        return floor_of(self.parts)

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """Everything that tells this check from one on the bare value."""
        return self.changes + self.parts

    @property
    def window(self) -> Window | None:
        """The totals that succeed."""
        return window(self.value, self.difficulty)

    def check(self, rules: Citations = ()) -> Check:
        """The check before it is rolled, with its exact chance; ``rules``: what it is rolled for.

        Rule: XIAN-4.7, XIAN-9.1.
        """
        return Check(
            who=self.who,
            term=self.term,
            dice=DICE,
            base=self.base,
            modifiers=self.modifiers,
            target_number=self.value,
            window=self.window,
            chance=chance(DICE, self.window),
            rules=rules + WINDOW + (LOWER_BOUND if self.difficulty else ()) + CHANCE,
        )

    def rolled(self, faces: Faces, rules: Citations = (), **data: Json) -> Rolled:
        """The check with its dice as they fell; ``rules``: what it is rolled for.

        Rule: XIAN-4.3, XIAN-9.1.
        """
        total = DICE.total(faces)
        told: dict[str, Json] = {
            "target_number": self.value,
            "difficulty": self.difficulty,
            "base": [modifier_to_json(step) for step in self.base],
        }
        told |= {"option": self.acting} if self.acting else {}
        found = outcome(self.value, self.difficulty, total)
        cited = rules + OUTCOMES + (LOWER_BOUND if found == UNDER else ())
        return Rolled(self.term, self.who, DICE, faces, self.modifiers, total, self.window, found, cited, told | data)


def hopeless(checks: Iterable[Check]) -> tuple[Reason, ...]:
    """A warning for each check that cannot succeed, those that are alike once.

    Rule: XIAN-4.7.
    """
    found = dict.fromkeys(
        (floor_of(tuple(part for part in check.modifiers if part.kind == "bound")), check.target_number)
        for check in checks
        if check.window is None
    )
    return tuple(
        Reason("hopeless", {"difficulty": difficulty, "target_number": value}, CHANCE) for difficulty, value in found
    )


def defence_wins(attack: int, defence: int, tie_to_defender: bool) -> bool:
    """Whether the total of a successful defence avoids an attack: it is higher.

    A tie goes to the attacker, or to the defender where the house plays it so.

    Rule: XIAN-4.4, XIAN-4.5.
    """
    return defence >= attack if tie_to_defender else defence > attack
