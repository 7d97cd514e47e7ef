"""JSON as it comes in. In a module of its own, because the framework imports it while it sets itself up."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class ShallowParser(JSONParser):
    """JSON as it comes; what is nested deeper than anything of ours is refused, not walked through."""

    DEEPEST = 40

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            found = super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError from None
        if _depth(found, self.DEEPEST) > self.DEEPEST:
            raise ParseError
        return found


def _depth(value: object, most: int) -> int:
    """How deeply lists and maps are nested; counting stops one below ``most``."""
    level, depth = [value], 0
    while level and depth <= most:
        depth += 1
        inside = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level = [inner for each in inside for inner in each]
    return depth
