"""The attack page in free play: what it shows before the roll, what it does, who may, and what it refuses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.models import JournalEntry, User
from combat.models import Resolution
from combat.selectors.announce import face_of
from tests import builders
from tests.cast import Cast
from tests.web.attacks import (
    NO_REACTION,
    TYPED_MISS,
    announcement,
    as_user,
    attack_page,
    commit,
    look,
    newest,
    state,
    weapon_of,
    words,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(cast: Cast) -> Client:
    return as_user(cast.gm)


# --- before anything is rolled --------------------------------------------------------------------------------


def test_every_modifier_stands_with_citation_and_amount_before_the_roll(gm: Client, cast: Cast) -> None:
    said = words(look(gm, cast, announcement(cast, cast.kind, cast.hero)))
    assert "Vollautomatisches Feuer CHA-3.2 +20" in said
    assert "Halbe Grundreichweite CHA-3.2 +10" in said
    bill = re.search(r"Zielwert (?:CHA-\S+(?: · )?)+ (\d+)", said)
    assert bill is not None
    assert f"gelingt in {int(bill[1]) - 1} von 100" in said


def test_a08_the_modifiers_shown_add_up_to_the_target_number_used(gm: Client, cast: Cast) -> None:
    """A08: the list of modifiers sums to the number that is used."""
    page = look(gm, cast, announcement(cast, cast.kind, cast.hero)).content.decode()
    table = page[page.index('<table class="bill">') : page.index('class="group"')]
    amounts = [int(text.replace("−", "-")) for text in re.findall(r"<td>([+−]?\d+)</td>", table)]
    commit(gm, cast, announcement(cast, cast.kind, cast.hero) | TYPED_MISS)
    rolled = next(event for event in newest(cast).events if event["kind"] == "rolled")
    assert sum(amounts) == rolled["data"]["target_number"]


def test_a05_a_modifier_sent_twice_counts_once(gm: Client, cast: Cast) -> None:
    """A05, A06: modifiers have identity; posting one twice does not add twice."""
    once = announcement(cast, cast.kind, cast.hero, **{"m.modifiers": "poor_visibility"})
    query = "&".join(f"{name}={value}" for name, value in once.items())
    single = gm.get(f"{attack_page(cast)}?{query}").content.decode()
    double = gm.get(f"{attack_page(cast)}?{query}&m.modifiers=poor_visibility").content.decode()
    number = re.compile(r'class="actionbar__num">.*?class="num">(\d+)<', re.S)
    assert number.search(single)[1] == number.search(double)[1]  # type: ignore[index]


def test_a_fact_says_what_it_would_add_before_it_is_stated(gm: Client, cast: Cast) -> None:
    said = words(look(gm, cast, announcement(cast, cast.kind, cast.hero)))
    assert "Schlechte Sicht CHA-3.2 −10" in said
    assert "Unbewegliches Ziel CHA-3.2 +20" in said


def test_a_link_from_a_ready_table_fills_the_announcement_in(gm: Client, cast: Cast) -> None:
    query = {"actor": cast.kind.ref, "item": weapon_of(cast.kind).ref, "form": "shoot", "p.mode": "auto"}
    page = look(gm, cast, query | {"pair.distance": "45", "target": cast.hero.ref}).content.decode()
    assert re.search(r'name="p.mode" value="auto" checked', page)
    assert 'name="pair.distance" value="45"' in page


def test_f04_each_fire_mode_has_its_own_cost_and_modifier(gm: Client, cast: Cast) -> None:
    """F04, F05: a mode is data: own modifier, own cost; none uses the limits of another."""
    numbers = {}
    for mode in ("single", "semi", "burst", "auto"):
        said = words(look(gm, cast, announcement(cast, cast.kind, cast.hero, **{"p.mode": mode})))
        numbers[mode] = int(re.search(r"Zielwert (\d+) Schießen, (\d+) AE", said)[1])  # type: ignore[index]
    assert numbers["semi"] == numbers["single"] + 10
    assert numbers["burst"] == numbers["auto"] == numbers["single"] + 20


def test_whoever_has_no_character_is_told_what_is_missing(cast: Cast) -> None:
    assert "Du handelst hier für niemanden" in words(as_user(cast.spectator).get(attack_page(cast)))


@pytest.mark.parametrize("path", ["attack", "questions", "log", "changes"])
def test_strangers_get_404_everywhere(cast: Cast, path: str) -> None:
    address = reverse(path, args=[cast.campaign.pk])
    assert as_user(cast.stranger).get(address, {"since": "0"}).status_code == 404


# --- doing it -------------------------------------------------------------------------------------------------


def test_a_commit_writes_one_entry_that_holds_everything(
    gm: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A02, F06: one entry for the whole burst: ammunition, points, wear, cover and states together."""
    # Each die as high as it goes, but no hundred: that would jam the weapon.
    monkeypatch.setattr("combat.system_dice.die", lambda sides: min(sides, 20))
    before = state(cast)
    response = commit(gm, cast, announcement(cast, cast.kind, cast.hero))
    assert response.status_code == 200
    entry = newest(cast)
    assert entry.cause == "shoot"
    assert {change["field"] for change in entry.changes} >= {"loaded"}
    services.entry_undo(entry=entry, user=cast.gm, key=builders.key())
    assert state(cast) == before


def test_the_commit_answers_with_the_place_of_the_result(gm: Client, cast: Cast) -> None:
    page = commit(gm, cast, announcement(cast, cast.kind, cast.hero)).content.decode()
    assert f"{reverse('log_entry', args=[cast.campaign.pk, newest(cast).pk])}?part=card" in page


def test_without_scripts_the_page_comes_back_with_the_result(gm: Client, cast: Cast) -> None:
    response = commit(gm, cast, announcement(cast, cast.kind, cast.hero), part=False)
    assert response.status_code == 302
    assert f"entry={newest(cast).pk}#ergebnis" in response.headers["Location"]
    again = gm.get(response.headers["Location"].partition("#")[0])
    assert reverse("log_entry", args=[cast.campaign.pk, newest(cast).pk]) in again.content.decode()


def test_a01_the_same_submit_twice_is_done_once(gm: Client, cast: Cast) -> None:
    """A01, A02: one key, one entry, the same result both times."""
    form = announcement(cast, cast.kind, cast.hero)
    first, second = commit(gm, cast, form), commit(gm, cast, form)
    assert JournalEntry.objects.filter(campaign=cast.campaign, cause="shoot").count() == 1
    assert first.content == second.content


def test_the_game_masters_modifier_is_used_and_kept_with_its_reason(gm: Client, cast: Cast) -> None:
    form = announcement(cast, cast.kind, cast.hero, **{"gm.value": "−15", "gm.reason": "Gegenlicht"})
    commit(gm, cast, form | TYPED_MISS)
    entry = newest(cast)
    assert entry.reason == "Gegenlicht"
    modifiers = entry.events[-1]["modifiers"] if entry.events[-1]["kind"] == "rolled" else None
    rolled = next(event for event in entry.events if event["kind"] == "rolled")
    assert [m["value"] for m in rolled["modifiers"] if m["source"] == "gm"] == [-15], modifiers


def test_a_player_cannot_lend_himself_the_game_masters_word(cast: Cast) -> None:
    form = announcement(cast, cast.hero, cast.named, **{"gm.value": "50"})
    commit(as_user(cast.owner), cast, form | TYPED_MISS)
    rolled = [e for e in newest(cast).events if e["kind"] == "rolled"]
    assert not [m for event in rolled for m in event["modifiers"] if m["source"] == "gm"]


# --- dice that lie on the table -------------------------------------------------------------------------------


def test_g01_whose_dice_were_used_last_is_offered_next_time(gm: Client, cast: Cast) -> None:
    """G01: a switch for each person; the log marks what was typed."""
    commit(gm, cast, announcement(cast, cast.kind, cast.hero) | TYPED_MISS)
    assert User.objects.get(pk=cast.gm.pk).own_dice
    assert 'value="own" checked' in gm.get(attack_page(cast)).content.decode()
    assert "eigene Würfel" in words(gm.get(reverse("log", args=[cast.campaign.pk])))


W100 = {"00": 100, "0": 100, "100": 100, "7": 7, "07": 7, "30+7": 37, "00 + 0": 100, "00 5": 5, "101": None, "-1": None}
W10 = {"0": 10, "10": 10, "1": 1, "11": None, "x": None, "": None}


@pytest.mark.parametrize(("sides", "typed"), [(100, W100), (10, W10), (8, {"0": None, "8": 8})])
def test_g04_zeros_read_as_the_dice_show_them(sides: int, typed: dict[str, int | None]) -> None:
    """G04, F03: 00 is the hundred, 0 the ten; tens and ones agree with the plain number."""
    assert {text: face_of(text, sides) for text in typed} == typed


def fields_of(page: str) -> dict[str, int]:
    """The dice a page asks for by name, with the faces each has."""
    return {name: int(sides) for name, sides in re.findall(r'name="sides\.([^"]+)" value="(\d+)"', page)}


def test_g05_the_dice_of_one_hit_are_asked_for_together(gm: Client, cast: Cast) -> None:
    """G05, G09: each die has its own field by name, the first takes the focus; one form takes what surely follows."""
    page = commit(gm, cast, announcement(cast, cast.kind, cast.hero) | TYPED_MISS | {"die.attack": "50"})
    shown, asked = page.content.decode(), []
    while (found := re.search(r'name="question" value="([^"]+)"', shown)) is not None:
        name, dice = found[1], fields_of(shown)
        asked.append(list(dice))
        assert shown.count("data-next-die") == 1
        sent: dict[str, Any] = {"question": name}
        for die, sides in dice.items():
            faces = ["99" if sides == 100 else "2"] * shown.count(f'name="die.{die}"')
            sent |= {f"die.{die}": faces, f"sides.{die}": str(sides)}
        address = reverse("answer", args=[cast.campaign.pk, Resolution.objects.get().pk])
        shown = gm.post(address, sent, headers={"HX-Request": "true"}).content.decode()
    # Whether the cover stops it decides about the rest; of a hit that passes, place and harm are known to follow.
    assert asked[0] == ["hit.1.cover"]
    assert asked[1][:2] == ["hit.1.zone", "hit.1.damage"]
    assert not any("hit.2.cover" in dice for dice in asked if len(dice) > 1), "the player rolls for his own cover"
    assert newest(cast).cause == "shoot"
    answers = newest(cast).answers or {}
    assert answers["hit.1.cover"] == {"faces": [99], "choice": "", "source": "gm"}
    assert answers["hit.1.zone"]["source"] == "typed"
    assert not Resolution.objects.exists()


def test_g06_a_wrong_die_of_several_keeps_the_others_and_moves_nothing(gm: Client, cast: Cast) -> None:
    """G06: zone and damage stand in one form; what is wrong with one is told at it, the other stays typed."""
    bare = {f"flag.{cast.hero.ref}.cover": "-", "p.mode": "single"}
    commit(gm, cast, announcement(cast, cast.kind, cast.hero) | TYPED_MISS | {"die.attack": "50"} | bare)
    row = Resolution.objects.get()
    asked = words(gm.get(reverse("questions", args=[cast.campaign.pk])))
    assert re.search(r"Treffer 1 .* Trefferzone W10 .*Schaden W10", asked)
    assert "Treffer 1, Schaden" not in asked
    address = reverse("answer", args=[cast.campaign.pk, row.pk])
    dice = {"sides.hit.1.zone": "10", "label.hit.1.zone": "Zone", "sides.hit.1.damage": "10"}
    for zone, damage, said in (("4", "11", "1 bis 10"), ("", "7", "was deine Würfel zeigen")):
        typed = {"question": "hit.1.zone", "die.hit.1.zone": zone, "die.hit.1.damage": damage}
        response = gm.post(address, typed | dice, headers={"HX-Request": "true"})
        assert response.status_code == 400
        assert said in words(response)
        assert re.search(rf'name="die.hit.1.damage" value="{damage}"', response.content.decode())
        assert Resolution.objects.get().answers == row.answers
    gm.post(address, {"question": "hit.1.zone", "die.hit.1.zone": "4", "die.hit.1.damage": "7"} | dice)
    assert not Resolution.objects.exists()


def test_g06_a_wrong_die_keeps_those_typed_before(gm: Client, cast: Cast) -> None:
    """G06: correcting reuses the typed dice; nothing is rolled anew."""
    commit(gm, cast, announcement(cast, cast.kind, cast.hero) | TYPED_MISS | {"die.attack": "50"})
    row = Resolution.objects.get()
    address = reverse("answer", args=[cast.campaign.pk, row.pk])
    wrong = {"question": "hit.1.cover", "die.hit.1.cover": "101", "sides.hit.1.cover": "100"}
    response = gm.post(address, wrong, headers={"HX-Request": "true"})
    assert response.status_code == 400
    assert "1 bis 100" in words(response)
    assert 'value="101"' in response.content.decode()
    assert Resolution.objects.get().answers == row.answers


def test_the_rest_can_be_left_to_the_app(gm: Client, cast: Cast) -> None:
    commit(gm, cast, announcement(cast, cast.kind, cast.hero) | TYPED_MISS | {"die.attack": "50"})
    address = reverse("answer", args=[cast.campaign.pk, Resolution.objects.get().pk])
    gm.post(address, {"question": "hit.1.cover", "app": "1"}, headers={"HX-Request": "true"})
    answers = newest(cast).answers or {}
    sources = {answer["source"] for answer in answers.values() if answer["faces"]}
    assert sources == {"typed", "app"}


# --- questions to others --------------------------------------------------------------------------------------


def ask_the_player(gm: Client, cast: Cast) -> Resolution:
    asks = {name: "?" for name in announcement(cast, cast.kind, cast.hero) if name.startswith("choose.")}
    commit(gm, cast, announcement(cast, cast.kind, cast.hero) | asks)
    return Resolution.objects.get()


def test_the_player_is_asked_how_his_character_reacts(gm: Client, cast: Cast) -> None:
    row = ask_the_player(gm, cast)
    assert row.waits_for == cast.hero.ref
    said = words(as_user(cast.owner).get(reverse("questions", args=[cast.campaign.pk])))
    assert "Wie reagierst du?" in said
    assert "Ausweichen" in said
    assert "Wie reagierst du?" not in words(as_user(cast.fellow).get(reverse("questions", args=[cast.campaign.pk])))


def test_a_die_typed_with_the_announcement_is_not_asked_for_again_after_a_question(gm: Client, cast: Cast) -> None:
    """G05: the reaction is asked for before the attack's die is; what was typed for it counts all the same."""
    ask = dict.fromkeys(NO_REACTION, "?")
    commit(gm, cast, announcement(cast, cast.kind, cast.hero) | TYPED_MISS | ask)
    row = Resolution.objects.get()
    assert "attack" not in row.answers
    address = reverse("answer", args=[cast.campaign.pk, row.pk])
    as_user(cast.owner).post(address, {"question": "reaction.0.choice", **NO_REACTION})
    assert not Resolution.objects.exists()
    assert (newest(cast).answers or {})["attack"] == {"faces": [99], "choice": "", "source": "typed"}


def test_a_die_kept_for_later_that_does_not_fit_is_asked_for(gm: Client, cast: Cast) -> None:
    """G06: sent for other dice than the rules ask for in the end, it costs nothing and moves nothing."""
    ask = dict.fromkeys(NO_REACTION, "?")
    wrong = {"die.attack": "150", "sides.attack": "1000"}
    commit(gm, cast, announcement(cast, cast.kind, cast.hero) | TYPED_MISS | wrong | ask)
    row = Resolution.objects.get()
    address = reverse("answer", args=[cast.campaign.pk, row.pk])
    as_user(cast.owner).post(address, {"question": "reaction.0.choice", **NO_REACTION})
    assert Resolution.objects.get().waits_for == cast.kind.ref
    gm.post(address, {"question": "attack", "die.attack": "99", "sides.attack": "100", "label.attack": "Angriff"})
    assert (newest(cast).answers or {})["attack"]["faces"] == [99]


def test_nobody_types_dice_for_somebody_else_beforehand(cast: Cast) -> None:
    """A die that is not his to roll is asked of whoever rolls it."""
    form = announcement(cast, cast.hero, cast.named) | TYPED_MISS | {"dice": "own"}
    early = {"die.reaction.0.dodge": "1", "sides.reaction.0.dodge": "100", "label.reaction.0.dodge": "Ausweichen"}
    commit(as_user(cast.owner), cast, form | early | {"die.attack": "2"})
    row = Resolution.objects.get()
    address = reverse("answer", args=[cast.campaign.pk, row.pk])
    dodge = NO_REACTION | {"choose.reaction.0.choice": "dodge"}
    as_user(cast.gm).post(address, {"question": "reaction.0.choice", **dodge})
    row.refresh_from_db()
    assert row.waits_for == cast.named.ref
    assert row.answers["attack"]["faces"] == [2]


def test_an_open_question_survives_reloading_and_rolls_nothing_again(gm: Client, cast: Cast) -> None:
    commit(gm, cast, announcement(cast, cast.kind, cast.hero) | TYPED_MISS | {"die.attack": "50"})
    first = Resolution.objects.get().answers
    questions = reverse("questions", args=[cast.campaign.pk])
    assert words(gm.get(questions)) == words(gm.get(questions))
    assert Resolution.objects.get().answers == first


def test_nobody_answers_for_somebody_elses_character(gm: Client, cast: Cast) -> None:
    row = ask_the_player(gm, cast)
    answer = {"question": "reaction.0.choice", "choose.reaction.0.choice": "dodge"}
    address = reverse("answer", args=[cast.campaign.pk, row.pk])
    assert as_user(cast.fellow).post(address, answer).status_code == 403
    assert as_user(cast.stranger).post(address, answer).status_code == 404
    assert Resolution.objects.get().answers == row.answers


def test_the_game_master_answers_for_anybody(gm: Client, cast: Cast) -> None:
    row = ask_the_player(gm, cast)
    address = reverse("answer", args=[cast.campaign.pk, row.pk])
    gm.post(address, {"question": "reaction.0.choice", "choose.reaction.0.choice": "none"})
    row.refresh_from_db()
    assert row.answers["reaction.0.choice"] == {"faces": [], "choice": "none", "source": "gm"}


def test_a_player_does_not_choose_for_his_target(cast: Cast) -> None:
    """Sent along all the same, the choice stays with the game master."""
    form = announcement(cast, cast.hero, cast.named, **{"choose.reaction.0.choice": "none"})
    commit(as_user(cast.owner), cast, form)
    row = Resolution.objects.get()
    assert (row.waits_for, row.answers) == (cast.named.ref, {})


def test_an_action_that_waits_can_be_given_up_and_leaves_nothing(gm: Client, cast: Cast) -> None:
    before = state(cast)
    row = ask_the_player(gm, cast)
    address = reverse("give_up", args=[cast.campaign.pk, row.pk])
    assert as_user(cast.fellow).post(address).status_code == 403
    assert gm.post(address, headers={"HX-Request": "true"}).status_code == 200
    assert not Resolution.objects.exists()
    assert state(cast) == before


def test_a13_an_answer_to_a_question_that_is_gone_changes_nothing(gm: Client, cast: Cast) -> None:
    """A13: an outdated card is refused with a reason."""
    row = ask_the_player(gm, cast)
    address = reverse("answer", args=[cast.campaign.pk, row.pk])
    gm.post(reverse("give_up", args=[cast.campaign.pk, row.pk]))
    response = gm.post(address, {"question": "reaction.0.choice", "choose.reaction.0.choice": "dodge"})
    assert response.status_code == 409
    assert "schon beantwortet oder verworfen" in words(response)


# --- budgets --------------------------------------------------------------------------------------------------


def count_queries(work: object) -> int:
    with CaptureQueriesContext(connection) as found:
        work()  # type: ignore[operator]
    control = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT", "ROLLBACK", "SELECT pg_advisory")
    return len([query for query in found if not query["sql"].startswith(control)])


def test_pages_stay_within_their_queries(gm: Client, cast: Cast) -> None:
    form = announcement(cast, cast.kind, cast.hero)
    gm.get(attack_page(cast))
    assert count_queries(lambda: look(gm, cast, form)) <= 10
    assert count_queries(lambda: commit(gm, cast, form)) <= 12
    entry = newest(cast)
    for name in ("log_entry", "undo"):
        address = reverse(name, args=[cast.campaign.pk, entry.pk])
        assert count_queries(lambda address=address: gm.get(address)) <= 10
    assert count_queries(lambda: gm.get(reverse("log", args=[cast.campaign.pk]))) <= 10
    assert count_queries(lambda: gm.get(reverse("changes", args=[cast.campaign.pk]), {"since": entry.pk})) <= 5


def test_the_journal_folds_to_what_is_stored_after_attacks(gm: Client, cast: Cast) -> None:
    for _ in range(2):
        commit(gm, cast, announcement(cast, cast.kind, cast.hero))
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)
