"""Boni und Mali, FHT-5: every row once, in the order of the page."""

from collections.abc import Iterable

from combat.core.citation import cite
from combat.core.event import Modifier
from combat.core.sheet import Sheet
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.data import TABLES

ALL = tuple(name.removeprefix("modifier.") for name in TABLES.entries if name.startswith("modifier."))
"""The key of every modifier the rules know."""
GM = cite("FHT-5.4")


def modifier(key: str) -> Modifier:
    """A modifier as the rules print it."""
    return Modifier(key, TABLES.number(f"modifier.{key}"), "add", TABLES.rules(f"modifier.{key}"))


def modifiers(keys: Iterable[str]) -> tuple[Modifier, ...]:
    """Several, each once.

    Rule: FHT-5.1.
    """
    return tuple([modifier(key) for key in dict.fromkeys(keys)])


def own_state(sheet: Sheet) -> tuple[Modifier, ...]:
    """What weighs on every test of somebody: hardly any willpower, exhaustion, gas or shock.

    Rule: FHT-5.3.
    """
    keys = [
        key
        for key, holds in (("wp_low", person.has_low_willpower(sheet)), ("exhausted", person.has(sheet, "exhausted")))
        if holds
    ]
    irritation = person.irritation(sheet)
    found = modifiers(keys)
    return (*found, Modifier("irritated", irritation, "add", cite("FHT-5.3", "FHT-2.13"))) if irritation else found
