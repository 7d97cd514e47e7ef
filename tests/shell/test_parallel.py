"""Several people at once: nothing is lost, nothing is applied twice."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection

from chaos_sheets import journal, services
from chaos_sheets.errors import AlreadyUndone, StaleEdit
from chaos_sheets.models import Character, Item, JournalEntry
from chaos_sheets.services import Edit
from combat import services as combat
from combat.core.value import Json
from tests.builders import carried, key, stock
from tests.cast import Cast
from tests.shell.shots import request

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 6


def at_once[T](work: Callable[[int], T], threads: int = THREADS) -> list[T | Exception]:
    """Run the work in threads that start together, each on a connection of its own."""
    results: list[T | Exception] = []
    start = threading.Barrier(threads)

    def run(number: int) -> None:
        try:
            start.wait()
            results.append(work(number))
        except Exception as error:
            results.append(error)
        finally:
            connection.close()

    pool = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in pool:
        thread.start()
    for thread in pool:
        thread.join()
    return results


def hero(cast: Cast) -> Character:
    return Character.objects.get(pk=cast.hero.pk)


def test_one_key_from_many_sides_is_one_effect(cast: Cast) -> None:
    """A02: parallel posts of one hit have one effect."""
    entries = at_once(
        lambda _: services.pool_change(character=cast.hero, user=cast.gm, key="once", pool="hit_points", by=-3).pk
    )
    assert len(set(entries)) == 1, entries
    assert hero(cast).body["pools"] == {"hit_points": 12}
    assert JournalEntry.objects.filter(campaign=cast.campaign, key="once").count() == 1


def test_one_key_makes_one_character(cast: Cast) -> None:
    made = at_once(
        lambda _: services.character_create(campaign=cast.campaign, user=cast.owner, key="new", name="Neu").pk
    )
    assert len(set(made)) == 1, made
    assert Character.objects.filter(campaign=cast.campaign, name="Neu").count() == 1


def test_hits_at_once_all_count(cast: Cast) -> None:
    """J18: two hits on one target at once, both count."""
    done = at_once(
        lambda _: services.pool_change(character=cast.hero, user=cast.gm, key=key(), pool="hit_points", by=-1)
    )
    assert all(isinstance(entry, JournalEntry) for entry in done), done
    assert hero(cast).body["pools"] == {"hit_points": 15 - THREADS}
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def shots(cast: Cast) -> dict[str, Json]:
    return request(cast.kind, cast.weapon(cast.kind), cast.hero, mode="semi")


def test_attacks_at_once_are_decided_one_after_the_other(cast: Cast) -> None:
    """J18, A02: each is decided on what the one before left; rounds and wear add up."""
    what = shots(cast)
    done = at_once(
        lambda _: combat.act(
            campaign=cast.campaign,
            user=cast.gm,
            request=what,
            key=key(),
            answers={"attack": {"faces": [20]}},
            decline=True,
        )
    )
    entries = [acted.entry for acted in done if isinstance(acted, combat.Acted)]
    assert len(entries) == THREADS, done
    left = carried(cast.kind, "faehrmann").body
    assert left["loaded"] == 30 - 3 * THREADS
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_one_attack_from_many_sides_is_one(cast: Cast) -> None:
    """A02: parallel posts of one hit have one effect."""
    what = shots(cast)
    done = at_once(lambda _: combat.act(campaign=cast.campaign, user=cast.gm, request=what, key="once", decline=True))
    assert {acted.entry.pk for acted in done if isinstance(acted, combat.Acted) and acted.entry} == {
        JournalEntry.objects.get(campaign=cast.campaign, key="once").pk
    }, done
    assert all(isinstance(acted, combat.Acted) for acted in done), done
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_of_two_who_edit_one_value_one_is_told(cast: Cast) -> None:
    """J09: two writers on one value: both changes or a refusal."""
    done = at_once(
        lambda number: services.character_edit(
            character=cast.hero, user=cast.gm, key=key(), edits={"notes": Edit("", f"von {number}")}
        )
    )
    assert sum(isinstance(entry, JournalEntry) for entry in done) == 1
    assert sum(isinstance(error, StaleEdit) for error in done) == THREADS - 1


def test_money_is_not_spent_twice(cast: Cast) -> None:
    source = stock("weapon", "federkiel")
    done = at_once(
        lambda _: services.item_add(character=cast.hero, source=source, user=cast.owner, key=key(), pay=True)
    )
    assert sum(isinstance(entry, JournalEntry) for entry in done) == 1
    assert hero(cast).money == 3400 - 2600
    assert Item.objects.filter(character=cast.hero, key="federkiel").count() == 1
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_an_entry_is_taken_back_once(cast: Cast) -> None:
    entry = services.pool_change(character=cast.hero, user=cast.gm, key=key(), pool="hit_points", by=-3)
    done = at_once(lambda _: services.entry_undo(entry=entry, user=cast.gm, key=key()))
    assert sum(isinstance(undo, JournalEntry) for undo in done) == 1
    assert sum(isinstance(error, AlreadyUndone) for error in done) == THREADS - 1


def test_an_invitation_for_one_lets_one_in(cast: Cast) -> None:
    _, token = services.member_invite(campaign=cast.campaign, user=cast.gm)
    done = at_once(
        lambda number: services.invitation_accept(token=token, name=f"gast-{number}", password="drei Kisten Dosenbrot")
    )
    assert sum(not isinstance(user, Exception) for user in done) == 1


TAPS = """
import sys, django
django.setup()
from chaos_sheets import services
from chaos_sheets.models import Character, User
gm = User.objects.get(username="gm")
for number in range(5):
    services.pool_change(
        character=Character.objects.get(pk=int(sys.argv[1])), user=gm, key=f"{sys.argv[2]}-{number}",
        pool="hit_points", by=-1,
    )
"""


def test_processes_queue_as_threads_do(cast: Cast) -> None:
    """J18: also where the two writers are two processes."""
    settings = connection.settings_dict
    name = settings["NAME"]
    url = (
        f"sqlite:///{name}"
        if connection.vendor == "sqlite"
        else f"postgres://{settings['USER']}@{settings['HOST']}:{settings['PORT']}/{name}"
    )
    environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "chaos_sheets.settings"}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", TAPS, str(cast.hero.pk), f"process-{number}"],
            env=environment,
            cwd=Path(__file__).parents[2],
        )
        for number in range(2)
    ]
    assert [process.wait(60) for process in running] == [0, 0]
    assert hero(cast).body["pools"] == {"hit_points": 5}
