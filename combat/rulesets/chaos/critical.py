"""Kritische Treffer, CHA-8: which hits get additional dice, and how many."""

from collections.abc import Sequence

from combat.core.procedure import Emit, Step
from combat.core.rounding import floor_div
from combat.core.value import Json
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.options import House
from combat.rulesets.chaos.purse import Purse

STEP = number("critical_step")
STEP_OF_TWO = number("critical_step_surplus2")
EXTRA_DICE = number("extra_critical_dice")
ON_VEHICLES = number("vehicle_table_per_action_point")


def critical_dice(degrees: int, surplus: int, hits: int, house: House) -> tuple[int, ...]:
    """The dice of each critical hit in turn: one hit with a die per 3 surplus degrees, or, as the house plays it,
    one hit with one die for every 2 degrees more than extra hits, at most as many as there are hits.

    Rule: CHA-8.1.
    """
    if house.surplus2:
        more = max(floor_div(degrees - (hits - 1), STEP_OF_TWO), 0)
        return (1,) * min(more, hits)
    dice = floor_div(surplus, STEP)
    return (dice,) if dice else ()


class Criticals:
    """The critical hits that an attack has earned and not yet landed; each falls to the next hit on a person.

    Rule: CHA-8.5.
    """

    __slots__ = ("left", "purse")

    def __init__(self, dice: Sequence[int], purse: Purse | None = None) -> None:
        self.left = list(dice)
        self.purse = purse

    def draw(self, name: str) -> Step[int]:
        """The dice for the hit that lands now, with the one bought for action points.

        Rule: CHA-8.2.
        """
        dice = self.left.pop(0)
        more = dice + EXTRA_DICE
        return more if (yield from self._bought(name, {"critical_dice": more})) else dice

    def on_vehicle(self, name: str) -> Step[int]:
        """What a point bought for a critical hit adds on the vehicle damage table, if a vehicle takes the hit.

        Rule: CHA-8.2.
        """
        bought = bool(self.left) and (yield from self._bought(name, {"vehicle_table": ON_VEHICLES}))
        return ON_VEHICLES if bought else 0

    def _bought(self, name: str, data: dict[str, Json]) -> Step[bool]:
        assert self.purse is not None, "only an attack earns critical dice"
        paid = yield from self.purse.spent("extra_critical_die", name, data)
        if paid is not None:
            yield Emit(paid)
        return paid is not None
