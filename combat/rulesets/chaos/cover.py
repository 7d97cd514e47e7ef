"""Deckung, CHA-5: whether what someone stands behind takes a hit, and what that does to it."""

from typing import NamedTuple

from combat.core.bill import as_modifiers
from combat.core.body import optional, whole, words
from combat.core.citation import Citations, cite
from combat.core.event import Change, Modifier
from combat.core.fight import Combatant
from combat.core.rounding import floor_div
from combat.core.sheet import Item
from combat.core.worth import HeldWorth, Worth
from combat.rulesets.chaos.cost import in_use
from combat.rulesets.chaos.damage import Victim
from combat.rulesets.chaos.data import modifier, number, rules
from combat.rulesets.chaos.options import House
from combat.rulesets.chaos.person import talent_steps, value_bill
from combat.rulesets.chaos.roll import Goal, goal

PIERCED = number("pierced_bonus")
ADDITION = number("cover_addition")
HALF = number("cover_halved_divisor")
STEP = number("cover_step")
LAST = number("cover_bonus_last")
LOWEST = number("cover_roll_lowest_bonus")
HOSTAGE_BONUS = number("hostage_bonus")
BLAST = modifier("against_explosive")
OWN_BONUS = cite("CHA-5.1", "CHA-5.9")
SPARED = cite("CHA-5.4")
ONE_STEP = cite("CHA-5.5")
HELD = ("cover_bonus", "integrity")
SEVERAL_STEPS = cite("CHA-5.5", "CHA-5.13")


class Barrier:
    """A cover while an attack is worked out: a thing on the table, or a hostage held in front of someone.

    ``own`` is its own bonus now, ``last`` the one it had before this attack destroyed it.
    """

    __slots__ = (
        "barrier_class", "bonus", "damage", "destroyed", "hostage", "id", "immune", "integrity", "item", "last", "own",
        "vehicle",
    )  # fmt: skip

    def __init__(self, source: Item | Victim, damage_type: str, element: str) -> None:
        self.id = source.id
        self.item = source if isinstance(source, Item) else None
        self.hostage = None if isinstance(source, Item) else source
        self.immune = self.vehicle = self.destroyed = False
        if isinstance(source, Item):
            self._read_thing(source, damage_type, element)
        else:
            self._read_hostage(source)
        self.last = self.own
        self.destroyed = self.destroyed or self.own <= 0

    def _read_thing(self, item: Item, damage_type: str, element: str) -> None:
        body = item.body
        immune_to = words(body.get("immune_to"))
        self.bonus = whole(body.get("bonus"), LAST)
        self.own = self.bonus - whole(body.get("bonus_lost"))
        self.damage = whole(body.get("damage"))
        self.integrity = optional(body.get("integrity"))
        self.barrier_class = whole(body.get("barrier_class"))
        self.immune = damage_type in immune_to or (bool(element) and element in immune_to)
        self.vehicle = body.get("vehicle") is True
        self.destroyed = body.get("destroyed") is True

    def _read_hostage(self, victim: Victim) -> None:
        """A hostage's hit points stand for the integrity, his armour for the barrier class.

        Rule: CHA-5.15.
        """
        flags = victim.combatant.flags
        self.bonus = HOSTAGE_BONUS
        self.own = self.bonus - whole(flags.get("shield_bonus_lost"))
        self.damage = whole(flags.get("shield_damage"))
        self.integrity = victim.maximum
        self.barrier_class = 0

    def take(self, amount: int) -> tuple[Change, ...]:
        """Damage reaches the cover: each full integrity costs a step of its bonus, the last one destroys it.

        Rule: CHA-5.13.
        """
        if not self.integrity or self.destroyed or amount <= 0:
            return ()
        own, damage = self.own, self.damage
        self.damage += amount
        while self.damage >= self.integrity and not self.destroyed:
            self.damage -= self.integrity
            self.last = self.own
            if self.own <= LAST:
                self.own = self.damage = 0
                self.destroyed = True
            else:
                self.own -= STEP
        return self._changes(own, damage)

    def worn(self, before: int) -> Citations:
        """Where it is written what became of its own bonus, which was ``before``: spared, lowered, by several steps.

        Rule: CHA-5.4, CHA-5.5, CHA-5.13.
        """
        if self.immune:
            return SPARED
        steps = before - self.own
        return SEVERAL_STEPS if steps > STEP else ONE_STEP if steps else ()

    def _changes(self, own: int, damage: int) -> tuple[Change, ...]:
        prefix = "" if self.hostage is None else "flags.shield_"
        changes = [Change(self.id, f"{prefix}damage", damage, self.damage)] if damage != self.damage else []
        if own != self.own:
            changes.append(Change(self.id, f"{prefix}bonus_lost", self.bonus - own, self.bonus - self.own))
        if self.destroyed and self.item is not None:
            changes.append(Change(self.id, "destroyed", False, True))
        return tuple(changes)


def worth(item: Item) -> Worth:
    """A cover's own bonus as it stands, and after its integrity is used up once more.

    Rule: CHA-5.5, CHA-5.13.
    """
    return _worth_of(Barrier(item, "", ""))


def _worth_of(barrier: Barrier) -> Worth:
    if barrier.destroyed:
        return Worth(0)
    if not barrier.integrity:
        return Worth(barrier.own)
    return Worth(barrier.own, barrier.own - STEP if barrier.own > LAST else 0)


def held_worth(who: Combatant) -> HeldWorth:
    """A hostage as a cover: the bonus he still gives, and the hit points he can lose before it falls.

    Rule: CHA-5.15.
    """
    barrier = Barrier(Victim(who, ""), "", "")
    full = whole(barrier.integrity)
    left = 0 if barrier.destroyed else max(full - barrier.damage, 0)
    return HeldWorth(_worth_of(barrier), left, full, HELD)


def bonus_behind(item: Item, who: Combatant, house: House) -> int:
    """What somebody has to stay under behind a thing that no weapon pierces.

    Rule: CHA-5.2, CHA-5.10.
    """
    check = Shelter(Barrier(item, "", ""), who, 0, False, house).check()
    return 0 if check is None else check.goal.target_number


class CoverCheck(NamedTuple):
    """The cover roll of one hit; ``option`` names the house rule that acted, "" if none did."""

    goal: Goal
    pierced: bool
    option: str


class Shelter:
    """Someone behind a barrier, against one weapon; ``penetration`` is the one that meets this barrier.

    ``helped_by``: where it is written what the weapon adds to it against covers.
    """

    __slots__ = ("additions", "barrier", "checks", "explosive", "halved", "house", "penetration", "piercing")

    def __init__(
        self,
        barrier: Barrier,
        who: Combatant,
        penetration: int,
        explosive: bool,
        house: House,
        helped_by: Citations = (),
    ) -> None:
        self.barrier = barrier
        self.penetration = penetration
        self.explosive = explosive
        self.piercing = rules("pierced_bonus") + helped_by
        self.house = house
        self.halved = who.flags.get("moved_quickly") is True
        self.additions = additions_of(who)
        self.checks: dict[tuple[int, bool], CoverCheck] = {}

    def is_pierced(self) -> bool:
        """Whether the weapon passes the barrier's class; a hostage's is his body armour, worn as it is.

        Rule: CHA-5.1.
        """
        hostage = self.barrier.hostage
        return self.penetration > (self.barrier.barrier_class if hostage is None else hostage.armour_points("body"))

    def check(self) -> CoverCheck | None:
        """The cover roll that the next hit meets, None where none is made.

        A cover destroyed in this attack still protects with its last bonus.

        Rule: CHA-5.11.
        """
        barrier, pierced = self.barrier, self.is_pierced()
        own = barrier.last if barrier.destroyed else barrier.own
        found = self.checks.get((own, pierced))
        if found is None:
            found = self.checks[own, pierced] = self._worked_out(own, pierced)
        return found if found.goal.window is not None and found.goal.target_number >= LOWEST else None

    def _worked_out(self, own: int, pierced: bool) -> CoverCheck:
        """Own bonus and additions, or 10 when pierced; then halved after a quick move; then 10 less against blasts.

        Rule: CHA-5.10.
        """
        found = [Modifier("pierced", PIERCED - own, "add", self.piercing)] if pierced else []
        if not pierced or self.house.pierced_extras:
            found += self.additions
        bonus = own + sum([modifier.value for modifier in found])
        if self.halved:
            half = floor_div(bonus, HALF)
            found.append(Modifier("cover_halved", half - bonus, "add", rules("cover_halved_divisor")))
            bonus = half
        if self.explosive:
            found.append(BLAST)
        option = "pierced_extras" if pierced and self.house.pierced_extras else ""
        base = (Modifier("cover_bonus", own, "add", OWN_BONUS),)
        return CoverCheck(goal(base, tuple(found), self.house.strict_under), pierced, option)


def additions_of(who: Combatant) -> tuple[Modifier, ...]:
    """What a person adds to any cover: intuition, talents, and having taken cover.

    Rule: CHA-5.2.
    """
    found = tuple([each for each in as_modifiers(value_bill(who.sheet, "cover_additions")) if each.value])
    used = in_use(who)
    if used:
        found += as_modifiers(tuple(talent_steps(who.sheet, "cover_bonus", rules("cover_addition"), used)))
    if who.flags.get("took_cover") is True:
        return (*found, Modifier("take_cover", ADDITION, "add", rules("cover_addition")))
    return found
