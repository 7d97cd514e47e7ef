"""What a fight's page says of each offer: its ways, their price and number, as the announcement shows them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from combat import services as combat
from combat.models import Encounter
from combat.registry import ruleset_info
from combat.steps import Step
from tests.builders import key
from tests.cast import Cast, stock_once
from tests.shell.fights import apart, fresh, running
from tests.web.attacks import as_user, words
from tests.web.test_every_ruleset import Table, every_ruleset, table

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db


def begun(at: Table) -> Encounter:
    """The two of them against each other; two metres lie between them where that is stated."""
    made = combat.encounter_create(campaign=at.campaign, user=at.gm, key=key(), name="Probe")
    for character, party in ((at.one, "A"), (at.other, "B")):
        combat.encounter_join(encounter=fresh(made), user=at.gm, key=key(), characters=[character], party=party)
    combat.encounter_step(encounter=fresh(made), user=at.gm, key=key(), step=Step.START, decline=True)
    lengths = [flag.field for flag in ruleset_info(at.ruleset).flags if flag.scope == "pair" and flag.stated]
    stated = {field.path: 2 for field in lengths if field.kind == "integer"}
    if stated:
        facts = {"pairs": {f"{at.one.ref}>{at.other.ref}": stated}}
        combat.encounter_state_set(encounter=fresh(made), user=at.gm, key=key(), stated=facts)
    return fresh(made)


def turn_page(at: Table) -> Any:
    """The page of the one whose turn it is."""
    made = begun(at)
    acts = made.body.get("current") or at.one.ref
    return at.client.get(reverse("encounter", args=[at.campaign.pk, made.pk]), {"figur": acts})


def offers_of(page: str) -> list[tuple[str, str]]:
    """Address and words of each thing that is possible."""
    found = re.findall(r'<a class="offer" href="([^"]+)"[^>]*>(.*?)</a>', page, flags=re.S)
    return [(unescape(address), re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))) for address, text in found]


@every_ruleset
def test_the_number_at_an_offer_is_that_of_the_announcement_it_leads_to(ruleset: str) -> None:
    """Shown is used: what the fight's page says of a way is what the panel says once it is announced."""
    at = table(ruleset)
    page = turn_page(at)
    compared = 0
    for address, said in offers_of(page.content.decode()):
        panel = at.client.get(address)
        assert panel.status_code == 200, (address, said)
        number = re.search(r"Zielwert (\d+)", said)
        if number is not None:
            shown = re.search(r'class="actionbar__num">.*?class="num">([^<]*)<', panel.content.decode(), flags=re.S)
            assert shown is not None
            assert shown[1] == number[1], said
            compared += 1
    assert compared or ruleset_info(ruleset).adds_to_roll


def ways(cast: Cast, made: Encounter, **query: str) -> Any:
    return as_user(cast.gm).get(reverse("encounter", args=[cast.campaign.pk, made.pk]), query)


def test_each_fire_mode_stands_for_itself_with_price_and_number(cast: Cast) -> None:
    """CHA-2.3, CHA-3.2: at 45 m; a salvo costs one unit more than a single shot and is 20 points easier."""
    made = running(cast)
    stated = apart(cast.hero, cast.kind)
    combat.encounter_state_set(encounter=made, user=cast.gm, key=key(), stated=stated)
    said = words(ways(cast, fresh(made)))
    single = re.search(r"3 AE Einzelschuss Schießen · Fährmann[^:]*: Zielwert (\d+)", said)
    salvo = re.search(r"4 AE Salve Schießen · Fährmann[^:]*: Zielwert (\d+)", said)
    assert single is not None, said
    assert salvo is not None, said
    assert int(salvo[1]) == int(single[1]) + 20


def test_without_a_distance_no_number_is_invented(cast: Cast) -> None:
    said = words(ways(cast, running(cast)))
    assert "Einzelschuss" not in said or "Einzelschuss Schießen · Fährmann · 30 / 30: Zielwert" not in said


def test_what_can_be_done_with_a_thing_is_named(cast: Cast) -> None:
    """CHA-2.3: handling a thing says what for, without what is closed."""
    said = words(ways(cast, running(cast)))
    assert re.search(r"4 AE Objekt verwenden Fährmann[^/]*/ \d+ Ziehen oder wegstecken / Wegstecken", said), said


def test_what_costs_nothing_shows_no_price() -> None:
    """XIAN has no budget that actions cost."""
    at = table("xian")
    page = turn_page(at)
    assert "<b>0</b>" not in page.content.decode()


def test_a_way_whose_price_follows_its_length_shows_the_rate() -> None:
    """FAL-3.4, FAL-3.6: a ladder costs two points for each centimetre, walking one for so many."""
    at = table("oedland")
    page = turn_page(at)
    said = words(page)
    assert re.search(r"1 AP Laufen [^.]+\. je \d+ cm", said), said
    assert re.search(r"2 AP Treppe oder Leiter [^.]+\. je cm", said), said
