"""What ends with a fight is kept with the fight: budgets, flags, pairs, and the one action that may wait in it."""

from __future__ import annotations

import pytest

from chaos_sheets import journal, services
from chaos_sheets.errors import NotVisible, ServiceError
from chaos_sheets.models import JournalEntry
from combat import services as combat
from combat.core.event import Change
from combat.core.value import Json
from combat.encounter_records import encounter_state
from combat.models import Combatant, Encounter, Resolution
from tests.builders import key
from tests.cast import Cast
from tests.shell import fights


@pytest.fixture
def fight(cast: Cast) -> Encounter:
    """The mercenary against the hero, in its first round, recorded as everything is."""
    row = Encounter.objects.create(campaign=cast.campaign, name="Am Tor", body={"round": 1, "current": cast.kind.ref})
    rows = [
        Combatant.objects.create(encounter=row, character=character, party=party)
        for character, party in ((cast.kind, "a"), (cast.hero, "b"))
    ]
    journal.record(
        campaign=cast.campaign,
        changes=[Change(row.ref, "", None, encounter_state(row, rows))],
        cause="encounter_created",
        key=key(),
        user=cast.gm,
    )
    return row


def shot(cast: Cast, fight: Encounter) -> dict[str, Json]:
    return fights.shot(fight, cast.kind, cast.hero, **fights.apart(cast.kind, cast.hero))


def test_budget_and_flags_are_kept_and_taken_back(cast: Cast, fight: Encounter) -> None:
    before = journal.stored(cast.campaign)
    acted = combat.act(campaign=cast.campaign, user=cast.gm, request=shot(cast, fight), key=key(), decline=True)
    assert acted.entry is not None
    one = Combatant.objects.get(encounter=fight, character=cast.kind)
    assert one.body["budget"]["action_units"] == 7
    assert one.body["flags"]["shooting_actions"] == 1
    fight.refresh_from_db()
    assert fight.version == 2
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)
    assert fight.ref in acted.entry.subjects.values_list("ref", flat=True)
    services.entry_undo(entry=acted.entry, user=cast.gm, key=key())
    assert journal.stored(cast.campaign) == before == journal.fold(cast.campaign)


def test_one_action_waits_at_a_time(cast: Cast, fight: Encounter) -> None:
    what = shot(cast, fight)
    first = combat.act(campaign=cast.campaign, user=cast.gm, request=what, key="a", app_dice=False)
    assert first.resolution is not None
    with pytest.raises(ServiceError) as error:
        combat.act(campaign=cast.campaign, user=cast.gm, request=what, key="b", app_dice=False)
    assert error.value.code == "open_question"
    combat.resume(resolution=first.resolution, user=cast.gm, app_dice=True, decline=True)
    assert not Resolution.objects.exists()
    assert JournalEntry.objects.get(key="a").cause == "shoot"


def test_a_fight_that_is_over_takes_no_action(cast: Cast, fight: Encounter) -> None:
    """A13: an outdated card is refused."""
    Encounter.objects.filter(pk=fight.pk).update(closed=True)
    with pytest.raises(NotVisible):
        combat.act(campaign=cast.campaign, user=cast.gm, request=shot(cast, fight), key=key())


def test_of_whom_he_knows_nothing_a_player_states_as_little_as_of_nobody(cast: Cast) -> None:
    """Else he would find by trying who stands in the fight hidden from him."""
    made = fights.running(cast)
    hero, hidden = cast.hero.ref, cast.hidden.ref
    told: list[dict[str, Json]] = [
        {"pairs": {f"{hero}>{hidden}": {"distance": 7}}},
        {"pairs": {f"{hidden}>{hero}": {"distance": 7}}},
        {"combatants": {hero: {"flags": {"cover": hidden}}}},
        {"combatants": {hero: {"flags": {"aim_target": hidden}}}},
    ]
    before = journal.stored(cast.campaign)
    for stated in told:
        with pytest.raises(NotVisible):
            combat.encounter_state_set(encounter=made, user=cast.owner, key=key(), stated=stated)
        request = fights.shot(made, cast.hero, cast.kind, **stated)
        with pytest.raises(NotVisible):
            combat.act(campaign=cast.campaign, user=cast.owner, request=request, key=key())
    assert journal.stored(cast.campaign) == before
    combat.encounter_state_set(encounter=made, user=cast.gm, key=key(), stated=told[0])
