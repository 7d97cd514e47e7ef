"""Vergleichende Probe, FHT-4.8 bis 4.11: two rolls, each against its own target; the better one wins."""

from typing import NamedTuple

from combat.core.citation import Citations, cite
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.roll import TIERS, Die

CONTEXTS = ("contest", "dodge", "token", "fight_back", "escape")
"""What the second roll is: any contest, a dodge, a roll that stands, a blow in return, an escape from a hold."""
READ_IF_TIED = ("dodge", "token", "fight_back")
"""Where the text leaves a tie to our reading."""
COMPARED: Citations = cite("FHT-4.9")


class Settled(NamedTuple):
    """Who wins a contest, attacker, defender, standoff or none, and the rules that settled it."""

    winner: str
    cited: Citations


def _winner_of_tie(context: str, house: House) -> str:
    if context == "dodge":
        return "defender" if house.plays("tie_dodge", "defender") else "attacker"
    if context == "fight_back":
        for winner in ("attacker", "defender"):
            if house.plays("tie_fightback", winner):
                return winner
        return "standoff"
    return {"token": "defender", "escape": "attacker"}.get(context, "standoff")


def _tied(context: str, house: House) -> Settled:
    """Who wins with the same die; our reading is asked in attacks only.

    Rule: FHT-4.10, FHT-9.3.
    """
    read = cite("FHT-9.3") if context in READ_IF_TIED else ()
    return Settled(_winner_of_tie(context, house), (*COMPARED, *cite("FHT-4.10"), *read))


def _both_failed(attack: Die, defence: Die, context: str, house: House) -> Settled:
    """Nothing changes; outside attacks the lower die may win where the table plays it so.

    Rule: FHT-4.11, FHT-9.2.
    """
    cited = (*COMPARED, *cite("FHT-4.11", "FHT-9.2"))
    open_to_it = context in {"contest", "escape"} and attack.face != defence.face
    if open_to_it and house.plays("opposed_both_fail", "lower_fail_wins"):
        return Settled("attacker" if attack.face < defence.face else "defender", cited)
    return Settled("none", cited)


def _one_alone(attack: Die, defence: Die, context: str) -> Settled:
    """The only success wins; a failed roll defends nothing, however high.

    Rule: FHT-4.9, FHT-9.4.
    """
    if defence.succeeds:
        return Settled("defender", COMPARED)
    in_vain = context != "contest" and defence.face > attack.face
    return Settled("attacker", (*COMPARED, *cite("FHT-9.4")) if in_vain else COMPARED)


def settle(attack: Die, defence: Die, context: str, house: House, tier: int = 0) -> Settled:
    """Who wins and by which rule. ``tier``: what the attack counts as at least, at a vulnerable spot.

    Of equal tiers the higher die wins, so 01 is the weakest critical.

    Rule: FHT-4.8, FHT-4.9, FHT-9.13.
    """
    if not (attack.succeeds or defence.succeeds):
        return _both_failed(attack, defence, context, house)
    if not (attack.succeeds and defence.succeeds):
        return _one_alone(attack, defence, context)
    own, other = TIERS[attack.outcome], TIERS[defence.outcome]
    strength, raised = max(own, tier), cite("FHT-9.13") if tier > own else ()
    if strength != other:
        return Settled("attacker" if strength > other else "defender", (*COMPARED, *cite("FHT-4.8"), *raised))
    if attack.face == defence.face:
        return _tied(context, house)
    return Settled("attacker" if attack.face > defence.face else "defender", (*COMPARED, *raised))
