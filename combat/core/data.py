"""A ruleset's numbers and words: read once from the files that lie in its folder."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from combat.core.citation import Citations
from combat.core.description import Rule, Ruling, Section, ZoneInfo
from combat.core.glossary import Glossary
from combat.core.reference import load_rules, load_rulings, load_sections
from combat.core.table import Tables


class RulesetData:
    """What stands in a ruleset's files; ``package`` is the name of its folder.

    Raises TableError, GlossaryError or ReferenceBroken for a file that is broken.
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

    def sections(self) -> tuple[Section, ...]:
        """The sections of the rule text, and what became of each."""
        return load_sections("sections.toml", self.read("sections.toml"))

    def reference(self) -> Mapping[str, Rule]:
        """The numbered rules in our own words."""
        return load_rules("sections.toml", self.read("sections.toml"))

    def rulings(self) -> tuple[Ruling, ...]:
        """How unclear passages are read."""
        return load_rulings("rulings.toml", self.read("rulings.toml"))

    def rolled_zones(self, keys: tuple[str, ...]) -> tuple[ZoneInfo, ...]:
        """The hit zones in their order, with the faces that strike them by the table ``ladder.zone``."""
        faces = {zone: (start, end) for start, end, zone in self.tables.ladder("ladder.zone").ranges()}
        return tuple([ZoneInfo(key=zone, faces=faces[zone]) for zone in keys])
