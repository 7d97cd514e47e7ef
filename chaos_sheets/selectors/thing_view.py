"""Things as a viewer reads them: weapons with ready tables, armour with zones, what can be done with each."""

from dataclasses import dataclass

from chaos_sheets.figure import ZoneDrawing
from chaos_sheets.selectors.value_view import FieldView, StepView, ValueView
from chaos_sheets.trace import ReasonView
from chaos_sheets.words import listed


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
    """A row of a ready table: the distance up to which it holds, and the name of the range where it has one."""

    key: str
    label: str
    up_to: int | None
    cells: tuple[CellView, ...]
    name: str = ""

    @property
    def distance(self) -> str:
        return self.label.removeprefix(self.name).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Numbers of one weapon by range and mode, and what they are.

    ``open``: the action they are for can be taken now. ``by_distance``: the rows are ranges.
    """

    form: str
    number: str
    open: bool
    by_distance: bool
    columns: tuple[ColumnView, ...]
    rows: tuple[RowView, ...]

    @property
    def single(self) -> CellView | None:
        """The number of a weapon that has no other: it stands with the other values, a table of one cell says less."""
        cells = [cell for row in self.rows for cell in row.cells]
        return cells[0] if len(cells) == 1 and cells[0].value is not None else None


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
    refused: tuple[ReasonView, ...] = ()
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

    @property
    def other_specs(self) -> tuple[FieldView, ...]:
        """Its short line without the number that stands ready beside it, with all that counts."""
        said = self.table.number if self.table is not None and self.table.single is not None else ""
        return tuple(spec for spec in self.specs if spec.label != said)

    @property
    def single_range(self) -> str:
        """How far its one number holds, unless its values say so."""
        if self.table is None or self.table.single is None or self.table.rows[0].up_to is None:
            return ""
        label = self.table.rows[0].label
        said = any(spec.is_set and label.endswith(f" {spec.text} {spec.unit}") for spec in self.specs)
        return "" if said else label

    @property
    def line(self) -> str:
        """Its short line in words: what is set of its numbers, what kind of thing it is."""
        specs = (f"{spec.label} {spec.text} {spec.unit}".strip() for spec in self.specs if spec.is_set)
        return listed([*specs, self.sub])


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmourView:
    """A worn armour: its item, its zones in the order of the figure, its seal (None: it never had one)."""

    item: ItemView
    zones: tuple[ZoneView, ...]
    sealed: bool | None
    repair_price: int | None = None
    """Of one lost step of protection, in the ruleset's currency."""
    seal_short: str = ""
    seal_word: str = ""
