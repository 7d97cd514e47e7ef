"""Words, rules and rulings of CHAOS hold together: nothing is cited, named or switched that is not written down."""

import re
import tomllib
from collections.abc import Iterator

import pytest

from combat.core.description import Option
from combat.rulesets.chaos.data import TABLES, read
from combat.rulesets.chaos.description import describe
from tests.rulesets.requests import own_cases

FILES = ("glossary.toml", "tables.toml", "rulings.toml")
FILLED_IN_BY_PAGES = {"who", "target", "item"}
INFO = describe()
CASES = own_cases(INFO.id)


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


def test_every_rule_is_what_became_of_a_section() -> None:
    """No sentence of the text is without a home: a rule, or a note that it is the game master's."""
    assert {number for section in INFO.sections for number in section.rules} == set(INFO.rules)
    for section in INFO.sections:
        assert section.rules or section.note, section.number
    assert "planned" not in {section.status for section in INFO.sections}


def test_every_rule_has_a_case_worked_out_by_hand() -> None:
    assert set(INFO.rules) - {rule for case in CASES for rule in case.rules} == set()


@pytest.mark.parametrize("option", INFO.options, ids=lambda option: str(option.key))
def test_every_setting_of_a_house_rule_has_a_case(option: Option) -> None:
    """The default is every case of its rule that does not name it."""
    played = [case.options.get(option.key, option.default) for case in CASES if set(case.rules) & set(option.rules)]
    settings = [value.value for value in option.values] or [option.default, TABLES.number("number.jam_never_from")]
    assert [value for value in settings if value not in played] == []


def test_every_modifier_action_and_mode_has_a_word() -> None:
    tables = tomllib.loads(read("tables.toml"))
    named = set(tables["modifier"]) | set(tables["action"]) | set(tables["mode"])
    assert named <= set(INFO.glossary.terms)


def test_every_option_is_explained_and_rests_on_a_ruling() -> None:
    switched = {ruling.option for ruling in INFO.rulings if ruling.option}
    assert switched == {option.key for option in INFO.options}
    for option in INFO.options:
        assert INFO.glossary.terms[f"option.{option.key}"].means
        assert {value.term for value in option.values} <= set(INFO.glossary.terms)


def test_sentences_name_the_same_things_in_both_languages() -> None:
    for term in INFO.glossary.terms.values():
        if term.says:
            german, english = (set(re.findall(r"{(\w+)[:}]", term.says[language])) for language in ("de", "en"))
            assert german == english, term.id
            assert german - FILLED_IN_BY_PAGES <= set(INFO.glossary.terms), term.id


def test_every_reason_and_problem_says_what_to_do() -> None:
    for term in INFO.glossary.terms.values():
        if term.id.startswith(("reason.", "problem.")):
            assert term.says, term.id


def test_every_term_is_explained_and_cited() -> None:
    for term in INFO.glossary.terms.values():
        assert term.rules, term.id
        # What stands before a number or over a table explains itself, and so do a question and the name of a die.
        assert term.means or term.id.startswith(("number.", "table.", "chapter.", "ask.", "roll.")), term.id


BOUNDS_OF_THE_PROGRAMME = {"number.jam_never_from", "number.hit_points_lowest"}


def test_every_number_of_the_text_has_a_word_and_none_of_the_programmes() -> None:
    named = {name for name in INFO.tables.entries if name.startswith("number.")}
    assert named - set(INFO.glossary.terms) == BOUNDS_OF_THE_PROGRAMME
    assert {term for term in INFO.glossary.terms if term.startswith("number.")} <= named
