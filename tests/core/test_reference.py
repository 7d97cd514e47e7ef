"""The reference is read whole or refused with the place that is broken."""

import pytest

from combat.core.citation import cite
from combat.core.reference import ReferenceBroken, load_rules, load_rulings, load_sections

SECTIONS = """
[[section]]
number = "7"
title = {de = "Rüstung und Schaden", en = "Armour and damage"}
status = "implemented"
note.de = "Ob Hilfe rechtzeitig kommt, sagt die Spielleitung."
note.en = "Whether help comes in time the game master says."

[[section]]
number = "9"
title = {de = "Regeln zum Zaubern", en = "Rules for magic"}
status = "planned"

[rule."CHA-7.3"]
title = {de = "Rüstung", en = "Armour"}
text = {de = "Sie hält ab.", en = "It stops."}
"""

RULINGS = """
[ruling.equal_roll]
cite = ["CHA-0.1"]
option = "strict_under"
question = {de = "Gleich?", en = "Equal?"}
reading = {de = "Nein.", en = "No."}
reason = {de = "So steht es da.", en = "So it says."}
date = "2026-11-30"
"""


def test_sections_keep_their_order_and_may_have_a_note() -> None:
    armour, magic = load_sections("s", SECTIONS)
    assert (armour.number, armour.title["de"], armour.status) == ("7", "Rüstung und Schaden", "implemented")
    assert magic.title["en"] == "Rules for magic"
    assert armour.note["en"].startswith("Whether")
    assert magic.note == {}


def test_rules_are_found_by_citation() -> None:
    rule = load_rules("s", SECTIONS)["CHA-7.3"]
    assert (rule.title["de"], rule.text["en"]) == ("Rüstung", "It stops.")


def test_rulings_name_their_rules_and_their_option() -> None:
    (ruling,) = load_rulings("r", RULINGS)
    assert (ruling.key, ruling.rules, ruling.option) == ("equal_roll", cite("CHA-0.1"), "strict_under")
    assert (ruling.question["de"], ruling.reading["en"], ruling.reason["en"]) == ("Gleich?", "No.", "So it says.")
    assert ruling.date == "2026-11-30"


@pytest.mark.parametrize(
    "text",
    [
        '[[section]]\ntitle.de = "A"\ntitle.en = "A"\nstatus = "gm"',
        '[[section]]\nnumber = "1"\ntitle.de = "A"\ntitle.en = "A"\nstatus = "done"',
        '[[section]]\nnumber = "1"\nstatus = "gm"',
        '[[section]]\nnumber = "1"\ntitle.de = "A"\ntitle.en = "A"\nstatus = "gm"\nnote.de = "nur deutsch"',
        SECTIONS.replace('number = "9"', 'number = "7"'),
    ],
)
def test_a_broken_section_is_refused(text: str) -> None:
    with pytest.raises(ReferenceBroken):
        load_sections("s", text)


@pytest.mark.parametrize(
    "text",
    [
        SECTIONS.replace("CHA-7.3", "seven"),
        SECTIONS.replace('title = {de = "Rüstung", en = "Armour"}', ""),
        SECTIONS.replace('en = "It stops."', 'en = ""'),
    ],
)
def test_a_broken_rule_is_refused(text: str) -> None:
    with pytest.raises(ReferenceBroken):
        load_rules("s", text)


@pytest.mark.parametrize("missing", ['cite = ["CHA-0.1"]', 'date = "2026-11-30"'])
def test_a_ruling_needs_a_citation_and_a_date(missing: str) -> None:
    with pytest.raises(ReferenceBroken):
        load_rulings("r", RULINGS.replace(missing, ""))
