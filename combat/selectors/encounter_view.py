"""A fight as data for its page: built from what the viewer may know, with words in his language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from chaos_sheets.drawing import TrackMark
from chaos_sheets.selectors.bodies import StateView
from chaos_sheets.selectors.campaign import CoverLine
from chaos_sheets.selectors.known import Named
from chaos_sheets.selectors.log import LineView
from chaos_sheets.trace import ReasonView
from combat.core.citation import Citations
from combat.selectors.panel_view import element_id

MOST_NAMED = 3
MOST_SPACED = 12
MOST_LINKED = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterLine:
    """A fight in the list of a campaign's."""

    id: int
    name: str
    round: int
    closed: bool
    people: tuple[Named, ...]
    current: str
    current_name: str
    beginning: str = ""
    """Whom its beginning waits for; empty if it does not wait to begin."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.people)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """So many of so many: points of a pool, units of a budget."""

    key: str
    label: str
    short: str
    now: int
    full: int
    rising: bool = False
    """Harm fills it."""
    extra: int = 0
    """So many more of a budget can be bought in this round; ``price`` says for how many points."""
    price: str = ""

    @property
    def pips(self) -> tuple[bool, ...]:
        """One for each unit, those that are left first; more than a row of them says nothing."""
        return tuple(number < self.now for number in range(max(self.now, self.full))) if self.full <= 20 else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """One fighter in the order. Numbers only where they are the viewer's to see; else how he fares, in a word."""

    id: int
    ref: str
    name: str
    sub: str
    party: str
    value: str
    health: Amount | None
    """The pool of health of which least is left."""
    budgets: tuple[Amount, ...]
    states: tuple[StateView, ...]
    health_named: bool = False
    """Whether there are others, so that it has to say which it is."""
    tied: str = ""
    """Of somebody who stands level with others what was looked at next: IN 44; else that it decided nothing."""
    now: bool = False
    out: bool = False
    waits: bool = False
    acts_with: str = ""
    """In whose turn he acts, who has none of his own."""
    tallies: tuple[Amount, ...] = ()
    hidden: bool = False
    mine: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CostView:
    """So many units of a budget (``key``), with the number as it is written and the unit's short word."""

    key: str
    number: str
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferView:
    """Something the one whose turn it is may do, or may not: then with all reasons."""

    form: str
    item: str
    name: str
    note: str
    costs: tuple[CostView, ...]
    reasons: tuple[ReasonView, ...]
    query: str
    choice: str = ""
    """The way it is done, where there are several that differ."""
    outlook: str = ""
    bought: str = ""
    """Refused only for units that can be bought: what that would take; its link announces it."""
    mark: str = ""
    """Whom the numbers are for."""
    hotkey: str = ""
    by_gm: bool = False
    group: str = ""
    """The heading it stands under where many are folded together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedView:
    """Offers that are refused for the same reasons, and that the same would mend."""

    offers: tuple[OfferView, ...]
    reasons: tuple[ReasonView, ...]
    bought: str
    """What would mend it; empty where units alone do not."""

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(cite for reason in self.reasons for cite in reason.cites))


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagView:
    """Something that is so of somebody, of two, or of the fight. ``name``: the field of the form that states it.

    ``kept`` is what the fight holds, ``value`` what stands in the field: what was typed, where it was refused.
    ``unset``: the choice that holds while nobody states one.
    """

    name: str
    path: str
    label: str
    value: str
    kept: str
    on: bool
    kind: str
    text: str = ""
    unit: str = ""
    choices: tuple[Named, ...] = ()
    unset: str = ""
    stated: bool = True
    cites: tuple[str, ...] = ()
    error: str = ""

    @property
    def id(self) -> str:
        return element_id(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class DistanceView:
    """What is stated between the one who acts and another."""

    ref: str
    name: str
    facts: tuple[FlagView, ...]

    @property
    def is_known(self) -> bool:
        """Whether anything is stated, or something typed was refused."""
        return any(fact.kept or fact.value or fact.error for fact in self.facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class DistanceGroup:
    """People of one side; ``folded`` are those of whom nothing is stated yet."""

    name: str
    shown: tuple[DistanceView, ...]
    folded: tuple[DistanceView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OthersView:
    """For whom else the viewer can act, of one side."""

    name: str
    people: tuple[Named, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderView:
    """A state whose effect is the game master's to say; ``weighs``: what he lets it do, where a field holds that."""

    label: str
    text: str
    weighs: str
    cites: Citations


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnView:
    """The fighter the viewer acts for: what he has left, what he may do."""

    ref: str
    id: int
    name: str
    owner: str
    is_turn: bool
    budgets: tuple[Amount, ...]
    units_of: str
    """Whose units he spends where he has none of his own; empty: nobody else's."""
    pools: tuple[Amount, ...]
    tallies: tuple[Amount, ...]
    """Counts that weigh on what he does, at nothing too."""
    loaded: tuple[Amount, ...]
    states: tuple[StateView, ...]
    reminders: tuple[ReminderView, ...]
    flags: tuple[FlagView, ...]
    possible: tuple[OfferView, ...]
    ordered: tuple[OfferView, ...]
    refused: tuple[RefusedView, ...]
    distances: tuple[DistanceGroup, ...]

    @property
    def holds(self) -> tuple[FlagView, ...]:
        """What is so of him now."""
        return tuple(flag for flag in self.flags if flag.on)

    @property
    def stated(self) -> tuple[FlagView, ...]:
        """What people say of him."""
        return tuple(flag for flag in self.flags if flag.stated)

    @property
    def has_errors(self) -> bool:
        return any(flag.error for flag in self.flags)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverView:
    """A cover and who is behind it. Integrity in numbers is the game master's to see."""

    line: CoverLine
    main: Amount | None
    facts: str
    behind: tuple[str, ...]
    beside: tuple[str, ...]
    """Who stands at it and has not taken cover."""
    integrity: Amount | None
    then: int | None = None
    """What it is worth after the next step of its wear; 0: then it is gone."""
    ended: str = ""
    """When and by what it was destroyed."""
    marks: tuple[TrackMark, ...] = ()

    @property
    def gone(self) -> bool:
        return self.line.harm >= 4


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedView:
    """Something that happened, and whether the viewer may take it back."""

    line: LineView
    time: datetime
    may_undo: bool

    @property
    def people(self) -> tuple[Named, ...]:
        """Whom it is about; that it is about this fight goes without saying."""
        return tuple(one for one in self.line.subjects if one.ref.startswith("character:"))[:MOST_NAMED]

    @property
    def set_up(self) -> tuple[str, ...]:
        """What was set up, with its values. Nothing of what is told."""
        return self.line.set_up

    @property
    def shown(self) -> tuple[str, ...]:
        return self.set_up[:MOST_NAMED]

    @property
    def folded(self) -> tuple[str, ...]:
        """What stands behind "und 3 weitere"."""
        return self.set_up[MOST_NAMED:]

    @property
    def more(self) -> int:
        return len(self.folded)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Something that was done in the fight, and how often."""

    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """A damaged thing: whose, how it is mended, its price; ``query`` leads to the bill, ``reasons`` say why not."""

    who: str
    thing: str
    name: str
    price: str
    query: str
    reasons: tuple[ReasonView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EndView:
    """What came of a fight that is over."""

    fallen: tuple[RowView, ...]
    hurt: tuple[RowView, ...]
    unhurt: int
    deeds: tuple[Deed, ...]
    mendings: tuple[Mending, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterView:
    """The whole page."""

    id: int
    ref: str
    name: str
    round: int
    phase: str
    closed: bool
    current: str
    current_name: str
    rows: tuple[RowView, ...]
    order_by: str
    """What the order goes by, in the words of the rules: BE + NT."""
    gone: tuple[Named, ...]
    hidden: int
    turn: TurnView | None
    others: tuple[OthersView, ...]
    covers: tuple[CoverView, ...]
    knows_covers: bool
    """Whether the system has things that serve as cover."""
    facts: tuple[FlagView, ...]
    feed: tuple[FeedView, ...]
    undo: int | None
    may_end_turn: bool
    end: EndView | None
    """Once it is over."""
    unseen_turn: bool
    """Somebody has the turn of whom the viewer knows nothing."""

    @property
    def started(self) -> bool:
        return self.round > 0

    @property
    def is_crowded(self) -> bool:
        """Whether the order is long enough to be set closely."""
        return len(self.rows) > MOST_SPACED

    @property
    def has_many_others(self) -> bool:
        return sum(len(side.people) for side in self.others) > MOST_LINKED

    @property
    def round_is_over(self) -> bool:
        """Whether all have had their turn."""
        return self.running and not self.current and not self.unseen_turn

    @property
    def running(self) -> bool:
        return self.started and not self.closed
