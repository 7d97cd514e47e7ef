"""What the ruleset says of itself: pools with their marks, budgets, states, flags, zones and house rules."""

from functools import cache

from combat.core.citation import Citation, cite
from combat.core.description import (
    Bought,
    Budget,
    Flag,
    Mark,
    Pool,
    RulesetInfo,
    Status,
)
from combat.core.fields import choice, number, yes_no
from combat.core.rounding import ceil_div
from combat.core.schema import Field, FieldKind
from combat.rulesets.chaos.afford import BOUGHT_HIGHEST, UNIT
from combat.rulesets.chaos.cover import held_worth
from combat.rulesets.chaos.data import DATA, TABLES, glossary, modifier, read
from combat.rulesets.chaos.deed import SPEND
from combat.rulesets.chaos.options import SWITCHES
from combat.rulesets.chaos.person import shocked_at
from combat.rulesets.chaos.purse import UNITS_EACH
from combat.rulesets.chaos.schema_items import KINDS
from combat.rulesets.chaos.schema_sheet import SHEET
from combat.rulesets.chaos.words import PROTECTIONS, ZONES

VERSION = "1"


def _below(per_cent: int, maximum: int) -> int:
    """The highest number of points that is less than a share of the maximum. Rule: CHA-0.7."""
    return ceil_div(per_cent * maximum, 100) - 1


def hit_point_marks(maximum: int) -> tuple[Mark, ...]:
    """At how many points a state begins; the last mark is where resistance tests begin. Rule: CHA-7.15."""
    return (
        Mark(_below(TABLES.number("number.wounded_below"), maximum), "wounded"),
        Mark(_below(TABLES.number("number.badly_wounded_below"), maximum), "badly_wounded"),
        Mark(shocked_at(maximum), "resistance_test"),
    )


def _pools() -> tuple[Pool, ...]:
    return (
        Pool(
            key="hit_points",
            current="pools.hit_points",
            maximum="maxima.hit_points",
            health=True,
            marks=hit_point_marks,
            rules=cite("CHA-7.4", "CHA-7.15"),
        ),
        Pool(
            key="action_points",
            current="pools.action_points",
            maximum="maxima.action_points",
            rules=cite("CHA-8.2"),
        ),
        Pool(
            key="spell_points",
            current="pools.spell_points",
            maximum="maxima.spell_points",
            rules=cite("CHA-9.4"),
        ),
    )


def _action_units() -> Budget:
    return Budget(
        key="action_units",
        per_round=TABLES.number("number.action_units_per_round"),
        bought=Bought(field=SPEND, choice=UNIT, each=UNITS_EACH, most=BOUGHT_HIGHEST, flag="bought_units"),
        rules=cite("CHA-2.1"),
    )


def _statuses() -> tuple[Status, ...]:
    return (
        Status(
            key="wounded",
            severity=1,
            effect=modifier("wounded").value,
            follows=True,
            rules=cite("CHA-7.15", "CHA-3.2"),
        ),
        Status(
            key="badly_wounded",
            severity=2,
            effect=modifier("badly_wounded").value,
            follows=True,
            rules=cite("CHA-7.15", "CHA-3.2"),
        ),
        Status(key="unconscious", severity=3, rules=cite("CHA-7.9")),
        Status(key="mortally_wounded", severity=4, follows=True, rules=cite("CHA-7.10")),
        Status(key="dead", severity=4, follows=True, rules=cite("CHA-7.11")),
        Status(key="burning", severity=2, rules=cite("CHA-6.flame", "CHA-7.16")),
        Status(key="irritated", effect=modifier("irritated").value, rules=cite("CHA-3.2")),
        Status(key="clinched", rules=cite("CHA-4.4")),
        Status(key="prone", rules=cite("CHA-4.7")),
        Status(key="stabilised", rules=cite("CHA-7.19")),
    )


def _flag(key: str, rule: str, *, stated: bool = False, scope: str = "combatant") -> Flag:
    return Flag(field=yes_no(key, rules=(Citation(rule),)), scope=scope, stated=stated)


def _combatant_flags() -> tuple[Flag, ...]:
    rules = cite("CHA-2.12")
    thing = Field(
        path="cover",
        kind=FieldKind.TEXT,
        optional=True,
        unit="thing",
        term="behind_cover",
        rules=cite("CHA-5.1", "CHA-5.15"),
    )
    return (
        Flag(field=choice("aim", ("snap_aim", "aim"), optional=True, term="aim_kind", rules=rules), stated=True),
        Flag(
            field=Field(
                path="aim_target", kind=FieldKind.TEXT, optional=True, unit="person", term="aim_on", rules=rules
            ),
            stated=True,
        ),
        Flag(field=thing, stated=True),
        _flag("took_cover", "CHA-2.13", stated=True),
        _flag("moved_quickly", "CHA-2.3", stated=True),
        _flag("sprinted", "CHA-2.3", stated=True),
        _flag("in_motion", "CHA-2.10", stated=True),
        _flag("guarding", "CHA-2.3", stated=True),
        _flag("reckless", "CHA-2.11", stated=True),
        _flag("surprised", "CHA-1.1", stated=True),
        _flag("unaware", "CHA-3.8", stated=True),
        Flag(field=Field(path="held_by", kind=FieldKind.TEXT, optional=True, rules=cite("CHA-4.7"))),
        _flag("hasty_used", "CHA-2.3"),
        _flag("holds_back", "CHA-2.9"),
        _flag("hip_shot", "CHA-1.4", stated=True),
        Flag(field=number("aim_round", optional=True, rules=rules)),
        Flag(field=number("concentrating", optional=True, rules=cite("CHA-9.7"))),
        Flag(field=number("shooting_actions", default=0, counter=True, rules=cite("CHA-2.5"))),
        Flag(field=number("bought_units", default=0, counter=True, term="bought_action_units", rules=cite("CHA-2.1"))),
        Flag(field=Field(path="talents_in_use", kind=FieldKind.TEXT, optional=True, rules=cite("CHA-8.2"))),
        Flag(field=Field(path="fired", kind=FieldKind.TEXT, optional=True, rules=cite("CHA-6.magnetic"))),
        Flag(field=number("shield_damage", default=0, counter=True, rules=cite("CHA-5.15"))),
        Flag(field=number("shield_bonus_lost", default=0, counter=True, rules=cite("CHA-5.15"))),
    )


def _flags() -> tuple[Flag, ...]:
    distance = number("distance", default=None, optional=True, high=99_999, unit="metres", rules=cite("CHA-3.2"))
    return (
        Flag(field=distance, scope="pair", stated=True),
        *_combatant_flags(),
        _flag("poor_visibility", "CHA-3.2", stated=True, scope="fight"),
        _flag("tactics_done", "CHA-1.3", scope="fight"),
        Flag(
            field=Field(path="tactics_side", kind=FieldKind.TEXT, optional=True, rules=cite("CHA-1.3")), scope="fight"
        ),
        Flag(field=choice("tactics_choice", ("before", "after"), optional=True, rules=cite("CHA-1.3")), scope="fight"),
    )


@cache
def describe() -> RulesetInfo:
    """Everything pages need to show CHAOS."""
    return RulesetInfo(
        id="chaos",
        prefix="CHA",
        name="CHAOS",
        version=VERSION,
        sheet=SHEET,
        kinds=KINDS,
        glossary=glossary(),
        zones=DATA.rolled_zones(ZONES),
        zone_dice="W10",
        protections=PROTECTIONS,
        points_per_step=TABLES.number("number.damage_points_per_armour_point"),
        degree_step=TABLES.number("number.degree_step"),
        sealed="abc",
        pools=_pools(),
        budgets=(_action_units(),),
        statuses=_statuses(),
        flags=_flags(),
        cover_flag="cover",
        held_worth=held_worth,
        options=SWITCHES.options,
        sections=DATA.sections(),
        rules=DATA.reference(),
        rulings=DATA.rulings(),
        tables=TABLES,
        currency="DKK",
        figure=read("figure.svg"),
    )
