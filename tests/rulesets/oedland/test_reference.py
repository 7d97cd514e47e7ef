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
        german, english = (set(re.findall(r"{(\w+)}", term.says.get(language, ""))) for language in ("de", "en"))
        assert german == english, term.id
        assert german - FILLED_IN_BY_PAGES <= set(INFO.glossary.terms), term.id


def test_every_term_is_explained_and_cited() -> None:
    terms = INFO.glossary.terms.values()
    assert [term.id for term in terms if not term.rules] == []
    assert [term.id for term in terms if not term.means and not term.id.startswith("written.")] == []
    assert all(term.says for term in INFO.glossary.terms.values() if term.id.startswith(("reason.", "problem.")))
