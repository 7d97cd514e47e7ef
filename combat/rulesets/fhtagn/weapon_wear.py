"""Waffen, die versagt haben, FHT-9.40: where the table plays it so, they mend by themselves."""

from combat.core.body import whole
from combat.core.citation import cite
from combat.core.event import Event, Happened
from combat.core.fight import Combatant
from combat.core.value import Json
from combat.rulesets.fhtagn.scene import Scene, of_item


def repaired_by_itself(scene: Scene, combatant: Combatant) -> list[Event]:
    """A round less until a weapon works again.

    Rule: FHT-9.40.
    """
    events: list[Event] = []
    for item in combatant.sheet.items:
        left = whole(item.body.get("disabled_rounds"))
        if left and scene.house.plays("weapon_failure", "wait"):
            data: dict[str, Json] = {"item": item.id, "disabled_rounds": left - 1}
            changes = of_item(item, "disabled_rounds", left - 1)
            events.append(Happened("weapon_mends", combatant.id, data, tuple(changes), cite("FHT-9.40")))
    return events
