"""Hausregeln, W20-9: the switches of a campaign as the rules read them."""

from typing import NamedTuple

from combat.core.value import JsonMap


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
    """The switches of a campaign, which names only those that deviate; a setting nobody knows is the default."""
    if not options:
        return BY_THE_BOOK
    return House(
        life_points=options.get("life_model") == "points",
        wounds_up=options.get("wound_rule") == "ceil",
        explode_all=options.get("explode") == "all",
        tired_at_once=options.get("exhaustion_applies") == "before",
        dodge_modifier=options.get("dodge_base") == "ges_mod",
        half_balance=options.get("jump_balance") == "half",
        breakout_dodge=options.get("breakout_dodge") is True,
        grapple_block=options.get("grapple_block") is True,
        step_safe=options.get("parry_step_safe") is True,
        initiative_each_round=options.get("initiative_each_round") is True,
        status_needs_damage=options.get("status_needs_damage") is True,
        parry_ranged=options.get("parry_ranged") is not False,
        counter_is_reaction=options.get("counter_is_reaction") is True,
    )
