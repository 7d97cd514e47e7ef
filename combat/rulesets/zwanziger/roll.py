"""Würfe, W20-4: open totals, Advantage, explosions, contests and saves."""

from typing import NamedTuple

from combat.core.body import NOTHING
from combat.core.citation import Citations, cite
from combat.core.dice import OPEN, Dice, Window, chance, within
from combat.core.event import Happened, Modifier, Rolled, modifier_to_json
from combat.core.intent import Check
from combat.core.procedure import Step, roll
from combat.core.value import JsonMap
from combat.rulesets.zwanziger.data import TABLES, number
from combat.rulesets.zwanziger.person import start
from combat.rulesets.zwanziger.stage import Stage

CLASSES = tuple(
    TABLES.number(f"list.exploding_die.{key}") for key in ("first", "second", "third", "fourth", "fifth", "last")
)
EXPLOSION = cite("W20-4.8", "W20-9.4")
SAVE = cite("W20-4.2", "W20-4.9")
CONTEST = cite("W20-4.6")
ADVANTAGE = cite("W20-4.3", "W20-4.4", "W20-5.7")
EASED = cite("W20-4.5", "W20-5.6")
SAVE_DIE = number("save_die")
CONTEST_DIE = number("contest_die")
TIES = number("ties_before_giving_up")


class Test(NamedTuple):
    """A roll before it is made: who rolls which die, where the sum starts and what changes it.

    A modifier of the kind ``dice`` adds dice of which one counts (Advantage, negative Disadvantage).
    """

    term: str
    who: str
    sides: int
    base: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]
    rules: Citations

    @property
    def bonus(self) -> int:
        """What is added to the die."""
        added = sum([modifier.value for modifier in self.modifiers if modifier.kind == "add"])
        return sum([modifier.value for modifier in self.base]) + added

    @property
    def score(self) -> int:
        """Advantage less Disadvantage: only the sum is rolled.

        Rule: W20-4.4.
        """
        return sum([modifier.value for modifier in self.modifiers if modifier.kind == "dice"])

    @property
    def dice(self) -> Dice:
        """One die, and one more for each point of the score; the highest counts, or the lowest.

        Rule: W20-4.3.
        """
        keep = "↑" if self.score > 0 else "↓" if self.score else ""
        return Dice(1 + abs(self.score), self.sides, self.bonus, keep)


class Shown(NamedTuple):
    """A roll as it fell: its total and the face that counted."""

    total: int
    face: int


def adjusted(eased: int, advantage: int, gm: tuple[Modifier, ...] = ()) -> tuple[Modifier, ...]:
    """What is said of a roll beside the rules: easier or harder, Advantage or Disadvantage, the game master's word.

    Rule: W20-5.6, W20-5.7.
    """
    found = []
    if eased:
        found.append(Modifier("easier" if eased > 0 else "harder", eased, "add", EASED))
    if advantage:
        found.append(Modifier("advantage" if advantage > 0 else "disadvantage", advantage, "dice", ADVANTAGE))
    return (*found, *gm)


def check_of(test: Test, window: Window = OPEN, target: int | None = None) -> Check:
    """The same roll before it is made, with its exact chance; without a number to reach its bonus is shown."""
    return Check(
        who=test.who,
        term=test.term,
        dice=test.dice,
        base=test.base,
        modifiers=test.modifiers,
        target_number=test.bonus if target is None else target,
        window=window,
        chance=chance(test.dice, window),
        rules=test.rules,
    )


def smaller(sides: int) -> int | None:
    """The next smaller class of die, None below the smallest.

    Rule: W20-4.8, W20-9.5.
    """
    return next((known for known in CLASSES if known < sides), None)


def chain(name: str, who: str, sides: int) -> Step[tuple[int, ...]]:
    """What a die that showed its maximum adds: a die of its class, and while that one is full, ever smaller ones.

    Rule: W20-4.8.
    """
    faces: list[int] = []
    size: int | None = sides
    while size is not None:
        face = (yield from roll(f"{name}.{len(faces) + 1}", who, Dice(1, size)))[0]
        faces.append(face)
        size = smaller(size) if face == size else None
    return tuple(faces)


def shown(
    stage: Stage,
    name: str,
    test: Test,
    window: Window = OPEN,
    outcomes: tuple[str, str] = ("stands", "stands"),
    more: JsonMap = NOTHING,
    *,
    explodes: bool = False,
) -> Step[Shown]:
    """Make a roll and tell it; ``outcomes`` name a success and a failure, ``more`` joins what is told.

    Where the house lets all dice explode, the one that counts may add a chain.

    Rule: W20-4.1, W20-4.2.
    """
    dice, data = test.dice, dict(more)
    faces = yield from roll(name, test.who, dice, window)
    face = dice.total(faces) - dice.bonus
    added: tuple[int, ...] = ()
    if explodes and stage.house.explode_all and face == dice.sides:
        stage.acted("explode")
        added = yield from chain(f"{name}.explosion", test.who, dice.sides)
        data["explosion"] = list(added)
    total = face + dice.bonus + sum(added)
    low, high = window
    if low is not None or high is not None:
        data.setdefault("target_number", low if low is not None else high)
    data["base"] = [modifier_to_json(modifier) for modifier in test.base]
    cited = (*test.rules, *EXPLOSION) if added else test.rules
    outcome = outcomes[0] if within(window, total) else outcomes[1]
    yield stage.tell(Rolled(test.term, test.who, dice, faces, test.modifiers, total, window, outcome, cited, data))
    return Shown(total, face)


# --- saves ----------------------------------------------------------------------------------------------------


def save_test(stage: Stage, who: str, attribute: str, modifiers: tuple[Modifier, ...], cited: Citations) -> Test:
    """A save: the modifier of the attribute on a die.

    Rule: W20-4.9.
    """
    base = (start(stage.who(who).sheet, f"{attribute}_bonus", stage.house, SAVE),)
    return Test("save", who, SAVE_DIE, base, modifiers, (*SAVE, *cited))


def saved(stage: Stage, name: str, test: Test, value: int, attribute: str) -> Step[bool]:
    """Whether a save reaches its value.

    Rule: W20-4.9.
    """
    found = yield from shown(stage, name, test, (value, None), ("success", "failure"), {"attribute": attribute})
    return found.total >= value


# --- contests -------------------------------------------------------------------------------------------------


def contest_won(stage: Stage, name: str, one: Test, other: Test) -> Step[bool]:
    """Whether the side that acts wins a contest; it rolls first, the higher total wins, a tie is rolled again.

    After ever so many ties in a row nothing changes hands: the side that acts has not won.

    Rule: W20-4.6, W20-4.7.
    """
    for n in range(1, TIES + 1):
        first = yield from shown(stage, f"{name}.{n}", one, explodes=True)
        against = {"against": first.total, "target_number": first.total + 1}
        second = yield from shown(
            stage,
            f"{name}.{n}.against",
            other,
            (first.total + 1, None),
            ("success", "failure"),
            against,
            explodes=True,
        )
        if first.total != second.total:
            return first.total > second.total
        yield stage.tell(tied(one.who, first.total))
    return False


def tied(who: str, total: int) -> Happened:
    """A contest that has to be rolled again."""
    return Happened("tied", who, {"total": total}, (), CONTEST)
