"""What an upgrade makes of a database that an older version wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps.registry import Apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import CaptureQueriesContext

type At = Callable[[str], Apps]

pytestmark = pytest.mark.django_db(transaction=True)


def migrated(targets: list[tuple[str, str]]) -> Apps:
    executor = MigrationExecutor(connection)
    return executor.migrate(targets).apps


def empty() -> None:
    call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=True)


@pytest.fixture
def at() -> Iterator[At]:
    """Bring the database to one of the product's migrations; afterwards it is as new again."""
    empty()
    yield lambda name: migrated([("chaos_sheets", name)])
    empty()
    migrated(MigrationExecutor(connection).loader.graph.leaf_nodes())


def test_what_was_taken_back_before_is_noted_without_reading_what_was_told(at: At) -> None:
    """B05: a hit on two; taken back for the first, that taken back again; then taken back for the second."""
    old = at("0003_letter_keys")
    entries: Any = old.get_model("chaos_sheets", "JournalEntry").objects
    campaign = old.get_model("chaos_sheets", "Campaign").objects.create(name="Runde", ruleset="chaos")
    first, second = "character:1", "character:2"
    number = 0

    def entry(undoes: Any = None, only: str | None = None, *touched: str) -> int:
        nonlocal number
        number += 1
        changes = [{"of": ref, "field": "current.hit_points", "before": 9, "after": 4} for ref in touched]
        request = {"undo": undoes, "only": only} if undoes else {"intent": {}}
        made = entries.create(
            campaign=campaign, key=str(number), cause="undo" if undoes else "attack", request=request,
            undoes_id=undoes, changes=changes, events=[{"type": "told"}], answers={},
        )  # fmt: skip
        return int(made.pk)

    shot = entry(None, None, first, second)
    alone = entry(None, None, first)
    undo = entry(shot, first, first)
    again = entry(undo, None, first)
    other = entry(shot, second, second)
    with CaptureQueriesContext(connection) as queries:
        new = at("0004_what_became_of_entries")
    read = [each["sql"] for each in queries.captured_queries if each["sql"].startswith("SELECT")]
    assert not [sql for sql in read if '."events"' in sql or '."answers"' in sql]
    rows: Any = new.get_model("chaos_sheets", "JournalEntry").objects.values_list("pk", "parts", "stands")
    assert {pk: (parts, stands) for pk, parts, stands in rows} == {
        shot: ({first: {"by": undo, "counts": False}, second: {"by": other, "counts": True}}, True),
        alone: ({}, True),
        undo: ({first: {"by": again, "counts": True}}, False),
        again: ({}, True),
        other: ({}, True),
    }


def test_accounts_that_differ_only_in_capitals_are_named_and_left_alone(at: At) -> None:
    old = at("0004_what_became_of_entries")
    accounts: Any = old.get_model("chaos_sheets", "User").objects
    one, other, _third = (accounts.create(username=name) for name in ("anna", "Anna", "bert"))
    with pytest.raises(CommandError, match=rf"anna \(number {one.pk}\), Anna \(number {other.pk}\)\.") as refused:
        at("0005_account_names_once")
    assert f"filter(pk={other.pk}).update(username='Anna-{other.pk}')" in str(refused.value)
    assert sorted(accounts.values_list("username", flat=True)) == ["Anna", "anna", "bert"]
    accounts.filter(pk=other.pk).update(username=f"Anna-{other.pk}")
    at("0005_account_names_once")


def test_entries_that_told_an_order_are_noted(at: At) -> None:
    """A round that began, and a raised place within one; not whoever wrote the word into a reason or a name."""
    old = at("0005_account_names_once")
    entries: Any = old.get_model("chaos_sheets", "JournalEntry").objects
    campaign = old.get_model("chaos_sheets", "Campaign").objects.create(name="Runde", ruleset="chaos")
    told = {"kind": "happened", "term": "order_set", "of": "", "data": {"order": []}, "changes": [], "rules": []}
    typed = {**told, "term": "ability_used", "data": {"ability": "order_set"}}
    expected = {}
    for number, (cause, events, sets) in enumerate(
        (
            ("encounter_started", [], True),
            ("encounter_round", [told], True),
            ("move", [typed, told], True),
            ("encounter_turn", [], False),
            ("ability", [typed], False),
        )
    ):
        made = entries.create(campaign=campaign, key=str(number), cause=cause, events=events)
        expected[made.pk] = sets
    new = at("0006_orders_worked_out")
    rows: Any = new.get_model("chaos_sheets", "JournalEntry").objects.values_list("pk", "order_worked_out")
    assert dict(rows) == expected
