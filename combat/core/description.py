"""What a ruleset says of itself: the fields, kinds, pools, states and options pages build themselves from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from combat.core.citation import Citations
from combat.core.fight import Combatant
from combat.core.glossary import Glossary
from combat.core.schema import Field, Schema
from combat.core.sheet import Item
from combat.core.table import Tables
from combat.core.value import Json, JsonMap, value_at
from combat.core.worth import HeldWorth, Worth

THING, COVER, PERSON = "thing", "cover", "person"
"""Units of a text that names a record: what is on the table, a cover alone, somebody."""
THINGS = (THING, COVER)
"""A thing may be somebody who serves as one, a cover never is."""
POINTING = (*THINGS, PERSON)


class Mark(NamedTuple):
    """A threshold of a pool: at ``at`` points or fewer the state ``term`` holds (a note, not a rule)."""

    at: int
    term: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Points a character has now. ``current`` and ``maximum`` are paths in the body; ``health``: harm empties it.

    ``marks`` gives the thresholds for a maximum, highest first. ``rising``: harm fills it (wounds); its marks count
    what is left up to the maximum. ``zone``: the hit zone whose points they are. ``per``: the harm one point takes.
    """

    key: str
    current: str
    maximum: str
    health: bool = False
    rising: bool = False
    per: str = ""
    zone: str = ""
    marks: Callable[[int], tuple[Mark, ...]] = lambda maximum: ()
    rules: Citations = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bought:
    """How more units of a budget are had in one's own turn: ``choice`` of ``field`` announces it, at its price.

    Each time brings ``each`` units, ``most`` in a round, which ``flag`` counts.
    """

    field: Field
    choice: str
    each: int
    most: int
    flag: str

    @property
    def price(self) -> int:
        """The points that one time costs."""
        return dict(self.field.prices)[self.choice]


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Units a combatant has per round; ``derived``: as many as the derived value of this key says."""

    key: str
    per_round: int
    derived: bool = False
    bought: Bought | None = None
    rules: Citations = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A state stored on the sheet, ``statuses.<key>``. ``severity`` 0 none, 1 to 4 on the scale of harm.

    ``effect`` is the modifier it brings to the person's own rolls, None where it is no number.
    ``follows``: set and lifted by the rules from a pool, not by hand.
    ``ruled_by_gm``: what it does is the game master's to say; he is reminded of it in its bearer's turn.
    """

    key: str
    severity: int = 0
    effect: int | None = None
    follows: bool = False
    ruled_by_gm: bool = False
    rules: Citations = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """Something stated or remembered of a combatant, a pair or the fight while it lasts.

    ``stated``: people tell the app (distance, light); ``scope`` is combatant, pair or fight.
    ``tally``: a count that weighs on what somebody does; it stands with his pools, on paper as boxes to tick.
    ``acts_with``: whoever it names has the turn in which the other acts, too. ``through``: names whose pair counts
    where one has none. ``inner``: the rules keep it for themselves, never shown among the changes; its event tells it.
    """

    field: Field
    scope: str = "combatant"
    stated: bool = False
    tally: bool = False
    acts_with: bool = False
    inner: bool = False
    through: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneInfo:
    """A hit zone. ``faces`` are the rolls that strike it (1 to 3), None where zones are not rolled."""

    key: str
    faces: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TraitInfo:
    """A trait an item may have; ``value`` describes its number, None for a plain yes.

    ``term``: its glossary id where that is not the key.
    """

    key: str
    value: Field | None = None
    rules: Citations = ()
    term: str = ""

    @property
    def label(self) -> str:
        """The glossary id under which the trait is shown."""
        return self.term or self.key


class Piece(NamedTuple):
    """One value of a notation: its field, and the glossary id whose pattern it stands in (``up to {value} cm``)."""

    path: str
    term: str
    signed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """Fields that the text writes as one: 4W(5), 5/20/80. Nothing is written without the first of them.

    ``key``: glossary id of the word before it; the other pieces follow where they are set.
    """

    key: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemKind:
    """A kind of thing in the catalogue: its schema, its traits, whether it has zones, what may be fitted to it.

    ``key`` is one that the administration has a page for: weapon, armour, cover, modification, gear, skill, talent,
    spell, species or class.

    ``use`` tells pages where it belongs: weapon, armour, cover, modification, gear or sheet (an entry of a body's
    collection); ``summary`` lists what a short line shows, in order: fields, notations, and values of the thing that no
    field holds (one right behind dice is added to them); ``magazine``: the fields (loaded, capacity); ``wear``: the
    fields (damage it has taken, damage it takes before something happens); ``worth``: what the first number of the
    summary comes to as the thing stands, where it wears away.
    """

    key: str
    use: str
    schema: Schema = field(default_factory=Schema)
    traits: tuple[TraitInfo, ...] = ()
    zones: bool = False
    fits: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
    notations: tuple[Notation, ...] = ()
    magazine: tuple[str, str] | None = None
    wear: tuple[str, str] | None = None
    worth: Callable[[Item], Worth] | None = None


class OptionValue(NamedTuple):
    """One setting of an option and its glossary id."""

    value: Json
    term: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A house rule: a switch of the campaign. The first value is the default unless ``default`` says otherwise."""

    key: str
    default: Json
    values: tuple[OptionValue, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    rules: Citations = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of the rule text and what became of it (implemented, planned, gm, not_in_text).

    ``title``: its heading as it stands, and in the other languages; ``rules``: the numbers that its sentences
    became; ``note``: what is the game master's or only background.
    """

    number: str
    title: Mapping[str, str]
    status: str
    note: Mapping[str, str] = field(default_factory=dict)
    rules: Citations = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A numbered rule in our own words, for the reference and the trace.

    ``assumption``: it fills a gap of the text, wholly or in part.
    """

    title: Mapping[str, str]
    text: Mapping[str, str]
    assumption: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """How an unclear passage is read: question, reading and reason by language; ``option`` if it has a switch."""

    key: str
    rules: Citations
    question: Mapping[str, str]
    reading: Mapping[str, str]
    reason: Mapping[str, str]
    date: str
    option: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetInfo:
    """Everything pages need to show a ruleset they do not know."""

    id: str
    prefix: str
    name: str
    version: str
    sheet: Schema
    kinds: tuple[ItemKind, ...]
    glossary: Glossary
    zones: tuple[ZoneInfo, ...] = ()
    zone_dice: str = ""
    protections: tuple[str, ...] = ()
    points_per_step: int = 0
    """Damage points that lower a zone's protection by one; 0 where armour does not wear."""
    degree_step: int = 0
    """Points between target number and roll that make one degree; 0 where none are counted."""
    adds_to_roll: bool = False
    """Whether modifiers are added to the dice instead of the number to reach."""
    sealed: str = ""
    """Path of an armour's flag for a seal that damage breaks (ABC); empty where there is none."""
    pools: tuple[Pool, ...] = ()
    budgets: tuple[Budget, ...] = ()
    statuses: tuple[Status, ...] = ()
    flags: tuple[Flag, ...] = ()
    cover_flag: str = ""
    """Path of the combatant's flag that names the cover he is behind; empty where nobody takes cover behind things."""
    cover_taken: str = ""
    """Path of the flag that says whether he has taken it; empty where whoever stands at a cover is behind it."""
    held_worth: Callable[[Combatant], HeldWorth] | None = None
    """What somebody comes to as another's cover; None where nobody is used so."""
    options: tuple[Option, ...] = ()
    sections: tuple[Section, ...] = ()
    rules: Mapping[str, Rule] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()
    tables: Tables = field(default_factory=Tables.none)
    """The numbers of the rule text; the reference shows those that have a word in the glossary."""
    table_scale: Mapping[str, int] = field(default_factory=dict)
    """How many of a unit measured on the table are one metre of the world: pages show the metres beside them."""
    shown_in: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Units too fine to read: the unit pages show instead and how many make one; what people type stays as it is."""
    currency: str = ""
    figure: str = ""
    """The body as SVG text, element ids = zone ids; empty where a system has no zones."""

    def kind(self, key: str) -> ItemKind | None:
        """The kind of thing with this key, None if the ruleset knows none."""
        return next((kind for kind in self.kinds if kind.key == key), None)

    def is_behind_cover(self, flags: JsonMap) -> bool:
        """Whether who stands at a cover has taken it."""
        taken = value_at(flags, self.cover_taken) if self.cover_taken else None
        usual = [flag.field.default for flag in self.flags if flag.field.path == self.cover_taken]
        return not self.cover_taken or taken not in (None, *usual)
