"""House rules, readings and assumptions: everybody reads them, the game master sets them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from chaos_sheets import journal
from tests import builders
from tests.cast import Cast
from tests.web.test_campaign import as_user, page, post

pytestmark = pytest.mark.django_db


def test_house_rules_show_default_citation_and_deviation(cast: Cast) -> None:
    text = page(cast, cast.owner, "rules")
    assert "CHA-3.4" in text
    assert "Hausregeln speichern" not in text
    assert post(cast, cast.gm, "rules_set", **{"option-jam_from": "97", "option-strict_under": "1"}) == 302
    cast.campaign.refresh_from_db()
    assert cast.campaign.options == {"jam_from": 97, "strict_under": False}
    text = page(cast, cast.owner, "rules")
    assert "2 Hausregeln weichen von der Vorgabe ab" in text
    assert "Vorgabe: 96" in text
    post(cast, cast.gm, "rules_set", **{"option-jam_from": "96", "option-strict_under": "0", "switch-open_sheets": "1"})
    cast.campaign.refresh_from_db()
    assert (cast.campaign.options, cast.campaign.switches) == ({}, {"open_sheets": True})
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


@pytest.mark.parametrize(
    ("name", "value"),
    [("jam_from", "1"), ("jam_from", "x"), ("jam_from", "9999999999999"), ("jam_from", "-3"), ("strict_under", "7"),
     ("strict_under", "\x00")],
)  # fmt: skip
def test_a_setting_that_is_none_is_refused_and_named(cast: Cast, name: str, value: str) -> None:
    address = reverse("rules_set", args=[cast.campaign.pk])
    response = as_user(cast.gm).post(address, {f"option-{name}": value, "key": builders.key()})
    assert response.status_code == 400
    assert f'href="#option-{name}"' in response.content.decode()
    cast.campaign.refresh_from_db()
    assert cast.campaign.options == {}


def test_readings_of_unclear_passages_stand_with_their_citations(cast: Cast) -> None:
    for user in cast.insiders:
        text = page(cast, user, "rulings")
        assert 'id="auslegung-equal_roll"' in text
        assert "CHA-0.1" in text
    assert "Annahmen" in page(cast, cast.owner, "rules")
