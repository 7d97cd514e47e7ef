"""The press: a process of its own that turns HTML into PDF, warm from the start.

It knows neither Django nor the database. It reads a length and a text from its standard input, writes a mark, a length
and the finished bytes to its standard output, and ends when nobody is left to ask.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
from pathlib import Path
from typing import IO
from urllib.parse import unquote
from xml.etree.ElementTree import fromstring

from cssselect2 import ElementWrapper  # type: ignore[import-untyped]  # the package is not typed
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from chaos_sheets.printing.fit import fit
from chaos_sheets.printing.glyphs import printable
from chaos_sheets.printing.wire import DONE, FAILED, LENGTH

STATIC = Path(__file__).resolve().parents[1] / "static"
STYLE = STATIC / "css" / "print.css"
WARM_UP = (
    '<html lang="de"><head><title>Probe</title></head><body><p class="foot">Fuß</p><main><h1>Ä</h1>'
    '<section class="field"><h2><b>1</b>Ö</h2><ul><li class="skill"><b>1</b><i>ü</i>■□ß</li></ul>'
    '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><title>Kasten</title>'
    '<path d="M0 0h9v9h-9z"/><text x="1" y="8" font-family="Barlow Condensed" font-weight="600">A</text></svg>'
    '<table class="targets"><tr><th>a</th><td>1</td></tr></table><p class="again write"></p></section></main>'
    "</body></html>"
)


class OwnFiles(URLFetcher):  # type: ignore[misc]  # the package is not typed
    """Fetches our own static files and nothing else, whatever a text on a sheet may say."""

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        path = Path(unquote(url.removeprefix("file://"))).resolve()
        if not url.startswith("file:///") or not path.is_relative_to(STATIC):
            raise ValueError("only our own static files are printed")
        return URLFetcherResponse(url, path.read_bytes())


class Page(HTML):  # type: ignore[misc]  # the package is not typed
    """A page that is well-formed XML: read by a parser in C instead of one that forgives everything."""

    def __init__(self, text: str, fetcher: URLFetcher) -> None:
        self.base_url = None
        self.url_fetcher = fetcher
        self.media_type = "print"
        root = fromstring(printable(text))  # noqa: S314  our own template, in which every text is escaped
        self.wrapper_element = ElementWrapper.from_html_root(root, content_language=None)
        self.etree_element = self.wrapper_element.etree_element


class Press:
    """Style sheet and fonts, read once."""

    def __init__(self) -> None:
        self.fetcher = OwnFiles()
        self.fonts = FontConfiguration()
        self.style = CSS(filename=str(STYLE), font_config=self.fonts, url_fetcher=self.fetcher)

    def pdf(self, html: str) -> bytes:
        """A tagged PDF of a page written as XML. Empty rows fill what is left of their pages."""
        options = {"pdf_variant": "pdf/ua-1", "stylesheets": [self.style]}
        document = Page(html, self.fetcher).render(font_config=self.fonts, **options)
        fit(document)
        found = document.write_pdf(**options)
        assert isinstance(found, bytes)
        return found


def read(source: IO[bytes]) -> str | None:
    """The next request; None when the other side is gone."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    text = source.read(length)
    return text.decode() if len(text) == length else None


def serve(source: IO[bytes], target: IO[bytes]) -> None:
    """Answer until nobody asks any more."""
    press = Press()
    press.pdf(WARM_UP)
    gc.collect()
    gc.freeze()
    gc.disable()  # collected between two prints, not during one
    while (html := read(source)) is not None:
        try:
            mark, answer = DONE, press.pdf(html)
        except Exception:
            logging.getLogger("weasyprint").exception("a sheet could not be printed")
            mark, answer = FAILED, b""
        target.write(mark + LENGTH.pack(len(answer)) + answer)
        target.flush()
        gc.collect()


def main() -> None:
    os.nice(5)  # a blow at the table goes before a print
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    # Whatever a library prints goes where errors go; the answers have their channel to themselves.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
