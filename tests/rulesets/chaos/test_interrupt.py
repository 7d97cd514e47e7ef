"""CHA-2.9: enemies step into an action with kept action units, before its first die."""

from dataclasses import replace
from typing import Any

import pytest

from combat.core.event import Event, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import Intent, Part
from combat.core.procedure import Answer, Ask, Question, Scripted, defaults, recorded, run
from combat.core.ruleset import Moment
from combat.core.sheet import Item, Sheet
from combat.core.value import Json
from combat.registry import ruleset
from tests.rulesets.chaos.build import sheet, weapon
from tests.rulesets.chaos.test_strike import blade

CHAOS = ruleset("chaos")
ONE, TWO, THREE = "character:1", "character:2", "character:3"
ASKED = "interrupt.1.choice"
COVER = Item(id="item:9", kind="cover", body={"bonus": 30, "integrity": 30, "barrier_class": 3})


def fight(
    one: Sheet | None = None, two: Sheet | None = None, *, units: int = 6, distance: int | None = 30, **flags: Json
) -> Fight:
    """Round 2, character:1 is on; character:2 on the other side has kept some units."""
    people = {
        ONE: Combatant(id=ONE, party="A", sheet=one or sheet(weapon()), budget={"action_units": 10}),
        TWO: Combatant(
            id=TWO,
            party="B",
            sheet=two or sheet(replace(weapon(), id="item:5")),
            budget={"action_units": units},
            flags=flags,
        ),
    }
    pairs = {f"{ONE}>{TWO}": {"distance": distance}}
    things = {COVER.id: COVER}
    return Fight(ruleset="chaos", combatants=people, things=things, pairs=pairs, round=2, order=(ONE, TWO), current=ONE)


def intent(form: str = "shoot", item: str = "item:1", *targets: str, actor: str = ONE, **parameters: Json) -> Intent:
    return Intent(actor=actor, parts=(Part(form=form, item=item, targets=targets or (TWO,), parameters=parameters),))


def asked(scene: Fight, act: Intent) -> list[Ask]:
    """Everything that anybody is asked before the first die."""
    found: list[Ask] = []

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            found.append(question)
            return Answer(choice=question.default)
        return None

    run(CHAOS.perform(scene, act), provide)
    return found


def open_to(scene: Fight, act: Intent, name: str = ASKED) -> list[str]:
    """What is open to the enemy who is asked whether he steps in; nothing if he is not asked."""
    return [choice.key for ask in asked(scene, act) if ask.name == name for choice in ask.choices if not choice.reasons]


def stepped(scene: Fight, act: Intent, choice: str, *faces: int) -> tuple[tuple[Event, ...], Fight]:
    script = Scripted(list(faces))
    chosen = {ASKED: Answer(choice=choice)}
    events = run(CHAOS.perform(scene, act), lambda question: chosen.get(question.name) or script(question)).events
    script.finish()
    return events, apply(scene, changes_in(events))


def units(scene: Fight, name: str) -> Any:
    return scene.combatants[name].budget["action_units"]


def test_taking_cover_in_between_helps_against_the_very_shot() -> None:
    scene = fight(cover=COVER.id)
    events, after = stepped(scene, intent(), "take_cover", 35, 39, 1, 1)
    # 30 + 10: a cover roll of 39 holds, as it would not have without.
    terms = [event.term for event in events]
    assert terms[:3] == ["stepped_in", "cost_paid", "cover_taken"]
    assert "cover_hit" in terms
    assert (units(after, TWO), units(after, ONE)) == (4, 7)


def test_a_shot_in_between_may_end_the_shooter_before_he_fires_and_his_units_are_gone() -> None:
    one = sheet(weapon(), pools={"hit_points": 1})
    events, after = stepped(fight(one), intent(), "shoot+single+item:5", 35, 5, 10, 10)
    (lapsed,) = [event for event in events if event.term == "action_lapsed"]
    assert lapsed.data == {"who": ONE, "action": "shoot", "action_units": 3, "because": "cannot_act"}
    assert [event.term for event in events].count("attack") == 1
    assert (units(after, ONE), units(after, TWO)) == (7, 3)
    shooter = after.combatants[ONE].sheet.item("item:1")
    assert shooter is not None
    assert shooter.value("loaded") is None


def test_the_action_goes_on_as_the_reaction_has_left_it() -> None:
    events, after = stepped(fight(), intent(), "shoot+single+item:5", 35, 5, 5, 5, 60)
    first, second = [event for event in events if event.term == "attack"]
    assert (first.who, second.who) == (TWO, ONE)  # type: ignore[union-attr]  # both are rolls
    # 15 - (10 - 4) = 9 of 15: below 66 %, so the shot suffers from it.
    assert [modifier.key for modifier in second.modifiers] == ["wounded"]  # type: ignore[union-attr]
    assert after.combatants[ONE].sheet.value("pools.hit_points") == 9


@pytest.mark.parametrize(
    ("form", "item", "notes"),
    [("strike", blade(weapon_kind="unarmed"), ["neck_breaks_from"]), ("shoot", weapon(), [])],
    ids=["blow", "shot"],
)
def test_who_may_step_in_is_told_of_a_neck_break_as_it_was_announced(form: str, item: Item, notes: list[str]) -> None:
    """CHA-4.8: only a blow can break a neck; of a shot that carries the word nothing is told."""
    scene = fight(sheet(item), sheet(statuses={"clinched": True}), distance=1)
    friend = replace(scene.combatants[TWO], id=THREE, sheet=sheet(blade("item:5"), weapon("item:6")))
    scene = replace(scene, combatants={**scene.combatants, THREE: friend})
    found = asked(scene, intent(form, item.id, neck_break=True))
    assert [[note.code for note in ask.notes] for ask in found if ask.name == "interrupt.2.choice"] == [notes]


def test_nobody_reacts_to_a_reaction_in_his_own_turn() -> None:
    names = {ask.name: ask for ask in asked_with(fight(), intent(), "shoot+single+item:5", (95, 95))}
    dodge = next(choice for choice in names["interrupt.1.reaction.0.choice"].choices if choice.key == "dodge")
    assert [reason.data["because"] for reason in dodge.reasons] == ["own_turn"]
    assert not any(name.startswith("interrupt.1.interrupt") for name in names)


def asked_with(scene: Fight, act: Intent, choice: str, faces: tuple[int, ...]) -> list[Ask]:
    found: list[Ask] = []
    script = Scripted(list(faces))

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            found.append(question)
            return Answer(choice=choice) if question.name == ASKED else Answer(choice=question.default)
        return script(question)

    run(CHAOS.perform(scene, act), provide)
    return found


def test_whoever_wants_no_more_questions_is_not_asked_until_his_next_turn() -> None:
    _, after = stepped(fight(), intent(), "no_more_reactions", 95)
    assert after.combatants[TWO].flags == {"holds_back": True}
    assert open_to(after, intent()) == []
    later = replace(after, current=TWO)
    later = apply(later, changes_in(run(CHAOS.tick(later, Moment.TURN_START), defaults).events))
    assert later.combatants[TWO].flags == {}


def test_every_open_attack_is_offered_against_someone_who_shoots() -> None:
    two = sheet(
        replace(weapon(shots={"single": 1, "semi": 3}, recoil=3), id="item:5"),
        replace(weapon(weapon_kind="thrown", capacity=1), id="item:6"),
        blade("item:7"),
    )
    usual = ["none", "no_more_reactions"]
    # Semi-automatic fire would cost 4 + 3; blows reach no further than two metres.
    assert open_to(fight(two=two), intent()) == [*usual, "shoot+single+item:5", "throw+item:6"]
    near = open_to(fight(two=two, units=10, distance=2), intent())
    assert near == [*usual, "shoot+single+item:5", "shoot+semi+item:5", "throw+item:6",
                    "hasty_melee+item:7", "melee_attack+item:7", "full_melee+item:7", "grapple"]  # fmt: skip


def test_against_a_blow_only_a_hasty_one_is_quick_enough() -> None:
    scene = fight(sheet(blade()), sheet(blade("item:5")), distance=None, cover=COVER.id)
    assert open_to(scene, intent("strike")) == ["none", "no_more_reactions", "take_cover", "hasty_melee+item:5"]
    _, after = stepped(scene, intent("strike"), "hasty_melee+item:5", 95, 95)
    assert after.combatants[TWO].flags == {"cover": COVER.id}, "the one hasty attack of his round is not used up"


def test_a_spell_may_be_stepped_into() -> None:
    one = sheet(spells={"a": {"damage": "1W6"}})
    events, _ = stepped(fight(one), intent("cast", ""), "shoot+single+item:5", 95, 30, 1)
    assert [event.term for event in events if event.term in ("missed", "cast")] == ["missed", "cast"]


@pytest.mark.parametrize("flag", ["surprised", "unaware", "reckless"])
def test_who_cannot_react_is_not_asked(flag: str) -> None:
    flags: dict[str, Any] = {flag: True}
    assert open_to(fight(**flags), intent()) == []


def test_nobody_is_asked_who_has_nothing_to_do_it_with() -> None:
    assert open_to(fight(units=0), intent()) == []
    assert open_to(fight(units=2), intent()) == []
    assert open_to(fight(cover=COVER.id, took_cover=True, units=2), intent()) == []
    assert open_to(fight(two=sheet(statuses={"unconscious": True})), intent()) == []
    # Friends are not asked, nor anybody outside a fight or in somebody else's turn.
    friend = replace(fight().combatants[TWO], party="A")
    scene = fight()
    assert open_to(replace(scene, combatants={**scene.combatants, TWO: friend}), intent()) != []
    third = replace(friend, id=THREE, sheet=sheet())
    with_friend = replace(scene, combatants={ONE: scene.combatants[ONE], THREE: third, TWO: scene.combatants[TWO]})
    assert open_to(with_friend, intent(), "interrupt.1.choice") == []
    assert open_to(with_friend, intent(), "interrupt.2.choice") != []
    assert open_to(replace(scene, round=0, current=""), intent()) == []


def test_nobody_attacks_outside_his_turn_unless_it_is_a_reaction() -> None:
    scene = replace(fight(distance=2), current=TWO)
    for act in (intent(), intent("grapple", "")):
        assert [reason.code for reason in CHAOS.preview(scene, act).reasons] == ["not_your_turn"]
    armed = replace(scene.combatants[ONE], sheet=sheet(weapon(), blade("item:3")))
    for offer in CHAOS.offers(replace(scene, combatants={**scene.combatants, ONE: armed}), ONE):
        if offer.form in ("shoot", "strike", "grapple"):
            assert "as_reaction" in {field.path for field in offer.parameters}
            assert [reason.code for reason in offer.reasons] == ["not_your_turn"]
    assert CHAOS.preview(scene, intent(as_reaction=True)).reasons == ()
    bought = intent(as_reaction=True, spend=["extra_action_unit"])
    assert [reason.data["because"] for reason in CHAOS.preview(scene, bought).reasons] == ["extra_action_unit"]
    helper = intent("stabilise", "", TWO, care="magic")
    down = replace(scene.combatants[TWO], sheet=sheet(statuses={"mortally_wounded": True}))
    dying = replace(scene, combatants={**scene.combatants, TWO: down})
    assert [reason.code for reason in CHAOS.preview(dying, helper).reasons] == ["not_your_turn"]
    cover = Intent(actor=ONE, parts=(Part(form="take_cover", parameters={"spend": ["extra_action_unit"]}),))
    assert "reaction_not_allowed" in [reason.code for reason in CHAOS.preview(scene, cover).reasons]


def test_the_same_answers_lead_to_the_same_question() -> None:
    scene, act = fight(), intent()
    said = {ASKED: Answer(choice="shoot+single+item:5"), "interrupt.1.reaction.0.spend": Answer(choice="none")}
    first = run(CHAOS.perform(scene, act), lambda question: said.get(question.name))
    assert first.question is not None
    assert first.question.name == "interrupt.1.attack"
    rolled = {**first.answers, "interrupt.1.attack": Answer(faces=(95,))}
    second = run(CHAOS.perform(scene, act), recorded(rolled))
    assert second.question is not None
    assert second.question.name == "reaction.0.choice"
