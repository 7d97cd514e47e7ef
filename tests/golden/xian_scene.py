"""What several parts of the XIAN adapter do alike: play a request, read a difficulty, a state, a pool. No rules."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from combat.core.derived import Derived
from combat.core.event import Event, Rolled, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import Check, GmModifier, Intent, Part, Preview, Refused
from combat.core.procedure import Answer, Procedure, Question, Roll, defaults, run
from combat.core.ruleset import Moment
from combat.core.value import Json
from combat.registry import ruleset
from combat.rulesets.xian import check, defence, plan
from combat.rulesets.xian.options import house_rules
from tests.golden import xian_build as build
from tests.golden.cases import Case
from tests.golden.script import Played, answering

_asked: list[tuple[Fight, Intent]] = []
"""What the case that is being played has asked the rules."""
_heard: list[object] = []
"""What the rules told it beside that: bills, questions, what happened by itself."""


def heard[T](told: T) -> T:
    """Something the rules told, noted for the case."""
    _heard.append(told)
    return told


def perform(fight: Fight, intent: Intent) -> Procedure:
    """The ruleset's answer, noted as a request of the case."""
    _asked.append((fight, intent))
    return ruleset("xian").perform(fight, intent)


def preview(fight: Fight, intent: Intent) -> Preview:
    """The ruleset's answer, noted as a request of the case."""
    _asked.append((fight, intent))
    return ruleset("xian").preview(fight, intent)


def middling(question: Question) -> Answer | None:
    """For requests whose case scripts no dice: each die shows its middle face."""
    if isinstance(question, Roll):
        return Answer(faces=((question.dice.sides + 1) // 2,) * question.dice.count)
    return defaults(question)


def noted(play: Callable[[Case], Played]) -> Callable[[Case], Played]:
    """The action with all requests it makes, those with dice of their own first."""

    def playing_it(case: Case) -> Played:
        _asked.clear()
        _heard.clear()
        found = play(case)
        own = [(fight, intent) for fight, intent, _ in found.requests]
        others = [(fight, intent) for fight, intent in _asked if (fight, intent) not in own]
        more = [(fight, intent, lambda: middling) for fight, intent in others]
        return replace(found, requests=[*found.requests, *more], told=(found.told, *_heard))

    return playing_it


def gm_words(points: int) -> tuple[GmModifier, ...]:
    """The game master's word, if it changes anything."""
    return (GmModifier(value=points, reason=build.REASON),) if points else ()


def parts_of(check_of: Check | Rolled) -> dict[str, int]:
    """The difficulty's parts by key."""
    return {modifier.key: modifier.value for modifier in check_of.modifiers if modifier.kind == "bound"}


def lower_bound(check_of: Check | Rolled) -> int:
    """The difficulty as the window shows it, or the sum of its parts where nothing can succeed."""
    if check_of.window is None:
        return check.floor_of(tuple(found for found in check_of.modifiers if found.kind == "bound"))
    low = check_of.window[0]
    return low - 1 if low is not None else 0


def playing(fight: Fight, intent: Intent, case: Case, choices: Mapping[str, str]) -> tuple[Played, tuple[Event, ...]]:
    """Run an intent with the case's dice."""
    script, provider = answering(choices, case)
    request = (fight, intent, lambda: answering(choices, case)[1])
    try:
        outcome = run(perform(fight, intent), provider)
    except Refused as refused:
        script.finish()
        actual = {"legal": False, "reason": refused.reasons[0].code}
        return Played(actual=actual, requests=[request]), ()
    script.finish()
    return Played(actual={}, requests=[request], events=outcome.events), outcome.events


def disadvantaged(one: Combatant, other: Combatant, who: str) -> str:
    """Whose weapon is in the way, by whose it is: the case names the side, the fight the weapon."""
    if who == "none":
        return "none"
    reaches = [each.sheet.items[0].value("reach") or 1 for each in (one, other)]
    mine, others = (int(str(reach)) for reach in reaches)
    longer = (mine > others) == (who == "actor")
    return "longer" if longer else "shorter"


def attack_part(item: str, given: Mapping[str, Any], target: str = build.TARGET) -> Part:
    parameters: dict[str, Any] = {
        "zone": build.ZONES[given.get("zone", "ober")],
        "times": given.get("attacks", 1),
        "metres": given.get("move_m", 0),
    }
    return Part(form="attack", item=item, targets=(target,), parameters=parameters)


def answer_of(fight: Fight, attacker: str, target: Combatant, skill: str) -> check.Probe:
    """The check with which somebody would answer a plain attack."""
    item = fight.combatants[attacker].sheet.items[0].id
    turn = plan.declared(fight, Intent(actor=attacker, parts=(attack_part(item, {}, target.id),)))
    assert isinstance(turn, plan.Turn)
    probe = defence.probe_of(fight, target, skill, turn.blows[0], house_rules(fight.options))
    heard(probe.check())
    return probe


def statuses(combatant: Combatant) -> list[str]:
    return [build.german(key) for key in ruleset("xian").derive(combatant.sheet, {}).statuses]


def derived(combatant: Combatant, case: Case) -> Derived:
    return heard(ruleset("xian").derive(combatant.sheet, case.options))


def pool_of(combatant: Combatant, key: str) -> Json:
    return combatant.sheet.value(f"pools.{key}")


def ticked(fight: Fight, *moments: Moment) -> Fight:
    for moment in moments:
        events = heard(run(ruleset("xian").tick(fight, moment), lambda _: None).events)
        fight = apply(fight, changes_in(events))
    return fight
