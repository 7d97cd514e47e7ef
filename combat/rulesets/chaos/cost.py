"""Handlungen und ihr Preis, CHA-2: what an action costs in action units."""

from collections.abc import Mapping
from typing import NamedTuple

from combat.core.bill import Bill, total
from combat.core.body import inner, whole
from combat.core.citation import Citations
from combat.core.derived import DerivedStep
from combat.core.fight import Combatant, Fight
from combat.core.sheet import Sheet
from combat.rulesets.chaos.data import TABLES, number, rules

UNITS = "action_units"
PER_ROUND = number("action_units_per_round")
LOWEST = number("action_units_lowest_price")
MOVES = ("quick_move", "sprint")


class Price(NamedTuple):
    """The printed price of an action: units, and more for each point of recoil or round of reloading."""

    units: int
    per_recoil: int
    per_reload_round: int
    by_move: Mapping[str, int]
    rules: Citations


def _printed(name: str) -> int:
    return TABLES.number(name) if name in TABLES.entries else 0


def _price(action: str, cited: Citations) -> Price:
    name = f"action.{action}"
    moves = {move: found for move in MOVES if (found := _printed(f"{name}.by_move.{move}"))}
    return Price(
        units=_printed(f"{name}.{UNITS}"),
        per_recoil=_printed(f"{name}.per_recoil"),
        per_reload_round=_printed(f"{name}.per_reload_round"),
        by_move=moves,
        rules=cited,
    )


PRICES: Mapping[str, Price] = {
    name.split(".")[1]: _price(name.split(".")[1], entry.rules)
    for name, entry in TABLES.entries.items()
    if name.startswith("action.")
}
"""The printed prices by action."""


def in_use(who: Combatant) -> tuple[str, ...]:
    """The active talents that somebody has paid for; they act until his next turn.

    Rule: CHA-8.2.
    """
    found = who.flags.get("talents_in_use")
    return tuple(found.split()) if isinstance(found, str) else ()


def price_of(
    who: Combatant, action: str, *, recoil: int = 0, reload_rounds: int = 0, move: str = "", two_handed: bool = False
) -> Bill:
    """What an action costs somebody in a fight, with the talents he uses.

    Rule: CHA-2.3.
    """
    return price_bill(
        action,
        who.sheet,
        recoil=recoil,
        reload_rounds=reload_rounds,
        move=move,
        two_handed=two_handed,
        used=in_use(who),
    )


def price_bill(
    action: str,
    sheet: Sheet,
    *,
    recoil: int = 0,
    reload_rounds: int = 0,
    move: str = "",
    two_handed: bool = False,
    used: tuple[str, ...] = (),
) -> Bill:
    """What an action costs, with recoil, the move of a charge, the two-handed grip and talents.

    ``price_bill("fire", sheet, recoil=2)`` comes to 6; ``move`` is quick_move or sprint, for a charge only.

    Rule: CHA-2.3.
    """
    price = PRICES[action]
    steps = [DerivedStep(action, price.by_move.get(move, price.units), price.rules)]
    if recoil and price.per_recoil:
        steps.append(DerivedStep("recoil", recoil * price.per_recoil, price.rules))
    if reload_rounds and price.per_reload_round:
        steps.append(DerivedStep("reload_rounds", reload_rounds * price.per_reload_round, price.rules))
    if two_handed:
        steps.append(DerivedStep("two_handed", number("two_handed_action_units"), rules("two_handed_action_units")))
    if "talents" in sheet.body:
        steps += _reductions(sheet, action, used)
    return tuple(steps) if len(steps) == 1 else _at_least(steps)


def _reductions(sheet: Sheet, action: str, used: tuple[str, ...]) -> list[DerivedStep]:
    """What talents take off an action; an active one only once it has been paid for.

    Rule: CHA-2.8.
    """
    steps = []
    for key, record in inner(sheet.body, "talents").items():
        if not isinstance(record, Mapping) or (record.get("active") is True and key not in used):
            continue
        reduction = whole(record.get("reduction"))
        if reduction and record.get("reduction_action") == action:
            steps.append(DerivedStep("talent", -reduction, rules("action_units_lowest_price"), {"talent": key}))
    return steps


def _at_least(steps: list[DerivedStep]) -> Bill:
    """Nothing that lowers a price takes it below one action unit.

    Rule: CHA-2.8.
    """
    missing = LOWEST - total(tuple(steps))
    if missing > 0:
        steps.append(DerivedStep("limit", missing, rules("action_units_lowest_price")))
    return tuple(steps)


def units_left(fight: Fight, combatant: Combatant) -> int:
    """Action units a combatant has: those of his budget; outside encounters nobody has a turn and they are full.

    Rule: CHA-2.2.
    """
    return whole(combatant.budget.get(UNITS)) if fight.round else PER_ROUND
