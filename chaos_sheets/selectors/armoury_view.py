"""The catalogue as its readers see it: what the page and the API are made of. Words are in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from chaos_sheets.models import Character


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is looked for. ``picked`` holds the chosen words by filter: {"weapon_class": ("pistol",)}."""

    kind: str = ""
    text: str = ""
    picked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    price_to: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KindTab:
    key: str
    label: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterChoice:
    value: str
    label: str
    count: int
    picked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterGroup:
    key: str
    label: str
    choices: tuple[FilterChoice, ...]
    open: bool

    @property
    def picked(self) -> int:
        return sum(choice.picked for choice in self.choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of the catalogue: the field or the zone whose values stand in it."""

    of: str
    label: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    text: str
    unit: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueRow:
    """One line of the catalogue. ``own``: the campaign made it; ``replaces``: it stands in a stock entry's place.

    ``assumption``: all of it; ``assumed`` names the values that are where the rest is not.
    """

    id: int
    name: str
    sub: str
    facts: str
    cells: tuple[Cell, ...]
    price: str
    assumption: bool
    assumed: tuple[str, ...]
    own: bool
    replaces: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Armoury:
    kinds: tuple[KindTab, ...]
    kind: KindTab | None
    columns: tuple[Column, ...]
    rows: tuple[CatalogueRow, ...]
    filters: tuple[FilterGroup, ...]
    query: Query
    total: int
    all_assumed: bool
    priced: bool
    currency: str

    @property
    def active(self) -> int:
        """How many filters are set."""
        return sum(group.picked for group in self.filters) + (self.query.price_to is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    label: str
    text: str
    means: str
    cites: tuple[str, ...]
    assumption: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailGroup:
    label: str
    fields: tuple[Detail, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneRow:
    label: str
    protection: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """One entry whole. ``takers`` are the viewer's characters that may get a copy of it."""

    id: int
    name: str
    kind: str
    kind_label: str
    admin_name: str
    sub: str
    price: str
    repair_cost: str
    currency: str
    assumption: bool
    assumed: tuple[str, ...]
    own: bool
    replaces: bool
    retired: bool
    carried: bool
    groups: tuple[DetailGroup, ...]
    traits: tuple[Detail, ...]
    protections: tuple[str, ...]
    zones: tuple[ZoneRow, ...]
    takers: tuple[Character, ...]
