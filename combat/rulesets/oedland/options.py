"""Hausregeln: the switches of a campaign, and how the rules read them."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from combat.core.body import optional, text, whole
from combat.core.fight import Fight
from combat.core.house import Switches, amount, switch
from combat.core.value import Json, JsonMap
from combat.rulesets.oedland.data import number

FUMBLE_FROM = number("fumble_from")
BLOCKS = {
    "initiative": "FAL-3.1",
    "reaction": "FAL-3.19",
    "covering_fire": "FAL-3.20",
    "pose": "FAL-3.15",
    "jump": "FAL-7.2",
    "sprint": "FAL-7.3",
    "dual": "FAL-7.1",
}
"""Optional blocks of the text; each has a switch ``opt_<block>`` and is on by default."""
MOST_PARRY_AP = 9
READY_AP = number("ready")
MOST_READY_AP = 9
JUMP_PRICES: tuple[Json, ...] = ("walk", 0, 1, 2, 3, 4, 5, 6)
SWITCHES = Switches(
    *[switch(f"opt_{block}", rule, True, False) for block, rule in BLOCKS.items()],
    switch("initiative_half", "FAL-9.1", "up", "down", "exact"),
    switch("cone", "FAL-9.4", "total45", "side45"),
    switch("reaction_retry", "FAL-9.6", False, True),
    switch("reaction_trigger", "FAL-9.21", "enter", "enter_or_show"),
    switch("covering_triggers", "FAL-9.7", "once", "each_enemy"),
    switch("peek_triggers", "FAL-9.9", True, False),
    switch("covering_fire_variant", "FAL-9.19", "this_text", "later_edition"),
    switch("aim_first_ap", "FAL-9.10", False, True),
    switch("cover_and_pose", "FAL-9.15", "both", "better_one"),
    switch("armour_without_zone", "FAL-9.11", "torso", "lowest", "highest"),
    switch("zero_tp", "FAL-9.18", "dead", "dying"),
    switch("fatigue_start", "FAL-9.12", "next_round", "at_once"),
    switch("fatigue_stack", "FAL-9.13", "worst", "sum"),
    amount("fumble_from", "FAL-9.14", FUMBLE_FROM, number("fumble_lowest"), number("fumble_never")),
    switch("jump_ap", "FAL-9.17", *JUMP_PRICES),
    amount("parry_ap", "FAL-9.17", 0, 0, MOST_PARRY_AP),
    switch("stat_die", "FAL-9.20", "W10", "W100"),
    amount("ready_ap", "FAL-3.22", READY_AP, 0, MOST_READY_AP),
)


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
    ready_ap: int = READY_AP
    may_be_dying: bool = False
    later_covering: bool = False
    statistic_w100: bool = False
    show_triggers: bool = False

    def has(self, block: str) -> bool:
        """Whether an optional block is played."""
        return block not in self.off


BY_THE_BOOK = House()


def house_rules(options: JsonMap) -> House:
    """The switches of a campaign."""
    if not options:
        return BY_THE_BOOK
    found = SWITCHES.settings(options)
    return House(
        off=frozenset([block for block in BLOCKS if found[f"opt_{block}"] is False]),
        initiative_half=text(found["initiative_half"]),
        side45=found["cone"] == "side45",
        reaction_retry=found["reaction_retry"] is True,
        each_enemy=found["covering_triggers"] == "each_enemy",
        peek_triggers=found["peek_triggers"] is True,
        aim_first_ap=found["aim_first_ap"] is True,
        armour_without_zone=text(found["armour_without_zone"]),
        fatigue_at_once=found["fatigue_start"] == "at_once",
        fatigue_sum=found["fatigue_stack"] == "sum",
        fumble_from=whole(found["fumble_from"]),
        better_one=found["cover_and_pose"] == "better_one",
        jump_ap=optional(found["jump_ap"]),
        parry_ap=whole(found["parry_ap"]),
        ready_ap=whole(found["ready_ap"]),
        may_be_dying=found["zero_tp"] == "dying",
        later_covering=found["covering_fire_variant"] == "later_edition",
        statistic_w100=found["stat_die"] == "W100",
        show_triggers=found["reaction_trigger"] == "enter_or_show",
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
