"""What the ruleset says of itself: pools, actions, states, flags, zones and house rules."""

from functools import cache

from combat.core.citation import Citation, cite
from combat.core.description import (
    Budget,
    Flag,
    Mark,
    Pool,
    RulesetInfo,
    Status,
)
from combat.core.fields import number as whole
from combat.core.fields import yes_no
from combat.core.rounding import ceil_div
from combat.core.schema import Field, FieldKind
from combat.rulesets.zwanziger.data import DATA, TABLES, glossary, number, read
from combat.rulesets.zwanziger.options import SWITCHES
from combat.rulesets.zwanziger.schema_items import KINDS
from combat.rulesets.zwanziger.schema_sheet import SHEET
from combat.rulesets.zwanziger.words import ARMOUR, REACTION, RIDER, SLOTS, ZONES

VERSION = "1"


def wound_marks(maximum: int) -> tuple[Mark, ...]:
    """From how many wounds left on a further one asks for a save. Rule: W20-6.12."""
    return (Mark(ceil_div(maximum, number("half_of_wounds")) - 1, "save"),)


def _pools() -> tuple[Pool, ...]:
    def pool(key: str, rule: str, *, health: bool = False) -> Pool:
        return Pool(key=key, current=f"pools.{key}", maximum=f"maxima.{key}", health=health, rules=(Citation(rule),))

    wounds = Pool(
        key="wounds",
        current="pools.wounds",
        maximum="maxima.wounds",
        health=True,
        rising=True,
        per="wound_threshold",
        marks=wound_marks,
        rules=cite("W20-1.7", "W20-6.12"),
    )
    return (
        wounds,
        pool("life_points", "W20-1.7", health=True),
        pool("energy", "W20-1.9"),
        pool("magic_points", "W20-1.9"),
    )


def _statuses() -> tuple[Status, ...]:
    return (
        Status(key="disabled", severity=4, follows=True, rules=cite("W20-6.13")),
        Status(key="unconscious", severity=3, rules=cite("W20-6.12")),
        Status(key="bleeding", severity=1, ruled_by_gm=True, rules=cite("W20-6.9", "W20-9.14")),
        Status(key="shaken", severity=1, ruled_by_gm=True, rules=cite("W20-6.9", "W20-9.14")),
        Status(key="grappled", rules=cite("W20-7.5")),
        Status(key="off_balance", ruled_by_gm=True, rules=cite("W20-7.4")),
    )


def _stated(key: str, rule: str) -> Flag:
    return Flag(field=yes_no(key, rules=(Citation(rule),)), stated=True)


def _person_flag(key: str, rule: str, *, acts_with: bool = False) -> Flag:
    field = Field(path=key, kind=FieldKind.TEXT, optional=True, unit="person", rules=(Citation(rule),))
    return Flag(field=field, stated=True, acts_with=acts_with)


def _flags() -> tuple[Flag, ...]:
    distance = whole("distance", optional=True, high=99_999, unit="metres", rules=cite("W20-6.1", "W20-7.6"))
    return (
        Flag(field=distance, scope="pair", stated=True, through=RIDER),
        Flag(
            field=whole("exhaustion", default=0, high=999, counter=True, rules=cite("W20-1.8", "W20-3.7")), tally=True
        ),
        Flag(field=whole("initiative", optional=True, low=-99, high=999, rules=cite("W20-3.1"))),
        _stated("mounted", "W20-5.3"),
        _stated("mount_moved", "W20-5.4"),
        _stated("unaware", "W20-6.3"),
        *(_stated(f"no_{kind}", "W20-6.3") for kind in ("block", "dodge", "parry")),
        _person_flag(RIDER, "W20-2.5", acts_with=True),
        _person_flag("held_by", "W20-7.5"),
        Flag(field=yes_no("mount_used", rules=cite("W20-7.2"))),
    )


def _budgets() -> tuple[Budget, ...]:
    rules = {REACTION: cite("W20-3.5")}
    return tuple(
        Budget(key=key, per_round=number(key), rules=rules.get(key, cite("W20-3.2")))
        for key in ("attack", SLOTS[0], REACTION)
    )


@cache
def describe() -> RulesetInfo:
    """Everything pages need to show this ruleset."""
    return RulesetInfo(
        id="zwanziger",
        prefix="W20",
        name="Zwanziger (W20/W12-Zugsystem)",
        version=VERSION,
        sheet=SHEET,
        kinds=KINDS,
        glossary=glossary(),
        zones=DATA.rolled_zones(ZONES),
        zone_dice="W10",
        protections=(ARMOUR,),
        adds_to_roll=True,
        pools=_pools(),
        budgets=_budgets(),
        statuses=_statuses(),
        flags=_flags(),
        options=SWITCHES.options,
        sections=DATA.sections(),
        rules=DATA.reference(),
        rulings=DATA.rulings(),
        tables=TABLES,
        shown_in={"grams": ("kilograms", TABLES.number("number.grams_per_kilogram"))},
        currency="Münzen",
        figure=read("figure.svg"),
    )
