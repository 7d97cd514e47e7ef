"""Reparatur, CHA-7: what it takes to make armour and weapons whole again, outside fights."""

from collections.abc import Mapping
from typing import NamedTuple

from combat.core.body import whole, words
from combat.core.citation import Citations, cite
from combat.core.event import Change, Happened
from combat.core.fields import choices
from combat.core.fight import Fight
from combat.core.intent import Intent, Offer, Part, Preview, Reason, Refused
from combat.core.procedure import Emit, Procedure
from combat.core.rounding import floor_div
from combat.core.schema import Field
from combat.core.sheet import Item
from combat.core.value import Json, JsonMap
from combat.rulesets.chaos.damage import POINTS_PER_STEP, highest_base
from combat.rulesets.chaos.data import TABLES, number
from combat.rulesets.chaos.words import ZONES

FORM = "repair"
HALF_DAYS = number("repair_half_days")
ARMOUR = cite("CHA-7.8", "CHA-7.17")
DESTROYED = cite("CHA-7.7", "CHA-7.17")
WEAPON = cite("CHA-7.12")
PARAMETERS: tuple[Field, ...] = (choices("zones", ZONES, term="zone", rules=cite("CHA-7.17")),)
PER_STEP: Mapping[int, int] = {
    int(name.rpartition(".")[2]): entry.value
    for name, entry in TABLES.entries.items()
    if name.startswith("list.repair_cost.")
}
"""Price of one missing armour point by armour level."""


class Repair(NamedTuple):
    """What a repair takes and what it changes; ``data`` is what its event tells."""

    data: JsonMap
    changes: tuple[Change, ...]
    rules: Citations


def missing_points(armour: Item, zone: str) -> int:
    """Armour points a zone has lost: a step lowers three values but is one point.

    Rule: CHA-7.17.
    """
    found = armour.zones.get(zone)
    notches = found.damage_points if found is not None else 0
    return min(floor_div(notches, POINTS_PER_STEP), highest_base(armour, zone))


def destroyed_zones(armour: Item) -> tuple[str, ...]:
    """Zones whose armour points are all gone through wear; one that never had any is not among them.

    Rule: CHA-7.7.
    """
    return tuple(
        zone for zone in ZONES if (base := highest_base(armour, zone)) and missing_points(armour, zone) == base
    )


def level(armour: Item) -> int:
    """The level that the price goes by, without extensions.

    Rule: CHA-7.8.
    """
    return min(max(whole(armour.body.get("level"), min(PER_STEP)), min(PER_STEP)), max(PER_STEP))


def armour_repair(armour: Item, zones: tuple[str, ...]) -> Repair:
    """Half a day and the price of the level for each missing point; the zones' damage points are gone with it.

    Rule: CHA-7.8.
    """
    repaired = tuple(zone for zone in ZONES if zone in zones and zone in armour.zones)
    steps = sum(missing_points(armour, zone) for zone in repaired)
    price = PER_STEP[level(armour)]
    data: dict[str, Json] = {
        "item": armour.id,
        "zones": repaired,
        "missing_armour_points": steps,
        "level": level(armour),
        "half_days": HALF_DAYS * steps,
        "cost": price * steps,
        "destroyed_zones": destroyed_zones(armour),
    }
    changes = tuple(
        Change(armour.id, f"zones.{zone}.damage_points", armour.zones[zone].damage_points, 0)
        for zone in repaired
        if armour.zones[zone].damage_points
    )
    return Repair(data, changes, ARMOUR)


def by_zone(armour: Item, zones: tuple[str, ...]) -> dict[str, Json]:
    """What each worn zone has to do with the bill; the parts add up to the whole.

    Rule: CHA-7.8.
    """
    found: dict[str, Json] = {}
    for zone in zones:
        part = armour_repair(armour, (zone,)).data
        if part["missing_armour_points"]:
            found[zone] = {name: part[name] for name in ("missing_armour_points", "half_days", "cost")}
    return found


def weapon_repair(weapon: Item) -> Repair:
    """Its catalogue price if it is broken or jammed, else nothing.

    Rule: CHA-7.12.
    """
    changes = tuple(Change(weapon.id, key, True, False) for key in ("broken", "jammed") if weapon.body.get(key) is True)
    cost = weapon.repair_cost if changes else 0
    return Repair({"item": weapon.id, "cost": cost}, changes, WEAPON)


def _named_zones(part: Part) -> tuple[str, ...] | Reason:
    """The zones named, () for all of them, or what is wrong with them."""
    stated = part.parameters.get("zones", ())
    error = PARAMETERS[0].check(stated)
    if error is not None:
        code = "unknown_zone" if error.code == "not_a_choice" else "bad_parameter"
        return Reason(code, {"path": error.path, "code": error.code}, cite("CHA-7.17"))
    return words(stated)


def _armour(armour: Item, part: Part) -> Repair | Reason:
    """The bill for the zones named, or for all that can be repaired.

    Rule: CHA-7.17.
    """
    named = _named_zones(part)
    if isinstance(named, Reason):
        return named
    gone = destroyed_zones(armour)
    rest = [zone for zone in ZONES if zone not in gone and highest_base(armour, zone)]
    nothing_left = not named and bool(gone) and not any(armour.zones[zone].damage_points for zone in rest)
    if nothing_left or set(named) & set(gone):
        return Reason("beyond_repair", {"destroyed_zones": gone}, DESTROYED)
    return armour_repair(armour, named or tuple(zone for zone in ZONES if zone not in gone))


def _bill(fight: Fight, actor: str, part: Part) -> Repair | Reason:
    found = fight.combatants.get(actor)
    item = found.sheet.item(part.item) if found is not None else None
    if found is None:
        return Reason("unknown_actor", {"actor": actor}, cite("CHA-2.7"))
    if item is None:
        return Reason("unknown_item", {"item": part.item}, ARMOUR)
    if fight.round:
        return Reason("only_outside_fights", {}, ARMOUR)
    if item.kind == "armour":
        return _armour(item, part)
    return weapon_repair(item) if item.kind == "weapon" else Reason("wrong_kind", {"item": item.id}, ARMOUR)


def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
    """A repair for each armour and weapon of a combatant."""
    found = []
    for item in fight.combatants[actor].sheet.items:
        if item.kind in {"armour", "weapon"}:
            bill = _bill(fight, actor, Part(form=FORM, item=item.id))
            found.append(
                Offer(
                    form=FORM,
                    item=item.id,
                    reasons=(bill,) if isinstance(bill, Reason) else (),
                    parameters=PARAMETERS if item.kind == "armour" else (),
                    rules=ARMOUR if item.kind == "armour" else WEAPON,
                )
            )
    return tuple(found)


def preview(fight: Fight, intent: Intent) -> Preview:
    """The bill as a warning `repair_bill`: time in half days and price in the ruleset's currency, also zone by zone."""
    bill = _bill(fight, intent.actor, intent.parts[0])
    if isinstance(bill, Reason):
        return Preview(reasons=(bill,))
    item = fight.combatants[intent.actor].sheet.item(str(bill.data["item"]))
    parts = by_zone(item, words(bill.data.get("zones", ()))) if item is not None else {}
    return Preview(
        warnings=(Reason("repair_bill", {**bill.data, **({"by_zone": parts} if parts else {})}, bill.rules),)
    )


def perform(fight: Fight, intent: Intent) -> Procedure:
    """Repair what was named. Raises Refused with the reasons that the offers give."""
    bill = _bill(fight, intent.actor, intent.parts[0])
    if isinstance(bill, Reason):
        raise Refused((bill,))
    yield Emit(Happened("repaired", str(bill.data["item"]), bill.data, bill.changes, bill.rules))
