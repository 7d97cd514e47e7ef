"""Hausregeln: the switches of a campaign as the rules read them, XIAN-9."""

from typing import NamedTuple

from combat.core.body import whole
from combat.core.value import JsonMap


class House(NamedTuple):
    """The switches; every default is our reading of the text."""

    tie_to_defender: bool = False
    own_defence: bool = False
    movement_hits_defence: bool = False
    defence_limit: int = 0
    reach_on_dodge: bool = True
    joint_cap: bool = False
    hindrance_counts: bool = False
    summed_limit: bool = False


BY_THE_BOOK = House()


def house_rules(options: JsonMap) -> House:
    """The switches of a campaign, which names only those that deviate; a setting nobody knows is the default."""
    if not options:
        return BY_THE_BOOK
    return House(
        tie_to_defender=options.get("tie") == "defender",
        own_defence=options.get("stance_gain") == "own_defence_value",
        movement_hits_defence=options.get("movement_hits_defence") is True,
        defence_limit=whole(options.get("defence_limit")),
        reach_on_dodge=options.get("reach_on_dodge") is not False,
        joint_cap=options.get("stance_cap") == "joint",
        hindrance_counts=options.get("hindrance_as_difficulty") is True,
        summed_limit=options.get("two_weapon_limit") == "sum",
    )
