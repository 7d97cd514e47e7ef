"""Gegenstände verwenden, CHA-2.3: painkillers, medipacks, EMP charges and whatever else a sheet carries."""

from combat.core.bill import Bill
from combat.core.body import optional, whole
from combat.core.citation import cite
from combat.core.event import Change, Event, Happened
from combat.core.fight import Combatant, Fight
from combat.core.intent import Part, Reason
from combat.core.sheet import Item
from combat.core.value import Json
from combat.rulesets.chaos.care import NOT_IN_SHOCK, TREATED, relieved
from combat.rulesets.chaos.cost import price_of
from combat.rulesets.chaos.data import TABLES
from combat.rulesets.chaos.traits import traits

USED = cite("CHA-2.3")
EMP = cite("CHA-6.magnetic", "CHA-6.energy_field", "CHA-7.12")
PURPOSES = ("use", "draw", "put_away")
PRINTED = TABLES.number("action.handle_object.action_units")
type Found = tuple[tuple[Reason, ...], tuple[Event, ...]]


def gear_price(actor: Combatant, item: Item, purpose: str) -> Bill:
    """What it costs to handle a thing; to use it may take longer or shorter than printed, if its entry says so.

    Rule: CHA-2.3.
    """
    bill = price_of(actor, "handle_object")
    units = whole(item.body.get("action_units"), PRINTED)
    if purpose != "use" or units == PRINTED:
        return bill
    return (bill[0]._replace(amount=units), *bill[1:])


def with_gear(fight: Fight, actor: Combatant, item: Item, part: Part, purpose: str) -> Found:
    """Take a thing out, put it away, or use it on somebody; without a target, on oneself.

    Rule: CHA-2.3.
    """
    data: dict[str, Json] = {"who": actor.id, "item": item.id}
    if purpose != "use":
        return (), (Happened("object_drawn" if purpose == "draw" else "object_put_away", actor.id, data, (), USED),)
    unknown = [name for name in part.targets if name not in fight.combatants]
    if unknown:
        return tuple([Reason("unknown_target", {"target": name}, USED) for name in unknown]), ()
    targets = [fight.combatants[name] for name in part.targets] or [actor]
    reasons, changes = _used_up(item)
    if not part.targets and _is_for_another(fight, actor, item):
        return (*reasons, Reason("no_target", {}, TREATED)), ()
    events: list[Event] = [Happened("object_used", actor.id, {**data, "target": targets[0].id}, changes, USED)]
    for target in targets:
        wrong, happens = _on(actor, target, item)
        reasons += wrong
        events += happens
    return reasons, tuple(events)


def _is_for_another(fight: Fight, actor: Combatant, item: Item) -> bool:
    """Whether a painkiller would do nothing for its owner but something for somebody else: whom, has to be said."""
    shocked = [each for each in fight.combatants.values() if optional(each.sheet.body.get("shock_rounds")) is not None]
    return item.body.get("relieves") is True and bool(shocked) and actor not in shocked


def _used_up(item: Item) -> tuple[tuple[Reason, ...], tuple[Change, ...]]:
    """Most things are gone once they are used; the last one leaves an empty entry on the sheet."""
    if item.body.get("used_up") is False:
        return (), ()
    if item.quantity <= 0:
        return (Reason("none_left", {"item": item.id}, USED),), ()
    return (), (Change(item.id, "quantity", item.quantity, item.quantity - 1),)


def _on(actor: Combatant, target: Combatant, item: Item) -> Found:
    """What a thing does to one person: it ends shock, or strikes his weapons like an EMP; the rest is the table's.

    Rule: CHA-7.9, CHA-6.magnetic.
    """
    if item.body.get("relieves") is True:
        counted = optional(target.sheet.body.get("shock_rounds"))
        if counted is None:
            return (Reason(NOT_IN_SHOCK, {"target": target.id}, TREATED),), ()
        return (), relieved(actor, target, counted)
    if item.body.get("emp") is True:
        return (), tuple([event for each in target.sheet.items if each.kind == "weapon" for event in emp_on(each)])
    return (), ()


def emp_on(item: Item) -> list[Event]:
    """An EMP destroys a magnetic weapon and ends an energy field; to anything else it does nothing.

    Rule: CHA-6.magnetic.
    """
    found, body = traits(item), item.body
    data: dict[str, Json] = {"item": item.id}
    events: list[Event] = [Happened("emp", item.id, data, (), EMP)]
    if "magnetic" in found and body.get("broken") is not True:
        change = Change(item.id, "broken", body.get("broken"), True)
        events.append(Happened("weapon_broke", item.id, data, (change,), EMP))
    if "energy_field" in found and body.get("powered") is not False:
        change = Change(item.id, "powered", body.get("powered"), False)
        events.append(Happened("power_lost", item.id, data, (change,), EMP))
    return events if events[1:] else [*events, Happened("emp_harmless", item.id, data, (), EMP)]
