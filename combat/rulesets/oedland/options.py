"""Hausregeln: the switches of a campaign as the rules read them."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from combat.core.body import whole
from combat.core.fight import Fight
from combat.core.value import Json, JsonMap
from combat.rulesets.oedland.data import number

FUMBLE_FROM = number("fumble_from")
BLOCKS = ("initiative", "reaction", "covering_fire", "pose", "jump", "sprint", "dual")
"""Optional blocks of the text; each has a switch ``opt_<block>`` and is on by default."""


class House(NamedTuple):
    """The switches; every default is our reading."""

    off: frozenset[str] = frozenset()
    initiative_half: str = "up"
    side45: bool = False
    reaction_retry: bool = False
    each_enemy: bool = False
    peek_triggers: bool = True
    aim_first_ap: bool = False
    armour_without_zone: str = "torso"
    fatigue_at_once: bool = False
    fatigue_sum: bool = False
    fumble_from: int = FUMBLE_FROM
    better_one: bool = False
    jump_ap: int | None = None
    parry_ap: int = 0
    may_be_dying: bool = False
    later_covering: bool = False
    statistic_w100: bool = False
    show_triggers: bool = False

    def has(self, block: str) -> bool:
        """Whether an optional block is played."""
        return block not in self.off


BY_THE_BOOK = House()


def _one_of(found: Json, known: tuple[str, ...]) -> str:
    return found if isinstance(found, str) and found in known else known[0]


def house_rules(options: JsonMap) -> House:
    """The switches of a campaign, which names only those that deviate; a setting nobody knows is the default."""
    if not options:
        return BY_THE_BOOK
    jump = options.get("jump_ap")
    return House(
        off=frozenset([block for block in BLOCKS if options.get(f"opt_{block}") is False]),
        initiative_half=_one_of(options.get("initiative_half"), ("up", "down", "exact")),
        side45=options.get("cone") == "side45",
        reaction_retry=options.get("reaction_retry") is True,
        each_enemy=options.get("covering_triggers") == "each_enemy",
        peek_triggers=options.get("peek_triggers") is not False,
        aim_first_ap=options.get("aim_first_ap") is True,
        armour_without_zone=_one_of(options.get("armour_without_zone"), ("torso", "lowest", "highest")),
        fatigue_at_once=options.get("fatigue_start") == "at_once",
        fatigue_sum=options.get("fatigue_stack") == "sum",
        fumble_from=whole(options.get("fumble_from"), FUMBLE_FROM),
        better_one=options.get("cover_and_pose") == "better_one",
        jump_ap=jump if type(jump) is int else None,
        parry_ap=whole(options.get("parry_ap")),
        may_be_dying=options.get("zero_tp") == "dying",
        later_covering=options.get("covering_fire_variant") == "later_edition",
        statistic_w100=options.get("stat_die") == "W100",
        show_triggers=options.get("reaction_trigger") == "enter_or_show",
    )


def acted(fight: Fight, work: Callable[[Fight], object]) -> tuple[str, ...]:
    """The switches that decide how something comes out: those without which it would come out otherwise.

    Where two decide the same, so that neither can be left out alone, both are named.

    ``work``: works it out for this fight, or for the same one with other switches.
    """
    options = fight.options
    usual = work(replace(fight, options={})) if options else None
    found = work(fight) if options else None
    if found == usual:
        return ()
    others = {key: {other: value for other, value in options.items() if other != key} for key in options}
    needed = [key for key in options if work(replace(fight, options=others[key])) != found]
    return tuple(needed or [key for key in options if work(replace(fight, options={key: options[key]})) != usual])
