"""What things hold, FHT-2: weapons, armour, cover, sights, gear, special trainings."""

from combat.core.citation import Citation, cite
from combat.core.description import ItemKind, TraitInfo
from combat.core.fields import choice, choices, dice, note, number, text, yes_no
from combat.core.schema import Schema
from combat.rulesets.fhtagn.plan import MODE_TERMS
from combat.rulesets.fhtagn.words import COVERAGES, GRANTS, MODES, RELOADS, SKILLS, TRAITS, WEAPON_CLASSES

RECORD = cite("FHT-2.1")
CLASS_TERMS = tuple((key, f"class.{key}") for key in WEAPON_CLASSES)
COVERAGE_TERMS = tuple((key, f"coverage.{key}") for key in COVERAGES)
RELOAD_TERMS = tuple((key, f"reload.{key}") for key in RELOADS)
TRAIT_RULES = {
    "shot": "FHT-2.4",
    "half_beyond": "FHT-6.4",
    "slug": "FHT-6.4",
    "stun_on_hit": "FHT-2.13",
    "needs_training": "FHT-1.9",
    "unblockable": "FHT-2.1",
    "strangles": "FHT-2.3",
    "resistible": "FHT-2.13",
}

WEAPON_FIELDS = (
    choice("weapon_class", WEAPON_CLASSES, default="melee", group="weapon", choice_terms=CLASS_TERMS, rules=RECORD),
    text("type_name", group="weapon"),
    choice("skill", SKILLS, default="melee_weapons", group="weapon", rules=cite("FHT-1.8")),
    number("hands", default=1, low=1, high=2, group="weapon", rules=cite("FHT-1.10")),
    dice("damage", optional=True, group="damage", rules=RECORD),
    yes_no("st_bonus", group="damage", rules=cite("FHT-1.6")),
    number("piercing", optional=True, high=99, group="damage", rules=cite("FHT-2.7")),
    number("lethality", optional=True, low=1, high=200, group="damage", unit="percent", rules=cite("FHT-6.7")),
    number("burst_lethality", optional=True, low=1, high=200, group="damage", unit="percent", rules=cite("FHT-2.6")),
    number("radius", optional=True, high=9999, group="damage", unit="metres", term="kill_radius",
           rules=cite("FHT-8.1")),
    number("irritates", optional=True, low=-40, high=-1, group="damage", rules=cite("FHT-2.13")),
    dice("irritation_rounds", optional=True, group="damage", rules=cite("FHT-2.13")),
    number("base_range", optional=True, low=1, high=99_999, group="handling", unit="metres", rules=cite("FHT-2.2")),
    choices("modes", MODES, group="handling", term="fire_mode", choice_terms=MODE_TERMS, rules=cite("FHT-2.6")),
    number("magazine", optional=True, low=1, high=9999, group="magazine", rules=RECORD),
    choice("reload", RELOADS, default="magazine", group="magazine", term="reload_class", choice_terms=RELOAD_TERMS,
           rules=cite("FHT-2.12")),
    number("loaded", maximum_from="magazine", optional=True, state=True, counter=True, group="state"),
    number("reload_progress", default=0, high=99, state=True, group="state", rules=cite("FHT-2.12")),
    number("disabled_rounds", default=0, high=99, state=True, counter=True, group="state", rules=cite("FHT-4.12")),
    yes_no("dropped", state=True, group="state", rules=cite("FHT-3.8")),
    yes_no("in_hand", state=True, kept=True, group="state", rules=cite("FHT-1.10")),
)  # fmt: skip

ARMOUR_FIELDS = (
    number("protection", default=1, high=99, group="armour", rules=cite("FHT-2.8")),
    choice("slot", ("suit", "helmet"), default="suit", group="armour", term="armour_slot", rules=cite("FHT-2.8")),
    choice("against", ("everything", "blows"), default="everything", group="armour", rules=cite("FHT-2.8")),
    choice("coverage", COVERAGES, optional=True, group="armour", choice_terms=COVERAGE_TERMS, rules=cite("FHT-3.5")),
    yes_no("worn", default=True, state=True, kept=True, group="state"),
)

COVER_FIELDS = (
    number("value", default=3, high=99, group="cover", term="cover_value", rules=cite("FHT-2.9")),
    choice("coverage", COVERAGES, optional=True, group="cover", choice_terms=COVERAGE_TERMS, rules=cite("FHT-3.5")),
)

MODIFICATION_FIELDS = (choices("grants", GRANTS, group="modification", rules=cite("FHT-2.13")), note("text"))
GEAR_FIELDS = (choices("grants", GRANTS, group="gear", rules=cite("FHT-2.13")), note("text"))

KINDS = (
    ItemKind(
        key="weapon",
        use="weapon",
        schema=Schema(fields=WEAPON_FIELDS),
        traits=tuple(TraitInfo(key=key, rules=(Citation(TRAIT_RULES[key]),)) for key in TRAITS),
        fits=("modification",),
        summary=(
            "type_name",
            "skill_value",
            "base_range",
            "damage",
            "damage_bonus",
            "piercing",
            "lethality",
            "burst_lethality",
            "radius",
            "magazine",
        ),
        magazine=("loaded", "magazine"),
    ),
    ItemKind(
        key="armour",
        use="armour",
        schema=Schema(fields=ARMOUR_FIELDS),
        summary=("protection", "slot", "against", "coverage"),
    ),
    ItemKind(key="cover", use="cover", schema=Schema(fields=COVER_FIELDS), summary=("value", "coverage")),
    ItemKind(key="modification", use="modification", schema=Schema(fields=MODIFICATION_FIELDS), summary=("grants",)),
    ItemKind(key="gear", use="gear", schema=Schema(fields=GEAR_FIELDS), summary=("grants", "text")),
    ItemKind(key="talent", use="sheet", schema=Schema(fields=(note("text"),)), summary=("text",)),
)
