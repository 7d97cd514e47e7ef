"""People and things for tests, with only what the test is about written out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from combat.core.event import Event, Happened, Rolled, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import GmModifier, Intent, Part, Preview, Refused
from combat.core.procedure import Answer, Ask, Question, run
from combat.core.ruleset import Moment
from combat.core.sheet import Item, Sheet, Zone
from combat.core.value import Json
from combat.registry import ruleset

OEDLAND = ruleset("oedland")
ONE, TWO, THREE = "character:1", "character:2", "character:3"
GUN, COVER = "item:1", "item:900"


def gun(item_id: str = GUN, **body: Any) -> Item:
    """A pistol in hand that reaches 60 cm and can fire bursts, unless said otherwise."""
    usual: dict[str, Any] = {
        "weapon_kind": "ranged",
        "skill": "handguns",
        "minimum_strength": 3,
        "costs": {"single": 4, "aimed": 5, "burst": 5},
        "full_auto": True,
        "readied": True,
        "capacity": 20,
        "damage": "1W6",
        "ranges": {"near": {"up_to": 30, "modifier": 0}, "medium": {"up_to": 60, "modifier": -10}},
    }
    return Item(id=item_id, kind="weapon", body=usual | body)


def blade(item_id: str = "item:5", **body: Any) -> Item:
    """A blade in hand."""
    usual: dict[str, Any] = {
        "weapon_kind": "melee", "skill": "melee_weapons", "costs": {"single": 3}, "damage": "1W6", "readied": True,
    }  # fmt: skip
    return Item(id=item_id, kind="weapon", body=usual | body)


def armour(item_id: str, **values: int) -> Item:
    zones = {zone: Zone(protection={"armour_value": value}) for zone, value in values.items()}
    return Item(id=item_id, kind="armour", zones=zones)


def sheet(*items: Item, **body: Any) -> Sheet:
    """Somebody with statistics of 5, skills of 50, 20 hit points and 8 action points, unless said otherwise."""
    skills = ("handguns", "rifles", "melee_weapons", "unarmed_combat", "acrobatics", "body_control")
    known: dict[str, Any] = {
        "skills": {skill: {"value": 50} for skill in skills},
        "maxima": {"hit_points": 20, "action_points": 8},
    }
    return Sheet(body=known | body, items=items)


def person(
    name: str, *items: Item, party: str = "", ap: int = 8, flags: Mapping[str, Json] | None = None, **body: Any
) -> Combatant:
    return Combatant(
        id=name,
        party=party or name,
        sheet=sheet(*items, **body),
        budget={"action_points": ap},
        flags=flags or {},
    )


def fight(*people: Combatant, distance: int | None = 20, number: int = 1, **options: Json) -> Fight:
    """A fight in its first round, the first of the people acting."""
    stated: dict[str, Json] = {} if distance is None else {"distance": distance}
    return Fight(
        ruleset="oedland",
        combatants={one.id: one for one in people},
        things={COVER: Item(id=COVER, kind="cover", body={"height": "hip"})},
        options=options,
        pairs={f"{people[0].id}>{one.id}": stated for one in people[1:]},
        round=number,
        order=tuple(one.id for one in people),
        current=people[0].id if number else "",
    )


def with_flags(found: Fight, name: str, **flags: Json) -> Fight:
    one = found.combatants[name]
    return replace(found, combatants={**found.combatants, name: replace(one, flags={**one.flags, **flags})})


def intent(form: str, *targets: str, item: str = "", by: str = ONE, gm: int = 0, **parameters: Json) -> Intent:
    words = (GmModifier(value=gm, reason="dust"),) if gm else ()
    return Intent(
        actor=by, parts=(Part(form=form, item=item, targets=targets, parameters=parameters),), gm_modifiers=words
    )


def preview(found: Fight, wanted: Intent) -> Preview:
    return OEDLAND.preview(found, wanted)


def reasons(found: Fight, wanted: Intent) -> list[str]:
    """Why something is refused: preview and performance say the same."""
    told = [reason.code for reason in OEDLAND.preview(found, wanted).reasons]
    if told:
        with pytest.raises(Refused) as refused:
            run(OEDLAND.perform(found, wanted), lambda question: None)
        assert [reason.code for reason in refused.value.reasons] == told
    else:
        run(OEDLAND.perform(found, wanted), lambda question: None)
    return told


def played(found: Fight, wanted: Intent, *faces: int, **choices: str) -> tuple[Fight, tuple[Event, ...]]:
    """Do it with these faces; choices by the last part of the question's name, else the default."""
    left = list(faces)

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            return Answer(choice=choices.get(question.name.rpartition(".")[2], question.default))
        taken = tuple(left[: question.dice.count])
        del left[: question.dice.count]
        return Answer(faces=taken)

    outcome = run(OEDLAND.perform(found, wanted), provide)
    assert (outcome.question, left) == (None, [])
    return apply(found, changes_in(outcome.events)), outcome.events


def ticked(found: Fight, *moments: Moment, face: int = 3) -> tuple[Fight, tuple[Event, ...]]:
    """What happens by itself, every die showing one face."""
    events: tuple[Event, ...] = ()
    for moment in moments:
        more = run(OEDLAND.tick(found, moment), lambda question: Answer(faces=(face,))).events
        found = apply(found, changes_in(more))
        events += more
    return found, events


def happened(events: tuple[Event, ...], *terms: str) -> list[Happened]:
    return [event for event in events if isinstance(event, Happened) and event.term in terms]


def rolled(events: tuple[Event, ...], *terms: str) -> list[Rolled]:
    return [event for event in events if isinstance(event, Rolled) and event.term in terms]
