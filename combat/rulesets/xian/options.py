"""Hausregeln, XIAN-9: the switches of a campaign, and how the rules read them."""

from typing import NamedTuple

from combat.core.body import whole
from combat.core.house import Switches, amount, switch
from combat.core.value import JsonMap

MOST_DEFENCES = 20
SWITCHES = Switches(
    switch("tie", "XIAN-9.2", "attacker", "defender"),
    switch("stance_gain", "XIAN-9.3", "enemy_difficulty", "own_defence_value"),
    switch("movement_hits_defence", "XIAN-9.6", False, True),
    amount("defence_limit", "XIAN-9.7", 0, 0, MOST_DEFENCES),
    switch("reach_on_dodge", "XIAN-9.8", True, False),
    switch("stance_cap", "XIAN-9.13", "separate", "joint"),
    switch("hindrance_as_difficulty", "XIAN-9.14", False, True),
    switch("two_weapon_limit", "XIAN-9.16", "each", "sum"),
)


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
    """The switches of a campaign."""
    if not options:
        return BY_THE_BOOK
    found = SWITCHES.settings(options)
    return House(
        tie_to_defender=found["tie"] == "defender",
        own_defence=found["stance_gain"] == "own_defence_value",
        movement_hits_defence=found["movement_hits_defence"] is True,
        defence_limit=whole(found["defence_limit"]),
        reach_on_dodge=found["reach_on_dodge"] is True,
        joint_cap=found["stance_cap"] == "joint",
        hindrance_counts=found["hindrance_as_difficulty"] is True,
        summed_limit=found["two_weapon_limit"] == "sum",
    )
