"""What things hold: weapons, armour, cover, gear, and the entries that feed a sheet's skills."""

from combat.core.citation import cite
from combat.core.description import ItemKind, Notation, Piece
from combat.core.fields import choice, number, text, yes_no
from combat.core.schema import Schema
from combat.rulesets.xian.data import number as printed
from combat.rulesets.xian.schema_sheet import SKILL_FIELDS
from combat.rulesets.xian.words import HANDS, WEAPON_KINDS, WEAPON_SKILLS

NOTE = 4000

WEAPON_FIELDS = (
    choice("weapon_kind", WEAPON_KINDS, default="melee", group="weapon", term="kind", rules=cite("XIAN-2.1")),
    text("type_name", group="weapon"),
    choice("skill", WEAPON_SKILLS, default="light_melee", group="weapon", rules=cite("XIAN-1.2")),
    number("inertia", default=0, high=99, group="handling", rules=cite("XIAN-2.1")),
    number("damage_dice", default=1, low=1, high=40, group="damage", rules=cite("XIAN-2.2")),
    number(
        "penetration",
        default=1,
        low=1,
        high=printed("penetration_highest"),
        group="damage",
        rules=cite("XIAN-2.2"),
    ),
    number(
        "reach",
        optional=True,
        low=1,
        high=printed("reach_highest"),
        group="handling",
        rules=cite("XIAN-2.3"),
    ),
    *(
        number(
            f"distances.{key}",
            optional=True,
            low=1,
            high=99_999,
            group="distances",
            unit="metres",
            rules=cite("XIAN-2.4"),
        )
        for key in ("near", "middle", "far")
    ),
    number("load", default=0, high=99, group="handling", rules=cite("XIAN-1.8")),
    choice("held", HANDS, optional=True, state=True, kept=True, group="state", rules=cite("XIAN-7.2", "XIAN-7.5")),
)

ARMOUR_FIELDS = (
    number("load", default=0, high=99, group="armour", rules=cite("XIAN-1.8")),
    yes_no("worn", default=True, state=True, kept=True, group="state"),
)

COVER_FIELDS = (
    yes_no("hides_lower", group="cover", rules=cite("XIAN-2.5")),
    text("text", group="cover", term="note", length=NOTE),
)

KINDS = (
    ItemKind(
        key="weapon",
        use="weapon",
        schema=Schema(fields=WEAPON_FIELDS),
        summary=("type_name", "skill", "action_value", "damage", "inertia", "reach", "distances", "load"),
        notations=(
            Notation(
                key="damage",
                pieces=(Piece("damage_dice", "written.damage_dice"), Piece("penetration", "written.penetration")),
            ),
            Notation(
                key="distances",
                pieces=(
                    Piece("distances.near", "written.near"),
                    Piece("distances.middle", "written.further"),
                    Piece("distances.far", "written.further"),
                ),
            ),
        ),
    ),
    ItemKind(key="armour", use="armour", schema=Schema(fields=ARMOUR_FIELDS), zones=True, summary=("load",)),
    ItemKind(key="cover", use="cover", schema=Schema(fields=COVER_FIELDS), summary=("hides_lower", "text")),
    ItemKind(
        key="gear",
        use="gear",
        schema=Schema(fields=(text("text", group="gear", term="note", length=NOTE),)),
        summary=("text",),
    ),
    ItemKind(
        key="skill",
        use="sheet",
        schema=Schema(fields=SKILL_FIELDS[1:3]),
        summary=("attribute", "second_attribute"),
    ),
)
