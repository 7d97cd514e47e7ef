"""The course of a fight: steps and actions in it, each recorded once, taken back whole, told by the journal."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from chaos_sheets import journal, policy, services
from chaos_sheets.errors import NotAllowed, NotVisible, ServiceError
from chaos_sheets.models import JournalEntry
from combat import services as combat
from combat.core.intent import Refused
from combat.core.value import Json
from combat.steps import Step
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import OURS, THEIRS, apart, folds, fresh, one, prepared, running, shot, step

# --- the course -----------------------------------------------------------------------------------------------


def test_a_fight_runs_from_start_to_end_and_back(cast: Cast) -> None:
    """CHA-1.2, CHA-2.1, CHA-2.2; B02: every step is one entry and is taken back whole."""
    states = []
    made = prepared(cast)
    for wanted in (Step.START, Step.TURN, Step.TURN, Step.TURN, Step.TURN, Step.ROUND, Step.END):
        states.append(journal.stored(cast.campaign))
        made = step(made, cast.gm, wanted)
        assert folds(cast)
    assert made.closed
    assert made.body["round"] == 2
    for before in reversed(states):
        entry = JournalEntry.objects.filter(campaign=cast.campaign, undoes=None, undone_by=None).latest("pk")
        services.entry_undo(entry=entry, user=cast.gm, key=key())
        assert journal.stored(cast.campaign)[made.ref] == before[made.ref]
        assert folds(cast)


def test_the_start_orders_the_fighters_and_begins_the_first_turn(cast: Cast) -> None:
    """CHA-1.2: the highest initiative begins; CHA-2.1: with 10 action units, all others have kept none."""
    made = step(prepared(cast), cast.gm, Step.START)
    assert made.body["round"] == 1
    assert made.body["current"] == made.body["order"][0]
    kept = {f"character:{each.character_id}": each.body.get("budget", {}) for each in made.combatants.all()}
    budgets = {ref: units.get("action_units", 10) for ref, units in kept.items()}
    assert budgets.pop(made.body["current"]) == 10
    assert set(budgets.values()) == {0}


def test_after_the_last_turn_nobody_has_it_until_the_round_ends(cast: Cast) -> None:
    made = step(prepared(cast), cast.gm, Step.START)
    for _fighter in range(4):
        made = step(made, cast.gm, Step.TURN)
    assert not made.body.get("current")
    with pytest.raises(ServiceError) as error:
        step(made, cast.gm, Step.TURN)
    assert error.value.code == "nobody_has_the_turn"
    made = step(made, cast.gm, Step.ROUND)
    assert made.body["round"] == 2
    assert made.body["current"]


def test_surprise_holds_for_the_first_round(cast: Cast) -> None:
    """CHA-1.1: whoever is surprised does not act in the first round; CHA-2.11: with its end he is not any more."""
    made = prepared(cast)
    surprised = {cast.kind.ref: {"flags": {"surprised": True}}, cast.hidden.ref: {"flags": {"surprised": True}}}
    combat.encounter_state_set(encounter=made, user=cast.gm, key=key(), stated={"combatants": surprised})
    made = step(made, cast.gm, Step.START)
    assert set(made.body["order"]) == {cast.hero.ref, cast.other.ref}
    made = step(step(made, cast.gm, Step.TURN), cast.gm, Step.TURN)
    made = step(made, cast.gm, Step.ROUND)
    assert set(made.body["order"]) == {cast.hero.ref, cast.other.ref, cast.kind.ref, cast.hidden.ref}
    assert "surprised" not in one(made, cast.kind).body.get("flags", {})


def test_a_page_that_is_behind_moves_nothing(cast: Cast) -> None:
    """A13: game master and player end the same turn at once: it ends once."""
    made = running(cast)
    shown = (1, cast.hero.ref)
    step(made, cast.owner, Step.TURN, shown=shown)
    before = journal.stored(cast.campaign)
    with pytest.raises(ServiceError) as error:
        step(made, cast.gm, Step.TURN, shown=shown)
    assert error.value.code == "turn_is_over"
    assert error.value.status == 409
    assert journal.stored(cast.campaign) == before


def test_an_action_announced_in_an_earlier_round_is_refused(cast: Cast) -> None:
    """A13: an action from an earlier round is refused with a reason."""
    made = running(cast)
    what = shot(made, cast.hero, cast.kind, round=1, current=cast.hero.ref)
    made = step(made, cast.gm, Step.ROUND)
    with pytest.raises(ServiceError) as error:
        combat.act(campaign=cast.campaign, user=cast.owner, request=what, key=key())
    assert error.value.code == "turn_is_over"


def test_the_same_step_with_the_same_key_is_taken_once(cast: Cast) -> None:
    """A01, A02: a double click ends one turn, and one fight."""
    made = running(cast)
    for wanted in (Step.TURN, Step.END):
        made = fresh(made)
        first, second = (
            combat.encounter_step(encounter=fresh(made), user=cast.gm, key=f"einmal-{wanted}", step=wanted)
            for _twice in range(2)
        )
        assert first.entry == second.entry


@pytest.mark.parametrize("wanted", list(Step))
def test_steps_are_the_game_masters_but_for_ones_own_turn(cast: Cast, wanted: Step) -> None:
    made = running(cast)
    for user in (cast.fellow, cast.spectator, *([] if wanted is Step.TURN else [cast.owner])):
        with pytest.raises(NotAllowed):
            step(made, user, wanted)
    with pytest.raises(NotVisible):
        step(made, cast.stranger, wanted)


def test_who_is_not_one_of_two_cannot_fight(cast: Cast) -> None:
    made = combat.encounter_create(campaign=cast.campaign, user=cast.gm, key=key(), name="Allein")
    with pytest.raises(ServiceError) as error:
        step(made, cast.gm, Step.START)
    assert error.value.code == "encounter_empty"


# --- acting in it ---------------------------------------------------------------------------------------------


def test_only_whoever_is_in_it_acts_and_is_acted_on(cast: Cast) -> None:
    made = running(cast)
    for shooter, target in ((cast.hero, cast.named), (cast.named, cast.hero)):
        what = shot(made, cast.hero, target)
        what["intent"]["actor"] = shooter.ref  # type: ignore[index]
        with pytest.raises(NotVisible):
            combat.act(campaign=cast.campaign, user=cast.gm, request=what, key=key())


def test_out_of_turn_the_rules_refuse(cast: Cast) -> None:
    """CHA-2.1: whose turn it is, the rules check; what they refuse changes nothing."""
    made = step(running(cast), cast.owner, Step.TURN)
    what = shot(made, cast.hero, cast.kind)
    found = combat.offers(campaign=cast.campaign, user=cast.owner, request=what)
    alone = [offer for offer in found if not offer.needs_target]
    late = [offer for offer in alone if "not_your_turn" in {reason.code for reason in offer.reasons}]
    part: Json = {"form": late[0].form, "item": late[0].item}
    before = journal.stored(cast.campaign)
    what = {"fight": what["fight"], "intent": {"actor": cast.hero.ref, "parts": [part]}}
    with pytest.raises(Refused) as refused:
        combat.act(campaign=cast.campaign, user=cast.owner, request=what, key=key())
    assert "not_your_turn" in {reason.code for reason in refused.value.reasons}
    assert journal.stored(cast.campaign) == before


def test_the_hidden_one_cannot_be_aimed_at(cast: Cast) -> None:
    """I01: what a player may not see is not there, in a fight as elsewhere."""
    made = running(cast)
    with pytest.raises(NotVisible):
        combat.act(campaign=cast.campaign, user=cast.owner, request=shot(made, cast.hero, cast.hidden), key=key())


def test_while_a_question_waits_nothing_else_moves(cast: Cast) -> None:
    """One action waits at a time: neither another action nor the end of the turn overtakes it."""
    made = running(cast)
    what = shot(made, cast.hero, cast.kind, **apart(cast.hero, cast.kind))
    waiting = combat.act(campaign=cast.campaign, user=cast.owner, request=what, key="frage", app_dice=False)
    assert waiting.resolution is not None
    for attempt in (Step.TURN, Step.ROUND, Step.END):
        with pytest.raises(ServiceError) as error:
            step(made, cast.gm, attempt)
        assert error.value.code == "open_question"
    combat.resume(resolution=waiting.resolution, user=cast.gm, app_dice=True, decline=True)
    assert step(made, cast.gm, Step.TURN).body["current"] != cast.hero.ref


def test_a_step_that_asks_waits_and_goes_on(cast: Cast) -> None:
    """CHA-1.3, CHA-1.5: Taktik is asked when the order is first fixed; with own dice the start waits for them."""
    tactics = cast.hero.body["skills"].get("tactics", {}).get("rank")
    services.character_edit(
        character=cast.hero,
        user=cast.owner,
        key=key(),
        edits={"skills.tactics.rank": services.Edit(tactics, 2)},
    )
    made = prepared(cast)
    acted = combat.encounter_step(encounter=made, user=cast.gm, key="auf", step=Step.START, app_dice=False)
    assert acted.resolution is not None
    assert acted.question is not None
    assert acted.question.who == cast.hero.ref
    assert fresh(made).body.get("round", 0) == 0
    while acted.resolution is not None:
        acted = combat.resume(resolution=acted.resolution, user=cast.gm, app_dice=True, decline=True)
    assert fresh(made).body["round"] == 1
    assert folds(cast)


def test_a_prepared_fight_is_nothing_a_player_may_know(cast: Cast) -> None:
    """I01, I03: before its first round a fight is the game master's alone."""
    made = prepared(cast)
    attempts: list[Callable[[], object]] = [
        lambda: combat.encounter_state_set(
            encounter=made, user=cast.owner, key=key(), stated={"combatants": {cast.hero.ref: {"flags": {}}}}
        ),
        lambda: combat.act(campaign=cast.campaign, user=cast.owner, request=shot(made, cast.hero, cast.kind), key="a"),
        lambda: combat.offers(campaign=cast.campaign, user=cast.owner, request=shot(made, cast.hero, cast.kind)),
        lambda: step(made, cast.owner, Step.TURN),
    ]
    for attempt in attempts:
        with pytest.raises(NotVisible):
            attempt()


def test_sides_can_be_changed(cast: Cast) -> None:
    made = prepared(cast)
    combat.encounter_party_set(encounter=made, user=cast.gm, key=key(), character=cast.kind, party=OURS)
    assert one(made, cast.kind).party == OURS
    assert folds(cast)
    with pytest.raises(ServiceError, match="not_in_encounter"):
        combat.encounter_party_set(encounter=made, user=cast.gm, key=key(), character=cast.named, party=OURS)


def test_a_fight_that_is_over_is_not_set_up_any_more(cast: Cast) -> None:
    made = step(running(cast), cast.gm, Step.END)
    with pytest.raises(ServiceError) as error:
        combat.encounter_rename(encounter=made, user=cast.gm, key=key(), name="Danach")
    assert error.value.code == "encounter_closed"
    with pytest.raises(ServiceError):
        step(made, cast.gm, Step.ROUND)


def test_a_commit_in_a_fight_takes_few_queries_however_many_take_part(cast: Cast) -> None:
    """G13: at most 14 in an encounter, with four as with twenty-four in it."""
    made = running(cast)

    def asked() -> int:
        who = policy.viewer(user=cast.gm, campaign=cast.campaign)
        what = shot(made, cast.hero, cast.kind, **apart(cast.hero, cast.kind))
        with CaptureQueriesContext(connection) as captured:
            acted = combat.act(campaign=cast.campaign, user=cast.gm, request=what, key=key(), decline=True, who=who)
        assert acted.entry is not None
        inner = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
        return sum(not query["sql"].startswith(inner) for query in captured.captured_queries)

    few = asked()
    combat.encounter_join_copies(
        encounter=fresh(made), user=cast.gm, key=key(), template=builders.template("looter"), count=20, party=THEIRS
    )
    assert asked() <= few + 1
    # A page adds three: session, user, membership; PostgreSQL asks for the campaign's lock by a statement of its own.
    assert few <= (14 - 3 if connection.vendor == "sqlite" else 15 - 3)


def test_an_undo_gives_back_no_more_units_than_a_full_turn_has(cast: Cast) -> None:
    """CHA-2.2: what an earlier turn spent has lapsed; taking it back does not fill a later turn beyond its full."""
    made = running(cast)
    what = shot(made, cast.hero, cast.kind, **apart(cast.hero, cast.kind))
    acted = combat.act(campaign=cast.campaign, user=cast.gm, request=what, key=key(), decline=True)
    assert acted.entry is not None
    combat.encounter_state_set(
        encounter=fresh(made), user=cast.gm, key=key(), budgets={cast.hero.ref: {"action_units": 9}}
    )
    services.entry_undo(entry=acted.entry, user=cast.gm, key=key())
    assert one(made, cast.hero).body["budget"]["action_units"] == 10
    assert folds(cast)
