"""Was ein Bogen hält, FAL-1: statistics, skills, points, rates, and what the game master adds."""

from combat.core.citation import cite
from combat.core.fields import note, number, text
from combat.core.schema import Collection, Field, FieldKind, Schema
from combat.rulesets.oedland.data import TABLES
from combat.rulesets.oedland.data import number as printed
from combat.rulesets.oedland.words import ATTRIBUTES, RATES

STORED_STATUSES = ("wound", "dying")


def _attributes() -> tuple[Field, ...]:
    return tuple(
        number(
            f"attributes.{key}",
            default=printed("attribute_usual"),
            low=1,
            high=30,
            group="attribute",
            rules=cite("FAL-1.1"),
        )
        for key in ATTRIBUTES
    )


def _points() -> tuple[Field, ...]:
    return (
        number(
            "maxima.hit_points",
            default=printed("hit_points_usual"),
            low=1,
            high=999,
            group="maximum",
            assumption=True,
            rules=cite("FAL-1.3"),
        ),
        number(
            "maxima.action_points",
            low=1,
            high=99,
            optional=True,
            group="maximum",
            assumption=True,
            rules=cite("FAL-1.4"),
        ),
        Field(
            path="pools.hit_points",
            minimum=0,
            maximum_from="maxima.hit_points",
            state=True,
            counter=True,
            group="pools",
            rules=cite("FAL-1.3", "FAL-6.7"),
        ),
    )


def _rates() -> tuple[Field, ...]:
    return tuple(
        number(
            f"rates.{key}",
            default=TABLES.number(f"list.rate.{key}"),
            low=1,
            high=999,
            group="rates",
            term=f"rate_{key}",
            unit="millimetres",
            rules=cite("FAL-1.13"),
        )
        for key in RATES
    )


def _statuses() -> tuple[Field, ...]:
    return tuple(
        Field(path=f"statuses.{key}", kind=FieldKind.BOOLEAN, optional=True, state=True, group="statuses")
        for key in STORED_STATUSES
    )


SKILL_FIELDS = (
    text("label"),
    number("value", optional=True, high=999, unit="percent", rules=cite("FAL-1.2")),
)
TALENT_FIELDS = (text("label"), number("level", optional=True, high=99, rules=cite("FAL-1.11")), note("text"))
CONDITION_FIELDS = (text("label"), number("value", default=0, low=-100, high=100, rules=cite("FAL-6.9")))

SHEET = Schema(
    fields=(
        *_attributes(),
        *_points(),
        text("species", group="person"),
        text("concept", group="person"),
        text("wound_note", group="person"),
        *_rates(),
        *_statuses(),
    ),
    collections=(
        Collection(path="skills", fields=SKILL_FIELDS, source="skill", own=True, term="skill", group="skill"),
        Collection(path="talents", fields=TALENT_FIELDS, source="talent", own=True, term="talent", group="talent"),
        Collection(path="conditions", fields=CONDITION_FIELDS, own=True, term="condition", group="condition"),
        Collection(
            path="overrides",
            fields=(number("value", default=0, low=-9999, high=9999), text("reason")),
            term="override",
            group="override",
        ),
    ),
)
