"""Ein laufender Vorgang: the fight as it stands now, so that every step works on what the earlier ones left."""

from collections.abc import Generator

from combat.core.citation import Citations
from combat.core.event import Change, Event, Happened, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.procedure import Answer, Emit, Question
from combat.core.value import Json, value_at
from combat.rulesets.zwanziger.options import BY_THE_BOOK, House, house_rules
from combat.rulesets.zwanziger.person import can_act, has_status

type Told[T] = Generator[Question | Emit, Answer, T]
"""A part of a procedure that comes to a value."""


def standing(combatant: Combatant, path: str) -> Json:
    """What stands with a combatant at ``flags.…`` or a path of his sheet."""
    head, _, rest = path.partition(".")
    return value_at(combatant.flags, rest) if head == "flags" else combatant.sheet.value(path)


class Stage:
    """The fight while something happens in it; ``hits`` counts them, so that each has a number of its own.

    It remembers which house rules acted since something was told last: the next event names them.
    """

    __slots__ = ("_acted", "fight", "hits", "house")

    def __init__(self, fight: Fight) -> None:
        self._acted: dict[str, None] = {}
        self.fight = fight
        self.hits = 0
        self.house: House = house_rules(fight.options)

    def who(self, name: str) -> Combatant:
        """A combatant as he is now."""
        return self.fight.combatants[name]

    def acted(self, option: str) -> None:
        """A house rule made a difference."""
        self._acted[option] = None

    def decided[T](self, option: str, played: T, usual: T) -> T:
        """What comes of it as the house plays; its rule acted where that is not what comes of it by the book."""
        if played != usual:
            self.acted(option)
        return played

    def able(self, name: str) -> bool:
        """Whether somebody can act; life points may say otherwise than wounds.

        Rule: W20-3.9, W20-9.12.
        """
        sheet = self.who(name).sheet
        return self.decided("life_model", can_act(sheet, self.house), can_act(sheet, BY_THE_BOOK))

    def change(self, of: str, path: str, after: Json, usual: Json = None) -> tuple[Change, ...]:
        """A value that becomes another; nothing if it is that already. ``usual`` counts where nothing stands."""
        before = standing(self.who(of), path)
        before = usual if before is None else before
        return () if before == after else (Change(of, path, before, after),)

    def tell(self, *events: Event) -> Told[None]:
        """Tell what happened and let it hold from now on; house rules that acted are named by the first event."""
        if self._acted:
            option: list[Json] = [*self._acted]
            self._acted.clear()
            events = (events[0]._replace(data={**events[0].data, "option": option}), *events[1:])
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
