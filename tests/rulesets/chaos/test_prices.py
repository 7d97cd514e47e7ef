"""CHA-2.3: every action of the list can be done, and costs what the list says."""

from dataclasses import replace
from typing import Any

import pytest

from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part
from combat.core.procedure import Answer, Question, Roll, run
from combat.core.sheet import Item
from combat.registry import ruleset
from combat.rulesets.chaos.cost import PRICES
from tests.rulesets.chaos.build import sheet, weapon
from tests.rulesets.chaos.test_strike import blade

CHAOS = ruleset("chaos")
ONE, TWO = "character:1", "character:2"
GUN = weapon(shots={"single": 1, "semi": 3, "burst": 3, "auto": 10}, recoil=2, loaded=20, reload_rounds=1)
GRENADE = replace(weapon("item:3", weapon_kind="thrown", capacity=1, recoil=5), quantity=3)
KNIFE = blade("item:2")
COVER = Item(id="item:9", kind="cover", body={"bonus": 30, "integrity": 30, "barrier_class": 3})
ACTIONS: dict[str, tuple[int, str, str, dict[str, Any]]] = {
    "covered_move": (4, "covered_move", "", {}),
    "quick_move": (4, "quick_move", "", {}),
    "sprint": (7, "sprint", "", {}),
    "take_cover": (2, "take_cover", "", {}),
    "single_shot": (3, "shoot", "item:1", {"mode": "single"}),
    "burst": (4, "shoot", "item:1", {"mode": "burst"}),
    "fire": (4 + 2, "shoot", "item:1", {"mode": "semi"}),
    "fire, full auto": (4 + 2, "shoot", "item:1", {"mode": "auto"}),
    "fire, a grenade": (4, "throw", "item:3", {}),
    "fire_moving": (1 + 2, "shoot", "item:1", {"mode": "auto", "moving": True}),
    "melee_attack": (4, "strike", "item:2", {}),
    "full_melee": (8, "strike", "item:2", {"action": "full_melee"}),
    "hasty_melee": (2, "strike", "item:2", {"action": "hasty_melee"}),
    "reckless_melee": (4, "strike", "item:2", {"action": "reckless_melee"}),
    "charge": (6, "strike", "item:2", {"action": "charge", "charge_by": "quick_move"}),
    "charge, sprinting": (9, "strike", "item:2", {"action": "charge", "charge_by": "sprint"}),
    "grapple": (4, "grapple", "", {}),
    "guard": (1, "guard", "", {}),
    "cast": (8, "cast", "", {}),
    "cast, concentrated": (8 + 4, "cast", "", {"concentrate": True, "spend": ["extra_action_unit"] * 2}),
    "concentrate": (4, "concentrate", "", {}),
    "heal": (8, "heal", "", {}),
    "snap_aim": (3, "snap_aim", "", {}),
    "aim": (8, "aim", "", {}),
    "handle_object": (4, "handle_object", "item:1", {"purpose": "draw"}),
    "reload": (10, "reload", "item:1", {}),
    "stand_up": (4, "stand_up", "", {}),
    "prepare": (0, "prepare", "", {}),
    "melee_attack with both hands": (4 - 1, "strike", "item:2", {"grip": "two_handed"}),
}
TARGETED = {"shoot", "throw", "strike", "grapple", "cast", "snap_aim", "aim"}
REACTIONS = {"dodge": 2, "parry": 2}


def scene(**flags: Any) -> Fight:
    one = sheet(
        GUN,
        KNIFE,
        GRENADE,
        spells={"a": {"damage": "1W6"}},
        skills={"concentration": {"rank": 1}},
        statuses={"prone": True},
        maxima={"hit_points": 15, "action_points": 5, "spell_points": 3},
    )
    people = {
        ONE: Combatant(id=ONE, party="A", sheet=one, budget={"action_units": 10}, flags={"cover": COVER.id} | flags),
        TWO: Combatant(id=TWO, party="B", sheet=sheet(), budget={"action_units": 4}),
    }
    pairs = {f"{ONE}>{TWO}": {"distance": 2}}
    things = {COVER.id: COVER}
    return Fight(ruleset="chaos", combatants=people, things=things, pairs=pairs, round=1, order=(ONE, TWO), current=ONE)


def intent(form: str, item: str, parameters: dict[str, Any]) -> Intent:
    targets = (TWO,) if form in TARGETED else ()
    return Intent(actor=ONE, parts=(Part(form=form, item=item, targets=targets, parameters=parameters),))


def low(question: Question) -> Answer:
    """Every attack succeeds, every reaction is taken."""
    if isinstance(question, Roll):
        return Answer(faces=(1,) * question.dice.count)
    wanted = [choice.key for choice in question.choices if choice.key in REACTIONS and not choice.reasons]
    return Answer(choice=wanted[-1] if wanted else question.default)


def test_every_action_of_the_list_is_tried_here() -> None:
    assert {name.split(",")[0].split(" ")[0] for name in ACTIONS} | set(REACTIONS) == set(PRICES)


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_costs_what_the_list_says(name: str) -> None:
    units, form, item, parameters = ACTIONS[name]
    fight = scene(in_motion=True) if name == "fire_moving" else scene()
    told = CHAOS.preview(fight, intent(form, item, parameters))
    assert (told.reasons, told.cost.get("action_units", 0)) == ((), units)
    events = run(CHAOS.perform(fight, intent(form, item, parameters)), low).events
    paid = [event.data["action_units"] for event in events if event.term == "cost_paid" and event.data["who"] == ONE]
    assert paid == ([units] if units else [])


@pytest.mark.parametrize(("reaction", "form", "item"), [("dodge", "shoot", "item:1"), ("parry", "strike", "item:2")])
def test_a_reaction_costs_what_the_list_says(reaction: str, form: str, item: str) -> None:
    events = run(CHAOS.perform(scene(), intent(form, item, {})), low).events
    paid = [(event.data["action"], event.data["action_units"]) for event in events if event.term == "cost_paid"]
    assert (reaction, REACTIONS[reaction]) in paid
