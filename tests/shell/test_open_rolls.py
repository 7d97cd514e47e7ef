"""Rolls to which things are added, totals that others have to reach, pools that harm fills: told by the same story."""

from typing import Any

from chaos_sheets.beats import Story
from chaos_sheets.story import tell
from chaos_sheets.trace import Reader, check_view
from chaos_sheets.words import Words
from combat.core.event import changes_in, event_to_json, net_changes
from combat.core.fight import Combatant, Fight
from combat.core.intent import Intent, Part
from combat.core.procedure import Answer, Ask, Question, run
from combat.core.sheet import Item, Sheet
from combat.registry import ruleset, ruleset_info
from combat.selectors.panel_words import choice_options

RULES, INFO = ruleset("zwanziger"), ruleset_info("zwanziger")
WEAPON: dict[str, Any] = {"slot": "main", "damage": "W8", "attack_value": 9, "block": 7, "block_strength": 2}
NAMES = {"character:1": "Ysolde", "character:2": "Borgar", "item:1": "Degen", "item:2": "Schild"}
INTENT = Intent(
    actor="character:1",
    parts=(Part(form="attack_main", item="item:1", targets=("character:2",), parameters={"advantage": 1}),),
)


def fight() -> Fight:
    people = [
        Combatant(
            id=f"character:{n}",
            sheet=Sheet(body={"wound_threshold": 2}, items=(Item(id=f"item:{n}", kind="weapon", body=WEAPON),)),
            budget={"attack": 1, "utility": 1, "reaction": 1},
        )
        for n in (1, 2)
    ]
    return Fight(ruleset="zwanziger", combatants={each.id: each for each in people})


def reader(*whole: str) -> Reader:
    words = Words.of(INFO.glossary, "de")
    return Reader(info=INFO, words=words, names=NAMES, whole=frozenset(whole))


def told(*whole: str) -> Story:
    def provide(question: Question) -> Answer:
        if isinstance(question, Ask):
            return Answer(choice="block" if question.name == "defence.choice" else question.default)
        faces = {"attack_roll": (5, 14), "defence": (2,), "zone": (1,), "damage": (5,)}
        return Answer(faces=faces[question.name])

    events = run(RULES.perform(fight(), INTENT), provide).events
    return tell(reader(*whole), [event_to_json(event) for event in events], net_changes(changes_in(events)))


def test_the_bill_of_a_roll_to_which_things_are_added_leads_to_its_total() -> None:
    """W20-4.1, W20-4.3: the better of 5 and 14, and 9, are 23."""
    attack = next(beat for beat in told("character:1").beats if beat.title == "Angriffswurf")
    assert [(step.label, step.text) for step in attack.steps] == [
        ("2W20↑", "14"),
        ("Angriffswert", "9"),
        ("Advantage", "↑1"),
    ]
    assert attack.result is not None
    assert (attack.result.label, attack.result.text) == ("Summe", "23")
    assert attack.line is None


def test_a_total_that_others_have_to_reach_is_told_to_them_without_its_bill() -> None:
    """W20-6.2: the attack roll is open, what it is made of is not."""
    attack = next(beat for beat in told("character:2").beats if beat.title == "Angriffswurf")
    assert attack.said == "23"
    assert attack.steps == ()
    block = next(beat for beat in told("character:1").beats if beat.title == "Block")
    assert block.said == "misslungen"
    own = next(beat for beat in told("character:2").beats if beat.title == "Block")
    assert own.said.startswith("9 gegen 23, 14 darunter")


def test_harm_that_fills_a_pool_is_told_as_what_came_on_top() -> None:
    """W20-6.11: five points of damage at a threshold of two are two wounds."""
    story = told("character:2")
    hit = next(beat for beat in story.beats if beat.kind == "hit")
    assert hit.total is not None
    assert (hit.total.text, hit.total.label) == ("2", "WU dazu")
    assert [(each.text, each.label) for each in hit.amounts] == [
        ("5", "gewürfelter Schaden · Würfel W8"),
        ("= 5", "Schaden"),
        ("÷ 2", "Wundschwelle"),
    ]


def test_an_exploded_die_shows_every_face_of_its_chain() -> None:
    """W20-4.8: an 8 on the W8, an 8 on the next, and a 3 are 19."""
    faces = {"attack_roll": (5, 14), "zone": (1,), "damage": (8,), "damage.1.explosion.1": (8,)}

    def provide(question: Question) -> Answer:
        if isinstance(question, Ask):
            return Answer(choice=question.default)
        return Answer(faces=faces.get(question.name, (3,)))

    events = run(RULES.perform(fight(), INTENT), provide).events
    story = tell(reader("character:2"), [event_to_json(event) for event in events], net_changes(changes_in(events)))
    hit = next(beat for beat in story.beats if beat.kind == "hit")
    assert (hit.amounts[0].text, hit.amounts[0].label) == ("19", "gewürfelter Schaden · Würfel W8, Augen 8+8+3")


def test_a_preview_without_a_number_to_reach_says_so_and_shows_what_is_added() -> None:
    check = check_view(reader("character:1"), RULES.preview(fight(), INTENT).checks[0])
    assert (check.sum_label, check.sum, check.line) == ("Zuschlag", 9, None)
    assert check.chance == "ohne Zielwert: die Summe zählt"


def test_whoever_is_asked_sees_what_each_answer_would_roll() -> None:
    """W20-6.3: the defender chooses when the attack roll is known; 7 + W12 reaches 16 in a third of all cases."""

    def provide(question: Question) -> Answer | None:
        return None if isinstance(question, Ask) else Answer(faces=(5, 7))

    asked = run(RULES.perform(fight(), INTENT), provide).question
    assert isinstance(asked, Ask)
    (block,) = [check for check in asked.checks if check.term == "block"]
    shown = check_view(reader("character:2"), block)
    assert (shown.dice, shown.target, shown.chance_exact) == ("W12+7", 16, "1/3")
    assert [check.term for check in asked.checks] == ["block", "dodge"]


def test_an_answer_tells_what_it_would_hold_off_beside_its_roll() -> None:
    """W20-6.4: the strength of a block is the reason to choose it; a parry has none, and no price is made of it."""
    asked: list[Ask] = []

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask):
            asked.append(question)
            return None
        return Answer(faces=(5, 14))

    run(RULES.perform(fight(), INTENT), provide)
    options = {one.value: one for one in choice_options(reader("character:2"), asked[0], asked[0].checks, "")}
    assert (options["block"].number, options["block"].note) == ("W12+7", "kann nicht gelingen · Blockstärke 2")
    assert "Blockstärke" not in options["none"].note
