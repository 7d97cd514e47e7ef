"""Every section of a rule text has a home, and the docs show it as it stands."""

import pytest

from combat.registry import ruleset_ids, ruleset_info
from tools.listing import ROOT
from tools.sections import page, path_of

every_ruleset = pytest.mark.parametrize("ruleset_id", ruleset_ids())


@every_ruleset
def test_the_page_of_the_docs_is_the_one_that_is_written_from_the_sections(ruleset_id: str) -> None:
    found = ROOT / path_of(ruleset_id)
    assert found.is_file(), "python -m tools.sections"
    assert found.read_text("utf-8") == page(ruleset_info(ruleset_id)), "python -m tools.sections"


@every_ruleset
def test_every_rule_of_a_section_is_listed(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    assert [number for section in info.sections for number in section.rules if number not in info.rules] == []
