"""Initiative, FAL-1.5 und 3.1: rolled once before the first round; the order stays, newcomers are put into it."""

from collections.abc import Iterator
from fractions import Fraction

from combat.core.body import whole
from combat.core.citation import cite
from combat.core.course import order_set
from combat.core.dice import Dice
from combat.core.event import Event, Happened
from combat.core.fight import Combatant, Fight
from combat.core.procedure import Step, roll
from combat.core.value import Json
from combat.rulesets.oedland.data import number
from combat.rulesets.oedland.options import acted, house_rules
from combat.rulesets.oedland.person import attribute, initiative_base, is_dead
from combat.rulesets.oedland.scene import Scene, flag

W6 = Dice(1, number("initiative_die"))
ROLLED = cite("FAL-1.5", "FAL-3.1")
HALF = cite("FAL-1.5", "FAL-3.1", "FAL-8.1", "FAL-9.1")
ORDER = cite("FAL-3.1")
HALVES = number("luck_divisor")


def total_of(base: Fraction, face: int, bonus: int) -> Fraction:
    """The initiative value. Rule: FAL-1.5."""
    return base + face + bonus


def rank(who: Combatant) -> tuple[int, int]:
    """Where somebody stands in the order: by value, then by base, the higher first. Rule: FAL-3.1."""
    return -whole(who.flags.get("initiative")), -whole(who.flags.get("initiative_base"))


def rolls(scene: Scene) -> Step[None]:
    """Everybody who has no initiative yet rolls it, with what the game master gives who opens the fight.

    Rule: FAL-1.5, FAL-3.1.
    """
    found = tuple(without(scene.fight))
    if not found:
        scene.by_house(lambda other: list(without(other)))
    for index, who in found:
        base, bonus = initiative_base(who.sheet, scene.house), whole(who.flags.get("opening_bonus"))
        face = (yield from roll(f"initiative.{index}", who.id, W6))[0]
        total = total_of(base, face, bonus)
        changes = flag(who, "initiative", int(total * HALVES)) + flag(who, "initiative_base", int(base * HALVES))
        data: dict[str, Json] = {
            "who": who.id,
            "initiative_base": _written(base),
            "rolled": face,
            "opening_bonus": bonus,
            "initiative": _written(total),
        }
        scene.acted(*_acted(scene.fight, who))
        halved = attribute(who.sheet, "luck") % HALVES
        yield scene.tell(Happened("initiative_rolled", who.id, data, changes, HALF if halved else ROLLED))


def without(fight: Fight) -> Iterator[tuple[int, Combatant]]:
    """Everybody alive who has no initiative yet, with his place; nobody needs one where none is rolled.

    Rule: FAL-1.5, FAL-3.1.
    """
    if house_rules(fight.options).has("initiative"):
        for index, who in enumerate(fight.combatants.values()):
            if who.flags.get("initiative") is None and not is_dead(who.sheet):
                yield index, who


def _acted(fight: Fight, who: Combatant) -> tuple[str, ...]:
    return acted(fight, lambda other: initiative_base(who.sheet, house_rules(other.options)))


def _written(value: Fraction) -> Json:
    return value.numerator if value.denominator == 1 else str(value)


def order_of(fight: Fight) -> tuple[list[str], list[list[str]]]:
    """The order of a fight, and who stands level: those the game master puts in order.

    Without the rules for initiative the order is the game master's; newcomers come last.

    Rule: FAL-3.1.
    """
    known = [name for name in fight.order if name in fight.combatants]
    names = [*known, *(name for name in fight.combatants if name not in known)]
    people = [fight.combatants[name] for name in names if not is_dead(fight.combatants[name].sheet)]
    if all(who.flags.get("initiative") is not None for who in people):
        people.sort(key=rank)
    by_rank: dict[tuple[int, int], list[str]] = {}
    for who in people:
        if who.flags.get("initiative") is not None:
            by_rank.setdefault(rank(who), []).append(who.id)
    return [who.id for who in people], [level for level in by_rank.values() if len(level) > 1]


def order_of_round(fight: Fight, *, first: bool = False) -> Event:
    """The order, and whose turn comes first. Set for the first time it is sorted; later it stays, as the game master
    may have changed it, until somebody new joins.

    Rule: FAL-3.1.
    """
    order, tied = order_of(fight)
    standing = [name for name in fight.order if name in order]
    if len(standing) == len(order) and not first:
        order, tied = standing, []
    return order_set(fight, order, ORDER, _values(fight, order), tied)


def _values(fight: Fight, order: list[str]) -> dict[str, Json]:
    """What each of an order has rolled; nothing where nobody rolls. Rule: FAL-1.5."""
    halves = {name: fight.combatants[name].flags.get("initiative") for name in order}
    return {name: _written(Fraction(whole(half), HALVES)) for name, half in halves.items() if half is not None}
