"""What a character's body holds."""

from collections.abc import Callable

from combat.core.citation import cite
from combat.core.fields import choice, number, text, yes_no
from combat.core.schema import Collection, Field, FieldKind, Schema
from combat.core.value import Json, JsonMap
from combat.rulesets.xian.data import number as printed
from combat.rulesets.xian.person import points_by_constitution
from combat.rulesets.xian.words import ATTRIBUTES, STATUSES, ZONES

ATTRIBUTE_USUAL = printed("attribute_usual")
ATTRIBUTE_HIGHEST = printed("attribute_highest")


def _attributes() -> tuple[Field, ...]:
    return tuple(
        number(
            f"attributes.{key}",
            default=ATTRIBUTE_USUAL,
            high=ATTRIBUTE_HIGHEST,
            group="attributes",
            rules=cite("XIAN-1.1"),
        )
        for key in ATTRIBUTES
    )


def _by_constitution(zone: str) -> Callable[[JsonMap], Json]:
    return lambda body: points_by_constitution(body, zone)


def _maxima() -> tuple[Field, ...]:
    zones = tuple(
        Field(
            path=f"maxima.{zone}_constitution",
            minimum=1,
            maximum=99,
            optional=True,
            default_from=_by_constitution(zone),
            group="maximum",
            rules=cite("XIAN-1.3"),
        )
        for zone in ZONES
    )
    points = number(
        "maxima.action_points", default=10, high=99, group="maximum", assumption=True, rules=cite("XIAN-1.6")
    )
    return (*zones, points)


def _pools() -> tuple[Field, ...]:
    keys = (*(f"{zone}_constitution" for zone in ZONES), "action_points")
    return tuple(
        Field(path=f"pools.{key}", minimum=0, maximum_from=f"maxima.{key}", state=True, counter=True, group="pools")
        for key in keys
    )


def _combat() -> tuple[Field, ...]:
    return (
        number("initiative", default=10, high=99, group="combat", assumption=True, rules=cite("XIAN-1.4")),
        number("focus", default=4, high=99, group="combat", assumption=True, rules=cite("XIAN-1.5")),
        number("hindrance", default=0, high=99, group="combat", assumption=True, rules=cite("XIAN-1.8")),
        yes_no("night_vision", state=True, group="gear", rules=cite("XIAN-1.10")),
        number("trauma", default=0, high=999, state=True, counter=True, group="state", rules=cite("XIAN-1.7")),
    )


def _person() -> tuple[Field, ...]:
    return (
        text("people", group="person"),
        text("calling", group="person"),
        text("concept", group="person"),
    )


SKILL_FIELDS = (
    number("points", optional=True, high=20, term="skill_points", rules=cite("XIAN-1.2")),
    choice("attribute", ATTRIBUTES, default="intellect", rules=cite("XIAN-1.2")),
    choice("second_attribute", ATTRIBUTES, optional=True, rules=cite("XIAN-1.2")),
    text("label"),
)

SHEET = Schema(
    fields=(
        *_attributes(),
        *_combat(),
        *_maxima(),
        *_pools(),
        *_person(),
        *(
            Field(path=f"statuses.{key}", kind=FieldKind.BOOLEAN, optional=True, state=True, group="statuses")
            for key in STATUSES
        ),
    ),
    collections=(
        Collection(
            path="skills", fields=SKILL_FIELDS, source="skill", own=True, untrained=True, term="skill", group="skill"
        ),
        Collection(
            path="overrides",
            fields=(number("value", default=0, low=-999, high=999), text("reason")),
            term="override",
            group="override",
        ),
    ),
)
