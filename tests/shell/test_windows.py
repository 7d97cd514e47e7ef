"""Rolls with a bound on either side, and hits whose bill ends in trauma: told by the same story as all others."""

from collections.abc import Mapping

import pytest

from chaos_sheets.beats import Story
from chaos_sheets.story import tell
from chaos_sheets.trace import Reader
from chaos_sheets.words import Words
from combat.core.event import changes_in, event_to_json, net_changes
from combat.core.fight import Fight
from combat.core.intent import Part
from combat.core.procedure import Answer, Ask, Question, run
from combat.registry import ruleset, ruleset_info
from tests.rulesets.xian.table import armour, attack, fight, fighter, intent

RULES, INFO = ruleset("xian"), ruleset_info("xian")
NAMES = {"character:1": "Isis", "character:2": "Borgar", "character:3": "Zawier", "item:11": "Schwert"}


def told(
    state: Fight, faces: Mapping[str, tuple[int, ...]], gm: int = 0, defence: str = "none", parts: tuple[Part, ...] = ()
) -> Story:
    def provide(question: Question) -> Answer:
        return Answer(choice=defence) if isinstance(question, Ask) else Answer(faces=faces[question.name])

    events = run(RULES.perform(state, intent(*(parts or (attack(),)), gm=gm)), provide).events
    reader = Reader(info=INFO, words=Words.of(INFO.glossary, "de"), names=NAMES, whole=frozenset(NAMES))
    return tell(reader, [event_to_json(event) for event in events], net_changes(changes_in(events)))


@pytest.mark.parametrize(
    ("gm", "faces", "said"),
    [
        (9, (3, 3), "6, nötig 9 < Wurf ≤ 14: zu schwer"),
        (9, (5, 7), "12, nötig 9 < Wurf ≤ 14: gelungen"),
        (16, (3, 3), "6, konnte nicht gelingen, Erschwernis 16 müsste unter Aktionswert 14 liegen: zu schwer"),
        (0, (9, 9), "18 gegen 14, 4 darüber: überschätzt"),
    ],
)
def test_a_roll_with_two_bounds_names_both(gm: int, faces: tuple[int, int], said: str) -> None:
    """XIAN-4.2, XIAN-4.3: the difficulty is a lower bound, also where nothing can succeed."""
    story = told(fight(fighter(1), fighter(2)), {"attack.1": faces, "damage.1": (9, 9, 9, 9, 9)}, gm)
    assert next(beat.said for beat in story.beats if beat.kind == "roll") == said


def test_each_attack_of_a_turn_says_at_whom_where_there_are_several() -> None:
    """XIAN-3.5: any number of attacks at any number of enemies."""
    faces = {"attack.1": (9, 9), "attack.2": (9, 9)}
    both = (attack(), attack("item:11", "character:3"))
    story = told(fight(fighter(1), fighter(2), fighter(3)), faces, parts=both)
    assert [beat.aside for beat in story.beats if beat.kind == "roll"] == ["→ Borgar", "→ Zawier"]
    alone = told(fight(fighter(1), fighter(2)), {"attack.1": (9, 9)})
    assert [beat.aside for beat in alone.beats] == [""]


def test_a_hit_is_told_with_its_zone_its_bill_and_what_it_came_to() -> None:
    """XIAN-6.4 to XIAN-6.8: k 6 less 2 is 4, three of five dice count, 2 points are lost and 1 is trauma."""
    target = fighter(2, armour("item:29", 2), pools={"upper_body_constitution": 2, "action_points": 10})
    faces = {"attack.1": (5, 5), "damage.1": (2, 3, 4, 5, 9), "pain_check.1": (5, 5)}
    story = told(fight(fighter(1), target), faces)
    hit = next(beat for beat in story.beats if beat.kind == "hit")
    assert hit.title == "Treffer 1: Oberkörper"
    note = "Durchschlagskraft 6, Panzerung 2, Durchschlagskraft nach Panzerung 4, Würfel 2, 3, 4, 5, 9"
    assert [(amount.text, amount.label) for amount in hit.amounts] == [
        ("3", f"Schaden · {note}"),
        ("−1", "Über die Verfassung hinaus (Trauma)"),
    ]
    assert hit.total is not None
    assert (hit.total.text, hit.total.label) == ("2", "VOb verloren")


def test_armour_that_holds_and_a_defence_too_low_are_told_in_words() -> None:
    """XIAN-4.4, XIAN-6.5: 9 of 14 against 10; k 6 less 6 leaves nothing, of the zone that was struck."""
    state = fight(fighter(1), fighter(2, armour("item:29", 6)))
    story = told(state, {"attack.1": (5, 5), "defence.1": (4, 5)}, defence="dodge")
    defence = next(beat for beat in story.beats if beat.title == "Verteidigung")
    assert "Verteidigung zu niedrig: 9 gegen den Angriff mit 10." in defence.turns
    hit = next(beat for beat in story.beats if beat.kind == "hit")
    assert hit.turns == ("Die Panzerung von Borgar hält: Durchschlagskraft 6, Panzerung 6.",)
    assert hit.total is not None
    assert (hit.total.text, hit.total.label) == ("0", "VOb verloren")


def test_the_bill_names_value_and_difficulty_by_the_words_of_the_rules_and_each_is_its_sum() -> None:
    """XIAN-4.1, XIAN-4.2: the parts of E add up to the bound, the others to the action value (AW)."""
    story = told(fight(fighter(1), fighter(2)), {"attack.1": (5, 7), "damage.1": (9, 9, 9, 9, 9)}, 9)
    roll = next(beat for beat in story.beats if beat.kind == "roll")
    assert roll.result is not None
    assert (roll.result.label, roll.result.text) == ("Aktionswert", "14")
    bounds = [step for step in roll.steps if step.text.startswith("E ")]
    value = [step for step in roll.steps if step not in bounds]
    assert sum(step.amount for step in value) == 14
    *parts, total = bounds if len(bounds) > 1 else (*bounds, bounds[0])
    assert sum(step.amount for step in parts) == total.amount == 9
    assert all(step.cites for step in (*value, *parts))
    assert "Aktionswert 14" in roll.line_title
