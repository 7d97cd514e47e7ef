"""Action units bought for action points (CHA-2.1): a circle to tick for each, and what buying them would open."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse

from chaos_sheets.models import Character
from chaos_sheets.trace import ReasonView
from combat import services as combat
from combat.models import Encounter
from combat.selectors.encounter_turn import refused_views
from combat.selectors.encounter_view import OfferView
from tests.builders import carried, key
from tests.cast import Cast
from tests.shell.fights import apart, fresh, one, running
from tests.web.attacks import as_user, words

pytestmark = pytest.mark.django_db


def turn(cast: Cast, *, units: int, points: int = 2) -> Encounter:
    """The hero's turn with so much left."""
    made = running(cast)
    pools = {**cast.hero.body.get("pools", {}), "action_points": points}
    Character.objects.filter(pk=cast.hero.pk).update(body={**cast.hero.body, "pools": pools})
    budgets = {cast.hero.ref: {"action_units": units}}
    stated = apart(cast.hero, cast.kind)
    combat.encounter_state_set(encounter=made, user=cast.gm, key=key(), budgets=budgets, stated=stated)
    return fresh(made)


def fight_page(cast: Cast, made: Encounter) -> str:
    return as_user(cast.owner).get(reverse("encounter", args=[made.campaign_id, made.pk])).content.decode()


def panel(cast: Cast, made: Encounter, bought: int) -> str:
    values: dict[str, str | list[str]] = {
        "encounter": str(made.pk), "actor": cast.hero.ref, "form": "shoot", "target": cast.kind.ref,
        "item": carried(cast.hero, "faehrmann").ref, "p.mode": "single", "m.spend": ["extra_action_unit"] * bought,
    }  # fmt: skip
    return as_user(cast.owner).get(reverse("attack", args=[made.campaign_id]), values).content.decode()


def circles(page: str) -> list[bool]:
    found = re.findall(r'<input type="checkbox"[^>]*value="extra_action_unit"[^>]*>', page)
    return ["checked" in each for each in found]


def test_the_fight_tells_how_many_units_can_be_bought_and_what_that_would_open(cast: Cast) -> None:
    """CHA-2.1, CHA-8.2: two units are left, a single shot costs three; one action point makes it possible."""
    made = turn(cast, units=2)
    page = fight_page(cast, made)
    assert page.count("class=extra") == 2
    said = words(as_user(cast.owner).get(reverse("encounter", args=[made.campaign_id, made.pk])))
    assert "Bis zu 2 AE kannst du dazukaufen; da sind 2 AP." in said
    assert "Mit 1 AP ginge es." in said
    links = [html.unescape(link) for link in re.findall(r'href="([^"]*extra_action_unit[^"]*)"', page)]
    shot = next(link for link in links if "form=shoot" in link)
    assert circles(as_user(cast.owner).get(shot).content.decode()) == [True, False]


def test_no_more_are_bought_than_a_round_allows(cast: Cast) -> None:
    """CHA-2.1: three at most, however many points somebody has; those bought before count."""
    made = turn(cast, units=2, points=9)
    assert circles(panel(cast, made, 0)) == [False] * 3
    fighter = one(made, cast.hero)
    fighter.body = {**fighter.body, "flags": {**fighter.body.get("flags", {}), "bought_units": 2}}
    fighter.save()
    assert circles(panel(cast, made, 0)) == [False]
    assert "Bis zu 1 AE kannst du dazukaufen" in html.unescape(fight_page(cast, made))


def test_what_is_bought_counts_in_what_is_left(cast: Cast) -> None:
    """2 units and 2 bought ones pay for a shot of 3: 1 is left, and the button names both prices."""
    made = turn(cast, units=2)
    page = re.sub(r"<[^>]+>|\s+", " ", panel(cast, made, 2))
    assert circles(panel(cast, made, 2)) == [True, True]
    assert "Schießen, 3 AE, 2 AP" in re.sub(r"\s+", " ", html.unescape(page))
    assert "2 AE übrig" in re.sub(r"\s+", " ", html.unescape(page))
    assert "danach bleiben 1 AE" in re.sub(r"\s+", " ", html.unescape(page))


def test_without_points_nothing_can_be_bought(cast: Cast) -> None:
    """CHA-8.2: the circle stands all the same; ticked, the refusal says what is missing."""
    made = turn(cast, units=2, points=0)
    assert "dazukaufen" not in fight_page(cast, made)
    assert "ginge es" not in fight_page(cast, made)
    assert circles(panel(cast, made, 1)) == [True]


def test_what_would_mend_a_refusal_is_told_only_of_what_it_mends() -> None:
    """The same units are missing, yet only one of the two actions takes bought ones."""
    reasons = (ReasonView(code="not_enough_action_units", text="Es fehlt 1 AE."),)
    shot, other = (
        OfferView(form=form, item="", name=form, note="", costs=(), reasons=reasons, query="", bought=bought)
        for form, bought in (("shoot", "Mit 1 AP ginge es."), ("rest", ""))
    )
    for offers in ((shot, other), (other, shot)):
        told = {group.bought: [offer.form for offer in group.offers] for group in refused_views(offers)}
        assert told == {"Mit 1 AP ginge es.": ["shoot"], "": ["rest"]}
