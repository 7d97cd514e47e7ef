"""What protects somebody is worth: a thing that wears away, or a person held in front of him."""

from typing import NamedTuple


class Worth(NamedTuple):
    """What a thing that wears away is worth now, and after the next step of its wear; None: nothing wears it."""

    now: int
    then: int | None = None


class HeldWorth(NamedTuple):
    """What somebody is worth whom another holds in front of him, and how much of ``full`` he still takes until then.

    ``terms`` are the glossary ids of the two.
    """

    worth: Worth
    left: int
    full: int
    terms: tuple[str, str]
