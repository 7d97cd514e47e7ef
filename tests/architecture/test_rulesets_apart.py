"""A ruleset is a folder: nothing outside it knows its name."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from combat.registry import ruleset_ids

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = ("combat", "chaos_sheets", "templates")
KINDS = {".py", ".html", ".js", ".css", ".txt"}


def outside_files() -> Iterator[Path]:
    for folder in OUTSIDE:
        for path in sorted((ROOT / folder).rglob("*")):
            inside = path.is_relative_to(ROOT / "combat" / "rulesets")
            if path.suffix in KINDS and not inside and "fonts" not in path.parts:
                yield path


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_no_ruleset_id_outside_its_folder(ruleset: str) -> None:
    # Quoted as a value, or as a package below combat.rulesets; the project's own name begins with the same word.
    named = re.compile(rf"""["']{ruleset}["']|rulesets[./]{ruleset}\b""")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in outside_files()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert found == []
