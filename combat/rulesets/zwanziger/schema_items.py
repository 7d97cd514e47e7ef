"""Waffen, Gegenstände, Rüstung, W20-2: what things hold."""

from combat.core.citation import cite
from combat.core.description import ItemKind, TraitInfo
from combat.core.fields import choice, dice, note, number, yes_no
from combat.core.schema import Field, FieldKind, Schema
from combat.rulesets.zwanziger.schema_sheet import ABILITY_FIELDS, usual
from combat.rulesets.zwanziger.words import ATTRIBUTES, DAMAGE_TYPES, FACTORS, HANDS

FACTOR_TERMS = tuple((key, f"factor.{key}") for key in FACTORS)
WEIGHT = number(
    "weight", optional=True, low=1, high=9_999_999, group="throwing", unit="grams", rules=cite("W20-2.4", "W20-7.6")
)


def _tags(group: str) -> Field:
    return Field(path="tags", kind=FieldKind.TEXT, default="", max_length=200, group=group, rules=cite("W20-2.1"))


def _value(key: str, rule: str, *, low: int = 0) -> Field:
    """A total that is typed in; without it the thing cannot be used so."""
    return number(key, optional=True, low=low, high=99, group="values", rules=cite("W20-1.5", rule))


WEAPON_FIELDS = (
    choice("slot", HANDS, default="main", group="weapon", term="hand", rules=cite("W20-2.1")),
    choice("damage_type", DAMAGE_TYPES, optional=True, group="damage", rules=cite("W20-2.2")),
    dice("damage", optional=True, group="damage", rules=cite("W20-2.1", "W20-6.8")),
    choice("attribute", ATTRIBUTES, optional=True, group="damage", term="weapon_attribute", rules=cite("W20-2.1")),
    choice(
        "factor",
        FACTORS,
        default="1",
        group="damage",
        term="attribute_factor",
        choice_terms=FACTOR_TERMS,
        rules=cite("W20-2.1", "W20-6.8"),
    ),
    number("flat_bonus", default=0, low=-99, high=99, group="damage", rules=cite("W20-2.1")),
    number("attack_value", optional=True, low=-99, high=99, group="values", rules=cite("W20-1.4")),
    Field(path="skill", kind=FieldKind.TEXT, default="", max_length=60, group="values", rules=cite("W20-1.4")),
    number("weapon_bonus", default=0, low=-99, high=99, group="values", assumption=True, rules=cite("W20-1.4")),
    _value("parry", "W20-6.5"),
    _value("block", "W20-6.4"),
    _value("block_strength", "W20-6.4"),
    number("reach", default=usual("reach"), high=9999, group="weapon", unit="metres", rules=cite("W20-2.1")),
    yes_no("ranged", group="weapon", rules=cite("W20-9.17")),
    WEIGHT,
    number("origin_value", optional=True, low=-99, high=99, group="throwing", rules=cite("W20-7.7")),
    _tags("weapon"),
)
OBJECT_FIELDS = (
    WEIGHT,
    dice("damage", optional=True, group="damage", rules=cite("W20-2.4")),
    choice("damage_type", DAMAGE_TYPES, optional=True, group="damage", rules=cite("W20-2.2", "W20-7.6")),
    number("origin_value", optional=True, low=-99, high=99, group="throwing", rules=cite("W20-7.7")),
    _tags("gear"),
    note("text", group="gear"),
)
THROWABLE = TraitInfo(key="throwable", rules=cite("W20-2.4", "W20-7.6"))

KINDS = (
    ItemKind(
        key="weapon",
        use="weapon",
        schema=Schema(fields=WEAPON_FIELDS),
        traits=(THROWABLE,),
        summary=(
            "slot",
            "attack_value",
            "damage",
            "damage_part",
            "damage_type",
            "parry",
            "block",
            "block_strength",
            "reach",
            "tags",
        ),
    ),
    ItemKind(
        key="gear",
        use="gear",
        schema=Schema(fields=OBJECT_FIELDS),
        traits=(THROWABLE,),
        summary=("weight", "damage", "damage_type", "origin_value", "tags", "text"),
    ),
    ItemKind(
        key="armour",
        use="armour",
        schema=Schema(
            fields=(
                yes_no("worn", default=True, state=True, kept=True, group="armour"),
                note("text", group="armour"),
            )
        ),
        zones=True,
        summary=("text",),
    ),
    ItemKind(key="skill", use="sheet", schema=Schema()),
    ItemKind(
        key="talent",
        use="sheet",
        schema=Schema(fields=ABILITY_FIELDS[1:]),
        summary=("art", "kind", "value", "damage", "damage_type"),
    ),
)
