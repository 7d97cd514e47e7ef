"""Hausregeln: the switches of a campaign as the rules read them."""

from typing import NamedTuple

from combat.core.body import whole
from combat.core.value import JsonMap
from combat.rulesets.chaos.data import number

JAM_FROM = number("jam_from")
NEVER_JAMS = number("jam_never_from")


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
    """The switches of a campaign, which names only those that deviate; a setting nobody knows is the default."""
    if not options:
        return BY_THE_BOOK
    return House(
        strict_under=options.get("strict_under") is not False,
        recoil_cumulative=options.get("recoil_cumulative") is True,
        aim_disturbed=options.get("aim_disturbed") is True,
        laser_aimed=options.get("laser_marker") == "aimed",
        jam_from=whole(options.get("jam_from"), JAM_FROM),
        auto_split=options.get("auto_split") is not False,
        evade=options.get("dodge_equal") == "evade",
        pierced_extras=options.get("pierced_extras") is True,
        surplus2=options.get("critical_rule") == "surplus2",
    )
