"""Characters that no font of this machine has: on paper a mark stands in their place, never an empty box.

Pango chooses fonts when a page is laid out, those of the system after our own; so Pango is asked here too.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any

from weasyprint.text.ffi import ffi, gobject, pango, pangoft2, unicode_to_char_p

MARK = "◆"
KNOWN = 0x250
"""Below this everything is in our own fonts."""
UNSEEN = {"Mn", "Cf"}
"""Categories of what has no shape of its own: accents that follow their letter, joiners, variations."""

ffi.cdef("int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);")


@cache
def _layout() -> Any:
    context = pango.pango_font_map_create_context(ffi.gc(pangoft2.pango_ft2_font_map_new(), gobject.g_object_unref))
    return ffi.gc(pango.pango_layout_new(context), gobject.g_object_unref)


@cache
def has_glyph(character: str) -> bool:
    """Whether some font here can draw it."""
    text, _string = unicode_to_char_p(character)
    pango.pango_layout_set_text(_layout(), text, -1)
    return int(pango.pango_layout_get_unknown_glyphs_count(_layout())) == 0


def printable(text: str) -> str:
    """The text with a mark for every run of characters that cannot be drawn; what followed them unseen goes too."""
    unknown = {c for c in set(text) if ord(c) >= KNOWN and unicodedata.category(c) not in UNSEEN and not has_glyph(c)}
    if not unknown:
        return text
    found: list[str] = []
    gone = False
    for c in text:
        if c in unknown:
            if not gone:
                found.append(MARK)
            gone = True
        elif not (gone and unicodedata.category(c) in UNSEEN):
            found.append(c)
            gone = False
    return "".join(found)
