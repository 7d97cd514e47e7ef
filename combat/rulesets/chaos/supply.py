"""Vorrat an Wurfwaffen, CHA-3.9: how many grenades of one kind are left, and what a throw takes away."""

from combat.core.bill import total
from combat.core.citation import cite
from combat.core.event import Change, Happened
from combat.core.rounding import ceil_div
from combat.core.value import Json
from combat.rulesets.chaos.plan import Plan
from combat.rulesets.chaos.weapon import Weapon
from combat.rulesets.chaos.weapon_bills import capacity_bill

THROWN = cite("CHA-3.9", "CHA-3.16")


def _held(weapon: Weapon) -> int:
    """How many grenades one piece stands for: a bundle may hold several."""
    return max(total(capacity_bill(weapon.item)), weapon.loaded or 0, 1)


def supply(weapon: Weapon) -> int:
    """Grenades left: those of the piece at hand and of all further pieces of its kind.

    Rule: CHA-3.9.
    """
    if weapon.loaded is None:
        return weapon.item.quantity
    return weapon.loaded + max(weapon.item.quantity - 1, 0) * _held(weapon)


def thrown_away(plan: Plan) -> Happened:
    """A throw uses one grenade, whatever becomes of it; the last one leaves an empty entry on the sheet.

    Rule: CHA-3.16.
    """
    weapon = plan.weapon
    item, left = weapon.item, supply(weapon) - 1
    quantity, loaded = left, weapon.loaded
    if loaded is not None:
        held = _held(weapon)
        quantity = max(ceil_div(left, held), 1)
        loaded = left - (quantity - 1) * held
    changes = []
    if quantity != item.quantity:
        changes.append(Change(weapon.id, "quantity", item.quantity, quantity))
    if loaded != weapon.loaded:
        changes.append(Change(weapon.id, "loaded", weapon.loaded, loaded))
    data: dict[str, Json] = {"who": plan.actor.id, "item": weapon.id, "left": left}
    return Happened("grenade_thrown", plan.actor.id, data, tuple(changes), THROWN)
