"""Volk und Klasse: what a species or a class adds to attributes and values, as the sheet holds it."""

from collections.abc import Mapping

from combat.core.body import inner, whole
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.sheet import Sheet
from combat.rulesets.chaos.words import ATTRIBUTES

COLLECTIONS = ("species_traits", "class_traits")
"""The records on the sheet; their entries come from the catalogue's species and classes or are the player's own."""
EFFECTS = (
    *ATTRIBUTES,
    "strength_bonus",
    "mobility_bonus",
    "toughness_bonus",
    "physical_resistance",
    "mental_resistance",
    "initiative",
)
"""The values that a record may change."""
STATED = cite("CHA-0.4")


def effect_steps(sheet: Sheet, key: str) -> list[DerivedStep]:
    """What species and class add to a value, one step for each record that does.

    Rule: CHA-0.4.
    """
    steps = []
    for path in COLLECTIONS:
        for name, record in inner(sheet.body, path).items():
            amount = whole(record.get(key)) if isinstance(record, Mapping) else 0
            if amount:
                steps.append(DerivedStep(path, amount, STATED, {"key": name}))
    return steps
