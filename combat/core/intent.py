"""What somebody wants to do, what he may do, and what an action would need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from combat.core.citation import Citations
from combat.core.dice import Dice, Window
from combat.core.event import Modifier
from combat.core.schema import Field
from combat.core.value import JsonMap

INSTEAD = "instead"
"""Reserved key in the data of a `Reason`: the form of action that would mend it (an empty magazine: reload)."""


class Reason(NamedTuple):
    """Why something is refused: a code of the glossary with its data; ``rules`` say which rule forbids it."""

    code: str
    data: JsonMap = {}
    rules: Citations = ()


class Refused(Exception):
    """The action is not legal now. Raised by `perform` before its first die, with all reasons."""

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        super().__init__(", ".join(reason.code for reason in reasons))
        self.reasons = reasons


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One action of an intent: its form (a glossary id), the item used, the targets' ids, its parameters."""

    form: str
    item: str = ""
    targets: tuple[str, ...] = ()
    parameters: JsonMap = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class GmModifier:
    """The game master's word: points added to the roll and his reason."""

    value: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """What the actor announces: one part for most systems, a whole turn for some."""

    actor: str
    parts: tuple[Part, ...]
    gm_modifiers: tuple[GmModifier, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Something a combatant may do, or may not: without ``reasons`` it is legal.

    ``cost`` in units of a budget; ``parameters`` say what the form may carry; ``by`` is the actor or "gm".
    ``takes_target``: it may name a target, the actor himself too, without having to. ``joins``: it may be announced
    together with others, as one part of a whole turn. ``group``: the glossary id of the heading it stands under,
    where the chapter of its first rule holds too much; ``tool``: of what it is done with where that is no thing.
    ``helps``: who of those present needs it now, None where that is no question. ``one_target``: never more than one.
    """

    form: str
    item: str = ""
    by: str = "actor"
    cost: Mapping[str, int] = field(default_factory=dict)
    reasons: tuple[Reason, ...] = ()
    parameters: tuple[Field, ...] = ()
    needs_target: bool = False
    takes_target: bool = False
    one_target: bool = False
    joins: bool = False
    group: str = ""
    tool: str = ""
    helps: tuple[str, ...] | None = None
    rules: Citations = ()

    @property
    def may_target(self) -> bool:
        """Whether a target may be named at all."""
        return self.needs_target or self.takes_target


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One roll an intent would ask for: base value, modifiers, the totals that succeed and their exact chance.

    ``window`` None: there is nothing to reach. ``base`` is where the sum starts (an attribute, a skill).
    ``trouble``: the totals that bring more than a failure (a jam), None where none do. ``same_die``: no roll of its
    own, it is read off the die of the check before it (a critical hit). ``degrees``: whether they are counted where
    the rules count them.
    """

    who: str
    term: str
    dice: Dice
    base: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]
    target_number: int
    window: Window | None
    chance: Fraction
    rules: Citations = ()
    trouble: Window | None = None
    same_die: bool = False
    degrees: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What an intent would need: its checks in order, cost by budget, all reasons if refused, warnings as codes.

    ``notes``: what it comes to as far as that is certain beforehand (how many shots, the most hits), as codes too.
    """

    checks: tuple[Check, ...] = ()
    cost: Mapping[str, int] = field(default_factory=dict)
    reasons: tuple[Reason, ...] = ()
    warnings: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
