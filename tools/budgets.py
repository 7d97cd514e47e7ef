"""Size budgets of functions and files, by area.

Lines of a function are counted without docstring, blank lines and comments, lines of a file as they stand.
Complexity counts branching statements, as the linter's C901 does: conditions, loops, handlers, cases.
"""

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.listing import ROOT, project_files

Function = ast.FunctionDef | ast.AsyncFunctionDef
BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case)


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    usual_function: int  # nine of ten functions of the area stay within this
    function: int
    complexity: int
    file: int


PURE = Budget(usual_function=20, function=40, complexity=8, file=300)
SHELL = Budget(usual_function=30, function=60, complexity=10, file=400)
AREAS = {
    "combat/core": PURE,
    "combat/rulesets": PURE,
    "combat": SHELL,
    "chaos_sheets": SHELL,
    "tools": SHELL,
    "tests": SHELL,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    place: str
    lines: int
    complexity: int


def code_lines(source: str) -> set[int]:
    """Numbers of the lines that hold code: neither blank nor only a comment."""
    empty = {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENDMARKER,
    }
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {line for token in tokens if token.type not in empty for line in range(token.start[0], token.end[0] + 1)}


def docstring_lines(node: Function) -> set[int]:
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return set()


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Everything below that is not inside a function of its own."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            continue
        yield child
        yield from own_nodes(child)


def complexity(node: Function) -> int:
    return 1 + sum(isinstance(child, BRANCHES) for child in own_nodes(node))


def functions(path: Path) -> Iterator[Measured]:
    source = path.read_text("utf-8")
    code = code_lines(source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Function):
            lines = set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
            yield Measured(
                place=f"{path.relative_to(ROOT).as_posix()}:{node.lineno} {node.name}",
                lines=len((lines & code) - docstring_lines(node)),
                complexity=complexity(node),
            )


def area_of(name: str) -> str | None:
    return next((area for area in AREAS if name.startswith(f"{area}/")), None)


def files_by_area() -> dict[str, list[Path]]:
    areas: dict[str, list[Path]] = {area: [] for area in AREAS}
    for path in project_files("*.py"):
        name = path.relative_to(ROOT).as_posix()
        area = area_of(name)
        if area and "/migrations/" not in name:
            areas[area].append(path)
    return areas


def function_findings(budget: Budget, measured: list[Measured]) -> Iterator[str]:
    for one in measured:
        if one.lines > budget.function:
            yield f"{one.place}: {one.lines} lines (limit {budget.function})"
        if one.complexity > budget.complexity:
            yield f"{one.place}: complexity {one.complexity} (limit {budget.complexity})"


def findings() -> Iterator[str]:
    for area, paths in files_by_area().items():
        budget = AREAS[area]
        for path in paths:
            count = len(path.read_text("utf-8").splitlines())
            if count > budget.file:
                yield f"{path.relative_to(ROOT).as_posix()}: {count} lines (limit {budget.file})"
        measured = [function for path in paths for function in functions(path)]
        yield from function_findings(budget, measured)
        ranked = sorted(one.lines for one in measured)
        # Below ten functions "one in ten" says nothing.
        usual = ranked[int(len(ranked) * 0.9)] if len(ranked) >= 10 else 0
        if usual > budget.usual_function:
            yield f"{area}: one function in ten has {usual} lines or more (limit {budget.usual_function})"


if __name__ == "__main__":
    found = list(findings())
    print("\n".join(found))
    sys.exit(bool(found))
