"""Blows: what is announced, offered, refused and left behind."""

from dataclasses import replace

import pytest

from combat.core.event import Change, Happened, changes_in
from combat.core.fight import Fight, apply
from combat.core.intent import GmModifier, Intent, Offer, Part
from combat.core.procedure import Answer, Ask, Question, Roll, Scripted, run
from combat.core.schema import asked_for
from combat.core.sheet import Item, Sheet
from combat.core.value import Json
from combat.registry import ruleset
from combat.rulesets.chaos.derive import derive
from tests.rulesets.chaos.build import duel, sheet, weapon
from tests.rulesets.chaos.test_refusals import SHOOTER, TARGET, refused, standing

CHAOS = ruleset("chaos")


def blade(item_id: str = "item:1", *, traits: dict[str, int] | None = None, **body: Json) -> Item:
    """A one-handed melee weapon with 1W10."""
    usual: dict[str, Json] = {"weapon_kind": "melee", "hands": 1, "damage": "1W10", "shots": {}, "capacity": None}
    found = weapon(item_id, traits=traits)
    return replace(found, body={**found.body, **usual, **body})


def strike(item: str = "item:1", targets: tuple[str, ...] = (TARGET,), **parameters: Json) -> Intent:
    return Intent(actor=SHOOTER, parts=(Part(form="strike", item=item, targets=targets, parameters=parameters),))


def scene(*items: Item, target: Sheet | None = None, **body: Json) -> Fight:
    return duel(sheet(*(items or (blade(),)), **body), target or sheet(), None)


def struck(fight: Fight, intent: Intent, *faces: int) -> tuple[list[str], tuple[Change, ...], Fight]:
    """The terms of what happened, the changes, and the fight afterwards."""
    script = Scripted(list(faces))
    events = run(CHAOS.perform(fight, intent), script).events
    script.finish()
    changes = changes_in(events)
    return [event.term for event in events], changes, apply(fight, changes)


def offer_of(fight: Fight, item: str = "item:1") -> Offer:
    (found,) = [one for one in CHAOS.offers(fight, SHOOTER) if (one.form, one.item) == ("strike", item)]
    return found


def fields(fight: Fight, item: str = "item:1") -> set[str]:
    return {field.path for field in offer_of(fight, item).parameters}


@pytest.mark.parametrize(
    ("move", "flags"),
    [
        ("quick_move", {"in_motion": True, "moved_quickly": True}),
        ("sprint", {"in_motion": True, "sprinted": True}),
    ],
)
def test_a_charge_leaves_its_move_on_the_striker_and_ends_his_cover(move: str, flags: dict[str, bool]) -> None:
    fight = standing(scene(), SHOOTER, took_cover=True)
    _, _, after = struck(fight, strike(action="charge", charge_by=move), 95)
    assert after.combatants[SHOOTER].flags == flags


def test_a_weapon_that_strikes_in_a_fight_is_ready_from_then_on() -> None:
    """CHA-1.2: it counts for the next round's initiative; a fist is never put away, and outside fights nobody asks."""

    def ready(*things: Item, number: int) -> object:
        fight = scene(*things)
        rested = replace(fight.combatants[SHOOTER], budget={"action_units": 10})
        fight = replace(fight, round=number, combatants={**fight.combatants, SHOOTER: rested})
        _, _, after = struck(fight, strike(), 95)
        return after.combatants[SHOOTER].sheet.items[0].body.get("readied")

    assert ready(blade(), number=1) is True
    assert ready(blade(readied=True), number=1) is True
    assert ready(blade(weapon_kind="unarmed"), number=1) is None
    assert ready(blade(), number=0) is None


def apart(metres: int, pair: str = f"{SHOOTER}>{TARGET}") -> Fight:
    """So many metres from the target, with a mobility bonus of 4: a quick move of 10 m, a sprint of 25 m."""
    fight = scene(attributes={"strength": 50, "mobility": 40})
    rested = replace(fight.combatants[SHOOTER], budget={"action_units": 10})
    people = {**fight.combatants, SHOOTER: rested}
    pairs = {pair: {"distance": metres}}
    return replace(fight, combatants=people, pairs=pairs, round=1, order=(SHOOTER, TARGET), current=SHOOTER)


def refusals(fight: Fight, intent: Intent) -> list[tuple[str, Json]]:
    return [(reason.code, reason.data.get("limit")) for reason in CHAOS.preview(fight, intent).reasons]


def test_a_blow_does_not_reach_further_than_arm_and_move() -> None:
    """CHA-2.3: a charge is a move and a blow; two metres of reach are an assumption (ruling.reaction_reach)."""
    assert refusals(apart(2), strike()) == []
    assert refusals(apart(12), strike()) == [("melee_out_of_reach", 2)]
    assert refusals(apart(12), strike(action="charge")) == []
    assert refusals(apart(13), strike(action="charge")) == [("melee_out_of_reach", 12)]
    assert refusals(apart(27), strike(action="charge", charge_by="sprint")) == []
    assert refusals(apart(28), strike(action="charge", charge_by="sprint")) == [("melee_out_of_reach", 27)]
    grapple = Intent(actor=SHOOTER, parts=(Part(form="grapple", targets=(TARGET,)),))
    assert refusals(apart(3), grapple) == [("melee_out_of_reach", 2)]
    assert refusals(replace(apart(12), order=()), strike()) == []


@pytest.mark.parametrize("pair", [f"{SHOOTER}>{TARGET}", f"{TARGET}>{SHOOTER}"])
def test_a_charge_ends_beside_its_target(pair: str) -> None:
    """CHA-2.3: the move ends in the blow, hit or miss."""
    terms, _, after = struck(apart(12, pair), strike(action="charge"), 95)
    assert "closed_in" in terms
    assert after.pairs == {pair: {"distance": 2}}
    terms, _, after = struck(apart(1, pair), strike(action="charge"), 95)
    assert ("closed_in" in terms, after.pairs) == (False, {pair: {"distance": 1}})


def test_a_flag_that_is_set_already_is_no_change() -> None:
    fight = standing(scene(), SHOOTER, in_motion=True)
    _, changes, _ = struck(fight, strike(action="charge"), 95)
    assert [change.field for change in changes if change.field.startswith("flags.")] == ["flags.moved_quickly"]


def test_hasty_and_reckless_attacks_leave_their_mark() -> None:
    for action, key in (("hasty_melee", "hasty_used"), ("reckless_melee", "reckless")):
        _, _, after = struck(scene(), strike(action=action), 95)
        assert after.combatants[SHOOTER].flags == {key: True}
    _, _, after = struck(scene(), strike(action="hasty_melee", as_reaction=True), 95)
    assert after.combatants[SHOOTER].flags == {}


def test_an_aim_may_be_given_up_for_a_blow() -> None:
    fight = standing(scene(), SHOOTER, aim="aim", aim_target=TARGET)
    assert refused(fight, strike()) == ["aim_not_allowed"]
    terms, _, after = struck(fight, strike(give_up_aim=True), 95)
    assert "aim_lost" in terms
    assert after.combatants[SHOOTER].flags == {}


def test_whatever_is_announced_wrongly_is_refused() -> None:
    fight = duel(sheet(blade(), weapon("item:2")), sheet(), None)
    assert refused(fight, replace(strike(), actor="character:9")) == ["unknown_actor"]
    assert refused(fight, strike("item:9")) == ["unknown_weapon"]
    assert refused(fight, strike("item:2")) == ["wrong_kind"]
    assert refused(fight, strike(targets=())) == ["no_target"]
    assert refused(fight, strike(targets=(SHOOTER, TARGET))) == ["target_oneself", "too_many_targets"]
    assert refused(fight, strike(action="kick")) == ["bad_parameter"]
    assert refused(fight, strike(off_weapon="item:9")) == ["unknown_weapon"]
    assert refused(fight, strike(off_weapon="item:2")) == ["wrong_kind"]


def test_both_hands_on_the_weapon_leave_none_beside_it() -> None:
    fight = scene(melee_attacks={"main_hand": 1, "off_hand": 1})
    assert refused(fight, strike(action="full_melee", grip="two_handed")) == ["grip_not_allowed"]
    assert CHAOS.preview(fight, strike(grip="two_handed")).reasons == ()
    short = scene(blade(two_handed_grip=False))
    assert refused(short, strike(grip="two_handed")) == ["grip_not_allowed"]


def test_whoever_lost_a_little_is_not_called_unhurt() -> None:
    """CHA-7.15: 15 - (8 - 4) = 11 of 15 is above 66 %, so no state holds."""
    events = run(CHAOS.perform(scene(), strike()), Scripted([30, 5, 8])).events
    (after,) = [event for event in events if event.term == "state_after"]
    assert isinstance(after, Happened)
    assert (after.data["hit_points"], after.data["status"]) == (11, "hurt")


def test_a_neck_break_tells_beforehand_what_it_needs() -> None:
    """CHA-4.8: 5 EG; without the announcement a blow tells nothing before its dice."""
    held = duel(sheet(blade(weapon_kind="unarmed")), sheet(statuses={"clinched": True}), None)
    assert CHAOS.preview(held, strike()).notes == ()
    (note,) = CHAOS.preview(held, strike(neck_break=True)).notes
    assert (note.code, note.data) == ("neck_breaks_from", {"degrees": 5})
    free = duel(sheet(blade(weapon_kind="unarmed")), sheet(), None)
    assert refused(free, strike(neck_break=True)) == ["not_in_clinch"]


def test_a_charge_alone_asks_how_to_run_and_a_full_attack_what_the_other_hand_holds() -> None:
    both = scene(blade(hands=2), blade("item:2"), melee_attacks={"off_hand": 2})
    offer = offer_of(both)
    asked = {
        action: {field.path for field in asked_for(offer.parameters, {"action": action})} & {"charge_by", "off_weapon"}
        for action in ("melee_attack", "charge", "full_melee")
    }
    assert asked == {"melee_attack": set(), "charge": {"charge_by"}, "full_melee": {"off_weapon"}}


def test_only_fields_that_can_be_used_are_offered() -> None:
    always = {"action", "charge_by", "called_zone", "modifiers", "spend", "after_roll"}
    assert fields(scene()) == always | {"grip"}
    assert fields(scene(blade(weapon_kind="unarmed"))) == always | {"neck_break"}
    both = scene(blade(hands=2), blade("item:2"), melee_attacks={"off_hand": 2})
    assert fields(both) == always | {"off_weapon"}
    (second,) = [field for field in offer_of(both, "item:1").parameters if field.path == "off_weapon"]
    assert (second.choices, second.default) == (("item:1", "item:2"), "item:1")
    assert fields(scene(blade(), melee_attacks={"off_hand": 2})) == always | {"grip"}
    assert "give_up_aim" in fields(standing(scene(), SHOOTER, aim="aim"))


def test_an_offer_tells_the_price_of_a_simple_attack() -> None:
    assert (offer_of(scene()).cost, offer_of(scene()).reasons) == ({"action_units": 4}, ())
    out = scene(statuses={"unconscious": True})
    assert [reason.code for reason in offer_of(out).reasons] == ["cannot_act"]


def test_what_is_seen_of_a_target_counts_without_being_named() -> None:
    target = sheet(properties=["fast", "immobile", "distracted", "untouchable"], statuses={"prone": True})
    fight = replace(scene(target=target), flags={"poor_visibility": True})
    attack = CHAOS.preview(fight, strike()).checks[0]
    assert {found.key: found.value for found in attack.modifiers} == {
        "height_advantage": 20,
        "target_immobile": 20,
        "target_distracted": 10,
        "poor_visibility": -10,
        "target_fast": -10,
    }
    lying = scene(target=target, statuses={"prone": True})
    assert "height_advantage" not in {found.key for found in CHAOS.preview(lying, strike()).checks[0].modifiers}


def test_the_preview_of_a_full_attack_shows_further_blows_without_the_aim() -> None:
    fight = scene(blade(), blade("item:2", traits={"inaccurate": 1}), melee_attacks={"main_hand": 2, "off_hand": 2})
    fight = standing(fight, SHOOTER, aim="snap_aim", aim_target=TARGET)
    intent = replace(
        strike(action="full_melee", off_weapon="item:2"), gm_modifiers=(GmModifier(value=5, reason="Mut"),)
    )
    told = CHAOS.preview(fight, intent)
    assert (told.cost, told.reasons) == ({"action_units": 8}, ())
    assert [(check.term, check.target_number) for check in told.checks] == [
        ("attack", 55),
        ("main_hand_attack", 45),
        ("off_hand_attack", 35),
        ("dodge", 20),
        ("parry", 20),
        ("resistance_test", 40),
    ]
    events = run(CHAOS.perform(fight, intent), Scripted([99, 98, 97, 96])).events
    rolls = [(event.term, event.data["target_number"]) for event in events if not isinstance(event, Happened)]
    assert rolls == [("attack", 55), ("main_hand_attack", 45), ("off_hand_attack", 35), ("off_hand_attack", 35)]


def test_somebody_without_attacks_still_has_one() -> None:
    fight = scene(melee_attacks={"main_hand": 0, "off_hand": 0})
    terms, _, _ = struck(fight, strike(action="full_melee"), 95)
    assert terms == ["cost_paid", "attack", "missed"]


def test_the_printed_number_of_a_blow_is_the_one_that_is_rolled() -> None:
    person = sheet(blade(traits={"inaccurate": 1}), statuses={"irritated": True}, pools={"hit_points": 4})
    (table,) = derive(person, {}).tables
    attack = CHAOS.preview(duel(person, sheet(), None), strike()).checks[0]
    assert table.rows[0].cells[0].value == attack.target_number
    assert (table.form, table.columns[0].cost) == ("strike", 4)


def test_a_modification_may_do_away_with_a_modifier() -> None:
    steady = Item(id="item:3", kind="modification", body={"cancels": "inaccurate"})
    fight = scene(replace(blade(traits={"inaccurate": 1}), fitted=(steady,)))
    assert CHAOS.preview(fight, strike()).checks[0].modifiers == ()


def test_what_adds_to_the_damage_is_told_with_the_roll() -> None:
    fight = scene(blade(traits={"strength_damage": 1}))
    events = run(CHAOS.perform(fight, strike(action="charge", grip="two_handed")), Scripted([95])).events
    (roll,) = [event for event in events if event.term == "attack"]
    bonus = roll.data["damage_bonus"]
    assert isinstance(bonus, list)
    assert [(step["term"], step["amount"]) for step in bonus if isinstance(step, dict)] == [
        ("two_handed", 1),
        ("charge", 1),
        ("strength_damage", 4),
    ]


def test_someone_out_of_action_is_proposed_as_an_easy_target() -> None:
    fight = scene(target=sheet(statuses={"unconscious": True}))
    assert [found.code for found in CHAOS.preview(fight, strike()).warnings] == ["target_immobile_proposed"]


def test_what_a_blow_is_made_harder_and_easier_by_cites_the_rules_of_melee() -> None:
    """CHA-4.1 prints again what CHA-3.2 prints for shots; nothing of a blow sends a reader to the shots."""
    rough = blade(traits={"inaccurate": 1})
    fight = scene(rough, statuses={"irritated": True}, pools={"hit_points": 4})
    fight = standing(fight, SHOOTER, aim="snap_aim", aim_target=TARGET)
    stated: list[Json] = ["target_immobile", "target_fast", "blind", "flank_or_rear"]
    told = CHAOS.preview(fight, strike(called_zone="head", modifiers=stated))
    cited = {modifier.key: modifier.rules for modifier in told.checks[0].modifiers}
    assert {"snap_aim", "called_shot", "irritated", "badly_wounded", "inaccurate"} < cited.keys()
    assert {key for key, rules in cited.items() if not {rule.chapter for rule in rules} & {4}} == set()
    assert {key for key, rules in cited.items() if "CHA-3.2" in rules} == set()
    out = standing(scene(target=sheet(statuses={"unconscious": True})), SHOOTER)
    assert [warning.rules for warning in CHAOS.preview(out, strike()).warnings] == [("CHA-4.1",)]


def test_whoever_decides_about_a_neck_break_is_told_of_it() -> None:
    """CHA-4.8: it is announced before the roll; from five degrees on it kills, so a degree less is worth its points."""
    held = sheet(statuses={"clinched": True}, pools={"action_points": 2}, maxima={"hit_points": 15, "action_points": 2})
    fight = scene(blade(weapon_kind="unarmed"), target=held)

    def hits(question: Question) -> Answer | None:
        return Answer(faces=(5,)) if isinstance(question, Roll) else None

    def notes(neck_break: bool) -> list[str]:
        asked = run(CHAOS.perform(fight, strike(neck_break=neck_break)), hits).question
        assert isinstance(asked, Ask)
        assert (asked.name, asked.who) == ("attack.cancel_degree", TARGET)
        return [note.code for note in asked.notes]

    assert notes(True) == ["neck_breaks_from"]
    assert notes(False) == []


def test_a_neck_that_no_roll_can_break_is_told_before_the_roll() -> None:
    """CHA-4.8: unlearned 40 / 2 + 20 for the held one is 40, at best 3 degrees, 4 with a point; learned 60 brings 5."""
    held = sheet(statuses={"clinched": True})

    def notes(strength: int, **body: Json) -> list[tuple[str, Json]]:
        attributes: dict[str, Json] = {"strength": strength, "toughness": 40}
        fist = blade(weapon_kind="unarmed", skill="unarmed_combat")
        fight = scene(fist, target=held, attributes=attributes, maxima={"hit_points": 15, "action_points": 2}, **body)
        told = CHAOS.preview(fight, strike(neck_break=True, spend=["extra_degree"])).notes
        return [(note.code, note.data["degrees"]) for note in told]

    assert notes(40) == [("neck_breaks_from", 5), ("neck_out_of_reach", 4)]
    assert notes(80) == [("neck_breaks_from", 5)]
    assert notes(-60) == [("neck_breaks_from", 5), ("neck_out_of_reach", 0)]
