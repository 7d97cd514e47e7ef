"""Boni und Mali, FHT-5: every row once, in the order of the page."""

from collections.abc import Iterable

from combat.core.citation import cite
from combat.core.event import Modifier
from combat.core.sheet import Sheet
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.data import TABLES
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.words import LAYERS

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


def called_keys(called: tuple[str, ...], house: House) -> list[str]:
    """The modifiers of a call: the heaviest layer once, or each where the table adds them; crowd and spot beside it.

    Rule: FHT-5.5, FHT-9.12.
    """
    layered = [f"called_{call.partition('_')[0]}" for call in called if call in LAYERS]
    layered.sort(key=lambda key: TABLES.number(f"modifier.{key}"))
    kept = layered if len(layered) > 1 and house.plays("aimed_layers", "sum") else layered[:1]
    return kept + [f"called_{call}" for call in called if call not in LAYERS]


def called_modifiers(called: tuple[str, ...], house: House) -> tuple[Modifier, ...]:
    """What calls cost; where several layers are called it is told how they count together.

    Rule: FHT-5.5, FHT-9.12.
    """
    together = cite("FHT-9.12") if len([call for call in called if call in LAYERS]) > 1 else ()
    found = [each for key in called_keys(called, house) for each in modifiers([key])]
    return tuple([each._replace(rules=(*each.rules, *together)) for each in found])
