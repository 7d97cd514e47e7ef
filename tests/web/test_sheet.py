"""The sheet page: whole for those it belongs to, coarse for others, nothing for strangers; every number one number."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import policy
from chaos_sheets.figure import figure, zone_order
from chaos_sheets.mapping import sheet_of
from chaos_sheets.models import Character, Item, User
from chaos_sheets.selectors.sheet import sheet_view
from combat.registry import ruleset, ruleset_info
from tests import builders
from tests.cast import Cast

pytestmark = pytest.mark.django_db

LONG = "Freifrau Änne-Magdalena von der Überwälder-Großschreckenstein zu Ötzingen & „K<b>“"


def open_sheet(user: User, character: Character, **headers: str) -> str:
    client = Client(headers=headers)
    client.force_login(user)
    response = client.get(reverse("sheet", args=[character.pk]))
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def status_of(user: User, character: Character) -> int:
    client = Client()
    client.force_login(user)
    return client.get(reverse("sheet", args=[character.pk])).status_code


def text_of(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", page))


# --- who sees what ----------------------------------------------------------------------------------------------


def test_strangers_and_unknown_numbers_look_the_same(cast: Cast) -> None:
    assert status_of(cast.stranger, cast.hero) == 404
    client = Client()
    client.force_login(cast.owner)
    assert client.get(reverse("sheet", args=[999_999])).status_code == 404
    assert client.get(reverse("sheet", args=[2**62])).status_code == 404


def test_who_is_not_signed_in_is_asked_to(cast: Cast) -> None:
    response = Client().get(reverse("sheet", args=[cast.hero.pk]))
    assert response.status_code == 302
    assert reverse("account_login") in response["Location"]


@pytest.mark.parametrize("name", ["fellow", "spectator"])
def test_others_get_a_name_and_a_state_without_a_number(cast: Cast, name: str) -> None:
    """I13: private fields are absent from what is sent."""
    page = open_sheet(getattr(cast, name), cast.hero)
    assert cast.hero.name in page
    assert "unverletzt" in page
    for secret in ("Fährmann", "Trefferpunkte", "Infanterie-Kampfanzug", 'data-field="', "Geld", "15"):
        assert secret not in text_of(page.partition("<main")[2]), secret


def test_a_hidden_character_is_not_there_for_players(cast: Cast) -> None:
    """I03: nothing, kind or name, as the game master says."""
    assert status_of(cast.owner, cast.hidden) == 404
    assert status_of(cast.gm, cast.hidden) == 200
    kind = open_sheet(cast.owner, cast.kind)
    assert cast.kind.public_name in kind
    assert cast.kind.name not in kind
    assert cast.named.name in html.unescape(open_sheet(cast.owner, cast.named))


def test_open_sheets_show_players_each_other_but_no_spectator(cast: Cast) -> None:
    cast.campaign.switches = {policy.OPEN_SHEETS: True}
    cast.campaign.save()
    page = open_sheet(cast.fellow, cast.hero)
    assert "Fährmann" in page
    assert "data-field" not in page, "seen, not written"
    assert "Fährmann" not in open_sheet(cast.spectator, cast.hero)


def test_the_owner_writes_and_the_game_master_rules(cast: Cast) -> None:
    mine, theirs = open_sheet(cast.owner, cast.hero), open_sheet(cast.gm, cast.hero)
    assert 'data-field="pools.hit_points"' in mine
    assert "festsetzen" not in text_of(mine)
    assert "Einen Wert festsetzen" in text_of(theirs)


# --- one number -------------------------------------------------------------------------------------------------


def worn(cast: Cast) -> Item:
    """The hero's armour after seven hits on the body and two on an arm."""
    armour = Item.objects.get(character=cast.hero, kind="armour")
    armour.zones.filter(zone="body").update(damage_points=7)
    armour.zones.filter(zone="arms").update(damage_points=2)
    return armour


def test_the_protection_shown_is_the_protection_used(cast: Cast) -> None:
    """C11, C24: zone values shown are those the rules count with, for every zone."""
    worn(cast)
    info = ruleset_info(cast.hero.ruleset)
    derived = ruleset(info.id).derive(sheet_of(cast.hero, info), cast.campaign.options)
    view = sheet_view(user=cast.owner, character_id=cast.hero.pk)
    used = {zone.key: dict(zone.now) for zone in derived.armour[0].zones}
    shown = {zone.key: {kind.key: kind.now for kind in zone.protection} for zone in view.zones}
    assert shown == used
    page = text_of(open_sheet(cast.owner, cast.hero))
    for zone in view.zones:
        numbers = " ".join(f"{kind.short} {kind.now}" for kind in zone.protection)
        assert numbers in re.sub(r"\s+", " ", page), zone.label


def test_wear_is_marked_wherever_protection_is_shown(cast: Cast) -> None:
    """C12: in the figure, in the row and in the strip."""
    worn(cast)
    page = open_sheet(cast.owner, cast.hero)
    assert "7 Kerben, −2" in page
    assert "2 Kerben" in page
    assert page.count("strip-plate--lost") == 1, "one path for all broken plates of a zone"
    assert page.count('class="fig-lost"') == 1
    assert page.count('class="fig-cut"') == 2
    assert "7 von 12 Kerben, 2 Schutz verloren" in page


def test_a_zone_that_is_gone_says_so_in_word_and_pattern(cast: Cast) -> None:
    armour = worn(cast)
    armour.zones.filter(zone="legs").update(damage_points=99)
    page = open_sheet(cast.owner, cast.hero)
    assert "fig-zone--destroyed" in page
    assert "zerstört" in page
    assert "strip-plate--gone" in page


def test_every_bill_sums_to_its_number(cast: Cast) -> None:
    """A08: the shown list of modifiers sums to the number used."""
    view = sheet_view(user=cast.owner, character_id=cast.hero.pk, details=True)
    bills = [(value.label, value.value, value.steps) for value in view.values]
    for item in view.weapons:
        table = item.table
        cells = [cell for row in table.rows for cell in row.cells] if table else []
        bills += [(item.name, cell.value, cell.steps) for cell in cells if cell.value is not None]
    assert len(bills) > 30
    for label, value, steps in bills:
        if steps and all(step.text.lstrip("+−").isdigit() for step in steps):
            assert sum(step.amount for step in steps) == value, label


def test_a_ready_number_links_to_the_attack_it_is_for(cast: Cast) -> None:
    page = html.unescape(open_sheet(cast.owner, cast.hero))
    weapon = cast.weapon()
    address = reverse("attack", args=[cast.campaign.pk])
    assert f"{address}?actor=character%3A{cast.hero.pk}&item=item%3A{weapon.pk}&form=shoot" in page
    assert "pair.distance=50" in page
    assert 'aria-label="Halbautomatik, bis 50 m: Zielwert 83"' in page


def test_numbers_of_an_action_that_cannot_be_taken_are_no_links(cast: Cast) -> None:
    """A14: no entry point leads to an action that does not exist there."""
    view = sheet_view(user=cast.owner, character_id=cast.hero.pk)
    forms = {offer.form for item in view.weapons for offer in item.offers}
    tables = [item.table for item in view.weapons if item.table]
    assert all(table.open == (table.form in forms) for table in tables)
    page = html.unescape(open_sheet(cast.owner, cast.hero))
    for form in re.findall(r"&form=(\w+)", page):
        assert form in forms | {offer.form for offer in view.offers} | {"repair"}, form


def test_what_needs_a_target_leads_to_where_one_is_chosen_and_what_is_refused_is_folded_away(cast: Cast) -> None:
    """A14: nothing is offered that cannot be done; why not stands in one place."""
    view = sheet_view(user=cast.owner, character_id=cast.hero.pk)
    page = html.unescape(open_sheet(cast.owner, cast.hero))
    address = reverse("attack", args=[cast.campaign.pk])
    assert view.own_offers
    assert {*view.own_offers, *view.aimed_offers, *view.closed_offers} == set(view.offers)
    for offer in view.aimed_offers:
        assert f'href="{address}?{offer.query}"' in page
    for offer in view.closed_offers:
        assert offer.refused[0].text in page
        assert f'data-key="offer-{offer.form}"' not in page
    for offer in view.own_offers:
        assert f'data-key="offer-{offer.form}"' in page


# --- any name, any number of things -----------------------------------------------------------------------------


def test_long_and_awkward_names_stay_whole_and_harmless(cast: Cast) -> None:
    """L10, K07: eighty characters, quotes and angle brackets on the screen."""
    Character.objects.filter(pk=cast.hero.pk).update(name=LONG)
    Item.objects.filter(pk=cast.weapon().pk).update(name=LONG)
    page = open_sheet(cast.owner, cast.hero)
    assert "K<b>" not in page
    assert html.unescape(page).count(LONG) >= 4


def test_sixty_things_and_none_at_all(cast: Cast) -> None:
    """L04, N01: the number of queries does not grow with what is carried."""
    Item.objects.filter(character=cast.hero).update(retired=True)
    empty = open_sheet(cast.owner, cast.hero)
    assert "Keine Rüstung angelegt." in empty
    assert "Noch keine Waffe." in empty
    assert "Die Taschen sind leer." in empty
    gear = builders.stock("gear", "medipack")
    rows = [
        Item(ruleset="chaos", kind="gear", place="carried", campaign=cast.campaign, character=cast.hero, source=gear,
             name=f"Kiste {number}")
        for number in range(60)
    ]  # fmt: skip
    Item.objects.bulk_create(rows)
    page = open_sheet(cast.owner, cast.hero)
    assert all(f"Kiste {number}" in page for number in range(60))


def test_the_page_asks_the_database_ten_times_at_most(cast: Cast, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    """N01: query budget per page."""
    client = Client()
    client.force_login(cast.owner)
    with django_assert_max_num_queries(10):
        assert client.get(reverse("sheet", args=[cast.hero.pk])).status_code == 200


def test_an_unlearned_skill_stands_apart_with_what_it_is_worth(cast: Cast) -> None:
    view = sheet_view(user=cast.owner, character_id=cast.hero.pk)
    skills = next(list_ for list_ in view.collections if list_.path == "skills")
    assert skills.known
    assert skills.others
    assert all(entry.value is not None for entry in skills.known)
    assert max(entry.rank or 0 for entry in skills.others) == 0
    names = [entry.name for entry in skills.others if entry.value == skills.others[0].value]
    assert names == sorted(names)


def test_an_assumption_says_that_it_is_one(cast: Cast) -> None:
    page = open_sheet(cast.owner, cast.hero)
    assert 'title="nicht aus dem Regelwerk"' in page
    assert "Annahme" in text_of(page)


def test_a_thing_that_differs_from_the_catalogue_says_so(cast: Cast) -> None:
    weapon = cast.weapon()
    assert "abweichend" not in open_sheet(cast.owner, cast.hero)
    Item.objects.filter(pk=weapon.pk).update(body={**weapon.body, "penetration": 5})
    assert "abweichend" in open_sheet(cast.owner, cast.hero)


def test_the_dead_have_a_closed_sheet(cast: Cast) -> None:
    Character.objects.filter(pk=cast.hero.pk).update(body={**cast.hero.body, "pools": {"hit_points": -40}})
    page = open_sheet(cast.owner, cast.hero)
    assert "field--dead" in page
    assert "tot" in page


# --- form of the page -------------------------------------------------------------------------------------------


def test_no_style_and_no_script_stands_in_the_page(cast: Cast) -> None:
    page = open_sheet(cast.owner, cast.hero)
    assert not re.search(r"<[^>]+\sstyle=", page)
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]+src=)", page)
    assert not re.search(r"\son\w+=", page)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page)


def test_every_id_stands_once_and_every_label_names_something(cast: Cast) -> None:
    page = open_sheet(cast.owner, cast.hero)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert sorted(set(ids)) == sorted(ids)
    for reference in re.findall(r'(?:aria-labelledby|\sfor)="([^"]+)"', page):
        assert reference in ids, reference


def test_a_script_gets_the_part_alone(cast: Cast) -> None:
    part = open_sheet(cast.owner, cast.hero, hx_request="true")
    assert part.lstrip().startswith('<div id="sheet"')
    assert "<html" not in part


def test_the_page_reads_english_too(cast: Cast) -> None:
    User.objects.filter(pk=cast.owner.pk).update(language="en")
    cast.owner.refresh_from_db()
    page = open_sheet(cast.owner, cast.hero)
    assert '<html lang="en"' in page
    assert "Hit points" in page


def test_every_ruleset_zone_is_in_its_figure() -> None:
    info = ruleset_info("chaos")
    assert set(zone_order(info.figure)) == {zone.key for zone in info.zones}
    drawn = figure(info.figure, [], uid="x", title='"<&', ink=True, size="53mm 114mm")
    assert "&quot;&lt;&amp;" in drawn
    assert 'width="53mm"' in drawn
    assert "style=" not in drawn
