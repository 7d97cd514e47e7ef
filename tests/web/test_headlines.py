"""The first line of a result, in every system: who, whom, roll against number, what it came to. One claim a line."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from chaos_sheets.changes import change_views, value_words
from chaos_sheets.headline import deed_words, headline
from chaos_sheets.selectors.log import question_label
from chaos_sheets.story import tell
from chaos_sheets.trace import Reader, reason_view
from chaos_sheets.words import Words
from combat.core.event import Change
from combat.core.intent import Reason
from combat.core.procedure import Ask, Choice
from combat.registry import ruleset_info
from combat.selectors.panel_words import choice_options
from combat.selectors.question import asked_words

JONNA, GUARD, CRATE = "character:1", "character:2", "item:9"
NAMES = {JONNA: "Jonna Velder", GUARD: "Panzerjäger 1", CRATE: "Lagerkiste"}


def reader(ruleset: str, *, language: str = "de", sees: tuple[str, ...] = (JONNA, GUARD, CRATE)) -> Reader:
    info = ruleset_info(ruleset)
    return Reader(info=info, words=Words.of(info.glossary, language), names=NAMES, whole=frozenset(sees))


def asked(form: str, *targets: str, actor: str = JONNA) -> dict[str, Any]:
    return {"intent": {"actor": actor, "parts": [{"form": form, "item": "", "targets": list(targets)}]}}


def rolled(
    term: str, who: str, total: int, window: list[int | None], outcome: str, dice: str = "W100", **data: Any
) -> dict[str, Any]:
    return {
        "kind": "rolled", "term": term, "who": who, "dice": dice, "faces": [total], "modifiers": [], "total": total,
        "window": window, "outcome": outcome, "rules": [], "data": data,
    }  # fmt: skip


def happened(term: str, of: str, *changes: tuple[str, Any, Any], **data: Any) -> dict[str, Any]:
    told = [{"of": of, "field": field, "before": before, "after": after} for field, before, after in changes]
    return {"kind": "happened", "term": term, "of": of, "data": data, "changes": told, "rules": []}


def changes(*events: dict[str, Any]) -> list[Change]:
    return [Change(**change) for event in events for change in event.get("changes", ())]


def line(at: Reader, request: dict[str, Any], *events: dict[str, Any]) -> str:
    return headline(at, events, changes(*events), request).text


MISS = rolled("attack", JONNA, 71, [None, 47], "failure", target_number=48, degrees_of_failure=2)
COST = happened("cost_paid", JONNA, ("budget.action_units", 10, 4), action_units=6)


def test_a_miss_names_who_whom_and_how_far_it_failed() -> None:
    """The mock's feed: 71 gegen 48, two degrees of ten beside (CHA-0.3); a price says nothing more."""
    missed = happened("missed", JONNA, target=GUARD)
    assert line(reader("chaos"), asked("shoot", GUARD), MISS, COST, missed) == (
        "Jonna Velder schießt auf Panzerjäger 1 — 71 gegen 48: misslungen, 2 Grade daneben."
    )


def test_hits_name_what_the_cover_took_zones_points_and_the_new_state() -> None:
    """Mock: 27 gegen 73, 4 EG; one of three hits stays in the crate (CHA-5.1), the others cost 14 points."""
    hits = (
        rolled("attack", JONNA, 27, [None, 72], "success", target_number=73, degrees=4),
        COST,
        rolled("dodge", GUARD, 52, [None, 39], "failure", target_number=40, degrees_of_failure=1),
        happened("cover_hit", CRATE, ("taken", 0, 2), hit=1),
        happened("hit", GUARD, ("pools.hit_points", 16, 8), hit=2, zone="body"),
        happened("hit", GUARD, ("pools.hit_points", 8, 2), hit=3, zone="head"),
        happened("state_after", GUARD, who=GUARD, before=16, lost=14, hit_points=2, maximum=16, status="badly_wounded"),
    )
    net = [Change(GUARD, "pools.hit_points", 16, 2)]
    told = headline(reader("chaos"), hits, net, asked("shoot", GUARD))
    assert told.deed == "Jonna Velder schießt auf Panzerjäger 1"
    assert told.outcome == (
        "27 gegen 73: gelungen, 4 EG, Ausweichen 52 gegen 40: misslungen, 1 Grad daneben, "
        "Lagerkiste hält 1 Treffer ab, 2 Treffer (Körper, Kopf). −14 TP. Panzerjäger 1: schwer verwundet."
    )
    other = headline(reader("chaos", sees=(JONNA,)), hits, net, asked("shoot", GUARD)).outcome
    assert other == (
        "27 gegen 73: gelungen, 4 EG, Ausweichen misslungen, Lagerkiste hält 1 Treffer ab, 2 Treffer (Körper, Kopf). "
        "Panzerjäger 1: schwer verwundet."
    )


def test_a_cover_that_breaks_is_told_in_the_first_line() -> None:
    """CHA-5.6: from there on the hits go through; whoever reads one line learns why."""
    hits = (
        rolled("attack", JONNA, 27, [None, 72], "success", target_number=73, degrees=4),
        happened("cover_hit", CRATE, ("taken", 0, 2), hit=1, destroyed=False),
        happened("cover_hit", CRATE, ("destroyed", False, True), hit=2, destroyed=True),
        happened("hit", GUARD, ("pools.hit_points", 16, 8), hit=3, zone="body"),
    )
    said = headline(reader("chaos"), hits, [Change(GUARD, "pools.hit_points", 16, 8)], asked("shoot", GUARD)).outcome
    assert said == "27 gegen 73: gelungen, 4 EG, Lagerkiste hält 2 Treffer ab (zerstört), 1 Treffer (Körper). −8 TP."


def test_whoever_holds_back_before_the_roll_is_not_the_news() -> None:
    """CHA-2.9: the line is about the deed; that somebody is not asked again stands in the story."""
    idle = happened("no_more_reactions", GUARD, ("flags.holds_back", None, True), who=GUARD)
    missed = happened("missed", JONNA, target=GUARD)
    assert line(reader("chaos"), asked("shoot", GUARD), idle, MISS, COST, missed) == line(
        reader("chaos"), asked("shoot", GUARD), MISS, COST, missed
    )


def test_a_jam_is_the_outcome_of_its_roll() -> None:
    """CHA-3.4."""
    jam = rolled("attack", JONNA, 100, [None, 72], "jam", target_number=73, trouble=[98, None], degrees_of_failure=2)
    assert line(reader("chaos"), asked("shoot", GUARD), jam).endswith("— 100 gegen 73: Ladehemmung, 2 Grade daneben.")


def test_an_even_chance_has_no_degrees() -> None:
    """CHA-7.19: saved at 50 or below, or not; how far beside counts for nothing, neither in the line nor drawn."""
    lost = rolled("saving_chance", JONNA, 77, [None, 50], "failure", target_number=50)
    test = rolled("medicine", JONNA, 12, [None, 36], "success", target_number=37, degrees=2)
    at = reader("chaos")
    assert line(at, asked("stabilise", GUARD), test, lost).endswith("77 gegen 50: misslungen.")
    steps = [beat.line.step for beat in tell(at, [test, lost], ()).beats if beat.line is not None]
    assert steps == [10, 0]


def test_a_roll_that_fails_without_degrees_says_no_more() -> None:
    """FHT-0: no degrees are counted. Field report: "Jünger 1: Angreifen." alone."""
    miss = rolled("attack", GUARD, 65, [None, 50], "failure", target_number=50)
    announced = happened("action_used", GUARD, ("budget.action", 1, 0), ("flags.action_state", None, "acted"))
    assert line(reader("fhtagn"), asked("attack", JONNA, actor=GUARD), announced, miss) == (
        "Panzerjäger 1 greift Jonna Velder an — 65 gegen 50: misslungen."
    )


def test_who_dies_of_a_hit_is_named() -> None:
    """FAL-6.7: at 0 points somebody is dead; the sentence of the rules says so."""
    shot = (
        rolled("attack", JONNA, 5, [None, 43], "critical_hit", target_number=43),
        happened("hit", GUARD, ("pools.hit_points", 28, 0), hit=1, zone="head"),
        happened("dead", GUARD, target=GUARD),
    )
    assert line(reader("oedland"), asked("shoot", GUARD), *shot) == (
        "Jonna Velder feuert auf Panzerjäger 1 — 5 gegen 43: kritischer Treffer, 1 Treffer (Kopf). −28 TP. "
        "Panzerjäger 1 ist tot."
    )


@pytest.mark.parametrize("sees", [(JONNA, GUARD), (GUARD,)])
def test_what_a_hit_takes_for_good_is_told_to_whoever_runs_the_fight_as_well(sees: tuple[str, ...]) -> None:
    """FHT-6.17: the sum counts points, the lost constitution stands in no sum."""
    shot = (
        rolled("attack", JONNA, 5, [None, 50], "success", target_number=50),
        happened("hit", GUARD, ("pools.hit_points", 10, 4), hit=1),
        happened("injured", GUARD, ("attributes.constitution", 10, 8), target=GUARD, attribute="constitution",
                 new_value=8),
    )  # fmt: skip
    told = line(reader("fhtagn", sees=sees), asked("attack", GUARD), *shot)
    assert told.endswith("Panzerjäger 1 behält einen Schaden: Konstitution jetzt 8.")


def test_a_roll_between_two_bounds_names_both() -> None:
    """XIAN-4.3: above the difficulty, up to the value; a defence that holds is the last word."""
    turn = (
        rolled("attack", JONNA, 9, [5, 14], "success", dice="2W10"),
        rolled("defence", GUARD, 8, [5, 9], "success", dice="2W10"),
        happened("defended_against", GUARD, target=GUARD),
    )
    assert line(reader("xian"), asked("attack", GUARD), *turn).startswith(
        "Jonna Velder greift Panzerjäger 1 an — 9, nötig 4 < Wurf ≤ 14: gelungen, "
        "Verteidigung: 8, nötig 4 < Wurf ≤ 9: gelungen. Panzerjäger 1 wehrt den Angriff ab."
    )


def test_each_of_several_attacks_is_named() -> None:
    """The report from the table: the first of two attacks of a turn (XIAN-3.5) stood without a label."""
    turn = [rolled("attack", JONNA, total, [5, 14], "success", dice="2W10") for total in (7, 12)]
    said = line(reader("xian"), asked("attack", GUARD), *turn)
    assert said.startswith(
        "Jonna Velder greift Panzerjäger 1 an — Angriff: 7, nötig 4 < Wurf ≤ 14: gelungen, Angriff: 12, "
    )


def test_an_open_total_and_wounds_that_rise() -> None:
    """W20-6.2, W20-6.11: the attack has no number to reach; two wounds come on top."""
    blow = (
        rolled("attack_roll", JONNA, 23, [None, None], "counts", dice="W20+9"),
        rolled("block", GUARD, 9, [23, None], "failure", dice="W12+7", target_number=23),
        happened("hit", GUARD, ("pools.wounds", 0, 2), hit=1, zone="torso"),
    )
    assert line(reader("zwanziger"), asked("attack_main", GUARD), *blow) == (
        "Jonna Velder greift Panzerjäger 1 an — Angriffswurf 23, Block 9 gegen 23: misslungen, "
        "1 Treffer (Torso). +2 WU."
    )


def test_rolls_against_each_other_say_whose_they_are() -> None:
    """W20-7.3, W20-4.6: both sides roll the same; a tie is rolled again."""
    contest = (
        rolled("breakout", JONNA, 23, [None, None], "stands", dice="W20+5"),
        rolled("breakout", GUARD, 15, [24, None], "failure", dice="W20+3", target_number=24),
        happened("broke_out", JONNA, target=GUARD),
    )
    said = line(reader("zwanziger"), asked("break_out", GUARD), *contest)
    assert "Jonna Velder: Ausbruchswurf 23" in said
    assert "Panzerjäger 1: Ausbruchswurf 15 gegen 24: misslungen" in said


def test_whatever_a_hit_takes_is_named() -> None:
    """XIAN-6.7, XIAN-6.8: beyond the zone it is trauma, and trauma costs action points at once."""
    head = ("pools.head_constitution", 2, 0)
    blow = happened("hit", GUARD, head, ("trauma", 0, 3), ("pools.action_points", 8, 5), hit=1, zone="head")
    move = happened("cost_paid", JONNA, ("pools.action_points", 8, 6), cost=2)
    said = line(reader("xian"), asked("attack", GUARD), move, blow)
    assert said.endswith("1 Treffer (Kopf). −2 VKo, +3 TR, −3 AP.")


def test_what_tells_itself_is_not_said_twice() -> None:
    aim = happened("aim_taken", JONNA, ("flags.aim", None, GUARD), who=JONNA, target=GUARD)
    said = line(reader("chaos"), asked("aim", GUARD), COST, aim)
    assert said.startswith("Jonna Velder ")
    assert " — " not in said


def test_oneself_and_many_are_spoken_of_as_people_do() -> None:
    at = reader("chaos")
    assert line(at, asked("treat", JONNA)) == "Jonna Velder versorgt sich selbst."
    crowd = [f"character:{number}" for number in range(11, 17)]
    many = Reader(info=at.info, words=at.words, names={**NAMES, **{ref: f"Ork {ref[-1]}" for ref in crowd}})
    assert line(many, asked("throw", *crowd)) == "Jonna Velder wirft auf Ork 1, Ork 2, Ork 3 und 3 weitere."


def test_whoever_is_hidden_is_not_counted_among_the_targets() -> None:
    """Nothing hidden reaches a player: not even that somebody else was aimed at."""
    unknown = "character:77"
    said = line(reader("chaos"), asked("throw", GUARD, unknown), rolled("dodge", unknown, 3, [None, 40], "success"))
    assert said == "Jonna Velder wirft auf Panzerjäger 1."


@pytest.mark.parametrize(("language", "said"), [("de", "Jemand schießt auf dich"), ("en", "Somebody shoots at you")])
def test_whoever_acts_unseen_is_somebody_in_a_whole_sentence(language: str, said: str) -> None:
    """Field report: "jemand: Schießen, dich." stood above the question when the shooter was hidden."""
    at = reader("chaos", language=language)
    with override(language):
        told = deed_words(at, asked("shoot", GUARD, actor="character:77"), you=GUARD)
    assert told == said


def test_without_a_clause_the_target_is_named_not_spoken_to() -> None:
    """No form has "dich" outside a sentence: "Nachladen, dich" is no German."""
    assert deed_words(reader("chaos"), asked("reload", GUARD), you=GUARD).endswith(", Panzerjäger 1")


@pytest.mark.parametrize(
    ("ruleset", "form", "said"),
    [
        ("chaos", "shoot", "Jonna Velder shoots at Panzerjäger 1 — 71"),
        ("fhtagn", "attack", "Jonna Velder attacks Panzerjäger 1 — 71"),
        ("oedland", "shoot", "Jonna Velder fires at Panzerjäger 1 — 71"),
        ("xian", "attack", "Jonna Velder attacks Panzerjäger 1 — 71"),
        ("zwanziger", "attack_main", "Jonna Velder attacks Panzerjäger 1 — 71"),
    ],
)
def test_the_line_is_english_for_english_readers(ruleset: str, form: str, said: str) -> None:
    assert line(reader(ruleset, language="en"), asked(form, GUARD), MISS).startswith(said)


@pytest.mark.parametrize(
    ("rounds", "said"), [(1, "Jonna Velder: 1 Runde ohne Versorgung."), (3, "Jonna Velder: 3 Runden ohne Versorgung.")]
)
def test_numbers_stand_with_the_noun_that_fits(rounds: int, said: str) -> None:
    """CHA-7.14."""
    assert reader("chaos").words.says("shock_counted", {"who": "Jonna Velder", "shock_rounds": rounds}) == said


# --- what the rules keep for themselves ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "kept", "said"),
    [
        # FAL-1.10, FAL-7.3: 40 points in rounds 2 to 6, 20 more in round 3 alone.
        ("fatigue", "40:2-6", "−40 in Runde 2–6"),
        ("fatigue", "40:2-6 20:3-3", "−40 in Runde 2–6; −20 in Runde 3"),
        ("fatigue", "verlesen", "–"),
        # FAL-3.10: a shot that was paid, and interrupted before it was fired.
        ("leaning_out", f"{CRATE} 5", "Lagerkiste, 5 AP bezahlt"),
        ("leaning_out", "verlesen", "–"),
        # FAL-3.19, FAL-3.20: whom somebody has noticed already, who met covering fire.
        ("watch_tried", f"{JONNA} {GUARD}", "Jonna Velder, Panzerjäger 1"),
        ("suppressed", GUARD, "Panzerjäger 1"),
    ],
)
def test_what_a_fight_remembers_of_somebody_is_read_in_words(path: str, kept: str, said: str) -> None:
    assert value_words(reader("oedland"), "encounter:1", f"combatants.1.flags.{path}", kept) == said


def test_what_a_fight_remembers_gives_nobody_away_whom_the_reader_does_not_know() -> None:
    change = Change("encounter:1", "combatants.1.flags.watch_tried", None, f"{JONNA} character:7")
    assert change_views(reader("oedland", sees=("encounter:1",)), [change]) == ()


def test_the_question_of_a_breakout_names_who_leaves() -> None:
    """W20-7.3; and one without numbers behind its question mark: FHT-3.2."""
    ask = Ask("breakout.1.demand", GUARD, (Choice("demand"),), "demand", data={"target": JONNA})
    assert asked_words(reader("zwanziger"), ask) == (
        "Jonna Velder verlässt deine Reichweite. Verlangst du einen Ausbruchswurf?"
    )
    assert question_label("who_first.3.0", reader("fhtagn")) == "Wer handelt zuerst?"


def test_what_happens_to_several_says_to_whom() -> None:
    """CHA-3.15: in a blast each has hits and degrees of his own."""
    hit = rolled("attack", JONNA, 20, [None, 47], "success", target_number=48, degrees=2)
    scored = [happened("hits_scored", of, hits=1, surplus_degrees=count) for count, of in enumerate((GUARD, JONNA), 1)]
    (beat,) = tell(reader("chaos"), [hit, *scored], ()).beats
    assert beat.turns == ("Panzerjäger 1: 1 Treffer, 1 EG überzählig.", "Jonna Velder: 1 Treffer, 2 EG überzählig.")
    (alone,) = tell(reader("chaos"), [hit, scored[0]], ()).beats
    assert alone.turns == ("1 Treffer, 1 EG überzählig.",)


def test_a_question_is_asked_and_what_is_refused_is_named() -> None:
    """CHA-8.4: a degree that may be bought is a question; no is an answer to it, not nothing."""
    at = reader("chaos")
    choices = (Choice("none"), Choice("cancel_degree", {"action_points": 2}))
    ask = Ask("attack.cancel_degree", GUARD, choices, "none", data={"before": 2, "degrees": 1})
    assert asked_words(at, ask) == "Der Wurf hat 2 EG. Nimmst du ihm einen?"
    assert [(each.label, each.note) for each in choice_options(at, ask, (), "")] == [
        ("Nein", ""),
        ("Dem Gegner einen EG nehmen", "2 AP"),
    ]


@pytest.mark.parametrize(
    ("because", "said"),
    [
        ({"because": "action_units", "needed": 2, "left": 0}, "müssen 2 AE aufgehoben sein; es sind 0."),
        ({"because": "surprised"}, "Wer überrascht ist, kann nicht reagieren."),
        ({"because": "something else"}, "Gegen diesen Angriff kannst du so nicht reagieren."),
    ],
)
def test_a_closed_reaction_says_what_closes_it(because: dict[str, Any], said: str) -> None:
    """CHA-2.9, CHA-3.13: the units that are missing stand with it, or the state that forbids it."""
    assert said in reason_view(reader("chaos"), Reason("reaction_not_allowed", because)).text


def test_a_defence_is_asked_for_alike_wherever_the_attack_comes_from() -> None:
    """W20-7.3, W20-6.14: against the free attack of a breakout, against a counter, against any attack."""
    at = reader("zwanziger")
    for name in ("defence.choice", "counter.defence.choice", "step.breakout.1.defence.choice"):
        assert asked_words(at, Ask(name, GUARD, (Choice("none"),), "none")) == "Wie verteidigst du dich?"


def test_a_state_its_own_sentence_tells_is_not_told_again() -> None:
    """CHA-6.flame: whoever catches fire burns."""
    hit = rolled("attack", JONNA, 20, [None, 47], "success", target_number=48, degrees=2)
    struck = happened("hit", GUARD, ("pools.hit_points", 13, 8), hit=1, zone="body", lost=5)
    fire = happened("caught_fire", GUARD, ("statuses.burning", None, True), who=GUARD)
    said = line(reader("chaos"), asked("shoot", GUARD), hit, struck, fire)
    assert said.endswith("−5 TP. Panzerjäger 1 fängt Feuer.")


def test_what_the_rules_keep_for_themselves_stands_among_no_changes() -> None:
    """XIAN-3.5: the entry says that a turn was declared; "Zug angesagt: nein → ja" beside it told nobody anything."""
    changes = [
        Change("encounter:1", "combatants.1.flags.declared", None, True),
        Change("encounter:1", "flags.begun", None, True),
        Change("encounter:1", "combatants.1.flags.stance", 0, 3),
    ]
    seen = change_views(reader("xian", sees=(JONNA, "encounter:1")), changes)
    assert [view.field for view in seen] == ["combatants.1.flags.stance"]
