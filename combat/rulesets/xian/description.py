"""What the ruleset says of itself: pools, states, flags, zones and house rules."""

from functools import cache

from combat.core.citation import cite
from combat.core.description import Flag, Pool, RulesetInfo, Status, ZoneInfo
from combat.core.fields import choice, number, yes_no
from combat.core.schema import Field, FieldKind
from combat.rulesets.xian.data import DATA, TABLES, glossary, read
from combat.rulesets.xian.options import SWITCHES
from combat.rulesets.xian.schema_items import KINDS
from combat.rulesets.xian.schema_sheet import SHEET
from combat.rulesets.xian.words import DISADVANTAGES, PROTECTION, SIGHTS, ZONES

VERSION = "1"


def _pools() -> tuple[Pool, ...]:
    zones = tuple(
        Pool(
            key=f"{zone}_constitution",
            current=f"pools.{zone}_constitution",
            maximum=f"maxima.{zone}_constitution",
            health=True,
            zone=zone,
            rules=cite("XIAN-1.3", "XIAN-6.6"),
        )
        for zone in ZONES
    )
    points = Pool(
        key="action_points",
        current="pools.action_points",
        maximum="maxima.action_points",
        rules=cite("XIAN-1.6", "XIAN-6.8"),
    )
    return (*zones, points)


def _stated_of_pairs_and_fights() -> tuple[Flag, ...]:
    distance = number("distance", optional=True, high=99_999, unit="metres", rules=cite("XIAN-2.4"))
    disadvantaged = choice(
        "reach_disadvantaged",
        DISADVANTAGES,
        default=DISADVANTAGES[0],
        choice_terms=(("none", "nobody"),),
        rules=cite("XIAN-7.5"),
    )
    terms = tuple((key, f"sight.{key}") for key in SIGHTS)
    sight = choice("sight", SIGHTS, default=SIGHTS[0], choice_terms=terms, rules=cite("XIAN-2.6"))
    return (
        Flag(field=distance, scope="pair", stated=True),
        Flag(field=disadvantaged, scope="pair", stated=True),
        Flag(field=sight, scope="fight", stated=True),
        Flag(field=yes_no("begun", rules=cite("XIAN-3.3")), scope="fight", inner=True),
    )


def _of_combatants() -> tuple[Flag, ...]:
    cover = Field(
        path="cover", kind=FieldKind.TEXT, optional=True, unit="thing", term="behind_cover", rules=cite("XIAN-2.5")
    )
    return (
        Flag(field=number("stance", default=0, high=99, rules=cite("XIAN-7.3")), stated=True),
        Flag(field=number("cover_points", default=0, high=99, rules=cite("XIAN-7.4")), stated=True),
        Flag(field=cover, stated=True),
        Flag(field=yes_no("unaware", rules=cite("XIAN-7.9")), stated=True),
        Flag(field=number("initiative_bonus", default=0, high=99, rules=cite("XIAN-3.4"))),
        Flag(field=yes_no("declared", rules=cite("XIAN-3.5")), inner=True),
        Flag(field=yes_no("recovered", rules=cite("XIAN-6.11")), inner=True),
        Flag(field=number("moved", default=0, high=999, unit="metres", rules=cite("XIAN-9.6")), inner=True),
        Flag(field=number("defences", default=0, high=999, counter=True, rules=cite("XIAN-9.7")), inner=True),
    )


@cache
def describe() -> RulesetInfo:
    """Everything pages need to show XIAN."""
    return RulesetInfo(
        id="xian",
        prefix="XIAN",
        name="XIAN (2W10)",
        version=VERSION,
        sheet=SHEET,
        kinds=KINDS,
        glossary=glossary(),
        zones=tuple(ZoneInfo(key=zone) for zone in ZONES),
        protections=(PROTECTION,),
        pools=_pools(),
        statuses=(
            Status(key="unconscious", severity=3, rules=cite("XIAN-6.9")),
            Status(key="incapacitated", severity=3, rules=cite("XIAN-6.10")),
            Status(key="dead", severity=4, rules=cite("XIAN-6.12")),
        ),
        flags=(*_stated_of_pairs_and_fights(), *_of_combatants()),
        cover_flag="cover",
        options=SWITCHES.options,
        sections=DATA.sections(),
        rules=DATA.reference(),
        rulings=DATA.rulings(),
        tables=TABLES,
        currency="Shan",
        figure=read("figure.svg"),
    )
