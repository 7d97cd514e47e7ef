"""Waffen, FHT-2: what a weapon's record says, its fire modes, its reach."""

from collections.abc import Mapping
from typing import NamedTuple

from combat.core.body import dice, optional, text, whole, words
from combat.core.citation import cite
from combat.core.dice import Dice
from combat.core.fields import choices
from combat.core.schema import Field
from combat.core.sheet import Item, Sheet
from combat.rulesets.fhtagn.data import TABLES, number
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.words import CHIPS, FROM_AFAR, HAND_TO_HAND, HURLED, MODES, TRAITS

FISTS = ""
"""The id under which bare hands are used: nobody has to carry them."""


class Mode(NamedTuple):
    """A fire mode: rounds it needs, radius in metres, whether its damage is a lethality roll.

    Rule: FHT-2.6.
    """

    key: str
    rounds: int
    radius: int
    lethal: bool


PRINTED: Mapping[str, Mode] = {
    key: Mode(
        key,
        TABLES.number(f"mode.{key}.rounds"),
        TABLES.number(f"mode.{key}.radius"),
        TABLES.switch(f"mode.{key}.lethal"),
    )
    for key in MODES
}
"""The fire modes as the rules print them."""
SINGLE = PRINTED["single"]


class Weapon(NamedTuple):
    """A weapon as it is used; ``brw`` None: its reach is that of an arm, or nobody has stated it."""

    id: str
    group: str
    skill: str
    damage: Dice | None
    st_bonus: bool
    brw: int | None
    lethality: int
    burst_lethality: int
    radius: int
    piercing: int
    modes: tuple[str, ...]
    loaded: int | None
    magazine: int | None
    hands: int
    irritation: int
    irritation_rounds: Dice | None
    traits: frozenset[str]
    grants: frozenset[str]
    disabled: int = 0
    dropped: bool = False

    @property
    def by_hand(self) -> bool:
        """Whether it strikes at arm's length."""
        return self.group in HAND_TO_HAND

    @property
    def hurled(self) -> bool:
        """Whether it is dodged like a blow though it comes from afar: thrown weapons and arrows."""
        return self.group in HURLED

    @property
    def blockable(self) -> bool:
        """Whether a blow can be blocked at all."""
        return self.by_hand and "unblockable" not in self.traits


UNARMED = Weapon(
    id=FISTS,
    group="unarmed",
    skill="unarmed_combat",
    damage=Dice.parse(TABLES.text("die.unarmed")),
    st_bonus=True,
    brw=None,
    lethality=0,
    burst_lethality=0,
    radius=0,
    piercing=0,
    modes=("single",),
    loaded=None,
    magazine=None,
    hands=0,
    irritation=0,
    irritation_rounds=None,
    traits=frozenset(),
    grants=frozenset(),
)
"""Bare hands.

Rule: FHT-2.3.
"""


def weapon_of(item: Item) -> Weapon:
    """A weapon with what is fitted to it."""
    body = item.body
    group = text(body.get("weapon_class"), "melee")
    return Weapon(
        id=item.id,
        group=group,
        skill=text(body.get("skill"), "melee_weapons"),
        damage=dice(text(body.get("damage"))),
        st_bonus=body.get("st_bonus") is True,
        brw=None if group in HAND_TO_HAND else optional(body.get("base_range")),
        lethality=whole(body.get("lethality")),
        burst_lethality=whole(body.get("burst_lethality")) or whole(body.get("lethality")),
        radius=whole(body.get("radius")),
        piercing=whole(body.get("piercing")),
        modes=words(body.get("modes")) or ("single",),
        loaded=optional(body.get("loaded")) if body.get("magazine") is not None else None,
        magazine=optional(body.get("magazine")),
        hands=whole(body.get("hands"), 1),
        irritation=whole(body.get("irritates")),
        irritation_rounds=dice(text(body.get("irritation_rounds"))),
        traits=frozenset([key for key in TRAITS if item.traits.get(key)]),
        grants=frozenset([grant for part in item.fitted for grant in words(part.body.get("grants"))]),
        disabled=whole(body.get("disabled_rounds")),
        dropped=body.get("dropped") is True,
    )


def has_optic(sheet: Sheet) -> bool:
    """Whether somebody carries a weapon with a red dot or a laser.

    Rule: FHT-2.13.
    """
    return any("optic" in weapon_of(item).grants for item in sheet.items if item.kind == "weapon")


def skill_of(weapon: Weapon, house: House) -> str:
    """The skill an attack is rolled on; heavy weapons may be fired with firearms.

    Rule: FHT-9.31.
    """
    if weapon.skill == "artillery" and house.plays("heavy_weapon_skill", "firearms"):
        return "firearms"
    return weapon.skill


def radius_of(weapon: Weapon, mode: Mode) -> int:
    """The radius in which it kills: the larger of the weapon's and the mode's, 0 for one target.

    Rule: FHT-2.5, FHT-2.6.
    """
    return max(weapon.radius, mode.radius)


def lethality_of(weapon: Weapon, mode: Mode, strength: int) -> int:
    """The lethality an attack is made with, 0 where it rolls dice of damage.

    Inhuman strength goes before; without dice it is always the weapon's own, with dice in bursts only.

    Rule: FHT-1.7, FHT-2.1.
    """
    if strength and weapon.by_hand:
        return strength
    if mode.lethal:
        return weapon.burst_lethality
    return weapon.lethality if weapon.damage is None else 0


def base_range(weapon: Weapon, aimed: bool) -> int | None:
    """How far it reaches without a penalty; a telescopic sight doubles that after aiming.

    Rule: FHT-2.13.
    """
    if weapon.brw is None or not (aimed and "telescope" in weapon.grants):
        return weapon.brw
    return number("telescope_factor") * weapon.brw


def range_word(reach: int | None, distance: int | None) -> str:
    """The band a distance lies in: "" within reach, range_far, range_extreme or out_of_range.

    Rule: FHT-2.2.
    """
    if reach is None or distance is None or distance <= reach:
        return ""
    if distance <= number("range_double") * reach:
        return "range_far"
    return "range_extreme" if distance <= number("range_most") * reach else "out_of_range"


def chips(weapon: Weapon) -> Field:
    """What the game master may hand out: range says nothing of a blow.

    Rule: FHT-5.4.
    """
    known = [chip for chip in CHIPS if not (weapon.by_hand and chip in FROM_AFAR)]
    return choices("modifiers", tuple(known), term="modifier", by="gm", rules=cite("FHT-5.4"))
