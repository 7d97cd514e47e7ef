"""The journal: once, chain, undo, stale edits."""

from __future__ import annotations

import pytest

from chaos_sheets import journal, services
from chaos_sheets.errors import AlreadyUndone, Invalid, KeyReused, NothingToUndo, NotVisible, StaleEdit
from chaos_sheets.models import Campaign, Character, JournalEntry, Subject
from chaos_sheets.netting import net_changes
from chaos_sheets.services import Edit
from combat.core.event import Change
from tests.builders import key
from tests.cast import Cast


def folds(campaign: Campaign) -> bool:
    return journal.fold(campaign) == journal.stored(campaign)


def fresh(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def hit_points(character: Character) -> int:
    points = fresh(character).body.get("pools", {}).get("hit_points", 15)
    assert isinstance(points, int)
    return points


def tap(cast: Cast, by: int, pool: str = "hit_points") -> JournalEntry:
    return services.pool_change(character=cast.hero, user=cast.gm, key=key(), pool=pool, by=by)


def test_everything_the_cast_is_made_of_folds(cast: Cast) -> None:
    assert folds(cast.campaign)
    assert len(journal.fold(cast.campaign)) > 20


class TestOnce:
    def test_the_same_key_returns_the_first_entry(self, cast: Cast) -> None:
        """A01: the same press twice is one effect, one entry."""
        one = services.pool_change(character=cast.hero, user=cast.gm, key="once", pool="hit_points", by=-3)
        two = services.pool_change(character=cast.hero, user=cast.gm, key="once", pool="hit_points", by=-3)
        assert one == two
        assert hit_points(cast.hero) == 12
        assert folds(cast.campaign)

    def test_the_same_key_for_something_else_is_refused(self, cast: Cast) -> None:
        """A13: an outdated card cannot be used for another action."""
        services.pool_change(character=cast.hero, user=cast.gm, key="once", pool="hit_points", by=-3)
        with pytest.raises(KeyReused):
            services.pool_change(character=cast.hero, user=cast.gm, key="once", pool="hit_points", by=-4)
        with pytest.raises(KeyReused):
            services.money_change(character=cast.hero, user=cast.gm, key="once", by=5)
        assert hit_points(cast.hero) == 12

    def test_somebody_else_cannot_use_the_key(self, cast: Cast) -> None:
        services.pool_change(character=cast.hero, user=cast.gm, key="once", pool="hit_points", by=-3)
        with pytest.raises(KeyReused):
            services.pool_change(character=cast.hero, user=cast.owner, key="once", pool="hit_points", by=-3)

    def test_a_key_that_spent_the_last_money_is_still_answered(self, cast: Cast) -> None:
        has = fresh(cast.hero).money
        one = services.money_change(character=cast.hero, user=cast.owner, key="all", by=-has)
        assert services.money_change(character=cast.hero, user=cast.owner, key="all", by=-has) == one
        assert fresh(cast.hero).money == 0

    def test_a_character_is_made_once(self, cast: Cast) -> None:
        made = [
            services.character_create(campaign=cast.campaign, user=cast.owner, key="new", name="Neu") for _ in range(2)
        ]
        assert made[0] == made[1]


class TestUndo:
    def test_undo_of_apply_is_identity(self, cast: Cast) -> None:
        """B02: property by example; the machine does it for everything."""
        before = journal.stored(cast.campaign)
        entry = tap(cast, -7)
        assert journal.stored(cast.campaign) != before
        services.entry_undo(entry=entry, user=cast.gm, key=key())
        assert journal.stored(cast.campaign) == before
        assert folds(cast.campaign)

    def test_undo_is_an_entry_and_marks_the_other(self, cast: Cast) -> None:
        """B01: the entry is marked as reversed."""
        entry = tap(cast, -7)
        undo = services.entry_undo(entry=entry, user=cast.gm, key=key(), reason="falsch gezählt")
        assert undo.undoes == entry
        assert list(entry.undone_by.all()) == [undo]
        assert undo.reason == "falsch gezählt"

    def test_a_counter_gets_the_difference_back_after_later_changes(self, cast: Cast) -> None:
        """B06: what happened since stays."""
        entry = tap(cast, -7)
        tap(cast, -2)
        services.entry_undo(entry=entry, user=cast.gm, key=key())
        assert hit_points(cast.hero) == 13

    def test_the_difference_stays_within_its_bounds(self, cast: Cast) -> None:
        """E01: never above the maximum."""
        entry = tap(cast, -7)
        tap(cast, 6)
        services.entry_undo(entry=entry, user=cast.gm, key=key())
        assert hit_points(cast.hero) == 15

    def test_once_per_entry_and_an_undo_can_be_undone(self, cast: Cast) -> None:
        entry = tap(cast, -7)
        undo = services.entry_undo(entry=entry, user=cast.gm, key=key())
        with pytest.raises(AlreadyUndone):
            services.entry_undo(entry=entry, user=cast.gm, key=key())
        services.entry_undo(entry=undo, user=cast.gm, key=key())
        assert hit_points(cast.hero) == 8
        assert folds(cast.campaign)

    def test_what_was_set_otherwise_since_is_left_and_named(self, cast: Cast) -> None:
        """O03, J02: a value somebody set since is not overwritten."""
        entry = services.character_edit(
            character=cast.hero,
            user=cast.owner,
            key=key(),
            edits={"notes": Edit("", "alt"), "attributes.strength": Edit(42, 43)},
        )
        services.character_edit(character=cast.hero, user=cast.owner, key=key(), edits={"notes": Edit("alt", "neu")})
        changes, left = services.entry_undo_preview(entry=entry, user=cast.gm)
        assert [change.field for change in changes] == ["attributes.strength"]
        assert [(conflict.field, conflict.stored) for conflict in left] == [("notes", "neu")]
        services.entry_undo(entry=entry, user=cast.gm, key=key())
        assert fresh(cast.hero).notes == "neu"
        assert fresh(cast.hero).body["attributes"]["strength"] == 42

    def test_nothing_left_to_undo_is_said(self, cast: Cast) -> None:
        entry = services.character_edit(
            character=cast.hero, user=cast.owner, key=key(), edits={"notes": Edit("", "alt")}
        )
        services.character_edit(character=cast.hero, user=cast.owner, key=key(), edits={"notes": Edit("alt", "neu")})
        with pytest.raises(NothingToUndo):
            services.entry_undo(entry=entry, user=cast.gm, key=key())

    def test_one_record_of_several_can_be_chosen(self, cast: Cast) -> None:
        """B05: one target of several is taken back, the other later."""
        refs = [cast.hero.ref, cast.other.ref]
        entry = journal.record(
            campaign=cast.campaign,
            changes=[Change(ref, "statuses.prone", None, True) for ref in refs],
            cause="test",
            key=key(),
            user=cast.gm,
        )
        services.entry_undo(entry=entry, user=cast.gm, key=key(), only=cast.hero.ref)
        assert "statuses" not in fresh(cast.hero).body
        assert fresh(cast.other).body["statuses"] == {"prone": True}
        changes, left = services.entry_undo_preview(entry=entry, user=cast.gm)
        assert ([change.of for change in changes], left) == ([cast.other.ref], [])
        with pytest.raises(AlreadyUndone):
            services.entry_undo(entry=entry, user=cast.gm, key=key(), only=cast.hero.ref)
        services.entry_undo(entry=entry, user=cast.gm, key=key())
        assert "statuses" not in fresh(cast.other).body
        with pytest.raises(AlreadyUndone):
            services.entry_undo(entry=entry, user=cast.gm, key=key())

    def test_what_was_made_is_retired_and_comes_back(self, cast: Cast) -> None:
        made = services.character_create(campaign=cast.campaign, user=cast.gm, key=key(), name="Bote")
        entry = JournalEntry.objects.latest("pk")
        undo = services.entry_undo(entry=entry, user=cast.gm, key=key())
        assert fresh(made).retired
        services.entry_undo(entry=undo, user=cast.gm, key=key())
        assert not fresh(made).retired
        assert folds(cast.campaign)

    def test_an_owner_who_has_left_is_not_put_back(self, cast: Cast) -> None:
        entry = services.character_hand_over(character=cast.hero, user=cast.gm, to=None, key=key())
        services.member_remove(membership=cast.member(cast.owner), user=cast.gm, key=key())
        _, left = services.entry_undo_preview(entry=entry, user=cast.gm)
        assert [conflict.field for conflict in left] == ["owner"]
        assert folds(cast.campaign)


class TestStaleEdit:
    def test_both_values_are_carried_and_nothing_is_saved(self, cast: Cast) -> None:
        """J02, J04: a stale write is refused, both values are shown."""
        services.character_edit(
            character=cast.hero, user=cast.owner, key=key(), edits={"name": Edit("Jonna Velder", "Jonna")}
        )
        with pytest.raises(StaleEdit) as error:
            services.character_edit(
                character=cast.hero,
                user=cast.gm,
                key=key(),
                edits={"name": Edit("Jonna Velder", "J. Velder"), "notes": Edit("", "auch weg")},
            )
        (conflict,) = error.value.conflicts
        assert (conflict.shown, conflict.stored, conflict.wanted) == ("Jonna Velder", "Jonna", "J. Velder")
        assert fresh(cast.hero).notes == ""

    def test_different_fields_never_conflict(self, cast: Cast) -> None:
        """J10: a partial save never drops other fields."""
        stale = fresh(cast.hero)
        services.character_edit(character=cast.hero, user=cast.owner, key=key(), edits={"notes": Edit("", "wichtig")})
        services.character_edit(character=stale, user=cast.gm, key=key(), edits={"attributes.strength": Edit(42, 50)})
        assert fresh(cast.hero).notes == "wichtig"
        assert fresh(cast.hero).body["attributes"]["strength"] == 50

    def test_a_default_counts_as_shown(self, cast: Cast) -> None:
        """A form shows the full pool although nothing is stored for it."""
        services.character_edit(
            character=cast.hero, user=cast.owner, key=key(), edits={"pools.hit_points": Edit(15, 11)}
        )
        assert hit_points(cast.hero) == 11


class TestEntries:
    def test_the_carrier_is_a_subject_of_what_happens_to_his_things(self, cast: Cast) -> None:
        """O04: the log of a sheet has its things in it."""
        weapon = cast.weapon()
        before = fresh(cast.hero).version
        entry = services.item_edit(item=weapon, user=cast.owner, key=key(), edits={"loaded": Edit(30, 12)})
        assert set(entry.subjects.values_list("ref", flat=True)) == {weapon.ref, cast.hero.ref}
        assert fresh(cast.hero).version == before + 1

    def test_one_edit_is_one_revision(self, cast: Cast) -> None:
        """J16: one edit, one version."""
        before = fresh(cast.hero).version
        services.character_edit(
            character=cast.hero,
            user=cast.owner,
            key=key(),
            edits={"notes": Edit("", "x"), "attributes.strength": Edit(42, 43), "money": Edit(3400, 3300)},
        )
        assert fresh(cast.hero).version == before + 1

    def test_a_ref_of_another_campaign_is_not_there(self, cast: Cast) -> None:
        foreign = Character.objects.get(campaign__name="Fremde Runde")
        with pytest.raises(NotVisible):
            journal.record(
                campaign=cast.campaign,
                changes=[Change(foreign.ref, "notes", "", "x")],
                cause="test",
                key=key(),
                user=cast.gm,
            )

    def test_nothing_is_written_if_one_change_fails(self, cast: Cast) -> None:
        entries, subjects = JournalEntry.objects.count(), Subject.objects.count()
        with pytest.raises(StaleEdit):
            journal.record(
                campaign=cast.campaign,
                changes=[
                    Change(cast.hero.ref, "notes", "", "x"),
                    Change(cast.other.ref, "notes", "anders", "x"),
                ],
                cause="test",
                key=key(),
                user=cast.gm,
            )
        assert fresh(cast.hero).notes == ""
        assert (JournalEntry.objects.count(), Subject.objects.count()) == (entries, subjects)


class TestNetChanges:
    def test_several_changes_of_one_value_are_one(self) -> None:
        assert net_changes([Change("a", "f", 1, 2), Change("a", "f", 2, 5)]) == [Change("a", "f", 1, 5)]

    def test_what_came_back_is_left_out(self) -> None:
        assert net_changes([Change("a", "f", 1, 2), Change("a", "f", 2, 1)]) == []

    def test_a_value_inside_another_joins_it(self) -> None:
        changes = [Change("a", "s.burning", None, {"until": 3}), Change("a", "s.burning.until", 3, 2)]
        assert net_changes(changes) == [Change("a", "s.burning", None, {"until": 2})]

    def test_a_value_around_others_takes_them_in(self) -> None:
        changes = [Change("a", "s.x", 1, 2), Change("a", "s", {"x": 2, "y": 3}, None)]
        assert net_changes(changes) == [Change("a", "s", {"x": 1, "y": 3}, None)]


@pytest.mark.parametrize("bad", ["", "x" * 65, "nul\0", "\ud800", "\u202e"])
def test_a_key_no_page_has_made_is_refused(cast: Cast, bad: str) -> None:
    with pytest.raises(Invalid) as error:
        services.money_change(character=cast.hero, user=cast.owner, key=bad, by=1)
    assert error.value.sentence
    with pytest.raises(Invalid):
        services.character_edit(character=cast.hero, user=cast.owner, key=bad, edits={"notes": Edit("", "x")})
    assert folds(cast.campaign)
