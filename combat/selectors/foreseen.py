"""Dice that will be asked for whatever those before them show: one form takes all of a hit, or of a whole burst."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import takewhile

from combat.core.dice import OPEN, Dice, Faces
from combat.core.procedure import Answer, Procedure, Provider, Question, Roll, chained, run

type Falls = Callable[[Dice, int], Faces]
"""How dice fall in a course that is tried: these dice, asked for as the first, second, … of it."""
MOST = 12
"""So many rolls stand in one form."""
PARTS = 6
"""How finely the faces of a die are tried: its lowest, its highest, and so many steps between them."""


def dice_foreseen(begun: Callable[[], Procedure], known: Provider, may_roll: Callable[[str], bool]) -> tuple[Roll, ...]:
    """The roll that is open and those that follow it in every course tried, as far as they are this person's.

    What is missing here is asked for later; what turns out not to be needed is left unused: nothing depends on it.
    """
    common: list[Roll] | None = None
    for faces in _tries():
        course = _course(begun, known, may_roll, faces)
        common = course if common is None else _in_step(common, course)
        if len(common) < 2:
            break
    return tuple(common or ())


def _in_step(one: list[Roll], other: list[Roll]) -> list[Roll]:
    """How far two courses are the same; a number to reach that is not the same in both is not known yet."""
    same = takewhile(lambda pair: pair[0][:3] == pair[1][:3], zip(one, other, strict=False))
    return [roll if roll == twin else roll._replace(window=OPEN) for roll, twin in same]


def _course(
    begun: Callable[[], Procedure],
    known: Provider,
    may_roll: Callable[[str], bool],
    faces: Callable[[Dice, int], Faces],
) -> list[Roll]:
    """The dice in a row that are asked for if they fall like this."""
    found: list[Roll] = []

    def fall(question: Question) -> Answer | None:
        if not isinstance(question, Roll) or len(found) >= MOST or not may_roll(question.who):
            return None
        found.append(question)
        return Answer(faces=faces(question.dice, len(found)))

    run(begun(), chained(known, fall))
    return found


def _tries() -> Iterator[Falls]:
    """All dice alike from low to high, then one high and one low in turn."""
    yield from (partial(_alike, part) for part in range(PARTS + 1))
    yield from (partial(_in_turn, odd) for odd in (0, 1))


def _alike(part: int, dice: Dice, _place: int) -> Faces:
    return (1 + (dice.sides - 1) * part // PARTS,) * dice.count


def _in_turn(odd: int, dice: Dice, place: int) -> Faces:
    return (1 if (place + odd) % 2 else dice.sides,) * dice.count
