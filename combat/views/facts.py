"""What a form states of a fight: fields by their addresses, only those that differ from what the page showed.

``flag.<who>.<fact>``, ``pair.<one>><other>.<fact>``, ``fight.<fact>``, ``budget.<who>.<units>``; before each of them
``kept.`` names what the fight held when the page was made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from chaos_sheets.errors import number_fault, sentence
from chaos_sheets.numbers import whole_in
from chaos_sheets.words import Words
from combat.core.description import RulesetInfo
from combat.core.schema import Field, FieldKind
from combat.core.value import Json
from combat.selectors.announce import LONGEST_NUMBER, FormError, Typed

SCOPES = {"flag": "combatant", "pair": "pair", "fight": "fight"}
KEPT = "kept."
MOST = 500


@dataclass(slots=True)
class Facts:
    """The facts of a form, as a service takes them; ``shown`` what the page had instead."""

    stated: dict[str, Any] = field(default_factory=dict)
    shown: dict[str, Any] = field(default_factory=dict)
    budgets: dict[str, dict[str, int]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """The field of the page by the address in the encounter."""

    def __bool__(self) -> bool:
        return bool(self.stated or self.budgets)


def facts_of(typed: Typed, info: RulesetInfo) -> Facts:
    """Read the form; what a fact cannot be is told beside its field (in ``typed.errors``)."""
    found = Facts()
    words = Words.of(info.glossary)
    for name in _fields(typed)[:MOST]:
        head, _dot, rest = name.partition(".")
        of, _dot, path = rest.rpartition(".")
        value, kept = typed.one(name), typed.one(KEPT + name)
        if KEPT + name in typed.values and value == kept:
            continue
        if head == "budget":
            _budget(found, typed, name, of, path)
        known = _known(info, SCOPES.get(head, ""), path)
        if known is None:
            continue
        label = capfirst(words.word(known.label))
        wanted = _value(typed, name, known, label, value)
        if all(error.id != name for error in typed.errors):
            _put(found.stated, head, of, path, wanted)
            if KEPT + name in typed.values:
                _put(found.shown, head, of, path, _value(Typed({}), name, known, label, kept))
            found.names[_address(head, of, path)] = name
    return found


def _fields(typed: Typed) -> list[str]:
    """Every field the page had: a box that is not ticked is not sent, only what it showed."""
    return list(dict.fromkeys(name.removeprefix(KEPT) for name in typed.values))


def _known(info: RulesetInfo, scope: str, path: str) -> Field | None:
    return next((flag.field for flag in info.flags if flag.scope == scope and flag.field.path == path), None)


def _value(typed: Typed, name: str, known: Field, label: str, text: str) -> Json:
    if not text:
        return None
    if known.kind is FieldKind.BOOLEAN:
        return text == "1"
    found: Json = text
    if known.kind is FieldKind.INTEGER:
        found = whole_in(text, LONGEST_NUMBER)
        if found is None:
            typed.errors.append(FormError(name, label, number_fault(text, LONGEST_NUMBER, known).sentence))
            return None
    error = known.check(found)
    if error is not None:
        typed.errors.append(FormError(name, label, sentence(error.code, error.data)))
        return None
    return found


def _put(stated: dict[str, Any], head: str, of: str, path: str, value: Json) -> None:
    if head == "fight":
        stated.setdefault("flags", {})[path] = value
    elif head == "pair":
        stated.setdefault("pairs", {}).setdefault(of, {})[path] = value
    else:
        stated.setdefault("combatants", {}).setdefault(of, {}).setdefault("flags", {})[path] = value


def _address(head: str, of: str, path: str) -> str:
    if head == "fight":
        return f"flags.{path}"
    if head == "pair":
        return f"pairs.{of}.{path}"
    return f"combatants.{of.partition(':')[2]}.flags.{path}"


def _budget(found: Facts, typed: Typed, name: str, of: str, key: str) -> None:
    number = typed.whole(name, _("Rest"))
    if number is not None:
        found.budgets.setdefault(of, {})[key] = number
