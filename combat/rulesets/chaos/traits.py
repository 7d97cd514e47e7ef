"""Waffeneigenschaften und Modifikationen, CHA-6: what a weapon has and what is fitted to it gives."""

from collections.abc import Mapping

from combat.core.body import text, whole, words
from combat.core.citation import Citations, cite
from combat.core.event import Modifier
from combat.core.sheet import Item

MODIFICATION = cite("CHA-3.2")


def traits(item: Item) -> Mapping[str, int]:
    """The traits a weapon has now, its modifications' included, with their numbers (1 for a plain yes)."""
    found = {key: whole(value, 1) for key, value in item.traits.items() if value}
    for fitted in item.fitted:
        added = fitted.body.get("adds_trait")
        if isinstance(added, str):
            found.setdefault(added, 1)
    return found


def grants(item: Item) -> frozenset[str]:
    """What the fitted modifications give: smartgun, laser_marker, reflex_sight, bipod, …"""
    return frozenset([key for fitted in item.fitted for key in words(fitted.body.get("grants"))])


def trait_rule(key: str) -> Citations:
    """The citation of a trait."""
    return cite(f"CHA-6.{key}")


def cancelled(item: Item) -> frozenset[str]:
    """The modifiers that modifications do away with."""
    return frozenset([key for fitted in item.fitted if (key := text(fitted.body.get("cancels")))])


def attack_bonuses(item: Item) -> tuple[Modifier, ...]:
    """What modifications add to every attack roll with the weapon, one modifier for each.

    Rule: CHA-3.2.
    """
    found = [whole(fitted.body.get("attack_bonus")) for fitted in item.fitted]
    return tuple([Modifier("modification", amount, "add", MODIFICATION) for amount in found if amount])
