"""Die Figur, W20-1: what a character's body holds."""

from combat.core.citation import cite
from combat.core.fields import choice, choices, dice, note, number, text, yes_no
from combat.core.schema import Collection, Field, FieldKind, Schema
from combat.rulesets.zwanziger.data import TABLES
from combat.rulesets.zwanziger.words import ARTS, ATTRIBUTES, BURDENS, DAMAGE_TYPES, KINDS, LEARNABLE, STORED_STATUSES


def usual(key: str) -> int:
    """What a sheet holds where nobody entered anything."""
    return TABLES.number(f"usual.{key}")


def _attributes() -> tuple[Field, ...]:
    return tuple(
        number(f"attributes.{key}", default=usual("attribute"), high=99, group="attribute", rules=cite("W20-1.1"))
        for key in ATTRIBUTES
    )


def _maxima() -> tuple[Field, ...]:
    return (
        number(
            "maxima.wounds",
            default=usual("wounds"),
            low=1,
            high=99,
            group="life",
            term="wound_maximum",
            rules=cite("W20-1.7"),
        ),
        number(
            "wound_threshold", default=usual("wound_threshold"), low=1, high=999, group="life", rules=cite("W20-1.7")
        ),
        number("maxima.life_points", default=0, high=999, group="life", term="life_point_maximum", assumption=True),
        number("maxima.energy", default=0, high=999, group="life", term="energy_maximum", rules=cite("W20-1.9")),
        number(
            "maxima.magic_points", default=0, high=999, group="life", term="magic_point_maximum", rules=cite("W20-1.9")
        ),
    )


def _pools() -> tuple[Field, ...]:
    def pool(key: str) -> Field:
        return Field(
            path=f"pools.{key}", minimum=0, maximum_from=f"maxima.{key}", state=True, counter=True, group="pools"
        )

    wounds = number("pools.wounds", default=0, high=999, state=True, counter=True, group="pools", rules=cite("W20-1.7"))
    return (wounds, pool("life_points"), pool("energy"), pool("magic_points"))


def _turn() -> tuple[Field, ...]:
    return (
        number("movement", default=usual("movement"), high=999, group="movement", unit="metres", rules=cite("W20-1.3")),
        number(
            "sprint", optional=True, high=999, group="movement", unit="metres", assumption=True, rules=cite("W20-2.5")
        ),
        number("extra_attack", default=0, high=9, group="actions", rules=cite("W20-1.12")),
        number("extra_utility", default=0, high=9, group="actions", rules=cite("W20-1.12")),
        number("damage_bonus", default=0, low=-99, high=99, group="actions", rules=cite("W20-1.12", "W20-6.8")),
        yes_no("can_grapple", default=True, group="limbs", rules=cite("W20-1.12", "W20-7.5")),
        yes_no("can_throw", default=True, group="limbs", rules=cite("W20-1.12", "W20-7.6")),
        choices("learnt", LEARNABLE, group="limbs", rules=cite("W20-1.12", "W20-6.14")),
    )


def _person() -> tuple[Field, ...]:
    return (
        text("concept", group="person"),
        note("perks", group="person"),
        note("tags", group="person"),
    )


def _statuses() -> tuple[Field, ...]:
    stored = tuple(
        Field(path=f"statuses.{key}", kind=FieldKind.BOOLEAN, optional=True, state=True, group="statuses")
        for key in STORED_STATUSES
    )
    burdens = tuple(
        number(
            f"burden.{key}",
            default=0,
            low=-99,
            high=99,
            state=True,
            assumption=True,
            group="burden",
            status=key,
            term=f"burden_{key}",
            rules=cite("W20-6.9", "W20-9.14"),
        )
        for key in BURDENS
    )
    return (*stored, *burdens)


SKILL_FIELDS = (number("value", default=0, high=99, term="skill_value", rules=cite("W20-1.10")), text("label"))
ABILITY_FIELDS = (
    text("label"),
    choice("art", ARTS, default="ability", rules=cite("W20-1.13")),
    choice(
        "kind",
        KINDS,
        default="offensive",
        term="ability_kind",
        choice_terms=(("utility", "ability_kind.utility"),),
        rules=cite("W20-1.13", "W20-3.3"),
    ),
    yes_no("backstab", rules=cite("W20-7.1")),
    yes_no("projectile", rules=cite("W20-6.3")),
    number("value", optional=True, low=-99, high=99, term="roll_value", rules=cite("W20-1.13")),
    dice("damage", optional=True, rules=cite("W20-1.13")),
    choice("damage_type", DAMAGE_TYPES, optional=True, rules=cite("W20-2.2")),
    note("text"),
)

SHEET = Schema(
    fields=(*_attributes(), *_maxima(), *_pools(), *_turn(), *_person(), *_statuses()),
    collections=(
        Collection(
            path="extra_attributes",
            fields=(text("label"), number("value", default=0, low=0, high=99, term="skill_value")),
            own=True,
            term="extra_attribute",
            group="attribute",
        ),
        Collection(path="skills", fields=SKILL_FIELDS, source="skill", own=True, term="skill", group="skill"),
        Collection(
            path="abilities",
            fields=ABILITY_FIELDS,
            source="talent",
            own=True,
            term="abilities",
            group="abilities",
        ),
        Collection(
            path="overrides",
            fields=(number("value", default=0, low=-9999, high=9999, term="override_value"), text("reason")),
            term="override",
            group="override",
        ),
    ),
)
