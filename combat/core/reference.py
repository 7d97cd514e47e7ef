"""The reference: the sections of a rule text, its rules in our own words, and how unclear passages are read."""

import tomllib
from collections.abc import Mapping

from combat.core.citation import Citation, cite
from combat.core.description import Rule, Ruling, Section
from combat.core.glossary import LANGUAGES

STATUSES = ("implemented", "planned", "gm", "not_in_text")
"""What may have become of a section: done, still to come, left to the game master, referred to but missing."""


class ReferenceBroken(Exception):
    """A file of the reference is broken; the text names the file and the key."""


def _texts(name: str, entry: Mapping[str, object], key: str) -> Mapping[str, str]:
    found = entry.get(key)
    if not isinstance(found, Mapping) or set(found) != set(LANGUAGES) or not all(found.values()):
        raise ReferenceBroken(f"{name}: {key} needs de and en")
    return {language: str(text) for language, text in found.items()}


def load_sections(source: str, text: str) -> tuple[Section, ...]:
    """The ``[[section]]`` entries of ``sections.toml`` in their order.

    Raises ReferenceBroken for a number used twice, an unknown status, a title or a note in one language only.
    """
    sections: dict[str, Section] = {}
    for entry in tomllib.loads(text).get("section", []):
        number = str(entry.get("number", ""))
        name = f"{source}: section {number}"
        if not number or number in sections:
            raise ReferenceBroken(f"{name}: the number is missing or used twice")
        if entry.get("status") not in STATUSES:
            raise ReferenceBroken(f"{name}: a known status is needed")
        sections[number] = Section(
            number=number,
            title=_texts(name, entry, "title"),
            status=entry["status"],
            note=_texts(name, entry, "note") if "note" in entry else {},
            rules=cite(*entry.get("rules", ())),
        )
    return tuple(sections.values())


def load_rules(source: str, text: str) -> Mapping[str, Rule]:
    """The ``[rule."CHA-7.3"]`` entries of ``sections.toml`` by citation.

    Raises ReferenceBroken for a number that is no citation and for a missing title or text.
    """
    rules: dict[str, Rule] = {}
    for number, entry in tomllib.loads(text).get("rule", {}).items():
        name = f"{source}: {number}"
        try:
            Citation(number)
        except ValueError as error:
            raise ReferenceBroken(f"{name}: {error}") from error
        rules[number] = Rule(
            title=_texts(name, entry, "title"),
            text=_texts(name, entry, "text"),
            assumption=entry.get("assumption") is True,
        )
    return rules


def load_rulings(source: str, text: str) -> tuple[Ruling, ...]:
    """The ``[ruling.<key>]`` entries of ``rulings.toml`` in their order.

    Raises ReferenceBroken for a missing text, date or citation.
    """
    rulings = []
    for key, entry in tomllib.loads(text).get("ruling", {}).items():
        name = f"{source}: {key}"
        if not entry.get("cite") or not entry.get("date"):
            raise ReferenceBroken(f"{name}: a citation and a date are needed")
        rulings.append(
            Ruling(
                key=key,
                rules=cite(*entry["cite"]),
                question=_texts(name, entry, "question"),
                reading=_texts(name, entry, "reading"),
                reason=_texts(name, entry, "reason"),
                date=entry["date"],
                option=entry.get("option", ""),
            )
        )
    return tuple(rulings)
