"""House rules, readings and assumptions: everybody reads them, the game master sets them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from chaos_sheets import journal
from chaos_sheets.models import Campaign, JournalEntry, User
from tests import builders
from tests.cast import Cast
from tests.web.attacks import announcement, commit, newest
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


# --- where they act -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, ""),
        ({"jam_from": 50}, "Ladehemmung ab"),
        ({"jam_from": 97}, "Ladehemmung ab"),
        ({"auto_split": False}, ""),
    ],
)
def test_a_house_rule_stands_in_the_trace_where_it_acted(cast: Cast, options: dict[str, object], told: str) -> None:
    """CHA-3.4: every shot of a firearm says from which other number on it jams; CHA-3.5 says nothing of one target."""
    Campaign.objects.filter(pk=cast.campaign.pk).update(options=options)
    commit(as_user(cast.gm), cast, announcement(cast, cast.kind, cast.hero) | TYPED)
    row = cast.campaign.resolutions.first()
    if row is not None:
        address = reverse("answer", args=[cast.campaign.pk, row.pk])
        as_user(cast.gm).post(address, {"question": "hit.1.cover", "app": "1"})
    entry = newest(cast)
    seen = {user.username: told_of(cast, user, entry) for user in cast.insiders}
    assert (f"Hausregel</span> {told}" in seen["gm"]) is bool(told)
    if told:
        assert "CHA-3.4" in seen["gm"].partition(f"Hausregel</span> {told}")[2].partition("</p>")[0]
    # What acted tells of the weapon, whose numbers the others do not see.
    assert not any("Hausregel" in seen[user] for user in ("owner", "fellow", "spectator"))


TYPED = {"dice": "own", "die.attack": "50", "sides.attack": "100", "label.attack": "Angriffswurf"}


def told_of(cast: Cast, user: User, entry: JournalEntry) -> str:
    answer = as_user(user).get(reverse("log_entry", args=[cast.campaign.pk, entry.pk]))
    page = answer.content.decode()
    return page[page.index("<main") :] if answer.status_code == 200 else ""
