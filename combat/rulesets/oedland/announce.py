"""Die Ansage: what an intent names, checked against what its form may carry; nothing of it is trusted."""

from functools import partial

from combat.core import announce
from combat.core.body import optional
from combat.core.citation import cite
from combat.core.fight import Combatant, Fight
from combat.core.intent import Reason
from combat.core.value import Json
from combat.rulesets.oedland.weapon import Weapon, bare_hands, weapon_of

ANNOUNCED = cite("FAL-3.3")
TARGET = cite("FAL-6.1")
asked = partial(announce.asked, cited=ANNOUNCED)


def target_reasons(fight: Fight, actor: str, targets: tuple[str, ...]) -> tuple[Reason, ...]:
    """What is wrong with the targets that were named: exactly one, in this fight, somebody else."""
    if not targets:
        return (Reason("no_target", {}, TARGET),)
    if len(targets) > 1:
        return (Reason("too_many_targets", {}, TARGET),)
    if targets[0] not in fight.combatants:
        return (Reason("unknown_target", {"target": targets[0]}, TARGET),)
    return (Reason("target_oneself", {"who": actor}, TARGET),) if targets[0] == actor else ()


def weapon_named(actor: Combatant, name: Json, kinds: tuple[str, ...]) -> tuple[Weapon | None, tuple[Reason, ...]]:
    """The weapon that was named; nothing named are the bare hands, where those will do. Rule: FAL-2.2."""
    cited = cite("FAL-2.2")
    if not name and "unarmed" in kinds:
        return bare_hands(), ()
    item = actor.sheet.item(name) if isinstance(name, str) else None
    if item is None or item.kind != "weapon":
        return None, (Reason("unknown_weapon", {}, cited),)
    weapon = weapon_of(item)
    return (weapon, ()) if weapon.kind in kinds else (None, (Reason("wrong_kind", {"item": item.id}, cited),))


def distance_between(fight: Fight, one: str, other: str) -> int | None:
    """The distance stated between two, in centimetres on the table; None if none is, or none that makes sense.

    Rule: FAL-2.1.
    """
    found = optional(fight.between(one, other, "distance"))
    return found if found is not None and found >= 0 else None
