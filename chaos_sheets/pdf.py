"""A sheet as PDF: made once for every state of the sheet, kept, and read from a file ever after."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from chaos_sheets.dates import moment
from chaos_sheets.models import Character
from chaos_sheets.policy import Viewer
from chaos_sheets.printing.layout import paper
from chaos_sheets.printing.origin import GUESS, holds_guesses
from chaos_sheets.printing.press import press
from chaos_sheets.selectors.printed import Printed, print_key, printed
from chaos_sheets.selectors.screen import Screen, screen
from chaos_sheets.words import listed

CACHE = "prints"
ROOM = 360
"""So many lines stand on two pages of a screen in the larger letters."""
UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Print:
    """A finished PDF, the key of the state it shows, and the name to save it under."""

    content: bytes
    key: str
    name: str


@cache
def template_version() -> str:
    """Changes with everything a print is made from, so that an update never shows an old one."""
    root = Path(__file__).resolve().parent
    files = [*(root / "printing").glob("*.py"), *(settings.BASE_DIR / "templates" / "print").glob("*.html")]
    files += [*(root / "locale").rglob("*.mo"), *(root / "selectors").glob("*.py"), root / "templatetags" / "print.py"]
    files += [root / "static" / "css" / "print.css", root / "figure.py", root / "drawing.py", Path(__file__)]
    digest = sha256()
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def sheet_key(who: Viewer, character: Character) -> str:
    """The key of the print this viewer gets now, in the active language."""
    return print_key(who, character, get_language() or "de", template_version(), "whole")


def sheet_pdf(who: Viewer, character: Character, key: str = "") -> Print:
    """The sheet as it stands now. Raises NotVisible for whoever may not see all of it, PrintFailed if it fails.

    ``key``: what ``sheet_key`` said, where it was asked before.
    """
    key = key or sheet_key(who, character)
    content = _kept(key, lambda: sheet_html(printed(who, character)))
    return Print(content, key, file_name(character.name))


def screen_pdf(who: Viewer) -> Print:
    """The screen as the campaign plays now; what would be on it names it, so it is never older than that."""
    found = screen(who=who)
    html = screen_html(found)
    key = sha256(f"{template_version()}\n{html}".encode()).hexdigest()
    name = file_name(f"{_('Spielleitungsschirm')} {found.campaign}")
    return Print(_kept(key, lambda: html), key, name)


def _kept(key: str, html: Callable[[], str]) -> bytes:
    """The print of this key, made where there is none yet."""
    kept = caches[CACHE]
    content: bytes | None = kept.get(key)
    if content is None:
        content = press.pdf(html())
        # A full disk costs the second reader a second; it must not cost the first one his print.
        with suppress(OSError):
            kept.set(key, content, timeout=None)
    return content


def screen_html(found: Screen) -> str:
    """The pages of the screen; much of it is set smaller."""
    context = {
        "screen": found,
        "small": found.lines > ROOM,
        "language": (get_language() or "de").partition("-")[0],
        "footer": listed([found.campaign, found.ruleset, _("Fassung %(version)s") % {"version": found.version}]),
        "page_words": page_words("screen"),
    }
    return as_xml(render_to_string("print/screen.html", context))


def sheet_html(found: Printed) -> str:
    """The page that goes to the press."""
    context = {
        "paper": paper(found),
        "language": (get_language() or "de").partition("-")[0],
        "footer": footer(found),
        "page_words": page_words(),
    }
    return as_xml(render_to_string("print/sheet.html", context))


def as_xml(text: str) -> str:
    """What XML has no room for is left out: a page holds no such characters, a text might."""
    return UNPRINTABLE.sub("", text)


def footer(found: Printed) -> str:
    """Whose sheet, of which campaign and system, of which day and version."""
    sheet = found.sheet
    stand = _("Stand %(time)s") % {"time": moment(found.changed or timezone.now())}
    version = _("Fassung %(version)s") % {"version": sheet.version}
    guess = _("%(sign)s Annahme") % {"sign": GUESS} if holds_guesses(sheet) else ""
    return listed([sheet.name, sheet.campaign, sheet.ruleset_name, stand, version, guess])


def page_words(page: str = "") -> str:
    """The page number in the reader's language, as a style sheet asks for it; ``page``: of pages of that name."""
    before, between, after = (
        text.replace("\\", "").replace('"', "").replace("<", "")
        for text in (_("Seite %(page)s von %(pages)s") % {"page": "|", "pages": "|"}).split("|")
    )
    content = f'"{before}" counter(page) "{between}" counter(pages) "{after}"'
    return mark_safe(f"@page {page} {{ @bottom-right {{ content: {content} }} }}")  # noqa: S308  quotes were taken out


def file_name(name: str) -> str:
    """A name that every file system takes: no separators, no control characters, not too long."""
    plain = "".join(" " if c in '/\\:*?"<>|' or unicodedata.category(c).startswith("C") else c for c in name)
    return (" ".join(plain.split()).strip(". ")[:100] or "Bogen") + ".pdf"
