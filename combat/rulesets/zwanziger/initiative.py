"""Initiative, W20-3.1: who acts when, ties rolled again among those who share them."""

from collections.abc import Iterable

from combat.core.body import optional
from combat.core.citation import cite
from combat.core.course import order_set
from combat.core.event import Happened
from combat.core.fight import Combatant
from combat.core.procedure import Step
from combat.core.value import Json
from combat.rulesets.zwanziger.data import number
from combat.rulesets.zwanziger.options import BY_THE_BOOK
from combat.rulesets.zwanziger.person import is_disabled, start
from combat.rulesets.zwanziger.roll import TIES, Test, shown
from combat.rulesets.zwanziger.stage import Stage
from combat.rulesets.zwanziger.turn import rider_of

DIE = number("initiative_die")
ORDER = cite("W20-3.1")
SORTED = (*ORDER, *cite("W20-9.13"))


def acting(stage: Stage) -> tuple[Combatant, ...]:
    """Those with a turn of their own: a mount acts with its rider.

    Rule: W20-3.1, W20-2.5.
    """
    return tuple([each for each in stage.fight.combatants.values() if rider_of(stage.fight, each) is None])


def rolled_once(combatant: Combatant) -> int | None:
    """The initiative somebody has rolled, None if he has not."""
    return optional(combatant.flags.get("initiative"))


def order_made(stage: Stage) -> Step[None]:
    """Roll for everybody who has not yet, and put all in order. The house may roll anew in every round.

    Rule: W20-3.1, W20-9.13.
    """
    people = acting(stage)
    new = [each for each in people if stage.house.initiative_each_round or rolled_once(each) is None]
    for n, each in enumerate(new):
        if rolled_once(each) is not None:
            stage.acted("initiative_each_round")
        yield from _rolled(stage, each, n)
    fresh = {each.id for each in new}
    totals = {each.id: rolled_once(stage.who(each.id)) or 0 for each in people}
    order: list[str] = []
    for group_total in sorted(set(totals.values()), reverse=True):
        group = [name for name, found in totals.items() if found == group_total]
        if len(group) > 1 and fresh & set(group):
            group = yield from _untied(stage, group, f"initiative.tie.{group_total}")
        else:
            group.sort(key=lambda name: _place(stage, name))
        order += group
    first = first_able(stage, order)
    yield stage.tell(order_set(stage.fight, order, SORTED, totals, first=first))


def _place(stage: Stage, name: str) -> int:
    """Where somebody stood in the order so far; behind all others if nowhere."""
    order = stage.fight.order
    return order.index(name) if name in order else len(order)


def _rolled(stage: Stage, combatant: Combatant, n: int) -> Step[None]:
    base = (start(combatant.sheet, "initiative", stage.house, ORDER),)
    test = Test("initiative", combatant.id, DIE, base, (), ORDER)
    found = yield from shown(stage, f"initiative.{n}", test)
    data: dict[str, Json] = {"who": combatant.id, "initiative": found.total}
    changes = stage.change(combatant.id, "flags.initiative", found.total)
    yield stage.tell(Happened("initiative_set", combatant.id, data, changes, ORDER))


def _untied(stage: Stage, group: list[str], at: str, depth: int = 1) -> Step[list[str]]:
    """Those who share a total roll again for their order among themselves, until no two are alike.

    After ever so many ties in a row the order of entry holds.

    Rule: W20-3.1.
    """
    faces: dict[str, int] = {}
    for n, name in enumerate(group):
        test = Test("tie_rolled", name, DIE, (), (), ORDER)
        faces[name] = (yield from shown(stage, f"{at}.{depth}.{n}", test)).face
    order: list[str] = []
    for face in sorted(set(faces.values()), reverse=True):
        alike = [name for name, shown_face in faces.items() if shown_face == face]
        if len(alike) > 1 and depth < TIES:
            alike = yield from _untied(stage, alike, f"{at}.{depth}.{face}", depth + 1)
        order += alike
    return order


def first_able(stage: Stage, order: Iterable[str]) -> str:
    """The first in an order who is not out of the fight, "" if there is none.

    Rule: W20-3.9.
    """
    here = [(name, stage.who(name).sheet) for name in order if name in stage.fight.combatants]
    played, usual = [
        next((name for name, sheet in here if not is_disabled(sheet, house)), "")
        for house in (stage.house, BY_THE_BOOK)
    ]
    return stage.decided("life_model", played, usual)
