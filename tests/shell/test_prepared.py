"""Prepared queries find what the plain ones find, in one query, with what is selected along."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from chaos_sheets import accounts, policy
from chaos_sheets.prepared import Prepared, Value
from chaos_sheets.selectors import known, sheet
from combat import mapping
from combat import services as combat
from combat.models import Encounter
from combat.selectors import encounter_page
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import apart, running, shot
from tests.shell.fights import prepared as fight_of


def waiting_fight(cast: Cast) -> Encounter:
    """A fight in which a shot waits for its die."""
    made = running(cast)
    request = shot(made, cast.hero, cast.kind, **apart(cast.hero, cast.kind))
    asked = combat.act(campaign=cast.campaign, user=cast.gm, request=request, key=key(), app_dice=False, decline=True)
    assert asked.resolution is not None
    return made


PREPARED: dict[str, tuple[Prepared[Any], Callable[[Cast], list[Value]], tuple[str, ...]]] = {
    "account": (accounts._user, lambda cast: [cast.gm.pk], ()),
    "member": (policy._membership, lambda cast: [cast.campaign.pk, cast.owner.pk], ("campaign",)),
    "sheet": (sheet._character, lambda cast: [cast.hero.pk], ("campaign", "owner", "owner.user")),
    "npc": (sheet._character, lambda cast: [cast.kind.pk], ("campaign", "owner")),
    "everybody": (known._characters, lambda cast: [cast.campaign.pk], ("owner", "owner.user")),
    "question": (
        encounter_page._waiting,
        lambda cast: [cast.campaign.pk, waiting_fight(cast).pk],
        ("user", "encounter"),
    ),
    "one": (mapping._characters, lambda cast: [cast.campaign.pk, [cast.hero.pk]], ()),
    "three": (
        mapping._characters,
        lambda cast: [cast.campaign.pk, [cast.hero.pk, cast.other.pk, cast.kind.pk]],
        (),
    ),
    "fight": (
        mapping._combatants,
        lambda cast: [fight_of(cast).pk, cast.campaign.pk],
        ("encounter", "character"),
    ),
}


def columns(row: Model | None) -> dict[str, object] | None:
    """What was read of a row."""
    if row is None:
        return None
    left_out = row.get_deferred_fields()
    names = (field.attname for field in row._meta.concrete_fields)
    return {name: None if name in left_out else getattr(row, name) for name in names}


def along(row: Model, path: str) -> Model | None:
    found: Any = row
    for name in path.split("."):
        found = None if found is None else getattr(found, name)
    return found if isinstance(found, Model) else None


@pytest.mark.parametrize("name", PREPARED)
def test_it_finds_what_the_plain_query_finds_with_one_query(cast: Cast, name: str) -> None:
    query, values_of, paths = PREPARED[name]
    values = values_of(cast)
    plain = list(query.plain(*values))
    assert plain
    for _again in range(2):
        with CaptureQueriesContext(connection) as asked:
            found = query(*values)
            beside = [[along(row, path) for path in paths] for row in found]
        assert len(asked) == 1
        assert [columns(row) for row in found] == [columns(row) for row in plain]
        expected = [[columns(along(row, path)) for path in paths] for row in plain]
        assert [[columns(each) for each in row] for row in beside] == expected
        assert not any(row._state.adding for row in found)


def test_numbers_that_no_row_can_have_find_nothing(cast: Cast) -> None:
    """A database refuses to look for them."""
    assert accounts._user.first(2**70) is None
    assert mapping._characters(cast.campaign.pk, [2**70]) == []
    assert mapping._characters(cast.campaign.pk, [cast.hero.pk, 2**70]) == [cast.hero]


def test_who_is_put_away_is_signed_out_at_once(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.owner)
    assert client.get(reverse("account")).status_code == 200
    cast.owner.is_active = False
    cast.owner.save()
    assert client.get(reverse("account")).status_code == 302


def test_a_session_that_has_run_out_or_is_nobodys_signs_nobody_in(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.owner)
    assert client.get(reverse("account")).status_code == 200
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert client.get(reverse("account")).status_code == 302
    client.cookies["sessionid"] = "0123456789abcdef"
    assert client.get(reverse("account")).status_code == 302
