"""What a result says by itself: a jam first, a tie by its reason, a pierced cover with its own bonus."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.models import Item
from combat import services as combat
from combat.core.value import Json
from tests.builders import key
from tests.cast import Cast
from tests.shell.shots import burst, play, request
from tests.web.attacks import as_user, newest, weapon_of, words

pytestmark = pytest.mark.django_db


def told(cast: Cast) -> str:
    """The newest entry as the game master reads it, bills unfolded."""
    address = reverse("log_entry", args=[cast.campaign.pk, newest(cast).pk])
    return words(as_user(cast.gm).get(address))


def line(cast: Cast) -> str:
    return words(as_user(cast.gm).get(reverse("log", args=[cast.campaign.pk])))


def first_roll(cast: Cast) -> dict[str, Any]:
    return next(event for event in newest(cast).events if event["kind"] == "rolled")


def test_a_jam_stands_in_the_headline(cast: Cast) -> None:
    """CHA-3.4: whoever reads one line only learns that the weapon is stuck."""
    play(cast, cast.gm, burst(cast), key(), {"attack": 100})
    assert first_roll(cast)["outcome"] == "jam"
    said = "schießt auf Jonna Velder — 100 gegen"
    for text in (told(cast), line(cast)):
        assert re.search(rf"{said} \d+: Ladehemmung", text)


def test_rolling_exactly_the_number_says_why_it_fails(cast: Cast) -> None:
    """CHA-0.2: a test succeeds below the number; the roll that equals it says so."""
    play(cast, cast.gm, burst(cast), key(), {"attack": 99})
    target = first_roll(cast)["data"]["target_number"]
    services.entry_undo(entry=newest(cast), user=cast.gm, key=key())
    play(cast, cast.gm, burst(cast), key(), {"attack": target})
    assert first_roll(cast)["outcome"] == "failure"
    assert f"{target} gegen {target}, genau darauf; gelingen würde es erst darunter" in told(cast)


def test_the_bill_of_a_pierced_cover_starts_with_its_own_bonus(cast: Cast) -> None:
    """CHA-5.1: of the crate's 30 only 10 are left; both stand in the bill, and they add up."""
    weapon = weapon_of(cast.kind)
    Item.objects.filter(pk=weapon.pk).update(body=weapon.body | {"penetration": 20})
    what = request(cast.kind, weapon, cast.hero, mode="single", cover=cast.cover)
    play(cast, cast.gm, what, key(), {"attack": 1, "cover": 90, "zone": 5, "damage": 9})
    rolled = next(event for event in newest(cast).events if event["kind"] == "rolled" and event["term"] == "cover_roll")
    base, modifiers = rolled["data"]["base"], rolled["modifiers"]
    assert [(each["key"], each["value"]) for each in base] == [("cover_bonus", 30)]
    assert ("pierced", -20) in [(each["key"], each["value"]) for each in modifiers]
    assert 30 + sum(each["value"] for each in modifiers) == rolled["data"]["target_number"]


def test_equal_degrees_say_who_wins(cast: Cast) -> None:
    """CHA-3.8: with as many degrees on both sides the attack hits, without any; the result says that it is a tie."""
    weapon = weapon_of(cast.kind)
    what = request(cast.kind, weapon, cast.hero, mode="single")
    checks = combat.preview(campaign=cast.campaign, user=cast.gm, request=what).checks
    need = {check.term: check.target_number for check in checks}
    asked: dict[str, Json] = {
        "reaction.0.choice": {"choice": "dodge"},
        "attack": {"faces": [need["attack"] - 1]},
        "reaction.0": {"faces": [need["dodge"] - 1]},
    }
    combat.act(campaign=cast.campaign, user=cast.gm, request=what, key=key(), answers=asked, decline=True)
    assert "Gleich viele EG auf beiden Seiten: Der Angriff trifft, aber ohne EG." in told(cast)
