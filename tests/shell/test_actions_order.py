"""Entries of one campaign are committed in the order of their numbers, so that whoever asks since one misses none."""

from __future__ import annotations

import threading

import pytest
from django.db import connection

from chaos_sheets import services
from chaos_sheets.models import JournalEntry
from chaos_sheets.writing import writing
from tests.builders import key
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def test_nobody_writes_while_an_entry_is_not_committed(cast: Cast) -> None:
    has_written, may_commit = threading.Event(), threading.Event()

    def slowly() -> None:
        try:
            with writing(campaign=cast.campaign.pk, key=key()):
                services.money_change(character=cast.other, user=cast.gm, key="first", by=1, reason="Sold")
                has_written.set()
                may_commit.wait(10)
        finally:
            connection.close()

    def after() -> None:
        try:
            services.pool_change(character=cast.hero, user=cast.gm, key="second", pool="hit_points", by=-1)
        finally:
            connection.close()

    slow, other = threading.Thread(target=slowly), threading.Thread(target=after)
    slow.start()
    assert has_written.wait(10)
    other.start()
    other.join(0.5)
    assert other.is_alive()
    assert not JournalEntry.objects.filter(key__in=["first", "second"]).exists()
    may_commit.set()
    slow.join(10)
    other.join(10)
    keys = JournalEntry.objects.filter(key__in=["first", "second"]).order_by("pk").values_list("key", flat=True)
    assert list(keys) == ["first", "second"]
