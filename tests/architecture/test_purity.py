"""Rules are pure: they load without a framework and are tested without one."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import budgets, imports, tree

ROOT = Path(__file__).resolve().parents[2]
PURE = ("combat/core", "combat/rulesets")
PURE_TESTS = ("tests/core", "tests/rulesets", "tests/golden", "tests/sweep")
LOAD_ALL = """
import importlib, pathlib, sys
for path in pathlib.Path("combat").rglob("*.py"):
    if path.parts[1] in {"core", "rulesets"} or path.name in {"registry.py", "system_dice.py"}:
        importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
heavy = {"django", "chaos_sheets", "combat.models", "rest_framework"} & set(sys.modules)
sys.exit(f"loaded: {heavy}" if heavy else 0)
"""


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def test_core_and_rulesets_load_without_django() -> None:
    done = subprocess.run([sys.executable, "-c", LOAD_ALL], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("folder", PURE_TESTS)
def test_rule_tests_do_not_reach_into_the_shell(folder: str) -> None:
    shell = [
        f"{path.relative_to(ROOT)}: {module}"
        for path in (ROOT / folder).rglob("*.py")
        for module in imported(path)
        if module.split(".")[0] in {"django", "chaos_sheets", "rest_framework"}
        or module.startswith(("combat.models", "combat.services", "combat.selectors", "combat.views"))
    ]
    assert shell == []


def test_every_import_contract_holds() -> None:
    assert imports.run() == 0


def test_functions_and_files_keep_their_budgets() -> None:
    assert list(budgets.findings()) == []


def test_the_tree_holds_only_our_own_clean_files() -> None:
    assert list(tree.findings()) == []
