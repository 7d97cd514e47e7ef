"""What pages say once: a unit beside its number, a kind that is the name already; the answer that counts stands out."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from chaos_sheets.models import Campaign, Item, Place
from chaos_sheets.words import Words
from combat import services as combat
from combat.core.value import Json
from combat.registry import ruleset_info
from combat.selectors.panel_view import Announced, Option
from combat.selectors.question import QuestionView
from tests import builders
from tests.builders import key
from tests.cast import Cast
from tests.shell.fights import running, shot
from tests.web.attacks import words
from tests.web.browsing import as_user

pytestmark = pytest.mark.django_db


def test_a_sheet_tells_the_unit_of_a_way_once(cast: Cast) -> None:
    text = words(as_user(cast.owner).get(reverse("sheet", args=[cast.hero.pk])))
    assert re.search(r"Schnelle Bewegung \d+ m", text)
    assert "(Meter)" not in text


def test_an_entry_whose_name_is_its_kind_says_so_once(cast: Cast) -> None:
    word = Words.of(ruleset_info(builders.RULESET).glossary, "de").word("assault_rifle")
    entry = builders.stock("weapon", "faehrmann")
    Item.objects.filter(pk=entry.pk).update(name=word)
    assert Item.objects.get(pk=entry.pk).place == Place.CATALOGUE
    page = as_user(cast.owner).get(reverse("armoury", args=[cast.campaign.pk]), {"q": word}).content.decode()
    row = page.partition(f'data-key="i{entry.pk}"')[2].partition("</th>")[0]
    assert row.count(word) == 1


def test_the_menu_and_its_page_have_one_word(cast: Cast) -> None:
    page = as_user(cast.owner).get(reverse("attack", args=[cast.campaign.pk])).content.decode()
    title = re.search(r"<h1>([^<]+)</h1>", page)
    assert title is not None
    assert re.search(rf'<a[^>]*aria-current="page"[^>]*>\s*{title[1]}\s*</a>', page)


def test_of_answers_on_buttons_the_one_that_counts_without_an_answer_is_filled() -> None:
    options = tuple(Option(value=value, label=value) for value in ("dodge", "none", "parry"))
    ask = Announced(name="reaction.0", title="Reaktion", who="Jonna", options=options, default="none")
    view = QuestionView(
        id=1, name="reaction.0", title="Reaktion", text="Weicht er aus?", who="J", action="", asks=(ask,)
    )
    page = render_to_string("attack/question.html", {"question": view, "campaign": Campaign(pk=1), "no": 2})
    assert re.findall(r'<button class="btn btn--main"[^>]*value="([^"]*)"', page) == ["none"]
    assert len(re.findall(r'<button class="btn"', page)) == 2


def test_a_question_of_a_fight_bears_its_number(cast: Cast) -> None:
    made = running(cast)
    distance: Json = {f"{cast.hero.ref}>{cast.other.ref}": {"distance": 20}}
    request = shot(made, cast.hero, cast.other, pairs=distance)
    answers: dict[str, Json] = {"attack": {"faces": [5]}}
    acted = combat.act(
        campaign=cast.campaign, user=cast.gm, request=request, key=key(), answers=answers, app_dice=False
    )
    assert acted.resolution is not None
    page = as_user(cast.fellow).get(reverse("encounter", args=[cast.campaign.pk, made.pk])).content.decode()
    asked = page.partition('id="frage"')[2].partition('id="f3"')[0]
    assert '<span class="field__no" aria-hidden="true">2</span>' in asked
    assert '<span class="field__no" aria-hidden="true">?</span>' not in asked
