"""A game master keeps sheets as templates of his campaign: page, journal, API, and what a copy takes along."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chaos_sheets import journal, services
from chaos_sheets.errors import NotAllowed, NotVisible, ServiceError
from chaos_sheets.management.commands.load_stock import load_stock
from chaos_sheets.models import ArmourZone, Character, Item, JournalEntry, User
from chaos_sheets.policy import viewer
from chaos_sheets.selectors.campaign import templates
from combat import services as combat
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import folds, prepared
from tests.web.attacks import as_user, words

pytestmark = pytest.mark.django_db


def newest() -> JournalEntry:
    return JournalEntry.objects.latest("pk")


def saved(cast: Cast, **more: Any) -> Character:
    return services.template_save(character=cast.kind, user=cast.gm, key=key(), name="Torwächter", **more)


def offered(cast: Cast, user: User) -> list[str]:
    return [each.name for each in templates(who=viewer(user=user, campaign=cast.campaign))]


# --- what is kept ---------------------------------------------------------------------------------------------


def test_a_template_keeps_the_sheet_without_what_play_has_done_to_it(cast: Cast) -> None:
    services.pool_change(character=cast.kind, user=cast.gm, key=key(), pool="hit_points", by=-4)
    services.item_step(item=cast.weapon(cast.kind), user=cast.gm, key=key(), field="loaded", by=-7)
    cast.kind.refresh_from_db()
    made = saved(cast)
    assert (made.template, made.campaign, made.owner, made.name) == (True, cast.campaign, None, "Torwächter")
    assert made.body["attributes"] == cast.kind.body["attributes"]
    assert not made.body.get("pools")
    carried = Item.objects.filter(character=cast.kind, retired=False)
    assert sorted(Item.objects.filter(character=made).values_list("name", flat=True)) == sorted(
        carried.values_list("name", flat=True)
    )
    assert "loaded" not in cast.weapon(made).body
    assert not ArmourZone.objects.filter(item__character=made).exclude(damage_points=0).exists()
    assert folds(cast)


def test_a_new_figure_has_the_template_and_its_money_as_they_are(cast: Cast) -> None:
    """What a campaign keeps is in its own currency: nothing is converted twice."""
    services.campaign_edit(campaign=cast.campaign, user=cast.gm, key=key(), name="Konvoi", currency="DD", rate="2")
    services.money_change(character=cast.kind, user=cast.gm, key=key(), by=100)
    cast.kind.refresh_from_db()
    made = saved(cast)
    copy = services.character_create(campaign=cast.campaign, user=cast.gm, key=key(), template=made)
    assert (copy.money, copy.name, copy.template) == (cast.kind.money, "Torwächter", False)


def test_a_fight_takes_copies_of_it(cast: Cast) -> None:
    made, fight = saved(cast), prepared(cast)
    combat.encounter_join_copies(encounter=fight, user=cast.gm, key=key(), template=made, count=2, party="Wache")
    names = Character.objects.filter(combatants__encounter=fight).values_list("name", flat=True)
    assert {"Torwächter 1", "Torwächter 2"} <= set(names)
    assert folds(cast)


@pytest.mark.parametrize(
    ("ruleset", "template", "thing", "state"),
    [
        ("xian", "isis_zaifun", "krummdolch", {"held": "main_hand"}),
        ("xian", "isis_zaifun", "stilett", {"held": "off_hand"}),
        ("oedland", None, None, {"readied": True}),
    ],
)
def test_what_a_template_states_is_there_in_its_copies(
    ruleset: str, template: str | None, thing: str | None, state: dict[str, Any]
) -> None:
    """XIAN-7.2, FAL-2.2: whoever is made after a template holds what it holds."""
    load_stock(ruleset)
    gm = builders.user(f"gm-{ruleset}")
    campaign = services.campaign_create(user=gm, name="Runde", ruleset=ruleset, key=key())
    (name,) = state
    items = Item.objects.filter(ruleset=ruleset, character__template=True, body__has_key=name)
    item = items.get(character__key=template, key=thing) if template else items.order_by("pk")[0]
    assert item.character is not None
    copy = services.character_create(campaign=campaign, user=gm, key=key(), template=item.character)
    carried = Item.objects.filter(character=copy, key=item.key).order_by("pk")[0]
    assert carried.body[name] == state[name]
    own = services.template_save(character=copy, user=gm, key=key())
    again = services.character_create(campaign=campaign, user=gm, key=key(), template=own)
    assert Item.objects.filter(character=again, key=item.key).order_by("pk")[0].body[name] == state[name]


# --- who ------------------------------------------------------------------------------------------------------


def test_only_the_game_master_keeps_templates(cast: Cast) -> None:
    for user in (cast.owner, cast.fellow, cast.spectator):
        with pytest.raises((NotAllowed, NotVisible)):
            services.template_save(character=cast.hero, user=user, key=key())
    made = saved(cast)
    for user in (cast.owner, cast.spectator, cast.stranger):
        with pytest.raises(ServiceError):
            services.template_edit(template=made, user=user, key=key(), name="Meins")


def test_players_are_offered_what_is_meant_for_them(cast: Cast) -> None:
    made = saved(cast)
    assert "Torwächter" in offered(cast, cast.gm)
    assert "Torwächter" not in offered(cast, cast.owner)
    with pytest.raises(NotVisible):
        services.character_create(campaign=cast.campaign, user=cast.owner, key=key(), template=made)
    services.template_edit(template=made, user=cast.gm, key=key(), name="Wache", for_players=True)
    assert "Wache" in offered(cast, cast.owner)
    page = as_user(cast.owner).get(reverse("characters", args=[cast.campaign.pk]))
    assert "Eigene Vorlagen" not in words(page)


def test_another_campaign_knows_nothing_of_it(cast: Cast) -> None:
    made = saved(cast, for_players=True)
    elsewhere = services.campaign_create(user=cast.gm, name="Andere", ruleset=cast.campaign.ruleset, key=key())
    assert "Torwächter" not in [each.name for each in templates(who=viewer(user=cast.gm, campaign=elsewhere))]
    with pytest.raises(NotVisible):
        services.character_create(campaign=elsewhere, user=cast.gm, key=key(), template=made)


# --- the journal ----------------------------------------------------------------------------------------------


def test_the_same_key_keeps_one(cast: Cast) -> None:
    first, second = (services.template_save(character=cast.kind, user=cast.gm, key="once") for _ in range(2))
    assert first == second
    assert Character.objects.filter(campaign=cast.campaign, template=True).count() == 1


def test_everything_about_it_is_taken_back(cast: Cast) -> None:
    made = saved(cast)
    services.template_edit(template=made, user=cast.gm, key=key(), name="Wache")
    services.entry_undo(entry=newest(), user=cast.gm, key=key())
    assert offered(cast, cast.gm).count("Torwächter") == 1
    services.template_retire(template=made, user=cast.gm, key=key())
    assert "Torwächter" not in offered(cast, cast.gm)
    services.entry_undo(entry=newest(), user=cast.gm, key=key())
    assert "Torwächter" in offered(cast, cast.gm)
    services.entry_undo(entry=JournalEntry.objects.get(cause="template_saved"), user=cast.gm, key=key())
    assert "Torwächter" not in offered(cast, cast.gm)
    assert folds(cast)


@pytest.mark.parametrize("by_itself", [True, False])
def test_who_comes_back_brings_his_things(cast: Cast, by_itself: bool) -> None:
    """G04: taking back how somebody was made puts his things away with him; brought back, he has them again."""
    if by_itself:
        made = saved(cast)
    else:
        made = services.character_create(
            campaign=cast.campaign, user=cast.gm, key=key(), template=builders.template("looter")
        )
    things = Item.objects.filter(character=made, retired=False)
    before = things.count()
    entry = newest()
    if not by_itself:
        services.character_retire(character=made, user=cast.gm, key=key())
    services.entry_undo(entry=entry, user=cast.gm, key=key())
    made.refresh_from_db()
    assert (made.retired, things.count()) == (True, 0)
    if by_itself:
        page = reverse("template_act", args=[cast.campaign.pk, made.pk, "zurueckholen"])
        as_user(cast.gm).post(page, {"key": key()})
    else:
        services.character_restore(character=made, user=cast.gm, key=key())
    made.refresh_from_db()
    assert (made.retired, things.count()) == (False, before)
    assert folds(cast)
    services.entry_undo(entry=newest(), user=cast.gm, key=key())
    assert things.count() == 0
    assert folds(cast)


def test_what_was_put_away_before_stays_away(cast: Cast) -> None:
    """Bringing somebody back is no undo of what was thrown away while he was there."""
    services.item_retire(item=cast.weapon(cast.kind), user=cast.gm, key=key())
    services.character_retire(character=cast.kind, user=cast.gm, key=key())
    cast.kind.refresh_from_db()
    services.character_restore(character=cast.kind, user=cast.gm, key=key())
    assert Item.objects.get(pk=cast.weapon(cast.kind).pk).retired
    assert folds(cast)


@pytest.mark.parametrize("at_once", [True, False])
def test_what_the_game_master_has_noted_does_not_reach_players(cast: Cast, at_once: bool) -> None:
    """I01: neither when a template is made for players nor when it becomes one."""
    edits = {"notes": services.Edit(cast.kind.notes, "Ist ein Verräter")}
    services.character_edit(character=cast.kind, user=cast.gm, key=key(), edits=edits)
    cast.kind.refresh_from_db()
    made = saved(cast, for_players=at_once)
    if not at_once:
        assert made.notes == "Ist ein Verräter"
        services.template_edit(template=made, user=cast.gm, key=key(), name="Wache", for_players=True)
    made.refresh_from_db()
    copy = services.character_create(campaign=cast.campaign, user=cast.owner, key=key(), template=made)
    assert (copy.notes, copy.public_name) == ("", "")
    assert folds(cast)
    if not at_once:
        services.entry_undo(entry=JournalEntry.objects.get(cause="template_edited"), user=cast.gm, key=key())
        made.refresh_from_db()
        assert (made.known, made.notes) == ("nothing", "Ist ein Verräter")


def test_two_of_one_name_are_told_apart(cast: Cast) -> None:
    assert [saved(cast).name, saved(cast).name] == ["Torwächter", "Torwächter 2"]
    made = Character.objects.get(name="Torwächter 2")
    client = as_user(cast.gm)
    address = reverse("template_act", args=[cast.campaign.pk, made.pk, "aendern"])
    told = words(client.post(address, {"key": key(), "name": "Torwächter"}, follow=True))
    assert "So heißt schon eine Vorlage." in told


def test_what_another_has_set_meanwhile_is_not_overwritten(cast: Cast) -> None:
    """A13: both values are told; what one has not touched is not in the way."""
    made, client = saved(cast), as_user(cast.gm)
    page = client.get(reverse("characters", args=[cast.campaign.pk])).content.decode()
    assert 'name="shown_name" value="Torwächter"' in page
    shown = {"shown_name": "Torwächter", "shown_for_players": "0"}
    address = reverse("template_act", args=[cast.campaign.pk, made.pk, "aendern"])
    services.template_edit(template=made, user=cast.gm, key=key(), name="Wache", for_players=True)
    told = words(client.post(address, {"key": key(), "name": "Posten", **shown}, follow=True))
    assert "Es gilt „Wache“ (auch für Mitspieler), du wolltest „Posten“." in told
    api = f"/api/v1/campaigns/{cast.campaign.pk}/templates/{made.pk}/"
    seen: dict[str, Any] = {"name": "Torwächter", "for_players": True}
    sent = {"key": key(), "name": "Posten", "for_players": True, "shown": seen}
    refused = client.patch(api, json.dumps(sent), content_type="application/json")
    assert (refused.status_code, refused.json()["conflicts"][0]["stored"]) == (409, "Wache")
    made.refresh_from_db()
    assert made.name == "Wache"
    again = {**sent, "key": key(), "for_players": False, "shown": {"name": "Wache", "for_players": False}}
    now = client.patch(api, json.dumps(again), content_type="application/json").json()
    assert (now["name"], now["for_players"]) == ("Posten", True)


def test_what_was_put_away_makes_nobody(cast: Cast) -> None:
    """A page that is behind, or a number that was typed."""
    made, fight = saved(cast), prepared(cast)
    services.template_retire(template=made, user=cast.gm, key=key())
    made.refresh_from_db()
    with pytest.raises(services.Retired):
        combat.encounter_join_copies(encounter=fight, user=cast.gm, key=key(), template=made)
    with pytest.raises(services.Retired):
        services.character_create(campaign=cast.campaign, user=cast.gm, key=key(), template=made)


def test_the_log_names_it_for_the_game_master_alone(cast: Cast) -> None:
    saved(cast)
    log = reverse("log", args=[cast.campaign.pk])
    told = words(as_user(cast.gm).get(log))
    assert "Als Vorlage gespeichert" in told
    assert "Torwächter" in told
    assert "Torwächter" not in words(as_user(cast.owner).get(log))
    assert "Vorlage gespeichert" not in words(as_user(cast.owner).get(log))


# --- page and API ---------------------------------------------------------------------------------------------


def test_the_pages_keep_rename_and_put_away(cast: Cast) -> None:
    client: Client = as_user(cast.gm)
    assert "Als Vorlage speichern" in words(client.get(reverse("sheet", args=[cast.kind.pk])))
    assert "Als Vorlage speichern" not in words(as_user(cast.owner).get(reverse("sheet", args=[cast.hero.pk])))
    figures = reverse("characters", args=[cast.campaign.pk])
    save = reverse("template_save", args=[cast.campaign.pk, cast.kind.pk])
    assert client.post(save, {"key": key(), "name": "Wache <3"})["Location"] == figures
    assert "Wache &lt;3" in client.get(figures).content.decode()
    assert (
        "Wache &lt;3 (eigene Vorlage)" in client.get(reverse("character_new", args=[cast.campaign.pk])).content.decode()
    )
    made = Character.objects.get(campaign=cast.campaign, template=True)

    def act(what: str, **values: str) -> Any:
        return client.post(
            reverse("template_act", args=[cast.campaign.pk, made.pk, what]), {"key": key(), **values}, follow=True
        )

    assert "Torwache" in words(act("aendern", name="Torwache"))
    before = journal.stored(cast.campaign)
    assert act("aendern", name="").status_code == 200
    assert act("unfug").status_code == 404
    assert journal.stored(cast.campaign) == before
    assert "stillgelegt" in words(act("stilllegen"))
    assert "Torwache" not in offered(cast, cast.gm)
    act("zurueckholen")
    assert "Torwache" in offered(cast, cast.gm)
    assert as_user(cast.owner).post(save, {"key": key()}).status_code == 403
    assert as_user(cast.stranger).post(save, {"key": key()}).status_code == 404


def test_the_api_keeps_renames_and_puts_away(cast: Cast) -> None:
    client = as_user(cast.gm)
    path = f"/api/v1/campaigns/{cast.campaign.pk}/templates/"

    def ask(method: str, address: str, **body: Any) -> tuple[int, Any]:
        answer = getattr(client, method)(address, json.dumps({"key": key(), **body}), content_type="application/json")
        return answer.status_code, json.loads(answer.content)

    status, made = ask("post", path, character=cast.kind.pk, name="Torwache", for_players=True)
    assert (status, made["own"], made["for_players"], made["retired"]) == (201, True, True, False)
    assert made["id"] in [each["id"] for each in client.get(path).json()]
    one = f"{path}{made['id']}/"
    unseen, said = ask("patch", one, name="Wache")
    assert (unseen, [each["field"] for each in said["errors"]]) == (400, ["shown"])
    seen = {"name": "Torwache", "for_players": True}
    assert ask("patch", one, name="Wache", shown=seen)[1]["name"] == "Wache"
    assert ask("patch", one, name="Posten", shown=seen)[0] == 409
    assert ask("post", one, retired=True)[1]["retired"] is True
    assert made["id"] not in [each["id"] for each in client.get(path).json()]
    assert ask("post", one, retired=False)[1]["retired"] is False
    assert ask("patch", one, name="x" * 200, shown=seen)[0] == 400
    stock = builders.template("looter")
    assert ask("patch", f"{path}{stock.pk}/", name="Meins", shown=seen)[0] == 404
