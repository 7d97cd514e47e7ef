"""Dice: what asking, answering and recording cost beside a bare random number."""

from collections.abc import Iterator
from random import randrange

from combat.core.dice import Dice
from combat.core.procedure import Roll
from combat.system_dice import die, system_dice
from tests.bench.harness import Ratio, Row

DAMAGE = Dice.parse("2W10+4")
recorded: dict[str, int] = {}


def one_die() -> None:
    recorded["attack"] = die(100)


def damage() -> int:
    answer = system_dice(Roll("hit.1.damage", "character:1", DAMAGE))
    return DAMAGE.total(answer.faces) if answer else 0


def rows() -> Iterator[Row]:
    yield Ratio(
        id="G1",
        title="one recorded die : randrange",
        goal=3,
        candidate=one_die,
        reference=lambda: randrange(1, 101),
    )
    yield Ratio(
        id="G2",
        title="2W10+4, parsed before : two randrange",
        goal=5,
        candidate=damage,
        reference=lambda: randrange(1, 11) + randrange(1, 11) + 4,
    )
