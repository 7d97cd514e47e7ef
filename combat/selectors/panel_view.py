"""The attack panel as data: what may be chosen, what it would come to. Words are in the reader's language already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from chaos_sheets.trace import CheckView, ReasonView
from combat.selectors.announce import FormError
from combat.selectors.bill_view import BillView

MOST_BESIDE = 4
MOST_FORMS = 8
"""More of them stand under headings, folded."""
NEVER = ("once_per_roll", "too_many_")
"""How the reasons begin that close an answer whatever somebody has left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that can be chosen. ``reasons``: chosen, it would be refused, and why."""

    value: str
    label: str
    note: str = ""
    number: str = ""
    chosen: bool = False
    times: tuple[bool, ...] = ()
    """Of what can be named several times: a box for each, those that are named ticked."""
    reasons: tuple[ReasonView, ...] = ()
    group: str = ""
    """The heading it stands under where there are many."""

    @property
    def is_never(self) -> bool:
        """Whether it is closed whoever has how much, or is more of something than he may take: nobody misses it
        unless it is chosen.
        """
        is_more = self.value.isdigit() and bool(self.reasons)
        return not self.chosen and (is_more or any(reason.code.startswith(NEVER) for reason in self.reasons))


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """Why some of the options cannot be chosen; those closed for one reason stand together."""

    labels: str
    text: str
    cites: tuple[str, ...]


def closed_options(options: Iterable[Option]) -> tuple[Closed, ...]:
    """Every reason once, with all the options it closes. What is chosen is told beside the button instead."""
    labels: dict[ReasonView, list[str]] = {}
    for option in options:
        for reason in () if option.chosen else option.reasons:
            labels.setdefault(reason, []).append(option.label)
    return tuple(Closed(labels=", ".join(of), text=reason.text, cites=reason.cites) for reason, of in labels.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Options under one heading; the one with what is chosen stands open."""

    title: str
    options: tuple[Option, ...]

    @property
    def is_open(self) -> bool:
        return any(option.chosen for option in self.options)


def grouped(options: Iterable[Option]) -> tuple[Group, ...]:
    """Under their headings as these come up, those that stand alone together; none where all would be under one."""
    options = list(options)
    counts = Counter(option.group for option in options)
    found: dict[str, list[Option]] = {}
    for option in sorted(options, key=lambda option: counts[option.group] < 2):
        found.setdefault(option.group if counts[option.group] > 1 else "", []).append(option)
    return tuple(Group(title=title, options=tuple(of)) for title, of in found.items()) if len(found) > 1 else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One field of the announcement. ``kind``: pick, checks, check, number, text, select."""

    name: str
    label: str
    kind: str
    options: tuple[Option, ...] = ()
    value: str = ""
    unit: str = ""
    note: str = ""
    error: str = ""
    minimum: int | None = None
    maximum: int | None = None
    cites: tuple[str, ...] = ()
    folded: bool = False
    """Whether it is rarely said and stands with others like it under a heading."""

    @property
    def id(self) -> str:
        return element_id(self.name)

    @property
    def closed(self) -> tuple[Closed, ...]:
        return closed_options(self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Toggle:
    """A fact that people state. ``amount``: what it adds to the first roll; ``note``: what else it does.

    ``needs_no``: without an answer it counts as a yes, so an empty box has to send its no.
    """

    name: str
    value: str
    label: str
    on: bool
    amount: str = ""
    note: str = ""
    cites: tuple[str, ...] = ()
    needs_no: bool = False

    @property
    def id(self) -> str:
        return element_id(f"{self.name}-{self.value}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """A choice somebody has: his reaction. ``waits_for``: the viewer may not answer it, and who does."""

    name: str
    title: str
    who: str
    options: tuple[Option, ...] = ()
    waits_for: str = ""
    default: str = ""
    cites: tuple[str, ...] = ()
    place: str = ""
    """What sets its id apart where the page asks the same elsewhere: of an open question, its number."""

    @property
    def id(self) -> str:
        return element_id(f"{self.place}choose.{self.name}")

    @property
    def is_chosen(self) -> bool:
        return any(option.chosen for option in self.options)

    @property
    def closed(self) -> tuple[Closed, ...]:
        """Why answers are closed, without those that are left out."""
        return closed_options(option for option in self.options if not option.is_never)

    @property
    def is_few(self) -> bool:
        """Whether what is open fits on a few buttons, however much is closed."""
        return sum(not option.reasons for option in self.options) <= MOST_BESIDE

    @property
    def many(self) -> bool:
        """Whether there are too many answers to stand side by side."""
        return len(self.options) > MOST_BESIDE


@dataclass(frozen=True, slots=True, kw_only=True)
class DieField:
    """A place to type what one's own dice show."""

    name: str
    label: str
    dice: str
    count: int
    sides: int
    bonus: int = 0
    best: str = ""
    """Which of several dice counts, where it is one: ↑ the highest, ↓ the lowest."""
    values: tuple[str, ...] = ()
    error: str = ""
    place: str = ""
    needed: str = ""
    """What the total has to come to, in words."""

    @property
    def id(self) -> str:
        return element_id(f"{self.place}die.{self.name}")

    @property
    def inputs(self) -> tuple[tuple[int, str], ...]:
        return tuple(
            (number + 1, self.values[number] if number < len(self.values) else "") for number in range(self.count)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead:
    """What would mend a refusal: the form to announce, in words with its price."""

    form: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A part of the announcement that stands already."""

    index: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelView:
    """Everything the panel shows. ``attackers`` empty: this viewer acts for nobody."""

    attackers: tuple[Option, ...]
    weapons: tuple[Option, ...] = ()
    forms: tuple[Option, ...] = ()
    targets: tuple[Option, ...] = ()
    takes_target: bool = False
    needs_target: bool = False
    several: bool = False
    one_target: bool = False
    """Whether it may never be for more than one."""
    controls: tuple[Control, ...] = ()
    facts: tuple[Control, ...] = ()
    spend: tuple[Control, ...] = ()
    toggles: tuple[Toggle, ...] = ()
    checks: tuple[CheckView, ...] = ()
    """In the order in which they are rolled."""
    announced: int = 0
    """Which of them is the first of what stands in the form."""
    bills: tuple[BillView, ...] = ()
    payer: Control | None = None
    """Who pays, where it has a price."""
    cost: str = ""
    has: str = ""
    """What is in the budget before it; empty in free play, like what is left after it."""
    left: str = ""
    reasons: tuple[ReasonView, ...] = ()
    warnings: tuple[ReasonView, ...] = ()
    notes: tuple[ReasonView, ...] = ()
    """What it comes to, as far as that is certain before the roll."""
    asks: tuple[Announced, ...] = ()
    die: DieField | None = None
    next_dice: tuple[str, ...] = ()
    own_dice: bool = False
    rolls: bool = False
    heeds_word: bool = False
    """Whether the game master may add to what is rolled."""
    gm_value: str = ""
    gm_reason: str = ""
    form: str = ""
    form_word: str = ""
    instead: Instead | None = None
    joined: tuple[Joined, ...] = ()
    may_join: bool = False
    actor_name: str = ""
    refs: tuple[str, ...] = ()
    encounter: str = ""
    encounter_id: int | None = None
    """The name of the fight it belongs to; empty in free play."""
    round: int = 0
    is_turn: bool = False
    turn: str = ""
    kept: tuple[tuple[str, str], ...] = ()
    """What was stated of people who are not chosen now: it comes back with them."""
    errors: tuple[FormError, ...] = field(default_factory=tuple)

    @property
    def first(self) -> CheckView | None:
        """The roll that decides what stands in the form: its bill stands beside the announcement."""
        return self.checks[self.announced] if self.checks else None

    @property
    def first_rolled(self) -> CheckView | None:
        """The roll with which the turn begins: the first dice are its."""
        return self.checks[0] if self.checks else None

    @property
    def hides_first(self) -> bool:
        """Whether it is another's roll, of which the viewer sees no number."""
        return self.first is not None and not self.first.chance

    @property
    def shows_first(self) -> bool:
        """Whether the bill of the first roll is the viewer's to read."""
        return self.first is not None and not self.hides_first

    @property
    def takes_word(self) -> bool:
        """Whether the game master may add to what is rolled, and something is."""
        return self.heeds_word and self.rolls

    @property
    def first_by(self) -> str:
        """Who rolls it, where it is not whoever acts."""
        return self.first.who_name if self.first is not None and self.first.who not in self.refs[:1] else ""

    @property
    def others(self) -> tuple[CheckView, ...]:
        """All rolls where several actions are told in their order; else those after the first."""
        return self.checks if self.announced else self.checks[1:]

    @property
    def deeds(self) -> int:
        """How many actions the turn has with the one in the form."""
        return len(self.joined) + 1

    @property
    def possible(self) -> bool:
        """Whether it can be done as it is announced."""
        return bool(self.checks or self.die or self.form_word) and not self.reasons and not self.errors

    @property
    def lacks_target(self) -> bool:
        """Whether it still has to be said whom it is for."""
        return self.needs_target and not any(target.chosen for target in self.targets)

    @property
    def open_facts(self) -> tuple[Control, ...]:
        return tuple(fact for fact in self.facts if not fact.folded)

    @property
    def folded_facts(self) -> tuple[Control, ...]:
        return tuple(fact for fact in self.facts if fact.folded)

    @property
    def form_groups(self) -> tuple[Group, ...]:
        """What can be done, by what it is about; none where all of it is seen at once."""
        return grouped(self.forms) if len(self.forms) > MOST_FORMS else ()

    @property
    def closed_forms(self) -> tuple[Closed, ...]:
        return closed_options(self.forms)

    @property
    def closed_weapons(self) -> tuple[Closed, ...]:
        return closed_options(self.weapons)

    def error(self, name: str) -> str:
        return next((error.text for error in self.errors if error.id == name), "")


def element_id(name: str) -> str:
    """The id of a field of this name on the page."""
    return "".join(letter if letter.isalnum() else "-" for letter in name)
