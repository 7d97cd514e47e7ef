"""Enemies who may step into an action (CHA-2.9): who is asked, what he reads, and what nobody else learns of it."""

from __future__ import annotations

from django.urls import reverse

from chaos_sheets.models import Character, JournalEntry
from combat import services as combat
from combat.models import Encounter, Resolution
from tests.builders import carried, key
from tests.cast import Cast
from tests.shell.fights import apart, fresh, running, shot
from tests.web.attacks import as_user, words

ASKED = "Vorbereitete Reaktion"


def kept(cast: Cast, encounter: Encounter, who: Character, units: int = 6) -> Encounter:
    """Somebody has kept units from his last turn."""
    combat.encounter_state_set(encounter=encounter, user=cast.gm, key=key(), budgets={who.ref: {"action_units": units}})
    return fresh(encounter)


def shooting(cast: Cast, encounter: Encounter) -> Resolution:
    """The hero shoots at the mercenary and has to wait for whoever is asked."""
    waiting = combat.act(
        campaign=cast.campaign,
        user=cast.owner,
        request=shot(encounter, cast.hero, cast.kind, **apart(cast.hero, cast.kind)),
        key=key(),
    )
    assert waiting.resolution is not None
    return waiting.resolution


def page_of(encounter: Encounter) -> str:
    return reverse("encounter", args=[encounter.campaign_id, encounter.pk])


def test_the_game_master_is_offered_what_the_enemy_could_do_with_the_names_of_his_weapons(cast: Cast) -> None:
    made = kept(cast, running(cast), cast.kind)
    waiting = shooting(cast, made)
    assert waiting.waits_for == cast.kind.ref
    shown = words(as_user(cast.gm).get(page_of(made)))
    weapon = next(item for item in cast.kind.items.all() if item.kind == "weapon")
    assert ASKED in shown
    assert weapon.name in shown
    assert weapon.ref not in shown
    assert ASKED not in words(as_user(cast.owner).get(page_of(made)))


def test_a_hidden_enemy_who_is_asked_shows_nowhere(cast: Cast) -> None:
    made = kept(cast, kept(cast, running(cast), cast.kind, 0), cast.hidden)
    waiting = shooting(cast, made)
    assert waiting.waits_for == cast.hidden.ref
    panel = reverse("attack", args=[cast.campaign.pk])
    values = {
        "sent": "1", "encounter": str(made.pk), "actor": cast.hero.ref, "target": cast.kind.ref, "form": "shoot",
        "item": carried(cast.hero, "faehrmann").ref, f"pair.{cast.kind.ref}.distance": "45",
    }  # fmt: skip
    for page in (
        as_user(cast.owner).get(page_of(made)),
        as_user(cast.owner).get(panel, values),
    ):
        shown = page.content.decode()
        assert page.status_code == 200
        assert ASKED not in shown
        assert f'-{cast.hidden.pk}"' not in shown
        assert cast.hidden.name not in shown


def test_whoever_was_asked_in_vain_leaves_no_trace_in_the_log(cast: Cast) -> None:
    made = kept(cast, kept(cast, running(cast), cast.kind, 0), cast.hidden)
    waiting = shooting(cast, made)
    acted = combat.resume(resolution=waiting, user=cast.gm, app_dice=True, decline=True)
    assert acted.entry is not None
    entry = JournalEntry.objects.get(pk=acted.entry.pk)
    assert any(name.startswith("interrupt.") for name in entry.answers or {})
    address = reverse("log_entry", args=[cast.campaign.pk, entry.pk])
    assert ASKED not in words(as_user(cast.owner).get(address))
    assert ASKED in words(as_user(cast.gm).get(address))
