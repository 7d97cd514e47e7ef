"""The rules to look things up in: who reads them, what a search finds, where a citation leads."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django.asserts import assertNumQueries

from chaos_sheets.cites import cite_links
from chaos_sheets.errors import NotVisible
from chaos_sheets.policy import viewer
from chaos_sheets.selectors import reference
from chaos_sheets.selectors.covers import cover_tables
from chaos_sheets.selectors.house_rules import rulings
from chaos_sheets.selectors.reference_tables import _split
from chaos_sheets.selectors.screen import _table
from chaos_sheets.words import Words
from combat.core.citation import Citation
from combat.core.description import RulesetInfo
from combat.core.intent import Offer
from combat.registry import ruleset_ids, ruleset_info
from combat.selectors.panel_words import heading_of
from tests.cast import Cast
from tests.web.browsing import as_user

pytestmark = pytest.mark.django_db
every_ruleset = pytest.mark.parametrize("ruleset", ruleset_ids())
LOOKED_UP = ("regeln", "tabellen", "begriffe")


def texts(client: Client, address: str, **given: str) -> str:
    response = client.get(address, given)
    assert response.status_code == 200
    return response.content.decode()


# --- every ruleset --------------------------------------------------------------------------------------------


@every_ruleset
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_reference_holds_every_rule_with_title_and_sentence(ruleset: str, language: str) -> None:
    info = ruleset_info(ruleset)
    with translation.override(language):
        book = reference.reference(ruleset=ruleset)
    found = {rule.number: rule for chapter in book.chapters for rule in chapter.rules}
    assert list(found)
    assert set(found) == set(info.rules)
    for number, rule in info.rules.items():
        assert (found[number].title, found[number].text) == (rule.title[language], rule.text[language])


@every_ruleset
def test_an_action_stands_under_the_heading_its_rule_has_in_the_reference(ruleset: str) -> None:
    """A chapter has one name: whoever finds an action under it finds its rules under it too."""
    info = ruleset_info(ruleset)
    words = Words.of(info.glossary, "de")
    for number in info.rules:
        assert (
            heading_of(words, Offer(form="", rules=(Citation(number),))) == reference.rule_card(number=number).chapter
        ), number
    assert heading_of(words, Offer(form="")) == ""


@every_ruleset
def test_every_zone_state_trait_and_reading_is_in_the_reference(ruleset: str) -> None:
    info = ruleset_info(ruleset)
    book = reference.reference(ruleset=ruleset)
    anchors = {row.anchor for table in book.tables for row in table.rows}
    assert {f"zone-{zone.key}" for zone in info.zones} <= anchors
    assert {f"status-{status.key}" for status in info.statuses} <= anchors
    labels = {trait.label: trait.key for kind in info.kinds for trait in kind.traits}
    assert {f"trait-{key}" for key in labels.values()} <= anchors
    read = {note.key for chapter in book.chapters for rule in chapter.rules for note in rule.rulings}
    assert read == {ruling.key for ruling in info.rulings}


@every_ruleset
def test_anchors_are_unique_and_every_citation_leads_somewhere(ruleset: str) -> None:
    book = reference.reference(ruleset=ruleset)
    rows = [row for table in book.tables for row in table.rows]
    for anchors in ([row.anchor for row in rows], [row.anchor for row in book.words]):
        assert len(set(anchors)) == len(anchors)
    for row in (*rows, *book.words):
        for rule in row.cites:
            assert reference.rule_card(number=rule).rule.number == rule


@every_ruleset
def test_the_tables_hold_every_number_that_has_a_word(ruleset: str) -> None:
    """Whatever `tables.toml` holds under an id of the glossary is shown with that very number."""
    info: RulesetInfo = ruleset_info(ruleset)
    shown = {
        row.anchor: " ".join(row.values) for table in reference.reference(ruleset=ruleset).tables for row in table.rows
    }
    for name, entry in info.tables.entries.items():
        head, _dot, rest = name.partition(".")
        if name in info.glossary.terms or (head in ("modifier", "action") and rest in info.glossary.terms):
            _larger, many = info.shown_in.get(entry.unit, ("", 1))
            written = f"{abs(entry.value) / many:g}".replace(".", ",")
            assert written in shown[f"t-{name}"].replace(".", ""), name


PROGRAMME = {
    "chaos": {"number.jam_never_from", "number.hit_points_lowest"},
    "fhtagn": {"number.doubles", "number.half"},
    "oedland": {
        *("number.millimetres_per_centimetre", "number.halves", "number.tenths"),
        *("number.fumble_lowest", "number.fumble_never"),
    },
    "zwanziger": {"number.grams_per_kilogram", "number.parties_needed"},
}
"""Bounds, units and halves that the programme counts with: no number that anybody looks up."""


@every_ruleset
def test_every_number_that_rules_use_is_told(ruleset: str) -> None:
    """A number of the tables stands in a table of the reference, or in the words of the rule that it is cited for."""
    info: RulesetInfo = ruleset_info(ruleset)
    anchors = {row.anchor for table in reference.reference(ruleset=ruleset).tables for row in table.rows}
    untold = {
        name
        for name, entry in info.tables.entries.items()
        if f"t-{_split(name)[1]}" not in anchors
        and not any(anchor.startswith(f"t-{_split(name)[1]}.") for anchor in anchors)
        and name != "ladder.zone.die"
        and not re.search(
            rf"(?<!\d){abs(entry.value)}(?!\d)", " ".join(info.rules[str(rule)].text["de"] for rule in entry.rules)
        )
    }
    assert untold == PROGRAMME.get(ruleset, set())


def rows_of(ruleset: str, key: str) -> dict[str, tuple[str, ...]]:
    found = next(each for each in reference.reference(ruleset=ruleset).tables if each.key == key)
    return {row.label: row.values for row in found.rows}


def test_tables_of_words_and_dice_are_shown_too() -> None:
    """FHT-7.19, FHT-7.18, FHT-7.17, FHT-1.6, by hand from the rule page."""
    assert rows_of("fhtagn", "disease") == {
        "Leicht": ("W4", ""),
        "Mittel": ("W6", ""),
        "Schwer": ("W6", "−20"),
        "Sehr schwer": ("W8", "−40"),
    }
    disease = next(each for each in reference.reference(ruleset="fhtagn").tables if each.key == "disease")
    assert all(row.assumption for row in disease.rows)
    assert rows_of("fhtagn", "radiation") == {"Mittel": ("W4", "W6", "W6", "W4"), "Hoch": ("W4", "W4", "", "")}
    assert rows_of("fhtagn", "cold_free")["Voll ausgerüstet"] == ("60",)
    assert list(rows_of("fhtagn", "strength_bonus").items())[::4] == [("1–4", ("−2",)), ("17–20", ("+2",))]
    assert rows_of("fhtagn", "die")["Insassen des Gerammten"] == ("2W6",)


def test_bounds_are_read_in_their_unit_and_additions_with_their_sign() -> None:
    """FAL-3.5, FAL-5.7, XIAN-1.3, XIAN-5.14, XIAN-1.2, by hand from the rule pages."""
    assert rows_of("oedland", "list.turn_cost") == {
        "Bis 45 Grad": ("0",),
        "Über 45 bis 90 Grad": ("1",),
        "Über 90 Grad": ("2",),
    }
    assert rows_of("oedland", "number-5")["Je zusätzlichem AP zum Zielen"] == ("+10",)
    assert rows_of("xian", "list.constitution")["15"] == ("6", "8", "7")
    assert rows_of("xian", "list.guide")["Aussichtslos"] == ("+16",)
    assert rows_of("xian", "skill")["Mittelschwere Nahkampfwaffen"] == ("ST/AG",)
    assert rows_of("chaos", "bands.range")["Halbe Grundreichweite"][0].startswith("bis × ½")


# --- FHTAGN, Ödland ----------------------------------------------------------------------------------------


def rows_on_screen(ruleset: str, key: str) -> dict[str, str]:
    tables = reference.reference(ruleset=ruleset).tables
    return {
        row.label: row.text or row.means
        for row, _values in _table(next(each for each in tables if each.key == key)).rows
    }


def test_reloading_and_fire_show_every_column_with_its_word() -> None:
    """FHT-2.12, FHT-7.16, FHT-2.6, by hand from the rule page: actions to reload, dice of a fire."""
    found = rows_on_screen("fhtagn", "reload")
    wanted = {"Magazin": 1, "Gurt": 2, "Armbrust": 2, "Vorderlader": 6}
    assert {label: found[label] for label in wanted} == {key: f"Handlungen {n}" for key, n in wanted.items()}
    assert found["Einzelne Patronen"] == "Handlungen 1 · Schuss 2"
    fire = rows_on_screen("fhtagn", "fire")
    assert [fire[size] for size in ("Klein", "Mittel", "Groß", "Extrem")] == [
        *(f"T 0 · Schaden {dice}" for dice in ("1", "W6", "2W6")),
        "T 10",
    ]
    assert rows_on_screen("fhtagn", "mode")["Kurze Salve"] == "Schuss 10 · Radius (m) 2 · tödlich ja"
    reload = next(table for table in reference.reference(ruleset="fhtagn").tables if table.key == "reload")
    assert [column.label for column in reload.columns] == ["Handlungen", "Schuss"]


def test_throwing_and_advantage_stand_on_the_screen() -> None:
    """W20-7.6, W20-5.2, W20-5.3, W20-3.3, by hand from the rule page."""
    throw = rows_on_screen("zwanziger", "throw")
    assert next(iter(throw)) == "Bis 1 kg"
    assert list(throw.values()) == [
        f"Weite (m): STÄ-MOD × {times} · Schaden + MOD/2 {dice}"
        for times, dice in (
            ("10", "W4"),
            ("5", "W6"),
            ("3", "W8"),
            ("1", "W10"),
            ("0,5", "2W10"),
            ("0,1", "4W10"),
        )
    ]
    shown = next(each for each in reference.reference(ruleset="zwanziger").tables if each.key == "throw")
    assert _table(shown).columns == ("Weite (m): STÄ-MOD ×", "Schaden + MOD/2"), "read like the table of the text"
    points = rows_on_screen("zwanziger", "modifier-5")
    assert (points["Backstab"], points["Vom Reittier aus"]) == ("Advantage 1", "Disadvantage 1")
    assert points["Erschöpfung"] == "−1"
    assert rows_on_screen("zwanziger", "form")["Offensiver Zauber"] == "AA ja · UA nein"


def test_ways_on_the_table_are_read_in_centimetres() -> None:
    """FAL-1.13: 3, 2, 1 and 4.5 cm per action point."""
    found = rows_on_screen("oedland", "list.rate")
    assert list(found.values()) == ["3 cm", "2 cm", "1 cm", "4,5 cm"]
    with translation.override("en"):
        assert list(rows_on_screen("oedland", "list.rate").values())[-1] == "4.5 cm"


def test_a_save_against_wounds_stands_at_the_wounds_that_are_there() -> None:
    """W20-6.12: with more than half of the maximum: of 6 from the fourth on, of 9 from the fifth."""
    tables = reference.reference(ruleset="zwanziger").tables
    found = next(table for table in tables if table.key == "wounds-wounds")
    (row,) = found.rows
    by_maximum = dict(zip([column.short for column in found.columns], row.values, strict=True))
    assert {key: by_maximum[key] for key in ("3", "6", "9", "12")} == {"3": "2", "6": "4", "9": "5", "12": "7"}


def test_a_state_that_begins_at_nothing_left_is_no_table_of_noughts() -> None:
    """FAL-6.7: dead at no hit points, whatever the maximum; the states say so."""
    tables = {table.key: table for table in reference.reference(ruleset="oedland").tables}
    assert "wounds-hit_points" not in tables
    assert "Tot" in [row.label for row in tables["statuses"].rows]


# --- CHAOS ----------------------------------------------------------------------------------------------------


def numbers_of(book: Any) -> dict[str, tuple[str, ...]]:
    return {row.label: row.values for table in book.tables for row in table.rows}


def test_the_numbers_of_chaos_are_those_of_the_text() -> None:
    """CHA-2.3, CHA-3.2, CHA-7.1, CHA-7.15, by hand from the rule page."""
    book = reference.reference(ruleset="chaos")
    found = numbers_of(book)
    assert found["Beschuss"] == ("4", "1", "")
    assert found["Sturmangriff, Sprinten"][0] == "9"
    assert found["Schuss aus der Bewegung"] == ("−20", "−5")
    assert found["Halbe Grundreichweite"] == ("bis × ½", "+10")
    assert found["Kopf"] == ("10",)
    # 66 per cent of 15 are 9.9, 33 per cent 4.95, 20 per cent 3
    wounds = next(table for table in book.tables if table.use == "wounds")
    at = [column.short for column in wounds.columns].index("15")
    assert [row.values[at] for row in wounds.rows] == ["9", "4", "3"]
    states = next(table for table in book.tables if table.key == "statuses")
    assert (states.rows[0].label, states.rows[0].values) == ("Verwundet", ("−10",))


def test_a_word_finds_the_rule_first_and_then_what_names_it() -> None:
    book = reference.reference(ruleset="chaos")
    found = reference.search(book, "  LADEhemmung ")
    assert (found[0].kind, found[0].title, found[0].anchor) == ("Regel", "Ladehemmung", "CHA-3.4")
    assert {"tabellen", "begriffe"} <= {one.part for one in found}
    assert [one.anchor for one in reference.search(book, "cha-7.6")][:1] == ["CHA-7.6"]
    assert reference.search(book, "") == ()
    assert reference.search(book, "xyzzy") == ()
    assert len(reference.search(book, "e")) == reference.MOST_FOUND


def test_a_number_nobody_wrote_has_no_rule() -> None:
    for number in ("CHA-99.9", "ABC-1.1", "7.3", "CHA-", ""):
        with pytest.raises(NotVisible):
            reference.rule_card(number=number)
    assert cite_links(["ABC-1.1", "<b>"]) == "ABC-1.1 · &lt;b&gt;"


# --- pages ----------------------------------------------------------------------------------------------------


def test_whoever_is_signed_in_reads_the_rules_of_a_system(cast: Cast) -> None:
    address = reverse("reference", args=["chaos"])
    assert Client().get(address).status_code == 302
    for part in LOOKED_UP:
        assert "Nachschlagen" in texts(as_user(cast.stranger), address, teil=part)
    client = as_user(cast.stranger)
    assert client.get(reverse("reference", args=["nothing"])).status_code == 404
    assert client.post(address).status_code == 405
    assert 'id="kapitel-7"' in texts(client, address, teil="unsinn")


def test_members_read_them_as_their_campaign_plays(cast: Cast) -> None:
    address = reverse("lookup", args=[cast.campaign.pk])
    cast.campaign.options = {"jam_from": 98}
    cast.campaign.save()
    for user in cast.insiders:
        text = texts(as_user(user), address)
        assert f'href="{reverse("rules", args=[cast.campaign.pk])}#option-jam_from"' in text
        assert 'class="mark mark--gm">Hausregel' in text
    row = re.search(r'id="t-number.jam_from">.*?</tr>', texts(as_user(cast.owner), address, teil="tabellen"), re.S)
    assert row is not None
    assert "Hausregel" in row[0]
    assert ">98<" in row[0]


def test_the_covers_of_the_armoury_stand_among_the_tables(cast: Cast) -> None:
    who = viewer(user=cast.owner, campaign=cast.campaign)
    (table,) = cover_tables(who=who)
    assert len(table.columns) == len(table.rows[0].values)
    text = texts(as_user(cast.spectator), reverse("lookup", args=[cast.campaign.pk]), teil="tabellen")
    assert table.rows[0].label in text


def test_a_search_is_a_plain_form_and_htmx_takes_the_part(cast: Cast) -> None:
    client = as_user(cast.owner)
    address = reverse("lookup", args=[cast.campaign.pk])
    text = texts(client, address, q="ladehemmung")
    assert 'value="ladehemmung"' in text
    assert "?teil=regeln#CHA-3.4" in text
    part = client.get(address, {"q": "ladehemmung"}, headers={"hx-request": "true", "hx-target": "nachschlagen"})
    assert "<html" not in part.content.decode()
    assert "Dazu steht hier nichts" in texts(client, address, q="<script>\x00" + "x" * 900)


@pytest.mark.parametrize("part", LOOKED_UP)
def test_a_page_asks_the_database_the_same_however_much_there_is(cast: Cast, part: str) -> None:
    client = as_user(cast.owner)
    address = reverse("lookup", args=[cast.campaign.pk])
    texts(client, address, teil=part)
    with assertNumQueries(8 if part == "tabellen" else 4):
        texts(client, address, teil=part)


def test_a_rule_opens_in_place_or_leads_to_its_place(cast: Cast) -> None:
    client, address = as_user(cast.owner), reverse("rule", args=["CHA-3.4"])
    assert client.get(address)["Location"] == reverse("reference", args=["chaos"]) + "#CHA-3.4"
    here = client.get(address, {"runde": str(cast.campaign.pk)})
    assert here["Location"] == reverse("lookup", args=[cast.campaign.pk]) + "#CHA-3.4"
    card = client.get(address, {"runde": str(cast.campaign.pk)}, headers={"hx-request": "true"}).content.decode()
    assert "Ladehemmung" in card
    assert "<html" not in card
    assert ">96<" in card
    assert client.get(reverse("rule", args=["CHA-99"])).status_code == 404
    assert Client().get(address, headers={"hx-request": "true"}).status_code == 401


def test_a_rule_says_nothing_of_a_table_one_does_not_sit_at(cast: Cast) -> None:
    address = reverse("rule", args=["CHA-3.4"])
    for campaign in (str(cast.campaign.pk), "987654", "x", "-1", "9" * 30):
        got = as_user(cast.stranger).get(address, {"runde": campaign}, headers={"hx-request": "true"})
        assert got.status_code == 404, campaign


# --- citations lead to it -------------------------------------------------------------------------------------


def link(number: str) -> str:
    return f'<a href="{reverse("rule", args=[number])}" target="_blank" data-rule>{number}</a>'


def test_bills_of_a_sheet_and_reasons_lead_to_the_rules(cast: Cast) -> None:
    text = texts(as_user(cast.owner), reverse("sheet", args=[cast.hero.pk]))
    assert link("CHA-0.4") in text
    assert not re.search(r'class="cite">\s*[A-Z0-9]+-\d', text)


def test_rulings_show_their_switch_as_it_is_set(cast: Cast) -> None:
    who = viewer(user=cast.spectator, campaign=cast.campaign)
    who.campaign.options = {"strict_under": False}
    lines = {line.key: line for chapter in rulings(who=who) for line in chapter.rulings}
    assert len(lines) == len(ruleset_info("chaos").rulings)
    assert (lines["equal_roll"].option_key, lines["equal_roll"].deviates) == ("strict_under", True)
    assert all(line.reading and line.reason and line.cites for line in lines.values())
