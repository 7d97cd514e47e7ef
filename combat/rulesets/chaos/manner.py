"""Arten des Angriffs, CHA-3 und CHA-4: what shots, throws and blows have each for themselves."""

from typing import NamedTuple

from combat.core.citation import Citations, cite


class Manner(NamedTuple):
    """A manner of attack: its form, the kinds of weapon it is made with, and where its steps are written."""

    form: str
    kinds: tuple[str, ...]
    cost: Citations
    attack: Citations
    scored: Citations
    missed: Citations


SHOT = Manner(
    form="shoot",
    kinds=("firearm", "launcher", "bow"),
    cost=cite("CHA-2.3", "CHA-2.10"),
    attack=cite("CHA-3.1", "CHA-3.2"),
    scored=cite("CHA-3.5", "CHA-3.7", "CHA-8.1"),
    missed=cite("CHA-3.1"),
)
THROW = SHOT._replace(
    form="throw",
    kinds=("thrown",),
    attack=cite("CHA-3.9", "CHA-3.19"),
    scored=cite("CHA-3.15", "CHA-8.1"),
    missed=cite("CHA-3.9"),
)
BLOW = Manner(
    form="strike",
    kinds=("melee", "unarmed"),
    cost=cite("CHA-2.3"),
    attack=cite("CHA-4.1", "CHA-4.6"),
    scored=cite("CHA-4.2", "CHA-8.1"),
    missed=cite("CHA-4.1"),
)
GRAPPLE = BLOW._replace(form="grapple", kinds=("unarmed",), attack=cite("CHA-4.4", "CHA-4.7"), scored=cite("CHA-4.4"))
GRENADES = ("launcher", "thrown")
"""Kinds of weapon whose shots burst somewhere, whatever the roll shows."""
