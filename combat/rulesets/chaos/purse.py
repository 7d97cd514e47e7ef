"""Aktionspunkte, CHA-8: what is announced, and what is paid once it takes effect."""

from combat.core.citation import Citations, cite
from combat.core.event import Change, Happened
from combat.core.fight import Combatant
from combat.core.value import Json
from combat.rulesets.chaos.body import whole
from combat.rulesets.chaos.cost import UNITS
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.person import points

SPEND = ("extra_degree", "extra_critical_die", "cancel_degree", "extra_action_unit")
PRICES = {key: number(f"{key}_price") for key in SPEND}
ADDED = number("extra_degree")
CANCELLED = number("cancelled_degree")
PAID = cite("CHA-8.2", "CHA-8.4")
BOUGHT = cite("CHA-2.1", "CHA-8.4")
UNITS_EACH = number("action_units_per_action_point")


class Purse:
    """The action points of one person and what he announced to spend them on, by key and number of times."""

    __slots__ = ("action_points", "announced", "id")

    def __init__(self, combatant: Combatant, announced: dict[str, int]) -> None:
        self.id = combatant.id
        self.action_points = points(combatant.sheet, "action_points")
        self.announced = announced

    def take(self, key: str, data: dict[str, Json], cited: Citations = PAID) -> Happened | None:
        """Pay for something announced that takes effect now; None if it was not announced or is used up.

        Rule: CHA-8.4.
        """
        if not self.announced.get(key):
            return None
        self.announced[key] -= 1
        before = self.action_points
        self.action_points -= PRICES[key]
        told: dict[str, Json] = {"who": self.id, "action_points": PRICES[key], "spend": key, **data}
        change = Change(self.id, "pools.action_points", before, self.action_points)
        return Happened("points_spent", self.id, told, (change,), cited)


def after_points(found: int, own: Purse, other: Purse | None) -> tuple[int, list[Happened]]:
    """Degrees of a successful roll after its own side added one and the other side took one, never below 0.

    Rule: CHA-3.12.
    """
    events: list[Happened] = []
    added = own.take("extra_degree", {"before": found, "degrees": found + ADDED})
    if added is not None:
        events.append(added)
        found += ADDED
    if other is None or found <= 0:
        return found, events
    taken = other.take("cancel_degree", {"before": found, "degrees": found - CANCELLED})
    if taken is not None:
        events.append(taken)
        found -= CANCELLED
    return found, events


def units_bought(actor: Combatant, purse: Purse, times: int, units: int) -> Happened:
    """Action units for action points, paid at once; ``units`` are those he has before.

    Rule: CHA-2.1.
    """
    before, bought = purse.action_points, times * UNITS_EACH
    purse.action_points -= times * PRICES["extra_action_unit"]
    flag = actor.flags.get("bought_units")
    changes = (
        Change(actor.id, "pools.action_points", before, purse.action_points),
        Change(actor.id, f"budget.{UNITS}", units, units + bought),
        Change(actor.id, "flags.bought_units", flag, whole(flag) + bought),
    )
    data: dict[str, Json] = {"who": actor.id, UNITS: bought, "action_points": before - purse.action_points}
    return Happened("action_units_bought", actor.id, data, changes, BOUGHT)
