"""Vergleichende Probe, FHT-4.8 bis 4.11: two rolls, each against its own target; the better one wins."""

from combat.core.citation import Citations, cite
from combat.rulesets.fhtagn.options import House
from combat.rulesets.fhtagn.roll import TIERS, Die

CONTEXTS = ("contest", "dodge", "token", "fight_back", "escape")
"""What the second roll is: any contest, a dodge, a roll that stands, a blow in return, an escape from a hold."""
COMPARED: Citations = cite("FHT-4.9")


def _tied(context: str, house: House) -> str:
    """Who wins with the same die.

    Rule: FHT-4.10, FHT-9.3.
    """
    if context == "dodge":
        return "defender" if house.plays("tie_dodge", "defender") else "attacker"
    if context == "fight_back":
        for winner in ("attacker", "defender"):
            if house.plays("tie_fightback", winner):
                return winner
        return "standoff"
    return {"token": "defender", "escape": "attacker"}.get(context, "standoff")


def _both_failed(attack: Die, defence: Die, context: str, house: House) -> str:
    """Nothing changes; outside attacks the lower die may win where the table plays it so.

    Rule: FHT-4.11, FHT-9.2.
    """
    open_to_it = context in {"contest", "escape"} and attack.face != defence.face
    if open_to_it and house.plays("opposed_both_fail", "lower_fail_wins"):
        return "attacker" if attack.face < defence.face else "defender"
    return "none"


def compared_by(attack: Die, defence: Die, context: str, tier: int = 0) -> Citations:
    """Which rule settled it: both failed, one alone succeeded, the better kind of success, the die, or a tie.

    Rule: FHT-4.8, FHT-4.9, FHT-4.10, FHT-4.11, FHT-9.4.
    """
    if not (attack.succeeds or defence.succeeds):
        return (*COMPARED, *cite("FHT-4.11", "FHT-9.2"))
    if not (attack.succeeds and defence.succeeds):
        in_vain = attack.succeeds and context != "contest" and defence.face > attack.face
        return (*COMPARED, *cite("FHT-9.4")) if in_vain else COMPARED
    strength, other = max(TIERS[attack.outcome], tier), TIERS[defence.outcome]
    if strength != other:
        return (*COMPARED, *cite("FHT-4.8"))
    return (*COMPARED, *cite("FHT-4.10", "FHT-9.3")) if attack.face == defence.face else COMPARED


def winner_of(attack: Die, defence: Die, context: str, house: House, tier: int = 0) -> str:
    """Who wins: attacker, defender, standoff or none. ``tier``: what the attack counts as at least.

    A failed high roll defends nothing; of equal tiers the higher die wins, so 01 is the weakest critical.

    Rule: FHT-4.9.
    """
    if not attack.succeeds and not defence.succeeds:
        return _both_failed(attack, defence, context, house)
    if not (attack.succeeds and defence.succeeds):
        return "attacker" if attack.succeeds else "defender"
    strength, other = max(TIERS[attack.outcome], tier), TIERS[defence.outcome]
    if (strength, attack.face) == (other, defence.face):
        return _tied(context, house)
    return "attacker" if (strength, attack.face) > (other, defence.face) else "defender"
