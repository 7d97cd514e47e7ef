"""The ruleset's numbers and words, read once from the files beside this module."""

from functools import cache

from combat.core.data import RulesetData
from combat.core.event import Modifier

DATA = RulesetData("combat.rulesets.chaos")
read, TABLES, number, rules, glossary = DATA.read, DATA.tables, DATA.number, DATA.rules, DATA.glossary


@cache
def modifier(key: str) -> Modifier:
    """A modifier as the text prints it: ``modifier("guard")``."""
    name = f"modifier.{key}"
    return Modifier(key, TABLES.number(name), "add", TABLES.rules(name))
