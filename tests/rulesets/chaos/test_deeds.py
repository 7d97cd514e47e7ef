"""Actions without an attack roll: each one pays its units and does what it says, or is refused with all reasons."""

from dataclasses import replace
from typing import Any

import pytest

from combat.core.event import Event, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import Intent, Part, Refused
from combat.core.procedure import Answer, Ask, Question, Scripted, defaults, run
from combat.core.sheet import Sheet
from combat.core.value import Json
from combat.registry import ruleset
from tests.rulesets.chaos.build import sheet, weapon

CHAOS = ruleset("chaos")
ONE, TWO = "character:1", "character:2"


def scene(one: Sheet | None = None, two: Sheet | None = None, units: int = 10, **flags: Json) -> Fight:
    """A round of a fight, character:1 is on."""
    people = {
        ONE: Combatant(id=ONE, sheet=one or sheet(), budget={"action_units": units}, flags=flags),
        TWO: Combatant(id=TWO, sheet=two or sheet(), budget={"action_units": 0}),
    }
    return Fight(ruleset="chaos", combatants=people, round=3, order=(ONE, TWO), current=ONE)


def to(form: str, *targets: str, item: str = "", actor: str = ONE, **parameters: Json) -> Intent:
    return Intent(actor=actor, parts=(Part(form=form, item=item, targets=targets, parameters=parameters),))


def done(fight: Fight, intent: Intent, *faces: int, **choices: str) -> tuple[tuple[Event, ...], Fight]:
    known = {name.replace("__", "."): choice for name, choice in choices.items()}
    script = Scripted(list(faces))

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            return Answer(choice=known.get(question.name, question.default))
        return script(question)

    preview = CHAOS.preview(fight, intent)
    assert preview.reasons == ()
    events = run(CHAOS.perform(fight, intent), provide).events
    script.finish()
    after = apply(fight, changes_in(events))
    paid = sum(int(str(event.data["action_units"])) for event in events if event.term == "cost_paid")
    assert preview.cost.get("action_units", 0) == paid
    return events, after


def refused(fight: Fight, intent: Intent) -> list[str]:
    told = CHAOS.preview(fight, intent).reasons
    with pytest.raises(Refused) as caught:
        run(CHAOS.perform(fight, intent), defaults)
    assert caught.value.reasons == told
    return [reason.code for reason in told]


def offered(fight: Fight, form: str) -> dict[str, list[str]]:
    """The reasons of the offers of a form by item."""
    return {
        offer.item: [reason.code for reason in offer.reasons]
        for offer in CHAOS.offers(fight, ONE)
        if offer.form == form
    }


def flags(fight: Fight) -> dict[str, Any]:
    return dict(fight.combatants[ONE].flags)


SIMPLE = ["covered_move", "quick_move", "sprint", "take_cover", "guard", "prepare", "concentrate", "snap_aim", "aim",
          "reload", "handle_object", "heal", "treat"]  # fmt: skip


@pytest.mark.parametrize("form", [*SIMPLE, "stabilise", "cast"])
def test_strangers_and_wrong_parameters_are_refused(form: str) -> None:
    fight = scene(sheet(weapon(), spells={"a": {}}))
    assert refused(fight, to(form, actor="character:9", item="item:1")) == ["unknown_actor"]
    wrong = "care" if form == "stabilise" else "spend"
    part = Part(form=form, item="item:1", targets=(TWO,), parameters={wrong: 7})
    assert refused(fight, Intent(actor=ONE, parts=(part,))) == ["bad_parameter"]


@pytest.mark.parametrize("form", ["covered_move", "guard", "prepare", "concentrate", "heal"])
def test_whoever_is_not_on_or_out_of_action_cannot(form: str) -> None:
    down = sheet(statuses={"unconscious": True}, maxima={"hit_points": 15, "spell_points": 3})
    assert refused(replace(scene(down), current=TWO), to(form)) == ["cannot_act", "not_your_turn"]


@pytest.mark.parametrize(
    ("form", "cost", "after"),
    [
        ("covered_move", 4, {"took_cover": True}),
        ("quick_move", 4, {"in_motion": True, "moved_quickly": True}),
        ("sprint", 7, {"in_motion": True, "sprinted": True}),
        ("guard", 1, {"took_cover": True, "guarding": True}),
        ("prepare", 0, {"took_cover": True}),
        ("concentrate", 4, {"took_cover": True, "concentrating": 3}),
    ],
)
def test_an_action_pays_and_sets_its_flags(form: str, cost: int, after: dict[str, Json]) -> None:
    _, fight = done(scene(caster(), took_cover=True), to(form))
    assert (flags(fight), fight.combatants[ONE].budget["action_units"]) == (after, 10 - cost)
    assert offered(scene(caster(), units=cost), form) == {"": []}


def test_a_move_tells_how_far_it_goes() -> None:
    assert done(scene(), to("sprint"))[0][-1].data["metres"] == 25
    slow = sheet(overrides={"sprint": {"value": 3, "reason": "Bein"}})
    assert done(scene(slow), to("sprint"))[0][-1].data["metres"] == 3
    assert refused(scene(sheet(statuses={"clinched": True})), to("sprint")) == ["clinched"]


def test_whoever_holds_somebody_lets_go_by_moving_off() -> None:
    fight = scene(two=sheet(statuses={"clinched": True}))
    held = replace(fight.combatants[TWO], flags={"held_by": ONE})
    _, after = done(replace(fight, combatants={**fight.combatants, TWO: held}), to("covered_move"))
    assert after.combatants[TWO].sheet.value("statuses.clinched") is None


def test_units_for_action_points_pay_what_the_round_lacks() -> None:
    rich = sheet(pools={"action_points": 2})
    intent = to("quick_move", spend=["extra_action_unit", "extra_action_unit"])
    _, fight = done(scene(rich, units=2), intent)
    assert (fight.combatants[ONE].budget["action_units"], fight.combatants[ONE].flags["bought_units"]) == (0, 2)
    assert refused(scene(rich, units=1), intent) == ["not_enough_action_units"]
    assert refused(scene(sheet(), units=9, bought_units=2), intent) == ["too_many_action_units"]


def test_cover_is_taken_where_there_is_one_even_in_the_enemies_turn() -> None:
    fight = replace(scene(cover="item:9"), current=TWO)
    assert flags(done(fight, to("take_cover"))[1])["took_cover"] is True
    assert flags(done(scene(cover="item:9", took_cover=True), to("take_cover"))[1])["took_cover"] is True
    assert refused(scene(reckless=True), to("take_cover")) == ["no_cover", "reckless"]


def test_an_aim_is_taken_at_one_target_and_replaces_the_earlier_one() -> None:
    _, fight = done(scene(aim="snap_aim", aim_target=TWO, aim_round=1), to("aim", TWO))
    assert flags(fight) == {"aim": "aim", "aim_target": TWO, "aim_round": 3}
    assert refused(scene(), to("aim")) == ["no_target"]
    two = replace(scene(), combatants={**scene().combatants, "character:3": Combatant(id="character:3", sheet=sheet())})
    assert refused(two, to("snap_aim", TWO, "character:3")) == ["too_many_targets"]


def test_reloading_takes_its_rounds_and_keeps_its_progress() -> None:
    empty = weapon(loaded=0, reload_rounds=2)
    (note,) = CHAOS.preview(scene(sheet(empty)), to("reload", item="item:1")).notes
    assert (note.code, note.data) == ("loads_on", {"rounds": 1})
    _, fight = done(scene(sheet(empty)), to("reload", item="item:1"))
    half = fight.combatants[ONE].sheet.items[0]
    (note,) = CHAOS.preview(scene(sheet(half)), to("reload", item="item:1")).notes
    assert (note.code, note.data) == ("loads_to", {"loaded": 30})
    assert (half.body["loaded"], half.body["reload_progress"]) == (0, 1)
    _, fight = done(scene(sheet(half)), to("reload", item="item:1"))
    assert fight.combatants[ONE].sheet.items[0].body["loaded"] == 30
    _, fight = done(scene(sheet(weapon(loaded=0, reload_rounds=1))), to("reload", item="item:1"))
    assert fight.combatants[ONE].sheet.items[0].body["loaded"] == 30


def test_what_cannot_be_reloaded_is_refused() -> None:
    assert refused(scene(), to("reload", item="item:1")) == ["unknown_weapon"]
    assert refused(scene(sheet(replace(weapon(), kind="gear"))), to("reload", item="item:1")) == ["wrong_kind"]
    assert refused(scene(sheet(weapon())), to("reload", item="item:1")) == ["wrong_kind"]
    full = scene(sheet(weapon(reload_rounds=1)), units=9)
    assert refused(full, to("reload", item="item:1")) == ["magazine_full", "not_enough_action_units"]
    assert offered(full, "reload") == {"item:1": ["magazine_full", "not_enough_action_units"]}


def test_weapons_are_drawn_put_away_and_cleared() -> None:
    _, fight = done(scene(sheet(weapon())), to("handle_object", item="item:1"))
    drawn = fight.combatants[ONE].sheet.items[0]
    assert drawn.body["readied"] is True
    assert done(scene(sheet(drawn)), to("handle_object", item="item:1", purpose="draw"))[0][-1].term == "weapon_drawn"
    _, fight = done(scene(sheet(drawn)), to("handle_object", item="item:1", purpose="put_away"))
    assert fight.combatants[ONE].sheet.items[0].body["readied"] is False
    _, fight = done(scene(sheet(weapon(jammed=True))), to("handle_object", item="item:1", purpose="clear_jam"))
    assert fight.combatants[ONE].sheet.items[0].body["jammed"] is False
    assert refused(scene(sheet(weapon())), to("handle_object", item="item:1", purpose="clear_jam")) == ["not_jammed"]
    assert refused(scene(), to("handle_object", item="item:1")) == ["unknown_weapon"]


def test_what_is_likely_stands_first() -> None:
    """CHA-2.3: a weapon that is put away is drawn, one in hand put away, a jam cleared."""
    likely = ((weapon(), "draw"), (weapon(readied=True), "put_away"), (weapon(jammed=True), "clear_jam"))
    for held, purpose in likely:
        (offer,) = [each for each in CHAOS.offers(scene(sheet(held)), ONE) if each.form == "handle_object"]
        assert {known.path: known.default for known in offer.parameters}["purpose"] == purpose


def test_a_fire_is_put_out_on_oneself_or_another() -> None:
    hot = sheet(statuses={"burning": True})
    _, fight = done(scene(sheet(), hot), to("handle_object", TWO, purpose="put_out_fire"))
    assert fight.combatants[TWO].sheet.value("statuses.burning") is None
    _, fight = done(scene(hot), to("handle_object"))
    assert fight.combatants[ONE].sheet.value("statuses.burning") is None
    assert refused(scene(), to("handle_object")) == ["not_burning"]
    assert refused(scene(), to("handle_object", "character:9")) == ["unknown_target"]
    assert offered(scene(sheet(weapon()), hot), "handle_object") == {"item:1": [], "": []}


def test_an_emp_breaks_magnets_and_ends_energy_fields_once() -> None:
    blade = weapon(traits={"energy_field": 1, "magnetic": 1})
    notes = [CHAOS.preview(scene(sheet(each)), to("emp", item="item:1")).notes for each in (blade, weapon())]
    assert [[note.code for note in each] for each in notes] == [["weapon_broke", "power_lost"], ["emp_harmless"]]
    events, fight = done(scene(sheet(blade)), to("emp", item="item:1"))
    assert [event.term for event in events] == ["emp", "weapon_broke", "power_lost"]
    assert [event.term for event in done(fight, to("emp", item="item:1"))[0]] == ["emp", "emp_harmless"]
    assert refused(scene(), to("emp", item="item:1")) == ["unknown_weapon"]
    assert offered(scene(sheet(blade)), "emp") == {"item:1": []}


DYING = {"unconscious": True, "mortally_wounded": True}


def dying(**statuses: bool) -> Sheet:
    return sheet(pools={"hit_points": -3}, statuses={**DYING, **statuses})


def test_care_saves_or_fails() -> None:
    medic = sheet(skills={"medicine": {"rank": 1, "attribute": "intelligence"}})
    _, fight = done(scene(medic, dying()), to("stabilise", TWO), 39, 50)
    person = fight.combatants[TWO].sheet
    assert (person.value("statuses.mortally_wounded"), person.value("statuses.stabilised")) == (None, True)
    _, fight = done(scene(medic, dying(stabilised=True)), to("stabilise", TWO), 39, 51)
    assert fight.combatants[TWO].sheet.value("pools.hit_points") == -16
    _, fight = done(scene(medic, dying()), to("stabilise", TWO), 40)
    assert fight.combatants[TWO].sheet.value("pools.hit_points") == -16
    _, fight = done(scene(medic, dying(stabilised=True)), to("stabilise", TWO, care="magic"), 50)
    assert fight.combatants[TWO].sheet.value("statuses.mortally_wounded") is None


def test_care_needs_somebody_to_save_and_the_skill() -> None:
    layman = sheet(skills={"medicine": {"rank": 0, "untrained": False}})
    assert refused(scene(), to("stabilise")) == ["no_target"]
    assert refused(scene(), to("stabilise", "character:9")) == ["unknown_target"]
    down = sheet(statuses={"unconscious": True})
    assert refused(scene(down), to("stabilise", TWO)) == ["not_mortally_wounded", "cannot_act"]
    gone = sheet(pools={"hit_points": -99}, statuses=DYING)
    assert refused(scene(sheet(), gone), to("stabilise", TWO)) == ["not_mortally_wounded"]
    assert refused(scene(layman, dying()), to("stabilise", TWO)) == ["not_learned"]
    assert offered(scene(layman, dying()), "stabilise") == {"": ["not_learned"]}
    assert offered(scene(dying()), "stabilise") == offered(scene(), "stabilise") == {}


def test_a_painkiller_ends_the_tests() -> None:
    shocked = sheet(pools={"hit_points": 2}, shock_rounds=2)
    _, fight = done(scene(shocked), to("treat"))
    assert fight.combatants[ONE].sheet.value("shock_rounds") is None
    _, fight = done(scene(sheet(), shocked), to("treat", TWO))
    assert fight.combatants[TWO].sheet.value("shock_rounds") is None
    assert refused(scene(), to("treat")) == ["not_in_shock"]
    assert refused(scene(), to("treat", "character:9")) == ["unknown_target"]
    assert offered(scene(sheet(), shocked), "treat") == {"": []}


def caster(spell_points: int = 3, **spell: Json) -> Sheet:
    return sheet(spells={"bolt": {"grade": 3, **spell}}, pools={"spell_points": spell_points, "action_points": 2})


def test_healing_by_spell_points_ends_shock_only_above_20_per_cent() -> None:
    hurt = sheet(pools={"hit_points": 2, "spell_points": 5}, shock_rounds=1)
    events, fight = done(scene(hurt), to("heal", spell_points=1))
    assert (fight.combatants[ONE].sheet.value("pools.hit_points"), events[-1].term) == (3, "healed")
    (note,) = CHAOS.preview(scene(hurt), to("heal", spell_points=2)).notes
    assert note.code == "heals_to"
    assert note.data == {"hit_points": 4, "maximum": 15, "left": 3}
    events, fight = done(scene(hurt), to("heal", spell_points=2))
    assert (fight.combatants[ONE].sheet.value("shock_rounds"), events[-1].term) == (None, "shock_ended")
    assert refused(scene(hurt), to("heal", spell_points=6)) == ["not_enough_spell_points"]
    events, _ = done(scene(sheet(pools={"spell_points": 1})), to("heal"))
    assert [event.term for event in events] == ["cost_paid", "healed"], "nothing to heal: no spell point is spent"


def test_a_spell_without_a_target_takes_effect_by_itself() -> None:
    events, _ = done(scene(caster()), to("cast"), 20)
    assert (events[-1].term, events[-1].data["degrees"]) == ("spell_took_effect", 2)
    assert CHAOS.preview(scene(caster()), to("cast")).checks[0].trouble == (96, 100)


def test_the_dead_are_beyond_healing_and_damage_comes_before_it() -> None:
    both = caster(damage="1W6", healing="1W6")
    events, fight = done(scene(both), to("cast", TWO), 30, 2, 6)
    assert fight.combatants[TWO].sheet.value("pools.hit_points") == 15
    gone = sheet(pools={"hit_points": -99})
    _, fight = done(scene(caster(healing="1W6"), gone), to("cast", TWO), 30, 6)
    assert fight.combatants[TWO].sheet.value("pools.hit_points") == -99
    events, _ = done(scene(caster(damage="1W6-6")), to("cast", TWO), 30, 2)
    assert events[-1].data["lost"] == 0


def test_a_spell_lifts_out_of_shock_and_may_be_cast_on_oneself() -> None:
    healer = sheet(spells={"a": {"healing": "1W6", "resistance": "mental"}}, pools={"hit_points": 2}, shock_rounds=1)
    events, _ = done(scene(healer), to("cast", ONE), 30, 6)
    assert events[-1].term == "shock_ended"


def test_a_spell_that_leaves_little_asks_for_a_resistance_test() -> None:
    weak = sheet(pools={"hit_points": 4, "spell_points": 3})
    fight = scene(caster(damage="1W6", resistance="mental"), weak)
    told = [check.term for check in CHAOS.preview(fight, to("cast", TWO)).checks]
    assert told == ["cast", "resist", "resistance_test"]
    events, after = done(fight, to("cast", TWO), 39, 99, 2, 49, reaction__0__spell_points="1")
    tests = [event.data["target_number"] for event in events if event.term in {"resist", "resistance_test"}]
    assert (tests, after.combatants[TWO].sheet.value("pools.spell_points")) == ([50, 50], 1)
    events, after = done(fight, to("cast", TWO), 39, 99, 2, 49, reaction__0__spell_points="2")
    tests = [event.data["target_number"] for event in events if event.term in {"resist", "resistance_test"}]
    assert (tests, after.combatants[TWO].sheet.value("pools.spell_points")) == ([60, 40], 1)


def test_action_points_change_the_degrees_of_both_sides() -> None:
    fight = scene(caster(damage="1W6", resistance="mental"), sheet(pools={"action_points": 2}))
    intent = to("cast", TWO, spend=["extra_degree"])
    events, _ = done(fight, intent, 29, 29, reaction__0__spend="cancel_degree")
    assert [event.data["target_number"] for event in events if event.term == "resist"] == [30]
    assert events[-1].data["degrees"] == 1


def test_concentration_is_prepared_or_paid_with_the_cast() -> None:
    gathered = sheet(skills={"concentration": {"rank": 1}}, spells={"a": {"grade": 3}})
    ready = scene(gathered, concentrating=2)
    assert [check.term for check in CHAOS.preview(ready, to("cast")).checks] == ["concentrate", "cast"]
    _, fight = done(ready, to("cast"), 30, 55)
    assert (flags(fight), fight.combatants[ONE].budget["action_units"]) == ({}, 2)
    rich = sheet(skills={"concentration": {"rank": 1}}, spells={"a": {"grade": 3}}, pools={"action_points": 2})
    intent = to("cast", concentrate=True, spend=["extra_action_unit", "extra_action_unit"])
    _, fight = done(scene(rich), intent, 41, 30)
    assert fight.combatants[ONE].budget["action_units"] == 0


@pytest.mark.parametrize(("form", "kept"), [("guard", False), ("let_go", True), ("concentrate", True)])
def test_concentration_helps_only_the_cast_that_follows_directly(form: str, kept: bool) -> None:
    """CHA-9.7: whatever else costs action units in between ends it; what costs nothing does not."""
    fight = scene(sheet(), sheet(statuses={"clinched": True}), concentrating=2)
    _, after = done(fight, to(form, *((TWO,) if form == "let_go" else ())))
    assert ("concentrating" in flags(after)) is kept


def test_an_attack_and_a_dodge_end_concentration_too() -> None:
    """CHA-9.7."""
    fight = replace(scene(sheet(weapon()), concentrating=2), pairs={f"{ONE}>{TWO}": {"distance": 5}})
    dodging = replace(fight.combatants[TWO], budget={"action_units": 4}, flags={"concentrating": 2})
    fight = replace(fight, combatants={**fight.combatants, TWO: dodging})
    faces = Scripted([65, 1])

    def dodging_it(question: Question) -> Answer | None:
        return Answer(choice="dodge") if question.name == "reaction.0.choice" else faces(question)

    events = run(CHAOS.perform(fight, to("shoot", TWO, item="item:1", mode="single")), dodging_it).events
    people = apply(fight, changes_in(events)).combatants.values()
    assert [each.flags.get("concentrating") for each in people] == [None, None]


def test_who_was_saved_and_is_struck_down_again_is_stabilised_no_more() -> None:
    """CHA-7.15, CHA-7.19: a loss that leaves 0 or less is a mortal wound, also for one who was saved from another."""
    saved = sheet(pools={"hit_points": -2}, statuses={"unconscious": True, "stabilised": True})
    _, after = done(scene(sheet(weapon()), saved), to("hit", TWO, item="item:1", called_zone="body"), 3, 3)
    found = after.combatants[TWO].sheet
    assert (found.value("statuses.mortally_wounded"), found.value("statuses.stabilised")) == (True, None)


def test_what_cannot_be_cast_is_refused() -> None:
    assert refused(scene(), to("cast")) == ["no_spell"]
    assert offered(scene(), "cast") == {}
    assert offered(scene(caster(healing="1W6")), "cast") == {"": []}
    spell = scene(caster(damage="1W6"))
    assert refused(spell, to("cast")) == ["no_target"]
    assert refused(spell, to("cast", TWO, ONE)) == ["too_many_targets"]
    assert refused(spell, to("cast", "character:9")) == ["unknown_target"]
    points = to("cast", TWO, spell_points_roll=4, spell_points_effect=0)
    assert refused(spell, points) == ["too_many_spell_points", "not_enough_spell_points"]
    dull = sheet(skills={"concentration": {"rank": 0, "untrained": False}}, spells={"a": {}})
    assert refused(scene(dull), to("cast", concentrate=True)) == ["not_learned"]


def test_what_only_a_turn_remembers_is_not_offered_in_free_play() -> None:
    """CHA-2.11 by hand: flags end with turns and fights; in free play there are none."""
    fight = scene(caster())
    in_fight = {offer.form for offer in CHAOS.offers(fight, ONE)}
    free = {offer.form for offer in CHAOS.offers(replace(fight, round=0, order=(), current=""), ONE)}
    assert in_fight - free == {
        "covered_move", "quick_move", "sprint", "take_cover", "guard", "prepare", "concentrate", "snap_aim", "aim",
    }  # fmt: skip
    assert {"shoot", "reload", "test"} & in_fight == {"shoot", "reload", "test"} & free
    for form in in_fight - free:
        assert refused(replace(fight, round=0, order=(), current=""), to(form, TWO)) == ["only_in_fights"]


def test_healing_is_offered_to_whoever_has_spell_points_to_spend_or_to_win_back() -> None:
    assert offered(scene(), "heal") == {}
    assert offered(scene(sheet(maxima={"hit_points": 15, "spell_points": 3})), "heal") == {"": []}
    drained = sheet(maxima={"hit_points": 15, "spell_points": 3}, pools={"spell_points": 0})
    assert offered(scene(drained), "heal") == {"": ["not_enough_spell_points"]}
