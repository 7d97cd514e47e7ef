"""Leaving an enemy's reach, steps, holds, mounts: what the golden cases leave."""

from dataclasses import replace

from combat.core.event import Happened, Rolled, changes_in
from combat.core.fight import Fight, apply
from combat.core.procedure import Answer, Ask, Question, defaults, run
from combat.core.ruleset import Moment
from combat.core.sheet import Item
from tests.rulesets.zwanziger.build import (
    RULES,
    answering,
    asked,
    done,
    duel,
    fight,
    named,
    person,
    refused,
    terms,
    thing,
    totals,
    weapon,
    with_flags,
)

LOST = {"breakout.1.contest.1": 1, "breakout.1.contest.1.against": 20}


def test_an_enemy_with_several_weapons_chooses_one_for_his_free_attack() -> None:
    scene = fight(person("a"), person("b", weapon("item:2"), weapon("item:3", slot="offhand", attack_value=9)))
    found = done(scene, asked("break_out", "", "b"), LOST, {"breakout.1.item": "item:3"})
    assert totals(found, "attack_roll") == [10]
    assert terms(found)[-1] == "moved"


def test_nobody_is_asked_who_has_no_weapon_or_cannot_act() -> None:
    """W20-7.3: the reach of a melee weapon is left."""
    bow, blade = weapon("item:2", ranged=True), weapon("item:2")
    for enemy in (person("b", bow), person("b", blade, statuses={"unconscious": True})):
        scene = fight(person("a"), enemy)
        assert RULES.preview(scene, asked("break_out", "", "b")).checks == ()
        assert terms(done(scene, asked("break_out", "", "b"))) == ["action_booked", "moved"]


def test_an_attack_says_before_what_it_would_do() -> None:
    """W20-6.8, by hand: W8, half of the strength modifier 5 rounded down, 3 of perks, 2 said for this attack."""
    blade = weapon("item:1", attribute="strength", factor="1/2")
    scene = fight(person("a", blade, attributes={"strength": 10}, damage_bonus=3), person("b"))
    (note,) = RULES.preview(scene, asked("attack_main", "item:1", "b", damage_bonus=2)).notes
    assert (note.code, note.data) == ("does_typed_harm", {"damage": "W8+7", "damage_type": "slash"})
    bare = fight(person("a", weapon("item:1", damage=None, damage_type=None, flat_bonus=4)), person("b"))
    assert RULES.preview(bare, asked("attack_main", "item:1", "b")).notes[0].data == {"damage": "4"}
    assert RULES.preview(scene, asked("grapple", "", "b")).notes == (), "a grapple does none (W20-7.5)"


def test_whoever_sets_a_thing_off_reads_the_value_of_the_save() -> None:
    """W20-7.7, by hand: the thing's 12 and the modifier 3 of dexterity 7 are 15."""
    flask = thing("item:5", origin_value=12)
    scene = fight(person("a", flask, attributes={"dexterity": 7}), person("b"))
    (note,) = RULES.preview(scene, asked("item_save", "item:5", "b")).notes
    assert (note.code, note.data) == ("value_to_reach", {"needed": 15, "origin_value": 12})


def test_whoever_falls_to_the_free_attack_does_not_get_away() -> None:
    weak = person("a", wound_threshold=1, maxima={"wounds": 1})
    scene = fight(weak, person("b", weapon("item:2")), person("c", weapon("item:3")))
    found = done(scene, asked("break_out", "", "b", "c"), LOST)
    assert "moved" not in terms(found)
    assert terms(found).count("free_attack") == 1


def test_the_step_after_a_parry_stays_in_reach_unless_said_otherwise() -> None:
    """W20-6.14: the step may cause a breakout; somebody it fells does not take it."""
    scene = duel()
    parry = {"defence.choice": "parry", "after_parry.choice": "step_2m"}
    found = done(scene, asked("attack_main", "item:1", "b"), {"defence": 12}, parry)
    assert terms(found)[-1] == "moved"
    assert "breakout" not in terms(found)
    weak = replace(
        scene,
        combatants={**scene.combatants, "b": person("b", weapon("item:2"), wound_threshold=1, maxima={"wounds": 1})},
    )
    faces = {"defence": 12, "step.breakout.1.contest.1.against": 20}
    fell = done(weak, asked("attack_main", "item:1", "b"), faces, parry | {"step.way": "leaves_reach"})
    assert "free_attack" in terms(fell)
    assert "moved" not in terms(fell)


def test_after_an_ordinary_parry_that_fells_the_parrying_side_nothing_is_asked() -> None:
    weak = person("b", weapon("item:2"), wound_threshold=1, maxima={"wounds": 1})
    scene = fight(person("a", weapon("item:1")), weak)
    found = done(scene, asked("attack_main", "item:1", "b"), {"defence": 9}, {"defence.choice": "parry"})
    assert "after_parry.choice" not in found.answers
    assert "hit" in terms(found)


def test_a_counter_grapple_needs_limbs_and_whoever_is_held_takes_no_step() -> None:
    """W20-6.14, W20-7.5."""
    bound = person("b", weapon("item:2"), learnt=["counter_grapple"], can_grapple=False, statuses={"grappled": True})
    scene = fight(person("a", weapon("item:1")), bound)
    parrying = answering({"defence": 12}, {"defence.choice": "parry"})
    found = run(
        RULES.perform(scene, asked("attack_main", "item:1", "b")),
        lambda question: None if question.name == "after_parry.choice" else parrying(question),
    )
    # Only doing nothing is left, and nobody is asked for that.
    assert found.question is None
    assert found.answers["after_parry.choice"].choice == "nothing"


def test_a_hold_is_let_go_and_offered_to_the_holder() -> None:
    scene = with_flags(fight(person("a"), person("b", statuses={"grappled": True})), "b", held_by="a")
    assert "let_go" in {offer.form for offer in RULES.offers(scene, "a")}
    after = apply(scene, changes_in(done(scene, asked("let_go", "", "b")).events))
    assert after.combatants["b"].sheet.value("statuses.grappled") is None
    assert "held_by" not in after.combatants["b"].flags


def test_a_contest_without_end_is_given_up() -> None:
    """Ruling endless_ties: the acting side has not won."""
    scene = duel()
    found = done(scene, asked("contest", "", "b"))
    assert terms(found).count("tied") == 20
    assert isinstance(found.events[-1], Happened)
    assert found.events[-1].of == "b"


def test_a_mount_acts_in_its_riders_turn_and_rests_with_him() -> None:
    """W20-7.2, W20-2.5, W20-3.7."""
    mount = person("m", weapon("item:3"), flags={"rider": "a", "exhaustion": 2, "mount_used": True})
    scene = replace(fight(person("a"), mount, person("b")), current="b", round=1)
    assert [reason.code for reason in RULES.preview(scene, asked("move", actor="m")).reasons] == ["not_your_turn"]
    offered = {offer.form for offer in RULES.offers(scene, "m")}
    assert "sprint" in offered
    assert "discard" not in offered
    turn = replace(scene, current="a")
    after = apply(turn, changes_in(run(RULES.tick(turn, Moment.TURN_START), answering({})).events))
    assert after.combatants["m"].flags == {"rider": "a", "exhaustion": 0}
    ordered = apply(scene, changes_in(run(RULES.tick(scene, Moment.ROUND_START), answering({})).events))
    assert set(ordered.order) == {"a", "b"}


def test_the_turn_goes_round_and_passes_over_whoever_is_out() -> None:
    """W20-3.9, W20-3.1."""
    scene = fight(
        person("a", attributes={"speed": 20}),
        person("b", attributes={"speed": 10}, pools={"wounds": 6}),
        person("c", attributes={"speed": 2}, statuses={"unconscious": True}, pools={"wounds": 4}),
    )
    for moment in (Moment.FIGHT_START, Moment.ROUND_START, Moment.TURN_START, Moment.TURN_END):
        scene = apply(scene, changes_in(run(RULES.tick(scene, moment), answering({})).events))
    assert (scene.order, scene.current) == (("a", "b", "c"), "c")
    assert scene.combatants["a"].budget == {"attack": 0, "utility": 0, "reaction": 1}
    told = run(RULES.tick(scene, Moment.TURN_START), answering({}))
    assert "turn_skipped" in terms(told)
    scene = apply(scene, changes_in(told.events))
    scene = apply(scene, changes_in(run(RULES.tick(scene, Moment.TURN_END), defaults).events))
    assert scene.current == ""
    again = apply(scene, changes_in(run(RULES.tick(scene, Moment.ROUND_START), defaults).events))
    assert (again.round, again.order) == (2, scene.order)
    assert terms(run(RULES.tick(again, Moment.FIGHT_END), defaults)) == ["fight_ended"]


def test_without_somebody_at_turn_nothing_happens() -> None:
    for moment in (Moment.TURN_START, Moment.TURN_END):
        assert run(RULES.tick(duel(), moment), defaults).events == ()


def test_ties_of_initiative_without_end_leave_the_order_of_entry() -> None:
    after = apply(duel(), changes_in(run(RULES.tick(duel(), Moment.ROUND_START), answering({})).events))
    assert after.order == ("a", "b")


def test_a_turn_after_the_last_one_in_the_order_ends_the_round() -> None:
    scene = replace(duel(), current="a", order=("b",))
    after = apply(scene, changes_in(run(RULES.tick(scene, Moment.TURN_END), defaults).events))
    assert after.current == ""


def mounted_scene(**budget: int) -> Fight:
    """A rider "a" on "m", an enemy "b" with a weapon, in the rider's turn."""
    mount = person("m", flags={"rider": "a"}, movement=12, sprint=30)
    scene = replace(fight(person("a"), mount, person("b", weapon("item:2"))), current="a", round=1)
    rider = replace(scene.combatants["a"], budget={**scene.combatants["a"].budget, **budget})
    return replace(scene, combatants={**scene.combatants, "a": rider})


def test_a_mount_leaves_an_enemys_reach_by_its_free_move_or_sprint() -> None:
    """W20-7.2: one free move or sprint in each turn of its rider, wherever it leads; W20-7.3."""
    scene = mounted_scene(attack=0, utility=0)
    for way, metres in (("move", 12), ("sprint", 30)):
        found = done(scene, asked("break_out", "", "b", actor="m", leaving_by=way), {"breakout.1.contest.1": 20})
        assert terms(found)[0] == "mount_moves_free"
        assert found.events[-1].data["metres"] == metres
        assert apply(scene, changes_in(found.events)).combatants["m"].flags["mount_moved"] is True
    far = asked("break_out", "", "b", actor="m", leaving_by="move", metres=13)
    assert [reason.code for reason in RULES.preview(scene, far).reasons] == ["move_too_far"]
    jump = asked("break_out", "", "b", actor="m", leaving_by="jump")
    assert [reason.code for reason in RULES.preview(scene, jump).reasons] == ["no_action_left"]


def test_a_free_movement_is_booked_on_no_action() -> None:
    """W20-7.2: the first one of a turn costs nothing, so nobody is asked what it is booked on."""
    scene = mounted_scene()

    def booked(on: Fight) -> bool:
        (offer,) = [offer for offer in RULES.offers(on, "m") if offer.form == "sprint"]
        return "slot" in {known.path for known in offer.parameters}

    assert not booked(scene)
    assert booked(with_flags(scene, "m", mount_used=True))


def test_nobody_sprints_out_of_reach_on_foot() -> None:
    """W20-2.5: sprinting is the mount's."""
    assert refused(duel(), asked("break_out", "", "b", leaving_by="sprint")) == ["bad_parameter"]


def test_a_jump_out_of_reach_meets_the_contest_first() -> None:
    """W20-7.3: whoever leaves the reach of a melee weapon, however he leaves it; W20-7.4."""
    scene = duel()
    jump = asked("break_out", "", "b", leaving_by="jump", height="1", distance_jumped="2")
    assert [check.term for check in RULES.preview(scene, jump).checks] == ["breakout", "jump"]
    away = done(scene, jump, {"breakout.1.contest.1": 20, "jump": 20})
    assert [term for term in terms(away) if term in ("breakout", "broke_out", "jump", "jumped")] == [
        "breakout",
        "breakout",
        "broke_out",
        "jump",
        "jumped",
    ]
    weak = person("a", wound_threshold=1, maxima={"wounds": 1})
    fell = done(fight(weak, person("b", weapon("item:2"))), jump, LOST)
    assert "jump" not in terms(fell)
    assert refused(scene, asked("break_out", "", "b", leaving_by="jump", height="hoch")) == ["bad_parameter"]


def test_a_mounts_jump_is_a_movement_too() -> None:
    """W20-5.4: it has moved in this turn."""
    scene = mounted_scene()
    after = apply(scene, changes_in(done(scene, asked("jump", actor="m"), {"jump": 20}).events))
    assert after.combatants["m"].flags["mount_moved"] is True


def test_the_holder_says_himself_with_what_he_holds() -> None:
    """W20-7.5: strength or dexterity, each side's choice; nobody is asked for whom both are the same."""
    held = person("a", attributes={"strength": 6, "dexterity": 10}, statuses={"grappled": True}, flags={"held_by": "b"})
    scene = fight(held, person("b", attributes={"strength": 12, "dexterity": 6}))
    struggle = asked("break_free", "", "b", manipulator="dexterity_bonus")
    faces = {"wrestle.1": 5, "wrestle.1.against": 2}
    assert totals(done(scene, struggle, faces), "wrestle") == [10, 8]
    weaker = done(scene, struggle, faces, {"holder_manipulator": "dexterity_bonus"})
    assert totals(weaker, "wrestle") == [10, 5]
    even = fight(held, person("b", attributes={"strength": 7, "dexterity": 6}))
    assert "holder_manipulator" not in done(even, struggle, faces).answers


def test_a_jump_says_before_below_what_balance_is_lost() -> None:
    """W20-7.4: below twice the threshold; 2 x 1,5 + 3 = 6, so below 12. By the house below half of it."""
    jump = asked("jump", height="1,5", distance_jumped="3")
    assert [note.data["needed"] for note in RULES.preview(duel(), jump).notes] == [12]
    low = asked("jump", height="0", distance_jumped="1")
    assert RULES.preview(duel(), low).notes == ()
    far = asked("jump", height="0", distance_jumped="31")
    halved = fight(person("a"), person("b"), options={"jump_balance": "half"})
    assert [note.data["needed"] for note in RULES.preview(halved, far).notes] == [16]


def test_a_jump_without_lengths_goes_one_metre() -> None:
    """W20-7.4: something has to be jumped, so what is not stated is the shortest jump, which takes a 2."""
    (check,) = RULES.preview(duel(), asked("jump")).checks
    assert check.window == (2, None)
    (offer,) = [offer for offer in RULES.offers(duel(), "a") if offer.form == "jump"]
    assert [field.default for field in offer.parameters[:2]] == [None, 1]


def test_whatever_a_ridden_mount_does_fits_any_action_of_its_rider() -> None:
    """W20-7.2: the hoof too, not only the jump."""
    scene = mounted_scene()
    hoof = replace(person("m", weapon("item:3"), flags={"rider": "a"}), budget={})
    scene = replace(scene, combatants={**scene.combatants, "m": hoof})
    for form in ("attack_main", "grapple", "jump"):
        (offer,) = [offer for offer in RULES.offers(scene, "m") if offer.form == form]
        assert "slot" in {known.path for known in offer.parameters}
        (own,) = [offer for offer in RULES.offers(scene, "b") if offer.form == form]
        assert ("slot" in {known.path for known in own.parameters}) == (form == "jump")
    kicks = asked("attack_main", "item:3", "b", actor="m", slot="attack")
    assert RULES.preview(scene, kicks).cost == {"attack": 1}


def test_an_offer_says_that_it_is_for_one_target() -> None:
    """W20-6.1: an attack has one target; W20-7.3: a movement may leave the reach of several enemies."""
    offers = {offer.form: offer.one_target for offer in RULES.offers(duel(), "a")}
    assert (offers["attack_main"], offers["grapple"], offers["break_out"], offers["move"]) == (True, True, False, False)


def test_a_block_tells_what_it_holds_off_before_it_is_chosen() -> None:
    """W20-6.4: the block strength goes off the damage; of two shields each tells its own."""

    def asks(*items: Item) -> dict[str, dict[str, object]]:
        scene = fight(person("a", weapon("item:1")), person("b", *items))
        blocking = answering({}, {"defence.choice": "block"})
        found: dict[str, dict[str, object]] = {}

        def answered(question: Question) -> Answer | None:
            if isinstance(question, Ask):
                found[question.name] = {choice.key: dict(choice.data) for choice in question.choices}
            return blocking(question)

        run(RULES.perform(scene, asked("attack_main", "item:1", "b")), answered)
        return found

    single = asks(weapon("item:2"))["defence.choice"]
    assert (single["block"], single["parry"]) == ({"block_strength": 3}, {})
    both = asks(weapon("item:2"), weapon("item:3", slot="offhand", block_strength=6))
    assert both["defence.choice"]["block"] == {}
    assert both["defence.item"] == {"item:2": {"block_strength": 3}, "item:3": {"block_strength": 6}}
    assert asks(weapon("item:2", block_strength=None))["defence.choice"]["block"] == {}


def test_a_contest_names_one_number_to_reach() -> None:
    """W20-4.6: the higher total wins and a tie is rolled again, so against 8 a 9 is needed."""
    found = done(duel(), asked("break_out", "", "b"), {"breakout.1.contest.1": 5, "breakout.1.contest.1.against": 3})
    against = named(found, "breakout")[1]
    assert isinstance(against, Rolled)
    assert (against.window, against.data["target_number"]) == ((9, None), 9)


def test_a_mount_stands_where_its_rider_stands() -> None:
    """W20-2.5, W20-6.1: what is stated of the rider counts for his mount, unless it is stated of itself."""
    scene = mounted_scene()
    hoof = person("m", weapon("item:3"), flags={"rider": "a"})
    scene = replace(scene, combatants={**scene.combatants, "m": hoof}, pairs={"a>b": {"distance": 4}})
    kick = asked("attack_main", "item:3", "b", actor="m")
    assert [reason.code for reason in RULES.preview(scene, kick).reasons] == ["not_in_reach"]
    back = asked("attack_main", "item:2", "m", actor="b")
    assert "not_in_reach" in [reason.code for reason in RULES.preview(scene, back).reasons]
    near = replace(scene, pairs={**scene.pairs, "b>m": {"distance": 1}})
    assert RULES.preview(near, kick).reasons == ()
    on_foot = with_flags(scene, "m", rider=None)
    assert on_foot.between("m", "b", "distance", "rider") is None
    assert scene.between("nobody", "b", "distance", "rider") is None
    (pair,) = [flag for flag in RULES.describe().flags if flag.scope == "pair"]
    assert pair.through == "rider"
