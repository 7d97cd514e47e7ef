"""Each case is played once, whoever asks."""

import importlib
from collections.abc import Callable, Mapping

from tests.golden.cases import Case
from tests.golden.script import Played

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
