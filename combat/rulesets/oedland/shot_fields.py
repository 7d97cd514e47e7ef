"""Was mit einem Schuss angesagt wird, FAL-3.9 bis 3.13 und 3.18: the parameters of the forms that fire."""

from dataclasses import replace

from combat.core.citation import Citations, cite
from combat.core.fields import choice, number
from combat.core.fight import Combatant
from combat.core.schema import Field
from combat.rulesets.oedland.modifiers import is_hidden
from combat.rulesets.oedland.weapon import Weapon, has_mode
from combat.rulesets.oedland.words import MODES, WAYS, WEAPON, ZONES

MOST_EXTRA = 30
AIMED_AT = (*ZONES, WEAPON)
UNNAMED_ZONE = "torso"
"""Where an aimed shot goes of which no zone is said."""
DUAL_MODES = ("single", "burst")
AIMED = ("mode", "aimed")
"""Zone and time to aim belong to an aimed shot."""


def modes_of(weapon: Weapon) -> tuple[str, ...]:
    """How a weapon can be fired. Rule: FAL-2.2."""
    return tuple([mode for mode in MODES if has_mode(weapon, mode)])


def fitting(known: Field, weapons: tuple[Weapon, ...]) -> Field:
    """A field as it is offered: of the modes only those the weapon has. Rule: FAL-2.2."""
    weapon = {"mode": weapons[0], "off_mode": weapons[-1]}.get(known.path)
    modes = () if weapon is None else tuple([mode for mode in known.choices if has_mode(weapon, mode)])
    return replace(known, choices=modes, default=modes[0]) if modes else known


def way_field(shooter: Combatant) -> Field:
    """Out of full cover somebody leans out unless he says otherwise. Rule: FAL-3.9, FAL-3.10."""
    default = "peek" if is_hidden(shooter) else "open"
    return choice("way", WAYS, default=default, rules=cite("FAL-3.9", "FAL-3.10"))


def weakness_field() -> Field:
    """Rule: FAL-5.18."""
    return number("weakness", default=0, low=-100, high=0, term="min_strength", rules=cite("FAL-5.18"))


def _zone_field(cited: Citations) -> Field:
    return choice("called_zone", AIMED_AT, optional=True, rules=cited)


def shot_fields(shooter: Combatant) -> tuple[Field, ...]:
    """Everything a shot with one weapon may carry. Rule: FAL-3.12."""
    return (
        choice("mode", MODES, default="single", term="fire_mode", rules=cite("FAL-3.11", "FAL-3.13")),
        way_field(shooter),
        replace(
            choice("called_zone", AIMED_AT, optional=True, rules=cite("FAL-5.8")),
            empty_as=UNNAMED_ZONE,
            only_with=AIMED,
        ),
        replace(number("extra_ap", default=0, high=MOST_EXTRA, rules=cite("FAL-3.12")), only_with=AIMED),
        weakness_field(),
    )


def dual_fields(shooter: Combatant, others: tuple[str, ...]) -> tuple[Field, ...]:
    """Everything firing two weapons may carry; both fire single shots unless announced otherwise. Rule: FAL-7.1."""
    return (
        choice("off_weapon", others, default=others[0] if others else None, optional=not others,
               term="second_weapon", rules=cite("FAL-7.1")),
        choice("mode", DUAL_MODES, default="single", term="fire_mode", rules=cite("FAL-7.1")),
        choice("off_mode", DUAL_MODES, default="single", term="second_mode", rules=cite("FAL-7.1")),
        way_field(shooter),
        _zone_field(cite("FAL-7.1")),
    )  # fmt: skip
