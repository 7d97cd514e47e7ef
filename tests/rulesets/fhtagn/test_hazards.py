"""Healing and hazards beyond the golden cases (chapter FHT-7)."""

from combat.core.intent import GmModifier, Intent
from combat.core.ruleset import Moment
from tests.rulesets.fhtagn.build import (
    RULES,
    done,
    fight,
    happened,
    intent,
    person,
    points,
    refused,
    rolled,
    states,
    terms,
)


def test_a_flame_that_catches_and_one_that_kills() -> None:
    """FHT-7.16."""
    at = fight(person("a"))
    _, after = done(at, intent("a", "fire", size="medium"), 3, 51)
    assert "burning" in states(after, "a")
    assert after.combatants["a"].sheet.value("burning_size") == "medium"
    _events, after = done(at, intent("a", "fire", size="extreme"), 10)
    assert states(after, "a") == ("dead",)
    assert [check.term for check in RULES.preview(at, intent("a", "fire", size="extreme")).checks] == [
        "lethality", "injury_test", "fire_test",
    ]  # fmt: skip


def test_a_little_warmth_does_not_loosen_a_stiff_body() -> None:
    """FHT-7.17."""
    at = fight(person("a", lost={"constitution": 8}, statuses={"immobilised": True}))
    _, after = done(at, intent("a", "warmth", minutes=1))
    assert "immobilised" in states(after, "a")


def test_a_day_and_a_night_give_back_what_they_should() -> None:
    """FHT-7.6, FHT-1.4."""
    at = fight(person("a", lost={"constitution": 2, "charisma": 0}, pools={"willpower": 6}))
    _, after = done(at, intent("a", "day"))
    assert after.combatants["a"].sheet.value("lost.constitution") == 1
    _, after = done(at, intent("a", "sleep"), 5)
    assert after.combatants["a"].sheet.value("pools.willpower") == 10
    plain = fight(person("a"))
    assert "day_passed" in terms(done(plain, intent("a", "day"))[0])


def test_whoever_comes_to_is_awake_with_two_points_too() -> None:
    """FHT-7.7."""
    at = fight(person("a", statuses={"unconscious": True}, pools={"hit_points": 2}))
    assert states(done(at, intent("a", "wake_up"))[1], "a") == ("at_the_end",)


def test_a_treatment_that_fails_and_first_aid_that_kills() -> None:
    """FHT-7.2, FHT-7.3."""
    at = fight(person("a", skills={"medicine": 30, "first_aid": 30}), person("b", pools={"hit_points": 2}))
    _, after = done(at, intent("a", "treatment", "b", care="surgery"), 40)
    assert points(after, "b") == 2
    _events, after = done(at, intent("a", "first_aid", "b"), 44, 3)
    assert states(after, "b") == ("dead",)
    assert after.combatants["b"].sheet.value("injury_pending") is True


def test_a_patient_in_aftercare_who_is_whole_again_or_was_never_hurt() -> None:
    """FHT-7.5."""
    whole = fight(person("a"))
    assert terms(done(whole, intent("a", "strain"))[0]) == ["strained_unharmed"]
    hurt = fight(person("a", pools={"hit_points": 6}))
    assert terms(done(hurt, intent("a", "strain"))[0]) == ["strained_unharmed"]
    strained = fight(person("a", pools={"hit_points": 6}, in_aftercare=True))
    assert [check.term for check in RULES.preview(strained, intent("a", "strain")).checks] == [
        "strain_damage", "injury_test",
    ]  # fmt: skip


def test_a_test_of_the_body_strains_whoever_is_in_aftercare_unless_it_is_passive() -> None:
    """FHT-7.5."""
    at = fight(person("a", pools={"hit_points": 6}, in_aftercare=True))
    _events, after = done(at, intent("a", "test", attribute="strength"), 30, 2)
    assert points(after, "a") == 4
    for parameters in ({"attribute": "strength", "passive": True}, {"attribute": "charisma"}, {"skill": "medicine"}):
        assert points(done(at, intent("a", "test", **parameters), 30)[1], "a") == 6


def test_a_latent_disease_is_remembered_when_points_fall() -> None:
    """FHT-7.10, FHT-9.39: from 6 of 10 to 4."""
    at = fight(person("a", pools={"hit_points": 6}, statuses={"disease_latent": True}))
    events, _ = done(at, intent("a", "fall", metres=1), 2, 30)
    assert "relapse_due" in terms(events)
    events, after = done(at, intent("a", "relapse"), 70)
    assert set(states(after, "a")) >= {"diseased"}
    assert "disease_latent" not in states(after, "a")


def test_gas_that_nothing_helps_against_needs_no_test() -> None:
    """FHT-2.13."""
    at = fight(person("a"))
    wanted = intent("a", "irritant", penalty=-40, resistible=False)
    assert RULES.preview(at, wanted).checks == ()
    _, after = done(at, wanted)
    assert states(after, "a") == ("irritated",)


def test_a_poison_against_which_nobody_gives_anything() -> None:
    """FHT-7.9: a critical test leaves one point."""
    events, after = done(fight(person("a")), intent("a", "poison", strength_class="weak"), 52, 44)
    assert happened(events, "poisoned").data["damage"] == 1
    failed = intent("a", "poison", antidote="before", antidote_value=30)
    events, after = done(fight(person("a")), failed, 40, 71, 30)
    assert rolled(events, "antidote").outcome == "failure"
    assert points(after, "a") == 6
    worse = intent("a", "poison", antidote="after", antidote_value=30)
    assert points(done(fight(person("a")), worse, 40, 71, 30)[1], "a") == 6


def test_a_crash_is_told_with_its_lethality_and_its_survivor_may_be_dazed() -> None:
    """FHT-7.13."""
    events, after = done(fight(person("a", pools={"hit_points": 10})), intent("a", "impact", kmh=20), 22, 60)
    assert happened(events, "crashed").data["lethality"] == 5
    assert "dazed" in states(after, "a")


def test_radiation_without_a_timeline_asks_for_no_dice() -> None:
    """FHT-7.18."""
    for dose in ("none", "low", "medium"):
        assert terms(done(fight(person("a")), intent("a", "radiation", dose=dose))[0]) == ["irradiated"]
    suited = intent("a", "radiation", dose="none", suit=True)
    assert happened(done(fight(person("a")), suited)[0], "irradiated").data["dose"] == "dose.none"


def test_the_cold_is_bearable_between_two_tests() -> None:
    """FHT-7.17."""
    events, _ = done(fight(person("a")), intent("a", "cold", minute=12))
    assert terms(events) == ["in_the_cold", "cold_bearable"]
    stiff = fight(person("a", lost={"constitution": 7}))
    assert [check.term for check in RULES.preview(stiff, intent("a", "cold", minute=15)).checks] == [
        "cold_damage", "injury_test",
    ]  # fmt: skip


def test_the_dead_are_not_dazed_by_a_fall_and_things_burn_without_harm_for_life() -> None:
    """FHT-7.20."""
    events, after = done(fight(person("a", pools={"hit_points": 3})), intent("a", "fall", metres=2), 6)
    assert "stun_test" not in terms(events)
    assert refused(after, intent("a", "aim")) == ["out_of_action"]


def test_a_small_wound_while_strangled_ends_when_nobody_is_held() -> None:
    events, _ = done(fight(person("a", flags={"strangling": True, "holding": "x"})), Moment.ROUND_END)
    assert terms(events) == ["round_ended"]
    bare = fight(person("a", flags={"strangling": True, "holding": "b"}), person("b"))
    assert "strangled" in terms(done(bare, Moment.ROUND_END, 3)[0])


def test_one_point_more_does_not_wake_anybody() -> None:
    """FHT-7.7."""
    faint = person("b", statuses={"unconscious": True}, pools={"hit_points": 1})
    _, after = done(fight(person("a"), faint), intent("a", "first_aid", "b"), 9, 1)
    assert (points(after, "b"), states(after, "b")) == (2, ("at_the_end", "unconscious"))


def test_nobody_thinks_of_a_hospital_while_a_fight_lasts() -> None:
    """FHT-7.3."""
    at_peace = {offer.form for offer in RULES.offers(fight(person("a"), round=0), "a")}
    assert at_peace - {offer.form for offer in RULES.offers(fight(person("a")), "a")} == {
        "treatment", "recovery", "sleep", "day",
    }  # fmt: skip


def test_another_poison_or_disease_may_bring_a_latent_one_back_and_does_not_wipe_it_out() -> None:
    """FHT-7.10: the table is reminded once; the ordinary disease comes and goes beside the incurable one."""
    at = fight(person("a", statuses={"disease_latent": True}))
    events, after = done(at, intent("a", "poison", lethality=5), 12, 30)
    assert terms(events).count("relapse_due") == 1
    events, after = done(at, intent("a", "disease", damage="1W4"), 60, 2)
    assert terms(events).count("relapse_due") == 1
    assert {"diseased", "disease_latent"} <= set(states(after, "a"))
    events, after = done(after, intent("a", "disease", damage="1W4"), 30, 2)
    assert "relapse_due" not in terms(events)
    assert "disease_latent" in states(after, "a")
    assert "diseased" not in states(after, "a")


def test_a_body_that_cools_down_to_three_cannot_move_any_more_at_once() -> None:
    """FHT-7.17: constitution 10, six points lost, the failed test takes the seventh."""
    at = fight(person("a", lost={"constitution": 6}))
    _, after = done(at, intent("a", "cold", protection="none", minute=45), 90)
    assert "immobilised" in states(after, "a")
    assert refused(after, intent("a", "move")) == ["immobilised"]
    _, warmer = done(at, intent("a", "cold", protection="none", minute=45), 20)
    assert "immobilised" not in states(warmer, "a")


def test_whoever_was_only_knocked_out_is_not_woken_by_a_bandage() -> None:
    """FHT-3.16, FHT-7.7: he lies for at least an hour; rising to 3 points wakes only those who had fewer."""
    healer = person("a", skills={"first_aid": 50})
    at = fight(healer, person("b", statuses={"unconscious": True}, pools={"hit_points": 6}))
    assert "unconscious" in states(done(at, intent("a", "first_aid", "b"), 30, 2)[1], "b")
    at = fight(healer, person("b", statuses={"unconscious": True}, pools={"hit_points": 2}))
    assert "unconscious" not in states(done(at, intent("a", "first_aid", "b"), 30, 2)[1], "b")


def test_whoever_has_no_willpower_left_is_unconscious_until_he_has_slept() -> None:
    """FHT-1.4; a thing has none and misses none."""
    at = fight(person("a"), person("b", pools={"willpower": 0}))
    assert states(at, "b") == ("will_spent",)
    assert refused(at, intent("b", "move")) == ["out_of_action"]
    assert states(done(at, intent("a", "attack", "b"))[1], "b") == ("dead",)
    _, after = done(at, intent("b", "sleep"), 3)
    assert states(after, "b") == ()
    assert states(fight(person("a", object=True, pools={"willpower": 0})), "a") == ()


def forecast(form: str, **parameters: object) -> tuple[list[str], list[str]]:
    """The rolls and notes of a hazard for somebody with 10 points."""
    found = RULES.preview(fight(person("a")), intent("a", form, **parameters))  # type: ignore[arg-type]
    return [f"{check.term} {check.dice}" for check in found.checks], [note.code for note in found.notes]


def test_the_rolls_of_a_hazard_stand_in_the_order_in_which_they_fall() -> None:
    """FHT-7.20; lasting harm is told only where the dice can leave 2 points or fewer of the 10 (FHT-6.17)."""
    assert forecast("fall", metres=2) == (["fall_damage W6", "stun_test W100"], [])
    assert forecast("fall", metres=2, uncontrolled=True)[0] == ["fall_damage 2W6", "injury_test W100", "stun_test W100"]
    assert forecast("fall", metres="3")[0] == forecast("fall", metres=2)[0], "FHT-7.12: up to three metres"
    assert forecast("fall", metres="3,5")[0] == ["lethality W100", "injury_test W100", "stun_test W100"]
    assert forecast("fall", metres=20)[0] == ["lethality W100", "injury_test W100", "stun_test W100"]
    assert forecast("impact", kmh=40)[0] == ["lethality W100", "injury_test W100", "stun_test W100"]
    assert forecast("ram") == (["ram_damage 2W6", "injury_test W100"], [])
    assert forecast("ram", protected=True) == (["ram_damage 2W6"], ["halved_once"])
    assert forecast("ram", role="rammer", massive=True) == (["ram_damage W6"], [])
    assert forecast("ram", role="rammer", massive=False) == ([], ["nothing_rammed"])
    assert forecast("suffocation") == (["constitution_test W100", "suffocation_damage W6"], ["success_costs"])
    assert forecast("suffocation", deep_breath=True, round=48) == ([], ["breath_lasts"])
    assert forecast("fire", size="small") == ([], ["fixed_damage"])
    assert forecast("fire", size="medium") == (["fire_damage W6", "fire_test W100"], [])
    assert forecast("burning_on", size="large") == (["fire_damage 2W6"], ["halved_once"])
    assert forecast("burning_on", size="extreme")[0] == ["lethality W100", "injury_test W100"]
    assert forecast("cold", protection="none", minute=12) == ([], ["cold_bearable_until"])
    assert forecast("disease", severity="medium", incurable=True) == (
        ["constitution_test W100", "disease_damage W6", "injury_test W100"], ["only_latent"],
    )  # fmt: skip
    assert forecast("radiation", dose="medium", suit=True, timeline=True) == ([], ["dose_low"])
    assert forecast("radiation", dose="high", timeline=True) == (
        ["radiation_exhausted W4", "radiation_pause W4"], ["dose_high"],
    )  # fmt: skip
    assert forecast("sleep") == (["sleep W6"], [])
    assert forecast("strain") == ([], ["no_strain"])


def test_the_next_minute_of_cold_is_named() -> None:
    """FHT-7.17: constitution 10 and no protection, so 15, 20, 25 …"""
    at = fight(person("a"))
    for minute, due in ((0, 15), (14, 15), (16, 20)):
        (told,) = RULES.preview(at, intent("a", "cold", protection="none", minute=minute)).notes
        assert told.data == {"minute": due}
    assert RULES.preview(at, intent("a", "cold", protection="none", minute=15)).notes == ()
    stiff = fight(person("a", lost={"constitution": 7}))
    found = RULES.preview(stiff, intent("a", "cold", protection="none", minute=15)).checks
    assert [str(check.dice) for check in found] == ["W8", "W100"]


def test_a_day_of_decline_costs_points_and_a_test_halves_them() -> None:
    """FHT-7.18: 5, or 3 of it."""
    at = fight(person("a"))
    assert points(done(at, intent("a", "radiation_day"), 60, 5)[1], "a") == 5
    assert points(done(at, intent("a", "radiation_day"), 40, 5)[1], "a") == 7
    assert [check.term for check in RULES.preview(at, intent("a", "radiation_day")).checks] == [
        "constitution_test", "radiation_damage",
    ]  # fmt: skip


def test_the_game_masters_word_counts_on_the_test_of_a_hazard_but_not_on_what_comes_of_it() -> None:
    """FHT-5.4: constitution 10 is 50, the word makes it 70; lasting harm is tested without it (FHT-6.17)."""
    at = fight(person("a"))
    part = intent("a", "fall", metres=20).parts
    wanted = Intent(actor="a", parts=part, gm_modifiers=(GmModifier(value=20, reason="weicher Boden"),))
    assert [check.target_number for check in RULES.preview(at, wanted).checks] == [20, 50, 70]
    events, _ = done(at, wanted, 61, 60)
    assert rolled(events, "stun_test").outcome == "success"


def test_the_dead_treat_nobody_and_test_nothing() -> None:
    """FHT-3.18, FHT-7.3: the unconscious still test their constitution, but treat nobody."""
    at = fight(person("a", pools={"hit_points": 0}), person("b", pools={"hit_points": 5}))
    assert refused(at, intent("a", "treatment", "b")) == ["out_of_action"]
    assert refused(at, intent("a", "test", attribute="constitution")) == ["out_of_action"]
    assert refused(at, intent("a", "sleep")) == ["out_of_action"]
    assert "out_of_action" in refused(
        at, intent("a", "contest", "b", attribute="strength", opposing_attribute="strength")
    )
    faint = fight(person("a", statuses={"unconscious": True}), person("b", pools={"hit_points": 5}))
    assert refused(faint, intent("a", "treatment", "b")) == ["out_of_action"]
    assert refused(faint, intent("a", "test", attribute="constitution")) == []


def test_a_death_is_told_in_so_many_words() -> None:
    """FHT-6.16: a person dies, a thing is destroyed."""
    at = fight(person("a", pools={"hit_points": 3}), person("b", object=True, pools={"hit_points": 3}))
    assert "died" in terms(done(at, intent("a", "fall", metres=2), 5)[0])
    assert "fell_apart" in terms(done(at, intent("b", "fall", metres=2), 5)[0])
    assert "died" not in terms(done(at, intent("a", "fall", metres=2), 2, 20)[0])


def test_first_aid_lets_somebody_breathe_again() -> None:
    """FHT-7.15: with a blocked airway, until first aid; it takes the action of the round, the dead are beyond help."""
    free = fight(person("a", skills={"first_aid": 50}), person("b"))
    wanted = intent("a", "clear_airway", "b")
    assert refused(free, wanted) == ["not_suffocating"]
    at = done(free, intent("b", "suffocation", deep_breath=True, blocked=True))[1]
    assert states(at, "b") == ("airway_blocked",)
    assert [check.target_number for check in RULES.preview(at, wanted).checks] == [50]
    events, after = done(at, wanted, 30)
    assert "airway_cleared" in terms(events)
    assert states(after, "b") == ()
    assert refused(after, wanted) == ["no_action_left", "not_suffocating"]
    assert "airway_blocked" in terms(done(at, wanted, 60)[0])
    assert states(done(at, wanted, 60)[1], "b") == ("airway_blocked",)
    dead = fight(person("a"), person("b", pools={"hit_points": 0}))
    assert refused(dead, wanted) == ["not_suffocating"]


def test_whoever_breaks_under_fire_is_told_so() -> None:
    """FHT-1.5, FHT-8.6: from 41 to 40, the breaking point of determination 10 (50 − 10); later no more."""
    at = fight(person("a", pools={"stability": 41}, flags={"suppressed": True}))
    assert "breaking_point_reached" in terms(done(at, intent("a", "other"))[0])
    below = fight(person("a", pools={"stability": 40}, flags={"suppressed": True}))
    assert "breaking_point_reached" not in terms(done(below, intent("a", "other"))[0])


def test_the_cold_goes_on_from_minute_to_minute_until_somebody_is_warm() -> None:
    """FHT-7.17: constitution 10, so minutes 15, 20 and 25; kept with the victim, so that nobody has to remember."""
    at = fight(person("a"))
    for minute in (15, 20, 25):
        assert RULES.preview(at, intent("a", "cold")).notes[0].data == {"minute": minute}
        _, at = done(at, intent("a", "cold"), 1)
        assert at.combatants["a"].sheet.value("cold_minutes") == minute
    _, at = done(at, intent("a", "warmth", minutes=1))
    assert at.combatants["a"].sheet.value("cold_minutes") is None


def test_the_days_since_the_last_care_are_kept_and_counted() -> None:
    """FHT-7.3, FHT-7.4: recovery once a day, treatment once in seven; what is said counts before what is kept."""
    at = fight(person("a", skills={"medicine": 60}, pools={"hit_points": 5}), person("b", pools={"hit_points": 5}))
    assert refused(at, intent("a", "recovery")) == []
    _, at = done(at, intent("a", "recovery"), 99)
    assert refused(at, intent("a", "recovery")) == ["too_soon"]
    assert refused(at, intent("a", "recovery", days_since_recovery=1)) == []
    _, rested = done(at, intent("a", "day"))
    assert refused(rested, intent("a", "recovery")) == []
    _, at = done(at, intent("a", "treatment", "b"), 40, 1)
    for day in range(7):
        assert refused(at, intent("a", "treatment", "b")) == ["too_soon"], day
        _, at = done(at, intent("b", "day"))
    assert refused(at, intent("a", "treatment", "b")) == []


def test_a_dose_of_radiation_stays_with_whoever_took_it() -> None:
    """FHT-1.10, FHT-7.18: a suit makes one step less of it; none leaves nothing."""
    at = fight(person("a"))
    for dose, kept in (("none", None), ("low", "low"), ("medium", "medium")):
        _, after = done(at, intent("a", "radiation", dose=dose))
        assert after.combatants["a"].sheet.value("dose") == kept
    _, after = done(at, intent("a", "radiation", dose="medium", suit=True))
    assert after.combatants["a"].sheet.value("dose") == "low"
