"""What stands in a fight while it lasts, in words: whom an address is about, which fact it holds, what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chaos_sheets.records import is_ref
from chaos_sheets.trace import Reader
from chaos_sheets.words import measured
from combat.core.description import Budget
from combat.core.event import Change
from combat.core.schema import Field
from combat.core.value import Json, JsonMap

COURSE = {
    "round": gettext_lazy("Runde"),
    "phase": gettext_lazy("Abschnitt"),
    "order": gettext_lazy("Reihenfolge"),
    "current": gettext_lazy("am Zug"),
    "closed": gettext_lazy("beendet"),
}
"""What the course of a fight is kept in."""
_PERSON = re.compile(r"character:\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """An address in a fight. ``refs``: whom or what it is about; none: the fight itself. ``inner``: not told."""

    label: str
    refs: tuple[str, ...] = ()
    field: Field | None = None
    budget: Budget | None = None
    inner: bool = False


def is_fight(ref: str) -> bool:
    return ref.startswith("encounter:")


def refs_in(change: Change) -> Iterator[str]:
    """Whom and what a change of a fight names, in its address and in its values."""
    yield from _refs_at(change.field)
    yield from _refs_said(change.before)
    yield from _refs_said(change.after)


def _refs_at(path: str) -> tuple[str, ...]:
    match path.split("."):
        case ["combatants", number, *_rest]:
            return (f"character:{number}",)
        case ["covers", number, *_rest]:
            return (f"item:{number}",)
        case ["pairs", names, *_rest]:
            return tuple(_PERSON.findall(names))
        case _:
            return ()


def _refs_said(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield from filter(is_ref, value.split())
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _refs_said(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _refs_said(inner)


def spot_of(reader: Reader, path: str) -> Spot:
    """What an address in a fight is called: Kestrel, Deckung."""
    refs = _refs_at(path)
    match path.split("."):
        case ["combatants", _]:
            return Spot(label=_("im Kampf"), refs=refs)
        case ["combatants", _, "party"]:
            return Spot(label=_("Seite"), refs=refs)
        case ["combatants", _, "left"]:
            return Spot(label=_("ausgeschieden"), refs=refs)
        case ["combatants", _, "budget", key]:
            budget = next((known for known in reader.info.budgets if known.key == key), None)
            return Spot(label=capfirst(reader.words.word(key)), refs=refs, budget=budget)
        case ["combatants", _, "flags", *key]:
            return _flag(reader, "combatant", key, refs)
        case ["covers", _]:
            return Spot(label=_("Deckung im Kampf"), refs=refs)
        case ["pairs", _, *key]:
            return _flag(reader, "pair", key, refs)
        case ["flags", *key]:
            return _flag(reader, "fight", key, refs)
        case _:
            return Spot(label=str(COURSE[path]) if path in COURSE else capfirst(reader.words.word(path)))


def _flag(reader: Reader, scope: str, key: list[str], refs: tuple[str, ...]) -> Spot:
    path = ".".join(key)
    found = next((flag for flag in reader.info.flags if flag.scope == scope and flag.field.path == path), None)
    if found is None:
        return Spot(label=capfirst(reader.words.word(key[-1] if key else scope)), refs=refs)
    return Spot(label=capfirst(reader.words.word(found.field.label)), refs=refs, field=found.field, inner=found.inner)


def spot_value(reader: Reader, path: str, value: Json) -> str:
    """What stands at an address in a fight, as people read it."""
    match path.split("."):
        case ["combatants", _]:
            return _part_words(value)
        case ["combatants", _, "party"]:
            return str(value) if value else "–"
        case ["covers", number] if value is True and reader.facts.get(f"item:{number}"):
            return f"{reader.text(value)}, {reader.facts[f'item:{number}']}"
        case ["combatants", _, "left"] | ["covers", _] | ["closed"]:
            return reader.text(value is True)
        case ["current"]:
            return reader.text(value) if value else _("niemand")
    if value in ("", (), []):
        return "–"
    spot = spot_of(reader, path)
    if value is None and spot.budget is not None and not spot.budget.derived:
        return reader.text(spot.budget.per_round)
    return reader.text(value) if spot.field is None else fact_words(reader, spot.field, value)


def _part_words(value: Json) -> str:
    """Whether somebody takes part, and on which side."""
    if not isinstance(value, Mapping) or value.get("left") is True:
        return _("nein")
    party = value.get("party")
    return _("ja, Seite %(party)s") % {"party": party} if party else _("ja")


def fact_words(reader: Reader, field: Field, value: Json) -> str:
    """A fact of a fight as people read it."""
    if value is None:
        value = field.default
    if value is None and field.kind == "boolean":
        return _("nein")
    if isinstance(value, int) and not isinstance(value, bool):
        return measured(reader.info, reader.words, value, field.unit)
    if isinstance(value, str) and value in field.choices:
        return reader.words.choice(field, value)
    if isinstance(value, str) and field.read_as is not None:
        said = [reader.words.says(term, _filled(reader, data)) for term, data in field.read_as(value)]
        return "; ".join(said) or "–"
    return reader.text(value)


def _filled(reader: Reader, data: JsonMap) -> dict[str, str]:
    return {key: reader.text(inner) for key, inner in data.items()}
