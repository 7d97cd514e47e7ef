"""What the ruleset says of itself: pools, budget, states, flags, zones and house rules."""

from functools import cache

from combat.core.citation import cite
from combat.core.description import (
    Budget,
    Flag,
    Mark,
    Pool,
    RulesetInfo,
    Status,
    ZoneInfo,
)
from combat.core.fields import choice, yes_no
from combat.core.fields import number as whole
from combat.core.schema import Field, FieldKind
from combat.rulesets.oedland import fatigue
from combat.rulesets.oedland.data import DATA, TABLES, glossary, number, read
from combat.rulesets.oedland.options import SWITCHES
from combat.rulesets.oedland.pay import POINTS
from combat.rulesets.oedland.schema_items import KINDS
from combat.rulesets.oedland.schema_sheet import SHEET
from combat.rulesets.oedland.shot import prepaid_in_words
from combat.rulesets.oedland.words import COVERS, POSES, PROTECTION, UNCOVERED, ZONES

VERSION = "1"
OPEN = ("fatigue", "watch", "leaning_out", "suppressing", "sprinted_points", "owed")
"""What the rules remember that people read off a list of changes; all else its event tells."""


def _pools() -> tuple[Pool, ...]:
    return (
        Pool(
            key="hit_points",
            current="pools.hit_points",
            maximum="maxima.hit_points",
            health=True,
            marks=lambda maximum: (Mark(0, "dead"),),
            rules=cite("FAL-1.3", "FAL-6.7"),
        ),
    )


def _statuses() -> tuple[Status, ...]:
    return (
        Status(key="wound", severity=2, rules=cite("FAL-6.4", "FAL-6.9")),
        Status(key="dying", severity=4, rules=cite("FAL-6.7", "FAL-9.18")),
        Status(key="dead", severity=4, follows=True, rules=cite("FAL-6.7")),
    )


def _pair_flags() -> tuple[Flag, ...]:
    distance = whole("distance", optional=True, high=99_999, unit="centimetres", rules=cite("FAL-2.1"))
    bearing = whole("bearing", optional=True, low=-180, high=180, unit="degrees", rules=cite("FAL-1.12", "FAL-2.5"))
    return (Flag(field=distance, scope="pair", stated=True), Flag(field=bearing, scope="pair", stated=True))


def _stated_flags() -> tuple[Flag, ...]:
    """What people tell of a combatant."""
    thing = Field(
        path="cover", kind=FieldKind.TEXT, optional=True, unit="cover", term="behind_cover", rules=cite("FAL-1.9")
    )
    found = (
        choice("pose", POSES, default=POSES[0], optional=True, rules=cite("FAL-1.8")),
        thing,
        choice("cover_state", (UNCOVERED, *COVERS), default=UNCOVERED, optional=True, rules=cite("FAL-1.9")),
        whole("cover_malus", optional=True, low=number("partial_lowest"), high=0, rules=cite("FAL-5.16")),
        whole("perception_modifier", optional=True, low=-10, high=10, rules=cite("FAL-3.19", "FAL-4.8")),
        whole("opening_bonus", optional=True, low=-99, high=99, rules=cite("FAL-1.5")),
        yes_no("moved", rules=cite("FAL-7.2")),
    )
    return tuple(Flag(field=field, stated=True) for field in found)


def _kept_flags() -> tuple[Flag, ...]:
    """What the rules remember of a combatant."""
    words = ("watch_weapon", "watch_tried", "interrupts", "suppressing", "suppress_weapon", "suppressed")
    numbers = ("ap_spent", "turned", "sprinted_points", "reserved", "suppress_rounds", "owed")
    states = ("watching", "interrupting", "used")
    found = (
        Field(path="fatigue", kind=FieldKind.TEXT, optional=True, read_as=fatigue.in_words, rules=cite("FAL-1.10")),
        choice("watch", states, optional=True, rules=cite("FAL-3.19")),
        Field(
            path="leaning_out",
            kind=FieldKind.TEXT,
            optional=True,
            read_as=prepaid_in_words,
            rules=cite("FAL-3.10"),
        ),
        whole("initiative", optional=True, low=None, unit="half_points", rules=cite("FAL-1.5")),
        whole("initiative_base", optional=True, low=None, unit="half_points", rules=cite("FAL-1.5")),
        whole("paused", optional=True, rules=cite("FAL-3.19")),
        *(Field(path=key, kind=FieldKind.TEXT, optional=True, rules=cite("FAL-3.19", "FAL-3.20")) for key in words),
        *(whole(key, default=0, counter=True, rules=cite("FAL-3.2")) for key in numbers),
    )
    return tuple(Flag(field=field, inner=field.path not in OPEN) for field in found)


@cache
def describe() -> RulesetInfo:
    """Everything pages need to show Ödland."""
    return RulesetInfo(
        id="oedland",
        prefix="FAL",
        name="Ödland (AP-System)",
        version=VERSION,
        sheet=SHEET,
        kinds=KINDS,
        glossary=glossary(),
        zones=tuple(ZoneInfo(key=zone) for zone in ZONES),
        protections=(PROTECTION,),
        pools=_pools(),
        budgets=(
            Budget(key=POINTS, per_round=number("action_points_usual"), derived=True, rules=cite("FAL-1.4", "FAL-3.2")),
        ),
        statuses=_statuses(),
        flags=(*_pair_flags(), *_stated_flags(), *_kept_flags()),
        cover_flag="cover",
        cover_taken="cover_state",
        options=SWITCHES.options,
        sections=DATA.sections(),
        rules=DATA.reference(),
        rulings=DATA.rulings(),
        tables=TABLES,
        table_scale={"centimetres": number("centimetres_per_metre")},
        shown_in={
            "millimetres": ("centimetres", number("millimetres_per_centimetre")),
            "decimetres": ("metres", number("tenths")),
        },
        currency="Marken",
        figure=read("figure.svg"),
    )
