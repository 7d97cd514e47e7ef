"""Hausregeln, FHT-9: the switches of a campaign, and which of them acted."""

from combat.core.house import Switches, switch
from combat.core.value import Json, JsonMap

SWITCHES = Switches(
    switch("bonus_cap_mode", "FHT-9.1", "separate", "net"),
    switch("opposed_both_fail", "FHT-9.2", "status_quo", "lower_fail_wins"),
    switch("tie_dodge", "FHT-9.3", "attacker", "defender"),
    switch("tie_fightback", "FHT-9.3", "standoff", "attacker", "defender"),
    switch("fightback_counter_roll", "FHT-9.5", "reuse", "new"),
    switch("reaction_timing", "FHT-9.6", "before_roll", "after_roll"),
    switch("attack_token_expiry", "FHT-9.7", "end_of_round", "next_action"),
    switch("firearm_dodge", "FHT-9.8", "cover_on_success", "opposed"),
    switch("reaction_after_action", "FHT-9.9", False, True),
    switch("aimed_ignores_worn", "FHT-9.11", "all", "spot", "declared"),
    switch("aimed_layers", "FHT-9.12", "max", "sum"),
    switch("vulnerable_tier_in_contest", "FHT-9.13", "critical", "natural"),
    switch("crit_damage", "FHT-9.14", "double_total", "double_dice"),
    switch("halving", "FHT-9.15", "up", "down"),
    switch("lethality_nonhuman", "FHT-9.16", "zero", "gm"),
    switch("massive_armour", "FHT-9.17", "subtract", "ignore"),
    switch("pb_area", "FHT-9.18", "primary_only", "all"),
    switch("area_crit", "FHT-9.19", "all", "primary_only"),
    switch("explosive_bonus_scope", "FHT-9.20", "explosives", "any_twb"),
    switch("auto_fire_scope", "FHT-9.21", "all_bursts", "sprays_only"),
    switch("injury_die_zero", "FHT-9.22", 10, 0),
    switch("injury_on_death", "FHT-9.23", "on_resuscitation", "skip"),
    switch("stun_scope", "FHT-9.24", "attacks_only", "all_damage"),
    switch("fumble_reopens_first_aid", "FHT-9.25", True, False),
    switch("disease_crit", "FHT-9.26", "half", "none"),
    switch("impact_scale", "FHT-9.27", "proportional", "steps"),
    switch("surgery_basis", "FHT-9.28", "medicine", "first_aid", "intelligence"),
    switch("hazard_zero_is_death", "FHT-9.29", True, False),
    switch("tie_initiative", "FHT-9.30", "alertness", "gm", "simultaneous"),
    switch("heavy_weapon_skill", "FHT-9.31", "artillery", "firearms"),
    switch("extra_special_attacks", "FHT-9.32", False, True),
    switch("late_antidote_test", "FHT-9.34", True, False),
    switch("hold_released_by_other_action", "FHT-9.35", True, False),
    switch("cover_vs_thrown", "FHT-9.36", True, False),
    switch("inhuman_attribute_crit", "FHT-9.37", False, True),
    switch("relapse_trigger", "FHT-9.39", "below_half", "single_loss"),
    switch("weapon_failure", "FHT-9.40", "repair", "wait"),
    switch("diseased_treatment", "FHT-9.41", "no_tp", "tp"),
)
"""The first setting of each is our ruling."""


class House:
    """The switches of a campaign, which names only those that deviate; it remembers which of them acted."""

    __slots__ = ("acted", "options")

    def __init__(self, options: JsonMap) -> None:
        self.options = options
        self.acted: list[str] = []

    def plays(self, key: str, setting: Json) -> bool:
        """Whether the table plays it in this way, which is not the usual one; a setting nobody knows is the usual."""
        if key not in self.options or SWITCHES.setting(self.options, key) != setting:
            return False
        if key not in self.acted:
            self.acted.append(key)
        return True

    def told(self) -> tuple[str, ...]:
        """The switches that acted since this was asked last."""
        found = tuple(self.acted)
        self.acted.clear()
        return found
