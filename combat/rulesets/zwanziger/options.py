"""Hausregeln, W20-9: the switches of a campaign, and how the rules read them."""

from typing import NamedTuple

from combat.core.house import Switches, switch
from combat.core.value import JsonMap

SWITCHES = Switches(
    switch("life_model", ("W20-1.7", "W20-9.12"), "wounds", "points"),
    switch("wound_rule", ("W20-6.11", "W20-9.12"), "floor", "ceil"),
    switch("exhaustion_applies", "W20-9.1", "after", "before"),
    switch("dodge_base", "W20-9.3", "ges", "ges_mod"),
    switch("explode", ("W20-4.8", "W20-9.4"), "damage", "all"),
    switch("jump_balance", ("W20-7.4", "W20-9.6"), "double", "half"),
    switch("breakout_dodge", "W20-9.7", False, True),
    switch("grapple_block", "W20-9.8", False, True),
    switch("parry_step_safe", "W20-9.9", False, True),
    switch("initiative_each_round", "W20-9.13", False, True),
    switch("status_needs_damage", ("W20-6.9", "W20-9.15"), False, True),
    switch("parry_ranged", "W20-9.17", True, False),
    switch("counter_is_reaction", "W20-9.18", False, True),
)


class House(NamedTuple):
    """The switches; every default is our reading."""

    life_points: bool = False
    wounds_up: bool = False
    explode_all: bool = False
    tired_at_once: bool = False
    dodge_modifier: bool = False
    half_balance: bool = False
    breakout_dodge: bool = False
    grapple_block: bool = False
    step_safe: bool = False
    initiative_each_round: bool = False
    status_needs_damage: bool = False
    parry_ranged: bool = True
    counter_is_reaction: bool = False


BY_THE_BOOK = House()


def house_rules(options: JsonMap) -> House:
    """The switches of a campaign."""
    if not options:
        return BY_THE_BOOK
    found = SWITCHES.settings(options)
    return House(
        life_points=found["life_model"] == "points",
        wounds_up=found["wound_rule"] == "ceil",
        explode_all=found["explode"] == "all",
        tired_at_once=found["exhaustion_applies"] == "before",
        dodge_modifier=found["dodge_base"] == "ges_mod",
        half_balance=found["jump_balance"] == "half",
        breakout_dodge=found["breakout_dodge"] is True,
        grapple_block=found["grapple_block"] is True,
        step_safe=found["parry_step_safe"] is True,
        initiative_each_round=found["initiative_each_round"] is True,
        status_needs_damage=found["status_needs_damage"] is True,
        parry_ranged=found["parry_ranged"] is True,
        counter_is_reaction=found["counter_is_reaction"] is True,
    )
