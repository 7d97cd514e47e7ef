"""Ein laufender Vorgang: the fight as it stands now, so that every step works on what the earlier ones left."""

from collections.abc import Generator

from combat.core.citation import Citations
from combat.core.event import Change, Event, Happened, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.procedure import Answer, Emit, Question
from combat.core.value import Json, value_at
from combat.rulesets.zwanziger.options import House, house_rules
from combat.rulesets.zwanziger.person import has_status

type Told[T] = Generator[Question | Emit, Answer, T]
"""A part of a procedure that comes to a value."""


def standing(combatant: Combatant, path: str) -> Json:
    """What stands with a combatant at ``flags.…`` or a path of his sheet."""
    head, _, rest = path.partition(".")
    return value_at(combatant.flags, rest) if head == "flags" else combatant.sheet.value(path)


class Stage:
    """The fight while something happens in it; ``hits`` counts them, so that each has a number of its own."""

    __slots__ = ("fight", "hits", "house")

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.hits = 0
        self.house: House = house_rules(fight.options)

    def who(self, name: str) -> Combatant:
        """A combatant as he is now."""
        return self.fight.combatants[name]

    def change(self, of: str, path: str, after: Json, usual: Json = None) -> tuple[Change, ...]:
        """A value that becomes another; nothing if it is that already. ``usual`` counts where nothing stands."""
        before = standing(self.who(of), path)
        before = usual if before is None else before
        return () if before == after else (Change(of, path, before, after),)

    def tell(self, *events: Event) -> Told[None]:
        """Tell what happened and let it hold from now on."""
        self.fight = apply(self.fight, changes_in(events))
        yield Emit(*events)

    def set_status(self, who: str, key: str, cited: Citations) -> Told[None]:
        """A state begins; nothing is told of one that holds already."""
        if has_status(self.who(who).sheet, key):
            return
        data: dict[str, Json] = {"who": who, "status": key}
        yield from self.tell(Happened("status_set", who, data, self.change(who, f"statuses.{key}", True), cited))

    def end_status(self, who: str, key: str, cited: Citations) -> Told[None]:
        """A state ends; nothing is told of one that does not hold."""
        if not has_status(self.who(who).sheet, key):
            return
        data: dict[str, Json] = {"who": who, "status": key}
        yield from self.tell(Happened("status_ended", who, data, self.change(who, f"statuses.{key}", None), cited))
