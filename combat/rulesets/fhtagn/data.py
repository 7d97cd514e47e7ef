"""The ruleset's numbers and words, read once from the files beside this module."""

from functools import cache
from importlib.resources import files

from combat.core.citation import Citations
from combat.core.glossary import Glossary
from combat.core.table import Tables


def read(name: str) -> str:
    """The text of a data file of this ruleset."""
    return files("combat.rulesets.fhtagn").joinpath(name).read_text(encoding="utf-8")


TABLES = Tables.load("tables.toml", read("tables.toml"))


@cache
def number(name: str) -> int:
    """A number of the rules by its id: ``number("wounded_below")``."""
    return TABLES.number(f"number.{name}")


@cache
def rules(name: str) -> Citations:
    """Where that number is printed."""
    return TABLES.rules(f"number.{name}")


@cache
def glossary() -> Glossary:
    """The words of this ruleset."""
    return Glossary.load("glossary.toml", read("glossary.toml"))
