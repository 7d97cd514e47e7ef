"""Golden cases as they stand in files, each worked out by hand from the rule text.

A file is a list of cases, or a map ``schema: golden-cases/1`` with the ruleset, fixtures that cases refer to by name,
and ``cases``, where ``op`` names the action and every die its kind (``W100=37``).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
OPTIONS = {"behinderung_as_E": "hindrance_as_difficulty"}
SETTINGS = {"enemy_E": "enemy_difficulty", "own_defence_aw": "own_defence_value"}
KEYS = {"id", "ruleset", "rules", "action", "options", "given", "dice", "expect", "why"}
SCHEMA = "golden-cases/1"
FILE_KEYS = {"schema", "ruleset", "source", "fixtures", "cases"}
OP_KEYS = {"id", "title", "basis", "rules", "op", "options", "given", "dice", "expect", "why"}
BASES = {"seed", "public", "reading", "assumption"}
DIE = re.compile(r"(W\d+)=(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case. ``broken`` tells why it cannot be run at all; a broken case fails, it is never left out.

    ``kinds`` are the dice that must have been asked for, one beside each of ``dice``; empty where the file leaves them
    open. ``fixtures`` are the records a case may name, by kind and name.
    """

    id: str
    source: str
    ruleset: str = ""
    action: str = ""
    rules: tuple[str, ...] = ()
    options: Mapping[str, Any]
    given: Mapping[str, Any]
    dice: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    fixtures: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    expect: Mapping[str, Any]
    broken: str = ""


def _broken(source: str, name: str, why: str) -> Case:
    return Case(id=name, source=source, options={}, given={}, expect={}, broken=why)


def _flaw(item: object, known: set[str], optional: set[str]) -> str:
    """Why this is no case of a file with these keys; empty if it is one."""
    if not isinstance(item, Mapping):
        return "a case is a map"
    unknown, missing = set(item) - known, known - optional - set(item)
    if unknown:
        return f"unknown keys: {sorted(unknown)}"
    return f"missing keys: {sorted(missing)}" if missing else ""


def _named(source: str, number: int, item: object) -> str:
    return str(item.get("id", f"{source}:{number}")) if isinstance(item, Mapping) else f"{source}:{number}"


def _options(item: Mapping[str, Any]) -> dict[str, Any]:
    """House rules by our ids; a case may name them as the rule page does."""
    return {
        OPTIONS.get(key, key): SETTINGS.get(value, value) if isinstance(value, str) else value
        for key, value in (item.get("options") or {}).items()
    }


def _case(source: str, number: int, item: Any) -> Case:
    name = _named(source, number, item)
    flaw = _flaw(item, KEYS, {"options", "dice", "why"})
    if flaw:
        return _broken(source, name, flaw)
    return Case(
        id=name,
        source=source,
        ruleset=item["ruleset"],
        action=item["action"],
        rules=tuple(item["rules"]),
        options=_options(item),
        given=item["given"] or {},
        dice=tuple(item.get("dice") or ()),
        expect=item["expect"],
    )


def _op_case(source: str, number: int, item: Any, file: Mapping[str, Any]) -> Case:
    name = _named(source, number, item)
    flaw = _flaw(item, OP_KEYS, {"options", "dice", "why"})
    if flaw:
        return _broken(source, name, flaw)
    dice = [DIE.fullmatch(str(die)) for die in item.get("dice") or ()]
    if None in dice or item["basis"] not in BASES:
        return _broken(source, name, "a die is written W100=37" if None in dice else f"basis {item['basis']!r}")
    return Case(
        id=name,
        source=source,
        ruleset=file["ruleset"],
        action=item["op"],
        rules=tuple(item["rules"]),
        options=_options(item),
        given=item["given"] or {},
        dice=tuple(int(die[2]) for die in dice if die),
        kinds=tuple(die[1] for die in dice if die),
        fixtures=file.get("fixtures") or {},
        expect=item["expect"],
    )


def _cases(source: str, found: Any) -> list[Case]:
    """The cases of one file, in either form."""
    if isinstance(found, list):
        return [_case(source, number, item) for number, item in enumerate(found)]
    if not isinstance(found, Mapping) or found.get("schema") != SCHEMA:
        return [_broken(source, source, "this file is no list of cases")]
    if set(found) - FILE_KEYS or not {"ruleset", "cases"} <= set(found):
        return [_broken(source, source, f"a file of cases holds {sorted(FILE_KEYS)}")]
    return [_op_case(source, number, item, found) for number, item in enumerate(found["cases"])]


@cache
def load(folder: Path) -> tuple[Case, ...]:
    """All cases of all ``*.yaml`` of a folder."""
    cases: list[Case] = []
    for path in sorted(folder.glob("*.yaml")):
        source = path.name if folder == HERE else f"{folder.name}/{path.name}"
        found = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)  # noqa: S506 - a safe loader
        cases += _cases(source, found)
    return tuple(cases)


def same(expected: Any, actual: Any, path: str = "") -> list[str]:
    """What differs: maps key by key, what is left out is not checked; lists in order; ``modifiers`` as a whole."""
    if isinstance(expected, Mapping):
        if not isinstance(actual, Mapping):
            return [f"{path}: expected {dict(expected)}, found {actual!r}"]
        return _same_maps(expected, actual, path)
    if isinstance(expected, list):
        if not isinstance(actual, list | tuple):
            return [f"{path}: expected {expected}, found {actual!r}"]
        return _same_lists(expected, list(actual), path)
    if isinstance(expected, bool) != isinstance(actual, bool) or expected != actual:
        return [f"{path}: expected {expected!r}, found {actual!r}"]
    return []


def _same_maps(expected: Mapping[str, Any], actual: Mapping[str, Any], path: str) -> list[str]:
    if path.rpartition(".")[2] == "modifiers":
        return [] if dict(expected) == dict(actual) else [f"{path}: expected {dict(expected)}, found {dict(actual)}"]
    found = []
    for key, value in expected.items():
        inner = f"{path}.{key}".removeprefix(".")
        found += same(value, actual[key], inner) if key in actual else [f"{inner}: the runner does not know this key"]
    return found


def _same_lists(expected: list[Any], actual: list[Any], path: str) -> list[str]:
    if path.rpartition(".")[2] in {"states", "destroyed_zones"}:
        expected, actual = sorted(expected), sorted(actual)
    if len(expected) != len(actual):
        return [f"{path}: expected {len(expected)} entries, found {len(actual)}: {actual}"]
    return [
        line
        for number, (one, other) in enumerate(zip(expected, actual, strict=True))
        for line in same(one, other, f"{path}.{number}")
    ]
