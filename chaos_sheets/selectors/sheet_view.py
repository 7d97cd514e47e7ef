"""A sheet as one viewer may know it: what the page, the API and the printed sheet are made of.

Everything is data, frozen and complete: keys beside words, numbers beside texts. A page writes the words, the API the
keys. What the viewer may not know is not in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from combat.core.value import Json

from ..drawing import TrackMark
from ..figure import ZoneDrawing


class Choice(NamedTuple):
    """One value a field may take and its word."""

    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldView:
    """One value that stands on the sheet. ``of`` and ``field`` address it for an edit; ``text`` is how it reads."""

    of: str
    field: str
    kind: str
    value: Json
    text: str
    label: str
    short: str
    means: str = ""
    unit: str = ""
    minimum: int | None = None
    maximum: int | None = None
    max_length: int = 200
    optional: bool = False
    choices: tuple[Choice, ...] = ()
    assumption: bool = False
    state: bool = False
    editable: bool = False
    group: str = ""
    rules: tuple[str, ...] = ()

    @property
    def width(self) -> str:
        """How wide the place to write is: digits of the largest number, or the whole line."""
        if self.kind != "integer":
            return "text"
        return str(max(1, min(6, len(str(self.value if self.value is not None else 0)))))

    @property
    def is_set(self) -> bool:
        """Whether something stands there."""
        # A nought is something: penetration 0.
        return self.value is not None and self.value is not False and self.value not in ("", [], ())


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """One line of a bill: label, citation, amount."""

    key: str
    label: str
    cites: tuple[str, ...]
    amount: int
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueView:
    """A derived value with its bill. ``override`` holds the game master's reason where he set the value."""

    key: str
    label: str
    short: str
    value: int
    text: str
    steps: tuple[StepView, ...]
    unit: str = ""
    override: str | None = None
    assumption: bool = False

    @property
    def cites(self) -> tuple[str, ...]:
        """All rules the bill rests on, each once."""
        return tuple(dict.fromkeys(cite for step in self.steps for cite in step.cites))


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolView:
    """Points a character has now, out of a maximum."""

    key: str
    label: str
    short: str
    now: FieldView
    current: int
    maximum: int
    health: bool
    marks: tuple[TrackMark, ...] = ()
    rules: tuple[str, ...] = ()


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
class ProtectionView:
    """Protection of a zone against one kind of damage: as built and as it counts now."""

    key: str
    label: str
    short: str
    base: int
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneView:
    """One zone of the body with the armour that covers it."""

    key: str
    label: str
    faces: str
    state: str
    word: str
    harm: int
    protection: tuple[ProtectionView, ...]
    drawing: ZoneDrawing
    lost: int
    title: str
    notches: FieldView | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellView:
    """One number of a ready table. ``query`` fills in the attack that gives it."""

    value: int | None
    label: str = ""
    query: str = ""
    steps: tuple[StepView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnView:
    """A column of a ready table: word, cost and shots."""

    key: str
    label: str
    cost: int | None
    amount: int | None
    cost_text: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """A row of a ready table: the distance up to which it holds."""

    key: str
    label: str
    up_to: int | None
    cells: tuple[CellView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Target numbers of one weapon by range and mode."""

    form: str
    columns: tuple[ColumnView, ...]
    rows: tuple[RowView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TraitView:
    """A trait with its number where it has one."""

    key: str
    label: str
    value: int | bool
    text: str
    means: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MagazineView:
    """What is loaded of what fits in."""

    loaded: FieldView
    now: int
    capacity: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferView:
    """Something he may do now with a thing, or why not. ``query`` opens the panel with it filled in."""

    form: str
    label: str
    cost: str
    query: str
    needs_target: bool = False
    refused: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemView:
    """A thing he carries. ``specs`` is its short line, ``fields`` all it holds; ``states`` are those that hold now.

    ``differs``: it is not what the catalogue says it is; ``entry`` links to the catalogue.
    """

    ref: str
    id: int
    kind: str
    kind_label: str
    use: str
    key: str
    name: str
    title: FieldView
    sub: str
    quantity: FieldView
    count: int
    price: int | None
    repair_cost: int | None
    assumption: bool
    differs: bool
    source: int | None
    specs: tuple[FieldView, ...] = ()
    fields: tuple[FieldView, ...] = ()
    states: tuple[FieldView, ...] = ()
    traits: tuple[TraitView, ...] = ()
    values: tuple[ValueView, ...] = ()
    fitted: tuple["ItemView", ...] = ()
    magazine: MagazineView | None = None
    table: TableView | None = None
    offers: tuple[OfferView, ...] = ()
    worn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmourView:
    """A worn armour: its item, its zones in the order of the figure, its seal (None: it never had one)."""

    item: ItemView
    zones: tuple[ZoneView, ...]
    sealed: bool | None
    seal_short: str = ""
    seal_word: str = ""


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
    """Fields that belong together. ``grid``: all are numbers, shown side by side, each with its bonus."""

    key: str
    label: str
    fields: tuple[FieldView, ...]
    bonuses: Mapping[str, ValueView] = field(default_factory=dict)
    grid: bool = False
    assumption: bool = False

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
    def held(self) -> tuple[StatusView, ...]:
        """The states that hold now, the gravest first."""
        return tuple(sorted((status for status in self.statuses if status.held), key=lambda s: -s.severity))

    @property
    def settable(self) -> tuple[StatusView, ...]:
        """The states a person may set by hand and that do not hold."""
        return tuple(status for status in self.statuses if not status.held and status.stored)

    @property
    def main_pool(self) -> PoolView | None:
        """The pool whose loss is harm; the first if none is."""
        return next((pool for pool in self.pools if pool.health), self.pools[0] if self.pools else None)

    @property
    def other_pools(self) -> tuple[PoolView, ...]:
        """All pools but the main one."""
        return tuple(pool for pool in self.pools if pool is not self.main_pool)

    @property
    def at_hand(self) -> ItemView | None:
        """The weapon whose magazine is shown beside the pools: the first that has one."""
        return next((item for item in self.weapons if item.magazine), None)
