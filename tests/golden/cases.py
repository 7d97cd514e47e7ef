"""Golden cases as they stand in files: a YAML list, each item one case worked out by hand from the rule text."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
KEYS = {"id", "ruleset", "rules", "action", "options", "given", "dice", "expect", "why"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case. ``broken`` tells why it cannot be run at all; a broken case fails, it is never left out."""

    id: str
    source: str
    ruleset: str = ""
    action: str = ""
    rules: tuple[str, ...] = ()
    options: Mapping[str, Any]
    given: Mapping[str, Any]
    dice: tuple[int, ...] = ()
    expect: Mapping[str, Any]
    broken: str = ""


def _broken(source: str, name: str, why: str) -> Case:
    return Case(id=name, source=source, options={}, given={}, expect={}, broken=why)


def _case(source: str, number: int, item: object) -> Case:
    name = f"{source}:{number}"
    if not isinstance(item, Mapping):
        return _broken(source, name, "a case is a map")
    name = str(item.get("id", name))
    unknown = set(item) - KEYS
    if unknown:
        return _broken(source, name, f"unknown keys: {sorted(unknown)}")
    missing = {"id", "ruleset", "rules", "action", "given", "expect"} - set(item)
    if missing:
        return _broken(source, name, f"missing keys: {sorted(missing)}")
    return Case(
        id=name,
        source=source,
        ruleset=item["ruleset"],
        action=item["action"],
        rules=tuple(item["rules"]),
        options=item.get("options") or {},
        given=item["given"] or {},
        dice=tuple(item.get("dice") or ()),
        expect=item["expect"],
    )


@cache
def load(folder: Path) -> tuple[Case, ...]:
    """All cases of all ``*.yaml`` of a folder."""
    cases: list[Case] = []
    for path in sorted(folder.glob("*.yaml")):
        source = path.name if folder == HERE else f"{folder.name}/{path.name}"
        found = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)  # noqa: S506 - a safe loader
        if isinstance(found, list):
            cases += [_case(source, number, item) for number, item in enumerate(found)]
        else:
            cases.append(_broken(source, path.name, "this file is no list of cases"))
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
