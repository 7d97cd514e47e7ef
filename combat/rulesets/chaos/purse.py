"""Aktionspunkte, CHA-8: what is announced, and what is paid once it takes effect."""

from combat.core.body import whole
from combat.core.citation import Citations, cite
from combat.core.event import Change, Happened
from combat.core.fields import yes_no
from combat.core.fight import Combatant
from combat.core.intent import Reason
from combat.core.procedure import Ask, Choice, Emit, Step
from combat.core.value import Json
from combat.rulesets.chaos.cost import UNITS
from combat.rulesets.chaos.data import number
from combat.rulesets.chaos.person import points

SPEND = ("extra_degree", "extra_critical_die", "cancel_degree", "extra_action_unit")
PRICES = {key: number(f"{key}_price") for key in SPEND}
ADDED = number("extra_degree")
CANCELLED = number("cancelled_degree")
PAID = cite("CHA-8.2", "CHA-8.4")
BOUGHT = cite("CHA-2.1", "CHA-8.4")
LATER = "after_roll"
"""What somebody says who announces nothing now and wants to be asked when it would take effect."""
NOT_NOW = Choice("none")
ASKED_LATER = yes_no(LATER, group="action_points", rules=cite("CHA-8.4"))
UNITS_EACH = number("action_units_per_action_point")


class Purse:
    """The action points of one person and what he announced to spend them on, by key and number of times.

    ``later``: he is asked about everything he has not announced, once the dice show that it would take effect;
    ``notes`` are told with these questions.
    """

    __slots__ = ("action_points", "announced", "id", "later", "notes")

    def __init__(
        self, combatant: Combatant, announced: dict[str, int], later: bool = False, notes: tuple[Reason, ...] = ()
    ) -> None:
        self.id = combatant.id
        self.action_points = points(combatant.sheet, "action_points")
        self.announced = announced
        self.later = later
        self.notes = notes

    def spent(self, key: str, name: str, data: dict[str, Json]) -> Step[Happened | None]:
        """Pay for something that would take effect now: as announced, or as its owner answers when he is asked.

        Rule: CHA-8.4.
        """
        if self.later and not self.announced.get(key) and self.action_points >= PRICES[key]:
            choices = (NOT_NOW, Choice(key, {"action_points": PRICES[key]}))
            answer = yield Ask(f"{name}.{key}", self.id, choices, NOT_NOW.key, PAID, data, notes=self.notes)
            self.announced[key] = int(answer.choice == key)
        return self.take(key, data)

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


type Changed = tuple[int, list[Happened]]
"""Degrees after action points, and what was paid for the change."""


def _changed(found: int, key: str, amount: int, name: str, purse: Purse) -> Step[Changed]:
    paid = yield from purse.spent(key, name, {"before": found, "degrees": found + amount})
    if paid is None:
        return found, []
    yield Emit(paid)
    return found + amount, [paid]


def degree_taken(found: int, name: str, other: Purse) -> Step[Changed]:
    """Degrees of an enemy's successful roll after one was taken off it, if it has one to lose.

    Rule: CHA-8.2, CHA-8.4.
    """
    return (yield from _changed(found, "cancel_degree", -CANCELLED, name, other)) if found > 0 else (found, [])


def after_points(found: int, name: str, own: Purse, other: Purse | None) -> Step[Changed]:
    """Degrees of a successful roll after its own side added one and the other side took one, never below 0.

    ``name`` is the roll's, after which its questions are named. What was paid is told before it is returned.

    Rule: CHA-3.12.
    """
    found, added = yield from _changed(found, "extra_degree", ADDED, name, own)
    if other is None:
        return found, added
    found, taken = yield from degree_taken(found, name, other)
    return found, [*added, *taken]


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
