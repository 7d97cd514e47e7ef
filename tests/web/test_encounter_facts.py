"""The page of a fight while something waits for an answer, and what people tell on it of how things stand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.models import JournalEntry
from combat import services as combat
from combat.core.value import Json
from combat.models import Encounter, Resolution
from combat.steps import Step
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import apart, fresh, one, prepared, running, shot, step
from tests.web.attacks import as_user, words
from tests.web.fight_pages import look, move, send, url
from tests.web.test_encounter import facts_form

# --- questions ------------------------------------------------------------------------------------------------


def test_the_question_is_answered_where_it_stands(cast: Cast) -> None:
    """The open question stands on the page of whoever answers it, and the answer leads back there."""
    made = running(cast)
    what = shot(made, cast.hero, cast.kind, **apart(cast.hero, cast.kind))
    waiting = combat.act(campaign=cast.campaign, user=cast.owner, request=what, key=key(), app_dice=False, decline=True)
    assert waiting.resolution is not None
    state = url("encounter_question", made)
    newer = as_user(cast.gm).get(state, {"seen": ""})
    assert (newer.status_code, newer["HX-Trigger"]) == (204, "stale")
    shown = as_user(cast.owner).get(url("encounter", made)).content.decode()
    answer_url = reverse("answer", args=[cast.campaign.pk, waiting.resolution.pk])
    assert answer_url in shown
    assert answer_url not in as_user(cast.spectator).get(url("encounter", made)).content.decode()
    assert "wartet auf die Antwort" in words(look(cast.spectator, made))
    seen = re.search(r"frage/\?seen=([^\"]+)", shown)
    assert seen is not None
    same = as_user(cast.owner).get(state, {"seen": seen[1]})
    assert (same.status_code, same.headers.get("HX-Trigger")) == (204, None)
    answer = as_user(cast.gm).post(answer_url, {"app": "1", "again": url("encounter", made)})
    assert answer.status_code == 302
    assert answer["Location"].startswith(url("encounter", made))


@pytest.mark.parametrize("surprised", [True, False])
def test_nobody_is_asked_who_has_nothing_to_say(cast: Cast, surprised: bool) -> None:
    """CHA-3.13, CHA-8.4, CHA-9.6: the surprised do not react; without points there is none to spend."""
    made = running(cast)
    points = {
        f"pools.{pool}": services.Edit(cast.kind.body["maxima"][pool], 0) for pool in ("action_points", "spell_points")
    }
    services.character_edit(character=cast.kind, user=cast.gm, key=key(), edits=points, reason="verbraucht")
    combat.encounter_state_set(
        encounter=made,
        user=cast.gm,
        key=key(),
        stated={"combatants": {cast.kind.ref: {"flags": {"surprised": surprised}}}},
        budgets={cast.kind.ref: {"action_units": 2}},
    )
    what = shot(made, cast.hero, cast.kind, **apart(cast.hero, cast.kind))
    acted = combat.act(campaign=cast.campaign, user=cast.owner, request=what, key=key(), app_dice=True)
    if surprised:
        assert acted.question is None or acted.question.who != cast.kind.ref
    else:
        assert acted.question is not None
        assert acted.question.who == cast.kind.ref
        assert "ohne Antwort: Keine Reaktion" in words(look(cast.gm, made))


# --- what is so -----------------------------------------------------------------------------------------------


def test_distances_are_entered_once_on_the_page(cast: Cast) -> None:
    """CHA-3.2: a distance stated on the page is there for every later shot."""
    made = running(cast)
    name = f"pair.{cast.hero.ref}>{cast.kind.ref}.distance"
    assert send(cast.gm, "encounter_state", made, **facts_form(name, "45")).status_code == 302
    assert 'value="45"' in look(cast.gm, made).content.decode()
    before = JournalEntry.objects.count()
    assert send(cast.gm, "encounter_state", made, **facts_form(name, "45", "45")).status_code == 302
    assert JournalEntry.objects.count() == before
    assert send(cast.gm, "encounter_state", made, **facts_form(name, "", "45")).status_code == 302
    assert "pairs" not in fresh(made).body


@pytest.mark.parametrize("typed", ["weit", "-3", "12,5", "9" * 12])
def test_what_is_no_distance_is_told_at_its_field_and_kept(cast: Cast, typed: str) -> None:
    """N04: refused input stays typed, with a sentence beside its field; nothing is saved."""
    made = running(cast)
    before = journal.stored(cast.campaign)
    name = f"pair.{cast.hero.ref}>{cast.kind.ref}.distance"
    answer = send(cast.gm, "encounter_state", made, acts=cast.hero.ref, **facts_form(name, typed))
    assert answer.status_code == 400
    page = answer.content.decode()
    assert f'value="{typed}"' in page
    assert "wrong__say" in page
    assert journal.stored(cast.campaign) == before


def test_two_who_state_the_same_see_both(cast: Cast) -> None:
    """A stale edit: nothing is saved, what stands now is told, what was typed stays."""
    made = running(cast)
    name = f"pair.{cast.hero.ref}>{cast.kind.ref}.distance"
    send(cast.gm, "encounter_state", made, **facts_form(name, "45"))
    answer = send(cast.owner, "encounter_state", made, acts=cast.hero.ref, **facts_form(name, "30"))
    assert answer.status_code == 409
    assert "Inzwischen steht hier 45" in words(answer)
    assert 'value="30"' in answer.content.decode()
    assert fresh(made).body["pairs"][f"{cast.hero.ref}>{cast.kind.ref}"]["distance"] == 45


def test_a_box_that_is_not_ticked_any_more_is_taken_out(cast: Cast) -> None:
    made = running(cast)
    name = f"flag.{cast.hero.ref}.in_motion"
    send(cast.owner, "encounter_state", made, **facts_form(name, "1"))
    assert one(made, cast.hero).body["flags"]["in_motion"] is True
    unticked: dict[str, Any] = {f"kept.{name}": "1"}
    send(cast.owner, "encounter_state", made, **unticked)
    assert "in_motion" not in one(made, cast.hero).body.get("flags", {})


def test_players_state_nothing_of_others(cast: Cast) -> None:
    made = running(cast)
    for user, ref in ((cast.owner, cast.other.ref), (cast.owner, cast.kind.ref), (cast.spectator, cast.hero.ref)):
        assert send(user, "encounter_state", made, **facts_form(f"flag.{ref}.in_motion", "1")).status_code == 403
    budget = facts_form(f"budget.{cast.hero.ref}.action_units", "99", "10")
    assert send(cast.owner, "encounter_state", made, **budget).status_code == 403
    assert send(cast.stranger, "encounter_state", made).status_code == 404


def test_while_a_question_waits_nothing_earlier_can_be_taken_back_from_the_fights_page(cast: Cast) -> None:
    """B02: taken back under an open question, what was announced on it could not go on; the log still takes back."""
    made = running(cast)
    page = reverse("encounter", args=[cast.campaign.pk, made.pk])
    undo = 'data-hotkey="z"'
    assert undo in as_user(cast.gm).get(page).content.decode()
    what = shot(made, cast.hero, cast.kind, **apart(cast.hero, cast.kind))
    acted = combat.act(campaign=cast.campaign, user=cast.owner, request=what, key=key(), app_dice=False)
    assert acted.entry is None
    assert undo not in as_user(cast.gm).get(page).content.decode()


def test_a_player_is_offered_to_take_back_what_he_may_and_nothing_else(cast: Cast) -> None:
    """product.md, undo: his own doing to his own character, until somebody else has gone on."""
    made = running(cast)
    page, undo = url("encounter", made), 'data-hotkey="z"'
    assert undo not in as_user(cast.owner).get(page).content.decode()
    on_guard: dict[str, Json] = {
        "fight": {"encounter": made.pk},
        "intent": {"actor": cast.hero.ref, "parts": [{"form": "guard"}]},
    }
    done = combat.act(campaign=cast.campaign, user=cast.owner, request=on_guard, key=key(), decline=True)
    assert done.entry is not None
    seen = as_user(cast.owner).get(page).content.decode()
    assert undo in seen
    assert reverse("undo", args=[cast.campaign.pk, done.entry.pk]) in seen
    assert undo not in as_user(cast.fellow).get(page).content.decode()
    step(fresh(made), cast.gm, Step.TURN)
    assert undo not in as_user(cast.owner).get(page).content.decode()
    answer = as_user(cast.owner).post(
        reverse("undo", args=[cast.campaign.pk, done.entry.pk]), {"at_once": "1", "key": key()}
    )
    assert answer.status_code == 403
    assert as_user(cast.gm).get(page).content.decode().count(undo) == 1


def waits_for_its_beginning(cast: Cast) -> Encounter:
    made = prepared(cast)
    assert move(cast.gm, made, Step.START).status_code == 302
    assert Resolution.objects.filter(encounter=made).exists()
    return made


def test_a_fight_that_waits_to_begin_is_not_offered_to_begin_again(cast: Cast) -> None:
    """The list and the setup know that it is begun already, and for whom it waits."""
    made = waits_for_its_beginning(cast)
    for page in (reverse("encounters", args=[cast.campaign.pk]), url("encounter_setup", made), url("encounter", made)):
        shown = words(as_user(cast.gm).get(page))
        assert "Der Kampf beginnt: wartet auf" in shown, page
        assert "wird vorbereitet" not in shown, page
        assert "Kampf beginnen" not in shown, page


def test_while_a_question_waits_the_facts_it_rests_on_stand_still(cast: Cast) -> None:
    """C02: fallen dice are not read against another distance, order or cover; what was typed stays."""
    made = running(cast)
    what = shot(made, cast.hero, cast.kind, **apart(cast.hero, cast.kind))
    acted = combat.act(campaign=cast.campaign, user=cast.owner, request=what, key=key(), app_dice=False)
    assert acted.resolution is not None
    before = journal.stored(cast.campaign)
    name = f"pair.{cast.hero.ref}>{cast.kind.ref}.distance"
    stated = send(cast.gm, "encounter_state", made, part=True, acts=cast.hero.ref, **facts_form(name, "7"))
    cover = send(
        cast.owner, "encounter_state", made, acts=cast.hero.ref, **facts_form(f"flag.{cast.hero.ref}.in_motion", "1")
    )
    order = made.body["order"]
    shown: dict[str, Any] = {"shown": " ".join(order), "was": made.body["current"], "reason": "gestolpert"}
    places: dict[str, Any] = {f"place.{ref}": str(40 - number) for number, ref in enumerate(order)}
    ordered = send(cast.gm, "encounter_order", made, current=order[-1], **shown, **places)
    gone = send(cast.gm, "encounter_leave", made, character=cast.kind.pk)
    for answer in (stated, cover, ordered, gone):
        assert answer.status_code == 409
        assert "Beantworte oder verwirf sie zuerst" in words(answer)
    assert 'value="7"' in stated.content.decode()
    assert 'value="40"' in ordered.content.decode()
    assert "gestolpert" in ordered.content.decode()
    assert journal.stored(cast.campaign) == before
    combat.cancel(resolution=acted.resolution, user=cast.gm)
    assert send(cast.gm, "encounter_state", made, **facts_form(name, "7")).status_code == 302
