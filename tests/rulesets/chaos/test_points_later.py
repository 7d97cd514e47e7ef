"""CHA-8.4: whoever has announced nothing is asked once the dice show that action points would take effect."""

from dataclasses import replace
from typing import Any

from combat.core.event import Event, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import Intent, Part
from combat.core.procedure import Answer, Ask, Question, Scripted, run
from combat.core.ruleset import Moment
from combat.core.value import Json
from combat.registry import ruleset
from tests.rulesets.chaos.build import duel, sheet, weapon
from tests.rulesets.chaos.test_strike import blade

CHAOS = ruleset("chaos")
ONE, TWO = "character:1", "character:2"
RICH = {"maxima": {"hit_points": 15, "action_points": 5}}


def played(
    fight: Fight, form: str, choices: dict[str, str], *faces: int, item: str = "item:1", **parameters: Json
) -> tuple[dict[str, Ask], tuple[Event, ...], Fight]:
    """What was asked, what happened, and the fight afterwards."""
    part = Part(form=form, item=item, targets=(TWO,) if len(fight.combatants) > 1 else (), parameters=parameters)
    return drive(fight, CHAOS.perform(fight, Intent(actor=ONE, parts=(part,))), choices, *faces)


def drive(
    fight: Fight, procedure: Any, choices: dict[str, str], *faces: int
) -> tuple[dict[str, Ask], tuple[Event, ...], Fight]:
    asked: dict[str, Ask] = {}
    script = Scripted(list(faces))

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            asked[question.name] = question
            return Answer(choice=choices.get(question.name, question.default))
        return script(question)

    events = run(procedure, provide).events
    script.finish()
    return asked, events, apply(fight, changes_in(events))


def left(fight: Fight, who: str) -> Json:
    return fight.combatants[who].sheet.value("pools.action_points")


def test_the_shooter_is_asked_for_a_degree_and_for_a_critical_die() -> None:
    fight = duel(sheet(weapon(), **RICH), sheet(), 30)
    answers = {"attack.extra_degree": "extra_degree", "hit.1.extra_critical_die": "extra_critical_die"}
    # 40 - 1: three degrees and the bought one, so a die for three of them, and one more for a point.
    asked, _, after = played(fight, "shoot", answers, 1, 5, 5, 5, 5, 5, after_roll=True)
    assert {"attack.extra_degree", "hit.1.extra_critical_die"} <= set(asked)
    assert left(after, ONE) == 3


def test_nobody_is_asked_who_did_not_reserve_it_or_cannot_pay() -> None:
    fight = duel(sheet(weapon(), **RICH), sheet(**RICH), 30)
    asked, _, _ = played(fight, "shoot", {}, 35, 5, 1, 1)
    assert not any(name.startswith(("attack", "hit")) for name in asked)
    poor = duel(sheet(weapon(), maxima={"hit_points": 15, "action_points": 0}), sheet(**RICH), 30)
    asked, _, _ = played(poor, "shoot", {}, 35, 5, 1, 1, after_roll=True)
    assert not any(name.startswith(("attack", "hit")) for name in asked)
    # A failed roll has nothing to add to.
    asked, _, _ = played(fight, "shoot", {}, 95, after_roll=True)
    assert "attack.extra_degree" not in asked


def test_the_target_may_leave_it_until_the_roll_shows() -> None:
    fight = duel(sheet(weapon(), **RICH), sheet(**RICH), 30)
    later = {"reaction.0.spend": "after_roll", "attack.cancel_degree": "cancel_degree"}
    asked, events, after = played(fight, "shoot", later, 25, 5, 1, 1)
    assert asked["attack.cancel_degree"].who == TWO
    assert [event.data["degrees"] for event in events if event.term == "points_spent"] == [0]
    assert left(after, TWO) == 3
    # Without a degree to lose there is nothing to ask.
    asked, _, _ = played(fight, "shoot", later, 35, 5, 1, 1)
    assert "attack.cancel_degree" not in asked
    broke = duel(sheet(weapon()), sheet(maxima={"hit_points": 15, "action_points": 0}), 30)
    asked, _, _ = played(broke, "shoot", {}, 35, 5, 1, 1)
    assert "after_roll" not in {choice.key for choice in asked["reaction.0.spend"].choices}


def test_both_sides_are_asked_about_a_reaction() -> None:
    fight = duel(sheet(blade(), **RICH), sheet(**RICH), None)
    answers = {
        "reaction.0.choice": "parry",
        "reaction.0.spend": "after_roll",
        "reaction.0.extra_degree": "extra_degree",
        "reaction.0.cancel_degree": "cancel_degree",
    }
    asked, events, after = played(fight, "strike", answers, 29, 15, 5, 1, after_roll=True)
    assert [asked[f"reaction.0.{key}"].who for key in ("extra_degree", "cancel_degree")] == [TWO, ONE]
    assert [event.data["degrees"] for event in events if event.term == "points_spent"] == [1, 0]
    assert (left(after, ONE), left(after, TWO)) == (3, 4)


def test_grapples_and_spells_are_asked_about_as_well() -> None:
    fight = duel(sheet(**RICH), sheet(**RICH), None)
    answers = {"reaction.0.spend": "after_roll", "opposing.extra_degree": "extra_degree"}
    asked, _, after = played(fight, "grapple", answers, 5, 15, item="", after_roll=True)
    assert {"attack.extra_degree", "attack.cancel_degree", "opposing.extra_degree"} <= set(asked)
    assert left(after, TWO) == 4
    caster = duel(sheet(spells={"a": {"damage": "1W6"}}, **RICH), sheet(**RICH), None)
    answers = {"cast.extra_degree": "extra_degree"}
    asked, _, after = played(caster, "cast", answers, 30, 1, item="", after_roll=True)
    assert "after_roll" in {choice.key for choice in asked["reaction.0.spend"].choices}
    assert left(after, ONE) == 4


def test_a_degree_may_be_added_to_a_test() -> None:
    fight = Fight(ruleset="chaos", combatants={ONE: Combatant(id=ONE, sheet=sheet(**RICH))})
    told = {"test.extra_degree": "extra_degree"}
    _, events, after = played(fight, "test", told, 30, item="", attribute="strength", after_roll=True)
    assert [event.term for event in events] == ["test", "points_spent"]
    assert left(after, ONE) == 4
    _, events, _ = played(fight, "test", {}, 30, item="", attribute="strength", spend=["extra_degree"])
    assert [event.data["degrees"] for event in events] == [1, 2]
    own = replace(fight, combatants={ONE: Combatant(id=ONE, sheet=sheet(extra_attributes={"luck": {"value": 60}}))})
    _, events, _ = played(own, "test", {}, 30, item="", extra_attribute="luck")
    assert events[0].data["target_number"] == 60


def tacticians(*skilled: str) -> Fight:
    known = {"skills": {"tactics": {"rank": 1, "attribute": "intelligence"}}}
    people = {}
    for number, party in enumerate("ABB", 1):
        name = f"character:{number}"
        people[name] = Combatant(id=name, party=party, sheet=sheet(**(known if name in skilled else {}), **RICH))
    return Fight(ruleset="chaos", combatants=people, round=0)


def test_tactics_of_both_sides_may_be_changed_once_both_are_known() -> None:
    fight = tacticians(ONE, TWO)
    answers = {"tactics.0.0.cancel_degree": "cancel_degree", "tactics.1.extra_degree": "extra_degree"}
    # 40 - 25: one degree each; the first loses his, the second gets one more.
    asked, events, after = drive(fight, CHAOS.tick(fight, Moment.ROUND_START), answers, 25, 25)
    assert [event.data["side"] for event in events if event.term == "tactics_decided"] == ["B"]
    assert asked["tactics.0.0.cancel_degree"].who == TWO
    assert "tactics.0.1.cancel_degree" not in asked, "one degree per roll"
    assert (left(after, TWO), after.flags["tactics_side"]) == (2, "B")
    # Nobody is asked where only one side has succeeded.
    asked, _, _ = drive(fight, CHAOS.tick(fight, Moment.ROUND_START), {}, 25, 90)
    assert not any("degree" in name for name in asked)


def test_whoever_has_no_reaction_left_is_asked_only_when_his_points_would_take_effect() -> None:
    """CHA-8.4: the dice do not wait for someone who cannot do anything before they fall."""
    fight = duel(sheet(weapon()), sheet(maxima={"hit_points": 15, "action_points": 5}, pools={"spell_points": 2}), 30)
    held = replace(fight.combatants[TWO], flags={"surprised": True})
    fight = replace(fight, combatants={**fight.combatants, TWO: held})

    def waits(fight: Fight, *faces: int) -> str:
        """The first question that nobody answers for him."""
        script = Scripted(list(faces))
        intent = Intent(actor=ONE, parts=(Part(form="shoot", item="item:1", targets=(TWO,)),))
        outcome = run(
            CHAOS.perform(fight, intent),
            lambda asked: None if isinstance(asked, Ask) or not script.left else script(asked),
        )
        return outcome.question.name if outcome.question else ""

    # A miss; a hit without a degree to lose; one with a degree.
    assert waits(fight, 99) == ""
    assert waits(fight, 39, 5, 1, 1) == ""
    assert waits(fight, 20) == "attack.cancel_degree"
    # 15 - 12 = 3 of 15: at most 20 %.
    answers = {"attack.cancel_degree": "none", "reaction.0.spell_points": "2"}
    asked, events, after = played(fight, "shoot", answers, 39, 5, 8, 8, 45)
    tests = [event.data["target_number"] for event in events if event.term == "resistance_test"]
    assert list(asked) == ["reaction.0.choice", "reaction.0.spell_points"]
    assert (tests, after.combatants[TWO].sheet.value("pools.spell_points")) == ([60], 0)


def test_spell_points_on_a_test_say_what_number_and_chance_they_leave() -> None:
    """CHA-9.4, CHA-7.14, CHA-7.16: resistance 40, the second round in shock takes 20: 20, with a point 30; the flames
    come before it."""
    burning = {"pools": {"hit_points": 5, "spell_points": 1}, "statuses": {"burning": True}, "shock_rounds": 2}
    fight = duel(sheet(**burning), sheet(), None)
    asked, _, _ = drive(fight, CHAOS.tick(fight, Moment.ROUND_END), {}, 2, 10)
    ask = asked["resistance.0.spell_points"]
    told = {choice.key: (choice.data.get("target_number"), choice.data.get("chance")) for choice in ask.choices}
    assert (told["0"], told["1"]) == ((20, 19), (30, 29))
    assert told["2"] == (None, None)
    assert [(note.code, note.data) for note in ask.notes] == [
        ("flames_before_test", {"burning_damage": "W5", "hit_points": 5, "resistance_test": 3})
    ]


def test_a_test_that_cannot_succeed_says_so_with_each_answer() -> None:
    """CHA-0.8: 40 less 50 for the fifth round in shock leaves nothing to roll under."""
    fight = duel(sheet(pools={"hit_points": 3, "spell_points": 1}, shock_rounds=5), sheet(), None)
    asked, _, _ = drive(fight, CHAOS.tick(fight, Moment.ROUND_END), {}, 10)
    ask = asked["resistance.0.spell_points"]
    assert [(choice.data["target_number"], choice.data["chance"]) for choice in ask.choices[:2]] == [(-10, 0), (0, 0)]
    assert ask.notes == ()
