"""A fight of thirty on its page: what is many is grouped, near before far, and whatever can be done has its key."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from chaos_sheets.models import Known
from chaos_sheets.selectors.log import NAMED
from combat import services as combat
from combat.models import Encounter
from combat.steps import Step
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import OURS, THEIRS, fresh, prepared, running, step
from tests.web.attacks import as_user, words
from tests.web.fight_pages import look, send, url
from tests.web.test_encounter import facts_form


@pytest.fixture
def crowd(cast: Cast) -> Encounter:
    """Four, and a dozen of a third side; it is the hero's turn, and his own side's before the others'."""
    made = running(cast)
    order = [each.ref for each in (cast.hero, cast.other, cast.kind, cast.hidden)]
    combat.encounter_order_set(encounter=made, user=cast.gm, key=key(), order=order, current=cast.hero.ref)
    combat.encounter_join_copies(
        encounter=fresh(made), user=cast.gm, key=key(), template=builders.template("looter"), count=12,
        party="Banditen", known=Known.NAME,
    )  # fmt: skip
    return fresh(made)


def test_many_others_are_one_list_by_side(cast: Cast, crowd: Encounter) -> None:
    page = look(cast.gm, crowd).content.decode()
    chosen = re.search(r'<select class="input" id="handeln-fuer".*?</select>', page, re.S)
    assert chosen is not None
    assert re.findall(r'<optgroup label="([^"]+)">', chosen[0]) == [f"{OURS} (1)", f"{THEIRS} (2)", "Banditen (12)"]
    other = look(cast.gm, crowd, figur=cast.kind.ref)
    assert f'name="acts" value="{cast.kind.ref}"' in other.content.decode()
    assert "handeln-fuer" not in look(cast.owner, crowd).content.decode(), "one of his own needs no list"


def test_distances_stand_by_side_the_nearest_first_and_the_unknown_folded(cast: Cast, crowd: Encounter) -> None:
    far, near = (f"pair.{cast.hero.ref}>{ref}.distance" for ref in (cast.kind.ref, cast.hidden.ref))
    assert send(cast.gm, "encounter_state", crowd, **facts_form(far, "80"), **facts_form(near, "9")).status_code == 302
    page = html.unescape(look(cast.gm, crowd).content.decode())
    assert page.index(f'name="{near}"') < page.index(f'name="{far}"')
    assert "12 ohne Angabe" in strip_tags(page)
    groups = re.findall(r'<h4 class="label states__side">([^<]+)</h4>', page)
    assert groups == [THEIRS, "Banditen", OURS]
    hidden = look(cast.owner, crowd).content.decode()
    assert cast.hidden.ref not in hidden


def test_a_line_of_the_log_names_the_first_of_many_and_counts_the_others(cast: Cast, crowd: Encounter) -> None:
    page = words(as_user(cast.gm).get(reverse("log", args=[crowd.campaign_id])))
    assert re.search(r"und \d+ weitere", page)
    line = next(line for line in page.split("Eintrag ") if "weitere" in line)
    assert line.partition("weitere")[0].count("Plünderer") <= NAMED


def test_a_few_stand_in_one_list(cast: Cast) -> None:
    page = look(cast.gm, running(cast)).content.decode()
    assert "states__side" not in page
    assert "ohne Angabe" not in page
    assert "rail--many" not in page


def test_a_long_order_is_set_closely(cast: Cast, crowd: Encounter) -> None:
    assert "rail--many" in look(cast.gm, crowd).content.decode()


def test_every_way_to_act_has_a_key_of_its_own(cast: Cast) -> None:
    """N05: one letter each, never one that does something else; the key is told to screen readers and shown."""
    page = look(cast.gm, running(cast)).content.decode()
    possible = page[page.index("Das geht</h3>") : page.index("Das geht nicht</h3>")]
    offers = re.findall(r'<a class="offer"[^>]*>.*?</a>', possible, re.S)
    keys = [found[1] for each in offers if (found := re.search(r'data-hotkey="(.)" aria-keyshortcuts="(.)"', each))]
    assert len(keys) == min(len(offers), 25)
    assert len(set(keys)) == len(keys)
    assert "z" not in keys
    own = possible[: possible.index("Was die Spielleitung anordnet")]
    assert own.count('class="offer"') == own.count("<kbd")


def test_open_pages_are_told_whose_turn_it_is(cast: Cast) -> None:
    """N04: by the title of the window and in a region that screen readers read out; nothing of the hidden."""
    made = running(cast)
    page = look(cast.owner, made).content.decode()
    says = "Runde 1: am Zug: Jonna Velder"
    assert says in re.sub(r"\s+", " ", strip_tags(page))
    assert 'data-title="Am Tor, Runde 1, am Zug: Jonna Velder – Chaos Sheets"' in page
    part = as_user(cast.owner).get(url("encounter", made), headers={"HX-Request": "true"}).content.decode()
    assert "am Zug: Jonna Velder" in part
    order = [cast.hidden.ref, cast.hero.ref]
    combat.encounter_order_set(encounter=made, user=cast.gm, key=key(), order=order, current=cast.hidden.ref)
    assert "die Spielleitung ist am Zug" in look(cast.owner, made).content.decode()


def test_a_fight_without_a_question_keeps_no_room_for_one(cast: Cast) -> None:
    made = running(cast)
    assert "field--rest" in look(cast.gm, made).content.decode()
    assert 'data-asked="0"' in look(cast.gm, made).content.decode()
    empty = combat.encounter_create(campaign=cast.campaign, user=cast.gm, key=key(), name="Leer")
    assert look(cast.gm, empty).status_code == 200
    begun = prepared(cast)
    acted = combat.encounter_step(encounter=begun, user=cast.gm, key=key(), step=Step.START)
    assert acted.resolution is not None
    assert 'data-asked="1"' in look(cast.gm, begun).content.decode()
    step(made, cast.gm, Step.TURN)
