"""Was sich jemand leisten kann, CHA-2 und CHA-8: action units and action points against what is announced."""

from collections.abc import Mapping

from combat.core.body import whole
from combat.core.citation import cite
from combat.core.fight import Combatant, Fight
from combat.core.intent import Reason
from combat.rulesets.chaos.data import number, rules
from combat.rulesets.chaos.person import can_act, points
from combat.rulesets.chaos.purse import PRICES, UNITS_EACH

BOUGHT_HIGHEST = number("bought_action_units_highest")
UNIT = "extra_action_unit"
PER_ROLL = ("extra_degree", "cancel_degree")


def out_of_action(actor: Combatant) -> Reason | None:
    """An unconscious or dead character cannot act.

    Rule: CHA-2.9.
    """
    return None if can_act(actor.sheet) else Reason("cannot_act", {"who": actor.id}, cite("CHA-2.9"))


def out_of_turn(fight: Fight, actor: Combatant) -> Reason | None:
    """While somebody else has his turn only reactions are possible; without turns everybody may act.

    Rule: CHA-2.1.
    """
    if fight.current in ("", actor.id):
        return None
    return Reason("not_your_turn", {"who": actor.id}, cite("CHA-2.1"))


def bought_in_reaction(spend: Mapping[str, int]) -> Reason | None:
    """Action units are bought in one's own turn, not for a reaction.

    Rule: CHA-2.1.
    """
    return Reason("reaction_not_allowed", {"because": UNIT}, cite("CHA-2.1")) if spend.get(UNIT) else None


def announced_price(spend: Mapping[str, int]) -> int:
    """The action points of everything announced, if all of it took effect.

    Rule: CHA-8.4.
    """
    return sum([PRICES[key] * times for key, times in spend.items()])


def _once(spend: Mapping[str, int]) -> Reason | None:
    """One action point changes the degrees of one roll.

    Rule: CHA-8.2.
    """
    twice = [key for key in PER_ROLL if spend.get(key, 0) > 1]
    return Reason("once_per_roll", {"spend": twice[0]}, cite("CHA-8.2")) if twice else None


def _bought(actor: Combatant, spend: Mapping[str, int]) -> Reason | None:
    """Rule: CHA-2.1."""
    now = spend.get(UNIT, 0)
    if now and now + whole(actor.flags.get("bought_units")) > BOUGHT_HIGHEST:
        return Reason("too_many_action_units", {"limit": BOUGHT_HIGHEST}, cite("CHA-2.1"))
    return None


def _points(actor: Combatant, spend: Mapping[str, int]) -> Reason | None:
    """Announcing more than one owns is refused.

    Rule: CHA-8.4.
    """
    needed = announced_price(spend)
    left = points(actor.sheet, "action_points")
    if needed <= left:
        return None
    return Reason("not_enough_action_points", {"needed": needed, "left": left}, cite("CHA-8.2", "CHA-8.4"))


def _units(spend: Mapping[str, int], cost: int, units: int) -> Reason | None:
    """Rule: CHA-2.7."""
    left = units + spend.get(UNIT, 0) * UNITS_EACH
    if cost <= left:
        return None
    return Reason("not_enough_action_units", {"needed": cost, "left": left}, rules("action_units_per_round"))


def unaffordable(actor: Combatant, spend: Mapping[str, int], cost: int, units: int) -> tuple[Reason, ...]:
    """Why somebody cannot pay: announced twice, bought too much, too few action points, too few units.

    Rule: CHA-2.7.
    """
    found = (_once(spend), _bought(actor, spend), _points(actor, spend), _units(spend, cost, units))
    return tuple([reason for reason in found if reason is not None])
