"""Each case is played once, whoever asks."""

import importlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from combat.core.fight import Fight
from combat.core.intent import Intent
from combat.core.procedure import Provider
from tests.golden.cases import Case


class Played(Protocol):
    """What came of a case, and the requests that were made for it."""

    actual: dict[str, Any]
    requests: list[tuple[Fight, Intent, Callable[[], Provider]]]


_known: dict[tuple[str, str], Played] = {}


def actions_of(ruleset_id: str) -> Mapping[str, Callable[[Case], Played]]:
    """What a ruleset's adapter can play."""
    found: Mapping[str, Callable[[Case], Played]] = importlib.import_module(f"tests.golden.{ruleset_id}").ACTIONS
    return found


def played(case: Case) -> Played:
    """What came of a case."""
    name = (case.source, case.id)
    if name not in _known:
        _known[name] = actions_of(case.ruleset)[case.action](case)
    return _known[name]
