"""What of an entry counts, however often and in whatever parts it is taken back and done again."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from chaos_sheets import journal, policy, services
from chaos_sheets.errors import AlreadyUndone
from chaos_sheets.models import JournalEntry
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.log import Filters, LineView, entry_of, log_view
from tests.builders import key
from tests.cast import Cast
from tests.shell.shots import HITS, burst, play


@pytest.fixture
def shot(cast: Cast) -> JournalEntry:
    """One entry with two parts: the target is hit, the shooter's rounds are gone."""
    entry = play(cast, cast.gm, burst(cast), key(), HITS).entry
    assert entry is not None
    return entry


def back(cast: Cast, entry: JournalEntry, only: str | None = None) -> JournalEntry:
    return services.entry_undo(entry=entry, user=cast.gm, key=key(), only=only)


def fresh(entry: JournalEntry) -> JournalEntry:
    return JournalEntry.objects.get(pk=entry.pk)


def stands(entry: JournalEntry) -> bool:
    """The one answer, asked of the database and of the row."""
    is_found = JournalEntry.objects.standing().filter(pk=entry.pk).exists()
    assert is_found is fresh(entry).stands
    return is_found


def line(cast: Cast, entry: JournalEntry) -> LineView:
    who = policy.viewer(user=cast.gm, campaign=cast.campaign)
    lines = log_view(who=who, filters=Filters(), known=Known.of(who)).lines
    return next(each for each in lines if each.id == entry.pk)


def test_it_counts_again_with_every_second_undo_however_many_there_are(cast: Cast, shot: JournalEntry) -> None:
    """E04: ten generations of taking back what was taken back."""
    chain = [shot]
    for number in range(10):
        chain.append(back(cast, chain[-1]))
        expected = [(len(chain) - 1 - place) % 2 == 0 for place in range(len(chain))]
        assert [stands(entry) for entry in chain] == expected, number
        assert line(cast, shot).undone is not expected[0]


def test_a_part_that_is_done_again_counts_and_the_other_does_not(cast: Cast, shot: JournalEntry) -> None:
    """B05: taken back for both, then for the target after all not."""
    target, shooter = cast.hero.ref, cast.kind.ref
    undo = back(cast, shot)
    back(cast, undo, only=target)
    assert stands(shot)
    assert (fresh(shot).stands_for(target), fresh(shot).stands_for(shooter)) == (True, False)
    assert (fresh(undo).stands_for(target), fresh(undo).stands_for(shooter)) == (False, True)
    shown = line(cast, shot)
    assert (shown.undone, shown.partly, shown.reversal) == (False, (cast.kind.name,), undo.pk)


def test_what_is_taken_back_part_by_part_is_taken_back(cast: Cast, shot: JournalEntry) -> None:
    """B05: after the last part nothing of it counts, and nothing is left to take back."""
    back(cast, shot, only=cast.hero.ref)
    assert stands(shot)
    assert not fresh(shot).was_taken_back
    assert line(cast, shot).partly == (cast.hero.name,)
    last = back(cast, shot, only=cast.kind.ref)
    assert not stands(shot)
    assert fresh(shot).was_taken_back
    shown = line(cast, shot)
    assert (shown.undone, shown.partly, shown.reversal) == (True, (), last.pk)


def test_a_part_is_taken_back_once_though_the_chain_was_read_before(cast: Cast, shot: JournalEntry) -> None:
    """B05: somebody opens an undo of one part; another part is taken back before he takes back that undo."""
    target, shooter = cast.hero.ref, cast.kind.ref
    undo = back(cast, shot, only=target)
    who = policy.viewer(user=cast.gm, campaign=cast.campaign)
    opened = entry_of(who=who, known=Known.of(who), entry=undo.pk)
    other = back(cast, shot, only=shooter)
    back(cast, opened)
    assert fresh(shot).parts == {target: {"by": undo.pk, "counts": False}, shooter: {"by": other.pk, "counts": True}}
    with pytest.raises(AlreadyUndone):
        back(cast, shot, only=shooter)
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_a_part_is_done_again_once_however_deep_the_chain_that_was_read_before(cast: Cast, shot: JournalEntry) -> None:
    """B05: the same with three undos between what was opened and what is taken back meanwhile."""
    target, shooter = cast.hero.ref, cast.kind.ref
    chain = [back(cast, shot, only=target)]
    for _ in range(2):
        chain.append(back(cast, chain[-1]))
    opened = JournalEntry.objects.select_related("undoes__undoes__undoes").get(pk=chain[-1].pk)
    other = back(cast, shot, only=shooter)
    back(cast, opened)
    assert fresh(shot).parts[shooter] == {"by": other.pk, "counts": True}
    assert [stands(entry) for entry in chain] == [False, True, False]


def test_what_older_versions_took_back_is_noted_by_the_same_rules(cast: Cast, shot: JournalEntry) -> None:
    """The migration goes through the journal undo by undo and comes to what the journal notes itself."""
    undo = back(cast, shot)
    redo = back(cast, undo, only=cast.hero.ref)
    back(cast, redo)
    tap = services.pool_change(character=cast.hero, user=cast.gm, key=key(), pool="hit_points", by=-1)
    back(cast, tap)
    noted = {entry.pk: (entry.parts, entry.stands) for entry in JournalEntry.objects.all()}
    assert sum(bool(parts) for parts, _stands in noted.values()) == 4
    JournalEntry.objects.update(parts={}, stands=True)
    import_module("chaos_sheets.migrations.0004_what_became_of_entries").note_what_became(
        apps, connection.schema_editor()
    )
    assert {entry.pk: (entry.parts, entry.stands) for entry in JournalEntry.objects.all()} == noted
