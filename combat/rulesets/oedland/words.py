"""The ids that several chapters share: statistics, skills, zones, range classes, postures, heights of cover."""

ATTRIBUTES = ("strength", "perception", "endurance", "charisma", "intelligence", "mobility", "luck", "courage")
WEAPON_SKILLS = ("handguns", "rifles", "heavy_weapons", "melee_weapons", "unarmed_combat")
SKILLS = (*WEAPON_SKILLS, "acrobatics", "body_control")
TWO_HANDED_SKILLS = ("rifles", "heavy_weapons")
"""What is made for both hands."""
ZONES = ("head", "torso", "arm", "leg")
"""From top to bottom, as the figure shows them."""
WEAPON = "weapon"
"""The pseudo zone: what the target holds is struck."""
PROTECTION = "armour_value"
BANDS = ("cqc", "near", "medium", "far", "extreme")
"""Range classes from near to far."""
POSES = ("upright", "kneeling", "prone")
"""From high to low; next to each other is one step."""
COVERS = ("partial", "full")
UNCOVERED = "uncovered"
HEIGHTS = ("knee", "hip", "shoulder", "full_height", "wall_edge")
HIDING = HEIGHTS[1:]
"""High enough to hide behind."""
WEAPON_KINDS = ("ranged", "melee", "unarmed")
MODES = ("single", "aimed", "burst")
WAYS = ("open", "peek", "blind")
"""How somebody fires with respect to his own cover."""
RATES = (*POSES, "sprint")
TWO_HANDED_PERK = "ambidextrous"
