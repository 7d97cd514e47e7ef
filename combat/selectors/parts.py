"""Several actions in one announcement: those announced before stand in the page as they were, ready to be changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from chaos_sheets.trace import Reader
from chaos_sheets.words import listed
from combat.core.intent import Part
from combat.core.schema import Field
from combat.core.value import thawed
from combat.requests import MOST_PARTS, part_to_json, read_part
from combat.requests import Reader as RequestReader
from combat.selectors.announce import Typed
from combat.selectors.panel_view import Joined

EARLIER = "part"
"""The field of each part that was announced before."""
LONGEST = 2000
OF_DICE = ("die.", "sides.", "label.", "choose.")
"""Fields that belong to the dice and questions of the turn as it was announced."""
OF_THIS = ("p.", "n.", "b.", "m.", *OF_DICE)
"""Fields that belong to the part being announced, and to its dice."""


def as_text(part: Part) -> str:
    return json.dumps(part_to_json(part), separators=(",", ":"), sort_keys=True)


def earlier_parts(typed: Typed) -> tuple[Part, ...]:
    """The parts announced before; what is none is told and left out."""
    found = []
    for text in typed.many(EARLIER)[:MOST_PARTS]:
        part = _read(text)
        if part is None:
            typed.wrong("ansage", _("Ansage"), _("Was schon angesagt war, ist nicht lesbar. Sag es noch einmal an."))
        else:
            found.append(part)
    return tuple(found)


def _read(text: str) -> Part | None:
    try:
        data = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        return None
    reader = RequestReader()
    part = read_part(reader, EARLIER, data) if isinstance(data, dict) else None
    return None if reader.errors else part


def added(typed: Typed, part: Part) -> dict[str, Sequence[str]]:
    """The page with the part that is being announced put to those before, and room for the next one."""
    return _without(typed.values, OF_THIS) | {EARLIER: [*typed.many(EARLIER), as_text(part)]}


def taken_back(
    typed: Typed, index: int, names: Mapping[str, str], standing: Part | None = None
) -> dict[str, Sequence[str]]:
    """The page with one of the parts before in the form again; what stands in the form takes its place.

    ``names``: the fields of its parameters. ``standing``: the part in the form, None where it is none yet.
    """
    parts = typed.many(EARLIER)
    part = _read(parts[index]) if index < len(parts) else None
    if part is None:
        return dict(typed.values)
    parts[index : index + 1] = [as_text(standing)] if standing is not None else []
    values = _without(typed.values, OF_THIS) | {EARLIER: parts}
    values |= {"form": [part.form], "item": [part.item], "target": list(part.targets)}
    if len(part.targets) > 1:
        values["several"] = ["1"]
    for path, value in part.parameters.items():
        plain = thawed(value)
        values[names.get(path, f"p.{path}")] = [
            str(one) for one in (plain if isinstance(plain, list) else [_text(plain)])
        ]
    return values


def left_out(typed: Typed, index: int) -> dict[str, Sequence[str]]:
    """The page without one of the parts before; what stands in the form stays."""
    parts = [text for place, text in enumerate(typed.many(EARLIER)) if place != index]
    return _without(typed.values, OF_DICE) | {EARLIER: parts}


def _text(value: object) -> str:
    return "1" if value is True else str(value)


def _without(values: Mapping[str, Sequence[str]], beginnings: tuple[str, ...]) -> dict[str, Sequence[str]]:
    return {name: kept for name, kept in values.items() if not name.startswith(beginnings)}


def joined_views(reader: Reader, parts: Iterable[Part]) -> tuple[Joined, ...]:
    """What has been announced before, in words."""
    return tuple(Joined(index=index, text=_words(reader, part)) for index, part in enumerate(parts))


def without_defaults(part: Part, fields: Iterable[Field]) -> Part:
    """A part as it is told: what holds without saying so is left out."""
    usual = {known.path: known.default for known in fields}
    given = {path: value for path, value in part.parameters.items() if value != usual.get(path)}
    return replace(part, parameters=given)


def part_words(reader: Reader, part: Part) -> str:
    """What tells a part from others of its kind: Kopf, Krummdolch → Wache."""
    words = [reader.told(path, value) for path, value in part.parameters.items() if isinstance(value, str)]
    numbers = {path: value for path, value in part.parameters.items() if not isinstance(value, str)}
    told = [*words, reader.text(numbers), reader.name(part.item) if part.item else ""]
    return _for_whom(reader, ", ".join(text for text in told if text), part)


def _for_whom(reader: Reader, what: str, part: Part) -> str:
    targets = ", ".join(reader.name(ref) for ref in part.targets)
    return f"{what} → {targets}" if targets else what


def _words(reader: Reader, part: Part) -> str:
    what = reader.words.word(part.form)
    if part.item:
        what = _("%(action)s mit %(thing)s") % {"action": what, "thing": reader.name(part.item)}
    return listed([_for_whom(reader, what, part), reader.text(part.parameters) if part.parameters else ""])
