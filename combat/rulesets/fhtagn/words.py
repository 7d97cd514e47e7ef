"""The ids that several chapters share: attributes, skills, weapon classes, fire modes, calls, states."""

ATTRIBUTES = ("strength", "constitution", "dexterity", "intelligence", "determination", "charisma")
BODILY = ("strength", "constitution", "dexterity")
"""Attributes whose tests are exertion."""
SKILLS = (
    "firearms",
    "melee_weapons",
    "unarmed_combat",
    "athletics",
    "alertness",
    "first_aid",
    "medicine",
    "pharmacy",
    "artillery",
    "explosives",
    "stealth",
    "survival",
    "swimming",
    "driving",
    "riding",
    "steering",
    "navigation",
    "searching",
)
WEAPON_CLASSES = ("melee", "unarmed", "thrown", "bow", "firearm", "explosive")
HAND_TO_HAND = ("melee", "unarmed")
HURLED = ("thrown", "bow")
"""What is dodged like a blow though it comes from afar."""
MODES = ("single", "short_burst", "long_burst", "short_spray", "long_spray")
LAYERS = ("partial_cover", "partial_worn", "mostly_cover", "mostly_worn")
CROWDS = ("crowd", "crowd_dense")
CALLS = (*LAYERS, *CROWDS, "vulnerable")
COVERAGES = ("partial", "mostly")
KINDS = ("human", "creature", "fragile", "massive")
ATTITUDES = ("ordinary", "insane", "hardened", "fanatical")
FEARLESS = ATTITUDES[1:]
RELOADS = ("magazine", "clip", "single_rounds", "break_action", "belt", "single_loader", "crossbow", "muzzle_loader")
TRAITS = ("shot", "half_beyond", "slug", "stun_on_hit", "needs_training", "unblockable", "strangles", "resistible")
DOSES = ("none", "low", "medium", "high", "extreme")
DOSE_TERMS = tuple((dose, f"dose.{dose}") for dose in DOSES)
GRANTS = ("optic", "telescope", "first_aid_kit")
POOLS = ("hit_points", "willpower", "stability")
STORED = (
    "dazed",
    "unconscious",
    "pinned",
    "prone",
    "burning",
    "airway_blocked",
    "immobilised",
    "exhausted",
    "diseased",
    "disease_latent",
    "doomed",
    "final_death",
)
"""States that stand on the sheet."""
ENDED_BY_DEATH = ("dazed", "unconscious", "pinned", "prone", "burning", "airway_blocked", "immobilised")
TOKEN = ("token_die", "token_outcome", "token_origin")
"""What is noted of a roll that stays on the table."""
HOLD = ("holding", "hold_die", "hold_outcome", "strangling")
COUNTER = ("counter", "counter_item", "counter_called")
AIM = ("aimed", "aim_round")
CHIPS = (
    "target_running",
    "point_blank",
    "target_prone_far",
    "visibility_poor",
    "visibility_none",
    "target_large",
    "target_huge",
    "target_small",
    "target_tiny",
    "off_hand",
    "gm_bonus",
    "gm_malus",
)
"""What the game master hands out; never automatic."""
FROM_AFAR = ("point_blank", "target_prone_far")
SIZES = ("small", "medium", "large", "extreme")
SIZE_TERMS = tuple((size, f"fire.{size}") for size in SIZES)
"""Sizes of a fire."""
