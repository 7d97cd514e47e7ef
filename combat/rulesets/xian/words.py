"""Ids that several chapters share. Each is a key of the glossary."""

ATTRIBUTES = (
    "strength",
    "constitution",
    "agility",
    "dexterity",
    "intellect",
    "instinct",
    "charisma",
    "willpower",
    "kismet",
    "shian",
)
ZONES = ("head", "upper_body", "lower_body")
USUAL_ZONE = "upper_body"
BRAWLING = "brawling"
DODGE = "dodge"
ATHLETICS = "athletics"
PAIN_TOLERANCE = "pain_tolerance"
MELEE_SKILLS = (BRAWLING, "light_melee", "medium_melee", "heavy_melee")
RANGED_SKILLS = ("pistols", "rifles", "heavy_guns", "projectile_weapons", "throwing")
WEAPON_SKILLS = (*MELEE_SKILLS, *RANGED_SKILLS)
SKILLS = (*WEAPON_SKILLS, DODGE, ATHLETICS, PAIN_TOLERANCE)
MELEE, RANGED = "melee", "ranged"
WEAPON_KINDS = (MELEE, RANGED)
DISTANCES = ("near", "middle", "far", "very_far")
SIGHTS = ("clear", "light", "severe")
HANDS = ("main_hand", "off_hand")
DISADVANTAGES = ("shorter", "longer", "none")
STATUSES = ("unconscious", "incapacitated", "dead")
PROTECTION = "armour"
NOBODY = "none"
