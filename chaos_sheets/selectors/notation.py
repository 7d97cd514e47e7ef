"""Values that a rule text writes as one, written so: 4W(5), 5/20/80, up to 100 + 2 × WA."""

from collections.abc import Callable, Iterable

from chaos_sheets.selectors.fields import plain_dice
from chaos_sheets.words import Words, number, signed
from combat.core.description import ItemKind, Notation, Piece
from combat.core.value import Json

type Look = Callable[[str], Json]
"""The value at a path of a body."""


def written(notation: Notation, look: Look, words: Words) -> str:
    """The pieces that are set, one behind the other; empty where the first is not."""
    first = look(notation.pieces[0].path)
    if first is None or first == "":
        return ""
    return "".join(_piece(piece, look(piece.path), words) for piece in notation.pieces)


def _piece(piece: Piece, value: Json, words: Words) -> str:
    if value is None or value == "":
        return ""
    write = signed if piece.signed else number
    return words.says(piece.term, {"value": write(value) if isinstance(value, int) else plain_dice(str(value))})


def notation_of(kind: ItemKind | None, key: str) -> Notation | None:
    """The notation that a short line calls by this key."""
    return next((known for known in (kind.notations if kind else ()) if known.key == key), None)


def paths_written(notations: Iterable[Notation]) -> frozenset[str]:
    """The fields that need no word of their own, because a notation holds them."""
    return frozenset(piece.path for known in notations for piece in known.pieces)
