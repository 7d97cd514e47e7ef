"""Words, rules and rulings of Ödland hold together: nothing is cited, named or switched that is not written down."""

import re
import tomllib
from collections.abc import Iterator

import pytest

from combat.rulesets.oedland.data import read
from combat.rulesets.oedland.description import describe

FILES = ("glossary.toml", "tables.toml", "rulings.toml")
FILLED_IN_BY_PAGES = {"who", "target", "item"}
INFO = describe()
ROWS = {"same", "similar", "different", "slight", "quarter", "wide", "this_text", "later_edition"}
"""Rows of tables whose heading says what they are."""


def citations(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        for key, inner in node.items():
            if key == "cite":
                yield from [inner] if isinstance(inner, str) else inner
            else:
                yield from citations(inner)


@pytest.mark.parametrize("name", FILES)
def test_every_citation_leads_to_a_rule_in_our_words(name: str) -> None:
    assert set(citations(tomllib.loads(read(name)))) <= set(INFO.rules)


def test_every_rule_belongs_to_a_section() -> None:
    chapters = {section.number for section in INFO.sections}
    assert {re.split(r"[-.]", number)[1] for number in INFO.rules} <= chapters


def test_every_option_is_explained_and_rests_on_a_ruling() -> None:
    assert {ruling.option for ruling in INFO.rulings if ruling.option} == {option.key for option in INFO.options}
    for option in INFO.options:
        assert INFO.glossary.terms[f"option.{option.key}"].means
        assert {value.term for value in option.values} <= set(INFO.glossary.terms)


def test_sentences_name_the_same_things_in_both_languages() -> None:
    for term in INFO.glossary.terms.values():
        german, english = (set(re.findall(r"{(\w+)[:}]", term.says.get(language, ""))) for language in ("de", "en"))
        assert german == english, term.id
        assert german - FILLED_IN_BY_PAGES <= set(INFO.glossary.terms), term.id


SPEAKS_FOR_ITSELF = ("number.", "table.", "reason.", "written.", "ask.", "chapter.")
"""Headings and rows of tables, refusals, questions, ways to write: no words that anybody looks up."""


def test_every_term_is_explained_and_cited() -> None:
    assert [term.id for term in INFO.glossary.terms.values() if not term.rules] == []
    unexplained = {term.id for term in INFO.glossary.terms.values() if not term.means}
    assert {name for name in unexplained if not name.startswith(SPEAKS_FOR_ITSELF)} == ROWS
    assert all(term.says for term in INFO.glossary.terms.values() if term.id.startswith(("reason.", "problem.")))


def test_of_what_the_rules_remember_the_changes_list_only_what_no_event_tells() -> None:
    """The report from the table: a watch listed its weapon, its reserve and the AP spent a second time."""
    kept = [flag for flag in INFO.flags if not flag.stated and not flag.inner]
    assert {flag.field.path for flag in kept} == {
        "fatigue", "watch", "leaning_out", "suppressing", "sprinted_points", "owed",
    }  # fmt: skip
