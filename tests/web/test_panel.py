"""One panel for every action: whatever a ruleset offers can be announced, looked at, done and taken back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.models import Character, Item, JournalEntry
from combat import services as combat
from combat.core.intent import Offer
from combat.core.value import Json
from combat.models import Encounter, Resolution
from combat.services import action
from combat.steps import Step
from tests import builders
from tests.cast import Cast
from tests.shell.fights import apart, folds, fresh, one, running, step
from tests.web.attacks import (
    NO_REACTION,
    announcement,
    as_user,
    attack_page,
    commit,
    decided,
    look,
    newest,
    weapon_of,
    words,
)
from tests.web.browsing import values_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(cast: Cast) -> Client:
    return as_user(cast.gm)


@pytest.fixture
def fight(cast: Cast) -> Encounter:
    """The mercenary has the turn; the hero is 45 m away, not surprised, with all his units."""
    row = running(cast, first=cast.kind)
    told: dict[str, Json] = {
        **apart(cast.kind, cast.hero),
        "combatants": {cast.hero.ref: {"flags": {"surprised": None}}},
    }
    full = {cast.hero.ref: {"action_units": 10}}
    combat.encounter_state_set(encounter=row, user=cast.gm, key=builders.key(), stated=told, budgets=full)
    return fresh(row)


def now_apart(cast: Cast, fight: Encounter, metres: int) -> None:
    near = apart(cast.kind, cast.hero, metres)
    combat.encounter_state_set(encounter=fresh(fight), user=cast.gm, key=builders.key(), stated=near)


def offered(cast: Cast, actor: Character, target: Character, encounter: int | None = None) -> tuple[Offer, ...]:
    fight: dict[str, Any] = {"combatants": {actor.ref: {}, target.ref: {}}}
    if encounter is not None:
        fight["encounter"] = encounter
    request: dict[str, Any] = {"fight": fight, "intent": {"actor": actor.ref, "parts": [{"form": ""}]}}
    return combat.offers(campaign=cast.campaign, user=cast.gm, request=request)


def announced(offer: Offer, actor: Character, target: Character, encounter: int | None = None) -> dict[str, str]:
    """A link to the panel for an offer, as near as its target may be."""
    asked = {"actor": actor.ref, "form": offer.form, "item": offer.item}
    if offer.needs_target:
        asked |= {"target": target.ref, f"pair.{target.ref}.distance": "1"}
    return asked | ({"encounter": str(encounter)} if encounter is not None else {})


def sent_by(page: str) -> dict[str, Any]:
    """What the form of the panel would send."""
    form = page[page.index('<form class="cols cols--attack"') : page.index("</form>")]
    return values_of(form)


# What can be done at once, without further parameters; only the mercenary has the turn in the fight.
EXPECTED: dict[tuple[str, str], set[str]] = {
    ("hero", "free play"): {"shoot", "grapple", "repair", "hit", "emp"},
    ("hidden", "free play"): {"cast", "hit"},
    ("kind", "fight"): {"shoot", "handle_object", "aim", "guard", "sprint", "hit", "emp"},
    ("hero", "fight"): {"hit", "emp"},
}


# --- everything that is offered -------------------------------------------------------------------------------


@pytest.mark.parametrize(("who", "place"), list(EXPECTED))
def test_whatever_is_offered_can_be_announced_done_and_taken_back(
    gm: Client, cast: Cast, fight: Encounter, monkeypatch: pytest.MonkeyPatch, who: str, place: str
) -> None:
    # Middling dice: whether something more is asked after a roll must not hang on chance.
    monkeypatch.setattr("combat.system_dice.die", lambda sides: (sides + 1) // 2)
    actor: Character = getattr(cast, who)
    target = cast.kind if who == "hero" else cast.hero
    encounter = fight.pk if place == "fight" else None
    done = set()
    for offer in offered(cast, actor, target, encounter):
        response = look(gm, cast, announced(offer, actor, target, encounter))
        page = response.content.decode()
        assert response.status_code == 200, (offer.form, words(response))
        form = decided(sent_by(page))
        assert form["form"] == offer.form, offer
        if 'aria-disabled="true"' in page:
            # Refused: the reason stands beside the button, and sending it all the same changes nothing.
            assert "why-not" in page, offer
            continue
        before, entries = journal.stored(cast.campaign), JournalEntry.objects.count()
        response = commit(gm, cast, form | {"key": builders.key(), "dice": "app"})
        assert response.status_code == 200, (offer.form, words(response))
        assert not Resolution.objects.exists(), offer
        assert JournalEntry.objects.count() == entries + 1, offer
        assert newest(cast).cause == offer.form
        done.add(offer.form)
        if newest(cast).changes:
            services.entry_undo(entry=newest(cast), user=cast.gm, key=builders.key())
        assert journal.stored(cast.campaign) == before, offer
    assert done >= EXPECTED[who, place]


def test_a_form_without_a_target_asks_for_none(gm: Client, cast: Cast) -> None:
    page = look(
        gm, cast, {"actor": cast.kind.ref, "item": "", "form": "test", "target": cast.hero.ref}
    ).content.decode()
    assert 'name="target"' not in page
    # Whom the action before was for is kept in mind.
    assert f'name="mark" value="{cast.hero.ref}"' in page
    back = sent_by(page) | {"form": "shoot", "item": weapon_of(cast.kind).ref}
    assert f'name="target" value="{cast.hero.ref}" checked' in look(gm, cast, back).content.decode()


def test_what_is_not_rolled_says_so_and_has_no_dice(gm: Client, cast: Cast) -> None:
    weapon = weapon_of(cast.kind)
    asked = {"actor": cast.kind.ref, "item": weapon.ref, "form": "handle_object"}
    said = words(look(gm, cast, asked))
    assert "Dafür wird nicht gewürfelt." in said
    assert "eigene Würfel" not in said


def test_a_repair_shows_its_bill_before_anybody_agrees(gm: Client, cast: Cast) -> None:
    """CHA-7.17: zones, steps, days and the price stand in the panel as on the sheet."""
    armour = Item.objects.get(character=cast.hero, kind="armour")
    said = words(look(gm, cast, {"actor": cast.hero.ref, "item": armour.ref, "form": "repair"}))
    assert "Reparaturrechnung" in said


def test_an_empty_weapon_is_reloaded_rather_than_anything_else(gm: Client, cast: Cast) -> None:
    """CHA-2.3, CHA-3.3: without a word about the form, the panel offers what mends it."""
    weapon = weapon_of(cast.kind)
    Item.objects.filter(pk=weapon.pk).update(body=weapon.body | {"loaded": 0})
    asked = {"actor": cast.kind.ref, "item": weapon.ref, "target": cast.hero.ref}
    assert re.search(r'name="form" value="reload" checked', look(gm, cast, asked).content.decode())
    # Whoever wants to shoot all the same is told why not, and the main button leads to reloading.
    page = look(gm, cast, asked | {"form": "shoot"}).content.decode()
    assert re.search(r'<button class="btn btn--main"[^>]*name="form" value="reload"[^>]*>Nachladen, \d+ AE<', page)
    assert "aria-disabled" not in page


def test_a_jammed_weapon_is_cleared_first(gm: Client, cast: Cast) -> None:
    """CHA-2.3, CHA-3.4."""
    weapon = weapon_of(cast.kind)
    Item.objects.filter(pk=weapon.pk).update(body=weapon.body | {"jammed": True})
    asked = {"actor": cast.kind.ref, "item": weapon.ref, "target": cast.hero.ref, "form": "shoot"}
    assert re.search(r'btn--main"[^>]*name="form" value="handle_object"', look(gm, cast, asked).content.decode())


def test_the_panel_says_how_much_is_fired_and_what_is_missing(gm: Client, cast: Cast) -> None:
    """CHA-3.3: the magazine holds three, full auto wants more."""
    weapon = weapon_of(cast.kind)
    Item.objects.filter(pk=weapon.pk).update(body=weapon.body | {"loaded": 3})
    said = words(look(gm, cast, announcement(cast, cast.kind, cast.hero)))
    assert "Feuert 3 Schuss, höchstens 3 Treffer." in said
    assert re.search(r"Nur 3 geladen, der Modus will \d+\.", said)


# --- in a fight -----------------------------------------------------------------------------------------------


def test_a_fight_brings_whose_turn_it_is_who_is_there_and_what_it_knows(
    gm: Client, cast: Cast, fight: Encounter
) -> None:
    """The distance is entered once and kept with the fight; whoever is not in it is no target."""
    page = look(gm, cast, {"encounter": str(fight.pk), "target": cast.hero.ref})
    form, said = sent_by(page.content.decode()), words(page)
    assert form["actor"] == cast.kind.ref
    assert form[f"pair.{cast.hero.ref}.distance"] == "45"
    assert "Runde 1" in said
    assert "ist an der Reihe" in said
    assert cast.named.name not in said
    assert re.search(r"Kostet \d+ AE, danach bleiben \d+ AE\.", said)


def test_the_budget_of_the_fight_pays(gm: Client, cast: Cast, fight: Encounter) -> None:
    asked = {"encounter": str(fight.pk), "target": cast.hero.ref, "item": weapon_of(cast.kind).ref, "form": "shoot"}
    form = decided(sent_by(look(gm, cast, asked).content.decode()))
    cost = int(re.search(r"Kostet (\d+) AE", words(look(gm, cast, form)))[1])  # type: ignore[index]
    commit(gm, cast, form | {"key": builders.key(), "dice": "app"})
    assert one(fight, cast.kind).body["budget"]["action_units"] == 10 - cost
    assert f"danach bleiben {10 - 2 * cost} AE" in words(look(gm, cast, form))


def test_what_others_change_meanwhile_is_followed_not_overwritten(gm: Client, cast: Cast, fight: Encounter) -> None:
    """A page made before still says 45; nobody typed that, so the 20 that stand now count."""
    form = sent_by(look(gm, cast, {"encounter": str(fight.pk), "target": cast.hero.ref}).content.decode())
    now_apart(cast, fight, 20)
    again = sent_by(look(gm, cast, form).content.decode())
    assert again[f"pair.{cast.hero.ref}.distance"] == "20"
    typed = form | {f"pair.{cast.hero.ref}.distance": "30"}
    assert sent_by(look(gm, cast, typed).content.decode())[f"pair.{cast.hero.ref}.distance"] == "30"


def test_a_distance_typed_with_a_shot_is_kept_with_the_fight(gm: Client, cast: Cast, fight: Encounter) -> None:
    asked = {"encounter": str(fight.pk), "target": cast.hero.ref, "item": weapon_of(cast.kind).ref, "form": "shoot"}
    form = decided(sent_by(look(gm, cast, asked).content.decode())) | {f"pair.{cast.hero.ref}.distance": "20"}
    commit(gm, cast, form | {"key": builders.key(), "dice": "app"})
    assert fresh(fight).body["pairs"] == {f"{cast.kind.ref}>{cast.hero.ref}": {"distance": 20}}
    assert folds(cast)


def test_a_page_of_a_turn_that_is_over_does_nothing(gm: Client, cast: Cast, fight: Encounter) -> None:
    """A13: an outdated page is refused and says so."""
    form = sent_by(look(gm, cast, {"encounter": str(fight.pk), "target": cast.hero.ref}).content.decode())
    step(fresh(fight), cast.gm, Step.TURN)
    before = journal.stored(cast.campaign)
    response = commit(gm, cast, form | {"key": builders.key(), "dice": "app"})
    assert response.status_code == 409
    assert journal.stored(cast.campaign) == before


def test_a_fact_the_fight_holds_can_be_said_not_to_be_so(gm: Client, cast: Cast, fight: Encounter) -> None:
    stated: dict[str, Json] = {"combatants": {cast.hero.ref: {"flags": {"unaware": True}}}}
    combat.encounter_state_set(encounter=fight, user=cast.gm, key=builders.key(), stated=stated)
    asked = {"encounter": str(fight.pk), "target": cast.hero.ref, "item": weapon_of(cast.kind).ref, "form": "shoot"}
    form = sent_by(look(gm, cast, asked).content.decode())
    assert form[f"flag.{cast.hero.ref}.unaware"] == "1"
    without = {name: value for name, value in form.items() if name != f"flag.{cast.hero.ref}.unaware"}
    closed = re.compile(r'value="dodge" disabled')
    assert closed.search(look(gm, cast, form).content.decode())
    assert not closed.search(look(gm, cast, without).content.decode())


def test_a_fight_that_is_over_is_told_of(gm: Client, cast: Cast, fight: Encounter) -> None:
    Encounter.objects.filter(pk=fight.pk).update(closed=True)
    response = look(gm, cast, {"encounter": str(fight.pk)})
    assert response.status_code == 404
    assert "Diesen Kampf gibt es nicht, oder er ist zu Ende." in words(response)


def test_a_player_acts_for_his_own_in_a_fight_and_says_nothing_of_others(cast: Cast, fight: Encounter) -> None:
    player = as_user(cast.owner)
    # The fellow is in it too, the one nobody knows is hidden.
    page = look(player, cast, {"encounter": str(fight.pk), "target": cast.kind.ref}).content.decode()
    form = sent_by(page)
    assert form["actor"] == cast.hero.ref
    assert f"flag.{cast.kind.ref}" not in page
    assert cast.hidden.name not in page
    assert cast.kind.name not in page


# --- what is not rolled -----------------------------------------------------------------------------------------


def test_a_reaction_that_is_not_taken_is_not_announced_as_a_roll(gm: Client, cast: Cast) -> None:
    """CHA-3.12: with "keine" nobody dodges; the roll would only mislead."""
    form = announcement(cast, cast.kind, cast.hero)
    dodge = {"choose.reaction.0.choice": "dodge"}
    assert "Ausweichen W100" not in words(look(gm, cast, form))
    assert "Ausweichen W100" in words(look(gm, cast, form | dodge))
    # Beside the choice itself stand number and chance all the same.
    assert re.search(r"Ausweichen \d+ gelingt in \d+ von 100", words(look(gm, cast, form)))
    assert NO_REACTION["choose.reaction.0.choice"] == "none"


# --- who is asked himself ---------------------------------------------------------------------------------------


def test_a_player_whose_character_is_attacked_is_asked_unless_the_game_master_decides(gm: Client, cast: Cast) -> None:
    """CHA-3.12: the reaction is the target's; nothing is decided for a player beforehand (field report)."""
    form = announcement(cast, cast.kind, cast.hero)
    bare = {name: value for name, value in form.items() if not name.startswith("choose.")}
    sent = sent_by(look(gm, cast, bare).content.decode())
    assert {sent[name] for name in sent if name.startswith("choose.")} == {"?"}
    assert "choose.reaction.0.choice" in sent
    commit(gm, cast, sent | {"key": builders.key()})
    assert Resolution.objects.get().waits_for == cast.hero.ref


def test_whoever_plays_the_target_himself_starts_with_no_reaction(gm: Client, cast: Cast) -> None:
    """CHA-3.12: nobody else can be asked for a figure of the game master."""
    form = announcement(cast, cast.hero, cast.named)
    bare = {name: value for name, value in form.items() if not name.startswith("choose.")}
    page = look(gm, cast, bare).content.decode()
    assert sent_by(page)["choose.reaction.0.choice"] == "none"
    assert "Spieler fragen" not in page


def test_what_was_chosen_for_one_target_is_not_meant_for_another(gm: Client, cast: Cast) -> None:
    """The answers of a figure stood in the form when the player's character became the target."""
    form = announcement(cast, cast.kind, cast.named)
    sent = sent_by(look(gm, cast, form).content.decode())
    assert sent["choose.reaction.0.choice"] == "none"
    sent |= {"target": cast.hero.ref, f"pair.{cast.hero.ref}.distance": "45", "key": builders.key()}
    assert sent_by(look(gm, cast, sent).content.decode())["choose.reaction.0.choice"] == "?"
    commit(gm, cast, sent)
    assert Resolution.objects.get().waits_for == cast.hero.ref


@pytest.mark.parametrize("is_overtaken", [False, True])
@pytest.mark.parametrize("place", ["free play", "fight"])
def test_pressed_twice_the_question_that_waits_is_the_answer(
    gm: Client, cast: Cast, fight: Encounter, monkeypatch: pytest.MonkeyPatch, place: str, is_overtaken: bool
) -> None:
    """A01, A02: the same form again makes nothing new and is no mistake, also when both are under way at once."""
    where = {"encounter": str(fight.pk)} if place == "fight" else {}
    shot = {name: value for name, value in announcement(cast, cast.kind, cast.hero).items() if "choose." not in name}
    asked = {**shot, **where}
    form = sent_by(look(gm, cast, asked).content.decode()) | {"key": builders.key(), "dice": "app"}
    first = commit(gm, cast, form)
    row = Resolution.objects.get()
    give_up = reverse("give_up", args=[cast.campaign.pk, row.pk])
    assert give_up in first.content.decode()
    if is_overtaken:
        # The second looked before the first had written.
        real, looks = action._used, iter([action._Used()])
        monkeypatch.setattr(action, "_used", lambda campaign, key: next(looks, None) or real(campaign, key))
    second = commit(gm, cast, form)
    assert second.status_code == 200
    assert give_up in second.content.decode()
    assert Resolution.objects.get() == row
    assert Resolution.objects.get().answers == row.answers


def test_the_address_of_the_panel_leaves_out_what_the_fight_says_itself(
    gm: Client, cast: Cast, fight: Encounter
) -> None:
    form = sent_by(look(gm, cast, {"encounter": str(fight.pk), "target": cast.hero.ref}).content.decode())
    address = look(gm, cast, form).headers["HX-Replace-Url"]
    assert address.startswith(attack_page(cast))
    assert "encounter=" in address
    assert "kept." not in address
    assert "distance" not in address
    assert reverse("attack", args=[cast.campaign.pk]) in address
