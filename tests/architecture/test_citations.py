"""Every rule number that code, data or a golden case names is one that its ruleset lists."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from combat.core.citation import PATTERN
from combat.registry import ruleset_ids

ROOT = Path(__file__).resolve().parents[2]


def listed(ruleset: str) -> set[str]:
    text = (ROOT / "combat" / "rulesets" / ruleset / "sections.toml").read_text("utf-8")
    return set(tomllib.loads(text)["rule"])


def prefixes() -> list[str]:
    """Every system says by its own rules how its numbers begin."""
    return sorted({number.partition("-")[0] for ruleset in ruleset_ids() for number in listed(ruleset)})


# CHA-7.3 ends a sentence as often as not, so a full stop alone is no part of it.
NAMED = re.compile(rf"\b(?:{'|'.join(prefixes())})-\d+(?:\.(?:\d+|[a-z][a-z_]*))?")


RULESETS = ROOT / "combat" / "rulesets"
READ = {".py", ".toml", ".yaml", ".json", ".html", ".md", ".js"}


def cited(folder: Path, besides: Path | None = None) -> Iterator[tuple[str, str]]:
    """Every number of a rule in the files of a folder, with its place; nothing of what lies in ``besides``."""
    for path in sorted(folder.rglob("*")):
        if besides is not None and path.is_relative_to(besides):
            continue
        if path.suffix in READ and path.name != "sections.toml":
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                for found in NAMED.findall(line):
                    yield found, f"{path.relative_to(ROOT)}:{number}"


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_every_cited_rule_is_listed_by_its_ruleset(ruleset: str) -> None:
    known = listed(ruleset)
    chapters = {number.split(".")[0] for number in known}
    folders = (ROOT / "combat" / "rulesets" / ruleset, ROOT / "fixtures" / ruleset)
    found = [(number, place) for folder in folders for number, place in cited(folder)]
    assert {number for number, _place in found} & known
    assert [f"{place}: {number}" for number, place in found if number not in known | chapters] == []


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_every_listed_rule_has_the_form_of_a_citation(ruleset: str) -> None:
    assert [number for number in listed(ruleset) if not PATTERN.fullmatch(number)] == []


def test_code_outside_the_rulesets_cites_only_listed_rules() -> None:
    known = set().union(*(listed(ruleset) for ruleset in ruleset_ids()))
    chapters = {number.split(".")[0] for number in known}
    # The core's docstrings explain the form of a citation by CHAOS's numbers; those have to exist as well.
    folders = (ROOT / "combat", ROOT / "chaos_sheets", ROOT / "templates", ROOT / "docs")
    found = [(number, place) for folder in folders for number, place in cited(folder, RULESETS)]
    for folder in (*folders[:2], folders[3]):
        assert [place for _number, place in found if place.startswith(f"{folder.name}/")]
    assert [f"{place}: {number}" for number, place in found if number not in known | chapters] == []
