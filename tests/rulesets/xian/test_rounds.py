"""Rounds: order, what is declared at their start, recovery, and what the app does by itself."""

import pytest

from combat.core.intent import Part
from combat.core.procedure import Ask, run
from combat.core.ruleset import Moment
from combat.rulesets.xian import RULESET
from tests.rulesets.xian.table import Table, attack, codes, fight, fighter, in_round, intent


def declare(form: str, **parameters: int) -> Part:
    return Part(form=form, parameters=parameters)


def test_the_order_stays_until_somebody_joins_or_uses_a_blitz_action() -> None:
    """XIAN-3.2, XIAN-3.4: 10, 12 and 11, who ties keeps his place."""
    people = (fighter(1, initiative=10), fighter(2, initiative=12), fighter(3, initiative=11))
    table = Table(fight(*people)).ticks(Moment.FIGHT_START, Moment.ROUND_START)
    assert table.state.order == ("character:2", "character:3", "character:1")
    assert table.happened("order_set").data["values"] == {"character:2": 12, "character:3": 11, "character:1": 10}
    table.plays(intent(declare("blitz", bonus=2, action_points=3)))
    assert table.state.order == ("character:2", "character:1", "character:3")
    told = table.happened("order_set").data
    # 10 and 2 make 12: level with the second, who stays before her.
    assert told["values"] == {"character:2": 12, "character:1": 12, "character:3": 11}
    assert told["tied"] == [["character:2", "character:1"]]
    assert table.state.combatants["character:1"].sheet.value("pools.action_points") == 7
    table.plays(intent(declare("blitz", bonus=1)))
    kept = ("character:1", "character:2", "character:3")
    assert (table.state.current, table.state.order) == ("character:1", kept)
    assert table.ticks(Moment.ROUND_END, Moment.ROUND_START).state.order == kept


def test_a_blitz_action_needs_its_price_and_the_game_masters_word() -> None:
    """XIAN-3.4."""
    table = Table(in_round(fighter(1), fighter(2)))
    assert codes(table.state, intent(declare("blitz", bonus=1, action_points=11))) == ["not_enough_action_points"]
    table.plays(intent(declare("blitz", bonus=4)), blitz_confirm="reject")
    assert table.terms() == ["blitz_rejected"]
    assert table.state.combatants["character:1"].flags == {}
    table.plays(intent(declare("blitz")))
    assert table.happened("blitz").changes == ()


def test_whoever_lets_a_blitz_action_pass_is_told_what_it_brings_and_costs() -> None:
    """XIAN-3.4: bonus and price are the table's, so the game master has to hear both."""
    what = intent(declare("blitz", bonus=4, action_points=2))
    question = run(RULESET.perform(in_round(fighter(1), fighter(2)), what), lambda _: None).question
    assert isinstance(question, Ask)
    assert [(note.code, note.data) for note in question.notes] == [
        ("blitz_asked", {"initiative_bonus": 4, "action_points": 2})
    ]


def test_the_dead_leave_the_order_and_turns_pass_them_by() -> None:
    """XIAN-3.2."""
    people = (fighter(1), fighter(2, statuses={"dead": True}), fighter(3))
    table = Table(in_round(*people)).ticks(Moment.TURN_END)
    assert table.state.current == "character:3"
    table.ticks(Moment.TURN_END)
    assert table.state.current == ""
    table.ticks(Moment.TURN_END, Moment.TURN_START)
    assert table.events == ()
    table.ticks(Moment.ROUND_START)
    assert table.state.order == ("character:1", "character:3")
    assert Table(fight()).ticks(Moment.ROUND_START).state.current == ""


def test_a_new_round_forgets_what_was_counted_and_a_new_turn_what_was_declared() -> None:
    """XIAN-3.3, XIAN-3.5, XIAN-9.7."""
    flags = {"defences": 2, "recovered": True, "declared": True, "moved": 4}
    table = Table(in_round(fighter(1, flags=flags), fighter(2), flags={"begun": True})).ticks(Moment.ROUND_START)
    assert table.state.round == 2
    assert not table.state.flags.get("begun")
    assert table.state.combatants["character:1"].flags == {"declared": True, "moved": 4}
    table.ticks(Moment.TURN_START)
    assert table.state.combatants["character:1"].flags == {}
    table.ticks(Moment.FIGHT_END)
    assert table.terms() == ["fight_ended"]


def test_stance_and_cover_are_declared_before_anybody_acts_and_only_in_fights() -> None:
    """XIAN-3.3, XIAN-7.3, XIAN-7.4."""
    assert codes(fight(fighter(1), fighter(2)), intent(declare("stance", points=2))) == ["only_in_fights"]
    table = Table(in_round(fighter(1, focus=2), fighter(2, statuses={"unconscious": True})))
    assert codes(table.state, intent(declare("cover", points=1), actor="character:2")) == ["cannot_act"]
    table.plays(intent(declare("cover", points=5)))
    table.plays(intent(declare("cover", points=5)))
    assert table.happened("cover_taken").changes == ()
    table.plays(intent(declare("cover", points=0)))
    assert table.terms() == ["cover_given_up"]
    assert table.state.combatants["character:1"].flags["cover_points"] == 0
    assert codes(table.state, intent(declare("cover", points=100))) == ["bad_parameter"]


@pytest.mark.parametrize(("options", "limit"), [({}, 5), ({"stance_cap": "joint"}, 3)])
def test_how_many_points_there_are_is_told_beforehand(options: dict[str, str], limit: int) -> None:
    """XIAN-7.3, XIAN-9.13: Fokus 2 + 3, with a joint cap less what the cover takes."""
    state = in_round(fighter(1, focus=2, flags={"cover_points": 2}), fighter(2), options=options)
    notes = RULESET.preview(state, intent(declare("stance", points=1))).notes
    assert [(note.code, dict(note.data)) for note in notes] == [("most_points", {"limit": limit}), ("stance_does", {})]


@pytest.mark.parametrize("form", ["stance", "cover"])
@pytest.mark.parametrize(("gain", "told"), [("enemy_difficulty", "does"), ("own_defence_value", "raises")])
def test_what_the_points_do_is_told_as_the_house_plays_it(form: str, gain: str, told: str) -> None:
    """XIAN-7.3, XIAN-9.3."""
    state = in_round(fighter(1), fighter(2), options={"stance_gain": gain})
    notes = RULESET.preview(state, intent(declare(form, points=1))).notes
    assert notes[1].code == f"{form}_{told}"


def test_one_attack_on_the_spot_is_told_by_its_roll_alone() -> None:
    """XIAN-3.5: in a fight the declaration is noted; what is announced beside it is told in words."""
    told = [
        (intent(attack()), 1, "attack_declared"),
        (intent(attack(times=2)), 2, "attacks_declared"),
        (intent(attack(metres=3)), 1, "turn_declared"),
        (intent(declare("move", metres=3)), 0, "way_declared"),
    ]
    for what, rolls, term in told:
        table = Table(in_round(fighter(1), fighter(2, flags={"unaware": True})))
        assert table.plays(what, *[(10, 10)] * rolls).terms()[0] == term


def test_whoever_is_down_may_come_to_once_a_round() -> None:
    """XIAN-6.11: action points stay as they are."""
    down = fighter(1, statuses={"unconscious": True, "incapacitated": True}, trauma=2, pools={"action_points": 0})
    table = Table(in_round(down, fighter(2)))
    (check,) = RULESET.preview(table.state, intent(Part(form="recover"))).checks
    assert check.window == (3, 14)
    table.plays(intent(Part(form="recover")), (1, 1))
    assert table.terms() == ["pain_check", "still_down"]
    assert codes(table.state, intent(Part(form="recover"))) == ["once_per_round"]
    table.ticks(Moment.ROUND_START).plays(intent(Part(form="recover")), (5, 5))
    assert table.statuses(1) == ()
    assert table.state.combatants["character:1"].sheet.value("pools.action_points") == 0
    assert codes(table.ticks(Moment.ROUND_START).state, intent(Part(form="recover"))) == ["not_down"]


def test_the_game_master_makes_coming_to_harder_or_easier() -> None:
    """XIAN-5.14: any check."""
    down = fighter(1, statuses={"unconscious": True}, trauma=2)
    table = Table(in_round(down, fighter(2)))
    what = intent(Part(form="recover"), gm=4)
    assert RULESET.preview(table.state, what).checks[0].window == (7, 14)
    assert table.plays(what, (3, 3)).terms() == ["pain_check", "still_down"]


def test_a_blitz_action_that_takes_the_last_action_point_fells_him() -> None:
    """XIAN-6.10: without action points one cannot fight."""
    table = Table(in_round(fighter(1, pools={"action_points": 2}), fighter(2)))
    table.plays(intent(declare("blitz", bonus=1, action_points=1)))
    assert table.statuses(1) == ()
    table.plays(intent(declare("blitz", bonus=1, action_points=1)))
    assert (table.terms()[:2], table.statuses(1)) == (["blitz", "incapacitated"], ("incapacitated",))


def test_nobody_recovers_from_death_and_outside_fights_nothing_is_counted() -> None:
    """XIAN-6.12."""
    assert codes(fight(fighter(1, statuses={"dead": True})), intent(Part(form="recover"))) == ["cannot_act"]
    table = Table(fight(fighter(1, statuses={"unconscious": True}))).plays(intent(Part(form="recover")), (5, 5))
    assert table.statuses(1) == ()
    assert table.state.combatants["character:1"].flags == {}


def test_any_other_check_goes_on_a_skill_or_an_attribute_with_the_masters_difficulty() -> None:
    """XIAN-3.11, XIAN-1.2: instinct 5 counts twice, trauma makes it harder."""
    state = fight(fighter(1, trauma=1, skills={"climb": {"attribute": "strength", "points": 4, "label": "Klettern"}}))
    table = Table(state).plays(
        intent(Part(form="other", parameters={"attribute": "instinct", "difficulty": 4})), (3, 3)
    )
    rolled = table.rolled("other")
    assert (rolled.window, rolled.outcome) == ((6, 10), "success")
    table.plays(intent(Part(form="other", parameters={"skill": "climb"}), gm=2), (3, 3))
    assert table.rolled("other").window == (4, 9)
    both = {"attribute": "instinct", "skill": "climb"}
    assert codes(state, intent(Part(form="other", parameters=both))) == ["one_thing_to_test"]
    asleep = fight(fighter(1, statuses={"unconscious": True}))
    assert codes(asleep, intent(Part(form="other"))) == ["cannot_act"]
    assert codes(state, intent(Part(form="other"), actor="character:7")) == ["unknown_actor"]


def test_a_check_of_any_kind_that_cannot_succeed_is_told_before_it_is_rolled() -> None:
    """XIAN-4.7: E ≥ AW, not for attacks alone."""
    hurt = fight(fighter(1, trauma=14), fighter(2, trauma=14, statuses={"unconscious": True}))
    for what in (
        intent(Part(form="other", parameters={"skill": "dodge"})),
        intent(Part(form="recover"), actor="character:2"),
    ):
        (warning,) = RULESET.preview(hurt, what).warnings
        assert (warning.code, warning.data) == ("hopeless", {"difficulty": 14, "target_number": 14})
    assert RULESET.preview(hurt, intent(Part(form="other", parameters={"skill": "dodge"}), gm=-1)).warnings == ()


def test_hindrance_acts_on_athletics_alone_among_other_checks() -> None:
    """XIAN-9.14."""
    state = fight(fighter(1, hindrance=3), options={"hindrance_as_difficulty": True})
    (check,) = RULESET.preview(state, intent(Part(form="other"))).checks
    assert [found.key for found in check.modifiers] == ["hindrance"]
    told = Table(state).plays(intent(Part(form="other")), (5, 5)).rolled("other")
    assert told.data["option"] == ("hindrance_as_difficulty",)
    (check,) = RULESET.preview(state, intent(Part(form="other", parameters={"skill": "dodge"}))).checks
    assert check.modifiers == ()


def test_any_fight_of_two_ends() -> None:
    """XIAN-6: whoever keeps striking brings the other down; dice high on attack, low on damage."""
    table = Table(fight(fighter(1), fighter(2))).ticks(Moment.FIGHT_START, Moment.ROUND_START)
    for _ in range(20):
        table.ticks(Moment.TURN_START)
        if table.state.current == "character:1":
            asked = ((7, 7), (1, 1, 1, 1, 1))
            hurt = table.state.combatants["character:2"].sheet.value("pools.upper_body_constitution") == 0
            table.plays(intent(attack()), *asked, *(((10, 10),) if hurt else ()), defence_1_choice="none")
        if table.statuses(2):
            break
        table.ticks(Moment.TURN_END)
        if not table.state.current:
            table.ticks(Moment.ROUND_END, Moment.ROUND_START)
    assert "unconscious" in table.statuses(2)
