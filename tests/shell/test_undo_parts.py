"""Undo of a part: whatever is named, nothing is given back twice, and a raised bound stays raised."""

from __future__ import annotations

import pytest

from chaos_sheets import journal, services
from chaos_sheets.errors import AlreadyUndone
from chaos_sheets.services import Edit
from tests import builders
from tests.cast import Cast


def test_a_thing_taken_back_alone_is_not_given_back_again(cast: Cast) -> None:
    """A01, B02: a part named by the thing or by its carrier is one part."""
    item = cast.weapon(key="splittergranate")
    entry = services.item_edit(item=item, user=cast.gm, key=builders.key(), edits={"quantity": Edit(2, 1)})
    services.entry_undo(entry=entry, user=cast.gm, key=builders.key(), only=item.ref)
    item.refresh_from_db()
    assert item.quantity == 2
    for only in (None, item.ref, cast.hero.ref):
        with pytest.raises(AlreadyUndone):
            services.entry_undo(entry=entry, user=cast.gm, key=builders.key(), only=only)
    item.refresh_from_db()
    assert item.quantity == 2
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_rounds_beyond_the_plain_magazine_come_back_whole(cast: Cast) -> None:
    """B02: a large magazine holds 45; two shots of 10 and 5, the first taken back: 40, not 30."""
    weapon = cast.weapon()
    services.item_add(
        character=cast.hero, source=builders.stock("modification", "large_magazine"), user=cast.gm, key=builders.key()
    )
    large = builders.carried(cast.hero, "large_magazine")
    services.item_fit_modification(modification=large, weapon=weapon, user=cast.gm, key=builders.key())
    for number, (shown, value) in enumerate(((30, 45), (45, 35), (35, 30))):
        entry = services.item_edit(
            item=weapon, user=cast.gm, key=f"shot-{number}", reason="Probe", edits={"loaded": Edit(shown, value)}
        )
        if number == 1:
            first = entry
    services.entry_undo(entry=first, user=cast.gm, key=builders.key())
    weapon.refresh_from_db()
    assert weapon.body["loaded"] == 40


def test_a_key_that_is_sent_again_returns_what_it_made(cast: Cast) -> None:
    """A01: whoever lost the answer sends the same once more, and nothing is done or refused a second time."""
    weapon = cast.weapon()
    services.item_add(
        character=cast.hero, source=builders.stock("modification", "large_magazine"), user=cast.gm, key=builders.key()
    )
    large = builders.carried(cast.hero, "large_magazine")
    fitted = [
        services.item_fit_modification(modification=large, weapon=weapon, user=cast.gm, key="fit") for _ in range(2)
    ]
    services.item_edit(item=weapon, user=cast.gm, key=builders.key(), edits={"name": Edit("Fährmann", "Alter")})
    taken = [services.item_take_over(item=weapon, user=cast.gm, key="take") for _ in range(2)]
    gone = [services.item_retire(item=weapon, user=cast.gm, key="gone") for _ in range(2)]
    assert [len({entry.pk for entry in each}) for each in (fitted, taken, gone)] == [1, 1, 1]


def test_a_tap_that_is_sent_again_counts_once(cast: Cast) -> None:
    """A01: a tap names how many more or fewer, so that its key means the same when it comes again."""
    weapon = cast.weapon()
    taps = [services.item_step(item=weapon, user=cast.owner, key="tap", field="loaded", by=-1) for _ in range(2)]
    weapon.refresh_from_db()
    assert (len({entry.pk for entry in taps}), weapon.body["loaded"]) == (1, 29)
