"""The ids that several chapters share: attributes, zones, damage types, slots, kinds of ability."""

ATTRIBUTES = ("strength", "dexterity", "speed", "constitution", "intelligence", "will")
ZONES = ("head", "arms", "torso", "legs")
"""From top to bottom, as the figure shows them."""
ARMOUR = "armour_value"
"""The one kind of protection a zone has."""
PIERCING = ("stab", "thrust")
DAMAGE_TYPES = (*PIERCING, "slash", "blow")
HANDS = ("main", "offhand")
SLOTS = ("utility", "attack")
"""A form that fits both is booked on the first one."""
REACTION = "reaction"
FACTORS = ("0", "1/4", "1/3", "1/2", "2/3", "3/4", "1", "3/2", "2", "3")
LEARNABLE = ("counter", "counter_grapple")
ARTS = ("ability", "spell")
KINDS = ("offensive", "utility", "defensive", "reactive")
DEFENCES = ("block", "dodge", "parry")
MANIPULATORS = ("dexterity", "strength")
RIDER = "rider"
"""The flag of a mount that names who rides it."""
STORED_STATUSES = ("bleeding", "shaken", "grappled", "unconscious", "off_balance")
BURDENS = ("bleeding", "shaken")
"""States whose weight on a roll the game master sets."""
