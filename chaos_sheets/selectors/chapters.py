"""What the chapters of a rule text are called."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.text import capfirst

from chaos_sheets.words import Words
from combat.core.description import RulesetInfo


class Heading(NamedTuple):
    """``printed``: as it stands in the rule text, which is German."""

    title: str
    printed: bool


def chapter_heading(info: RulesetInfo, words: Words, chapter: int) -> Heading:
    """The word of ``chapter.<number>``, else the heading of the section of that number."""
    term = f"chapter.{chapter}"
    if term in info.glossary.terms:
        return Heading(capfirst(words.word(term)), False)
    found = next((section.title for section in info.sections if section.number == str(chapter)), "")
    return Heading(found, True)
