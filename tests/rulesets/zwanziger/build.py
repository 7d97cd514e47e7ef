"""People and things for tests, with only what the test is about written out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from combat.core.event import Event, Rolled
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part, Refused
from combat.core.procedure import Answer, Ask, Outcome, Provider, Question, defaults, run
from combat.core.sheet import Item, Sheet, Zone
from combat.core.value import Json
from combat.registry import ruleset

RULES = ruleset("zwanziger")
FULL = {"attack": 1, "utility": 1, "reaction": 1}


def weapon(item_id: str = "item:1", *, traits: dict[str, bool] | None = None, **body: Json) -> Item:
    """A main-hand weapon that does W8 and can block and parry, unless said otherwise."""
    usual: dict[str, Json] = {
        "slot": "main",
        "damage": "W8",
        "damage_type": "slash",
        "attack_value": 5,
        "parry": 5,
        "block": 5,
        "block_strength": 3,
        "reach": 2,
    }
    return Item(id=item_id, kind="weapon", traits=traits or {}, body=usual | body)


def thing(item_id: str = "item:5", *, traits: dict[str, bool] | None = None, **body: Json) -> Item:
    return Item(id=item_id, kind="gear", traits=traits or {}, body=body)


def armour(item_id: str, points: int, *, worn: bool = True, zones: tuple[str, ...] = ("torso",)) -> Item:
    protection = {zone: Zone(protection={"armour_value": points}) for zone in zones}
    return Item(id=item_id, kind="armour", body={"worn": worn}, zones=protection)


def sheet(*items: Item, **body: Any) -> Sheet:
    return Sheet(body=body, items=items)


def person(who: str, *items: Item, flags: Mapping[str, Json] | None = None, party: str = "", **body: Any) -> Combatant:
    return Combatant(id=who, sheet=sheet(*items, **body), party=party, budget=dict(FULL), flags=flags or {})


def fight(*people: Combatant, options: Mapping[str, Json] | None = None, **more: Any) -> Fight:
    return Fight(ruleset="zwanziger", combatants={each.id: each for each in people}, options=options or {}, **more)


def duel(**more: Any) -> Fight:
    """Two with a weapon each: "a" and "b"."""
    return fight(person("a", weapon("item:1")), person("b", weapon("item:2")), **more)


def asked(form: str, item: str = "", *targets: str, actor: str = "a", **parameters: Json) -> Intent:
    return Intent(actor=actor, parts=(Part(form=form, item=item, targets=targets, parameters=parameters),))


def refused(scene: Fight, intent: Intent) -> list[str]:
    """The codes of the refusal, which preview and performance share; none where it is done."""
    told = RULES.preview(scene, intent).reasons
    if not told:
        assert run(RULES.perform(scene, intent), answering({})).question is None
        return []
    with pytest.raises(Refused) as caught:
        run(RULES.perform(scene, intent), defaults)
    assert caught.value.reasons == told
    return [reason.code for reason in told]


def answering(faces: Mapping[str, int], choices: Mapping[str, str] | None = None) -> Provider:
    """Faces and choices by the question's name; every other die shows a 1."""

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            return Answer(choice=(choices or {}).get(question.name, question.default))
        face = faces.get(question.name, 1)
        return Answer(faces=(face,) * question.dice.count)

    return provide


def done(
    scene: Fight, intent: Intent, faces: Mapping[str, int] | None = None, choices: Mapping[str, str] | None = None
) -> Outcome:
    return run(RULES.perform(scene, intent), answering(faces or {}, choices))


def with_flags(scene: Fight, who: str, **flags: Json) -> Fight:
    changed = replace(scene.combatants[who], flags={**scene.combatants[who].flags, **flags})
    return replace(scene, combatants={**scene.combatants, who: changed})


def terms(outcome: Outcome) -> list[str]:
    return [event.term for event in outcome.events]


def named(outcome: Outcome, term: str) -> list[Event]:
    """The events of a term."""
    return [event for event in outcome.events if event.term == term]


def totals(outcome: Outcome, term: str) -> list[int]:
    """What the rolls of a term came to."""
    return [event.total for event in outcome.events if isinstance(event, Rolled) and event.term == term]


def whole(value: Json) -> int:
    """A number of an event."""
    assert isinstance(value, int)
    return value
