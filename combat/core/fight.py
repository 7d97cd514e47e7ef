"""A fight: who takes part, what stands about, and how a change is folded into it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from combat.core.event import Change
from combat.core.sheet import Item, Sheet, Zone
from combat.core.value import Json, JsonMap, with_value

FIGHT = "fight"
"""The ``of`` of a change to the fight itself: round, phase, current, order, flags, pairs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Combatant:
    """One who takes part: his sheet, the budget left (units per key) and his flags, which end with the fight."""

    id: str
    sheet: Sheet
    party: str = ""
    budget: Mapping[str, int] = field(default_factory=dict)
    flags: JsonMap = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """Everything an action may depend on. ``round`` 0: free play, nobody has a turn.

    ``pairs`` holds what stands between two: ``{"character:1>character:2": {"distance": 45}}``.
    """

    ruleset: str
    combatants: Mapping[str, Combatant]
    things: Mapping[str, Item] = field(default_factory=dict)
    options: JsonMap = field(default_factory=dict)
    flags: JsonMap = field(default_factory=dict)
    pairs: Mapping[str, JsonMap] = field(default_factory=dict)
    round: int = 0
    phase: str = ""
    order: tuple[str, ...] = ()
    current: str = ""

    def between(self, one: str, other: str, key: str, through: str = "") -> Json:
        """What is stated of two, in either order; None if nothing is.

        ``through``: a flag that names whoever stands for somebody of whom nothing is stated (the rider of a mount).
        """
        ones, others = self._standing(one, through), self._standing(other, through)
        for first, second in [(first, second) for first in ones for second in others]:
            for name in (f"{first}>{second}", f"{second}>{first}"):
                if key in self.pairs.get(name, {}):
                    return self.pairs[name][key]
        return None

    def _standing(self, who: str, through: str) -> tuple[str, ...]:
        """Somebody, and whoever stands for him."""
        of = self.combatants.get(who) if through else None
        other = of.flags.get(through) if of is not None else None
        return (who, other) if isinstance(other, str) and other else (who,)


def _item_with(item: Item, path: str, value: Json) -> Item:
    head, _, rest = path.partition(".")
    if head == "zones":
        name, _, key = rest.partition(".")
        zone = item.zones.get(name, Zone(protection={}))
        if key == "damage_points":
            zone = replace(zone, damage_points=_whole(value))
        else:
            kind = key.removeprefix("protection.")
            zone = replace(zone, protection={**zone.protection, kind: _whole(value)})
        return replace(item, zones={**item.zones, name: zone})
    if head == "quantity":
        return replace(item, quantity=_whole(value))
    return replace(item, body=with_value(item.body, path, value))


def _whole(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _combatant_with(combatant: Combatant, path: str, value: Json) -> Combatant:
    head, _, rest = path.partition(".")
    if head == "budget":
        return replace(combatant, budget={**combatant.budget, rest: _whole(value)})
    if head == "flags":
        return replace(combatant, flags=with_value(combatant.flags, rest, value))
    return replace(combatant, sheet=replace(combatant.sheet, body=with_value(combatant.sheet.body, path, value)))


def _fight_with(fight: Fight, path: str, value: Json) -> Fight:
    head, _, rest = path.partition(".")
    match head:
        case "round":
            return replace(fight, round=_whole(value))
        case "order":
            return replace(fight, order=tuple(str(name) for name in value) if isinstance(value, tuple | list) else ())
        case "current":
            return replace(fight, current=str(value or ""))
        case "phase":
            return replace(fight, phase=str(value or ""))
        case "flags":
            return replace(fight, flags=with_value(fight.flags, rest, value))
        case "pairs":
            name, _, key = rest.partition(".")
            return replace(fight, pairs={**fight.pairs, name: with_value(fight.pairs.get(name, {}), key, value)})
        case _:
            raise ValueError(f"a fight has no field {path!r}")


def _with_item(fight: Fight, change: Change) -> Fight:
    for combatant in fight.combatants.values():
        if combatant.sheet.item(change.of) is not None:
            items = tuple(
                _item_with(item, change.field, change.after) if item.id == change.of else item
                for item in combatant.sheet.items
            )
            changed = replace(combatant, sheet=replace(combatant.sheet, items=items))
            return replace(fight, combatants={**fight.combatants, combatant.id: changed})
    raise ValueError(f"nothing in this fight is called {change.of!r}")


def apply(fight: Fight, changes: Iterable[Change]) -> Fight:
    """The fight after the changes; raises ValueError for a change to something that is not in it."""
    for change in changes:
        if change.of in fight.combatants:
            changed = _combatant_with(fight.combatants[change.of], change.field, change.after)
            fight = replace(fight, combatants={**fight.combatants, change.of: changed})
        elif change.of in fight.things:
            thing = _item_with(fight.things[change.of], change.field, change.after)
            fight = replace(fight, things={**fight.things, change.of: thing})
        elif change.of == FIGHT:
            fight = _fight_with(fight, change.field, change.after)
        else:
            fight = _with_item(fight, change)
    return fight
