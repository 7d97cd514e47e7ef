"""The shorter way for constant texts says what Django's own tag says."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.templatetags.i18n import TranslateNode
from django.utils import translation

from chaos_sheets.templatetags.texts import Text


def said(source: str, language: str, **context: object) -> str:
    with translation.override(language):
        return Template("{% load i18n %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("language", "source", "text"),
    [
        ("de", "{% translate 'Waffen' %}", "Waffen"),
        ("en", "{% translate 'Waffen' %}", "Weapons"),
        ("en", "{% translate 'Waffen' as word %}[{{ word }}]", "[Weapons]"),
        ("de", "{% translate 'zu 50 % <b>sicher</b>' %}", "zu 50 % <b>sicher</b>"),
        ("en", "{% translate 'zu 50 % <b>sicher</b>' as word %}{{ word }}", "zu 50 % <b>sicher</b>"),
        ("en", "{% translate word %}", "Weapons"),
        ("en", "{% translate 'Waffen' noop %}", "Waffen"),
        ("en", "{% translate 'Waffen'|upper %}", "WEAPONS"),
        ("en", "{% blocktranslate %}Waffen{% endblocktranslate %}", "Weapons"),
    ],
)
def test_texts_are_said_in_the_language_of_the_page(language: str, source: str, text: str) -> None:
    assert said(source, language, word="Waffen") == text


def test_only_what_is_constant_goes_the_shorter_way() -> None:
    constant, variable = Template("{% load i18n %}{% translate 'Waffen' %}{% translate word %}").nodelist[1:]
    assert isinstance(constant, Text)
    assert isinstance(variable, TranslateNode)
