"""The first line of a result where several rounds are fired at once. Authority: FAL-3.13, FAL-7.1."""

from __future__ import annotations

from tests.web.test_headlines import CRATE, GUARD, JONNA, asked, happened, line, reader, rolled

BURST = ((50, "failure"), (60, "failure"), (99, "fumble"))


def test_whoever_hears_only_how_the_rounds_of_a_burst_went_hears_each_outcome_once() -> None:
    """FAL-3.13: each round has its own roll; without the numbers the same word stood three times in a line."""
    shots = [rolled("attack", JONNA, total, [None, 40], outcome, target_number=40) for total, outcome in BURST]
    spent = happened("rounds_fired", JONNA, item=CRATE, shots_fired=3)
    shots = [spent, *shots]  # that rounds are gone is no news where all of them missed
    at = reader("oedland", sees=(GUARD,))
    assert line(at, asked("shoot", GUARD), *shots) == (
        "Jonna Velder feuert auf Panzerjäger 1 — Angriff 2 × misslungen, Kritischer Patzer."
    )
    assert line(reader("oedland"), asked("shoot", GUARD), *shots[:3]) == (
        "Jonna Velder feuert auf Panzerjäger 1 — Angriff 50 gegen 40: misslungen, Angriff 60 gegen 40: misslungen."
    )


def test_the_rounds_of_a_burst_stand_together_before_what_they_came_to() -> None:
    """The report from the table: "34: gelungen, 2 Treffer. −12 TP. Angriff 86: misslungen" tells hits before rolls."""
    hits = (happened("hit", GUARD, hit=1), happened("hit", GUARD, ("pools.hit_points", 20, 8), hit=2))
    one, two, three = (
        rolled("attack", JONNA, total, [None, 55], outcome, target_number=55, target=GUARD)
        for total, outcome in ((34, "success"), (86, "failure"), (36, "success"))
    )
    assert line(reader("oedland"), asked("shoot", GUARD), one, hits[0], two, three, hits[1]) == (
        "Jonna Velder feuert auf Panzerjäger 1 — Angriff 34 gegen 55: gelungen, Angriff 86 gegen 55: misslungen, "
        "Angriff 36 gegen 55: gelungen, 2 Treffer. −12 TP."
    )
    other = rolled("second_attack", JONNA, 86, [None, 55], "failure", target_number=55, target=GUARD)
    assert line(reader("oedland"), asked("fire_dual", GUARD), one, hits[0], other) == (
        "Jonna Velder feuert beidhändig auf Panzerjäger 1 — 34 gegen 55: gelungen, "
        "Angriff der zweiten Waffe 86 gegen 55: misslungen, 1 Treffer ohne Wirkung."
    )
