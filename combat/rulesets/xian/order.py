"""Reihenfolge, XIAN-3.2: by initiative, highest first, kept until somebody uses a Blitzaktion."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.fight import Fight
from combat.core.value import Json
from combat.rulesets.xian.person import has_status, initiative

ORDER = cite("XIAN-3.2")


def by_initiative(fight: Fight, more: Mapping[str, int]) -> tuple[str, ...]:
    """Everybody who lives, highest initiative first; who ties keeps his place, which the game master sets.

    ``more``: what a Blitzaktion adds now.

    Rule: XIAN-3.2, XIAN-3.4.
    """
    places = {name: place for place, name in enumerate(fight.order)}
    names = [name for name, each in fight.combatants.items() if not has_status(each.sheet, "dead")]
    names.sort(key=lambda name: places.get(name, len(places)))
    names.sort(key=lambda name: initiative(fight.combatants[name]) + more.get(name, 0), reverse=True)
    return tuple(names)


def order_of_round(fight: Fight) -> tuple[str, ...]:
    """The order of a new round: the old one as it stands, unless somebody has joined.

    Rule: XIAN-3.2.
    """
    if set(fight.combatants) <= set(fight.order):
        return tuple(
            name
            for name in fight.order
            if name in fight.combatants and not has_status(fight.combatants[name].sheet, "dead")
        )
    return by_initiative(fight, {})


def worked_out(fight: Fight, order: tuple[str, ...], more: Mapping[str, int]) -> dict[str, Json]:
    """What an order comes from: everybody's initiative, and who stands level, whom the game master puts in order.

    Rule: XIAN-1.4, XIAN-3.2.
    """
    values = {name: initiative(fight.combatants[name]) + more.get(name, 0) for name in order}
    level: dict[int, list[str]] = {}
    for name, value in values.items():
        level.setdefault(value, []).append(name)
    tied = [names for names in level.values() if len(names) > 1]
    return {"values": {**values}, "by": "order_value", "order": order, "tied": [*tied]}


def next_after(fight: Fight) -> str:
    """Who comes after the one whose turn it is; "" after the last.

    Rule: XIAN-3.2.
    """
    order = fight.order
    after = order[order.index(fight.current) + 1 :] if fight.current in order else ()
    alive = (name for name in after if name in fight.combatants)
    return next((name for name in alive if not has_status(fight.combatants[name].sheet, "dead")), "")
