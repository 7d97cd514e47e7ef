"""A sheet as one viewer may know it: what the page, the API and the printed sheet are made of.

Everything is data, frozen and complete: keys beside words, numbers beside texts. A page writes the words, the API the
keys. What the viewer may not know is not in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from chaos_sheets.drawing import TrackMark
from chaos_sheets.selectors.thing_view import (
    ArmourView,
    CellView,
    ColumnView,
    ItemView,
    MagazineView,
    OfferView,
    ProtectionView,
    RowView,
    TableView,
    TraitView,
    ZoneView,
)
from chaos_sheets.selectors.value_view import Choice, FieldView, StepView, ValueView

__all__ = [
    "ArmourView",
    "CellView",
    "Choice",
    "Coarse",
    "CollectionView",
    "ColumnView",
    "EntryView",
    "FieldView",
    "GroupView",
    "ItemView",
    "MagazineView",
    "OfferView",
    "PoolView",
    "ProblemView",
    "ProtectionView",
    "RowView",
    "SheetView",
    "StatusView",
    "StepView",
    "TableView",
    "TraitView",
    "ValueView",
    "ZoneView",
]


MOST_IN_GRID = 9
"""So many numbers can be read side by side."""


class Coarse(NamedTuple):
    """A state and its word, and its place on the scale of harm; no key for whoever is unhurt."""

    key: str
    word: str
    harm: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolView:
    """Points a character has now, out of a maximum."""

    key: str
    label: str
    short: str
    now: FieldView
    current: int
    maximum: int
    ceiling: str
    """The path of its maximum."""
    health: bool
    marks: tuple[TrackMark, ...] = ()
    rules: tuple[str, ...] = ()
    rising: bool = False
    """Harm fills it: a fresh one is at nothing."""
    zone: str = ""
    """The hit zone whose points they are."""

    @property
    def left(self) -> int:
        """What is left until it is used up."""
        return self.maximum - self.current if self.rising else self.current

    @property
    def counts(self) -> bool:
        """Whether it holds or can hold anything; somebody without magic has no points of it to show."""
        return bool(self.maximum or self.current)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusView:
    """A state that holds or could be set. ``severity`` 0 to 4 on the scale of harm; ``follows``: from a pool, by rule.

    ``stored``: it stands in the body and can be set and lifted.
    """

    key: str
    label: str
    severity: int
    held: bool
    follows: bool
    effect: str = ""
    means: str = ""
    stored: bool = False
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryView:
    """One record of a collection: a skill, a talent, a spell."""

    key: str
    name: str
    fields: tuple[FieldView, ...]
    own: bool
    main: FieldView | None = None
    rank: int | None = None
    highest: int = 0
    value: ValueView | None = None
    trained: bool = True
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionView:
    """Things a character knows: skills, talents, spells. ``source`` names the catalogue kind that feeds it."""

    path: str
    label: str
    source: str
    own: bool
    entries: tuple[EntryView, ...]

    @property
    def known(self) -> tuple[EntryView, ...]:
        """Those that were learned."""
        return tuple(entry for entry in self.entries if entry.trained)

    @property
    def others(self) -> tuple[EntryView, ...]:
        """Those that were not."""
        return tuple(entry for entry in self.entries if not entry.trained)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupView:
    """Fields that belong together. ``grid``: all are numbers, shown side by side, each with its bonus.

    ``idle``: numbers of play at which nothing stands now, folded away until something does.
    """

    key: str
    label: str
    fields: tuple[FieldView, ...]
    bonuses: Mapping[str, ValueView] = field(default_factory=dict)
    grid: bool = False
    idle: bool = False
    assumption: bool = False
    unused: frozenset[str] = frozenset()
    """Maxima of pools he has nothing of: entered apart from what says something of him."""

    @property
    def used(self) -> Self:
        return replace(self, fields=tuple(field for field in self.fields if field.field not in self.unused))

    @property
    def spare(self) -> Self:
        """What is folded away until he has it."""
        return replace(self, fields=tuple(field for field in self.fields if field.field in self.unused))

    @property
    def in_play(self) -> bool:
        """Numbers that change in a fight and have no maximum: they stand with the pools, not with the person."""
        return not self.grid and all(field.state and field.kind == "integer" for field in self.fields)

    @property
    def long(self) -> bool:
        """Whether they are a list to look something up in, with their names written out."""
        return len(self.fields) > MOST_IN_GRID

    @property
    def marks_fields(self) -> bool:
        """Whether fields say one by one that they are assumed; where all are, the group says it."""
        return not self.assumption


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemView:
    """Something the ruleset finds wrong with the sheet; it can be used all the same."""

    field: str
    code: str
    text: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView:
    """A whole sheet. ``whole`` False: only name, kind and coarse state are known to this viewer, all else is empty."""

    id: int
    ref: str
    whole: bool
    name: str
    line: str
    ruleset: str
    ruleset_name: str
    ruleset_version: str
    campaign_id: int | None
    campaign: str
    currency: str
    owner: str
    is_template: bool
    retired: bool
    version: int
    entry: int
    may_edit: bool
    may_rule: bool
    dead: bool = False
    coarse_key: str = ""
    coarse: str = ""
    coarse_harm: int = 0
    title: FieldView | None = None
    identity: tuple[FieldView, ...] = ()
    pools: tuple[PoolView, ...] = ()
    statuses: tuple[StatusView, ...] = ()
    figure: str = ""
    zone_dice: str = ""
    points_per_step: int = 0
    armour: tuple[ArmourView, ...] = ()
    zones: tuple[ZoneView, ...] = ()
    weapons: tuple[ItemView, ...] = ()
    gear: tuple[ItemView, ...] = ()
    groups: tuple[GroupView, ...] = ()
    values: tuple[ValueView, ...] = ()
    offers: tuple[OfferView, ...] = ()
    collections: tuple[CollectionView, ...] = ()
    notes: FieldView | None = None
    money: int = 0
    problems: tuple[ProblemView, ...] = ()
    refs: tuple[str, ...] = ()

    @property
    def person(self) -> tuple[FieldView, ...]:
        """The name and the texts that say who he is."""
        return (self.title, *self.identity) if self.title else self.identity

    @property
    def own_values(self) -> tuple[ValueView, ...]:
        """The derived values that are said nowhere else."""
        return tuple(value for value in self.values if not value.beside)

    @property
    def beside_values(self) -> tuple[ValueView, ...]:
        """Those that stand beside the number they follow from, or in its place: only their bills are missing."""
        return tuple(value for value in self.values if value.beside)

    @property
    def held(self) -> tuple[StatusView, ...]:
        """The states that hold now, the gravest first."""
        return tuple(sorted((status for status in self.statuses if status.held), key=lambda s: -s.severity))

    @property
    def settable(self) -> tuple[StatusView, ...]:
        """The states a person may set by hand and that do not hold."""
        return tuple(status for status in self.statuses if not status.held and status.stored)

    @property
    def main_pools(self) -> tuple[PoolView, ...]:
        """The pools whose loss is harm: one, or one for each zone; the first if none is, or none counts."""
        health = tuple(pool for pool in self.pools if pool.health)
        return tuple(pool for pool in health if pool.counts) or health[:1] or self.pools[:1]

    @property
    def other_pools(self) -> tuple[PoolView, ...]:
        """All pools that count but the main ones."""
        return tuple(pool for pool in self.pools if pool.counts and pool not in self.main_pools)

    @property
    def shown_pools(self) -> tuple[PoolView, ...]:
        """The pools that pages and prints show."""
        return (*self.main_pools, *self.other_pools)

    @property
    def counters(self) -> tuple[FieldView, ...]:
        """Numbers in play without a maximum, like trauma."""
        return tuple(field for group in self.groups if group.in_play for field in group.fields)

    @property
    def ticked(self) -> tuple[FieldView, ...]:
        """Those of them that are counted from nothing: on paper boxes to tick."""
        return tuple(field for field in self.counters if not field.optional and field.minimum == 0)

    @property
    def aimed_offers(self) -> tuple[OfferView, ...]:
        """What he may do now to somebody: announced where a target is chosen."""
        return tuple(offer for offer in self.offers if offer.needs_target and not offer.refused)

    @property
    def own_offers(self) -> tuple[OfferView, ...]:
        """What he may do now without a target."""
        return tuple(offer for offer in self.offers if not offer.needs_target and not offer.refused)

    @property
    def closed_offers(self) -> tuple[OfferView, ...]:
        """What he may not do now, with every reason."""
        return tuple(offer for offer in self.offers if offer.refused)

    @property
    def at_hand(self) -> ItemView | None:
        """The weapon whose magazine is shown beside the pools: the first that has one."""
        return next((item for item in self.weapons if item.magazine), None)
