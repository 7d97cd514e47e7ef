"""The adapter of Brawl's cases. It contains no rules."""

from collections.abc import Callable, Mapping

from combat.core.event import Rolled, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import Intent, Part
from combat.core.procedure import run
from combat.core.sheet import Item, Sheet
from combat.registry import ruleset
from tests.golden.cases import Case
from tests.golden.script import Played, answering


def strike(case: Case) -> Played:
    body = {"attributes": {"might": case.given["might"]}, "maxima": {"hearts": 3}, "pools": {"hearts": 3}}
    club = Item(id="item:1", kind="weapon", body={"harm": case.given["harm"]})
    people = {
        name: Combatant(id=name, sheet=Sheet(body=body, items=(club,))) for name in ("character:1", "character:2")
    }
    fight = Fight(ruleset="coin", combatants=people, options=case.options)
    intent = Intent(actor="character:1", parts=(Part(form="strike", item=club.id, targets=("character:2",)),))
    script, provider = answering({}, case)
    events = run(ruleset("coin").perform(fight, intent), provider).events
    script.finish()
    after = apply(fight, changes_in(events)).combatants["character:2"].sheet
    (rolled,) = (event for event in events if isinstance(event, Rolled))
    return Played(
        actual={
            "outcome": rolled.outcome,
            "hearts": after.value("pools.hearts"),
            "out": after.value("statuses.out") is True,
        },
        requests=[(fight, intent, lambda: answering({}, case)[1])],
        events=events,
    )


ACTIONS: Mapping[str, Callable[[Case], Played]] = {"strike": strike}
