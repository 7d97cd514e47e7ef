"""What may stand in a text: letters of any script, but nothing that hides or reorders what is read."""

from unicodedata import category

# Marks, embeddings, overrides and isolates that turn the reading direction around.
_TURNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_HIDES = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode's categories of control characters, halves no encoding can store, and separators of lines."""


def forbidden_in(text: str, allowed: str = "\n\t") -> tuple[str, ...]:
    """The characters of a text that hide or reorder what is read, but for those that are allowed."""
    if text.isprintable():
        return ()
    found = {one for one in text if one not in allowed and (one in _TURNS or category(one) in _HIDES)}
    return tuple(sorted(found))


def is_printable(text: str) -> bool:
    """Whether a text is free of control characters and of those that turn the writing direction."""
    return not forbidden_in(text)
