"""Empty rows as far as the page goes: measured after the layout, not estimated before it.

An element of the class ``again`` stands outside the flow and asks for no room. When everything has its place, it is
repeated below itself until the page is full (at most ``data-most`` times), or taken away where not even one fits.
"""

from __future__ import annotations

from typing import Any

AIR = 8
"""Pixels between the last row and the end of the page."""


def fit(document: Any) -> None:
    """Fill the pages of a laid-out document."""
    for page in document.pages:
        box = page._page_box
        _fill(box, box.content_box_y() + box.height - AIR)


def _fill(box: Any, bottom: float) -> None:
    children = []
    for child in getattr(box, "children", ()):
        if _is_again(child):
            children += _copies(child, bottom)
        else:
            _fill(child, bottom)
            children.append(child)
    if hasattr(box, "children"):
        box.children = tuple(children) if isinstance(box.children, tuple) else children


def _is_again(box: Any) -> bool:
    return box.element is not None and "again" in (box.element.get("class") or "").split()


def _copies(box: Any, bottom: float) -> list[Any]:
    height = box.margin_height()
    room = int((bottom - box.position_y) // height)
    count = max(0, min(room, int(box.element.get("data-most") or room)))
    copies = [box]
    for index in range(1, count):
        copy = box.copy()
        object.__setattr__(copy, "_box", box._box.deepcopy())
        copy._box.translate(0, index * height)
        copies.append(copy)
    return copies[:count]
