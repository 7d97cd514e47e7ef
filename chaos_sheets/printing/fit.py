"""Empty rows as far as the page goes: measured after the layout, not estimated before it.

An element of the class ``again`` stands outside the flow and asks for no room. When everything has its place, it is
repeated below itself until the page is full (at most ``data-most`` times), or taken away where not even one fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

AIR = 8
"""Pixels between the last row and the end of the page."""


def fit(document: Any) -> None:
    """Fill the pages of a laid-out document."""
    boxes = [page._page_box for page in document.pages]
    cut = _cut(boxes)
    for box in boxes:
        _fill(box, box.content_box_y() + box.height - AIR, cut)


def _cut(boxes: list[Any]) -> set[Any]:
    """The rows that the end of a page cuts in two: neither half of one is a row."""
    pages = Counter(element for box in boxes for element in set(_repeated(box)))
    return {element for element, many in pages.items() if many > 1}


def _repeated(box: Any) -> Iterator[Any]:
    if _is_again(box):
        yield box.element
        return
    for child in getattr(box, "children", ()):
        yield from _repeated(child)


def _fill(box: Any, bottom: float, cut: set[Any]) -> None:
    children = []
    for child in getattr(box, "children", ()):
        if _is_again(child):
            children += [] if child.element in cut else _copies(child, bottom)
        else:
            _fill(child, bottom, cut)
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
