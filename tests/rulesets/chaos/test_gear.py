"""CHA-2.3, CHA-8.2: things that are used, talents that are paid for."""

from dataclasses import replace
from typing import Any

from combat.core.event import changes_in
from combat.core.fight import Fight, apply
from combat.core.procedure import defaults, run
from combat.core.ruleset import Moment
from combat.core.sheet import Item
from combat.core.value import Json
from combat.rulesets.chaos.cover import additions_of
from tests.rulesets.chaos.build import sheet, weapon
from tests.rulesets.chaos.test_deeds import CHAOS, ONE, TWO, done, offered, refused, scene, to


def gear(quantity: int = 2, **body: Json) -> Item:
    return Item(id="item:7", kind="gear", quantity=quantity, body=body)


def quantity(fight: Fight) -> int:
    found = fight.combatants[ONE].sheet.item("item:7")
    assert found is not None
    return found.quantity


def test_a_painkiller_ends_the_tests_of_whoever_gets_it_and_is_used_up() -> None:
    fight = scene(sheet(gear(relieves=True)), sheet(shock_rounds=2))
    events, after = done(fight, to("handle_object", TWO, item="item:7"))
    assert [event.term for event in events] == ["cost_paid", "object_used", "treated", "shock_ended"]
    assert after.combatants[TWO].sheet.value("shock_rounds") is None
    assert (quantity(after), after.combatants[ONE].budget["action_units"]) == (1, 6)
    assert refused(after, to("handle_object", TWO, item="item:7")) == ["not_in_shock"]
    assert refused(scene(sheet(gear(0, relieves=True), shock_rounds=0)), to("handle_object", item="item:7")) == [
        "none_left"
    ]
    assert refused(fight, to("handle_object", "character:9", item="item:7")) == ["unknown_target"]


def test_a_painkiller_is_open_while_anybody_could_use_it() -> None:
    """CHA-7.9: whom it is for is said with the action; only where nobody is in shock it is closed."""
    fight = scene(sheet(gear(2, relieves=True)), sheet(shock_rounds=0))
    assert offered(fight, "handle_object") == {"item:7": []}
    assert refused(fight, to("handle_object", item="item:7")) == ["no_target"]
    nobody = scene(sheet(gear(2, relieves=True)), sheet())
    assert offered(nobody, "handle_object") == {"item:7": ["not_in_shock"]}


def test_an_emp_charge_strikes_every_weapon_of_its_targets() -> None:
    rail = weapon(traits={"magnetic": 1})
    blade = replace(weapon("item:2"), traits={"energy_field": 1})
    fight = scene(sheet(gear(emp=True)), sheet(rail, blade, Item(id="item:3", kind="gear")))
    events, after = done(fight, to("handle_object", TWO, item="item:7"))
    assert [event.term for event in events if event.term in ("weapon_broke", "power_lost")] == [
        "weapon_broke",
        "power_lost",
    ]
    broken, dark = after.combatants[TWO].sheet.items[:2]
    assert (broken.value("broken"), dark.value("powered")) == (True, False)


def test_what_has_no_rule_is_used_all_the_same_and_may_take_its_own_time() -> None:
    fight = scene(sheet(gear(1, action_units=2, used_up=False)))
    events, after = done(fight, to("handle_object", item="item:7"))
    assert [event.term for event in events] == ["cost_paid", "object_used"]
    assert (quantity(after), after.combatants[ONE].budget["action_units"]) == (1, 8)


def test_things_are_drawn_and_put_away_at_the_printed_price() -> None:
    fight = scene(sheet(gear(1, action_units=2)))
    for purpose, term in (("draw", "object_drawn"), ("put_away", "object_put_away")):
        events, after = done(fight, to("handle_object", item="item:7", purpose=purpose))
        assert [event.term for event in events] == ["cost_paid", term]
        assert after.combatants[ONE].budget["action_units"] == 6
    assert offered(fight, "handle_object") == {"item:7": []}
    assert refused(fight, to("handle_object", item="item:7", purpose="clear_jam")) == ["wrong_kind"]


def talented(**talent: Any) -> Fight:
    known = {"quick": {"active": True, "action_points": 1, **talent}, "calm": {"cover_bonus": 10}}
    return scene(sheet(weapon(), talents=known, maxima={"hit_points": 15, "action_points": 2}))


def test_an_active_talent_is_paid_for_and_acts_until_the_next_turn() -> None:
    fight = talented(reduction_action="guard", reduction=1, cover_bonus=20)
    fight = replace(fight, combatants={**fight.combatants})
    before = CHAOS.preview(fight, to("sprint")).cost
    assert [step.value for step in additions_of(fight.combatants[ONE])] == [10]
    events, after = done(fight, to("use_talent"))
    assert [event.term for event in events] == ["talent_used"]
    assert after.combatants[ONE].sheet.value("pools.action_points") == 1
    assert [step.value for step in additions_of(after.combatants[ONE])] == [10, 20]
    assert CHAOS.preview(after, to("sprint")).cost == before
    assert refused(after, to("use_talent")) == ["talent_in_use"]
    later = run(CHAOS.tick(replace(after, current=ONE), Moment.TURN_START), defaults).events
    assert "talents_in_use" not in apply(after, changes_in(later)).combatants[ONE].flags


def test_an_active_talent_lowers_a_price_only_once_it_is_used() -> None:
    fight = talented(reduction_action="sprint", reduction=3)
    assert CHAOS.preview(fight, to("sprint")).cost == {"action_units": 7}
    _, after = done(fight, to("use_talent", talent="quick"))
    assert CHAOS.preview(after, to("sprint")).cost == {"action_units": 4}


def test_a_talent_without_a_price_changes_no_pool_and_one_too_dear_is_refused() -> None:
    _, after = done(talented(action_points=0), to("use_talent"))
    assert after.combatants[ONE].sheet.value("pools.action_points") is None
    assert refused(talented(action_points=3), to("use_talent")) == ["not_enough_action_points"]
    assert refused(scene(), to("use_talent")) == ["no_talent"]
    assert refused(talented(), to("use_talent", talent="calm")) == ["bad_parameter"]
    assert refused(talented(), to("use_talent", actor="character:9")) == ["unknown_actor"]
    assert offered(scene(), "use_talent") == {}
    assert offered(talented(), "use_talent") == {"": []}
