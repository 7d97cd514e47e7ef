"""A character's sheet as the rules read it: values in bodies, items with traits and zones."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from combat.core.value import Json, JsonMap, value_at

type Trait = bool | int
"""True, or the trait's value: ``{"explosive": 4, "reliable": True}``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """One zone of an armour: base protection by damage type (points) and the damage points noted on it."""

    protection: Mapping[str, int]
    damage_points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A weapon, an armour, a cover, a modification; ``id`` is unique in a fight, ``key`` names its catalogue entry."""

    id: str
    kind: str
    key: str = ""
    quantity: int = 1
    repair_cost: int = 0
    traits: Mapping[str, Trait] = field(default_factory=dict)
    body: JsonMap = field(default_factory=dict)
    zones: Mapping[str, Zone] = field(default_factory=dict)
    fitted: tuple["Item", ...] = ()

    def value(self, path: str) -> Json:
        """The body's value at a path, None if absent."""
        return value_at(self.body, path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a person is and knows (``body``, by the ruleset's schema) and what he has (``items``)."""

    body: JsonMap
    items: tuple[Item, ...] = ()

    def value(self, path: str) -> Json:
        """The body's value at a path, None if absent."""
        return value_at(self.body, path)

    def item(self, item_id: str) -> Item | None:
        """The item with this id, None if he has no such thing."""
        return next((item for item in self.items if item.id == item_id), None)
