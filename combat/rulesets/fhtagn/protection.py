"""Schutz im Kampf, FHT-2.7 bis 2.10: worn armour, cover, and what an attack passes by."""

from typing import NamedTuple

from combat.core.bill import Bill
from combat.core.body import text, whole
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.fight import Combatant, Fight
from combat.core.sheet import Item, Sheet
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.weapon import Weapon
from combat.rulesets.fhtagn.words import HURLED


class Layers(NamedTuple):
    """The layers that count against an attack; ``sheltered``: cover that makes a lethality roll fail.

    ``worn``: piece by piece; ``against``: the class of the weapon.

    Rule: FHT-6.5, FHT-6.10.
    """

    worn: tuple[int, ...]
    cover: int
    piercing: int
    sheltered: bool
    against: str

    def bill(self, lethality: bool) -> Bill:
        """What each layer takes off the damage, and what pierces them: once on the sum, and never more than that.

        Rule: FHT-2.7, FHT-2.8, FHT-2.9, FHT-2.10, FHT-6.10, FHT-6.11, FHT-8.11, FHT-9.36.
        """
        layers = len(self.worn) + (self.cover > 0)
        adding = cite("FHT-2.10") if layers > 1 else ()
        worn = cite("FHT-2.8", "FHT-6.11") if lethality else cite("FHT-2.8")
        cover = cite("FHT-2.9", "FHT-6.10") if lethality else cite("FHT-2.9")
        cover += cite("FHT-9.36") if self.against in HURLED else ()
        piercing = cite("FHT-2.7", "FHT-8.11", "FHT-9.18") if self.against == "explosive" else cite("FHT-2.7")
        pierced = min(self.piercing, sum(self.worn) + self.cover)
        return (
            *[DerivedStep("worn_armour", -piece, (*worn, *adding)) for piece in self.worn],
            DerivedStep("cover", -self.cover, (*cover, *adding)),
            DerivedStep("piercing", pierced, piercing),
        )


def worn_items(sheet: Sheet) -> tuple[Item, ...]:
    """The armour somebody has on."""
    return tuple([item for item in sheet.items if item.kind == "armour" and item.body.get("worn") is not False])


def counts_against(item: Item, weapon: Weapon | None) -> bool:
    """Whether an armour counts: some helmets help against blows and thrown things only.

    Rule: FHT-2.8.
    """
    if text(item.body.get("against"), "everything") == "everything":
        return True
    return weapon is not None and (weapon.by_hand or weapon.group == "thrown")


def counting(sheet: Sheet, weapon: Weapon | None) -> tuple[Item, ...]:
    """The armour that counts: one suit or vest, the best there is, and every helmet.

    Rule: FHT-2.8.
    """
    found = [item for item in worn_items(sheet) if counts_against(item, weapon)]
    suits = [item for item in found if text(item.body.get("slot"), "suit") == "suit"]
    best = max(suits, key=lambda item: whole(item.body.get("protection")), default=None)
    return tuple([item for item in found if item is best or item not in suits])


def worn_values(sheet: Sheet, weapon: Weapon | None) -> tuple[int, ...]:
    """What each piece of worn armour takes off.

    Rule: FHT-2.8.
    """
    return tuple([whole(item.body.get("protection")) for item in counting(sheet, weapon)])


def cover_of(fight: Fight, target: Combatant, flag: str = "cover") -> Item | None:
    """The cover somebody is in, or the one within his reach."""
    thing = fight.things.get(text(target.flags.get(flag)))
    return thing if thing is not None and thing.kind == "cover" else None


def cover_value(item: Item | None) -> int:
    """What a cover takes off.

    Rule: FHT-2.9.
    """
    return 0 if item is None else whole(item.body.get("value"))


def cover_helps(weapon: Weapon, house: House) -> bool:
    """Cover counts against whatever comes from afar, thrown things and arrows too unless the table says otherwise.

    Rule: FHT-2.9, FHT-9.36.
    """
    if weapon.by_hand:
        return False
    return not (weapon.hurled and house.plays("cover_vs_thrown", False))


def worn_is_passed(called: tuple[str, ...], house: House) -> bool:
    """Whether a call passes worn armour: every call but one into a crowd, or as the table plays it.

    Rule: FHT-5.5, FHT-9.11.
    """
    declared = any(call.endswith("_worn") for call in called)
    if house.plays("aimed_ignores_worn", "declared"):
        return declared
    if house.plays("aimed_ignores_worn", "spot"):
        return declared or "vulnerable" in called
    return any(not call.startswith("crowd") for call in called)


def layers(
    fight: Fight, target: Combatant, weapon: Weapon, called: tuple[str, ...], primary: bool, house: House
) -> Layers:
    """What protects somebody from an attack; calls and piercing count against its first target.

    Rule: FHT-2.7, FHT-5.5, FHT-8.11.
    """
    named = called if primary else ()
    passed = any(call.endswith("_cover") for call in named)
    helps = cover_helps(weapon, house) and not passed
    cover = cover_value(cover_of(fight, target)) if helps else 0
    worn = () if named and worn_is_passed(named, house) else worn_values(target.sheet, weapon)
    pierces = primary or weapon.group != "explosive" or house.plays("pb_area", "all")
    return Layers(worn, cover, weapon.piercing if pierces else 0, cover >= 1, weapon.group)
