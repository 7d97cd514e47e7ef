"""The sheet of every system: a reader of its rules finds what its own sheet shows, and finds it once."""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import drawing, pdf, policy
from chaos_sheets.drawing import TrackMark
from chaos_sheets.models import Character, Item, Place
from chaos_sheets.printing import arms, ink
from chaos_sheets.printing.layout import paper
from chaos_sheets.selectors.armoury import armoury
from chaos_sheets.selectors.armoury_view import Query
from chaos_sheets.selectors.printed import Printed, printed
from chaos_sheets.selectors.record import new_entry
from chaos_sheets.selectors.sheet import coarse_state, load, sheet_view
from chaos_sheets.selectors.sheet_view import FieldView, ItemView, SheetView
from chaos_sheets.words import Words, in_unit
from combat.core.derived import Derived
from combat.core.sheet import Sheet
from combat.core.value import with_value
from combat.registry import ruleset_info
from tests.builders import key
from tests.cast import stock_once
from tests.web.test_every_ruleset import Table, every_ruleset, table

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db


def view(at: Table) -> SheetView:
    return sheet_view(user=at.gm, character_id=at.one.pk, details=True)


def on_paper(at: Table, character: Character | None = None) -> Printed:
    return printed(policy.viewer(user=at.gm, campaign=at.campaign.pk), character or at.one)


def page(at: Table) -> str:
    return at.client.get(reverse("sheet", args=[at.one.pk])).content.decode()


def seen(text: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text)))


def specs(item: ItemView) -> dict[str, str]:
    return {spec.short: f"{spec.text} {spec.unit}".strip() for spec in item.specs if spec.is_set}


# --- the official columns ---------------------------------------------------------------------------------------


def test_a_weapon_of_the_horror_game_has_the_columns_of_its_sheet() -> None:
    """FHT-2.1: Fert. %, BRW, Schaden, PB, T%, TWB, MUN; the skill is the one the weapon is used with (FHT-1.8)."""
    at = table("fhtagn")
    sheet = view(at)
    skills = {field.label: field.text for group in sheet.groups if group.key == "skills" for field in group.fields}
    pistol = next(weapon for weapon in sheet.weapons if weapon.magazine)
    assert list(specs(pistol))[:3] == ["Fert. %", "BRW", "Schaden"]
    assert specs(pistol)["Fert. %"] == skills["Schusswaffen"]
    assert "MUN" in specs(pistol)
    assert "Fert. %" in seen(page(at))
    assert "Fert. %" in on_paper(at).blanks.weapon
    assert {"BRW", "Schaden", "PB", "T", "TWB"} <= set(arms.blank_cells(on_paper(at).blanks.weapon, 74).labels)


def test_an_attribute_shows_what_a_test_is_rolled_against_and_a_skill_its_per_cent() -> None:
    """FHT-1.2: attribute x 5. FHT-1.8: skills are percentages."""
    at = table("fhtagn")
    sheet = view(at)
    attributes, skills = (next(group for group in sheet.groups if group.key == key) for key in ("attribute", "skills"))
    strength = attributes.fields[0]
    assert attributes.bonuses[strength.field].text == f"{int(strength.text) * 5} %"
    assert {field.unit for field in skills.fields} == {"%"}
    assert skills.long
    for text in (seen(page(at)), seen(pdf.sheet_html(on_paper(at)))):
        assert f"Probe {int(strength.text) * 5} %" in text


def test_the_damage_of_a_blade_is_the_damage_that_is_rolled() -> None:
    """W20-6.8: dice + floor(MOD x factor) + what perks add; FHT-1.6: ST 13 adds 1 to a blow."""
    at = table("zwanziger")
    weapon = next(one for one in view(at).weapons if specs(one).get("Schaden"))
    added = next(value.value for value in weapon.values if value.key == "damage_part")
    bare = next(field.text for field in weapon.fields if field.field == "damage")
    assert added
    assert specs(weapon)["Schaden"].startswith(f"{bare}+{added} ")
    Character.objects.filter(pk=at.one.pk).update(body=at.one.body | {"damage_bonus": 3})
    more = next(one for one in view(at).weapons if one.ref == weapon.ref)
    assert specs(more)["Schaden"].startswith(f"{bare}+{added + 3} ")
    other = table("fhtagn")
    attributes = other.one.body["attributes"] | {"strength": 13}
    Character.objects.filter(pk=other.one.pk).update(body=other.one.body | {"attributes": attributes})
    blow = next(one for one in view(other).weapons if any(f.field == "st_bonus" and f.value for f in one.fields))
    assert specs(blow)["Schaden"].endswith("+1")


@pytest.mark.parametrize(
    ("grams", "read"),
    [(2500, "2,5"), (900, "0,9"), (250, "0,25"), (5, "0,005"), (3000, "3"), (-250, "−0,25"), (12_345_000, "12.345")],
)
def test_a_weight_is_read_in_kilograms_and_nothing_of_it_is_lost(grams: int, read: str) -> None:
    """W20-7.6 weighs in kilograms."""
    assert in_unit(ruleset_info("zwanziger"), grams, "grams") == (read, "kilograms")


def test_a_thing_tells_its_weight_with_the_unit_and_no_empty_values() -> None:
    at = table("zwanziger")
    gear = [item for item in view(at).gear if "Gewicht" in item.line]
    assert gear
    assert all(re.search(r"Gewicht [\d,.]+ kg", item.line) for item in gear)
    assert not any("–" in item.line for item in gear)
    assert gear[0].line in seen(pdf.sheet_html(on_paper(at)))


# --- once -------------------------------------------------------------------------------------------------------


@every_ruleset
def test_every_value_stands_once_with_its_bill(ruleset: str) -> None:
    """A bonus beside its attribute and a maximum that can be entered are not said again; their bills are there."""
    at = table(ruleset)
    sheet = view(at)
    beside = {bonus.key for group in sheet.groups for bonus in group.bonuses.values() if "." not in bonus.key}
    assert beside <= {value.key for value in sheet.beside_values}
    grids = [field.label for group in sheet.groups if group.grid for field in group.fields]
    labels = Counter([*grids, *(value.label for value in sheet.own_values)])
    assert [label for label, count in labels.items() if count > 1] == []
    assert Counter(sheet.own_values + sheet.beside_values) == Counter(sheet.values)
    text = page(at)
    assert all(f'data-key="why-{value.key}"' in text for value in sheet.values)


@every_ruleset
def test_numbers_of_play_at_which_nothing_stands_are_folded_away_and_not_printed(ruleset: str) -> None:
    at = table(ruleset)
    groups = [group for group in view(at).groups if group.grid and group.idle]
    text = page(at)
    printed_words = seen(pdf.sheet_html(on_paper(at)))
    for group in groups:
        assert f'data-key="group-{group.key}"' in text
        assert group.fields[0].label not in printed_words


# --- armour -----------------------------------------------------------------------------------------------------


@every_ruleset
def test_boxes_for_wear_are_drawn_only_where_armour_wears(ruleset: str) -> None:
    at = table(ruleset)
    sheet = view(at)
    wears = bool(ruleset_info(ruleset).points_per_step)
    protected = any(zone.drawing.plates for zone in sheet.zones)
    assert ('class="strip"' in page(at)) == (wears and protected)
    drawn = [ink.strip(zone.drawing, width=74, title="") for zone in sheet.zones]
    assert any(drawn) == (wears and protected)
    assert wears or 'data-key="notch-' not in page(at)
    assert wears or not {"unversehrt"} & {zone.word for zone in sheet.zones}


# --- the armoury ------------------------------------------------------------------------------------------------


@every_ruleset
def test_no_column_of_the_armoury_is_empty_and_every_row_fills_them_all(ruleset: str) -> None:
    at = table(ruleset)
    who = policy.viewer(user=at.gm, campaign=at.campaign.pk)
    for kind in armoury(who=who, query=Query()).kinds:
        shown = armoury(who=who, query=Query(kind=kind.key))
        assert all(len(row.cells) == len(shown.columns) for row in shown.rows)
        for place, column in enumerate(shown.columns):
            assert any(row.cells[place].text != "–" for row in shown.rows), (kind.key, column.label)


def test_a_column_comes_back_with_the_first_value_that_stands_in_it() -> None:
    """W20-1.4: an attack value is typed in for a weapon; the stock has none, a campaign's own weapon may."""
    at = table("zwanziger")
    who = policy.viewer(user=at.gm, campaign=at.campaign.pk)
    labels = [column.label for column in armoury(who=who, query=Query(kind="weapon")).columns]
    assert "Angriffswert" not in labels
    weapon = Item.objects.filter(ruleset="zwanziger", kind="weapon", place=Place.CATALOGUE).first()
    assert weapon is not None
    Item.objects.filter(pk=weapon.pk).update(body=weapon.body | {"attack_value": 7})
    labels = [column.label for column in armoury(who=who, query=Query(kind="weapon")).columns]
    assert "Angriffswert" in labels


def test_a_choice_that_is_not_the_usual_one_is_told_in_the_armoury() -> None:
    """FHT-2.8: a helmet is no vest, and some hold off only blows."""
    at = table("fhtagn")
    who = policy.viewer(user=at.gm, campaign=at.campaign.pk)
    facts = " ".join(row.facts for row in armoury(who=who, query=Query(kind="armour")).rows)
    assert "Helm" in facts


def test_of_many_choices_none_goes_without_saying() -> None:
    """XIAN-1.2: a dagger names its skill as every other weapon does."""
    at = table("xian")
    who = policy.viewer(user=at.gm, campaign=at.campaign.pk)
    rows = {row.name: row.facts for row in armoury(who=who, query=Query(kind="weapon")).rows}
    assert "Leichte Nahkampfwaffen" in rows["Krummdolch"]


# --- paper ------------------------------------------------------------------------------------------------------


@every_ruleset
def test_an_empty_line_for_a_weapon_asks_what_the_system_asks(ruleset: str) -> None:
    at = table(ruleset)
    loads = any(kind.magazine for kind in ruleset_info(ruleset).kinds if kind.use == "weapon")
    sheet = paper(on_paper(at))
    assert (sheet.rounds is not None) == loads
    assert bool(sheet.printed.blanks.rounds) == loads
    labels, width = sheet.blank_cells.labels, float(sheet.blank_cells.width.removesuffix("mm"))
    assert len(labels) >= 3
    assert all(len(label) * arms.CAPITAL <= width for label in labels)


def test_what_is_ticked_is_a_box_on_paper() -> None:
    """FHT-1.5: three ticks until somebody is hardened."""
    at = table("fhtagn")
    Character.objects.filter(pk=at.one.pk).update(body=at.one.body | {"ticks_violence": 2, "hardened_violence": True})
    at.one.refresh_from_db()
    lines = {line.label: line.value for column in paper(on_paper(at)).person for line in column}
    assert lines["Häkchen Gewalt"] == "■■□"
    assert lines["Abgehärtet gegen Gewalt"] == "■"
    assert "nein" not in lines.values()


@every_ruleset
def test_the_numbers_on_paper_are_those_of_the_page(ruleset: str) -> None:
    at = table(ruleset)
    shown, on = view(at), on_paper(at).sheet
    assert [specs(item) for item in on.weapons] == [specs(item) for item in shown.weapons]
    assert [item.line for item in on.gear] == [item.line for item in shown.gear]
    assert on.values == shown.values
    assert not on.may_edit


# --- drawings ---------------------------------------------------------------------------------------------------


def _places(marks: list[TrackMark], maximum: int) -> list[tuple[str, str]]:
    drawn = str(drawing.track(maximum, maximum, marks=marks, title=""))
    return re.findall(r'<text x="[^"]*"(?: text-anchor="end")? y="(\d+)"[^>]*>([^<]+)', drawn)


def test_words_under_a_track_never_stand_on_each_other() -> None:
    """On a phone a word takes a third of the track: the next one begins a line lower."""
    close = [TrackMark(5, "Schwer verwundet"), TrackMark(2, "Am Ende")]
    assert _places(close, 12) == [("36", "Schwer verwundet"), ("53", "Am Ende")]
    apart = [TrackMark(9, "verwundet"), TrackMark(4, "schwer")]
    assert _places(apart, 15) == [("36", "verwundet"), ("36", "schwer")]


# --- bad input --------------------------------------------------------------------------------------------------


def _numbers(sheet: SheetView) -> list[FieldView]:
    """Everything on a sheet in which a number is written."""
    found = [pool.now for pool in sheet.pools]
    found += [field for group in sheet.groups for field in group.fields]
    for item in (*sheet.weapons, *sheet.gear, *(worn.item for worn in sheet.armour)):
        found += [item.quantity, *item.fields, *([item.magazine.loaded] if item.magazine else [])]
    found += [field for each in sheet.collections for entry in each.entries for field in entry.fields]
    return [field for field in found if field.kind == "integer" and field.editable]


@every_ruleset
def test_every_number_of_the_sheet_refuses_what_is_none_with_a_sentence(ruleset: str) -> None:
    """M02, E05: letters, a thousand millions, a number below the least: nothing changes and the reason is said."""
    at = table(ruleset)
    fields = _numbers(view(at))
    assert len(fields) > 10
    client = Client(headers={"hx-request": "true"})
    client.force_login(at.gm)
    before = view(at)
    for field in fields:
        bad = ["viele", "1000000000", "1,5,5", "9" * 60]
        bad += [str(field.minimum - 1)] if field.minimum is not None else []
        for value in bad:
            given = {"of": field.of, "field": field.field, "shown": str(field.value), "value": value, "key": key()}
            answer = client.post(reverse("sheet_edit", args=[at.one.pk]), given)
            assert answer.status_code == 422, (field.of, field.field, value, answer.status_code)
            assert len(seen(answer.content.decode()).strip()) > 12, (field.field, value)
    assert view(at) == before


@every_ruleset
def test_sections_are_numbered_without_a_gap(ruleset: str) -> None:
    """A system without hit zones has no section for the body; the others close up, on the page and on paper."""
    at = table(ruleset)
    shown = page(at)
    numbers = [int(found) for found in re.findall(r'class="field__no" aria-hidden="true">(\d+)<', shown)]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    pressed = pdf.sheet_html(on_paper(at))
    heads = [int(found) for found in re.findall(r"<h2><b>(\d+)</b>", pressed)]
    assert sorted(heads) == list(range(1, len(heads) + 1))


def test_the_numbers_of_a_weapon_on_paper_say_what_they_are() -> None:
    """XIAN-5: they are what has to be exceeded, not what may be reached."""
    assert ">Erschwernis</td>" in pdf.sheet_html(on_paper(table("xian")))


# --- points of zones, numbers without a maximum, what was never learned -------------------------------------------


def test_points_of_a_zone_are_ticked_beside_it_and_a_number_without_a_maximum_has_boxes() -> None:
    """XIAN-1.3, XIAN-1.7: the first field holds AP and trauma, each zone its own points."""
    at = table("xian")
    at.one.body |= {"trauma": 3}
    at.one.save()
    made = paper(on_paper(at))
    assert [zone.pool.label.partition(",")[0] for zone in made.zones if zone.pool] == [
        "Verfassung Kopf", "Verfassung Oberkörper", "Verfassung Unterkörper",
    ]  # fmt: skip
    assert [main.label for main in made.mains][-1] == "Trauma, heute 3"
    assert not made.pools
    assert "Trauma" not in [line.label for column in made.person for line in column]


def test_beside_a_main_pool_a_number_without_a_maximum_has_small_boxes() -> None:
    at = table("xian")
    sheet = view(at)
    pools = tuple(replace(pool, zone="") for pool in sheet.pools)
    made = paper(replace(on_paper(at), sheet=replace(sheet, pools=pools)))
    assert (len(made.mains), [pool.label for pool in made.pools][1:]) == (3, ["Trauma"])


def test_a_skill_stands_once_with_its_bill_and_what_was_never_learned_stands_apart() -> None:
    """XIAN-1.2: without a skill twice the attribute; the value of a weapon is that of its skill."""
    at = table("xian")
    sheet = view(at)
    (skills,) = sheet.collections
    by_name = {entry.name: entry for entry in skills.entries}
    assert len(by_name) == len(skills.entries) > len(skills.known) > 0
    assert not {value.label for value in sheet.values} & set(by_name)
    assert by_name["Athletik"].value is not None
    assert all(entry.value is not None and entry.value.steps for entry in skills.entries)
    assert "Fertigkeit" in skills.known[0].text
    assert "Fertigkeit" not in skills.others[0].text
    assert f"{len(skills.others)} ungelernte" in seen(page(at))
    lines = [line for listing in paper(on_paper(at)).listings for line in listing.lines]
    learned = [line for line in lines if line.label]
    assert len(learned) == len(skills.known)
    assert lines[: len(learned)] == learned


def test_a_skill_from_the_catalogue_is_learned_once_it_is_entered() -> None:
    """The first point is there, so that it counts as learned; more are entered."""
    at = table("xian")
    found = new_entry(ruleset_info("xian"), at.campaign, ruleset_info("xian").sheet.collections[0], "riding", "Reiten")
    assert found == {"points": 1, "attribute": "agility", "second_attribute": "instinct"}


def test_in_which_hand_a_weapon_is_held_is_told_and_is_no_harm() -> None:
    """XIAN-7.2."""
    at = table("xian")
    (item, *_rest) = view(at).weapons
    held = next(state for state in item.states if state.field == "held")
    assert (held.kept, held.text) == (True, "Haupthand")
    assert re.search(r'tag--0">\s*Geführt <small>Haupthand', page(at))


@every_ruleset
def test_whoever_is_unhurt_is_called_so_and_nobody_else(ruleset: str) -> None:
    """The report from the table: wounds count up, and with none of six everybody was "angeschlagen"."""
    at = table(ruleset)
    found = load(policy.viewer(user=at.gm, campaign=at.campaign.pk), at.one, whole=False)
    words, nothing = Words.of(found.info.glossary), Derived(values={})
    assert coarse_state(nothing, found.info, words, found.sheet).word == "unverletzt"
    pool = next(pool for pool in found.info.pools if pool.health and found.sheet.value(pool.maximum))
    spent = found.sheet.value(pool.maximum) if pool.rising else 0
    harmed = Sheet(body=with_value(found.sheet.body, pool.current, spent), items=found.sheet.items)
    assert coarse_state(nothing, found.info, words, harmed).word == "angeschlagen"


def test_the_maximum_of_a_pool_nobody_uses_is_folded_away_and_can_be_entered() -> None:
    """The report from the table: "max. LP 0" and "max. MP 0" stood among the values though wounds are counted."""
    at = table("zwanziger")
    shown, _open, folded = page(at).partition('data-key="unused-life"')
    assert 'data-field="maxima.wounds"' in shown
    for path in ("maxima.life_points", "maxima.magic_points"):
        assert f'data-field="{path}"' not in shown
        assert f'data-field="{path}"' in folded
