"""A printed sheet as a test reads it: text by page, tags, and where every text came to stand."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils import translation
from pypdf import PdfReader
from weasyprint.formatting_structure.boxes import BlockBox, TextBox

from chaos_sheets import pdf, policy
from chaos_sheets.models import Character, User
from chaos_sheets.printing.fit import fit
from chaos_sheets.printing.worker import Page, Press
from chaos_sheets.selectors.printed import Printed, printed
from chaos_sheets.selectors.sheet import character_of

PAGE_NUMBER = re.compile(r"(?:Seite|Page) (\d+) (?:von|of) (\d+)")
TOUCH = 1.5
"""Pixels by which two texts may meet."""
AIR = 0.22
"""Share of a text's height that is empty above and below its letters."""


@dataclass(frozen=True, slots=True)
class Text:
    page: int
    text: str
    x: float
    y: float
    right: float
    bottom: float

    def overlaps(self, other: Text) -> bool:
        aside = self.right <= other.x + TOUCH or other.right <= self.x + TOUCH
        above = self.bottom <= other.y + TOUCH or other.bottom <= self.y + TOUCH
        return self.page == other.page and not aside and not above


class Paper:
    """One print, laid out once and read in every way."""

    def __init__(self, press: Press, html: str) -> None:
        options = {"pdf_variant": "pdf/ua-1", "stylesheets": [press.style]}
        self.document: Any = Page(html, press.fetcher).render(font_config=press.fonts, **options)
        fit(self.document)
        self.content: bytes = self.document.write_pdf(**options)
        self.reader = PdfReader(io.BytesIO(self.content))

    @property
    def root(self) -> Any:
        return self.reader.trailer["/Root"]

    @cached_property
    def pages(self) -> list[str]:
        return [page.extract_text() for page in self.reader.pages]

    @cached_property
    def text(self) -> str:
        """All text, blanks and line ends as one blank: a long name is broken over lines."""
        return " ".join(" ".join(self.pages).split())

    def holds(self, text: str) -> bool:
        return _bare(text) in _bare(self.text)

    @property
    def numbers(self) -> list[tuple[int, int]]:
        """What the pages say of themselves: page 1 of 2, page 2 of 2."""
        found = (PAGE_NUMBER.search(page) for page in self.pages)
        return [(int(match[1]), int(match[2])) for match in found if match]

    @cached_property
    def placed(self) -> list[Text]:
        return [
            Text(
                number,
                box.text,
                box.position_x,
                box.position_y + AIR * box.height,
                box.position_x + box.width,
                box.position_y + (1 - AIR) * box.height,
            )
            for number, page in enumerate(self.document.pages, 1)
            for box in page._page_box.descendants(placeholders=True)
            if isinstance(box, TextBox) and box.text.strip()
        ]

    def outside(self) -> list[Text]:
        """Texts that reach over the edge of the printable page."""
        found = []
        for text in self.placed:
            page = self.document.pages[text.page - 1]._page_box
            left, right = page.content_box_x(), page.content_box_x() + page.width
            if (
                text.x < left - TOUCH
                or text.right > right + TOUCH
                or not 0 <= text.y < text.bottom <= page.margin_height()
            ):
                found.append(text)
        return found

    def overlapping(self) -> list[tuple[str, str]]:
        """Pairs of texts that stand on each other."""
        return [
            (one.text, other.text)
            for index, one in enumerate(self.placed)
            for other in self.placed[index + 1 :]
            if one.overlaps(other)
        ]

    def bare_pages(self) -> list[int]:
        """Pages on which nothing stands but head and foot."""
        return [
            number
            for number, page in enumerate(self.document.pages, 1)
            if not any(
                page._page_box.content_box_y() <= text.y < page._page_box.content_box_y() + page._page_box.height
                for text in self.placed
                if text.page == number
            )
        ]

    def fonts(self, page: Any) -> list[str]:
        """Names of the fonts of a page."""
        return [str(font.get_object()["/BaseFont"]) for font in page["/Resources"]["/Font"].values()]

    @property
    def headings(self) -> list[str]:
        """The headings of the fields from top to bottom."""
        boxes = (box for page in self.document.pages for box in page._page_box.descendants())
        found = (box for box in boxes if isinstance(box, BlockBox) and box.element_tag == "h2")
        return ["".join(part.text for part in box.descendants() if isinstance(part, TextBox)) for box in found]

    def elements(self, kind: str) -> Iterator[Any]:
        """Elements of the tag tree of one kind."""
        yield from (each for each in walk(self.root["/StructTreeRoot"]) if each.get("/S") == kind)

    @property
    def pictures(self) -> list[str]:
        """What the drawings say to those who do not see them."""
        return [str(each.get("/Alt", "")) for each in self.elements("/Figure")]


def _bare(text: str) -> str:
    return "".join(text.split())


def walk(node: Any) -> Iterator[Any]:
    node = node.get_object() if hasattr(node, "get_object") else node
    if isinstance(node, dict):
        yield node
        yield from walk(node.get("/K", []))
    elif isinstance(node, list):
        for each in node:
            yield from walk(each)


def read_sheet(user: User, character: Character) -> Printed:
    found = character_of(character.pk)
    return printed(policy.viewer(user=user, campaign=found.campaign_id or 0), found)


def print_sheet(press: Press, user: User, character: Character, language: str = "de") -> Paper:
    """The sheet as this user prints it now."""
    with translation.override(language):
        return Paper(press, pdf.sheet_html(read_sheet(user, character)))
