"""Grapples: with what, against whom, and who is held afterwards."""

from dataclasses import replace

from combat.core.event import changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import Intent, Part
from combat.core.procedure import Scripted, run
from combat.core.value import Json
from combat.registry import ruleset
from combat.rulesets.chaos.grapple import FORMS
from tests.rulesets.chaos.build import duel, sheet, weapon
from tests.rulesets.chaos.test_refusals import SHOOTER, TARGET, refused, standing

CHAOS = ruleset("chaos")
THIRD = "character:3"


def grapple(item: str = "", targets: tuple[str, ...] = (TARGET,), **parameters: Json) -> Intent:
    return Intent(actor=SHOOTER, parts=(Part(form="grapple", item=item, targets=targets, parameters=parameters),))


def tried(fight: Fight, *faces: int) -> tuple[str, Fight]:
    """What a grapple came to, and the fight afterwards."""
    script = Scripted(list(faces))
    events = run(CHAOS.perform(fight, grapple()), script).events
    script.finish()
    return events[-1].term, apply(fight, changes_in(events))


def test_bare_hands_are_open_to_everyone() -> None:
    fight = duel(sheet(weapon()), sheet(), None)
    (offer,) = [one for one in CHAOS.offers(fight, SHOOTER) if one.form == "grapple"]
    assert (offer.item, offer.cost, offer.reasons) == ("", {"action_units": 4}, ())
    assert {field.path for field in offer.parameters} == {"modifiers", "spend", "after_roll"}
    told = CHAOS.preview(fight, grapple())
    assert [(check.term, check.target_number) for check in told.checks] == [
        ("grapple_roll", 20),
        ("opposing_grapple", 20),
    ], "unlearned: half of 40"


def test_an_unarmed_attack_of_the_sheet_takes_the_place_of_bare_hands() -> None:
    fists = weapon("item:4", weapon_kind="unarmed", traits={"inaccurate": 1})
    fight = standing(duel(sheet(fists, weapon()), sheet(), None), SHOOTER, aim="snap_aim")
    (offer,) = [one for one in CHAOS.offers(fight, SHOOTER) if one.form == "grapple"]
    assert offer.item == "item:4"
    assert "give_up_aim" in {field.path for field in offer.parameters}
    attack, opposing = CHAOS.preview(fight, grapple("item:4")).checks
    assert [found.key for found in attack.modifiers] == ["snap_aim", "inaccurate"]
    assert opposing.modifiers == ()


def test_whatever_is_announced_wrongly_is_refused() -> None:
    fight = duel(sheet(weapon()), sheet(), None)
    assert refused(fight, replace(grapple(), actor="character:9")) == ["unknown_actor"]
    assert refused(fight, grapple("item:9")) == ["unknown_weapon"]
    assert refused(fight, grapple("item:1")) == ["wrong_kind"]
    assert refused(fight, grapple(targets=(TARGET, SHOOTER))) == ["target_oneself", "too_many_targets"]
    assert refused(fight, grapple(spend="all")) == ["bad_parameter"]
    down = duel(sheet(statuses={"unconscious": True}), sheet(), None)
    assert refused(down, grapple()) == ["cannot_act"]


def test_a_form_on_its_own_refuses_an_intent_without_parts() -> None:
    reasons = FORMS["grapple"].preview(duel(sheet(), sheet(), None), Intent(actor=SHOOTER, parts=())).reasons
    assert [reason.code for reason in reasons] == ["no_such_action"]


def test_whoever_does_not_grapple_back_is_not_asked_for_a_die() -> None:
    fight = standing(duel(sheet(), sheet(), None), TARGET, unaware=True)
    assert [check.term for check in CHAOS.preview(fight, grapple()).checks] == ["grapple_roll"]
    term, after = tried(fight, 19)
    assert term == "grappled"
    assert after.combatants[TARGET].flags["held_by"] == SHOOTER


def test_someone_else_may_take_over_a_hold_and_winning_against_anyone_sets_free() -> None:
    fight = duel(sheet(), sheet(statuses={"clinched": True}), None)
    fight = replace(fight, combatants={**fight.combatants, THIRD: Combatant(id=THIRD, sheet=sheet())})
    fight = standing(fight, TARGET, held_by=THIRD)
    term, after = tried(fight, 9, 30)
    assert (term, after.combatants[TARGET].flags["held_by"]) == ("grappled", SHOOTER)
    term, after = tried(fight, 30, 9)
    assert (term, "held_by" in after.combatants[TARGET].flags) == ("broke_free", False)
    assert after.combatants[TARGET].sheet.value("statuses.clinched") is None


def test_where_nobody_kept_who_holds_him_it_is_the_one_who_grapples() -> None:
    term, after = tried(duel(sheet(), sheet(statuses={"clinched": True}), None), 9, 30)
    assert term == "thrown_down"
    assert after.combatants[TARGET].sheet.value("statuses.prone") is True
