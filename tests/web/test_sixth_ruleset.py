"""A sixth ruleset needs its folder, its fixtures and its cases, and nothing else: put into a copy of the project,
it passes the contract tests, its golden cases and the tests of the generic pages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
SIXTH = ROOT / "tests" / "sixth"
NEEDED = ("combat", "chaos_sheets", "templates", "fixtures", "tests", "tools", "docs")
FILES = ("manage.py", "pyproject.toml")
TESTS = (
    "tests/rulesets/test_contract.py",
    "tests/rulesets/test_words.py",
    "tests/golden/test_golden.py",
    "tests/architecture/test_citations.py",
    "tests/web/test_every_ruleset.py",
)
CHECKED = 30
"""So many tests there are at least for one ruleset; fewer would mean that some were not found."""


def _row(model: str, **fields: Any) -> dict[str, Any]:
    return {"model": f"chaos_sheets.{model}", "fields": {"ruleset": "coin", **fields}}


def _stock() -> list[dict[str, Any]]:
    names = [f"Knüppel Nr. {number}" for number in range(1, 16)]
    weapons = [
        _row("item", kind="weapon", place="catalogue", key=f"club{number}", name=name, price=1, body={"harm": 2})
        for number, name in enumerate(names)
    ]
    people = [
        _row("character", template=True, known="name", key=f"brawler{number}", name=f"Raufbold {number}", body={})
        for number in range(6)
    ]
    clubs = [
        _row(
            "item",
            kind="weapon",
            place="carried",
            key="club0",
            name=names[0],
            price=1,
            character=["coin", f"brawler{number}"],
            source=["coin", "weapon", "club0"],
            body={"harm": 2},
        )
        for number in range(6)
    ]
    return [*weapons, *people, *clubs]


def _copy(folder: Path) -> None:
    leave = shutil.ignore_patterns("__pycache__", ".*", "sixth", "fonts")
    for name in NEEDED:
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)


def test_a_sixth_ruleset_needs_nothing_but_its_own_files(tmp_path: Path) -> None:
    _copy(tmp_path)
    shutil.copytree(SIXTH / "ruleset", tmp_path / "combat" / "rulesets" / "coin")
    shutil.copy(SIXTH / "adapter.py", tmp_path / "tests" / "golden" / "coin.py")
    shutil.copy(SIXTH / "cases.yaml", tmp_path / "tests" / "golden" / "coin.yaml")
    fixtures = tmp_path / "fixtures" / "coin"
    fixtures.mkdir()
    (fixtures / "characters.json").write_text(json.dumps(_stock()), encoding="utf-8")
    surroundings = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3", "DATA_DIR": str(tmp_path / "var")}
    surroundings.pop("PYTEST_XDIST_WORKER", None)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "coin", *TESTS],
        cwd=tmp_path,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]
    passed = int(ran.stdout.rpartition(" passed")[0].split()[-1])
    assert passed >= CHECKED, ran.stdout[-2000:]
