"""Standardangriff, W20-6.1 und 6.2: an attack as announced, everything that preview shows and perform uses."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from combat.core.bill import Bill, as_modifiers, total
from combat.core.body import dice, text
from combat.core.citation import Citations, cite
from combat.core.derived import DerivedStep
from combat.core.dice import Dice
from combat.core.event import Modifier
from combat.core.fight import Combatant, Fight
from combat.core.intent import Reason
from combat.core.sheet import Item, Sheet
from combat.rulesets.zwanziger.data import TABLES, number
from combat.rulesets.zwanziger.options import House
from combat.rulesets.zwanziger.person import burdens
from combat.rulesets.zwanziger.roll import Test
from combat.rulesets.zwanziger.turn import mounts_of
from combat.rulesets.zwanziger.weapon import PERKS, attack_bill, damage_bill, is_ranged, perks_bill
from combat.rulesets.zwanziger.words import DEFENCES

ATTACK = cite("W20-4.1", "W20-6.2")
HARM = cite("W20-6.8", "W20-2.2")
DIE = number("attack_die")


def _dice_modifier(key: str) -> Modifier:
    name = f"modifier.{key}"
    return Modifier(key, TABLES.number(name), "dice", TABLES.rules(name))


BEHIND = _dice_modifier("backstab")
MOUNTED = _dice_modifier("mounted")
MOUNT_MOVED = _dice_modifier("mount_moved")


class Harm(NamedTuple):
    """The damage an attack does: its dice, what is added to them, and its type, "" where none is known.

    ``rules``: where the dice come from, beside the weapon.
    """

    dice: Dice | None
    bonus: Bill
    damage_type: str
    rules: Citations = ()

    def told(self) -> tuple[Reason, ...]:
        """What it does to whoever is hit, before block and armour.

        Rule: W20-6.8.
        """
        more = total(self.bonus)
        damage = str(more) if self.dice is None else str(replace(self.dice, bonus=self.dice.bonus + more))
        if not self.damage_type:
            return (Reason("does_harm", {"damage": damage}, HARM),)
        return (Reason("does_typed_harm", {"damage": damage, "damage_type": self.damage_type}, HARM),)


class Strike(NamedTuple):
    """An attack: its roll, the defences it leaves open, its damage (None: it does none), ``missile`` from afar.

    ``opened``: defences that only a house rule opens, each with its rule.
    """

    form: str
    test: Test
    target: str
    item: str
    defences: tuple[str, ...] = DEFENCES
    harm: Harm | None = None
    missile: bool = False
    opened: Mapping[str, str] = MappingProxyType({})

    @property
    def notes(self) -> tuple[Reason, ...]:
        """What is certain of it beforehand."""
        return () if self.harm is None else self.harm.told()

    @property
    def actor(self) -> str:
        """Who attacks."""
        return self.test.who


def is_mounted(fight: Fight, actor: Combatant) -> bool:
    """Whether somebody attacks from a mount's back.

    Rule: W20-5.3.
    """
    return actor.flags.get("mounted") is True or bool(mounts_of(fight, actor.id))


def mount_has_moved(fight: Fight, actor: Combatant) -> bool:
    """Whether his mount has moved in this turn.

    Rule: W20-5.4.
    """
    moved = any(mount.flags.get("mount_moved") is True for mount in mounts_of(fight, actor.id))
    return moved or actor.flags.get("mount_moved") is True


def situation(fight: Fight, actor: Combatant, backstab: bool) -> tuple[Modifier, ...]:
    """Advantage and Disadvantage of an attack, and what weighs on everything somebody rolls.

    Rule: W20-5.2, W20-5.3, W20-5.4, W20-7.1, W20-7.2.
    """
    found = [BEHIND] if backstab else []
    if is_mounted(fight, actor):
        found.append(MOUNTED)
        if mount_has_moved(fight, actor):
            found.append(MOUNT_MOVED)
    return (*found, *burdens(actor.sheet))


def added(sheet: Sheet, more: int) -> Bill:
    """What perks and abilities add to damage: the sheet's own bonus, and one said for this attack.

    Rule: W20-6.8, W20-1.12.
    """
    said = (DerivedStep("bonus_of_attack", more, PERKS),) if more else ()
    return (*perks_bill(sheet), *said)


def attack_test(
    actor: Combatant, base: tuple[Modifier, ...], modifiers: tuple[Modifier, ...], cited: Citations = ATTACK
) -> Test:
    """An attack roll: it has no number to reach, it is the number that a defence has to reach.

    Rule: W20-4.1.
    """
    return Test("attack_roll", actor.id, DIE, base, modifiers, cited)


def weapon_harm(sheet: Sheet, item: Item, house: House, more: int = 0) -> Harm:
    """The damage of a weapon.

    Rule: W20-6.8.
    """
    bonus = (*damage_bill(sheet, item, house), *added(sheet, more))
    return Harm(dice(text(item.body.get("damage"))), bonus, text(item.body.get("damage_type")))


def weapon_strike(
    fight: Fight,
    actor: Combatant,
    target: str,
    item: Item,
    house: House,
    modifiers: tuple[Modifier, ...] = (),
    *,
    form: str = "attack_main",
    backstab: bool = False,
    more: int = 0,
) -> Strike:
    """A standard attack with a weapon.

    Rule: W20-6.1.
    """
    base = as_modifiers(attack_bill(actor.sheet, item, house))
    test = attack_test(actor, base, (*situation(fight, actor, backstab), *modifiers))
    harm = weapon_harm(actor.sheet, item, house, more)
    return Strike(form, test, target, item.id, harm=harm, missile=is_ranged(item))
