"""The printed sheet, read back: everything is on it, nothing is cut off, and it has as many pages as it needs."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from chaos_sheets import pdf, services
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import ArmourZone, Campaign, Character, Item, Place, User
from chaos_sheets.policy import viewer
from chaos_sheets.printing import ink
from chaos_sheets.printing.arms import arm_of
from chaos_sheets.printing.worker import Press
from chaos_sheets.selectors.printed import Tally, printed
from chaos_sheets.selectors.sheet import sheet_view_for
from chaos_sheets.services.common import Edit
from combat.core.value import value_at
from tests import builders
from tests.cast import Cast
from tests.pdf.paper import Paper, print_sheet, read_sheet, walk
from tests.web.test_every_ruleset import table

LONG = "Übergroße Äußerst Öffentliche Straßen-Überwachungs-Ausrüstung „Größe“ – 12 € Ölß"
SIGNS = "ÄÖÜ äöü ß € „Wort“ – ½ ×"
NORMAL = ("jonna_velder", "grakh_tolvar", "mikkel_raun", "saela_nim")


def edit(cast: Cast, character: Character, **values: object) -> None:
    edits = {path.replace("__", "."): value for path, value in values.items()}
    shown = {path: getattr(character, path, value_at(character.body, path)) for path in edits}
    services.character_edit(
        character=character,
        user=cast.gm,
        key=builders.key(),
        edits={path: Edit(shown[path], value) for path, value in edits.items()},  # type: ignore[arg-type]
        reason="Test",
    )
    character.refresh_from_db()


def give(cast: Cast, character: Character, names: list[str]) -> None:
    """Things under names of their own."""
    sources = list(Item.objects.filter(place=Place.CATALOGUE, kind="gear", campaign=None).order_by("key"))
    for number, name in enumerate(names):
        source = sources[number % len(sources)]
        known = set(Item.objects.filter(character=character).values_list("pk", flat=True))
        services.item_add(
            character=character, source=source, user=cast.gm, key=builders.key(), quantity=1 + number % 12
        )
        item = Item.objects.filter(character=character).exclude(pk__in=known).get()
        changed = {"name": Edit(item.name, name)}
        services.item_edit(item=item, user=cast.gm, key=builders.key(), edits=changed, reason="Test")


def assert_sound(paper: Paper) -> None:
    """What holds for every print, whatever stands on the sheet."""
    count = len(paper.pages)
    assert paper.numbers == [(number, count) for number in range(1, count + 1)]
    assert paper.bare_pages() == []
    assert paper.outside() == []
    assert paper.overlapping() == []


@pytest.mark.parametrize("template", NORMAL)
def test_a_normal_character_fills_exactly_two_pages(cast: Cast, press: Press, template: str) -> None:
    """L06, L14: no page more than needed, none that is bare. L16: and a small file."""
    character = builders.character(cast.campaign, cast.gm, template, name="Probe")
    paper = print_sheet(press, cast.gm, character)
    assert len(paper.pages) == 2
    assert_sound(paper)
    assert len(paper.content) < 200 * 1024


def test_page_one_is_for_the_fight_and_page_two_repeats_who_it_is(cast: Cast, press: Press) -> None:
    paper = print_sheet(press, cast.owner, cast.hero)
    first, second = paper.pages
    for text in ("LAGE", "KÖRPER", "WAFFEN", "Fährmann", "Infanterie-", "schwer verwundet"):
        assert text in first
    for text in ("Jonna Velder", "TP 15/15", "AP 3/3", "WERTE", "FERTIGKEITEN", "AUSRÜSTUNG", "GELD", "NOTIZEN"):
        assert text in second
    for page in paper.pages:
        assert "Jonna Velder · Konvoi Süd · CHAOS · Stand" in page
        assert f"Fassung {cast.hero.version}" in page


def test_umlauts_quotes_dashes_and_currency_stand_in_every_field(cast: Cast, press: Press) -> None:
    """L01: Ä Ö Ü ß € „“ – in every field."""
    hero = cast.hero
    edit(
        cast,
        hero,
        name=f"Name {SIGNS}",
        notes=f"Notiz {SIGNS}",
        concept=f"Idee {SIGNS}",
        skills__own={"rank": 2, "attribute": "strength", "label": f"Fertigkeit {SIGNS}"},
        talents__own={"label": f"Talent {SIGNS}"},
        spells__own={"label": f"Zauber {SIGNS}", "grade": 1, "text": f"Wirkung {SIGNS}"},
    )
    give(cast, hero, [f"Ding {SIGNS}"])
    services.money_change(character=hero, user=cast.owner, key=builders.key(), by=-5, reason=f"Grund {SIGNS}")
    weapon = cast.weapon()
    renamed = {"name": Edit(weapon.name, f"Waffe {SIGNS}")}
    services.item_edit(item=weapon, user=cast.gm, key=builders.key(), edits=renamed, reason="Test")
    paper = print_sheet(press, cast.owner, hero)
    for word in ("Name", "Notiz", "Idee", "Fertigkeit", "Talent", "Zauber", "Wirkung", "Ding", "Grund", "Waffe"):
        assert paper.holds(f"{word} {SIGNS}"), word
    assert_sound(paper)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 14, 15, 31])
def test_any_number_of_things_is_printed_whole(cast: Cast, press: Press, count: int) -> None:
    """L17, L05, L12: 0, 1, 2, 3 … n things, odd and even; what does not fit goes on on the next page."""
    character = builders.character(cast.campaign, cast.gm, "looter", name="Träger")
    names = [f"{LONG[: 12 + number * 5 % 68]} Nr. {number}" for number in range(count)]
    give(cast, character, names)
    paper = print_sheet(press, cast.gm, character)
    assert [name for name in names if not paper.holds(name)] == []
    assert_sound(paper)
    assert len(paper.pages) == (2 if count <= 3 else 3)


def test_the_veteran_with_sixty_things_and_eighty_letters_each(cast: Cast, press: Press) -> None:
    """L04, L02, L09, L13: nothing truncated, nothing on top of anything else, nothing over the edge."""
    assert len(LONG) == 80
    veteran = builders.character(cast.campaign, cast.gm, "ilse_korvath", name=LONG)
    give(cast, veteran, [f"{LONG[:76]} {number:03}" for number in range(60)])
    for weapon in Item.objects.filter(place=Place.CATALOGUE, kind="weapon", campaign=None).order_by("key")[:9]:
        services.item_add(character=veteran, source=weapon, user=cast.gm, key=builders.key())
    known = {
        f"skills.own_{number}": Edit(None, {"rank": 1, "attribute": "magic", "label": f"{LONG[:76]} {number + 100}"})
        for number in range(45)
    }
    known |= {f"talents.own_{number}": Edit(None, {"label": f"{LONG[:76]} {number + 200}"}) for number in range(5)}
    known["notes"] = Edit("", "\n".join(f"Zeile {number}: {LONG}" for number in range(90)))
    services.character_edit(character=veteran, user=cast.gm, key=builders.key(), edits=known, reason="Test")
    paper = print_sheet(press, cast.gm, veteran)
    numbers = [*(f"{number:03}" for number in range(60)), *map(str, range(100, 145)), *map(str, range(200, 205))]
    assert [number for number in numbers if not paper.holds(f"{LONG[:76]} {number}")] == []
    assert [number for number in range(90) if not paper.holds(f"Zeile {number}: {LONG}")] == []
    assert all(LONG in " ".join(page.split()) for page in paper.pages[1:])
    assert_sound(paper)
    assert len(paper.content) < 2 * 1024 * 1024


def _inside(element: Any) -> list[str]:
    return [str(each.get("/S")) for each in walk(element.get("/K", []))]


@pytest.mark.parametrize(("more", "pages"), [(["amboss"], 2), (["amboss", "rauhreif"], 2)])
def test_four_weapons_with_their_tables_stand_on_the_first_page(
    cast: Cast, press: Press, more: list[str], pages: int
) -> None:
    """Two A4 pages: the first is set closer before a third one is begun."""
    for name in more:
        services.item_add(character=cast.hero, source=builders.stock("weapon", name), user=cast.gm, key=builders.key())
    paper = print_sheet(press, cast.owner, cast.hero)
    assert len(paper.pages) == pages
    first = " ".join(paper.pages[0].split())
    for weapon in (*more, "Fährmann", "Lotse", "Splittergranate", "Kampfmesser"):
        assert weapon.casefold() in first.casefold(), weapon
    assert_sound(paper)


def test_field_numbers_rise_and_none_stands_twice(cast: Cast, press: Press) -> None:
    """A tagged PDF is read from top to bottom: 1, 2, 3 … and headings inside no other heading."""
    for character in (cast.hero, cast.kind):
        paper = print_sheet(press, cast.gm, character)
        headings = [re.match(r"\d+", text) for text in paper.headings]
        numbers = [int(found[0]) for found in headings if found]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= 6
        assert not [one for one in paper.elements("/H2") for inner in _inside(one) if inner == "/H2"]


def test_what_repair_costs_stands_beside_the_armour_in_the_campaigns_money(cast: Cast, press: Press) -> None:
    """CHA-7.8: 1.200 DKK a point at level 3; here a DKK is half a crown."""
    assert print_sheet(press, cast.owner, cast.hero).holds("Instand setzen je Punkt: 1.200 DKK")
    Campaign.objects.filter(pk=cast.campaign.pk).update(rate=Decimal("0.5"), currency="Kronen")
    assert print_sheet(press, cast.owner, cast.hero).holds("Instand setzen je Punkt: 600 Kronen")


def test_what_no_font_has_is_a_mark_and_never_an_empty_box(cast: Cast, press: Press) -> None:
    edit(cast, cast.hero, notes="\N{SHIELD}\N{VARIATION SELECTOR-16} Schild, \U000f0000\U000f0001 Ende, ☠ Gift")
    paper = print_sheet(press, cast.owner, cast.hero)
    # Which symbols a machine's fonts have differs; of the two private ones no font has any.
    assert paper.holds("◆ Ende")
    assert paper.holds("☠ Gift")


def test_wear_wounds_and_rounds_of_today_are_filled_in(cast: Cast, press: Press) -> None:
    """L18: print with current damage. The drawings say so in words too."""
    hero = cast.hero
    ArmourZone.objects.filter(item__character=hero, zone="body").update(damage_points=4)
    ArmourZone.objects.filter(item__character=hero, zone="arms").update(damage_points=9)
    edit(cast, hero, pools__hit_points=6, statuses__burning=True)
    weapon = cast.weapon()
    fired = {"loaded": Edit(30, 20), "jammed": Edit(False, True)}
    services.item_edit(item=weapon, user=cast.gm, key=builders.key(), edits=fired, reason="Test")
    paper = print_sheet(press, cast.owner, hero)
    pictures = " | ".join(paper.pictures)
    assert "Körper: 4 von 12 Kerben, 1 Schutz verloren" in pictures
    assert "Arme: 9 von 9 Kerben, 3 Schutz verloren" in pictures
    assert "Trefferpunkte 6 von 15" in pictures
    assert "20 von 30 Schuss geladen" in pictures
    for text in ("HEUTE 6", "4 Kerben, −1", "zerstört", "Ladehemmung", "TP 6/15", "brennt"):
        assert paper.holds(text), text


def test_target_numbers_on_paper_leave_wounds_to_the_pencil_and_say_so(cast: Cast, press: Press) -> None:
    before = print_sheet(press, cast.owner, cast.hero).pages[0]
    edit(cast, cast.hero, pools__hit_points=3)
    after = print_sheet(press, cast.owner, cast.hero).pages[0]
    numbers = "\n93\n103\n113\n113\n"
    assert _flat(numbers) in _flat(before)
    assert _flat(numbers) in _flat(after)
    assert "Zielwerte ohne Zustände: verwundet −10, schwer verwundet −20" in " ".join(after.split())


@pytest.mark.django_db
def test_a_number_on_paper_is_the_rules_own_where_a_state_pushes_it_below_nothing() -> None:
    """FHT-2.2, FHT-5.3: 55 − 40 is 15 beyond the range; exhausted it would be −5, of which the rules make 0."""
    at = table("fhtagn")
    Character.objects.filter(pk=at.one.pk).update(body={**at.one.body, "statuses": {"exhausted": True}})
    one = Character.objects.get(pk=at.one.pk)
    who = viewer(user=at.gm, campaign=at.campaign)
    gun = builders.carried(one, "streife").ref
    shown = next(item for item in sheet_view_for(who, one).weapons if item.ref == gun)
    onpaper = next(item for item in printed(who, one).sheet.weapons if item.ref == gun)
    assert shown.table is not None
    assert onpaper.table is not None
    assert shown.table.rows[-1].cells[0].value == 0
    assert arm_of(onpaper).rows[-1][1][0] == "15"


def _flat(text: str) -> str:
    return "".join(text.split())


def test_the_file_is_tagged_and_has_title_and_language(cast: Cast, press: Press) -> None:
    paper = print_sheet(press, cast.owner, cast.hero)
    root = paper.root
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "de"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert paper.reader.metadata is not None
    assert paper.reader.metadata.title == "Jonna Velder – Charakterbogen"
    assert paper.reader.metadata.author == "Konvoi Süd"
    assert b"pdfuaid" in root["/Metadata"].get_data()
    assert len(list(paper.elements("/H1"))) == 1
    assert len(list(paper.elements("/H2"))) >= 7
    assert len(list(paper.elements("/Table"))) == 2
    numbers = [cell for cell in paper.elements("/TD") if "/Headers" in cell.get("/A", {})]
    assert {len(cell["/A"]["/Headers"]) for cell in numbers if len(cell["/A"]["/Headers"])} == {2}
    assert paper.pictures
    assert all(paper.pictures)
    fonts = {str(font) for page in paper.reader.pages for font in paper.fonts(page)}
    assert fonts
    assert all("Barlow" in font or "DejaVu" in font for font in fonts)


def test_in_english_everything_is_english(cast: Cast, press: Press) -> None:
    paper = print_sheet(press, cast.owner, cast.hero, "en")
    assert paper.root["/Lang"] == "en"
    assert paper.numbers == [(1, 2), (2, 2)]
    assert "Page 1 of 2" in paper.text
    for german in (
        "Seite",
        "LAGE",
        "KÖRPER",
        "WAFFEN",
        "WERTE",
        "FERTIGKEITEN",
        "AUSRÜSTUNG",
        "GELD",
        "NOTIZEN",
        "bis ",
    ):
        assert german not in paper.text, german
    assert_sound(paper)


def test_a_sheet_without_zones_weapons_or_knowledge_is_printed_too(cast: Cast, press: Press) -> None:
    """What a ruleset does not have takes no room; only blank lines remain."""
    found = read_sheet(cast.owner, cast.hero)
    bare = replace(
        found.sheet, zones=(), figure="", armour=(), weapons=(), gear=(), collections=(), groups=(), values=()
    )
    paper = Paper(press, pdf.sheet_html(replace(found, sheet=bare)))
    assert "KÖRPER" not in paper.text
    assert paper.holds("schwer verwundet")
    assert_sound(paper)
    one_pool = replace(bare, pools=bare.pools[:1], statuses=())
    assert_sound(Paper(press, pdf.sheet_html(replace(found, sheet=one_pool))))


def test_a_pool_or_magazine_too_large_for_boxes_leaves_a_line_to_write_on(cast: Cast, press: Press) -> None:
    found = read_sheet(cast.owner, cast.hero)
    pools = tuple(replace(pool, maximum=500, current=321) for pool in found.sheet.pools)
    paper = Paper(press, pdf.sheet_html(replace(found, sheet=replace(found.sheet, pools=pools))))
    assert paper.holds("MAXIMUM 500, HEUTE 321")
    assert_sound(paper)


def test_many_points_beside_the_main_pool_are_written_and_not_ticked() -> None:
    """99 points of stability would fill the page with boxes."""
    assert ink.points(65, 99, width=28, most=4, title="STA 65 von 99") == ""
    assert "<svg" in ink.points(12, 13, width=28, most=4, title="WP 12 von 13")


def test_control_characters_cannot_break_the_page(cast: Cast, press: Press) -> None:
    found = read_sheet(cast.owner, cast.hero)
    assert found.sheet.notes is not None
    notes = replace(found.sheet.notes, value="eins\x0bzwei\x00\ufffe <b>drei</b> & vier")
    paper = Paper(press, pdf.sheet_html(replace(found, sheet=replace(found.sheet, notes=notes))))
    assert paper.holds("einszwei <b>drei</b> &")
    assert paper.holds("vier")


def test_what_is_assumed_is_marked_and_the_foot_says_so(cast: Cast, press: Press) -> None:
    """Stock weapons and armour, the maxima and toughness are not from the rule text (docs: assumptions)."""
    paper = print_sheet(press, cast.owner, cast.hero)
    for text in ("Fährmann°", "Infanterie-Kampfanzug°", "WI°", "TREFFERPUNKTE°, MAXIMUM 15", "° Annahme"):
        assert paper.holds(text), text
    assert not paper.holds("ST°")
    english = print_sheet(press, cast.owner, cast.hero, "en")
    assert english.holds("° assumption") or english.holds("° Assumption")


def test_ranges_with_names_stand_on_one_line_each_and_rates_tell_their_unit(cast: Cast, press: Press) -> None:
    """FAL-2.3, FAL-1.13: "Nahbereich bis 25 cm (8,3 m)" is one line; 3 cm per action point, not 3."""
    gm = builders.user("ranges")
    campaign = services.campaign_create(user=gm, name="Am Tisch", ruleset="oedland", key=builders.key())
    paper = print_sheet(press, gm, _wanderer(campaign, gm))
    placed = [text.text.strip() for text in paper.placed]
    assert "Nahbereich bis 25 cm (8,3 m)" in placed
    assert placed.count("cm") == 4
    assert_sound(paper)
    assert len(paper.pages) == 2


def test_units_spent_round_by_round_have_boxes_to_tick(cast: Cast, press: Press) -> None:
    """FAL-1.4, FAL-3.2: 5 + 8/2 action points, all there again in each round: at the table they are ticked off."""
    gm = builders.user("points")
    campaign = services.campaign_create(user=gm, name="Am Tisch", ruleset="oedland", key=builders.key())
    hero = _wanderer(campaign, gm)
    paper = print_sheet(press, gm, hero)
    assert "AP, 9 JE RUNDE" in [text.text.strip() for text in paper.placed]
    assert printed(viewer(user=gm, campaign=campaign), hero).tallies == (Tally(label="AP", each_round=9),)
    assert_sound(paper)
    assert len(paper.pages) == 2


def test_an_empty_row_is_never_cut_in_two_by_the_end_of_a_page(cast: Cast, press: Press) -> None:
    """The report from the table: boxes without a word stood at the top of the second page, over its first heading."""
    gm = builders.user("rows")
    campaign = services.campaign_create(user=gm, name="Am Tisch", ruleset="oedland", key=builders.key())
    hero = _wanderer(campaign, gm)
    for name in ("schienenwolf", "sechs_richtige", "knochenmuehle"):
        source = Item.objects.get(place=Place.CATALOGUE, campaign=None, ruleset="oedland", kind="weapon", key=name)
        services.item_add(character=hero, source=source, user=gm, key=builders.key(name), quantity=1)
        paper = print_sheet(press, gm, hero)
        rows = [_rows_on(page._page_box) for page in paper.document.pages]
        assert all(not names ^ boxes for names, boxes in rows), name


def _wanderer(campaign: Campaign, gm: User) -> Character:
    load_stock("oedland")
    template = Character.objects.get_by_natural_key("oedland", "mara_eisen")
    return services.character_create(campaign=campaign, user=gm, key=builders.key(), template=template, name="Probe")


def _rows_on(box: Any) -> tuple[bool, bool]:
    """Whether names to fill in stand on a page, and whether boxes for rounds do."""
    found = {
        (each.element.get("class") or "") for each in box.descendants(placeholders=True) if each.element is not None
    }
    return "blank-name" in found, "blank-rounds" in found
