"""Hausregeln, FHT-9: the switches of a campaign, and which of them acted."""

from combat.core.citation import Citation
from combat.core.description import Option, OptionValue
from combat.core.value import Json, JsonMap

SWITCHES: tuple[tuple[str, str, tuple[Json, ...]], ...] = (
    ("bonus_cap_mode", "FHT-9.1", ("separate", "net")),
    ("opposed_both_fail", "FHT-9.2", ("status_quo", "lower_fail_wins")),
    ("tie_dodge", "FHT-9.3", ("attacker", "defender")),
    ("tie_fightback", "FHT-9.3", ("standoff", "attacker", "defender")),
    ("fightback_counter_roll", "FHT-9.5", ("reuse", "new")),
    ("reaction_timing", "FHT-9.6", ("before_roll", "after_roll")),
    ("attack_token_expiry", "FHT-9.7", ("end_of_round", "next_action")),
    ("firearm_dodge", "FHT-9.8", ("cover_on_success", "opposed")),
    ("reaction_after_action", "FHT-9.9", (False, True)),
    ("aimed_ignores_worn", "FHT-9.11", ("all", "spot", "declared")),
    ("aimed_layers", "FHT-9.12", ("max", "sum")),
    ("vulnerable_tier_in_contest", "FHT-9.13", ("critical", "natural")),
    ("crit_damage", "FHT-9.14", ("double_total", "double_dice")),
    ("halving", "FHT-9.15", ("up", "down")),
    ("lethality_nonhuman", "FHT-9.16", ("zero", "gm")),
    ("massive_armour", "FHT-9.17", ("subtract", "ignore")),
    ("pb_area", "FHT-9.18", ("primary_only", "all")),
    ("area_crit", "FHT-9.19", ("all", "primary_only")),
    ("explosive_bonus_scope", "FHT-9.20", ("explosives", "any_twb")),
    ("auto_fire_scope", "FHT-9.21", ("all_bursts", "sprays_only")),
    ("injury_die_zero", "FHT-9.22", (10, 0)),
    ("injury_on_death", "FHT-9.23", ("on_resuscitation", "skip")),
    ("stun_scope", "FHT-9.24", ("attacks_only", "all_damage")),
    ("fumble_reopens_first_aid", "FHT-9.25", (True, False)),
    ("disease_crit", "FHT-9.26", ("half", "none")),
    ("impact_scale", "FHT-9.27", ("proportional", "steps")),
    ("surgery_basis", "FHT-9.28", ("medicine", "first_aid", "intelligence")),
    ("hazard_zero_is_death", "FHT-9.29", (True, False)),
    ("tie_initiative", "FHT-9.30", ("alertness", "gm", "simultaneous")),
    ("heavy_weapon_skill", "FHT-9.31", ("artillery", "firearms")),
    ("extra_special_attacks", "FHT-9.32", (False, True)),
    ("late_antidote_test", "FHT-9.34", (True, False)),
    ("hold_released_by_other_action", "FHT-9.35", (True, False)),
    ("cover_vs_thrown", "FHT-9.36", (True, False)),
    ("inhuman_attribute_crit", "FHT-9.37", (False, True)),
    ("relapse_trigger", "FHT-9.39", ("below_half", "single_loss")),
    ("weapon_failure", "FHT-9.40", ("repair", "wait")),
    ("diseased_treatment", "FHT-9.41", ("no_tp", "tp")),
)
"""Key, ruling and settings of every switch; the first setting is our ruling."""


class House:
    """The switches of a campaign, which names only those that deviate; it remembers which of them acted."""

    __slots__ = ("acted", "options")

    def __init__(self, options: JsonMap) -> None:
        self.options = options
        self.acted: list[str] = []

    def plays(self, key: str, setting: Json) -> bool:
        """Whether the table plays it in this way, which is not the usual one; a setting nobody knows is the usual."""
        found = self.options.get(key)
        if found != setting or isinstance(found, bool) is not isinstance(setting, bool):
            return False
        if key not in self.acted:
            self.acted.append(key)
        return True

    def told(self) -> list[Json]:
        """The switches that acted since this was asked last."""
        found: list[Json] = list(self.acted)
        self.acted.clear()
        return found


def switches() -> tuple[Option, ...]:
    """All switches as the campaign's page shows them."""
    return tuple(
        Option(
            key=key,
            default=settings[0],
            values=tuple(OptionValue(setting, f"option.{key}.{str(setting).lower()}") for setting in settings),
            rules=(Citation(ruling),),
        )
        for key, ruling, settings in SWITCHES
    )
