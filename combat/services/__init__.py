"""Actions and repair: what the rules decide, recorded once."""

from .action import Acted, act, cancel, resume
from .reading import offers, preview
from .repair import armour_repair, item_repair, repair_preview, weapon_repair

__all__ = [
    "Acted",
    "act",
    "armour_repair",
    "cancel",
    "item_repair",
    "offers",
    "preview",
    "repair_preview",
    "resume",
    "weapon_repair",
]
