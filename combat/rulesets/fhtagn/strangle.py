"""Garrotte, FHT-2.3: whoever is strangled loses points every round until he comes free."""

from combat.core.body import text
from combat.core.citation import cite
from combat.core.derived import DerivedStep
from combat.core.fight import Combatant
from combat.core.procedure import Roll, Step
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.harm import suffer
from combat.rulesets.fhtagn.scene import Scene
from combat.rulesets.fhtagn.weapon import UNARMED, Weapon, weapon_of

STRANGLED = cite("FHT-2.3")


def cord(holder: Combatant) -> Weapon:
    """The weapon somebody strangles with."""
    items = [item for item in holder.sheet.items if item.kind == "weapon"]
    found = [weapon for item in items if "strangles" in (weapon := weapon_of(item)).traits]
    return found[0] if found else UNARMED


def strangle(scene: Scene, holder: Combatant) -> Step[None]:
    """The dice of the garrotte at the end of each round.

    Rule: FHT-2.3.
    """
    victim = text(holder.flags.get("holding"))
    if holder.flags.get("strangling") is not True or victim not in scene.fight.combatants:
        return
    thrown = cord(holder).damage
    if person.is_gone(scene.sheet(victim)) or thrown is None:
        return
    face = thrown.total((yield Roll(scene.named("strangling"), holder.id, thrown)).faces)
    bill = (DerivedStep("damage_dice", face, STRANGLED),)
    yield from suffer(scene, victim, bill, "strangled", STRANGLED, {"who": holder.id})
