"""Glossaries: for every id its word in German and English, its meaning and, for an event, its sentence."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

from combat.core.citation import Citations, cite


class GlossaryError(Exception):
    """A glossary is broken; the text names the file and the id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One id's words. Texts are maps by language: ``{"de": "Trefferpunkte", "en": "hit points"}``."""

    id: str
    word: Mapping[str, str]
    abbreviation: Mapping[str, str]
    means: Mapping[str, str]
    says: Mapping[str, str]
    does: Mapping[str, str] = field(default_factory=dict)
    """For a form of action, the clause that tells it: ``{who} schießt auf {target}``."""
    per_person: bool = False
    """Whether a number behind it in the name of a question only tells which of several people is asked."""
    own: bool = False
    """Whether what stands under it is a name somebody gave himself: never translated, told to readers of his sheet."""
    rules: Citations = ()
    false_friends: tuple[str, ...] = ()

    def short(self, language: str) -> str:
        """The abbreviation, or the word where there is none."""
        return self.abbreviation.get(language) or self.word[language]


LANGUAGES = ("de", "en")


def _texts(entry: Mapping[str, object], key: str, name: str) -> dict[str, str]:
    found = entry.get(key, {})
    if isinstance(found, str):
        return dict.fromkeys(LANGUAGES, found)
    if not isinstance(found, Mapping) or (found and set(found) != set(LANGUAGES)):
        raise GlossaryError(f"{name}: {key} needs de and en")
    return {language: str(text) for language, text in found.items()}


def _listed(found: object) -> list[str]:
    if isinstance(found, str):
        return [found]
    return [str(text) for text in found] if isinstance(found, list) else []


@dataclass(frozen=True, slots=True, kw_only=True)
class Glossary:
    """The terms of one ruleset by id."""

    terms: Mapping[str, Term]

    @classmethod
    def load(cls, source: str, text: str) -> "Glossary":
        """Read ``glossary.toml``: one table ``[term.<id>]`` per id with de, en, abbr, means, says, does, per_person,
        own, cite, not.

        Raises GlossaryError for a missing word and for an abbreviation that two terms share.
        """
        terms: dict[str, Term] = {}
        owner: dict[str, str] = {}
        for term_id, entry in tomllib.loads(text)["term"].items():
            name = f"{source}: {term_id}"
            if not all(isinstance(entry.get(language), str) and entry[language] for language in LANGUAGES):
                raise GlossaryError(f"{name}: de and en are needed")
            term = Term(
                id=term_id,
                word={language: entry[language] for language in LANGUAGES},
                abbreviation=_texts(entry, "abbr", name),
                means=_texts(entry, "means", name),
                says=_texts(entry, "says", name),
                does=_texts(entry, "does", name),
                per_person=entry.get("per_person") is True,
                own=entry.get("own") is True,
                rules=cite(*_listed(entry.get("cite"))),
                false_friends=tuple(_listed(entry.get("not"))),
            )
            for short in {term.abbreviation.get("de")} - {None, ""}:
                if owner.setdefault(str(short), term_id) != term_id:
                    raise GlossaryError(f"{name}: {short} already stands for {owner[str(short)]}")
            terms[term_id] = term
        return cls(terms=terms)

    def term(self, term_id: str) -> Term:
        """The term of an id; an id nobody wrote down is shown as it is rather than not at all."""
        found = self.terms.get(term_id)
        if found is not None:
            return found
        word = term_id.replace("_", " ")
        return Term(id=term_id, word=dict.fromkeys(LANGUAGES, word), abbreviation={}, means={}, says={})
