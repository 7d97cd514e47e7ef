"""A ruleset's numbers and words: read once from the files that lie in its folder."""

from functools import cache
from importlib.resources import files

from combat.core.citation import Citations
from combat.core.glossary import Glossary
from combat.core.table import Tables


class RulesetData:
    """What stands in a ruleset's ``tables.toml`` and ``glossary.toml``; ``package`` is the name of its folder.

    Raises TableError or GlossaryError for a file that is broken.
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self.tables = Tables.load("tables.toml", self.read("tables.toml"))
        self.number = cache(self._number)
        self.rules = cache(self._rules)
        self.glossary = cache(self._glossary)

    def read(self, name: str) -> str:
        """The text of a file of this ruleset."""
        return files(self.package).joinpath(name).read_text(encoding="utf-8")

    def _number(self, name: str) -> int:
        """A number of the rules by its id: ``number("wounded_below")``."""
        return self.tables.number(f"number.{name}")

    def _rules(self, name: str) -> Citations:
        """Where that number is printed."""
        return self.tables.rules(f"number.{name}")

    def _glossary(self) -> Glossary:
        """The words of this ruleset."""
        return Glossary.load("glossary.toml", self.read("glossary.toml"))
