"""Hausregeln: the switches of a campaign, and how the rules read them."""

from typing import NamedTuple

from combat.core.body import whole
from combat.core.house import Switches, amount, switch
from combat.core.value import JsonMap
from combat.rulesets.chaos.data import number

JAM_FROM = number("jam_from")
NEVER_JAMS = number("jam_never_from")
LOWEST_JAM = 2

SWITCHES = Switches(
    switch("strict_under", "CHA-0.1", True, False),
    switch("recoil_cumulative", "CHA-2.5", False, True),
    switch("aim_disturbed", "CHA-2.6", False, True),
    switch("laser_marker", "CHA-3.2", "called", "aimed"),
    amount("jam_from", "CHA-3.4", JAM_FROM, LOWEST_JAM, number("test_die") + 1),
    switch("auto_split", "CHA-3.5", True, False),
    switch("dodge_equal", "CHA-3.8", "hit", "evade"),
    switch("pierced_extras", "CHA-5.2", False, True),
    switch("critical_rule", "CHA-8.1", "surplus3", "surplus2"),
)


class House(NamedTuple):
    """The switches; every default is our ruling."""

    strict_under: bool = True
    recoil_cumulative: bool = False
    aim_disturbed: bool = False
    laser_aimed: bool = False
    jam_from: int = JAM_FROM
    auto_split: bool = True
    evade: bool = False
    pierced_extras: bool = False
    surplus2: bool = False


BY_THE_BOOK = House()


def house_rules(options: JsonMap) -> House:
    """The switches of a campaign."""
    if not options:
        return BY_THE_BOOK
    found = SWITCHES.settings(options)
    return House(
        strict_under=found["strict_under"] is True,
        recoil_cumulative=found["recoil_cumulative"] is True,
        aim_disturbed=found["aim_disturbed"] is True,
        laser_aimed=found["laser_marker"] == "aimed",
        jam_from=whole(found["jam_from"]),
        auto_split=found["auto_split"] is True,
        evade=found["dodge_equal"] == "evade",
        pierced_extras=found["pierced_extras"] is True,
        surplus2=found["critical_rule"] == "surplus2",
    )
