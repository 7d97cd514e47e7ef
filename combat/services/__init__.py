"""Actions, repair and fights: what the rules decide, recorded once."""

from .action import Acted, AlreadyAnswered, act, cancel, resume
from .encounter import (
    budgets_from_json,
    encounter_create,
    encounter_join,
    encounter_leave,
    encounter_order_set,
    encounter_party_set,
    encounter_rename,
    encounter_state_set,
    encounter_step,
    refuse_closed,
)
from .encounter_things import encounter_cover_place, encounter_cover_remove, encounter_join_copies
from .reading import offers, preview, previews
from .repair import armour_repair, item_repair, repair_preview, weapon_repair

__all__ = [
    "Acted",
    "AlreadyAnswered",
    "act",
    "armour_repair",
    "budgets_from_json",
    "cancel",
    "encounter_cover_place",
    "encounter_cover_remove",
    "encounter_create",
    "encounter_join",
    "encounter_join_copies",
    "encounter_leave",
    "encounter_order_set",
    "encounter_party_set",
    "encounter_rename",
    "encounter_state_set",
    "encounter_step",
    "item_repair",
    "offers",
    "preview",
    "previews",
    "refuse_closed",
    "repair_preview",
    "resume",
    "weapon_repair",
]
