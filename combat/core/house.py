"""House rules: the switches of a system, declared once, and how a campaign plays them."""

from collections.abc import Mapping

from combat.core.citation import cite
from combat.core.description import Option, OptionValue
from combat.core.dice import within
from combat.core.value import Json, JsonMap


def switch(key: str, rules: str | tuple[str, ...], *settings: Json) -> Option:
    """A house rule with a few settings, of which the first is our ruling.

    ``switch("tie", "ABC-9.2", "attacker", "defender")``; the glossary has a word for each: ``option.tie.defender``.
    """
    words = tuple([OptionValue(setting, f"option.{key}.{str(setting).lower()}") for setting in settings])
    cited = cite(rules) if isinstance(rules, str) else cite(*rules)
    return Option(key=key, default=settings[0], values=words, rules=cited)


def amount(key: str, rule: str, usual: int, low: int, high: int) -> Option:
    """A house rule that is a number within bounds."""
    return Option(key=key, default=usual, minimum=low, maximum=high, rules=cite(rule))


def _allows(option: Option, found: Json) -> bool:
    """Whether an option has this setting; a yes or no is no number."""
    if not option.values:
        return type(found) is int and within((option.minimum, option.maximum), found)
    same = [known.value for known in option.values if known.value == found]
    return any(isinstance(value, bool) is isinstance(found, bool) for value in same)


class Switches:
    """The house rules of a system. A campaign names only those that deviate."""

    def __init__(self, *options: Option) -> None:
        self.options = options
        self.known: Mapping[str, Option] = {option.key: option for option in options}

    def setting(self, campaign: JsonMap, key: str) -> Json:
        """What a campaign plays; a setting nobody knows counts as the usual one."""
        option = self.known[key]
        found = campaign.get(key, option.default)
        return found if _allows(option, found) else option.default

    def settings(self, campaign: JsonMap) -> Mapping[str, Json]:
        """What a campaign plays, for every switch."""
        return {key: self.setting(campaign, key) for key in self.known}
