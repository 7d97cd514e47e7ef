"""What the ruleset says of itself: pools with their marks, the budget, states, flags, house rules."""

from functools import cache

from combat.core.citation import cite
from combat.core.description import Budget, Mark, Pool, RulesetInfo
from combat.core.rounding import ceil_div
from combat.rulesets.fhtagn.data import DATA, TABLES, glossary, number
from combat.rulesets.fhtagn.flags import flags, statuses
from combat.rulesets.fhtagn.options import SWITCHES
from combat.rulesets.fhtagn.schema_items import KINDS
from combat.rulesets.fhtagn.schema_sheet import SHEET
from combat.rulesets.fhtagn.turn import ACTION, PER_ROUND

VERSION = "1"


def hit_point_marks(maximum: int) -> tuple[Mark, ...]:
    """At how many points a state begins: less than half, and where one falls unconscious.

    Rule: FHT-6.15, FHT-6.20.
    """
    half = ceil_div(maximum, number("half")) - 1
    end = min(number("unconscious_at"), maximum)
    badly = (Mark(half, "badly_wounded"),) if half > end else ()
    return (*badly, Mark(end, "at_the_end"))


def willpower_marks(maximum: int) -> tuple[Mark, ...]:
    """Where every test becomes harder.

    Rule: FHT-1.4.
    """
    return (Mark(min(number("willpower_low"), maximum), "wp_low"),)


def _pools() -> tuple[Pool, ...]:
    return (
        Pool(
            key="hit_points",
            current="pools.hit_points",
            maximum="maxima.hit_points",
            health=True,
            marks=hit_point_marks,
            rules=cite("FHT-1.3"),
        ),
        Pool(
            key="willpower",
            current="pools.willpower",
            maximum="maxima.willpower",
            marks=willpower_marks,
            rules=cite("FHT-1.4"),
        ),
        Pool(key="stability", current="pools.stability", maximum="maxima.stability", rules=cite("FHT-1.5")),
    )


@cache
def describe() -> RulesetInfo:
    """Everything pages need to show FHTAGN."""
    return RulesetInfo(
        id="fhtagn",
        prefix="FHT",
        name="FHTAGN",
        version=VERSION,
        sheet=SHEET,
        kinds=KINDS,
        glossary=glossary(),
        pools=_pools(),
        budgets=(Budget(key=ACTION, per_round=PER_ROUND, rules=cite("FHT-3.3")),),
        statuses=statuses(),
        flags=flags(),
        cover_flag="cover",
        options=SWITCHES.options,
        sections=DATA.sections(),
        rules=DATA.reference(),
        rulings=DATA.rulings(),
        currency="€",
        tables=TABLES,
    )
