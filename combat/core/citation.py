"""Citations: the number of a rule, the one form in which code, trace, print and reference name it."""

import re
from functools import cache
from typing import Self

PATTERN = re.compile(r"[A-Z][A-Z0-9]*-(\d+)(\.(\d+|[a-z][a-z_]*))?")


class Citation(str):
    """A rule's number: ``CHA-7.3``, a trait ``CHA-6.heat_ray``, a whole chapter ``CHA-7``.

    Raises ValueError for any other text, so that a misspelt number never leaves the place where it was written.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        if not PATTERN.fullmatch(text):
            raise ValueError(f"not a citation: {text!r}")
        return super().__new__(cls, text)

    @property
    def chapter(self) -> int:
        """The chapter's number, as in ``sections.toml``."""
        return int(self.partition("-")[2].partition(".")[0])


type Citations = tuple[Citation, ...]


@cache
def cite(*numbers: str) -> Citations:
    """Several citations at once: ``cite("CHA-7.3", "CHA-7.4")``."""
    return tuple(Citation(number) for number in numbers)
