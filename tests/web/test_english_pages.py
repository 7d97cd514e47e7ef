"""0004: on the pages of an English reader only names of the stock, names people gave and abbreviations are German."""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from chaos_sheets import policy
from chaos_sheets.models import Item, JournalEntry
from chaos_sheets.pdf import sheet_html
from chaos_sheets.selectors.printed import printed
from combat.registry import ruleset_ids, ruleset_info
from tests.cast import stock_once
from tests.web.browsing import as_user
from tests.web.test_admin_systems import model_of
from tests.web.test_every_ruleset import Table, every_ruleset, struck, table
from tests.web.test_offers import begun, offers_of

__all__ = ["stock_once"]

pytestmark = pytest.mark.django_db

READ_ALOUD = ("title", "aria-label", "placeholder", "alt", "label", "content")
GERMAN = re.compile(
    r"\b(nicht|und|oder|für|der|das|ist|mit|von|vom|zur|zum|ein|eine|einen|einer|auf|wird|werden|kann|wenn|noch|keine?"
    r"|aus|bei|nach|ohne|dem|den|im|am|hier|Wurf|Probe|Zug|Runde|Kampf|Waffe|Schaden|Handlung|Ziel|Regel|Figur|Uhr)\b"
    r"|[äöüßÄÖÜ„]"
)
"""Words and letters that no English sentence has."""


class Said(HTMLParser):
    """What a page says to eyes and ears, text by text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._unread = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in ("script", "style")
        self.texts += [value for name, value in attrs if name in READ_ALOUD and value]

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._unread and data.strip():
            self.texts.append(" ".join(data.split()))


@cache
def untranslated(ruleset: str) -> frozenset[str]:
    """Every German text of the pages and of the glossary that is another in English."""
    path = Path(settings.BASE_DIR) / "chaos_sheets/locale/en/LC_MESSAGES/django.mo"
    with path.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # Its only list of texts.
    pairs = [(str(text[0] if isinstance(text, tuple) else text), english) for text, english in catalogue.items()]
    words = [(term.word["de"], term.word["en"]) for term in ruleset_info(ruleset).glossary.terms.values()]
    both = [(german.rpartition("\x04")[2].casefold(), english.casefold()) for german, english in (*pairs, *words)]
    return frozenset(german for german, _english in both if german) - {english for _german, english in both}


@cache
def names_of(ruleset: str) -> tuple[str, ...]:
    """Everything that stands in the stock, abbreviations and what the systems are called; longest first."""
    folder = Path(settings.BASE_DIR) / "fixtures" / ruleset
    found = {ruleset_info(each).name for each in ruleset_ids()}
    found |= {short for term in ruleset_info(ruleset).glossary.terms.values() for short in term.abbreviation.values()}
    for file in folder.glob("*.json"):
        found |= set(_texts(json.loads(file.read_text(encoding="utf-8"))))
    return tuple(sorted((name for name in found if len(name) > 2), key=len, reverse=True))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def german_in(page: str, ruleset: str, given: Iterable[str]) -> set[str]:
    """What of a page is German and no name; ``given`` are the names people gave."""
    names = (*given, *names_of(ruleset))
    found = set()
    for said in Said(page).texts:
        text = said
        for name in names if GERMAN.search(text) else ():
            text = text.replace(name, "…")
        is_word = said.strip(" .,:;·()–").casefold() in untranslated(ruleset) and said not in names
        if is_word or GERMAN.search(text):
            found.add(said)
    return found


def addresses(at: Table, client: Client) -> Iterator[str]:
    """Every page of a campaign, of its sheets and fights, and each thing that can be done in a fight."""
    fight = begun(at)
    here = ("campaign", "characters", "character_new", "rules", "rulings", "log", "encounters", "armoury", "attack")
    yield from (at.address(name) for name in here)
    yield from (f"{at.address('lookup')}?teil={part}" for part in ("regeln", "tabellen", "begriffe"))
    yield from (reverse(name) for name in ("account", "campaigns", "campaign_new", "api_page", "admin:index"))
    yield from (reverse("sheet", args=[one.pk]) for one in (at.one, at.other))
    yield from (reverse(name, args=[at.campaign.pk, fight.pk]) for name in ("encounter", "encounter_setup"))
    for kind in ruleset_info(at.ruleset).kinds:
        yield f"{at.address('armoury')}?kind={kind.key}"
        model = f"admin:chaos_sheets_{model_of(kind)}"
        yield reverse(f"{model}_changelist")
        yield reverse(f"{model}_add")
        item = Item.objects.stock().filter(ruleset=at.ruleset, kind=kind.key).first()
        if item is not None:
            yield reverse("armoury_entry", args=[at.campaign.pk, item.pk])
            yield reverse(f"{model}_change", args=[item.pk])
    for entry in JournalEntry.objects.filter(campaign=at.campaign):
        yield reverse("log_entry", args=[at.campaign.pk, entry.pk])
    for one in (at.one, at.other):
        page = client.get(reverse("encounter", args=[at.campaign.pk, fight.pk]), {"figur": one.ref}).content.decode()
        yield from (address for address, _said in offers_of(page))


def test_german_is_found_where_it_is_left() -> None:
    """The search itself: a heading, a word that has an English one, what is only read aloud."""
    page = '<h2>Regeln und Würfe</h2><td>Rüstung</td><a aria-label="Zurück zur Runde">x</a><b>Armour</b>'
    assert german_in(page, "chaos", ()) == {"Regeln und Würfe", "Rüstung", "Zurück zur Runde"}


@every_ruleset
def test_nothing_but_names_is_german_for_an_english_reader(ruleset: str) -> None:
    at = table(ruleset)
    struck(at)
    at.gm.language = "en"
    at.gm.save()
    client = as_user(at.gm)
    client.post(reverse("admin:campaign"), {"campaign": str(at.campaign.pk)})
    given = (at.campaign.name, at.one.name, at.other.name, at.gm.username, at.campaign.currency, "Deutsch", "Probe")
    left: dict[str, set[str]] = {}
    for address in addresses(at, client):
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address
        for said in german_in(answer.content.decode(), ruleset, given):
            left.setdefault(said, set()).add(address)
    assert left == {}
    with translation.override("en"):
        who = policy.viewer(user=at.gm, campaign=at.campaign.pk)
        assert german_in(sheet_html(printed(who, at.one)), ruleset, given) == set()
