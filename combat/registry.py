"""Finds the rulesets: every folder of `combat.rulesets` that exports RULESET. There is no list to maintain."""

import importlib
import pkgutil
from functools import cache

from combat import rulesets
from combat.core.description import RulesetInfo
from combat.core.ruleset import Ruleset


class UnknownRuleset(LookupError):
    """No ruleset has this id."""


@cache
def ruleset_ids() -> tuple[str, ...]:
    """The ids of all rulesets, in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(rulesets.__path__) if module.ispkg))


@cache
def ruleset(ruleset_id: str) -> Ruleset:
    """The ruleset with this id; raises UnknownRuleset."""
    if ruleset_id not in ruleset_ids():
        raise UnknownRuleset(ruleset_id)
    found = importlib.import_module(f"combat.rulesets.{ruleset_id}").RULESET
    assert isinstance(found, Ruleset)
    return found


@cache
def ruleset_info(ruleset_id: str) -> RulesetInfo:
    """What the ruleset says of itself, asked once."""
    return ruleset(ruleset_id).describe()
