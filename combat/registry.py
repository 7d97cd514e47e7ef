"""Finds the rulesets: every folder of `combat.rulesets` that exports RULESET. There is no list to maintain."""

import importlib
import pkgutil
from functools import cache

from combat import rulesets
from combat.core.description import RulesetInfo
from combat.core.ruleset import Ruleset
from combat.core.sheet import Sheet
from combat.core.value import JsonMap


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


def ruleset_name(ruleset_id: str) -> str:
    """What people call a ruleset; the id of one that is not installed."""
    return ruleset_info(ruleset_id).name if ruleset_id in ruleset_ids() else ruleset_id


def full_budgets(ruleset_id: str, sheet: Sheet, options: JsonMap) -> dict[str, int]:
    """What somebody has of each budget at the start of his turn."""
    budgets = ruleset_info(ruleset_id).budgets
    if not any(budget.derived for budget in budgets):
        return {budget.key: budget.per_round for budget in budgets}
    values = ruleset(ruleset_id).derive(sheet, options).values
    return {budget.key: values[budget.key].value if budget.derived else budget.per_round for budget in budgets}
