"""Was Dinge halten, FAL-2: weapons with their range classes, armour, covers, gear, and entries that feed a sheet."""

from combat.core.citation import cite
from combat.core.description import ItemKind, Notation, Piece
from combat.core.fields import choice, dice, note, number, text, yes_no
from combat.core.schema import Field, Schema
from combat.rulesets.oedland.data import TABLES
from combat.rulesets.oedland.data import number as printed
from combat.rulesets.oedland.schema_sheet import SKILL_FIELDS, TALENT_FIELDS
from combat.rulesets.oedland.words import BANDS, HEIGHTS, WEAPON_KINDS, WEAPON_SKILLS


def _cost(mode: str, term: str, *, default: int | None = None) -> Field:
    return number(
        f"costs.{mode}",
        default=default,
        optional=default is None,
        high=99,
        group="costs",
        term=term,
        unit="action_points",
        rules=cite("FAL-2.2"),
    )


def _range(band: str) -> tuple[Field, ...]:
    """A range class: up to which distance, how that grows with perception, its modifier, damage of its own."""
    path, rules = f"ranges.{band}", cite("FAL-2.3")
    return (
        number(f"{path}.up_to", optional=True, high=9999, group=band, term="up_to", unit="centimetres", rules=rules),
        number(f"{path}.per_perception", optional=True, high=99, group=band, term="per_perception", rules=rules),
        number(f"{path}.modifier", optional=True, low=-200, high=200, group=band, term="range_modifier", rules=rules),
        Field(
            path=f"{path}.damage",
            kind=dice("x").kind,
            optional=True,
            group=band,
            term="range_damage",
            rules=rules,
        ),
    )


WEAPON_FIELDS = (
    choice("weapon_kind", WEAPON_KINDS, default="ranged", group="weapon", term="kind", rules=cite("FAL-2.2")),
    text("type_name", group="weapon"),
    choice("skill", WEAPON_SKILLS, default="handguns", group="weapon", rules=cite("FAL-1.2")),
    text("column", group="weapon", length=60),
    number("hands", default=1, low=1, high=2, group="weapon", rules=cite("FAL-2.2")),
    number("minimum_strength", default=1, high=99, group="weapon", rules=cite("FAL-2.9")),
    dice("damage", default="2W6", group="damage", rules=cite("FAL-2.2")),
    number("tuning", default=0, low=-100, high=100, group="damage", unit="percent", rules=cite("FAL-5.17")),
    number("critical_bonus", default=0, low=-100, high=100, group="damage", rules=cite("FAL-1.6")),
    number("reach", default=printed("reach"), high=99, group="damage", unit="centimetres", rules=cite("FAL-2.2")),
    _cost("single", "cost_single", default=4),
    _cost("aimed", "cost_aimed"),
    _cost("burst", "cost_burst"),
    _cost("reload", "cost_reload", default=printed("reload")),
    yes_no("full_auto", group="costs", rules=cite("FAL-3.13")),
    number(
        "burst_length",
        default=TABLES.number("list.rounds.burst"),
        low=1,
        high=99,
        group="costs",
        rules=cite("FAL-3.13"),
    ),
    *(field for band in BANDS for field in _range(band)),
    number("capacity", optional=True, low=1, high=9999, group="magazine", rules=cite("FAL-2.2")),
    number("loaded", maximum_from="capacity", optional=True, state=True, counter=True, group="state"),
    yes_no("readied", state=True, kept=True, group="state", rules=cite("FAL-2.2", "FAL-5.15")),
)
ARMOUR_FIELDS = (text("type_name", group="armour"), yes_no("worn", default=True, state=True, kept=True, group="state"))
COVER_FIELDS = (choice("height", HEIGHTS, default="hip", group="cover", rules=cite("FAL-2.7")),)


def _range_written(band: str) -> Notation:
    """A range class as the tables write it: to 100 + 2 × perception, +5; a bow's damage there behind it."""
    path = f"ranges.{band}"
    return Notation(
        key=band,
        pieces=(
            Piece(f"{path}.up_to", "written.up_to"),
            Piece(f"{path}.per_perception", "written.per_perception"),
            Piece(f"{path}.modifier", "written.modifier", signed=True),
            Piece(f"{path}.damage", "written.damage"),
        ),
    )


KINDS = (
    ItemKind(
        key="weapon",
        use="weapon",
        schema=Schema(fields=WEAPON_FIELDS),
        summary=("type_name", "skill", "damage", "minimum_strength", "costs.single", "costs.aimed", "costs.burst"),
        magazine=("loaded", "capacity"),
        notations=tuple(_range_written(band) for band in BANDS),
    ),
    ItemKind(key="armour", use="armour", schema=Schema(fields=ARMOUR_FIELDS), zones=True, summary=("type_name",)),
    ItemKind(key="cover", use="cover", schema=Schema(fields=COVER_FIELDS), summary=("height",)),
    ItemKind(key="gear", use="gear", schema=Schema(fields=(note("text", group="gear"),)), summary=("text",)),
    ItemKind(key="skill", use="sheet", schema=Schema(fields=SKILL_FIELDS[1:]), summary=()),
    ItemKind(key="talent", use="sheet", schema=Schema(fields=TALENT_FIELDS[1:]), summary=("level",)),
)
