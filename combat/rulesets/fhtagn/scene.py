"""Ein Ablauf und sein Stand: the fight as it is after everything told so far, and rolls with names of their own."""

from combat.core.citation import Citations
from combat.core.event import Change, Event
from combat.core.fight import Combatant, Fight
from combat.core.intent import GmModifier, Intent
from combat.core.procedure import Emit, Roll, Step
from combat.core.sheet import Item, Sheet
from combat.core.stage import Stage
from combat.core.value import Json, value_at
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.roll import W100, Die, Goal, die_of, rolled


class Scene(Stage):
    """A fight while something happens in it; ``exerted``: who has made a test that is exertion, once for each.

    ``reminded``: of whose latent disease the table has been told.
    """

    __slots__ = ("_intent", "_named", "exerted", "house", "reminded")

    def __init__(self, fight: Fight, house: House | None = None, intent: Intent | None = None) -> None:
        super().__init__(fight)
        self._intent = intent
        self.house = house or House(fight.options)
        self.exerted: list[str] = []
        self.reminded: set[str] = set()
        self._named: dict[str, int] = {}

    def sheet(self, name: str) -> Sheet:
        """Somebody's sheet as it is now."""
        return self.fight.combatants[name].sheet

    def words_for(self, who: str) -> tuple[GmModifier, ...]:
        """What the game master adds to the tests of whoever acts, or to whom something happens.

        Rule: FHT-5.4.
        """
        return self._intent.gm_modifiers if self._intent is not None and self._intent.actor == who else ()

    def named(self, name: str) -> str:
        """A name no question of this procedure has had: ``injury``, then ``injury.2``."""
        count = self._named[name] = self._named.get(name, 0) + 1
        return name if count == 1 else f"{name}.{count}"

    def tell(self, *events: Event) -> Emit:
        """Events as they are told, with the switches that acted. Rule: FHT-4.14."""
        self.acted(*self.house.told())
        return super().tell(*events)

    def test(
        self,
        term: str,
        who: str,
        found: Goal,
        cited: Citations,
        data: dict[str, Json] | None = None,
        *,
        exertion: bool = False,
    ) -> Step[Die]:
        """A test that is rolled and told."""
        answer = yield Roll(self.named(term), who, W100, found.window)
        die = die_of(found, answer.faces[0])
        yield self.tell(rolled(term, who, found, die, cited, data or {}))
        if exertion:
            self.exerted.append(who)
        return die


def changed(of: str, field: str, before: Json, after: Json) -> list[Change]:
    """The change of one value, none if nothing is different: absent, no and 0 are the same."""
    if before == after or not (before or after):
        return []
    return [Change(of, field, before, after)]


def flags(combatant: Combatant, **values: Json) -> list[Change]:
    """Changes of what is noted while a fight lasts; None takes it away."""
    found = []
    for key, value in values.items():
        found += changed(combatant.id, f"flags.{key}", combatant.flags.get(key), value)
    return found


def body(combatant: Combatant, path: str, value: Json) -> list[Change]:
    """The change of a value on a sheet."""
    return changed(combatant.id, path, value_at(combatant.sheet.body, path), value)


def status(combatant: Combatant, key: str, holds: bool) -> list[Change]:
    """A stored state that begins or ends."""
    return body(combatant, f"statuses.{key}", True if holds else None)


def pool(combatant: Combatant, key: str, before: int, after: int) -> list[Change]:
    """The change of points; ``before``: how many there are, entered or not."""
    return [Change(combatant.id, f"pools.{key}", before, after)] if before != after else []


def of_item(item: Item, path: str, value: Json) -> list[Change]:
    """The change of a value of a thing."""
    return changed(item.id, path, item.value(path), value)
