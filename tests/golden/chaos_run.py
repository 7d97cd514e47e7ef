"""How a CHAOS case is run: its answers, its refusal. It contains no rules."""

from collections.abc import Iterable, Mapping
from typing import Any

from combat.core.event import Event, changes_in
from combat.core.fight import Fight, apply
from combat.core.intent import GmModifier, Intent, Part, Refused
from combat.core.procedure import BadAnswer, run
from combat.core.ruleset import Moment
from combat.registry import ruleset
from tests.golden import chaos_build as build
from tests.golden.cases import Case
from tests.golden.script import Played, answering


def announced(targets: list[dict[str, Any]]) -> dict[str, str]:
    """What the targets announce before the first die."""
    found = {}
    for index, given in enumerate(targets):
        if given["dodge"] or given["parry"]:
            found[f"reaction.{index}.choice"] = "dodge" if given["dodge"] else "parry"
        if given["spend"]:
            found[f"reaction.{index}.spend"] = "+".join(sorted(given["spend"]))
        if given["spend_spell_points"]:
            found[f"reaction.{index}.spell_points"] = str(given["spend_spell_points"])
    return found


def performed(
    fight: Fight, part: Part, case: Case, choices: Mapping[str, str], gm: int = 0
) -> tuple[Played, tuple[Event, ...], Fight]:
    """Run an intent with the case's dice; a refusal needs no die and changes nothing."""
    word = (GmModifier(value=gm, reason="as the case says"),) if gm else ()
    intent = Intent(actor=build.ATTACKER, parts=(part,), gm_modifiers=word)
    script, provider = answering(choices, case)
    played = Played(actual={}, requests=[(fight, intent, lambda: answering(choices, case)[1])])
    try:
        outcome = run(ruleset("chaos").perform(fight, intent), provider)
    except Refused as refused:
        codes, played.told = [reason.code for reason in refused.reasons], refused.reasons
    except BadAnswer as answer:
        codes, played.told = [reason.code for reason in answer.reasons] or [answer.code], answer.reasons
    else:
        script.finish()
        played.events = outcome.events
        return played, outcome.events, apply(fight, changes_in(outcome.events))
    assert len(script.left) == len(case.dice), "refused after the first die"
    script.finish()
    played.actual = {"refused": codes[0] if len(codes) == 1 else codes}
    return played, (), fight


def ticked(
    fight: Fight, moments: Iterable[Moment], case: Case, choices: Mapping[str, str]
) -> tuple[tuple[Event, ...], Fight]:
    """What happens by itself at some moments, one after the other, with the case's dice."""
    script, provider = answering(choices, case)
    events: tuple[Event, ...] = ()
    for moment in moments:
        found = run(ruleset("chaos").tick(fight, moment), provider).events
        events += found
        fight = apply(fight, changes_in(found))
    script.finish()
    return events, fight
