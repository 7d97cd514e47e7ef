"""The printed sheet from a browser's side: who gets it, when it is made anew, what it is called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from chaos_sheets import pdf, services
from chaos_sheets.models import Campaign, Character, User
from chaos_sheets.printing.press import PrintFailed
from chaos_sheets.services.common import Edit
from tests import builders
from tests.cast import Cast


class Printer:
    """Stands for the press: remembers what was printed."""

    def __init__(self) -> None:
        self.pages: list[str] = []
        self.fails = False

    def pdf(self, html: str) -> bytes:
        if self.fails:
            raise PrintFailed("no")
        self.pages.append(html)
        return f"%PDF- {len(self.pages)}".encode()


@pytest.fixture
def printer(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Printer:
    settings.CACHES = {**settings.CACHES, "prints": {**settings.CACHES["prints"], "LOCATION": tmp_path / "prints"}}
    found = Printer()
    monkeypatch.setattr(pdf, "press", found)
    return found


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(character: Character) -> str:
    return reverse("sheet_pdf", args=[character.pk])


def test_owner_and_game_master_get_it_all_others_are_told_there_is_none(cast: Cast, printer: Printer) -> None:
    for user in (cast.owner, cast.gm):
        assert sign_in(user).get(address(cast.hero)).status_code == 200
    for user in (cast.fellow, cast.spectator, cast.stranger):
        for character in (cast.hero, cast.hidden, cast.kind, cast.named):
            assert sign_in(user).get(address(character)).status_code == 404
    assert sign_in(cast.owner).get(address(cast.kind)).status_code == 404
    assert Client().get(address(cast.hero)).status_code == 302
    assert len(printer.pages) == 1


def test_it_is_made_once_for_every_state_of_the_sheet(cast: Cast, printer: Printer) -> None:
    client = sign_in(cast.owner)
    first = client.get(address(cast.hero))
    assert first["Content-Type"] == "application/pdf"
    assert client.get(address(cast.hero)).content == first.content
    assert client.get(address(cast.hero), headers={"if-none-match": first["ETag"]}).status_code == 304
    assert len(printer.pages) == 1
    services.pool_change(character=cast.hero, user=cast.owner, key=builders.key(), pool="hit_points", by=-2)
    second = client.get(address(cast.hero), headers={"if-none-match": first["ETag"]})
    assert second.status_code == 200
    assert second["ETag"] != first["ETag"]
    assert "heute 13" in printer.pages[1]


def test_house_rules_and_the_campaigns_name_make_another_print(cast: Cast, printer: Printer) -> None:
    client = sign_in(cast.owner)
    tags = {client.get(address(cast.hero))["ETag"]}
    Campaign.objects.filter(pk=cast.campaign.pk).update(name="Konvoi West")
    tags.add(client.get(address(cast.hero))["ETag"])
    Campaign.objects.filter(pk=cast.campaign.pk).update(options={"anything": True})
    tags.add(client.get(address(cast.hero))["ETag"])
    assert len(tags) == 3
    assert "Konvoi West" in printer.pages[1]


def test_every_reader_gets_his_own_language(cast: Cast, printer: Printer) -> None:
    german = sign_in(cast.owner).get(address(cast.hero))
    User.objects.filter(pk=cast.gm.pk).update(language="en")
    english = sign_in(cast.gm).get(address(cast.hero))
    assert german["ETag"] != english["ETag"]
    assert '<html lang="de">' in printer.pages[0]
    assert '<html lang="en">' in printer.pages[1]


def test_the_file_has_the_name_of_the_character_with_its_umlauts(cast: Cast, printer: Printer) -> None:
    renamed = {"name": Edit(cast.hero.name, 'Jörg "Öl" Größe / Süd')}
    services.character_edit(character=cast.hero, user=cast.gm, key=builders.key(), edits=renamed, reason="Test")
    found = sign_in(cast.owner).get(address(cast.hero))
    assert (
        found["Content-Disposition"] == "inline; filename*=utf-8''J%C3%B6rg%20%C3%96l%20Gr%C3%B6%C3%9Fe%20S%C3%BCd.pdf"
    )


@pytest.mark.parametrize(
    ("name", "file"),
    [("Jonna", "Jonna.pdf"), ("../../etc/passwd", "etc passwd.pdf"), ("a\u202eb\x00", "a b.pdf"), ("...", "Bogen.pdf")],
)
def test_no_name_can_leave_the_folder_it_is_saved_in(name: str, file: str) -> None:
    assert pdf.file_name(name) == file


def test_a_print_that_fails_is_a_sentence_and_costs_nothing(cast: Cast, printer: Printer) -> None:
    printer.fails = True
    client = sign_in(cast.owner)
    found = client.get(address(cast.hero))
    assert found.status_code == 503
    assert found["Retry-After"] == "10"
    assert "Versuch es in ein paar Sekunden noch einmal" in found.content.decode()
    printer.fails = False
    assert client.get(address(cast.hero)).status_code == 200


def test_a_full_disk_does_not_cost_the_print(cast: Cast, printer: Printer, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **kwargs: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(type(caches[pdf.CACHE]), "set", full)
    assert sign_in(cast.owner).get(address(cast.hero)).status_code == 200


def test_asking_again_costs_few_queries(cast: Cast, printer: Printer, django_assert_max_num_queries: Any) -> None:
    client = sign_in(cast.owner)
    client.get(address(cast.hero))
    with django_assert_max_num_queries(8):
        client.get(address(cast.hero))


def test_the_printed_sheet_is_the_sheet_of_the_page(cast: Cast, printer: Printer) -> None:
    """The value shown is the value printed: both come from one selector."""
    services.override_set(
        character=cast.hero, user=cast.gm, key=builders.key(), value_key="dodge", value=77, reason="Gift"
    )
    client = sign_in(cast.owner)
    client.get(address(cast.hero))
    assert "77 (festgesetzt)" in printer.pages[0]


# --- the game master's screen ---------------------------------------------------------------------------------


def test_every_member_prints_the_screen_and_strangers_find_none(cast: Cast, printer: Printer) -> None:
    address = reverse("screen_pdf", args=[cast.campaign.pk])
    for user in cast.insiders:
        response = sign_in(user).get(address)
        assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert "Spielleitungsschirm%20Konvoi" in response["Content-Disposition"]
    assert sign_in(cast.stranger).get(address).status_code == 404
    assert Client().get(address).status_code == 302
    assert sign_in(cast.gm).post(address).status_code == 405
    assert len(printer.pages) == 1


def test_the_screen_is_made_anew_when_the_campaign_plays_otherwise(cast: Cast, printer: Printer) -> None:
    client, address = sign_in(cast.owner), reverse("screen_pdf", args=[cast.campaign.pk])
    first = client.get(address)
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 304
    Campaign.objects.filter(pk=cast.campaign.pk).update(options={"jam_from": 98})
    second = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (second.status_code, second["ETag"] != first["ETag"]) == (200, True)
    assert "Ladehemmung ab Wurf *" in printer.pages[1]


def test_a_screen_that_cannot_be_printed_says_so_and_offers_to_try_again(cast: Cast, printer: Printer) -> None:
    printer.fails = True
    address = reverse("screen_pdf", args=[cast.campaign.pk])
    response = sign_in(cast.owner).get(address)
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert f'href="{address}"' in response.content.decode()
