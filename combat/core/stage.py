"""The stage: a fight as it stands while one procedure goes on, told event by event."""

from combat.core.event import Event, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.procedure import Emit
from combat.core.value import Json


class Stage:
    """The fight while something happens in it: what is told is at once true, so each step builds on the earlier ones.

    It counts the hits, so that each has a number of its own, and remembers which house rules decided something since
    something was told last: the next event names them.
    """

    __slots__ = ("_acted", "fight", "hits")

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.hits = 0
        self._acted: dict[str, None] = {}

    def who(self, name: str) -> Combatant:
        """Somebody as he is at this moment."""
        return self.fight.combatants[name]

    def next_hit(self) -> int:
        """The number of the next hit, from 1."""
        self.hits += 1
        return self.hits

    def acted(self, *switches: str) -> None:
        """House rules that made a difference."""
        self._acted.update(dict.fromkeys(switches))

    def tell(self, *events: Event) -> Emit:
        """Events that happen now; the first one names the house rules that acted."""
        if self._acted and events:
            told: list[Json] = [*self._acted]
            self._acted.clear()
            events = (events[0]._replace(data={**events[0].data, "option": told}), *events[1:])
        self.fight = apply(self.fight, changes_in(events))
        return Emit(*events)
