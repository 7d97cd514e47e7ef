"""The ids that several chapters share: attributes, zones, damage types, modes, traits."""

ATTRIBUTES = ("strength", "mobility", "marksmanship", "toughness", "intelligence", "magic")
RESISTANCES = ("physical", "mental")
RANKS = ("unlearned", "learned", "focus", "specialised")
"""A skill's rank as the sheet's number: 0 unlearned to 3 specialised."""
PROPERTIES = ("fast", "untouchable", "immobile", "distracted")
PROTECTIONS = ("kinetic", "explosive", "energy")
DAMAGE_TYPES = (*PROTECTIONS, "chemical", "radioactive")
ELEMENTS = ("fire", "cold")
ZONES = ("head", "arms", "body", "legs")
"""From top to bottom, as the figure shows them."""
WEAPON_KINDS = ("firearm", "launcher", "thrown", "bow", "melee", "unarmed")
WEAPON_CLASSES = (
    "pistol",
    "submachine_gun",
    "shotgun",
    "assault_rifle",
    "carbine",
    "sniper_rifle",
    "machine_gun",
    "heavy_weapon",
    "grenade",
    "flamethrower",
    "energy_weapon",
    "magnetic_weapon",
    "warp_weapon",
    "bow",
    "melee",
    "unarmed",
)
MODES = ("single", "semi", "burst", "auto")
TRAITS = (
    "reliable",
    "accurate",
    "inaccurate",
    "shrapnel",
    "armour_piercing",
    "bunker_breaking",
    "explosive",
    "primitive",
    "cqb",
    "fire_and_forget",
    "flame",
    "heat_ray",
    "stun",
    "energy_field",
    "magnetic",
    "warp",
)
GRANTS = ("smartgun", "laser_marker", "reflex_sight", "bipod", "recoil_damper", "inner_vibration")
AIMS = ("snap_aim", "aim")
AIM_FLAGS = ("aim", "aim_target", "aim_round")
"""What is noted of an aim: its kind, whom it was taken at, in which round."""
