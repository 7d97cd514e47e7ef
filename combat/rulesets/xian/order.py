"""Reihenfolge, XIAN-3.2: by initiative, highest first, kept until somebody uses a Blitzaktion."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.course import order_set
from combat.core.event import Happened
from combat.core.fight import Combatant, Fight
from combat.core.standing import has_status
from combat.rulesets.xian.person import initiative

ORDER = cite("XIAN-3.2")


def by_initiative(fight: Fight, more: Mapping[str, int]) -> tuple[str, ...]:
    """Everybody who lives, highest initiative first; who ties keeps his place, which the game master sets.

    ``more``: what a Blitzaktion adds now.

    Rule: XIAN-3.2, XIAN-3.4.
    """
    places = {name: place for place, name in enumerate(fight.order)}
    names = [name for name, each in fight.combatants.items() if not is_out(each)]
    names.sort(key=lambda name: places.get(name, len(places)))
    names.sort(key=lambda name: initiative(fight.combatants[name]) + more.get(name, 0), reverse=True)
    return tuple(names)


def order_of_round(fight: Fight) -> tuple[str, ...]:
    """The order of a new round: the old one as it stands, unless somebody has joined.

    Rule: XIAN-3.2.
    """
    if set(fight.combatants) <= set(fight.order):
        return tuple(name for name in fight.order if name in fight.combatants and not is_out(fight.combatants[name]))
    return by_initiative(fight, {})


def order_told(fight: Fight, order: tuple[str, ...], more: Mapping[str, int], first: str | None = None) -> Happened:
    """An order and what it comes from: everybody's initiative, and who stands level, whom the game master puts in
    order. ``first`` has the turn, where that is not the first of the order.

    Rule: XIAN-1.4, XIAN-3.2.
    """
    values = {name: initiative(fight.combatants[name]) + more.get(name, 0) for name in order}
    level: dict[int, list[str]] = {}
    for name, value in values.items():
        level.setdefault(value, []).append(name)
    tied = [names for names in level.values() if len(names) > 1]
    return order_set(fight, order, ORDER, values, tied, first=first)


def is_out(combatant: Combatant) -> bool:
    """Whether somebody has no turn any more: the dead have none.

    Rule: XIAN-3.2.
    """
    return has_status(combatant.sheet, "dead")
