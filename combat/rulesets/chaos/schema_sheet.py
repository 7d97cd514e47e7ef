"""What a character's body holds; nothing of it is printed in the combat chapter, so most bounds are assumptions."""

from combat.core.citation import cite
from combat.core.fields import choice, choices, dice, note, number, text, yes_no
from combat.core.schema import Collection, Field, FieldKind, Schema
from combat.rulesets.chaos.origin import EFFECTS
from combat.rulesets.chaos.words import ATTRIBUTES, DAMAGE_TYPES, PROPERTIES, RESISTANCES

ATTRIBUTE_DEFAULT = 35

STORED_STATUSES = (
    "unconscious",
    "mortally_wounded",
    "burning",
    "irritated",
    "clinched",
    "prone",
    "stabilised",
)


def _attributes() -> tuple[Field, ...]:
    return tuple(
        number(
            f"attributes.{key}",
            default=ATTRIBUTE_DEFAULT,
            low=1,
            high=100,
            group="attribute",
            assumption=key == "toughness",
            rules=cite("CHA-0.1", "CHA-0.4"),
        )
        for key in ATTRIBUTES
    )


def _maxima() -> tuple[Field, ...]:
    return (
        number("maxima.hit_points", default=15, low=1, high=999, group="maximum", assumption=True),
        number("maxima.action_points", default=2, high=99, group="maximum", assumption=True),
        number("maxima.spell_points", default=0, high=99, group="maximum", assumption=True),
    )


def _pools() -> tuple[Field, ...]:
    def pool(key: str, low: int) -> Field:
        path = f"pools.{key}"
        maximum = f"maxima.{key}"
        return Field(path=path, minimum=low, maximum_from=maximum, state=True, counter=True, group="pools")

    return (pool("hit_points", -999), pool("action_points", 0), pool("spell_points", 0))


def _person() -> tuple[Field, ...]:
    return (
        text("species", group="person"),
        text("class", group="person", term="character_class"),
        text("concept", group="person"),
        number(
            "experience.total", default=0, high=999_999, group="experience", term="experience_total", assumption=True
        ),
        number("experience.free", default=0, high=999_999, group="experience", term="experience_free", assumption=True),
    )


def _combat() -> tuple[Field, ...]:
    return (
        *(
            number(
                f"resistances.{key}",
                optional=True,
                high=200,
                group="resistances",
                term=f"{key}_resistance",
                assumption=True,
            )
            for key in RESISTANCES
        ),
        number("melee_attacks.main_hand", default=1, high=9, group="melee_attacks", assumption=True),
        number("melee_attacks.off_hand", default=0, high=9, group="melee_attacks", assumption=True),
        choices(
            "properties",
            PROPERTIES,
            group="combat",
            term="property",
            choice_terms=(("untouchable", "hard_to_hit"), ("distracted", "target_distracted")),
            rules=cite("CHA-3.2"),
        ),
        yes_no("weapon_skills_count", default=True, group="combat", assumption=True),
        number("shock_rounds", optional=True, low=0, high=9999, group="state", state=True, rules=cite("CHA-7.14")),
    )


def _statuses() -> tuple[Field, ...]:
    return tuple(
        Field(path=f"statuses.{key}", kind=FieldKind.BOOLEAN, optional=True, state=True, group="statuses")
        for key in STORED_STATUSES
    )


SKILL_FIELDS = (
    number("rank", default=0, low=0, high=3, rules=cite("CHA-0.3")),
    choice("attribute", ATTRIBUTES, default="intelligence", assumption=True),
    text("label"),
    yes_no("untrained", default=True, assumption=True, rules=cite("CHA-0.3")),
)
REDUCIBLE_ACTIONS = (
    "covered_move",
    "quick_move",
    "sprint",
    "take_cover",
    "single_shot",
    "burst",
    "fire",
    "fire_moving",
    "melee_attack",
    "full_melee",
    "hasty_melee",
    "reckless_melee",
    "charge",
    "guard",
    "cast",
    "concentrate",
    "snap_aim",
    "aim",
    "handle_object",
    "dodge",
    "parry",
)
TALENT_FIELDS = (
    text("label"),
    yes_no("active", term="active_talent", assumption=True),
    number("action_points", default=0, high=99, assumption=True),
    number("cover_bonus", default=0, high=90, rules=cite("CHA-5.2")),
    choice("reduction_action", REDUCIBLE_ACTIONS, optional=True, rules=cite("CHA-2.8")),
    number("reduction", default=0, high=10, term="action_unit_reduction", rules=cite("CHA-2.8")),
    note("text"),
)
ORIGIN_FIELDS = (
    text("label"),
    *(number(key, default=0, low=-100, high=100, assumption=True, rules=cite("CHA-0.4")) for key in EFFECTS),
    note("text"),
)
"""What a species or a class adds to attributes and values; the text names no numbers."""
SPELL_FIELDS = (
    text("label"),
    number("grade", default=1, low=1, high=6, rules=cite("CHA-9.1")),
    choice("resistance", RESISTANCES, optional=True, term="resist", rules=cite("CHA-9.2")),
    dice("damage", optional=True, rules=cite("CHA-9.8")),
    choice("damage_type", DAMAGE_TYPES, optional=True),
    dice("healing", optional=True, rules=cite("CHA-9.8")),
    note("text"),
)

SHEET = Schema(
    fields=(*_attributes(), *_maxima(), *_pools(), *_person(), *_combat(), *_statuses()),
    collections=(
        Collection(
            path="extra_attributes",
            fields=(text("label"), number("value", default=ATTRIBUTE_DEFAULT, low=-999, high=999)),
            own=True,
            term="extra_attribute",
            group="attribute",
        ),
        Collection(path="skills", fields=SKILL_FIELDS, source="skill", own=True, term="skill", group="skill"),
        Collection(path="species_traits", fields=ORIGIN_FIELDS, source="species", own=True, group="person"),
        Collection(path="class_traits", fields=ORIGIN_FIELDS, source="class", own=True, group="person"),
        Collection(path="talents", fields=TALENT_FIELDS, source="talent", own=True, term="talent", group="talent"),
        Collection(path="spells", fields=SPELL_FIELDS, source="spell", own=True, term="spell", group="spell"),
        Collection(
            path="overrides",
            fields=(number("value", default=0, low=-9999, high=9999), text("reason")),
            term="override",
            group="override",
        ),
    ),
)
