"""Die Waffe im Angriff, CHA-6: a weapon's values as they count now, read once."""

from collections.abc import Mapping
from typing import NamedTuple

from combat.core.bill import total
from combat.core.body import dice, inner, optional, text, whole
from combat.core.dice import Dice
from combat.core.event import Modifier
from combat.core.sheet import Item
from combat.core.value import Json, JsonMap
from combat.rulesets.chaos.traits import attack_bonuses, cancelled, grants, traits
from combat.rulesets.chaos.weapon_bills import base_range_bill, capacity_bill, recoil_bill

NO_DAMAGE = Dice(1, 1, -1)


class Weapon(NamedTuple):
    """A weapon as an attack uses it; ``loaded`` None: its rounds are not counted, ``base_range`` 0: it has none."""

    id: str
    kind: str
    skill: str
    damage: Dice
    damage_type: str
    element: str
    recoil: int
    base_range: int
    shots: JsonMap
    loaded: int | None
    traits: Mapping[str, int]
    grants: frozenset[str]
    cancels: frozenset[str]
    safe: bool
    heat: int
    item: Item
    bonuses: tuple[Modifier, ...] = ()


def _loaded(item: Item) -> int | None:
    found = optional(item.body.get("loaded"))
    if found is not None:
        return found
    bill = capacity_bill(item)
    return total(bill) if bill else None


def _safe(item: Item, given: frozenset[str]) -> bool:
    """Whether a grenade that would burst in the weapon is only a dud.

    Rule: CHA-3.9.
    """
    return "smartgun" in given or any(fitted.body.get("safe_grenades") is True for fitted in item.fitted)


def weapon_of(item: Item) -> Weapon:
    """A weapon's values as they count now, read once for an attack."""
    body = item.body
    given = grants(item)
    return Weapon(
        id=item.id,
        kind=text(body.get("weapon_kind"), "firearm"),
        skill=text(body.get("skill")),
        damage=dice(text(body.get("damage"))) or NO_DAMAGE,
        damage_type=text(body.get("damage_type"), "kinetic"),
        element=text(body.get("element")),
        recoil=total(recoil_bill(item)),
        base_range=total(base_range_bill(item)),
        shots=inner(body, "shots"),
        loaded=_loaded(item),
        traits=traits(item),
        grants=given,
        cancels=cancelled(item),
        safe=_safe(item, given),
        heat=whole(body.get("heat")),
        item=item,
        bonuses=attack_bonuses(item),
    )


def shots_of(weapon: Weapon, mode: str) -> int:
    """Shots of a fire mode as the weapon allows them, 0 where it lacks the mode; a magnetic one has no full auto.

    Rule: CHA-3.3.
    """
    found: Json = weapon.shots.get(mode)
    if mode == "auto" and "magnetic" in weapon.traits:
        return 0
    return max(whole(found), 0)
