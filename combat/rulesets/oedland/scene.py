"""Eine laufende Handlung: the fight as it stands while one procedure goes on, told event by event."""

from collections.abc import Callable, Generator

from combat.core.event import Change, Event, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.procedure import Answer, Emit, Question
from combat.core.value import Json
from combat.rulesets.oedland.options import House, acted, house_rules

type Told[T] = Generator[Question | Emit, Answer, T]
"""A part of a procedure that comes to a value."""


class Scene:
    """The fight while an action is carried out; what is told is at once true.

    ``acted``: the switches that decided something and are not named yet.
    """

    __slots__ = ("acted", "fight", "hits", "house")

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.house: House = house_rules(fight.options)
        self.acted: tuple[str, ...] = ()
        self.hits = 0

    def tell(self, *events: Event) -> Emit:
        """Events that happen now; the first one names the switches that decided something since the last."""
        if self.acted:
            events = (named(events[0], self.acted), *events[1:])
            self.acted = ()
        self.fight = apply(self.fight, changes_in(events))
        return Emit(*events)

    def by_house(self, work: Callable[[Fight], object]) -> None:
        """What is worked out in this way goes into the event told next, which names the switches that decide it."""
        self.note(*acted(self.fight, work))

    def note(self, *keys: str) -> None:
        """Switches that the event told next has to name."""
        self.acted = tuple(dict.fromkeys([*self.acted, *keys]))

    def person(self, who: str) -> Combatant:
        """Somebody as he is at this moment."""
        return self.fight.combatants[who]

    def next_hit(self) -> int:
        """The number of the next hit, from 1."""
        self.hits += 1
        return self.hits


def named(event: Event, keys: tuple[str, ...]) -> Event:
    """An event that names the switches that acted in it."""
    data: dict[str, Json] = {**event.data, "option": list(keys)}
    return event._replace(data=data)


def flag(person: Combatant, key: str, value: Json) -> tuple[Change, ...]:
    """What changes if a flag is set (None: taken away); nothing if it stands already."""
    before = person.flags.get(key)
    return (Change(person.id, f"flags.{key}", before, value),) if before != value else ()


def enemies(fight: Fight, who: Combatant) -> tuple[Combatant, ...]:
    """Everybody of another party, in the order of the fight, then of entry."""
    places = {name: place for place, name in enumerate(fight.order)}
    found = [each for each in fight.combatants.values() if each.party != who.party and each.id != who.id]
    return tuple(sorted(found, key=lambda each: places.get(each.id, len(places))))
