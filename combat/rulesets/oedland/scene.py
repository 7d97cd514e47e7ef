"""Eine laufende Handlung: the fight as it stands while one procedure goes on, told event by event."""

from collections.abc import Callable

from combat.core.event import Change
from combat.core.fight import Combatant, Fight
from combat.core.stage import Stage
from combat.core.value import Json
from combat.rulesets.oedland.options import House, acted, house_rules


class Scene(Stage):
    """The fight while an action is carried out, with the switches of its campaign."""

    __slots__ = ("house",)

    def __init__(self, fight: Fight) -> None:
        super().__init__(fight)
        self.house: House = house_rules(fight.options)

    def by_house(self, work: Callable[[Fight], object]) -> None:
        """What is worked out in this way goes into the event told next, which names the switches that decide it."""
        self.acted(*acted(self.fight, work))


def flag(person: Combatant, key: str, value: Json) -> tuple[Change, ...]:
    """What changes if a flag is set (None: taken away); nothing if it stands already."""
    before = person.flags.get(key)
    return (Change(person.id, f"flags.{key}", before, value),) if before != value else ()


def enemies(fight: Fight, who: Combatant) -> tuple[Combatant, ...]:
    """Everybody of another party, in the order of the fight, then of entry."""
    places = {name: place for place, name in enumerate(fight.order)}
    found = [each for each in fight.combatants.values() if each.party != who.party and each.id != who.id]
    return tuple(sorted(found, key=lambda each: places.get(each.id, len(places))))
