"""Several at one fight at once: each thing is applied once or refused with a sentence, and the journal tells it."""

from __future__ import annotations

import pytest

from chaos_sheets import services
from chaos_sheets.errors import AlreadyUndone, NotAllowed, ServiceError
from chaos_sheets.models import Character, Item, JournalEntry, User
from combat import services as combat
from combat.core.intent import Refused
from combat.core.procedure import BadAnswer
from combat.core.value import Json
from combat.models import Encounter, Resolution
from combat.steps import Step
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import apart, folds, fresh, running, shot, step
from tests.shell.test_parallel import at_once

pytestmark = pytest.mark.django_db(transaction=True)
TWO = 2


def shown(encounter: Encounter) -> tuple[int, str]:
    body = fresh(encounter).body
    return int(body.get("round", 0)), str(body.get("current", ""))


def entries(cast: Cast) -> int:
    return JournalEntry.objects.filter(campaign=cast.campaign).count()


def told(errors: list[object]) -> bool:
    """Whether everybody who was refused was told why, in a sentence."""
    return all(isinstance(error, ServiceError) and error.sentence for error in errors)


def asked(cast: Cast, encounter: Encounter) -> Resolution:
    """The mercenary shoots at the hero, who could dodge; of all who may have their say it comes to the hero's owner."""
    kept: dict[str, dict[str, int]] = {cast.hero.ref: {"action_units": 2}}
    combat.encounter_state_set(encounter=fresh(encounter), user=cast.gm, key=key(), budgets=kept)
    request = shot(encounter, cast.kind, cast.hero, **apart(cast.kind, cast.hero))
    waits = combat.act(campaign=cast.campaign, user=cast.gm, request=request, key=key(), app_dice=True).resolution
    for _ in range(10):
        assert waits is not None
        if waits.waits_for == cast.hero.ref:
            return waits
        done = combat.resume(
            resolution=waits, user=cast.fellow if waits.waits_for == cast.other.ref else cast.gm, decline=True
        )
        waits = done.resolution
    raise AssertionError("nobody asks him")


def finished(resolution: Resolution, user: User) -> JournalEntry:
    entry = combat.resume(resolution=resolution, user=user, app_dice=True, decline=True).entry
    assert entry is not None
    return entry


@pytest.mark.parametrize("wanted", [Step.TURN, Step.ROUND])
def test_two_windows_that_move_a_fight_on_move_it_once(cast: Cast, wanted: Step) -> None:
    """H07: nobody's turn is skipped because two people clicked."""
    encounter = running(cast)
    state, before = shown(encounter), entries(cast)
    done = at_once(
        lambda _: combat.encounter_step(
            encounter=encounter, user=cast.gm, key=key(), step=wanted, shown=state, decline=True
        ),
        threads=4,
    )
    refused = [each for each in done if not isinstance(each, combat.Acted)]
    assert (entries(cast), len(refused)) == (before + 1, 3), done
    assert told(list(refused))
    assert shown(encounter) != state
    assert shown(encounter)[0] - state[0] == (wanted is Step.ROUND)
    assert folds(cast)


def test_of_two_answers_to_one_question_one_counts(cast: Cast) -> None:
    """A02: the owner and the game master answer in the same moment; the attack is told once."""
    encounter = running(cast, first=cast.kind)
    waits, before = asked(cast, encounter), entries(cast)
    users = [cast.owner, cast.gm]
    done = at_once(
        lambda number: combat.resume(resolution=waits, user=users[number], app_dice=True, decline=True), threads=TWO
    )
    made = {each.entry.pk for each in done if isinstance(each, combat.Acted) and each.entry}
    assert (len(made), entries(cast)) == (1, before + 1), done
    assert told([each for each in done if not isinstance(each, combat.Acted)])
    assert not Resolution.objects.exists()
    assert folds(cast)


def test_what_is_taken_back_under_a_question_counts_when_it_is_answered(cast: Cast) -> None:
    """The action is decided on the fight as it stands then: one round loaded twice is one round."""
    encounter = running(cast, first=cast.kind)
    weapon = cast.weapon(cast.kind)
    loaded = services.item_step(item=weapon, user=cast.gm, key=key(), field="loaded", by=-5)
    waits = asked(cast, encounter)
    services.entry_undo(entry=loaded, user=cast.gm, key=key())
    finished(waits, cast.owner)
    assert Item.objects.get(pk=weapon.pk).body["loaded"] == 29
    assert folds(cast)


def test_what_an_action_needs_may_be_gone_when_it_is_answered(cast: Cast) -> None:
    """Refused with its reason, and nothing is spent; it can be discarded."""
    encounter = running(cast, first=cast.kind)
    waits = asked(cast, encounter)
    services.item_step(item=cast.weapon(cast.kind), user=cast.gm, key=key(), field="loaded", by=-30)
    before = entries(cast)
    with pytest.raises((Refused, BadAnswer)):
        combat.resume(resolution=waits, user=cast.owner, app_dice=True, decline=True)
    assert entries(cast) == before
    combat.cancel(resolution=waits, user=cast.gm)
    assert folds(cast)


@pytest.mark.parametrize("wanted", [Step.TURN, Step.ROUND, Step.END])
def test_a_fight_does_not_move_on_while_a_question_waits(cast: Cast, wanted: Step) -> None:
    encounter = running(cast, first=cast.kind)
    waits, before = asked(cast, encounter), shown(encounter)
    with pytest.raises(ServiceError) as refused:
        step(fresh(encounter), cast.gm, wanted)
    assert refused.value.code == "open_question"
    assert refused.value.sentence
    assert shown(encounter) == before
    finished(waits, cast.owner)
    step(fresh(encounter), cast.gm, wanted)
    assert folds(cast)


@pytest.mark.parametrize("gone", ["hero", "kind"])
def test_nobody_whom_a_question_is_about_leaves_before_it_is_answered(cast: Cast, gone: str) -> None:
    """Whoever is asked or acts; once it is answered or discarded he may go."""
    encounter = running(cast, first=cast.kind)
    waits, before = asked(cast, encounter), entries(cast)
    who: Character = getattr(cast, gone)
    with pytest.raises(ServiceError) as refused:
        combat.encounter_leave(encounter=fresh(encounter), user=cast.gm, key=key(), character=who)
    assert refused.value.code == "open_question"
    assert refused.value.sentence
    assert entries(cast) == before
    combat.cancel(resolution=waits, user=cast.gm)
    combat.encounter_leave(encounter=fresh(encounter), user=cast.gm, key=key(), character=who)
    assert folds(cast)


def test_leaving_and_answering_at_once_are_one_after_the_other(cast: Cast) -> None:
    """The answer counts; who leaves in the same moment has left after it, or is told that a question waits."""
    encounter = running(cast, first=cast.kind)
    waits, before = asked(cast, encounter), entries(cast)

    def work(number: int) -> object:
        if number:
            return combat.encounter_leave(encounter=encounter, user=cast.gm, key=key(), character=cast.hero)
        return combat.resume(resolution=waits, user=cast.owner, app_dice=True, decline=True)

    done = at_once(work, threads=TWO)
    refused = [each for each in done if isinstance(each, Exception)]
    assert told(list(refused)), done
    assert sum(isinstance(each, combat.Acted) for each in done) == 1, done
    assert entries(cast) == before + 2 - len(refused)
    assert folds(cast)


def test_a_player_who_takes_back_and_a_game_master_who_goes_on(cast: Cast) -> None:
    """Either he was first, or it was not the newest any more; in both cases the fold is what is stored."""
    encounter = running(cast)
    part: dict[str, Json] = {"form": "guard"}
    request: dict[str, Json] = {
        "fight": {"encounter": encounter.pk},
        "intent": {"actor": cast.hero.ref, "parts": [part]},
    }
    entry = combat.act(campaign=cast.campaign, user=cast.owner, request=request, key=key(), decline=True).entry
    assert entry is not None

    def work(number: int) -> object:
        if number:
            return step(encounter, cast.gm, Step.TURN)
        return services.entry_undo(entry=entry, user=cast.owner, key=key())

    done = at_once(work, threads=TWO)
    (undone,) = (each for each in done if not isinstance(each, Encounter))
    assert isinstance(undone, JournalEntry | NotAllowed), done
    first = JournalEntry.objects.filter(campaign=cast.campaign, pk__gt=entry.pk).order_by("pk").values_list("cause")[0]
    assert first == (("undo",) if isinstance(undone, JournalEntry) else (str(Step.TURN),))
    assert folds(cast)


def test_two_game_masters_take_back_one_entry_once(cast: Cast) -> None:
    encounter = running(cast)
    step(encounter, cast.gm, Step.TURN)
    entry = JournalEntry.objects.filter(campaign=cast.campaign).latest("pk")
    done = at_once(lambda _: services.entry_undo(entry=entry, user=cast.gm, key=key()), threads=TWO)
    assert sum(isinstance(each, AlreadyUndone) for each in done) == 1, done
    assert folds(cast)
