"""Letting go of someone and getting up again."""

import pytest

from combat.core.event import changes_in
from combat.core.fight import Fight, apply
from combat.core.intent import Intent, Part
from combat.core.procedure import Scripted, defaults, run
from combat.core.value import Json
from combat.registry import ruleset
from tests.rulesets.chaos.build import duel, sheet, weapon
from tests.rulesets.chaos.test_refusals import SHOOTER, TARGET, refused, standing

CHAOS = ruleset("chaos")


def wanting(form: str, *targets: str) -> Intent:
    return Intent(actor=SHOOTER, parts=(Part(form=form, targets=targets),))


def holding(**flags: Json) -> Fight:
    """A holds B, who lies on the ground."""
    fight = duel(sheet(weapon(weapon_kind="melee")), sheet(statuses={"clinched": True, "prone": True}), None)
    return standing(fight, TARGET, held_by=SHOOTER, **flags)


def forms(fight: Fight, who: str = SHOOTER) -> set[str]:
    return {offer.form for offer in CHAOS.offers(fight, who)}


def test_the_holder_may_let_go_for_nothing() -> None:
    fight = holding()
    assert "let_go" in forms(fight)
    told = CHAOS.preview(fight, wanting("let_go", TARGET))
    assert (told.cost, told.reasons) == ({}, ())
    events = run(CHAOS.perform(fight, wanting("let_go", TARGET)), defaults).events
    after = apply(fight, changes_in(events))
    assert [event.term for event in events] == ["let_go"]
    assert after.combatants[TARGET].sheet.value("statuses.clinched") is None
    assert "held_by" not in after.combatants[TARGET].flags
    assert "let_go" not in forms(after)


def test_only_someone_who_is_held_can_be_let_go_of() -> None:
    free = duel(sheet(), sheet(), None)
    assert refused(free, wanting("let_go", TARGET)) == ["not_in_clinch"]
    assert refused(standing(holding(), TARGET, held_by="character:9"), wanting("let_go", TARGET)) == ["not_in_clinch"]
    assert refused(free, wanting("let_go")) == ["no_target"]
    assert refused(free, wanting("let_go", TARGET, "character:9")) == ["unknown_target", "too_many_targets"]
    assert refused(free, Intent(actor="character:9", parts=(Part(form="let_go"),))) == ["unknown_actor"]


@pytest.mark.parametrize("form", ["let_go", "stand_up"])
def test_an_intent_without_parts_comes_to_nothing(form: str) -> None:
    for parts in ((), (Part(form=form), Part(form=form))):
        assert refused(holding(), Intent(actor=SHOOTER, parts=parts)) == ["no_such_action"]


def test_whoever_charges_away_lets_go() -> None:
    part = Part(form="strike", item="item:1", targets=(TARGET,), parameters={"action": "charge"})
    events = run(CHAOS.perform(holding(), Intent(actor=SHOOTER, parts=(part,))), Scripted([99])).events
    assert [event.term for event in events] == ["cost_paid", "let_go", "attack", "missed"]


def test_getting_up_costs_four_action_units() -> None:
    fight = duel(sheet(statuses={"prone": True}), sheet(), None)
    (offer,) = [one for one in CHAOS.offers(fight, SHOOTER) if one.form == "stand_up"]
    assert (offer.cost, offer.reasons) == ({"action_units": 4}, ())
    assert CHAOS.preview(fight, wanting("stand_up")).cost == {"action_units": 4}
    events = run(CHAOS.perform(fight, wanting("stand_up")), defaults).events
    after = apply(fight, changes_in(events))
    assert [event.term for event in events] == ["cost_paid", "stood_up"]
    assert after.combatants[SHOOTER].sheet.value("statuses.prone") is None
    assert after.combatants[SHOOTER].budget == {"action_units": 6}
    assert "stand_up" not in forms(after)


def test_getting_up_is_refused_for_all_its_reasons() -> None:
    assert refused(duel(sheet(), sheet(), None), wanting("stand_up")) == ["not_prone"]
    held = duel(sheet(statuses={"prone": True, "clinched": True, "unconscious": True}), sheet(), None)
    assert refused(held, wanting("stand_up")) == ["cannot_act", "clinched"]
    slow = duel(sheet(statuses={"prone": True}, pools={"hit_points": 3}), sheet(), None)
    tired = Fight(ruleset="chaos", combatants=slow.combatants, round=2)
    assert refused(tired, wanting("stand_up")) == ["not_enough_action_units"]
    assert refused(slow, Intent(actor="character:9", parts=(Part(form="stand_up"),))) == ["unknown_actor"]
