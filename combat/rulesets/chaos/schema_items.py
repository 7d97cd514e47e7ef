"""What things hold: weapons, armour, covers, modifications, gear and the entries that feed a sheet's collections."""

from combat.core.citation import Citation, cite
from combat.core.description import ItemKind, TraitInfo
from combat.core.fields import choice, choices, dice, note, number, text, yes_no
from combat.core.schema import Field, FieldKind, Schema
from combat.rulesets.chaos.cover import worth
from combat.rulesets.chaos.origin import EFFECTS
from combat.rulesets.chaos.schema_sheet import ORIGIN_FIELDS, SKILL_FIELDS, SPELL_FIELDS, TALENT_FIELDS
from combat.rulesets.chaos.words import (
    DAMAGE_TYPES,
    ELEMENTS,
    GRANTS,
    MODES,
    TRAITS,
    WEAPON_CLASSES,
    WEAPON_KINDS,
)

ELEMENT_TERMS = (("fire", "element.fire"), ("cold", "element.cold"))
CLASS_TERMS = (("energy_weapon", "heat_ray_weapon"), ("bow", "bow_or_crossbow"), ("melee", "melee_weapon"))

WEAPON_FIELDS = (
    choice("weapon_kind", WEAPON_KINDS, default="firearm", group="weapon", term="kind"),
    choice("weapon_class", WEAPON_CLASSES, default="pistol", group="weapon", choice_terms=CLASS_TERMS),
    text("type_name", group="weapon"),
    Field(path="skill", kind=FieldKind.TEXT, default="", max_length=60, group="weapon", rules=cite("CHA-3.1")),
    number("hands", default=2, low=1, high=2, group="weapon"),
    yes_no("two_handed_grip", default=True, group="weapon", term="two_handed_allowed", rules=cite("CHA-2.4")),
    yes_no("disposable", group="weapon", term="single_use"),
    dice("damage", default="1W10", group="damage", rules=cite("CHA-7.2")),
    choice("damage_type", DAMAGE_TYPES, default="kinetic", group="damage", rules=cite("CHA-7.5")),
    choice("element", ELEMENTS, optional=True, group="damage", choice_terms=ELEMENT_TERMS, rules=cite("CHA-5.4")),
    number("penetration", default=0, high=99, group="damage", rules=cite("CHA-7.3")),
    number("recoil", default=0, high=99, group="handling", rules=cite("CHA-2.3")),
    number("melee_fitness", default=0, low=-99, high=0, group="handling", rules=cite("CHA-1.2")),
    number("base_range", optional=True, low=1, high=99_999, group="handling", unit="metres", rules=cite("CHA-3.2")),
    *(
        number(f"shots.{mode}", optional=True, low=1, high=999, group="shots", rules=cite("CHA-3.3", "CHA-3.5"))
        for mode in MODES
    ),
    number("capacity", optional=True, low=1, high=9999, group="magazine", rules=cite("CHA-3.3")),
    number("reload_rounds", optional=True, low=1, high=99, group="magazine", unit="rounds", rules=cite("CHA-2.3")),
    number("loaded", maximum_from="capacity", optional=True, state=True, counter=True, group="state"),
    number("reload_progress", default=0, high=99, state=True, group="state", rules=cite("CHA-2.3")),
    number("heat", default=0, high=99, state=True, counter=True, group="state", rules=cite("CHA-6.magnetic")),
    yes_no("shut_down", state=True, group="state", rules=cite("CHA-6.magnetic")),
    yes_no("jammed", state=True, group="state", rules=cite("CHA-3.4")),
    yes_no("broken", state=True, group="state", rules=cite("CHA-7.12")),
    yes_no("powered", default=True, state=True, kept=True, group="state", rules=cite("CHA-6.energy_field")),
    yes_no("readied", state=True, kept=True, group="state", rules=cite("CHA-1.2")),
)

ARMOUR_FIELDS = (
    number("level", default=1, low=1, high=5, group="armour", rules=cite("CHA-7.8")),
    yes_no("abc", group="armour", rules=cite("CHA-7.5")),
    yes_no("servo", group="armour", term="servomotors"),
    yes_no("worn", default=True, state=True, kept=True, group="state"),
)

COVER_FIELDS = (
    number("bonus", default=10, high=90, group="cover", term="cover_bonus", rules=cite("CHA-5.9")),
    number("integrity", optional=True, low=1, high=9999, group="cover", rules=cite("CHA-5.5")),
    number("barrier_class", optional=True, high=99, group="cover", rules=cite("CHA-5.1")),
    choices(
        "immune_to",
        (*DAMAGE_TYPES, *ELEMENTS),
        group="cover",
        choice_terms=ELEMENT_TERMS,
        rules=cite("CHA-5.4"),
    ),
    yes_no("vehicle", group="cover", rules=cite("CHA-5.9")),
    yes_no("hostage", group="cover", rules=cite("CHA-5.15")),
    number(
        "damage",
        default=0,
        high=99_999,
        state=True,
        counter=True,
        group="state",
        term="cover_damage",
        rules=cite("CHA-5.5"),
    ),
    number("bonus_lost", default=0, high=90, state=True, counter=True, group="state", rules=cite("CHA-5.5")),
    yes_no("destroyed", state=True, group="state", rules=cite("CHA-5.5")),
)

MODIFICATION_FIELDS = (
    choices("grants", GRANTS, group="modification", rules=cite("CHA-3.2")),
    number("recoil_delta", default=0, low=-99, high=99, group="modification"),
    number("attack_bonus", default=0, low=-99, high=99, group="modification", rules=cite("CHA-3.2")),
    number("penetration_delta", default=0, low=-99, high=99, group="modification"),
    number("melee_fitness_delta", default=0, low=-99, high=99, group="modification"),
    number("reload_delta", default=0, low=-99, high=99, group="modification"),
    number("capacity_percent", default=100, low=1, high=1000, group="modification", unit="percent"),
    number("base_range_percent", default=100, low=1, high=1000, group="modification", unit="percent"),
    number("recoil_percent", default=100, low=0, high=1000, group="modification", unit="percent"),
    choice("adds_trait", TRAITS, optional=True, group="modification", choice_terms=(("explosive", "trait.explosive"),)),
    choice("cancels", ("poor_visibility", "into_melee", "blind"), optional=True, group="modification"),
    yes_no("safe_grenades", group="modification", rules=cite("CHA-3.9")),
    choices("fits", WEAPON_CLASSES, group="modification", choice_terms=CLASS_TERMS),
    note("text", group="modification"),
)

GEAR_FIELDS = (
    note("text", group="gear"),
    number("action_units", default=4, high=10, group="gear", rules=cite("CHA-2.3")),
    yes_no("used_up", default=True, group="gear", assumption=True, rules=cite("CHA-2.3")),
    yes_no("relieves", group="gear", rules=cite("CHA-7.9")),
    yes_no("emp", group="gear", rules=cite("CHA-6.magnetic", "CHA-6.energy_field")),
)


def _trait(key: str) -> TraitInfo:
    radius = number("explosive", default=1, high=999, unit="metres", term="radius") if key == "explosive" else None
    return TraitInfo(
        key=key,
        value=radius,
        rules=(Citation(f"CHA-6.{key}"),),
        term="trait.explosive" if radius else "",
    )


WEAPON_TRAITS = (
    *(_trait(key) for key in TRAITS),
    TraitInfo(key="strength_damage", rules=cite("CHA-4.5")),
)

KINDS = (
    ItemKind(
        key="weapon",
        use="weapon",
        schema=Schema(fields=WEAPON_FIELDS),
        traits=WEAPON_TRAITS,
        fits=("modification",),
        summary=(
            "type_name",
            "damage",
            "damage_type",
            "penetration",
            "recoil",
            "melee_fitness",
            "reload_rounds",
            "base_range",
        ),
        magazine=("loaded", "capacity"),
    ),
    ItemKind(
        key="armour",
        use="armour",
        schema=Schema(fields=ARMOUR_FIELDS),
        zones=True,
        summary=("level", "abc", "servo"),
    ),
    ItemKind(
        key="cover",
        use="cover",
        schema=Schema(fields=COVER_FIELDS),
        summary=("bonus", "integrity", "barrier_class"),
        wear=("damage", "integrity"),
        worth=worth,
    ),
    ItemKind(
        key="modification",
        use="modification",
        schema=Schema(fields=MODIFICATION_FIELDS),
        summary=("grants", "text"),
    ),
    ItemKind(key="gear", use="gear", schema=Schema(fields=GEAR_FIELDS), summary=("text",)),
    ItemKind(key="skill", use="sheet", schema=Schema(fields=SKILL_FIELDS[1:]), summary=("attribute", "untrained")),
    ItemKind(
        key="talent",
        use="sheet",
        schema=Schema(fields=TALENT_FIELDS[1:]),
        summary=("cover_bonus", "reduction_action", "reduction"),
    ),
    ItemKind(
        key="spell",
        use="sheet",
        schema=Schema(fields=SPELL_FIELDS[1:]),
        summary=("grade", "resistance", "damage", "healing"),
    ),
    ItemKind(key="species", use="sheet", schema=Schema(fields=ORIGIN_FIELDS[1:]), summary=EFFECTS),
    ItemKind(key="class", use="sheet", schema=Schema(fields=ORIGIN_FIELDS[1:]), summary=EFFECTS),
)
