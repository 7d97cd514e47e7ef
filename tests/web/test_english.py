"""The English of the pages: what is said after switching, days and times, and nothing German around the stock."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from chaos_sheets import dates
from chaos_sheets.models import JournalEntry
from combat.registry import ruleset_ids, ruleset_info
from combat.selectors import encounter_rows
from tests.cast import Cast
from tests.web.browsing import as_user

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 30, 11, 5, tzinfo=UTC)


def settings_of(cast: Cast, language: str) -> dict[str, str]:
    return {"first_name": cast.owner.first_name, "language": language, "look": "system"}


def test_what_is_said_after_switching_is_said_in_the_new_language(cast: Cast) -> None:
    client, address = as_user(cast.owner), reverse("account")
    to_english = client.post(address, settings_of(cast, "en"), follow=True).content.decode()
    assert "Your settings are saved." in to_english
    assert "Einstellungen" not in to_english
    to_german = client.post(address, settings_of(cast, "de"), follow=True).content.decode()
    assert "Deine Einstellungen sind gespeichert." in to_german


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("de", ("Montag, 30. November 2026", "30. November 2026, 12:05", "30. November", "30. Nov", "30. Nov, 12:05")),
        ("en", ("Monday, 30 November 2026", "30 November 2026, 12:05", "30 November", "30 Nov", "30 Nov, 12:05")),
    ],
)
def test_days_and_times_are_written_as_the_language_writes_them(language: str, written: tuple[str, ...]) -> None:
    with translation.override(language):
        found = (
            dates.long_day(NOON),
            dates.moment(NOON),
            dates.day(NOON),
            dates.short_day(NOON),
            dates.short_moment(NOON),
        )
    assert tuple(text.replace("Nov.", "Nov") for text in found) == written


def test_the_log_of_an_english_reader_has_english_days(cast: Cast) -> None:
    cast.owner.language = "en"
    cast.owner.save()
    JournalEntry.objects.filter(campaign=cast.campaign).update(time=NOON)
    text = as_user(cast.owner).get(reverse("log", args=[cast.campaign.pk])).content.decode()
    assert "Monday, 30 November 2026" in text
    assert not re.search(r"\d\. (Nov|Dez|Montag)", text)


def test_the_account_leads_to_the_interface(cast: Cast) -> None:
    assert f'href="{reverse("api_page")}"' in as_user(cast.owner).get(reverse("account")).content.decode()


@pytest.mark.parametrize("name", ["rules", "rulings", "lookup", "campaign", "characters", "attack", "log"])
def test_nothing_of_the_frame_is_german_for_an_english_reader(cast: Cast, name: str) -> None:
    cast.gm.language = "en"
    cast.gm.save()
    text = as_user(cast.gm).get(reverse(name, args=[cast.campaign.pk])).content.decode()
    assert '<html lang="en"' in text
    # Headings as they stand in the rule text say so themselves.
    plain = re.sub(r"<[^>]+>", " ", re.sub(r'<(\w+)[^>]* lang="de"[^>]*>.*?</\1>', "", text, flags=re.S))
    found = re.findall(r"\b(?:nicht|und|für|ist|Regeln|Hausregel|Suche|Annahme|Zustand|Runde)\b", plain)
    assert found == []


@pytest.mark.parametrize(("language", "written"), [("de", "„{}“"), ("en", "“{}”")])
def test_quotation_marks_are_those_of_the_language(cast: Cast, language: str, written: str) -> None:
    cast.gm.language = language
    cast.gm.save()
    text = as_user(cast.gm).get(reverse("characters", args=[cast.campaign.pk])).content.decode()
    assert f"– {written.format(cast.kind.public_name)}" in text
    known = SimpleNamespace(characters={cast.kind.ref: SimpleNamespace(owner=None)})
    look: Any = SimpleNamespace(known=known, who=SimpleNamespace(is_gm=True))
    feed = {"line": {"id": 1, "cause_word": "", "reason": "Zu dunkel"}, "time": NOON}
    with translation.override(language):
        assert encounter_rows._sub(look, cast.kind) == written.format(cast.kind.public_name)
        told = render_to_string(
            "encounter/feed.html", {"fight": {"feed": [feed]}, "campaign": cast.campaign, "who": cast.gm}
        )
    assert written.format("Zu dunkel") in told


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_no_english_text_of_a_glossary_invents_abbreviations(ruleset: str) -> None:
    """docs/decisions/0004: the letters of the rule text are the same in both languages."""
    terms = ruleset_info(ruleset).glossary.terms.values()
    known = {short for term in terms for short in term.abbreviation.values()}
    texts = [texts for term in terms for texts in (term.word, term.means, term.says)]
    invented = {
        letters
        for text in texts
        for letters in re.findall(r"\b[A-Z]{2,4}\b", text.get("en", ""))
        if letters not in known and letters not in text.get("de", "")
    }
    assert not invented
