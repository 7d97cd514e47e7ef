"""A fight in the log and while it begins: names instead of numbers of rows, and one thing said in every place."""

from __future__ import annotations

import re

from django.urls import reverse

from chaos_sheets import services
from chaos_sheets.changes import change_views
from chaos_sheets.models import JournalEntry, User
from chaos_sheets.policy import viewer
from chaos_sheets.selectors.known import Known
from combat import services as combat
from combat.core.event import Change
from combat.core.value import Json
from combat.models import Encounter, Resolution
from combat.steps import Step
from tests.builders import carried, key
from tests.cast import Cast
from tests.shell.fights import apart, fresh, prepared, running, undo_newest
from tests.shell.shots import request
from tests.web.attacks import as_user, words

RAW = re.compile(r"combatants|covers, \d|pairs, |(?:character|item):\d+(?!\S*[\"&])|, \d+, ")


def log_of(cast: Cast, user: User) -> str:
    return words(as_user(user).get(reverse("log", args=[cast.campaign.pk])))


def fight_page(encounter: Encounter) -> str:
    return reverse("encounter", args=[encounter.campaign_id, encounter.pk])


def told(cast: Cast, *changes: Change, user: User | None = None) -> list[str]:
    """Changes as one reader has them in words (look.md: name, label, before and after)."""
    known = Known.of(viewer(user=user or cast.gm, campaign=cast.campaign))
    reader = known.reader({cast.cover.ref, *(change.of for change in changes)})
    found = change_views(reader, changes)
    return [f"{one.name} | {one.label} | {one.before} → {one.after}" for one in found]


# --- the log --------------------------------------------------------------------------------------------------


def test_the_log_names_people_covers_and_facts_of_a_fight(cast: Cast) -> None:
    """Field report: "Brücke Süd combatants, 56, Cover – → Lagerkiste", "covers, 617 – → yes", "Distance – → 20"."""
    made = prepared(cast)
    combat.encounter_cover_place(encounter=made, user=cast.gm, key=key(), source=cast.cover)
    behind = {"combatants": {cast.hero.ref: {"flags": {"cover": cast.cover.ref}}}}
    stated = {**behind, **apart(cast.hero, cast.kind, 20)}
    combat.encounter_state_set(encounter=fresh(made), user=cast.gm, key=key(), stated=stated)
    shown = log_of(cast, cast.gm)
    assert f"{cast.hero.name} In Deckung – → {cast.cover.name}" in shown
    assert f"{cast.hero.name} – {cast.kind.name} Entfernung – → 20 m" in shown
    assert f"{cast.cover.name} Deckung im Kampf nein → ja, Deckungsbonus 30, Integrität 10" in shown
    assert "im Kampf nein → ja, Seite Konvoi" in shown
    assert not RAW.search(shown)


def test_the_entry_of_a_cover_names_it(cast: Cast) -> None:
    made = prepared(cast)
    entry = combat.encounter_cover_place(encounter=made, user=cast.gm, key=key(), source=cast.cover)
    shown = words(as_user(cast.gm).get(reverse("log_entry", args=[cast.campaign.pk, entry.pk])))
    assert cast.cover.name in shown
    assert "etwas" not in shown


def test_what_an_undo_of_a_cover_would_do_names_it(cast: Cast) -> None:
    made = prepared(cast)
    entry = combat.encounter_cover_place(encounter=made, user=cast.gm, key=key(), source=cast.cover)
    shown = words(as_user(cast.gm).get(reverse("undo", args=[cast.campaign.pk, entry.pk])))
    assert f"Deckung im Kampf {cast.cover.name}" in shown
    undo_newest(cast)
    assert not RAW.search(log_of(cast, cast.gm))


def test_every_address_of_a_fight_has_words(cast: Cast) -> None:
    made = prepared(cast)
    ref, hero, foe = made.ref, cast.hero, cast.kind
    above = f"combatants.{hero.pk}"
    assert told(cast, Change(ref, above, None, {"party": "", "left": False})) == [f"{hero.name} | im Kampf | nein → ja"]
    assert told(cast, Change(ref, f"{above}.party", "", "Konvoi")) == [f"{hero.name} | Seite | – → Konvoi"]
    assert told(cast, Change(ref, f"{above}.left", False, True)) == [f"{hero.name} | ausgeschieden | nein → ja"]
    assert told(cast, Change(ref, f"{above}.budget.action_units", None, 4)) == [
        f"{hero.name} | Aktionseinheiten | 10 → 4"
    ]
    assert told(cast, Change(ref, f"{above}.flags.surprised", None, True))[0].endswith("nein → ja")
    assert told(cast, Change(ref, "order", [], [hero.ref, foe.ref])) == [
        f"Am Tor | Reihenfolge | – → {hero.name}, {foe.name}"
    ]
    assert told(cast, Change(ref, "current", "", hero.ref)) == [f"Am Tor | am Zug | niemand → {hero.name}"]
    assert told(cast, Change(ref, "round", 0, 1)) == ["Am Tor | Runde | 0 → 1"]
    assert told(cast, Change(ref, "closed", False, True)) == ["Am Tor | beendet | nein → ja"]


def test_nobody_hidden_appears_in_what_a_player_reads_of_a_fight(cast: Cast) -> None:
    """Nothing hidden reaches a player by any channel, even one who may read the numbers of a fight."""
    made = prepared(cast)
    known = Known.of(viewer(user=cast.owner, campaign=cast.campaign))
    known.fights[made.ref] = made.name
    reader = known.reader()
    open_to_him = type(reader)(
        info=reader.info, words=reader.words, names=reader.names, whole=reader.whole | {made.ref}
    )
    changes = [
        Change(made.ref, f"combatants.{cast.hidden.pk}.party", "", "Plünderer"),
        Change(made.ref, f"pairs.{cast.hero.ref}>{cast.hidden.ref}.distance", None, 20),
        Change(made.ref, "order", [], [cast.hero.ref, cast.hidden.ref]),
        Change(made.ref, f"combatants.{cast.hero.pk}.party", "", "Konvoi"),
    ]
    assert [one.field for one in change_views(open_to_him, changes)] == [f"combatants.{cast.hero.pk}.party"]
    assert told(cast, *changes, user=cast.owner) == []


def test_setting_up_is_told_in_few_words_on_the_page_of_the_fight(cast: Cast) -> None:
    made = prepared(cast)
    combat.encounter_cover_place(encounter=made, user=cast.gm, key=key(), source=cast.cover)
    page = as_user(cast.gm).get(fight_page(made)).content.decode()
    feed = page[page.index('class="feed"') :]
    feed = re.sub(r"\s*(<[^>]+>)\s*", r"\1", feed[: feed.index("</ol>")])
    # CHA-5.1: the crate gives 30 and takes 10.
    assert f"<b>Deckung aufgestellt</b></p><p>{cast.cover.name}: Deckungsbonus 30, Integrität 10" in feed
    assert f"<p>{cast.hero.name}, {cast.other.name}: Seite Konvoi</p>" in feed
    assert "Warum?" not in feed


def test_what_was_stated_is_told_with_its_values_and_the_rest_unfolds(cast: Cast) -> None:
    """Field report: "Lage angesagt" alone says nothing; the distances and covers stand in it, all of them."""
    made = prepared(cast)
    combat.encounter_cover_place(encounter=made, user=cast.gm, key=key(), source=cast.cover)
    pairs = {f"{cast.hero.ref}>{other.ref}": {"distance": 20} for other in (cast.kind, cast.hidden)}
    pairs |= {f"{cast.other.ref}>{other.ref}": {"distance": 35} for other in (cast.kind, cast.hidden)}
    stated: dict[str, Json] = {
        "combatants": {cast.hero.ref: {"flags": {"cover": cast.cover.ref}}},
        "pairs": {name: {**pair} for name, pair in pairs.items()},
    }
    combat.encounter_state_set(encounter=fresh(made), user=cast.gm, key=key(), stated=stated)
    page = as_user(cast.gm).get(fight_page(made)).content.decode()
    item = page[page.index("<b>Lage angesagt</b>") :].partition("</li>")[0]
    assert f"<p>{cast.hero.name}: In Deckung {cast.cover.name}</p>" in item
    for one, other, metres in ((cast.hero, cast.kind, 20), (cast.other, cast.hidden, 35)):
        assert f"{one.name} – {other.name}: Entfernung {metres} m" in item
    _shown, bar, folded = item.partition("<details")
    assert bar
    count = folded.partition("und ")[2].partition(" weitere")[0]
    assert folded.count("<p>") == int(count)
    combat.encounter_state_set(encounter=fresh(made), user=cast.gm, key=key(), stated=apart(cast.hero, cast.kind, 12))
    page = as_user(cast.gm).get(fight_page(made)).content.decode()
    assert f"<p>{cast.hero.name} – {cast.kind.name}: Entfernung 20 m → 12 m</p>" in page


def test_a_player_reads_of_a_cover_what_he_may_see(cast: Cast) -> None:
    """How much a cover takes is the game master's to know."""
    both = [Known.of(viewer(user=user, campaign=cast.campaign)) for user in (cast.gm, cast.owner)]
    read = [known.reader({cast.cover.ref}) for known in both]
    assert [one.facts[cast.cover.ref] for one in read] == [
        "Deckungsbonus 30, Integrität 10, Durchschlagsklasse 1",
        "Deckungsbonus 30",
    ]


def test_the_log_says_for_whom_the_game_master_acted(cast: Cast) -> None:
    made = running(cast, first=cast.kind)
    part: dict[str, Json] = {"form": "guard"}
    asked: dict[str, Json] = {"fight": {"encounter": made.pk}, "intent": {"actor": cast.kind.ref, "parts": [part]}}
    combat.act(campaign=cast.campaign, user=cast.gm, request=asked, key=key())
    assert f"gm für {cast.kind.name} · Verteidigungshaltung" in log_of(cast, cast.gm)
    services.money_change(character=cast.hero, user=cast.owner, key=key(), by=5, reason="Beute")
    assert "owner · Geld" in log_of(cast, cast.gm)


def test_entries_that_move_a_fight_on_stand_apart(cast: Cast) -> None:
    running(cast)
    page = as_user(cast.gm).get(reverse("log", args=[cast.campaign.pk])).content.decode()
    assert page.count("log__line--course") == 1


# --- questions ------------------------------------------------------------------------------------------------


def test_a_question_says_who_does_what_to_you_and_what_fell_so_far(cast: Cast) -> None:
    """Field report: "Schießen + Einzelschuss + Fährmann" is no sentence. The target's player is spoken to."""
    asked = request(cast.kind, carried(cast.kind, "faehrmann"), cast.hero, mode="single")
    acted = combat.act(campaign=cast.campaign, user=cast.gm, request=asked, key=key())
    assert acted.resolution is not None
    assert acted.resolution.waits_for == cast.hero.ref
    his = words(as_user(cast.owner).get(reverse("questions", args=[cast.campaign.pk])))
    assert "Söldner schießt auf dich." in his
    gm = words(as_user(cast.gm).get(reverse("questions", args=[cast.campaign.pk])))
    assert f"{cast.kind.name} schießt auf {cast.hero.name}: Einzelschuss mit Fährmann." in gm
    for said in (his, gm):
        assert " + " not in said


def test_an_answer_of_several_parts_reads_as_people_speak(cast: Cast) -> None:
    weapon = carried(cast.kind, "faehrmann")
    reader = Known.of(viewer(user=cast.gm, campaign=cast.campaign)).reader({weapon.ref})
    assert reader.choice(f"shoot+single+{weapon.ref}") == "Schießen: Einzelschuss mit Fährmann"
    assert reader.choice("cancel_degree+extra_degree") == "Dem Gegner einen EG nehmen und Ein EG mehr"
    assert (reader.choice("none"), reader.choice(cast.hero.ref), reader.choice("2")) == ("keine", cast.hero.name, "2")


# --- a beginning that waits -----------------------------------------------------------------------------------


def waiting_to_begin(cast: Cast) -> tuple[Encounter, Resolution]:
    """The hero knows tactics: the beginning waits for her (CHA-1.3, CHA-1.5)."""
    rank = cast.hero.body["skills"].get("tactics", {}).get("rank")
    services.character_edit(
        character=cast.hero, user=cast.gm, key=key(), edits={"skills.tactics.rank": services.Edit(rank, 2)}
    )
    made = prepared(cast)
    acted = combat.encounter_step(encounter=made, user=cast.gm, key=key(), step=Step.START)
    assert acted.resolution is not None
    assert acted.resolution.waits_for == cast.hero.ref
    return fresh(made), acted.resolution


def test_the_game_master_reads_one_thing_while_a_fight_waits_to_begin(cast: Cast) -> None:
    made, _row = waiting_to_begin(cast)
    shown = words(as_user(cast.gm).get(fight_page(made)))
    assert f"Der Kampf beginnt: wartet auf {cast.hero.name}" in shown
    for other in ("wird vorbereitet", "Runde 1 beginnt", "noch nicht begonnen", "Kampf beginnen", "Handlung verwerfen"):
        assert other not in shown
    assert "Kampfbeginn aufgeben" in shown


def test_the_whole_page_of_a_fight_follows_each_answer_of_its_beginning(cast: Cast) -> None:
    """CHA-1.3: whom it waits for stands in more places than the question, and who won is what a round's line tells."""
    made, row = waiting_to_begin(cast)
    client = as_user(cast.gm)
    form = {"again": fight_page(made), "question": "tactics.0", "choose.tactics.0": "tactics", "app": "1"}
    asked = client.post(reverse("answer", args=[cast.campaign.pk, row.pk]), form, headers={"HX-Request": "true"})
    still = Resolution.objects.filter(pk=row.pk).exists()
    assert asked["HX-Trigger"] == ("stale" if still else "acted")
    newer = client.get(reverse("encounter_question", args=[cast.campaign.pk, made.pk]), {"seen": "older"})
    assert newer["HX-Trigger"] == "stale"


def test_the_line_of_a_round_tells_who_won_the_tactics(cast: Cast) -> None:
    """CHA-1.3: the choice holds for the whole fight."""
    made, row = waiting_to_begin(cast)
    dice: dict[str, Json] = {"tactics.0": {"choice": "tactics"}, "tactics.0.roll": {"faces": [1]}}
    combat.resume(resolution=row, user=cast.gm, answers=dice, app_dice=True, decline=True)
    shown = words(as_user(cast.gm).get(fight_page(made)))
    first = shown.partition("Ganzes Protokoll")[2].partition("Warum?")[2]
    assert f"{cast.hero.name} gewinnt die Taktik" in first.partition("am Zug")[0]


def test_whoever_is_asked_reads_which_fight_begins_and_what_his_test_would_be(cast: Cast) -> None:
    """Number and chance stand on the answer as on every other (CHA-0.1)."""
    made, _row = waiting_to_begin(cast)
    client = as_user(cast.owner)
    panel = words(client.get(reverse("attack", args=[cast.campaign.pk])))
    assert f"Der Kampf „{made.name}“ beginnt" in panel
    assert "niemand ist an der Reihe" not in panel
    question = words(client.get(reverse("questions", args=[cast.campaign.pk])))
    assert f"Der Kampf „{made.name}“ beginnt" in question
    assert re.search(r"Taktik \d+ gelingt in ", question)
    assert "Runde 1" not in question
    other = words(as_user(cast.fellow).get(reverse("attack", args=[cast.campaign.pk])))
    assert made.name not in other


def test_a_beginning_that_is_given_up_leaves_the_fight_as_it_was(cast: Cast) -> None:
    made, row = waiting_to_begin(cast)
    newest = JournalEntry.objects.latest("pk").pk
    answer = as_user(cast.gm).post(reverse("give_up", args=[cast.campaign.pk, row.pk]), headers={"HX-Request": "true"})
    assert answer["HX-Trigger"] == "stale"
    assert JournalEntry.objects.latest("pk").pk == newest
    shown = words(as_user(cast.gm).get(fight_page(made)))
    assert "wird vorbereitet" in shown
    assert "wartet auf" not in shown
