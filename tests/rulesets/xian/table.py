"""Fighters for the tests: built from keywords, everything else as usual."""

from collections.abc import Mapping
from typing import Any

import pytest

from combat.core.event import Event, Happened, Rolled, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import GmModifier, Intent, Part, Refused
from combat.core.procedure import Answer, Ask, Question, run
from combat.core.ruleset import Moment
from combat.core.sheet import Item, Sheet, Zone
from combat.rulesets.xian import RULESET


def weapon(item_id: str, kind: str = "melee", held: str | None = None, **body: Any) -> Item:
    """A weapon: a sword of reach 2, or a pistol with 5/20/80."""
    sword: dict[str, Any] = {"skill": "medium_melee", "reach": 2, "damage_dice": 5, "inertia": 5, "load": 2}
    pistol: dict[str, Any] = {"skill": "pistols", "distances": {"near": 5, "middle": 20, "far": 80}, "damage_dice": 6}
    own = {"weapon_kind": kind, "penetration": 6, **(sword if kind == "melee" else pistol)}
    own |= {"held": held} if held else {}
    return Item(id=item_id, kind="weapon", body=own | body)


def armour(item_id: str, points: int, **body: Any) -> Item:
    zones = {zone: Zone(protection={"armour": points}) for zone in ("head", "upper_body", "lower_body")}
    return Item(id=item_id, kind="armour", zones=zones, body=body)


def fighter(number: int, *items: Item, flags: Mapping[str, Any] | None = None, **body: Any) -> Combatant:
    """Somebody with a value of 14 in what he needs, and a sword and a pistol unless things are given."""
    own = items or (weapon(f"item:{number}1"), weapon(f"item:{number}2", "ranged"))
    values = ("medium_melee", "light_melee", "pistols", "dodge", "brawling", "pain_tolerance")
    overrides = {key: {"value": 14, "reason": "test"} for key in values}
    usual: dict[str, Any] = {"overrides": overrides, "pools": {"action_points": 10}}
    return Combatant(
        id=f"character:{number}", party=str(number), sheet=Sheet(body=usual | body, items=own), flags=flags or {}
    )


def fight(*fighters: Combatant, **more: Any) -> Fight:
    return Fight(ruleset="xian", combatants={each.id: each for each in fighters}, **more)


def in_round(*fighters: Combatant, **more: Any) -> Fight:
    """The first round of a fight; the first fighter's turn."""
    order = tuple(each.id for each in fighters)
    return fight(*fighters, round=1, order=order, current=order[0], **more)


def attack(item: str = "item:11", *targets: str, **parameters: Any) -> Part:
    return Part(form="attack", item=item, targets=targets or ("character:2",), parameters=parameters)


def intent(*parts: Part, actor: str = "character:1", gm: int = 0) -> Intent:
    return Intent(actor=actor, parts=parts, gm_modifiers=(GmModifier(value=gm),) if gm else ())


class Table:
    """A fight that is played on: dice in order, choices by name, the events of the last action."""

    def __init__(self, state: Fight) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()

    def plays(self, what: Intent, *faces: tuple[int, ...], **choices: str) -> "Table":
        left = list(faces)

        def provide(question: Question) -> Answer | None:
            if isinstance(question, Ask):
                name = question.name.replace(".", "_")
                return Answer(choice=choices.get(name, question.default))
            return Answer(faces=left.pop(0))

        self.events = run(RULESET.perform(self.state, what), provider=provide).events
        assert not left, left
        self.state = apply(self.state, changes_in(self.events))
        return self

    def ticks(self, *moments: Moment) -> "Table":
        for moment in moments:
            self.events = run(RULESET.tick(self.state, moment), lambda _: None).events
            self.state = apply(self.state, changes_in(self.events))
        return self

    def terms(self) -> list[str]:
        return [event.term for event in self.events]

    def rolled(self, term: str) -> Rolled:
        return next(event for event in self.events if isinstance(event, Rolled) and event.term == term)

    def happened(self, term: str) -> Happened:
        return next(event for event in self.events if isinstance(event, Happened) and event.term == term)

    def statuses(self, number: int) -> tuple[str, ...]:
        return RULESET.derive(self.state.combatants[f"character:{number}"].sheet, {}).statuses


def codes(state: Fight, what: Intent) -> list[str]:
    """Why something is refused, by preview and performance alike; empty if it is not."""
    told = [reason.code for reason in RULESET.preview(state, what).reasons]
    if told:
        with pytest.raises(Refused) as refused:
            run(RULESET.perform(state, what), lambda _: None)
        assert told == [reason.code for reason in refused.value.reasons]
    else:
        run(RULESET.perform(state, what), lambda _: None)
    return told
